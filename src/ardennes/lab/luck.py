"""Luck told apart from skill: for every die, the value after it less the value expected before it.

Along a game the value changes by dice and by decisions. What dice did to it is luck; all the rest is what the sides
made of their decisions. The two add up to the result exactly, whatever the value function thinks: it only decides how
the result is divided.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import sqrt

import msgspec

from ardennes.kernel import Chance, Chances, Match, Move, Side, State, Step
from ardennes.parts.rules.deck import CardDrawn, Draw, dealt, drawn_from
from ardennes.parts.title import title_of

#: What is drawn from a deck.
CARDS = Draw.luck
#: The throws with the most luck, whose win chance is told: in the middle of a phase it takes playing on to know it.
FOREMOST = 10


class Die(msgspec.Struct, frozen=True):
    """One chance outcome: which action it followed, what came up, and what it did to the German's prospects."""

    move: int
    clock: str
    #: What was rolled or drawn from ("d6", "cup"), and the greatest number of a die; 0 for a draw.
    kind: str
    size: int
    outcome: int
    #: The mean and the variance of what may come up.
    mean: float
    variance: float
    needed: int | None
    luck: float


class Battle(msgspec.Struct, frozen=True):
    """A battle, or another throw of dice: what all its dice did together."""

    move: int
    clock: str
    text: str
    dice: int
    luck: float
    #: The German chance of winning, of the ten throws with the most luck; null for others, and in a scenario where none
    #: is known that is better than the base rate.
    win_before: float | None = None
    win_after: float | None = None


class DiceCount(msgspec.Struct, frozen=True):
    """The faces of one kind of die over a game, with the band in which 95 % of fair dice would fall."""

    #: How often each came up, from 1.
    faces: list[int]
    rolled: int
    mean: float
    expected: float
    low95: float
    high95: float


class DrawCount(msgspec.Struct, frozen=True):
    """The draws of one kind over a game, from a cup or a deck: how many, and what they did for the German."""

    drawn: int
    luck: float
    #: What is drawn, in words.
    name: str = ""


class Point(msgspec.Struct, frozen=True):
    """The start of a phase: the score to be expected, and the German chance of winning if one is shown."""

    move: int
    clock: str
    side: str
    win: float | None
    value: float


class Report(msgspec.Struct, frozen=True):
    """A game in review. Figures are for the German: what helps him is positive; only skill is each side's own.

    The result is luck, and German skill, less Allied skill.
    """

    level: str
    score: int
    start: float
    end: float
    luck: float
    skill_german: float
    skill_allied: float
    timeline: list[Point]
    battles: list[Battle]
    turning_points: list[Battle]
    dice: dict[str, DiceCount]
    #: What was drawn rather than rolled, by what it was drawn from.
    draws: dict[str, DrawCount] = {}
    #: What the win chance is a chance of, where one side wins nearly always: at least so many points.
    chance_of: str = "winning"
    #: How far it is to be trusted, or why there is none.
    chance_note: str = ""

    @property
    def result(self) -> float:
        """What luck and skill add up to."""
        return self.end - self.start


