"""The table as text: hexes from north to south, the reserves, the hand."""

from __future__ import annotations

from ardennes.board.cells import cells
from ardennes.kernel import Side, Sight
from ardennes.kernel.words import phrase, say
from ardennes.parts.title import Survey
from ardennes.titles.enemy_action_ardennes.rules import victory
from ardennes.titles.enemy_action_ardennes.state import RESERVE, State, own
from ardennes.titles.enemy_action_ardennes.table.counters import face_text
from ardennes.titles.enemy_action_ardennes.table.words import clock

LEGEND = (
    "strength-movement, (bracketed); - steps lost, ' moved, ! attacked, % dispersed, l low supply, o out of supply, "
    "i isolated; # town, $ counts for victory, G German, ^ improved position, x roadblock"
)
_SUPPLY = ("", "l", "o", "i")


def headline(sight: Sight) -> str:
    """Day, impulse, points and cards in one line."""
    g = own(sight.state)
    hands = "   ".join(
        say(
            "{side} cards {number}+{other_number}",
            side=side,
            number=len(g.hands[side]),
            other_number=len(g.piles[side]),
        )
        for side in (Side.GERMAN, Side.ALLIED)
    )
    return say(
        "{clock}   German points {points}   {hands}   ends Dec {last_day}",
        clock=clock(sight),
        points=victory.points(g),
        hands=hands,
        last_day=g.box.last_day,
    )


def survey(sight: Sight) -> Survey:
    """Every hex worth mentioning, from north to south, the reserves and the hand."""
    g = own(sight.state)
    shown = g.occupied[0] | g.occupied[1] | sum(1 << cell for cell, worth in g.box.worth.items() if worth)
    found = [(phrase("Map"), [_line(g, cell) for cell in cells(shown)])]
    waiting = [_waiting(g, side) for side in (Side.GERMAN, Side.ALLIED)]
    if any(waiting):
        found.append((phrase("Reserve"), [(say("box"), waiting[0], waiting[1])]))
    if sight.side in (Side.GERMAN, Side.ALLIED):
        cards = ", ".join(
            f"{card + 1} {say(g.box.cards[card].name)}" for card in sorted(g.hands[sight.side]) if card >= 0
        )
        mine = (say("hand"), cards, "") if sight.side is Side.GERMAN else (say("hand"), "", cards)
        found.append((phrase("Cards"), [mine]))
    return Survey(found, LEGEND)


def _waiting(g: State, side: Side) -> str:
    return ", ".join(g.box.units.rows[unit].id for unit in g.box.units.of[side] if g.place[unit] == RESERVE)


def unit_text(g: State, unit: int) -> str:
    """A counter in short: id, values and markers."""
    marks = "-" * g.lost[unit] + _SUPPLY[g.supply[unit]]
    for marked, mark in ((g.moved, "'"), (g.attacked, "!"), (g.dispersed, "%")):
        if marked >> unit & 1:
            marks += mark
    return f"{g.box.units.rows[unit].id} {face_text(g.face(unit), g.box.units.movement[unit])}{marks}"


def _line(g: State, cell: int) -> tuple[str, str, str]:
    text = ", ".join(unit_text(g, unit) for unit in g.units_at(cell))
    box = g.box
    place = f"{box.grid.number(cell)} {box.map.name(cell)}".rstrip()
    worth = sum(1 << c for c, value in box.worth.items() if value)
    marks = ((box.ground.towns, "#"), (worth, "$"), (g.german_towns, "G"), (g.improved, "^"), (g.roadblocks, "x"))
    place += "".join(mark for board, mark in marks if board >> cell & 1)
    return (place, text, "") if g.occupied[Side.GERMAN] >> cell & 1 else (place, "", text)
