"""6.0 Activations: who is activated by what, the ban on twice, and the order of things within one."""

from __future__ import annotations

from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Automatic, Side
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.cards import Card, CardKind
from ardennes.titles.enemy_action_ardennes.box.counters import ARMIES, CORPS, CORPS_OF
from ardennes.titles.enemy_action_ardennes.box.fields import Stage
from ardennes.titles.enemy_action_ardennes.rules import bridges, combat, improved, supply
from ardennes.titles.enemy_action_ardennes.rules.movement import Movement
from ardennes.titles.enemy_action_ardennes.rules.reactions import Roadblocks
from ardennes.titles.enemy_action_ardennes.state import NOBODY, State

_OKW_ARMY, _OKW_CORPS = ARMIES.index("OKW"), CORPS.index("OKW")
_ARMY_GROUP_CORPS = (
    tuple(range(sum(len(CORPS_OF[army]) for army in ARMIES[:4]))),
    tuple(range(sum(len(CORPS_OF[army]) for army in ARMIES[:4]), len(CORPS))),
)


def on_map(g: State, units: int) -> int:
    """The units of a set that stand in a hex."""
    return units & g.mapped


def barred_units(g: State, side: Side) -> int:
    """6.5b Every unit of a corps that its owner activated in his last impulse."""
    found = 0
    for corps in cells(g.barred[side]):
        found |= g.box.units.in_corps[corps]
    return found


# ---- what a card may activate ------------------------------------------------------------------------------


def formations(g: State, card: Card) -> list[int]:
    """5.2a, 6.2 One of the formations on a division card, if it is on the map and not barred."""
    found = []
    for number in card.formations:
        formation = g.box.units.formations[number]
        if not g.barred[card.side] >> formation.corps & 1 and on_map(g, formation.board):
            found.append(number)
    return found


def corps_of(g: State, card: Card) -> list[int]:
    """5.3 - 5.5, 6.1 The corps a card may activate."""
    return [
        corps
        for corps in listed_corps(g, card)
        if not g.barred[card.side] >> corps & 1 and on_map(g, g.box.units.in_corps[corps])
    ]


def listed_corps(g: State, card: Card) -> list[int]:
    """The corps of a card: its own, those of its army, all of its side; the OKW Reserve by where it stands."""
    if card.kind is CardKind.CORPS:
        return [card.corps]
    if card.kind is CardKind.ARMY_GROUP:
        return [*_ARMY_GROUP_CORPS[card.side]]
    if card.kind is not CardKind.ARMY:
        return []
    found = [CORPS.index(name) for name in CORPS_OF[ARMIES[card.army]]]
    if card.side is Side.GERMAN and okw_under(g, card.army):
        found.append(_OKW_CORPS)
    return found


def okw_under(g: State, army: int) -> bool:
    """11.42b, 11.42c Whether an army card may activate the OKW Reserve: the 6th and 7th if it is all in their area, the
    5th if a unit is in neither of these areas, or some are in each."""
    there = 0
    for unit in cells(on_map(g, g.box.okw)):
        there |= 1 << g.place[unit]
    if not there:
        return False
    sixth, fifth, seventh = ARMIES.index("6PA"), ARMIES.index("5PA"), ARMIES.index("7A")
    areas = g.box.army_areas
    if army == fifth:
        between = there & ~areas[sixth] & ~areas[seventh]
        return bool(between or (there & areas[sixth] and there & areas[seventh]))
    return not there & ~areas[army]


def kampfgruppe_units(g: State, card: Card, cell: int) -> int:
    """6.4b, 6.4c, 11.42d The units a Kampfgruppe marker in a hex would activate."""
    near = g.box.ground.within(cell, g.box.numbers.activation.kampfgruppe_hexes)
    wanted = _kampfgruppe_pool(g, card)
    found = 0
    for unit in cells(wanted):
        if near >> g.place[unit] & 1:
            found |= 1 << unit
    return found & ~barred_units(g, card.side)


def _kampfgruppe_pool(g: State, card: Card) -> int:
    units = g.box.units
    army = units.all_of[Side.GERMAN] if card.army < 0 else units.in_army[card.army] | units.in_army[_OKW_ARMY]
    return on_map(g, army)