class _Ledger:
    """Walks through a match and keeps the books."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.title = title_of(match.game)
        self.mind = title_of(match.game).mind
        self.value: Callable[[State], float] = self.mind.node_value()
        self.state = match.game.unstarted(match.seed)
        self.skill = {Side.GERMAN: 0.0, Side.ALLIED: 0.0}
        self.dice: list[Die] = []
        self.battles: list[Battle] = []
        #: The positions before and after each of them.
        self.around: list[tuple[State, State]] = []
        #: Which of them is under way.
        self.fight: int | None = None
        #: What was said to begin and has had no dice yet.
        self.about = ""
        self.timeline: list[Point] = []
        self.phase: Hashable = None

    def walk(self) -> Report:
        """The whole match."""
        state = self.state
        opening = self._settle(self.match.opening.chance, 0)
        here = self.value(state)
        start = here - opening  # what was dealt or rolled before the first decision is luck too
        self._mark(0, here)
        for number, move in enumerate(self.match.moves, 1):
            here = self._move(number, move, here)
            self._mark(number, here)
        outcome = state.outcome()
        luck = sum(die.luck for die in self.dice)
        # What remains after luck is skill; it is divided by who decided, so the three add up to the result.
        turning = sorted((throw for throw in self._foremost() if turned(throw)), key=swing, reverse=True)[:3]
        return Report(
            level=outcome.level if outcome else "unfinished",
            score=outcome.score if outcome else 0,
            start=start,
            end=here,
            luck=luck,
            skill_german=self.skill[Side.GERMAN],
            skill_allied=-self.skill[Side.ALLIED],
            timeline=self.timeline,
            battles=self.battles,
            turning_points=sorted(turning, key=lambda b: b.move),
            dice=self._dice_counts(),
            draws=self._draw_counts(),
            chance_of=self.mind.chance_of(self.match.game),
            chance_note=self.mind.chance_note(self.match.game),
        )

    def _move(self, number: int, move: Move, before: float) -> float:
        """One action: what the side made of it, and what dice made of it."""
        state = self.state
        for action in move.led:
            state.play(action)
        begun = state.copy() if move.chance else state
        state.act(move.action)
        known = len(self.dice)
        luck = self._settle(move.chance, number)
        after = self.value(state)
        # A decision is judged by where it led on average: the dice that followed are taken out.
        self.skill[move.side] += after - before - luck
        # An attack may be announced some answers before its dice.
        self.about = self._headline(move) or self.about
        cards = [die for die in self.dice[known:] if die.kind == CARDS]
        if dice := [die for die in self.dice[known:] if die.kind != CARDS]:
            self._enter(dice, begun)
        if cards:
            self._deal(cards, move, begun)
        return after

    def _enter(self, dice: list[Die], begun: State) -> None:
        """Dice go to the battle they belong to: a new one if one was announced, else the one under way."""
        if not self.about and self.fight is not None:
            battle = self.battles[self.fight]
            luck = battle.luck + sum(die.luck for die in dice)
            self.battles[self.fight] = msgspec.structs.replace(battle, dice=battle.dice + len(dice), luck=luck)
            self.around[self.fight] = self.around[self.fight][0], self.state.copy()
        else:
            self.fight = len(self.battles)
            self._add(self.about, dice, begun)
        self.about = ""

    def _deal(self, cards: list[Die], move: Move, begun: State) -> None:
        """Cards are dealt between battles, and belong to none."""
        told = [event for event in move.events if isinstance(event, CardDrawn)]
        if len(told) == 1:
            text = self.title.prose(self.match.game, told[0])
        else:
            text = dealt(len(cards))
        self._add(text, cards, begun)

    def _add(self, text: str, dice: list[Die], begun: State) -> None:
        luck = sum(die.luck for die in dice)
        self.battles.append(Battle(dice[0].move, dice[0].clock, text, len(dice), luck))
        self.around.append((begun, self.state.copy()))

    def _foremost(self) -> list[Battle]:
        """The battles with the most luck, from now on with the win chance before and after them."""
        battles = self.battles
        numbers = sorted(range(len(battles)), key=lambda n: -abs(battles[n].luck))[:FOREMOST]
        for number in numbers:
            before, after = (self.mind.win_chance(state) for state in self.around[number])
            battles[number] = msgspec.structs.replace(battles[number], win_before=before, win_after=after)
        return [battles[number] for number in numbers]

    def _settle(self, chance: tuple[int, ...], number: int) -> float:
        """The dice of an action: what they did together."""
        state = self.state
        total = 0.0
        for outcome in chance:
            chances = state.advance()
            assert chances is not None
            needed = self.mind.needed(state)
            expected, after = self._around(state, chances, outcome, needed)
            clock = self.title.clock(state.sight(state.side))
            (kind, size), (mean, variance) = kind_of(state.stack[-1], chances), moments(chances)
            state.resolve(outcome)
            state.drawn += 1
            self.dice.append(Die(number, clock, kind, size, outcome, mean, variance, needed, after - expected))
            total += after - expected
        leftover = state.advance()
        assert leftover is None
        return total

    def _around(self, state: State, chances: Chances, outcome: int, needed: int | None) -> tuple[float, float]:
        """The value expected before a die, and the value after it. Faces that mean the same are looked at once."""
        known: dict[object, float] = {}
        expected = after = 0.0
        for weight, face in chances.pairs:
            kind: object = face if needed is None else face <= needed
            if kind not in known:
                child = state.copy()
                child.resolve(face)
                known[kind] = self.value(child)
            expected += known[kind] * weight / chances.total
            if face == outcome:
                after = known[kind]
        return expected, after

    def _mark(self, number: int, value: float) -> None:
        """A point of the timeline at the start of the game and of every phase, and at the end."""
        state = self.state
        phase = self.mind.phase(state)
        is_new = bool(state.stack) and self.mind.is_planned(state) and phase != self.phase
        if not number or not state.stack or is_new:
            self.phase = phase if is_new else self.phase
            side = "" if state.side is None else str(state.side)
            win = self.mind.win_chance(state)
            self.timeline.append(Point(number, self.title.clock(state.sight(state.side)), side, win, value))

    def _headline(self, move: Move) -> str:
        return next((self.title.prose(self.match.game, e) for e in move.events if self.mind.is_headline(e)), "")

    def _by_kind(self) -> dict[str, list[Die]]:
        found: dict[str, list[Die]] = {}
        for die in self.dice:
            found.setdefault(die.kind, []).append(die)
        return dict(sorted(found.items()))

    def _dice_counts(self) -> dict[str, DiceCount]:
        return {kind: dice_count(dice) for kind, dice in self._by_kind().items() if dice[0].size}

    def _draw_counts(self) -> dict[str, DrawCount]:
        return {
            kind: DrawCount(len(drawn), round(sum(die.luck for die in drawn), 4), drawn_from(kind))
            for kind, drawn in self._by_kind().items()
            if not drawn[0].size
        }


def swing(battle: Battle) -> float:
    """How much a throw changed: the win chance, or where none is shown the score to be expected."""
    if battle.win_before is None or battle.win_after is None:
        return abs(battle.luck)
    return abs(battle.win_after - battle.win_before)


def turned(battle: Battle) -> bool:
    """Whether a throw changed anything that is shown: the win chance is told in whole percents."""
    before, after = battle.win_before, battle.win_after
    return before is None or after is None or round(100 * before) != round(100 * after)


def kind_of(step: Step, chances: Chances) -> tuple[str, int]:
    """What a chance step rolls or draws from: dice by their greatest number, all else by its name and 0."""
    assert isinstance(step, Chance)
    if step.luck != Chance.luck:
        return step.luck, 0
    size = max(face for _, face in chances.pairs)
    return f"d{size}", size


def moments(chances: Chances) -> tuple[float, float]:
    """The mean and the variance of what may come up.

    >>> moments(Chances([(1, 1), (1, 3)]))
    (2.0, 1.0)
    """
    mean = sum(weight * face for weight, face in chances.pairs) / chances.total
    return mean, sum(weight * (face - mean) ** 2 for weight, face in chances.pairs) / chances.total


def dice_count(dice: list[Die]) -> DiceCount:
    """Faces of the dice of one kind, and how far their mean may stray."""
    faces = [die.outcome for die in dice]
    rolled = len(faces)
    expected = sum(die.mean for die in dice) / rolled
    band = 1.96 * sqrt(sum(die.variance for die in dice)) / rolled
    return DiceCount(
        [faces.count(face) for face in range(1, dice[0].size + 1)],
        rolled,
        round(sum(faces) / rolled, 3),
        round(expected, 3),
        round(expected - band, 3),
        round(expected + band, 3),
    )


def report(match: Match) -> Report:
    """Review a match, finished or not."""
    return _Ledger(match).walk()
