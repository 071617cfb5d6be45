"""What players ask about a position: answered from what their side can see, encoded in their language.

A question may be asked with something in hand, as if that had been taken up; nobody else hears of it.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import lru_cache

from ardennes.kernel import NO_SUCH_THING, Action, Game, Reason, Side, Sight, Unknown
from ardennes.kernel.languages import spoken_now
from ardennes.parts.eye.spoken import encoded
from ardennes.parts.title import title_of
from ardennes.server import frames
from ardennes.server.live import LiveGame
from ardennes.server.messages import Because, Forecast, Inspected, Meaning, Peeked, Shaded
from ardennes.server.telling import answers
from ardennes.titles import find

log = logging.getLogger("ardennes.server")

#: Answers that only take something up, as they travel.
Held = Sequence[tuple[str, int | None]]


def peek(game: LiveGame, side: Side | None, hand: Held) -> bytes:
    """What taking something up would show its owner: what his pieces could do."""
    title, bare = title_of(game.match.game), game.match.state.sight(side)
    sight = bare
    taken: list[Action] = []
    for action in game.known(hand):
        if (held := sight.holding([action])) is not sight:
            taken.append(action)
            sight = held
    try:
        return encoded(Peeked(game.number, taken, frames.change(title.look(bare), title.look(sight))))
    except Exception:
        log.exception("game %s, position %s: what is in hand cannot be shown", game.row.id, game.number)
        return encoded(Peeked(game.number, taken, answers(sight)))  # as of a position that cannot be shown


def why_not(game: LiveGame, side: Side | None, verbs: list[str], target: int | None, hand: Held = ()) -> bytes:
    """The first reason against any of these answers."""
    reason = _reason(game, side, verbs, target, hand)
    told = ("", "") if reason is None else (reason.rule, reason.text)
    return encoded(Because(game.number, target, *told))


def _reason(game: LiveGame, side: Side | None, verbs: list[str], target: int | None, hand: Held) -> Reason | None:
    if side is None:
        return Reason("", "spectators only watch")
    if game.match.state.side is not side:
        return game.not_yours()
    first: Reason | None = None
    sight = _seen(game, side, hand)
    for verb in verbs[:8]:
        action = Action(verb, target)
        reason = sight.why_not(action) if game.knows(action) else NO_SUCH_THING
        if reason is None:
            return None
        first = first or reason
    return first or Reason("", "nothing was asked")


def _seen(game: LiveGame, side: Side | None, hand: Held) -> Sight:
    """What a side sees with this in hand."""
    return game.match.state.sight(side).holding(game.known(hand))


def hints(game: LiveGame, side: Side | None, answers: Held, hand: Held = ()) -> bytes:
    """What some choices mean; nothing for a side that is not asked, nor for what is no choice."""
    if side is None or side is not game.match.state.side:
        return encoded(Meaning(game.number, []))
    title, sight = title_of(game.match.game), _seen(game, side, hand)
    asked = [action for action in game.known(answers) if sight.state.allows(action)]
    return encoded(Meaning(game.number, [title.hint(sight, action) for action in asked]))


def odds(game: LiveGame, side: Side | None, verb: str | None, target: int | None, hand: Held = ()) -> bytes:
    """The exact odds of the battle in progress, or of the one a choice of this side leads to."""
    action = None if verb is None else Action(verb, target)
    sight = _seen(game, side, hand)
    if action is not None and not (sight.asked and game.knows(action) and sight.state.allows(action)):
        return encoded(Forecast(game.number, verb, target, None))

    def work() -> bytes:
        forecast = title_of(game.match.game).forecast(sight, action)
        return encoded(Forecast(game.number, verb, target, forecast))

    return game.answer(("odds", side, spoken_now(), action, *game.known(hand)), work)


def shade(game: LiveGame, side: Side | None, overlay: str) -> bytes:
    """An overlay."""

    def work() -> bytes:
        shading = title_of(game.match.game).shade(game.match.state.sight(side), overlay)
        return encoded(Shaded(game.number, shading))

    return game.answer(("shade", side, spoken_now(), overlay), work)


def inspect(game: LiveGame, side: Side | None, place: int, hand: Held = ()) -> bytes:
    """What there is to know of a place."""
    if place not in places(game.match.game):
        raise Unknown("place", str(place), ())

    def work() -> bytes:
        facts = title_of(game.match.game).inspect(_seen(game, side, hand), place)
        return encoded(Inspected(game.number, place, facts))

    return game.answer(("inspect", side, spoken_now(), place, *game.known(hand)), work)


def places(game: Game) -> frozenset[int]:
    """The places of a game. It takes a while to find them for the first time."""
    return _places(game.title.key, game.scenario, tuple(game.options.items()))


@lru_cache(maxsize=256)
def _places(title: str, scenario: str, options: tuple[tuple[str, bool | int], ...]) -> frozenset[int]:
    game = Game.of(find(title), scenario, dict(options))
    return frozenset(place.id for place in title_of(game).scene(game).places)
