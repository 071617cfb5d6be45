"""29, 38 Events as cards: one for each, on the table once it has happened and as long as it matters."""

from __future__ import annotations

from ardennes.kernel import Game, Side
from ardennes.kernel.words import say
from ardennes.parts.eye.sideboard import Card, CardLine, Laid
from ardennes.titles.bitter_woods.box import Box, turns
from ardennes.titles.bitter_woods.box.fates import Fate
from ardennes.titles.bitter_woods.state import State


def _in_use(box: Box) -> list[str]:
    """The tables of events that are rolled on in a game."""
    tables = (("17AM", box.events_17am), ("18AM", box.random_events), ("19AM", box.events_19am))
    return [table for table, used in tables if used]


def _listed(box: Box) -> list[tuple[str, str, Fate]]:
    """Every event that may happen, with its table and the rolls that bring it."""
    found: dict[tuple[str, str], tuple[list[int], Fate]] = {}
    for table in _in_use(box):
        for roll, fates in box.fates[table].items():
            if fates:
                found.setdefault((table, fates[0].key), ([], fates[0]))[0].append(roll)
    return [(table, "-".join(map(str, rolls)), fate) for (table, _), (rolls, fate) in found.items()]


def cards(box: Box) -> list[Card]:
    """The events of the tables in use."""
    return [
        Card(
            number,
            fate.name,
            [CardLine(say("{effect}.", effect=fate.effect), fate.rule)],
            say("Event of {table}", table=table),
            corner=rolls,
        )
        for number, (table, rolls, fate) in enumerate(_listed(box))
    ]


def texts(game: Game) -> list[str]:
    """5.3, 12.6, 29, 38 The ground, who may be short of supply, what events are called and do: for the catalogues."""
    box: Box = game.data
    fates = [fate for rolls in box.fates.values() for found in rolls.values() for fate in found]
    found = [*(row.ground for row in box.track), *(row.text for row in box.shortage)]
    return [*found, *(text for fate in fates for text in (fate.name, fate.effect))]


def in_force(g: State) -> list[Fate]:
    """The events that have happened and still matter."""
    fates = g.box.fates
    rolled = (*fates["17AM"][g.event17], *fates["18AM"][g.event18], *fates["19AM"][g.event19])
    return [fate for fate in rolled if g.turn <= fate.until]


def laid(g: State) -> list[Laid]:
    """Their cards, open on the table."""
    happened = {fate.key for fate in in_force(g)}
    return [
        Laid(number, Side.GERMAN, say("{effect} (until {until})", effect=fate.effect, until=turns.name(fate.until)))
        for number, (_, _, fate) in enumerate(_listed(g.box))
        if fate.key in happened
    ]
