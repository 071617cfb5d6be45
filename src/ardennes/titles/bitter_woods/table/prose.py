"""Events as sentences, in our own words. `{unit:17}`, `{hex:41}` and `{bridge:3}` mark what a client may link."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import singledispatch

from ardennes.kernel import Event
from ardennes.titles.bitter_woods import events as e
from ardennes.titles.bitter_woods.box import EDGES, OFF_MAP, turns


def unit(number: int) -> str:
    """A unit as a mark."""
    return f"{{unit:{number}}}"


def hexagon(cell: int) -> str:
    """A hex as a mark."""
    return f"{{hex:{cell}}}"


def bridge(number: int) -> str:
    """A bridge as a mark."""
    return f"{{bridge:{number}}}"


def _list(numbers: Iterable[int], mark: Callable[[int], str] = unit) -> str:
    words = [mark(number) for number in numbers]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def _are(numbers: Iterable[int]) -> str:
    return "is" if len(list(numbers)) == 1 else "are"


@singledispatch
def prose(event: Event) -> str:
    """An event as a sentence."""
    raise NotImplementedError(type(event).__name__)


@prose.register
def _(event: e.PlayerTurnBegan) -> str:
    ground = {"mud": ", in the mud", "freeze": ", on frozen ground"}.get(event.ground, "")
    text = f"{turns.name(event.turn)}{ground}: the {event.side} player turn begins"
    if event.german_air or event.allied_air:
        text += f", with {event.german_air} German and {event.allied_air} Allied aircraft"
    return text + "."


@prose.register
def _(event: e.SupplyChecked) -> str:
    if not event.units:
        return "Every unit is in supply."
    return f"Out of supply: {_list(event.units)}."


@prose.register
def _(event: e.ShortageRolled) -> str:
    if not event.second:
        return f"German supply: {event.die}, no shortage."
    text = f"German supply: {event.die}, then {event.second}: shortage for {event.text}"
    return f"{text} ({_list(event.units)})." if event.units else f"{text}, which has no unit on the map."


@prose.register
def _(event: e.AirDropped) -> str:
    return f"Supplies are dropped on {hexagon(event.hex)} for {_list(event.units)}."


@prose.register
def _(event: e.Interdicted) -> str:
    return f"Allied aircraft interdict {hexagon(event.hex)}."


@prose.register
def _(event: e.Reserved) -> str:
    return f"{unit(event.unit)} goes into reserve."


@prose.register
def _(event: e.ReserveLost) -> str:
    return f"{_list(event.units)} {_are(event.units)} no longer in reserve: the enemy is next door."


@prose.register
def _(event: e.Moved) -> str:
    return f"{unit(event.unit)} moves from {hexagon(event.path[0])} to {hexagon(event.path[-1])} for {event.cost} MP."


@prose.register
def _(event: e.Entered) -> str:
    text = f"{unit(event.unit)} enters at {hexagon(event.path[0])}"
    if len(event.path) > 1:
        text += f" and goes to {hexagon(event.path[-1])}"
    return f"{text} for {event.cost} MP."


@prose.register
def _(event: e.LeftMap) -> str:
    return f"{unit(event.unit)} leaves the map from {hexagon(event.hex)} over the {EDGES[event.edge]} edge."


@prose.register
def _(event: e.PositionBuilt) -> str:
    return f"{unit(event.unit)} builds an improved position in {hexagon(event.hex)}."


@prose.register
def _(event: e.PositionLost) -> str:
    return f"The improved position in {hexagon(event.hex)} is given up."


@prose.register
def _(event: e.FortBuilt) -> str:
    return f"{unit(event.unit)} fortifies {hexagon(event.hex)}."


@prose.register
def _(event: e.FortLost) -> str:
    return f"The fortification of {hexagon(event.hex)} is taken."


@prose.register
def _(event: e.BridgeBegun) -> str:
    return f"{unit(event.unit)} begins to rebuild the bridge {bridge(event.bridge)}."


@prose.register
def _(event: e.BridgeRebuilt) -> str:
    return f"{unit(event.unit)} completes the bridge {bridge(event.bridge)}."


@prose.register
def _(event: e.Crossed) -> str:
    return f"{unit(event.unit)} crosses to {hexagon(event.hex)} with the builders."


@prose.register
def _(event: e.DemolitionRolled) -> str:
    result = "and it goes up" if event.blown else "but the charge fails"
    return f"The {event.side} side tries to blow {bridge(event.bridge)}: {event.die}, needs {event.needed}, {result}."


@prose.register
def _(event: e.AttackDeclared) -> str:
    text = f"{_list(event.units)} attack {hexagon(event.hex)}, held by {_list(event.defenders)}"
    if len(event.units) == 1:
        text = text.replace(" attack ", " attacks ", 1)
    if event.guns:
        text += f", supported by {_list(event.guns)}"
    if event.air:
        text += " with aircraft" if not event.guns else " and aircraft"
    if event.support or event.cover:
        help_ = [*map(unit, event.support), *(["aircraft"] if event.cover else [])]
        text += "; the defender is helped by " + (" and ".join(help_) if len(help_) < 3 else ", ".join(help_))
    return text + "."


@prose.register
def _(event: e.CombatRolled) -> str:
    modifier = f" {event.modifier:+d}" if event.modifier else ""
    odds = f"{event.attack} against {event.defense} on the {event.column} column"
    return f"{odds}: {event.die}{modifier}, {event.result}."


@prose.register
def _(event: e.Reduced) -> str:
    return f"{unit(event.unit)} is reduced."


@prose.register
def _(event: e.Eliminated) -> str:
    where = f" in {hexagon(event.place)}" if event.place < OFF_MAP else ""
    why = {
        "BW-9.7o": ", with no way to retreat",
        "BW-9.5m": ", left alone under a counterattack result",
    }.get(event.why, "")
    return f"{unit(event.unit)} is eliminated{where}{why}."


@prose.register
def _(event: e.Retreated) -> str:
    if len(event.path) == 1:
        return f"{unit(event.unit)} retreats off the map from {hexagon(event.path[0])}."
    return f"{unit(event.unit)} retreats from {hexagon(event.path[0])} to {hexagon(event.path[-1])}."


@prose.register
def _(event: e.Advanced) -> str:
    return f"{unit(event.unit)} advances to {hexagon(event.path[-1])}."


@prose.register
def _(event: e.DutyLaid) -> str:
    if event.kind == "CA":
        return f"The {event.side} units in {hexagon(event.hex)} must counterattack or withdraw."
    return f"Both sides are engaged at {hexagon(event.hex)}; the {event.side} side must attack again."


@prose.register
def _(event: e.DutyLifted) -> str:
    what = "counterattack" if event.kind == "CA" else "engagement"
    return f"The {what} at {hexagon(event.hex)} binds nobody any more."


@prose.register
def _(event: e.TurnEnded) -> str:
    return f"{turns.name(event.turn)} is over."


@prose.register
def _(event: e.PointsCounted) -> str:
    points = "; ".join(event.points) or "none"
    return f"German victory points: {len(event.points)} of {event.needed} needed ({points})."


@prose.register
def _(event: e.LevelShifted) -> str:
    whom = "Allies" if event.shift > 0 else "Germans"
    losses = f"{event.allied_lost} Allied units and {event.german_lost} German mechanized units lost"
    return f"{losses}: the result moves one level towards the {whom}."


@prose.register
def _(event: e.GameOver) -> str:
    return f"The game is over: {event.level}."
