"""What lies on the table as a client draws it: where units are, their strength and marks, markers in hexes."""

from __future__ import annotations

from functools import lru_cache

from ardennes.board.cells import cells
from ardennes.kernel import Choice, Side, Sight
from ardennes.kernel.words import say
from ardennes.parts.eye.sideboard import shown_standing
from ardennes.parts.title import Looks
from ardennes.titles.bitter_woods.box import AWAY, EXITED, GONE, OFF_MAP, UNUSED, WAITING, turns
from ardennes.titles.bitter_woods.rules import dumps, victory
from ardennes.titles.bitter_woods.state import State, own
from ardennes.titles.bitter_woods.table import happenings
from ardennes.titles.bitter_woods.table.markers import marks, tokens
from ardennes.titles.bitter_woods.table.tracks import markers

#: What may be answered in advance.
QUESTIONS = {"BW-25.3a": "Germans come up to where a fuel dump of yours may lie"}
#: What a client shows of a unit that is not in a hex: to come, or out of the game.
_OFF: dict[int, int] = {GONE: GONE, EXITED: GONE, UNUSED: GONE, WAITING: 0}


def laid(sight: Sight) -> Looks:
    """What lies on the table, as a client draws it."""
    g = own(sight.state)
    return {
        "turn": min(g.turn, g.box.last_turn) - g.box.first_turn,
        "score": score(g),
        "place": [place if place < OFF_MAP else _OFF.get(place, 0 if place >= AWAY else GONE) for place in g.place],
        "strength": [g.strength(unit) for unit in range(len(g.place))],
        "marks": marks(g),
        "spent": _none(len(g.place)),
        "control": [],
        "down": _down(g.blown),
        "tokens": tokens(g),
        "freed": _freed(g),
        "markers": markers(g),
        "standing": shown_standing(g, sight.side, QUESTIONS) if _asks(g, sight.side) else [],
        "laid": happenings.laid(g) if g.event17 or g.event18 or g.event19 else [],
    }


def _asks(g: State, side: Side | None) -> bool:
    """25.3 Whether there may still be something to ask a side about in advance."""
    return side is Side.ALLIED and bool(dumps.answers(g, Side.ALLIED))


def phase(sight: Sight) -> str:
    """4.0 What the game is at, e.g. "17PM: German player turn, combat"."""
    g = own(sight.state)
    top = g.stack[-1] if g.stack else None
    if not isinstance(top, Choice):
        return "Game over"
    return say(
        "{turn}: {mover} player turn, {under_way}", turn=turns.name(g.turn), mover=g.mover, under_way=top.under_way()
    )


@lru_cache(maxsize=4)
def _none(count: int) -> list[int]:
    return [0] * count


@lru_cache(maxsize=1024)
def _down(blown: int) -> list[tuple[int, int]]:
    return [(bridge, 0) for bridge in cells(blown)]


def score(g: State) -> int:
    """17 Where the game would end if it ended now: points, or the level with a draw at 0."""
    if g.result is not None:
        return g.result.score
    if g.box.scenario.points is not None:
        return len(victory.points(g))
    level = min(max(victory.level(g) + victory.shift(g), victory.GERMAN_STRATEGIC), victory.ALLIED_STRATEGIC)
    return victory.DRAW - level


def _freed(g: State) -> list[int]:
    """16.1 The groups of `scene.waiting` whose condition is met."""
    texts: dict[str, bool] = {}
    for unit, condition in enumerate(g.box.conditions):
        if condition is not None and g.box.playing >> unit & 1:
            texts.setdefault(condition.text, bool(condition.board & g.occupied[Side.GERMAN]))
    return [number for number, met in enumerate(texts.values()) if met]
