"""Choices in plain words, for what a step does not name itself."""

from __future__ import annotations

from ardennes.kernel import Game, Sight
from ardennes.kernel.words import say
from ardennes.titles.deadly_woods.box import Box
from ardennes.titles.deadly_woods.box.tables import Chit
from ardennes.titles.deadly_woods.rules import victory
from ardennes.titles.deadly_woods.state import OFF_MAP, State, own
from ardennes.titles.deadly_woods.table.counters import face_text
from ardennes.titles.deadly_woods.table.look import unsupplied
from ardennes.titles.deadly_woods.verbs import VERBS

#: What a chit lets its side do, as short as a button wants it.
_BRIEFLY = (
    "move or fight",
    "move, then armor fights",
    "move, then armor fights",
    "move, then fight",
    "move, then fight",
    "move, then fight",
    "enter and move",
    "test supply",
    "move or fight",
    "three units move",
    "enter and move",
    "one of the two",
)


def describe(sight: Sight, verb: str, target: int) -> str:
    """A target as it lies on the table."""
    g = own(sight.state)
    kind = VERBS.by_key[verb].kind
    assert kind is not None
    match kind.name:
        case "unit":
            return unit(g, target)
        case "asset":
            return asset(g, target)
        case "formation":
            return formation(g, target)
        case "chit":
            return say("{chit}: {means}", chit=str(Chit(target)), means=_BRIEFLY[target])
    return kind.called(g.box, target)


def unit(g: State, number: int) -> str:
    """A unit with its values, its markers and its hex."""
    marks = []
    if g.lost[number]:
        marks.append(say("reduced") if g.lost[number] == 1 else say("third step"))
    if unsupplied(g) >> number & 1:
        marks.append(say("out of supply"))
    tail = f" ({', '.join(marks)})" if marks else ""
    where = say(" in {place}", place=g.hex_name(g.place[number])) if g.on_map(number) else ""
    return f"{g.name(number)} {face_text(g.face(number))}{tail}{where}"


def asset(g: State, number: int) -> str:
    """An asset with its strength and where it is."""
    thing = g.box.assets[number]
    strength = f" {thing.strength}" if thing.strength else ""
    where = say(" in {place}", place=g.hex_name(g.asset[number])) if g.asset[number] < OFF_MAP else ""
    return f"{say(thing.name)}{strength}{where}"


def formation(g: State, number: int) -> str:
    """14.7 A formation with its class."""
    found = g.box.units.formations[number]
    return say("{formation} ({kind})", formation=found.name, kind=found.kind)


def texts(game: Game) -> list[str]:
    """3.4, 14 What each round permits, what assets are called, and how games end: for the catalogues."""
    box: Box = game.data
    rounds = [text for row in box.rounds for text in (row.permission, row.on_turn_1)]
    return [*rounds, *(asset.name for asset in box.assets), *victory.levels(box)]
