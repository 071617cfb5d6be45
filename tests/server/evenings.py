"""Whole games through the server: who sits at the table, how they answer at random, and what they ask on the way.

Two players and a spectator have a page open each; one of the players reads German. What they answer is drawn from a
seed out of what they are offered, and so the very same game can be played without the server (`alone`), which tells
what such an evening meets.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import cycle
from typing import Any, NamedTuple

from ardennes.kernel import Action, Chance, Choice, Choices, Game, Match, Side, State
from ardennes.parts.title import title_of
from ardennes.titles import KEYS, find
from tests.server.club import Club

#: The share of positions at which something is asked, and the number of times in a game that pages are opened anew.
ASKED, OPENED = 0.03, 6
LANGUAGES = ("en", "de", "en")


class Evening(NamedTuple):
    """A scenario to be played, with the options of a preset or as it stands."""

    title: str
    scenario: str
    preset: str = ""

    def __str__(self) -> str:
        return "-".join(filter(None, self))

    @property
    def options(self) -> dict[str, bool | int]:
        return find(self.title).preset(self.preset, self.scenario) if self.preset else {}

    @property
    def game(self) -> Game:
        return Game.of(find(self.title), self.scenario, self.options)


def evenings() -> Iterator[Evening]:
    """Every scenario of every title, and every preset that switches something, in one scenario each."""
    for key in KEYS:
        title = find(key)
        names = [scenario.key for scenario in title.scenarios]
        for name in names:
            yield Evening(key, name)
        switching = [p.key for p in title.presets if any(title.preset(p.key, name) for name in names)]
        for preset, name in zip(switching, cycle(names), strict=False):
            yield Evening(key, name, preset)


EVENINGS = tuple(evenings())
SEED = 1944
#: So much is taken up for one move at most, as much as goes in a message: a pick-up alone is no move.
HELD = 60


def drawn(choices: Choices | dict[str, list[int | None]], rng: random.Random) -> Action:
    """One of the choices: what ends a phase comes up half as often as a verb with targets, so that evenings end."""
    verbs = list(choices)
    verb = rng.choices(verbs, [min(len(choices[verb]), 2) for verb in verbs])[0]
    return Action(verb, rng.choice(choices[verb]))


# ---- the same evening without the server ---------------------------------------------------------------------


#: A kind of step that was met, a thing drawn that somebody saw, or a card shown to somebody: ("Stand", None),
#: ("cup", 3), ("card", "corps card, primary: OKW Reserve").
#: Cards go by their titles, since options change how they are numbered.
Met = tuple[str, int | str | None]
CARD = "card"


class Alone(NamedTuple):
    """An evening played on the engine alone, and what it met."""

    match: Match
    met: frozenset[Met]
    #: Everything that could have been drawn, with the first position and answer at which it could.
    could: dict[Met, tuple[State, Action]]


@cache
def alone(evening: Evening) -> Alone:
    """The evening as the server plays it, without the server."""
    match, rng = Match(evening.game, SEED), random.Random(str(evening))
    begins = evening.game.unstarted(SEED)
    met = {what for drawing in rolled(begins, match.opening.chance) for what in drawing.met}
    met |= cards_shown(match.state)
    could: dict[Met, tuple[State, Action]] = {}
    while match.state.stack:
        before, led = match.state, list[Action]()
        action = drawn(before.choices(), rng)
        while before.only_lifts(action) and len(led) < HELD:
            met.add((type(before.stack[-1]).__name__, None))
            before = before.copy()
            before.play(action)
            led.append(action)
            action = drawn(before.choices(), rng)
        met.add((type(before.stack[-1]).__name__, None))
        move = match.play(action, led=led)
        for drawing in rolled(before, move.chance, move.action):
            met.update(drawing.met)
            for what in drawing.possible:
                could.setdefault(what, (before, move.action))
        if move.chance:
            met |= cards_shown(match.state)
    return Alone(match, frozenset(met), could)


class Drawing(NamedTuple):
    """A chance that came: what it met, and what else could have been drawn."""

    met: tuple[Met, ...]
    possible: tuple[Met, ...]


def rolled(state: State, chance: tuple[int, ...], action: Action | None = None) -> Iterator[Drawing]:
    """The chances after an answer, or before the first one, as they came."""
    if not chance:
        return
    after = state.copy()
    if action is not None:
        after.act(action)
    for outcome in chance:
        chances = after.advance()
        top = after.stack[-1]
        assert chances is not None
        assert isinstance(top, Chance)
        met: tuple[Met, ...] = ((type(top).__name__, None),)
        if top.luck not in ("dice", "deck") and (top.shown_to(after, Side.GERMAN) or top.shown_to(after, Side.ALLIED)):
            yield Drawing((*met, (top.luck, outcome)), tuple((top.luck, what) for _, what in chances.pairs))
        else:
            yield Drawing(met, ())
        after.drawn += 1
        after.resolve(outcome)


def cards_shown(state: State) -> set[Met]:
    """The cards that one of the sides sees: its hand, and what lies open."""
    cards = _cards(state.game.title.key, state.game.scenario, tuple(state.game.options.items()))
    if not cards:
        return set()
    looks = [title_of(state.game).look(state.sight(side)) for side in (Side.GERMAN, Side.ALLIED)]
    return {cards[card.card] for look in looks for where in ("hand", "laid") for card in look.get(where, ())}


def cards_of(game: Game) -> set[Met]:
    """Every card that belongs to a game."""
    return {*_cards(game.title.key, game.scenario, tuple(game.options.items()))}


@cache
def _cards(title: str, scenario: str, options: tuple[tuple[str, bool | int], ...]) -> tuple[Met, ...]:
    game = Game.of(find(title), scenario, dict(options))
    return tuple((CARD, f"{card.kind}: {card.title}") for card in title_of(game).scene(game).cards)


def kinds_of_steps(title: str) -> set[str]:
    """Every kind of step at which a title asks or rolls; those with an underscore are only common ground."""
    steps = find(title).steps
    return {name for name, step in steps.items() if issubclass(step, Choice | Chance) and not name.startswith("_")}


# ---- at the table --------------------------------------------------------------------------------------------


class Company:
    """Two players and a spectator at one game, each with a page of his own."""

    def __init__(self, club: Club, made: dict[str, Any], game: Game, seed: str) -> None:
        self.club = club
        self.tokens = [seat["token"] for seat in made["seats"][:3]]
        self.seats = [club.sit(*page) for page in zip(self.tokens, LANGUAGES, strict=True)]
        self.game = game
        scene = title_of(game).scene(game)
        self.overlays = [overlay.key for overlay in scene.overlays]
        self.places = [place.id for place in scene.places]
        self.domain = [(verb, targets) for verb, targets in game.title.domain(game).items()]
        #: What is asked comes from a seed of its own, so that the answers are those of the evening alone.
        self.rng = random.Random(f"questions {seed}")
        #: Every prompt heard, in English and in German.
        self.prompts: set[tuple[str, str]] = set()

    def close(self) -> None:
        for seat in self.seats:
            seat.close()

    @property
    def mover(self) -> int | None:
        """The side that decides."""
        side: int | None = self.seats[2].look["side"]
        return side

    def answer(self, rng: random.Random, hand: Sequence[Action] = ()) -> None:
        """The side that decides gives one of the answers it is offered; what only takes something up nobody hears."""
        assert self.mover is not None
        hand = [*hand]
        look = self.holding(hand)
        action = drawn(look["choices"], rng)
        while action.verb in look["lifts"] and len(hand) < HELD:
            hand.append(action)
            look = self.holding(hand)
            if self.rng.random() < ASKED:
                self.ask_holding(hand, look["choices"])
            action = drawn(look["choices"], rng)
        self.play(action, hand)

    def holding(self, hand: Sequence[Action]) -> dict[str, Any]:
        """What the side that decides sees with something in hand."""
        assert self.mover is not None
        mover = self.seats[self.mover]
        if not hand:
            return mover.look
        told = mover.ask("peek", hand=[*hand])
        assert told["hand"] == [list(one) for one in hand]
        return {**mover.look, **told["look"]}

    def follow(self, answers: Iterable[Action]) -> None:
        """Give these answers as the browser does, and one more where the last of them only take something up."""
        hand: list[Action] = []
        for action in answers:
            if action.verb in self.holding(hand)["lifts"]:
                hand.append(action)
            else:
                self.play(action, hand)
                hand = []
        if hand:
            self.answer(self.rng, hand)

    def play(self, action: Action, hand: Sequence[Action] = ()) -> None:
        """The side that decides gives an answer, with what it has in hand, and all are told."""
        assert self.mover is not None
        mover = self.seats[self.mover]
        if hand:
            mover.say("acts", answers=[*hand, action])
        else:
            assert action.target in mover.look["choices"][action.verb]
            mover.say("act", verb=action.verb, target=action.target)
        for seat in self.seats:
            seat.expect("position")
        self.agree()

    def agree(self) -> None:
        """All are told of the same position: who decides alone is offered something, and nobody reads mixed words."""
        german, allied, watch = self.seats
        assert german.at == allied.at == watch.at
        assert len({seat.look["side"] for seat in self.seats}) == 1
        for side, seat in enumerate(self.seats):
            assert bool(seat.look["choices"]) is (side == self.mover)
        self.prompts.add((watch.look["prompt"], allied.look["prompt"]))

    @property
    def left_in_english(self) -> list[str]:
        """Prompts that the German reader was told in English."""
        return sorted({english for english, german in self.prompts if english == german})

    def open_anew(self) -> None:
        """Whoever comes now is told what the others know by now."""
        for token, language, seat in zip(self.tokens, LANGUAGES, self.seats, strict=True):
            fresh = self.club.sit(token, language)
            assert fresh.at == seat.at
            assert fresh.look == seat.look
            assert fresh.log == seat.log
            fresh.close()

    def ask(self) -> None:
        """Everybody asks what a page asks: odds, overlays, places; and the side that decides what its choices mean."""
        rng = self.rng
        for seat in self.seats:
            seat.ask("odds")
            seat.ask("shade", overlay=rng.choice(self.overlays))
            seat.ask("inspect", place=rng.choice(self.places))
        if self.mover is None:
            return
        mover = self.seats[self.mover]
        choices = mover.look["choices"]
        some = [drawn(choices, rng) for _ in range(8)]
        assert len(mover.ask("hints", answers=some)["hints"]) == len(some)
        mover.ask("odds", verb=some[0].verb, target=some[0].target)
        for verb, targets in rng.sample(self.domain, min(4, len(self.domain))):
            target = rng.choice(targets)
            legal = target in choices.get(verb, ())
            assert bool(mover.ask("why", verbs=[verb], target=target)["text"]) is not legal

    def ask_holding(self, hand: Sequence[Action], choices: Choices) -> None:
        """Whoever has something in hand asks what he could do with it."""
        assert self.mover is not None
        mover, some = self.seats[self.mover], drawn(choices, self.rng)
        assert len(mover.ask("hints", answers=[some], hand=hand)["hints"]) == 1
        assert mover.ask("why", verbs=[some.verb], target=some.target, hand=hand)["text"] == ""
        mover.ask("odds", verb=some.verb, target=some.target, hand=hand)
        mover.ask("inspect", place=self.rng.choice(self.places), hand=hand)

    def shade_all(self) -> None:
        """Every overlay, for everybody."""
        for seat in self.seats:
            for overlay in self.overlays:
                assert seat.ask("shade", overlay=overlay)["shading"]["key"] == overlay


def played(club: Club, evening: Evening) -> Company:
    """Play an evening from the first decision to the last; gives the table as it is left."""
    made = club.start(evening.scenario, ("person", "person"), title=evening.title, options=evening.options, seed=SEED)
    company = Company(club, made, evening.game, str(evening))
    rng = random.Random(str(evening))
    length = len(alone(evening).match.moves)
    opened = {length * share // OPENED for share in range(OPENED)}
    company.agree()
    for number in range(length):
        assert company.mover is not None, f"the game ended after {number} answers, not after {length}"
        if number in opened:
            company.open_anew()
            company.shade_all()
        if company.rng.random() < ASKED:
            company.ask()
        company.answer(rng)
    return company
