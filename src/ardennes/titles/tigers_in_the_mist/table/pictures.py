"""Events for the log and for animation: what moved where, which dice fell."""

from __future__ import annotations

from functools import singledispatch

from ardennes.kernel import Event
from ardennes.parts.scenery import Picture
from ardennes.titles.tigers_in_the_mist import events as e
from ardennes.titles.tigers_in_the_mist.table.prose import prose


@singledispatch
def picture(event: Event) -> Picture:
    """An event as a client shows it."""
    return Picture("note", prose(event), event.rule)


@picture.register
def _(event: e.ImpulseBegan) -> Picture:
    return Picture("impulse", prose(event), event.rule, side=event.side)


@picture.register
def _(event: e.Arrived) -> Picture:
    return Picture("arrival", prose(event), event.rule, pieces=[event.unit], place=event.zone)


@picture.register
def _(event: e.Released) -> Picture:
    return Picture("arrival", prose(event), event.rule, place=event.area)


@picture.register
def _(event: e.Moved) -> Picture:
    return Picture("move", prose(event), event.rule, pieces=[*event.units], path=[*event.path], place=event.path[-1])


@picture.register
def _(event: e.Shifted) -> Picture:
    return Picture("move", prose(event), event.rule, pieces=[*event.units], place=event.zone)


@picture.register
def _(event: e.Entrenched) -> Picture:
    return Picture("note", prose(event), event.rule, pieces=[event.unit])


@picture.register
def _(event: e.SpecialForces) -> Picture:
    return Picture("special", prose(event), event.rule, place=event.area)


@picture.register
def _(event: e.SpecialForcesLeft) -> Picture:
    return Picture("note", prose(event), event.rule, place=event.area)


@picture.register
def _(event: e.DemolitionRolled | e.ConstructionRolled) -> Picture:
    return Picture(
        "bridge",
        prose(event),
        event.rule,
        pieces=[event.unit],
        crossing=event.bridge,
        dice=[event.die],
        need=event.needed,
    )


@picture.register
def _(event: e.Halted) -> Picture:
    return Picture("note", prose(event), event.rule, pieces=[*event.units], place=event.area)


@picture.register
def _(event: e.BattleJoined) -> Picture:
    both = [*event.attackers, *event.defenders]
    return Picture("battle", prose(event), event.rule, pieces=both, place=event.area, side=event.attacker)


@picture.register
def _(event: e.StoodBy) -> Picture:
    return Picture("note", prose(event), event.rule, pieces=[*event.units])


@picture.register
def _(event: e.ArtilleryCalled) -> Picture:
    return Picture("call", prose(event), event.rule, dice=[*event.dice], need=event.needed, side=event.side)


@picture.register
def _(event: e.ShellFell) -> Picture:
    return Picture(
        "fire", prose(event), event.rule, dice=[event.die], need=event.needed, target=event.target, side=event.side
    )


@picture.register
def _(event: e.Fired) -> Picture:
    return Picture(
        "fire",
        prose(event),
        event.rule,
        pieces=[event.unit],
        dice=[*event.dice],
        need=event.needed,
        target=event.target,
    )


@picture.register
def _(event: e.BattleEnded) -> Picture:
    return Picture("battle end", prose(event), event.rule, place=event.area)


@picture.register
def _(event: e.Eliminated) -> Picture:
    return Picture("loss", prose(event), event.rule, pieces=[event.unit], place=event.place)


@picture.register
def _(event: e.ControlChanged) -> Picture:
    return Picture("control", prose(event), event.rule, path=[], place=event.areas[0], side=event.side)


@picture.register
def _(event: e.Attrition) -> Picture:
    return Picture("loss", prose(event), event.rule, pieces=[*event.units])


@picture.register
def _(event: e.PointsScored | e.ZonesScored | e.ThreeDaysScored) -> Picture:
    return Picture("score", prose(event), event.rule)


@picture.register
def _(event: e.GameOver) -> Picture:
    return Picture("ending", prose(event), event.rule)
