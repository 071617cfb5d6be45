"""Events as sentences, in our own words. `{unit:17}`, `{area:41}` and `{bridge:3}` mark what a client may link."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import singledispatch

from ardennes.kernel import Event
from ardennes.titles.tigers_in_the_mist import events as e
from ardennes.titles.tigers_in_the_mist.rules.special_forces import EFFECTS


def unit(number: int) -> str:
    """A unit as a mark."""
    return f"{{unit:{number}}}"


def area(place: int) -> str:
    """An area or zone as a mark."""
    return f"{{area:{place}}}"


def bridge(number: int) -> str:
    """A bridge as a mark."""
    return f"{{bridge:{number}}}"


def _list(numbers: Iterable[int], mark: Callable[[int], str]) -> str:
    words = [mark(number) for number in numbers]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def _rolls(dice: Iterable[int]) -> str:
    return ", ".join(map(str, dice))


@singledispatch
def prose(event: Event) -> str:
    """An event as a sentence."""
    raise NotImplementedError(type(event).__name__)


@prose.register
def _(event: e.ImpulseBegan) -> str:
    return f"December {event.day}, impulse {event.impulse}: the {event.side} side moves."


@prose.register
def _(event: e.Arrived) -> str:
    return f"{unit(event.unit)} arrives in {area(event.zone)}."


@prose.register
def _(event: e.Released) -> str:
    return f"German superiority in {area(event.area)} releases {event.formation}."


@prose.register
def _(event: e.Moved) -> str:
    how = ", wading where the bridge is down" if event.waded else ""
    verb = "moves" if len(event.units) == 1 else "move"
    names = _list(event.units, unit)
    return f"{names} {verb} from {area(event.path[0])} to {area(event.path[-1])} for {event.cost} MP{how}."


@prose.register
def _(event: e.Shifted) -> str:
    verb = "goes" if len(event.units) == 1 else "go"
    return f"{_list(event.units, unit)} {verb} round to {area(event.zone)}."


@prose.register
def _(event: e.Entrenched) -> str:
    return f"{unit(event.unit)} digs in."


@prose.register
def _(event: e.SpecialForces) -> str:
    return f"Special Forces appear in {area(event.area)} to {_intent(event.effect)}."


def _intent(effect: int) -> str:
    return "spread battlefield confusion" if effect == 3 else EFFECTS[effect]


@prose.register
def _(event: e.SpecialForcesLeft) -> str:
    return f"The Special Forces in {area(event.area)} disappear."


@prose.register
def _(event: e.DemolitionRolled) -> str:
    roll = f"rolls {event.die}, needs {event.needed}, "
    result = "and the bridge goes up" if event.blown else "but the charge fails"
    return f"{unit(event.unit)} tries to blow {bridge(event.bridge)}: {roll}{result}."


@prose.register
def _(event: e.Halted) -> str:
    verb = "is" if len(event.units) == 1 else "are"
    return f"{_list(event.units, unit)} {verb} stopped in {area(event.area)} and lose 1 MP."


@prose.register
def _(event: e.BattleJoined) -> str:
    text = f"Battle of {area(event.area)}: {_list(event.attackers, unit)} against {_list(event.defenders, unit)}"
    if event.river:
        text += ", over the river"
    if event.confusion:
        text += ", in confusion"
    return text + "."


@prose.register
def _(event: e.StoodBy) -> str:
    verb = "stands" if len(event.units) == 1 else "stand"
    return f"{_list(event.units, unit)} {verb} by."


@prose.register
def _(event: e.ArtilleryCalled) -> str:
    shots = "shot" if event.available == 1 else "shots"
    return f"{event.side} artillery calls roll {_rolls(event.dice)}, need {event.needed}: {event.available} {shots}."


@prose.register
def _(event: e.CombinedArms) -> str:
    if event.complete:
        return "The attack is combined arms."
    return "The attack lacks combined arms: defending fire gets -1."


@prose.register
def _(event: e.ShellFell) -> str:
    result = "hit" if event.hit else "miss"
    return f"{event.side} artillery on {unit(event.target)}: {event.die}, needs {event.needed}, {result}."


@prose.register
def _(event: e.Fired) -> str:
    hits = "1 hit" if event.hits == 1 else f"{event.hits or 'no'} hits"
    return f"{unit(event.unit)} fires at {unit(event.target)}: {_rolls(event.dice)}, needs {event.needed}, {hits}."


@prose.register
def _(event: e.Wasted) -> str:
    what = "An artillery shot" if event.unit < 0 else f"The fire of {unit(event.unit)}"
    return f"{what} at {unit(event.target)} is wasted."


@prose.register
def _(event: e.BattleEnded) -> str:
    return (
        f"The battle of {area(event.area)} ends: {event.attacker_strength} attacking and "
        f"{event.defender_strength} defending strength points remain."
    )


@prose.register
def _(event: e.Eliminated) -> str:
    return f"{unit(event.unit)} is eliminated."


@prose.register
def _(event: e.ConstructionRolled) -> str:
    result = "and the bridge stands" if event.built else "not yet"
    return f"{unit(event.unit)} works on {bridge(event.bridge)}: rolls {event.die}, needs {event.needed}, {result}."


@prose.register
def _(event: e.ControlChanged) -> str:
    return f"The {event.side} side takes control of {_list(event.areas, area)}."


@prose.register
def _(event: e.Attrition) -> str:
    verb = "loses" if len(event.units) == 1 else "lose"
    return f"Out of supply: {_list(event.units, unit)} {verb} a strength point."


@prose.register
def _(event: e.PointsScored) -> str:
    if not event.areas:
        return f"End of December {event.day}: no victory points; the total stays {event.total}."
    gains = ", ".join(f"{area(place)} {value}" for place, value in event.areas)
    return f"End of December {event.day}: {gains}; the German total is {event.total} VP."


@prose.register
def _(event: e.ZonesScored) -> str:
    if not event.zones:
        return f"No German strength in victory point zones; the final total is {event.total} VP."
    gains = ", ".join(f"{area(zone)} {value}" for zone, value in event.zones)
    return f"German strength across the edge scores {gains}; the final total is {event.total} VP."


@prose.register
def _(event: e.ThreeDaysScored) -> str:
    towns = ", ".join(f"{area(town)} {value}" for town, value in event.towns) or "none"
    return f"Towns: {towns}. Holes in the Allied line: {event.holes}. The German total is {event.total} VP."


@prose.register
def _(event: e.GameOver) -> str:
    return f"The game is over: {event.level}."
