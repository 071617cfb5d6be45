"""6.0 Activations: who is activated by what, the ban on twice, and the order of things within one."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Automatic, Side
from ardennes.kernel.rungs import KeepsOut, Rung, Rungs, each
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.cards import Card, CardKind
from ardennes.titles.enemy_action_ardennes.box.counters import ARMIES, CORPS
from ardennes.titles.enemy_action_ardennes.box.fields import Stage
from ardennes.titles.enemy_action_ardennes.rules import bridges, combat, improved, supply
from ardennes.titles.enemy_action_ardennes.rules.movement import Movement
from ardennes.titles.enemy_action_ardennes.rules.reactions import Roadblocks
from ardennes.titles.enemy_action_ardennes.state import NOBODY, State

_OKW_ARMY, _OKW_CORPS = ARMIES.index("OKW"), CORPS.index("OKW")


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


def _barred_formations(g: State, side: Side) -> int:
    """6.5b The formations of the corps that their owner activated in his last impulse."""
    found, formations = 0, g.box.units.formations_in
    for corps in cells(g.barred[side]):
        found |= formations[corps]
    return found


def _not_twice(barred: KeepsOut, corps: Callable[[State, int], int]) -> tuple[Rung, Rung]:
    """6.5b, 4.11b Not in the impulse after; in the surprise impulses in no impulse after."""

    def named(g: State, card: Card, number: int) -> dict[str, object]:
        return {"corps": CORPS[corps(g, number)]}

    return (
        Rung(
            "EA-4.11b",
            "units of {corps} Corps were activated in an impulse before",
            lambda g, card, left: barred(g, card, left) if g.surprise() else 0,
            named,
        ),
        Rung(
            "EA-6.5b",
            "units of {corps} Corps were activated in the last impulse",
            lambda g, card, left: 0 if g.surprise() else barred(g, card, left),
            named,
        ),
    )


#: 5.2a, 6.2 What keeps a formation of a division card from being activated.
FORMATIONS = Rungs(
    lambda g, card, number: {},
    *_not_twice(
        lambda g, card, left: left & _barred_formations(g, card.side),
        lambda g, number: g.box.units.formations[number].corps,
    ),
    Rung(
        "EA-6.0",
        "none of its units is on the map",
        each(lambda g, card, number: not on_map(g, g.box.units.formations[number].board)),
    ),
)
#: 5.3 - 5.5, 6.1 What keeps a corps of a card from being activated.
CORPS_OF_CARD = Rungs(
    lambda g, card, corps: {},
    *_not_twice(lambda g, card, left: left & g.barred[card.side], lambda g, corps: corps),
    Rung(
        "EA-6.0",
        "none of its units is on the map",
        each(lambda g, card, corps: not on_map(g, g.box.units.in_corps[corps])),
    ),
)


def any_of(g: State, card: Card) -> bool:
    """Whether a card may activate a formation, a corps or a unit."""
    if card.named:
        found = FORMATIONS.free(g, card, card.named)
    else:
        found = CORPS_OF_CARD.free(g, card, listed_corps(g, card))
    return bool(found or ALONE.free(g, card, g.box.units.all))


def listed_corps(g: State, card: Card) -> int:
    """The corps of a card: its own, those of its army, all of its side; the OKW Reserve by where it stands."""
    if card.kind is CardKind.ARMY and card.side is Side.GERMAN and okw_under(g, card.army):
        return card.listed | 1 << _OKW_CORPS
    return card.listed


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


def _near(g: State, units: int) -> int:
    """6.4 The hexes from which a marker reaches one of some units."""
    there = 0
    for unit in cells(units):
        there |= 1 << g.place[unit]
    return g.box.grid.within(there, g.box.numbers.activation.kampfgruppe_hexes)


#: 6.4a What keeps a card from placing the marker anywhere.
_NO_MARKER = Rung("EA-6.4a", "{card} has no Kampfgruppe", lambda g, card, left: 0 if card.kampfgruppe else left)
#: 6.4, 4.11b Where the marker may not go: where it activates nobody, and in the surprise impulses near units of a corps
#: already used.
KAMPFGRUPPE = Rungs(
    lambda g, card, cell: {"card": card.name},
    _NO_MARKER,
    Rung(
        "EA-6.4b",
        "no unit of a corps that may be activated is within two hexes",
        lambda g, card, left: left & ~_near(g, _kampfgruppe_pool(g, card) & ~barred_units(g, card.side)),
    ),
    Rung(
        "EA-4.11b",
        "a unit of a corps that was activated before is within two hexes",
        lambda g, card, left: (
            left & _near(g, _kampfgruppe_pool(g, card) & barred_units(g, card.side)) if g.surprise() else 0
        ),
    ),
)


def _fed(g: State, side: Side) -> int:
    """6.3b The units of a side that can trace supply now."""
    known = g.remember()
    key = ("fed", side)
    if key not in known:
        known[key] = supply.tracing(g, side)
    found: int = known[key]
    return found


#: 6.3 What keeps a card from activating any one unit.
_NO_UNIT = (
    Rung("EA-5.4b", "{card} does not activate a single unit", lambda g, card, left: 0 if card.one_unit else left),
    Rung(
        "EA-4.11b",
        "the surprise impulses activate formations",
        lambda g, card, left: left if g.surprise() else 0,
    ),
    Rung(
        "EA-6.3a",
        "a single unit has been activated today",
        lambda g, card, left: left if g.lone >> card.side & 1 else 0,
    ),
)
#: 6.3, 6.5 What keeps a unit from being activated alone.
ALONE = Rungs(
    lambda g, card, unit: {"card": card.name, "unit": g.name(unit), "side": card.side},
    *_NO_UNIT,
    Rung(
        "EA-6.3a",
        "{unit} is no {side} unit on the map",
        lambda g, card, left: left & ~(g.box.units.all_of[card.side] & g.mapped),
    ),
    Rung(
        "EA-6.5b",
        "its corps was activated in the last impulse",
        lambda g, card, left: left & barred_units(g, card.side),
    ),
    Rung("EA-6.3b", "{unit} cannot trace supply now", lambda g, card, left: left & ~_fed(g, card.side)),
)

#: 6.1, 6.3, 6.4 Why a card activates no corps, no unit alone, no Kampfgruppe at all: asked where it does not.
NOTHING = {
    "corps": Rungs(
        lambda g, card, _: {"card": card.name},
        Rung("EA-5.4a", "{card} does not list it", lambda g, card, left: 0 if listed_corps(g, card) else left),
        Rung(
            "EA-6.0",
            "nobody of its corps is on the map",
            lambda g, card, left: left if not _corps_on_map(g, listed_corps(g, card)) else 0,
        ),
        Rung(
            "EA-6.5b",
            "each of its corps was activated in the last impulse",
            lambda g, card, left: left if not _corps_on_map(g, listed_corps(g, card)) & ~g.barred[card.side] else 0,
        ),
    ),
    "unit": Rungs(
        lambda g, card, _: {"card": card.name},
        *_NO_UNIT,
        Rung(
            "EA-6.5b",
            "the corps of all units on the map were activated in the last impulse",
            lambda g, card, left: left if not _unbarred(g, card.side) else 0,
        ),
        Rung(
            "EA-6.3b",
            "no unit that may be activated can trace supply now",
            lambda g, card, left: left if not _unbarred(g, card.side) & _fed(g, card.side) else 0,
        ),
    ),
    "hex": Rungs(
        lambda g, card, _: {"card": card.name},
        _NO_MARKER,
        Rung(
            "EA-6.4b",
            "no unit of a corps that may be activated is within two hexes",
            lambda g, card, left: left if not KAMPFGRUPPE.free(g, card, g.box.grid.board) else 0,
        ),
    ),
}


def _corps_on_map(g: State, corps: int) -> int:
    """Those of a set of corps that have somebody on the map."""
    return board_of(number for number in cells(corps) if on_map(g, g.box.units.in_corps[number]))


def _unbarred(g: State, side: Side) -> int:
    """6.5b The units of a side on the map whose corps was not activated in its last impulse."""
    return g.box.units.all_of[side] & g.mapped & ~barred_units(g, side)


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
    g.push(step)
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
