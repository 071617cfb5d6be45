"""What is on the table, and nothing else.

Units and hexes are numbers; sets of either are integers with one bit each. Where a unit stands is a column by unit
and, the other way round, a stack by hex; `put` keeps both and all that follows from them.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Mapping
from typing import Any, Self

from ardennes import kernel
from ardennes.board.cells import cells
from ardennes.kernel import Chances, Side
from ardennes.kernel.columns import (
    HIDDEN,
    Audience,
    among,
    bits,
    by_side,
    fixed,
    later,
    number,
    numbers,
    tokens,
    value,
    worked_out,
)
from ardennes.kernel.shapes import SIDE, Listed, Number
from ardennes.kernel.words import say
from ardennes.parts.rules.reaction import standing_answers
from ardennes.titles.bitter_woods.box import GONE, OFF_MAP, Box, turns
from ardennes.titles.bitter_woods.box.counters import GERMAN_ARMIES
from ardennes.titles.bitter_woods.box.counters import Kind as UnitKind
from ardennes.titles.bitter_woods.box.fates import Fate
from ardennes.titles.bitter_woods.events import Eliminated, PositionLost, Reduced, StoodDown
from ardennes.titles.bitter_woods.state import laws, shapes
from ardennes.titles.bitter_woods.state.kept import Duty, Footing, Ready


def own(state: kernel.State) -> State:
    """A state known to be one of this title's."""
    assert isinstance(state, State)
    return state


