"""How things on the table and the time of day are called, where a step has no words of its own."""

from __future__ import annotations

from ardennes.kernel import Game, Sight
from ardennes.kernel.words import say
from ardennes.titles.enemy_action_ardennes.box import Box
from ardennes.titles.enemy_action_ardennes.state import own
from ardennes.titles.enemy_action_ardennes.table.counters import face_text
from ardennes.titles.enemy_action_ardennes.verbs import VERBS


def describe(sight: Sight, verb: str, target: int) -> str:
    """A target as it lies on the table."""
    g = own(sight.state)
    kind = VERBS.by_key[verb].kind
    assert kind is not None
    if kind.name == "unit":
        where = say(" in {place}", place=g.hex_name(g.place[target])) if g.on_map(target) else ""
        return f"{g.name(target)} {face_text(g.face(target), g.box.units.movement[target])}{where}"
    return kind.called(g.box, target)


def clock(sight: Sight) -> str:
    """The day and the impulse, e.g. "December 18, German impulse 3"."""
    g = own(sight.state)
    day = min(g.day, g.box.last_day)
    number = g.impulses[g.turn]
    return (
        say("December {day}, {turn} impulse {number}", day=day, turn=g.turn, number=number)
        if number
        else say("December {day}", day=day)
    )


def texts(game: Game) -> list[str]:
    """The names of cards, events and tactics, and the situations on chits: for the catalogues."""
    box: Box = game.data
    found = [card.name for card in box.cards] + [row.name for row in box.events]
    found += [row.name for row in box.tactics.values()]
    return found + [side.text for chit in box.chits.all for side in (chit.front, chit.back)]