def kampfgruppe_hexes(g: State, card: Card) -> int:
    """6.4a, 4.11b Where the marker may go so that somebody is activated; in the surprise impulses nowhere near units of
    a corps already used."""
    if not card.kampfgruppe:
        return 0
    pool, barred = _kampfgruppe_pool(g, card), barred_units(g, card.side)
    near = far = 0
    for unit in cells(pool):
        if barred >> unit & 1:
            far |= 1 << g.place[unit]
        else:
            near |= 1 << g.place[unit]
    reach = g.box.numbers.activation.kampfgruppe_hexes
    board = g.box.grid.within(near, reach)
    return board & ~g.box.grid.within(far, reach) if g.surprise() else board


def lone_units(g: State, card: Card) -> list[int]:
    """6.3 The units that may be activated alone: able to trace supply now, not barred; once a day."""
    side = card.side
    if not card.one_unit or g.lone >> side & 1 or g.surprise():
        return []
    known = g.remember()
    if "lone" not in known:
        able = g.box.units.all_of[side] & g.mapped & ~barred_units(g, side)
        known["lone"] = [unit for unit in cells(able) if supply.traces(g, unit)]
    found: list[int] = known["lone"]
    return found


# ---- an activation -----------------------------------------------------------------------------------------


def passengers(g: State, units: int, side: Side) -> int:
    """6.1b The units stacked with those of a corps activated by an Allied army or army group card."""
    for unit in cells(units):
        for other in g.units_at(g.place[unit]):
            units |= 1 << other
    return units & ~barred_units(g, side)


def begin(g: State, side: Side, units: int, what: str, step: Activation) -> None:
    """6.0 Units are activated; 7.9h roadblocks next to Germans go, and bridges next to them change hands (12.2d)."""
    g.active = units
    g.moved = g.attacked = g.defended = g.retreated = 0
    g.recovering = g.dispersed & units
    for unit in cells(units):
        g.roused |= 1 << g.box.units.corps[unit]
    g.tell(events.Activated, side, what, tuple(cells(units)))
    g.replace(step)
    bridges.seize(g, side)
    if side is Side.GERMAN:
        _remove_roadblocks(g)
        Roadblocks(Side.ALLIED).ask(g)


def _remove_roadblocks(g: State) -> None:
    there = 0
    for unit in cells(g.active):
        there |= 1 << g.place[unit]
    for cell in cells(g.roadblocks & g.box.grid.around(there)):
        g.roadblocks ^= 1 << cell
        g.tell(events.Roadblock, cell, False)


class Activation(Automatic[State], frozen=True):
    """4.0n Movement, combat, improved positions, recovery: in this order."""

    rule: ClassVar[str] = "EA-4.0n"
    side: Side
    #: 6.3c Whether the units may attack; 9.23 whether attacks have a bonus tactic; 5.21 whether control is ignored.
    attacks: bool = True
    bonus: bool = False
    zones: bool = True
    stage: Stage = 0

    def run(self, g: State) -> None:
        if self.stage > 3:
            self._end(g)
            return
        g.replace(Activation(self.side, self.attacks, self.bonus, self.zones, self.stage + 1))
        if self.stage == 0 and not g.surprise():
            g.push(Movement(self.side, self.zones))
        elif self.stage == 1 and self.attacks and combat.may_attack(g, self.side):
            g.push(combat.AttackPhase(self.side, self.bonus))
        elif self.stage == 2 and improved.builders(g):
            g.push(improved.BuildPositions(self.side))

    def _end(self, g: State) -> None:
        """9.9c Units that were dispersed when it began recover; the Kampfgruppe marker goes (6.4a)."""
        back = g.recovering & g.dispersed & g.active
        if back:
            g.rally(back)
            g.tell(events.Rallied, tuple(cells(back)))
        g.active = g.moved = g.attacked = g.defended = g.retreated = g.recovering = 0
        g.jammed = 0
        g.kampfgruppe = NOBODY
        g.pop()
