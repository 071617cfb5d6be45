"""Events for the log and for animation: what moved where, which dice fell."""

from __future__ import annotations

from functools import singledispatch

from ardennes.kernel import Event
from ardennes.parts.scenery import Picture
from ardennes.titles.bitter_woods import events as e
from ardennes.titles.bitter_woods.box import EDGES
from ardennes.titles.bitter_woods.table.prose import prose


@singledispatch
def picture(event: Event) -> Picture:
    """An event as a client shows it."""
    return Picture("note", prose(event), event.rule)


@picture.register
def _(event: e.PlayerTurnBegan) -> Picture:
    return Picture("impulse", prose(event), event.rule, side=event.side)


@picture.register
def _(event: e.Moved | e.Retreated | e.Advanced) -> Picture:
    return Picture("move", prose(event), event.rule, pieces=[event.unit], path=[*event.path], place=event.path[-1])


@picture.register
def _(event: e.Entered) -> Picture:
    return Picture("arrival", prose(event), event.rule, pieces=[event.unit], path=[*event.path], place=event.path[-1])


@picture.register
def _(event: e.Crossed) -> Picture:
    return Picture("move", prose(event), event.rule, pieces=[event.unit], place=event.hex)


@picture.register
def _(event: e.LeftMap) -> Picture:
    text = prose(event).replace(f"{{edge:{event.edge}}}", EDGES[event.edge])
    return Picture("note", text, event.rule, pieces=[event.unit], place=event.hex)


@picture.register
def _(event: e.PositionBuilt | e.FortBuilt) -> Picture:
    return Picture("note", prose(event), event.rule, pieces=[event.unit], place=event.hex)


@picture.register
def _(event: e.PositionLost | e.FortLost | e.Interdicted | e.DutyLaid | e.DutyLifted) -> Picture:
    return Picture("note", prose(event), event.rule, place=event.hex)


@picture.register
def _(event: e.AirDropped) -> Picture:
    return Picture("note", prose(event), event.rule, pieces=[*event.units], place=event.hex)


@picture.register
def _(event: e.BridgeBegun | e.BridgeRebuilt) -> Picture:
    return Picture("bridge", prose(event), event.rule, pieces=[event.unit], crossing=event.bridge)


@picture.register
def _(event: e.DemolitionRolled) -> Picture:
    return Picture(
        "bridge",
        prose(event),
        event.rule,
        crossing=event.bridge,
        dice=[event.die],
        need=event.needed,
        side=event.side,
    )


@picture.register
def _(event: e.AttackDeclared) -> Picture:
    both = [*event.units, *event.guns, *event.defenders, *event.support]
    return Picture("battle", prose(event), event.rule, pieces=both, place=event.hex, side=event.side)


@picture.register
def _(event: e.CombatRolled) -> Picture:
    return Picture("fire", prose(event), event.rule, place=event.hex, dice=[event.die])


@picture.register
def _(event: e.Reduced) -> Picture:
    return Picture("loss", prose(event), event.rule, pieces=[event.unit])


@picture.register
def _(event: e.Eliminated) -> Picture:
    return Picture("loss", prose(event), event.rule, pieces=[event.unit], place=event.place)


@picture.register
def _(event: e.PointsCounted | e.LevelShifted) -> Picture:
    return Picture("score", prose(event), event.rule)


@picture.register
def _(event: e.GameOver) -> Picture:
    return Picture("ending", prose(event), event.rule)