class State(kernel.State):
    """A position of Bitter Woods. Saves write the columns in this order."""

    box: Box

    # -- units
    place: array[int] = numbers(shapes.units, high=0xFFFF, start=lambda box: box.off_map, fits=shapes.places)
    due: bytes = numbers(shapes.units, start=lambda box: box.due, frozen=True)  # the turn from which one may enter
    # -- sets of units
    reduced: int = bits(shapes.units)
    moved: int = bits(shapes.units)  # in their side's movement or exploitation phase of this player turn
    attacked: int = bits(shapes.units)  # in this combat phase
    fired: int = bits(shapes.units)  # artillery that has used its strength (10.1)
    reserve: int = bits(shapes.units)
    unsupplied: int = bits(shapes.units)
    short: int = bits(shapes.units)  # 12.6 out of supply for the whole game-turn
    freed: int = bits(shapes.units)  # 5.4 from army boundaries
    dug: int = bits(shapes.units)  # built where they stand, and stay there this player turn (8.1)
    front: int = bits(shapes.units)  # 15.2 Allied units that began the game in a German zone of control
    remade: int = later(bits(shapes.units))  # 36.11 came of an exchange in this phase, with movement points left
    parted: int = later(bits(shapes.units))  # 36.2 battalions that combat has taken too far from the others
    shocked: int = later(bits(shapes.units))  # 21.3 by bombardment, until the end of their side's next player turn
    stayed: int = later(bits(shapes.units))  # 24.5 leaders of the moving side that are where the player turn found them
    released: int = later(bits(shapes.units))  # 24.5 units and leaders that may move in this exploitation phase
    # -- leaders
    influenced: bytes = later(numbers(shapes.units, high=6, frozen=True))  # 24.1 battles affected in this player turn
    attached: bytes = later(numbers(shapes.units, high=len(GERMAN_ARMIES), frozen=True))  # 24.6 1 to 3; 0 by colour
    # -- sets of hexes
    improved: int = among(shapes.hexes)
    forts: int = among(shapes.hexes)  # built in St. Vith, Bastogne and Marche
    interdicted: int = among(shapes.hexes)
    dropped: int = among(shapes.hexes)  # air drops
    liege: int = among(shapes.hexes)  # Liège hexes the Germans were the last to hold
    bombarded: int = later(among(shapes.hexes))  # 21.2 in this combat phase
    # -- bridges
    blown: int = bits(shapes.bridges)
    tried: int = bits(shapes.bridges)  # demolition attempts of this combat phase
    #: Blown bridges are kept by number, so a table of another map would blow other bridges.
    bridges: int = fixed(shapes.bridges, "the game was played on another map: expected {expected} bridges, got {got}")
    vacated: list[int] = by_side(among(shapes.hexes))  # 9.5 left under a CA result; closed to the side this game-turn
    rebuilt: int = number(high=lambda box: box.tables.bridges.german_limit)  # by the Germans
    builders: tuple[tuple[int, int], ...] = value(
        tuple[tuple[int, int], ...], (), fits=shapes.building
    )  # (unit, bridge)
    # -- time, aircraft and score
    turn: int = number(lambda box: box.first_turn, lambda box: box.last_turn, start=lambda box: box.first_turn)
    mover: Side = value(Side, Side.GERMAN, fits=lambda box: SIDE)
    air: list[int] = by_side(number(high=100))
    lost: list[int] = by_side(number(high=1000))  # German mechanized losses as counted by 17.6, Allied units lost
    #: Supplied mechanized units that left, and armor among them.
    exits: tuple[int, int] = value(tuple[int, int], (0, 0), fits=lambda box: Listed(Number(0, shapes.units(box)), 2, 2))
    group_spent: bytes = later(numbers(4, frozen=True))  # 36.11 by Kampfgruppe Peiper and its battalions, in this phase
    group_exits: int = later(number(high=3))  # 36.8 battalions that left in supply
    duties: tuple[Duty, ...] = value(tuple[Duty, ...], (), fits=shapes.duties)
    # -- optional rules
    ungarrisoned: int = later(number(high=1))  # 35 the 7th Army left its flank open this German player turn
    challenged: int = later(bits(shapes.units))  # 22 in this phase
    arrived: bytes = later(
        numbers(shapes.units, high=turns.COUNT, frozen=True)
    )  # 20 the turn a unit entered; 0 at the start
    # -- 25 fuel dumps: where hidden ones lie is the secret of the Allies, whose element holds a hex for each dump;
    # the rest are sets of hexes that everybody knows
    dumps: list[tuple[int, ...]] = later(by_side(tokens(shapes.cells), Audience.OWNER))
    searched: int = later(among(shapes.hexes))  # where the Germans were and found nothing
    open_dumps: int = later(among(shapes.hexes))  # revealed, whoever has them now
    taken_dumps: int = later(among(shapes.hexes))  # captured by the Germans
    burnt_dumps: int = later(among(shapes.hexes))
    burn_tried: int = later(among(shapes.hexes))  # in this game-turn
    burn_asked: int = later(among(shapes.hexes))  # where the Allies had their chance since Germans came up
    standing: list[int] = later(standing_answers(1))  # 25.3 whether the Allies want to be asked about burning at all
    # -- 27
    sneaked: bool = later(value(bool, False))  # Panzer Brigade 150 has had its one attempt
    # -- 29, 38 events: the rolls, 0 before, and what they leave
    event17: int = later(number(high=12))
    event18: int = later(number(high=6))
    event19: int = later(number(high=12))
    companies: tuple[int, ...] = later(
        value(tuple[int, ...], (), fits=shapes.landed)
    )  # hexes of paratroopers, one each
    met: int = later(among(shapes.hexes))  # of these, entered by an Allied unit
    deceived: int = later(among(shapes.hexes))  # the town with commandos in it
    guarded: int = later(bits(shapes.bridges))  # the bridge they hold
    air_debt: list[int] = later(by_side(number(high=6)))  # 29.5 aircraft still to be lost
    engineers_used: bool = later(value(bool, False))
    called: int = later(bits(shapes.units))  # 38 units that came to the 7th Army before their time
    # -- what one phase or the whole game remembers
    flown: list[int] = later(by_side(among(shapes.hexes)))  # 11.2 where a side has used an aircraft in this phase
    fuelled: bool = later(value(bool, False))  # 25.2 both dumps were German at once: no more shortage in this game
    # -- kept for speed, by `put`: units by hex, and hexes of each side that are held, have a zone of control around
    # them, or where another unit may not stop (6.1)
    stacks: dict[int, tuple[int, ...]] = worked_out(dict, "{}.copy()")
    occupied: list[int] = worked_out(lambda: [0, 0], "{}[:]")
    exerting: list[int] = worked_out(lambda: [0, 0], "{}[:]")
    full: list[int] = worked_out(lambda: [0, 0], "{}[:]")
    # 24.3 hexes of each side with leaders and nobody else, and with leaders at all; 28.2 hexes with Americans, and with
    # British; 36.9 hexes with battalions of Kampfgruppe Peiper
    lonely: list[int] = worked_out(lambda: [0, 0], "{}[:]")
    led: list[int] = worked_out(lambda: [0, 0], "{}[:]")
    in_thirds: int = worked_out(lambda: 0)
    nations: list[int] = worked_out(lambda: [0, 0], "{}[:]")
    # -- answers that many positions share: zones of control, who can act, supply lines
    zones: list[tuple[int, int]] = worked_out(lambda: [(0, 0), (0, 0)], "{}[:]")
    threats: list[tuple[int, int]] = worked_out(lambda: [(0, 0), (0, 0)], "{}[:]")
    # 14.3 each side's reserves and the hexes next to them; the reserves there were when the laws were last upheld
    waiting: list[tuple[int, int]] = worked_out(lambda: [(0, 0), (0, 0)], "{}[:]")
    upheld: int = worked_out(lambda: laws.UNKNOWN)
    suspects: tuple[int, int, int] = worked_out(lambda: (-1, -1, 0))
    rings: list[tuple[int, int]] = worked_out(lambda: [(0, 0), (0, 0)], "{}[:]")
    ready: Ready | None = worked_out(lambda: None)
    footing: Footing | None = worked_out(lambda: None)
    lines: dict[Any, int] = worked_out(dict)
    joining: tuple[kernel.Step, tuple[int, ...]] | None = worked_out(lambda: None)  # who may join an attack

    def restore(self, table: Mapping[str, Any]) -> None:
        super().restore(table)
        places, self.place = self.place, array("H", self.box.off_map)
        for unit, place in enumerate(places):
            self.put(unit, place)

    def advance(self) -> Chances | None:
        """Run on to the next decision or die, with the laws upheld before and after."""
        if self.upheld != self.reserve and laws.uphold(self):  # as `uphold` asks first, without a call
            self._choices = self.memo = None
        stack = self.stack
        chances = super().advance()
        while (
            self.stack is not stack and self.upheld != self.reserve and laws.uphold(self)
        ):  # where nothing went on, they are upheld still
            self._choices = self.memo = None
            chances = super().advance()
        return chances

    # ---- what is hidden (25.1) -----------------------------------------------------------------------------

    @property
    def secretive(self) -> bool:
        """Only the fuel dumps are ever hidden here."""
        return self.box.fuel_dumps

    def imagined(self, seed: Any) -> Self:
        """25.1 Dumps that were not found lie somewhere near their place, by the matrix, where nobody has looked yet."""
        made = super().imagined(seed)
        if made.box.fuel_dumps and HIDDEN in made.dumps[Side.ALLIED]:
            rng = random.Random(f"dumps {seed}")
            made.dumps[Side.ALLIED] = tuple(
                [
                    made._guess(which, rng) if cell == HIDDEN else cell
                    for which, cell in enumerate(made.dumps[Side.ALLIED])
                ]
            )
        return made

    def _guess(self, which: int, rng: random.Random) -> int:
        matrix = self.box.matrix
        if matrix.boards[which] & self.open_dumps:
            return HIDDEN  # it was found
        sites = {cell: weight for cell, weight in matrix.sites[which].items() if not self.searched >> cell & 1}
        if not sites:
            raise ValueError(f"the fuel dump near {matrix.names[which]} can lie nowhere any more")
        return rng.choices([*sites], [*sites.values()])[0]

    # ---- questions in the rulebook's words -----------------------------------------------------------------

    def has_dump(self, which: int) -> bool:
        """25.2 Whether the Germans hold one of the two fuel dumps."""
        return bool(self.taken_dumps & self.box.matrix.boards[which])

    def fate(self, key: str) -> Fate | None:
        """29, 38 An event that was rolled and is in force this turn."""
        return self.box.fates_of(self.event17, self.event18, self.event19, self.turn).get(key)

    def units_at(self, cell: int) -> tuple[int, ...]:
        """The units in a hex; they are all of one side."""
        return self.stacks.get(cell, ())

    def fighters_at(self, cell: int) -> tuple[int, ...]:
        """24.3 The units in a hex that count in combat: all but leaders."""
        stack = self.stacks.get(cell, ())
        leaders = self.box.leader_units
        return tuple([unit for unit in stack if not leaders >> unit & 1]) if leaders else stack

    def army(self, unit: int) -> str:
        """2.4, 24.6 The army a unit belongs to: the one it was attached to on arrival, or that of its colour."""
        attached = self.attached[unit]
        return GERMAN_ARMIES[attached - 1] if attached else self.box.units.rows[unit].army

    def on_map(self, unit: int) -> bool:
        """Whether a unit stands in a hex."""
        return self.place[unit] < OFF_MAP

    def stands(self, unit: int) -> int | None:
        """The hex of a unit, None off the map."""
        place = self.place[unit]
        return place if place < OFF_MAP else None

    def holds(self, side: Side, cell: int) -> bool:
        """Whether a side has units in a hex."""
        return bool(self.occupied[side] >> cell & 1)

    def in_supply(self, unit: int) -> bool:
        """12.1 Whether a unit was in supply when that was last checked."""
        return not self.unsupplied >> unit & 1

    def next_to(self, side: Side, cell: int) -> bool:
        """Whether a hex is adjacent to a unit of a side, whatever lies between."""
        return bool(self.box.map.grid.neighbours[cell] & self.occupied[side])

    def strength(self, unit: int) -> int:
        """The combat strength on the side of the counter that is up."""
        return self.box.units.strengths[unit][self.reduced >> unit & 1]

    def printed_allowance(self, unit: int) -> int:
        """The movement allowance on the side of the counter that is up."""
        return self.box.units.allowances[unit][self.reduced >> unit & 1]

    def rating(self, unit: int) -> int:
        """9.3, 12.4, 21.3 A unit's endurance rating, less by one out of supply and by one shocked; 38.1."""
        printed = self.box.units.ratings[unit][self.reduced >> unit & 1]
        if self.event17 and self.turn % 2 and (fate := self.fate("night_sights")) and fate.units >> unit & 1:
            printed = fate.number
        return printed - (self.unsupplied >> unit & 1) - (self.shocked >> unit & 1)

    @property
    def ground(self) -> str:
        """5.3 The state of the ground this turn: normal, mud or freeze."""
        return self.box.track[self.turn].ground

    @property
    def surprised(self) -> bool:
        """15 Whether the rules of initial surprise are in force."""
        return self.turn <= self.box.surprise_until

    def name(self, unit: int) -> str:
        """A unit as players call it."""
        return self.box.units.name(unit)

    def values(self, unit: int) -> str:
        """What is printed on the side of a counter that is up: strength-ER-MA; on a leader influence-range-MA."""
        units, flipped = self.box.units, self.reduced >> unit & 1
        if units.kind[unit] is UnitKind.LEADER:
            return units.leader_values(unit)
        return f"{units.strengths[unit][flipped]}-{units.ratings[unit][flipped]}-{units.allowances[unit][flipped]}"

    def describe(self, unit: int) -> str:
        """A unit with its values and markers, as it lies on the table."""
        marked = (self.reduced, self.unsupplied, self.reserve, self.fired, self.shocked)
        texts = ("reduced", "out of supply", "in reserve", "has fired", "shocked")
        marks = [text for units, text in zip(marked, texts, strict=True) if units >> unit & 1]
        tail = f" ({', '.join(say(mark) for mark in marks)})" if marks else ""
        return f"{self.name(unit)} {self.values(unit)}{tail}"

    def describe_there(self, unit: int) -> str:
        """A unit with where it stands."""
        text = self.describe(unit)
        return (
            say("{unit} in {hex}", unit=text, hex=self.hex_name(self.place[unit]))
            if self.on_map(unit)
            else say("{unit} enters the map", unit=text)
        )

    def hex_name(self, cell: int) -> str:
        """A hex as players call it."""
        return self.box.hex_name(cell)

    @property
    def date(self) -> str:
        """The turn by name, such as 17PM."""
        return turns.name(self.turn)

    # ---- changes -------------------------------------------------------------------------------------------

    def put(self, unit: int, place: int) -> None:
        """Put a unit somewhere, keeping every set of hexes true."""
        side = unit >= self.box.units.first_allied
        before = self.place[unit]
        self.place[unit] = place
        self.upheld = laws.UNKNOWN
        if self.reserve >> unit & 1:
            self.waiting[side] = laws.NOWHERE
        if before < OFF_MAP:
            self._lift(unit, before, side)
        if place < OFF_MAP:
            self._set_down(unit, place, side)

    def _lift(self, unit: int, cell: int, side: bool) -> None:
        rest = tuple(other for other in self.stacks[cell] if other != unit)
        bit = 1 << cell
        if rest:
            self.stacks[cell] = rest
            exerts = self.box.units.exerts
            if exerts[unit] and not any([exerts[other] for other in rest]):
                self.exerting[side] ^= bit
            if self.box.thirds:
                self._watch(rest, bit)
            if self.full[side] & bit and not self._is_full(rest):
                self.full[side] ^= bit
            if self.box.sorts:
                self._sort(unit, rest, bit, side)
        else:
            del self.stacks[cell]
            self.occupied[side] ^= bit
            self.exerting[side] &= ~bit
            self.full[side] &= ~bit
            if self.box.sorts:
                self._sort(unit, (), bit, side)
            if self.box.thirds:
                self.in_thirds &= ~bit
            if self.improved & bit:  # 8.1 the position goes with the last unit
                self.improved ^= bit
                self.tell(PositionLost, cell)

    def _set_down(self, unit: int, cell: int, side: bool) -> None:
        bit = 1 << cell
        stack = self.stacks.get(cell)
        self.stacks[cell] = stack = (unit,) if stack is None else tuple(sorted((*stack, unit)))
        self.occupied[side] |= bit
        if self.box.units.exerts[unit]:
            self.exerting[side] |= bit
        elif self.box.thirds:
            self._watch(stack, bit)
        if len(stack) >= self.box.tables.stacking.units and self._is_full(stack):
            self.full[side] |= bit
        if self.box.sorts:
            self._sort(unit, stack, bit, side)

    def _sort(self, unit: int, stack: tuple[int, ...], bit: int, side: bool) -> None:
        """24.3, 28.2 Keep in mind where leaders are, and where alone, and of which nations the Allies are."""
        box, led = self.box, self.led[side]
        if not (side and box.inter_allied) and not led & bit and not box.leader_units >> unit & 1:
            return  # a unit that is no leader came or went where none is
        here, but = 0, ~bit
        for other in stack:
            here |= 1 << other
        leaders = here & box.leader_units
        if leaders or led & bit:
            self.led[side] = led | bit if leaders else led & but
            self.lonely[side] = self.lonely[side] | bit if leaders and leaders == here else self.lonely[side] & but
        if side and box.inter_allied:
            for nation, units in enumerate(box.nations):
                self.nations[nation] = self.nations[nation] | bit if here & units else self.nations[nation] & but

    def _watch(self, stack: tuple[int, ...], bit: int) -> None:
        """36.9 Battalions of Kampfgruppe Peiper have a zone of control only with the one that binds them."""
        thirds, exerts = self.box.thirds, self.box.units.exerts
        three = [unit for unit in stack if thirds >> unit & 1]
        self.in_thirds = self.in_thirds | bit if three else self.in_thirds & ~bit
        if three and not any([exerts[unit] for unit in stack]):
            together = len(three) > 1 and self.box.binding in three
            self.exerting[0] = self.exerting[0] | bit if together else self.exerting[0] & ~bit
        elif three:
            self.exerting[0] |= bit

    def load(self, stack: tuple[int, ...]) -> int:
        """6.1, 36.7 What a stack comes to in thirds of a unit."""
        thirds = self.box.stack_thirds
        return sum([thirds[unit] for unit in stack])

    def _is_full(self, stack: tuple[int, ...]) -> bool:
        """Whether there is no room for a whole unit."""
        return self.load(stack) > 3 * self.box.tables.stacking.units - 3

    def eliminate(self, unit: int, rule: str) -> None:
        """Remove a unit for good, and count the loss (17.6)."""
        self.tell(Eliminated, unit, self.place[unit], rule)
        self.put(unit, GONE)
        self._forget(unit)
        units = self.box.units
        if unit >= units.first_allied:
            self.lost[1] += 1
        elif self.box.thirds >> unit & 1:
            self._count_battalion()
        elif units.mechanized[unit]:
            self.lost[0] += self.box.tables.victory.panzer_counts if self.box.armor >> unit & 1 else 1
        elif self.box.leader_units >> unit & 1:
            self._lose_commander(unit)

    def _count_battalion(self) -> None:
        """17.6, 36 The battalions of Kampfgruppe Peiper are one panzer unit, lost when the last of them is lost."""
        if all([self.place[unit] == GONE for unit in self.box.battalions]):
            self.lost[0] += self.box.tables.victory.panzer_counts

    def _lose_commander(self, leader: int) -> None:
        """24.5 The reserves of a German army are stood down with the loss of its leader; 36.L1 Peiper has his own."""
        mechanized = self.reserve & self.box.units.all_of[0] & self.box.units.all_mechanized
        if leader == self.box.peiper:
            mechanized &= self.box.kampfgruppe
        units = tuple(unit for unit in cells(mechanized) if self.army(unit) == self.army(leader))
        for unit in units:
            self.reserve &= ~(1 << unit)
        if units:
            self.ready = None  # who may move is found out anew
            self.tell(StoodDown, leader, units)

    def lose_step(self, unit: int, rule: str) -> None:
        """9.6 A full-strength unit is flipped; a reduced one, and artillery, is eliminated."""
        if self.reduced >> unit & 1 or not self.box.units.strengths[unit][1]:
            self.eliminate(unit, rule)
        else:
            self.reduced |= 1 << unit
            self.tell(Reduced, unit)

    def send_off(self, unit: int, place: int) -> None:
        """Take a unit off the map alive."""
        self.put(unit, place)
        self._forget(unit)

    def _forget(self, unit: int) -> None:
        """Markers do not follow a unit off the map."""
        keep = ~(1 << unit)
        self.reserve &= keep
        self.unsupplied &= keep
        self.dug &= keep
        self.shocked &= keep
        self.remade &= keep
        self.parted &= keep
        self.builders = tuple(pair for pair in self.builders if pair[0] != unit)
