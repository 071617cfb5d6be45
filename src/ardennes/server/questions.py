"""What players ask about a position: answered from what their side can see, encoded in their language."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ardennes.kernel import Action, Game, Reason, Side, Unknown
from ardennes.kernel.languages import spoken_now
from ardennes.parts.spoken import encoded
from ardennes.parts.title import title_of
from ardennes.server.live import LiveGame
from ardennes.server.messages import Because, Forecast, Inspected, Meaning, Shaded
from ardennes.server.playing import NO_SUCH_THING
from ardennes.titles import find


def why_not(game: LiveGame, side: Side | None, verbs: list[str], target: int | None) -> bytes:
    """The first reason against any of these answers."""
    reason = _reason(game, side, verbs, target)
    told = ("", "") if reason is None else (reason.rule, reason.text)
    return encoded(Because(game.number, target, *told))


def _reason(game: LiveGame, side: Side | None, verbs: list[str], target: int | None) -> Reason | None:
    state = game.match.state
    if side is None:
        return Reason("", "spectators only watch")
    if state.side is not side:
        return game.not_yours()
    first: Reason | None = None
    sight = state.sight(side)
    for verb in verbs[:8]:
        action = Action(verb, target)
        reason = sight.why_not(action) if game.knows(action) else NO_SUCH_THING
        if reason is None:
            return None
        first = first or reason
    return first or Reason("", "nothing was asked")


def hints(game: LiveGame, side: Side | None, answers: Iterable[tuple[str, int | None]]) -> bytes:
    """What some choices mean; nothing for a side that is not asked, nor for what is no choice."""
    state, title = game.match.state, title_of(game.match.game)
    if side is None or side is not state.side:
        return encoded(Meaning(game.number, []))
    asked = [Action(*answer) for answer in answers]
    sight = state.sight(side)
    return encoded(Meaning(game.number, [title.hint(sight, a) for a in asked if game.knows(a) and state.allows(a)]))


def odds(game: LiveGame, side: Side | None, verb: str | None, target: int | None) -> bytes:
    """The exact odds of the battle in progress, or of the one a choice of this side leads to."""
    action = None if verb is None else Action(verb, target)
    state = game.match.state
    if action is not None and not (state.side is side and game.knows(action) and state.allows(action)):
        return encoded(Forecast(game.number, verb, target, None))

    def work() -> bytes:
        forecast = title_of(game.match.game).forecast(state.sight(side), action)
        return encoded(Forecast(game.number, verb, target, forecast))

    return game.answer(("odds", side, spoken_now(), action), work)


def shade(game: LiveGame, side: Side | None, overlay: str) -> bytes:
    """An overlay."""

    def work() -> bytes:
        shading = title_of(game.match.game).shade(game.match.state.sight(side), overlay)
        return encoded(Shaded(game.number, shading))

    return game.answer(("shade", side, spoken_now(), overlay), work)


def inspect(game: LiveGame, side: Side | None, place: int) -> bytes:
    """What there is to know of a place."""
    if place not in places(game.match.game):
        raise Unknown("place", str(place), ())

    def work() -> bytes:
        facts = title_of(game.match.game).inspect(game.match.state.sight(side), place)
        return encoded(Inspected(game.number, place, facts))

    return game.answer(("inspect", side, spoken_now(), place), work)


def places(game: Game) -> frozenset[int]:
    """The places of a game. It takes a while to find them for the first time."""
    return _places(game.title.key, game.scenario, tuple(game.options.items()))


@lru_cache(maxsize=256)
def _places(title: str, scenario: str, options: tuple[tuple[str, bool | int], ...]) -> frozenset[int]:
    game = Game.of(find(title), scenario, dict(options))
    return frozenset(place.id for place in title_of(game).scene(game).places)
