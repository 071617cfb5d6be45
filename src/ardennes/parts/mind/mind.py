"""What agents may ask of a title: the only part of it they know.

A title declares its mind; the agents (`ardennes.agents`), the laboratory and the server use these questions and no
others. States here are always imagined from a sight, so an answer cannot depend on what a side may not know. Where a
title has secrets a question comes with several such states, its worlds: they agree in all that the side knows.

A title that plays by doctrine answers the questions itself; one that only declares what it is about gets the answers
from `ardennes.parts.mind.declared`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Generic, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from ardennes.kernel import Action, Choice, Event, Game, Side, State, Step, Title, Unknown
from ardennes.kernel.chance import key_of
from ardennes.kernel.words import say, several
from ardennes.parts.mind import net, win_chance
from ardennes.parts.mind.advice import Comparison, Course
from ardennes.parts.mind.land import Land
from ardennes.parts.mind.net import Made, Net
from ardennes.parts.mind.win_chance import Fitted

#: The state of the title whose mind it is.
G_co = TypeVar("G_co", bound=State, covariant=True)
#: Ways in which a phase under way may end that a win chance is the mean of.
ONWARD = 8
#: How often an answer may be given to the same step before it is taken for going round in circles.
CIRCLES = 5
#: An error of judgement, drawn anew for every order weighed.
Misjudge = Callable[[], float]
#: Positions that agree in all a side knows; one of them where nothing is hidden.
Worlds = Sequence[State]


class Temper(NamedTuple):
    """How the one who asks judges: his errors, his way to fight, and how many positions he may look at."""

    misjudge: Misjudge | None = None
    style: str = ""
    budget: int = 6000
    seed: int = 0


class Order(Protocol):
    """Something a staff orders for a phase: what to do, and what it is worth."""

    @property
    def actions(self) -> tuple[Action, ...]: ...
    @property
    def payoff(self) -> float: ...


def no_words() -> list[str]:
    """The written order of a staff that has nothing to say."""
    return []


class Papers(NamedTuple):
    """The papers of a player turn: the orders, the positions evaluated to find them, and the order in writing."""

    orders: Sequence[Order]
    evaluated: int
    words: Callable[[], list[str]] = no_words


class Posed(Protocol):
    """A described position of a title, for the tactical suite."""

    @property
    def g(self) -> State:
        """The position, played on in place."""
        ...

    def action(self, text: str, /) -> Action:
        """An action in the words of the description."""
        ...

    def is_answered(self, asked: Choice[State], /) -> bool:
        """Whether a player is through with what was asked."""
        ...

    def holds(self, condition: str, side: Side, done: Sequence[Action], /) -> bool:
        """Whether a condition holds after a player's actions."""
        ...


class Mind(Generic[G_co]):
    """The title's knowledge for agents: values, orders, judgements, words.

    Only `value` and `answer` have to be given; the rest says what a title without such knowledge would say.
    """

    #: The state it knows about.
    state: type[G_co]
    #: In how many worlds a question is worth asking; one is enough where no value depends on what is hidden.
    worlds: int = 4
    #: How many positions staffs may look at for a decision in futures; None: as many as in the game.
    ahead: int | None = None
    #: What an error of judgement is multiplied by: orders of one title are told apart by points, of another by tenths.
    whim: float = 1.0
    #: Whether `features` are declared, so that values can be learned, and where these lie.
    can_learn: bool = False
    data: Path | None = None
    #: Whether plans may be compared by the title's own value in scenarios for which none was learned.
    own_value_compares: bool = False
    #: What makes the positions of the tactical suite and of lessons; None where a title has none.
    position: Callable[..., Posed] | None = None
    #: The verbs that pick a unit up in a planned phase and say where it goes.
    pick: str = "unit"
    go: str = "hex"
    #: The steps in which a verb with a target begins an attack, the verbs that go through with it, and those that end a
    #: phase.
    attacks: tuple[type[Step], ...] = ()
    strike: str = "hex"
    commits: tuple[str, ...] = ()
    ends: tuple[str, ...] = ("done",)

    def own(self, state: State, /) -> G_co:
        """A state known to be one of this title's."""
        assert isinstance(state, self.state), f"expected a position of {self.state.__module__}"
        return state

    # ---- what a position is worth, in the measure of the scenario's score, for the German

    def value(self, state: State, /) -> float:
        """The German score to be expected."""
        raise NotImplementedError

    def outcome(self, state: State, /) -> float:
        """A finished game in the measure of values."""
        assert state.result is not None
        return float(state.result.score)

    def node_value(self) -> Callable[[State], float]:
        """Values along one game, at dice as well as at decisions."""
        return lambda state: self.value(state) if state.result is None else self.outcome(state)

    def needed(self, state: State, /) -> int | None:
        """The number that decides the pending die; None if every face counts by itself."""
        return None

    def features(self, state: State, /) -> NDArray[np.float32]:
        """A position as the learned value sees it: raw columns, nothing judged."""
        return np.zeros(0, dtype=np.float32)

    def learned(self, game: Game, /) -> Net | None:
        """The learned value of a scenario, where there is one; none for a player's own data, which it has not seen."""
        found = self._learned(game.title, game.scenario)
        return None if found is None else found[0]

    def _learned(self, title: Title, scenario: str) -> tuple[Net, Made] | None:
        if self.data is None or title.pack is not None:
            return None
        return net.read(self.data / net.file_name(scenario))

    def estimates(self, states: Sequence[State], /) -> list[float]:
        """The German score to be expected of positions: as learned, mixed with the title's own value or that alone."""
        open_ = [state for state in states if state.result is None]
        learned = self._learned(open_[0].game.title, open_[0].game.scenario) if open_ else None
        if learned is None:
            return [self.outcome(state) if state.result is not None else self.value(state) for state in states]
        scores = iter(self._as_learned(*learned, open_))
        return [self.outcome(state) if state.result is not None else next(scores) for state in states]

    def _as_learned(self, learned: Net, made: Made, states: Sequence[State]) -> list[float]:
        scores: list[float] = learned(np.stack([self.features(state) for state in states]))[0].tolist()
        if not made.mix:
            return scores
        constant, of_net, of_own = made.mix
        return [constant + of_net * s + of_own * self.value(state) for s, state in zip(scores, states, strict=True)]

    def names(self) -> tuple[str, ...]:
        """The features of a position."""
        return ()

    def vector(self, state: State, /) -> list[float]:
        """The features of a position as numbers."""
        return []

    def days_left(self, state: State, /) -> int:
        """The time left, in the units that weights are fitted for."""
        return 0

    def chance_net(self, game: Game, /) -> tuple[Net, Made] | None:
        """The net that a win chance may come from: one learned from this very game."""
        found = None if self.data is None else net.read(self.data / net.file_name(game.scenario))
        return found if found is not None and win_chance.applies(game, found[1].rules, found[1].options) else None

    def chance_source(self, game: Game, /) -> tuple[Fitted, Net | None] | None:
        """Where the chance that is shown comes from, and the net if it is one; None where none beats the base rate.

        What was checked between equals goes before a net as it is, and then what the check found better.
        """
        found = self.chance_net(game)
        own = None if self.data is None else win_chance.shown(game, self.data, self.chance_names())
        sources: list[tuple[Fitted, Net | None]] = [] if own is None else [(own, None)]
        if found is not None and found[1].fit.check.better:
            sources.append((found[1].fit, found[0]))
        return min(sources, key=lambda each: (not each[0].is_checked, each[0].check.part), default=None)

    def win_chance(self, state: State, /) -> float | None:
        """The chance that is shown (`chance_of` says of what): where a net has no say yet, the mean of what may come.

        So it is as true in the middle of a phase as at the starts of phases, where it is fitted and checked.
        """
        source = self.chance_source(state.game)
        if source is None:
            return None
        fit, learned = source
        is_asked = learned is None or state.result is not None or self.is_planned(state)
        chances = [
            win_chance.came_to(end.result, fit.at_least)
            if end.result is not None
            else win_chance.of(fit, self.days_left(end), self._told(end, learned))
            for end in ([state] if is_asked else self._settled(state))
        ]
        return fmean(chances)

    def chance_told(self, state: State, /) -> list[float]:
        """What a win chance is fitted on: what the net says of a position, or else the title's few features."""
        found = self.chance_net(state.game)
        return self._told(state, None if found is None else found[0])

    def _told(self, state: State, learned: Net | None) -> list[float]:
        if learned is None:
            return self.chance_features(state)
        scores, chances = learned(self.features(state)[None])
        return [1.0, win_chance.logit(float(chances[0])), float(scores[0])]

    def _settled(self, state: State) -> list[State]:
        """What may come of a phase under way: nets know beginnings only, so it is played on with luck of its own."""
        ends = []
        for future in range(ONWARD):
            played = state.copy()
            played.key = key_of(f"onward {future}")
            luck, given = random.Random(future), Counter[tuple[Step, Action]]()
            while played.side is not None and not self.is_planned(played):
                action = self.answer(played)
                given[played.stack[-1], action] += 1
                often = given[played.stack[-1], action] > CIRCLES
                played.play(luck.choice(played.answers()) if often else action)
            ends.append(played)
        return ends

    def chance_of(self, game: Game, /) -> str:
        """What the chance that is shown is a chance of."""
        source = self.chance_source(game)
        if source is None or source[0].at_least is None:
            return say("winning")
        return several("at least {number} point", "at least {number} points", source[0].at_least)

    def chance_note(self, game: Game, /) -> str:
        """How far the chance that is shown is to be trusted, or why there is none."""
        source = self.chance_source(game)
        if source is None:
            return say("Not shown: for this scenario with these options none is known to be better than the base rate.")
        if not source[0].is_checked:
            return say("As the computer learned it, not yet checked between equals: it may be well off.")
        return several(
            "Checked on {number} game between equals that it had not seen.",
            "Checked on {number} games between equals that it had not seen.",
            source[0].check.games,
        )

    def chance_names(self) -> tuple[str, ...]:
        """The features that the win chance is fitted on."""
        return self.names()

    def chance_features(self, state: State, /) -> list[float]:
        """These features of a position as numbers."""
        return self.vector(state)

    # ---- orders and judgements

    def is_planned(self, state: State, /) -> bool:
        """Whether orders are made for the pending decision."""
        return False

    def is_prelude(self, state: State, /) -> bool:
        """Whether answers change nothing that a value sees before the next phase is planned: a future may end here."""
        return False

    def phase(self, state: State, /) -> Hashable:
        """What orders are made for: they are made anew when this changes."""
        return state.side

    def papers(self, worlds: Worlds, side: Side, plan: Mapping[str, str], temper: Temper, /) -> Papers:
        """Orders for a phase by a plan: a posture for each formation it names."""
        return Papers((), 0)

    def written(self, worlds: Worlds, side: Side, orders: Sequence[Order], /) -> list[str]:
        """Any orders in writing, whoever made them."""
        return []

    def reach(self, state: State, unit: int, /) -> Sequence[int]:
        """Where a unit may go now, as the rules offer it."""
        trial = state.copy()
        trial.act(Action(self.pick, unit))
        return [place for place in trial.choices().get(self.go, ()) if place is not None]

    def answer(self, state: State, /) -> Action:
        """An answer to a decision that no order was made for, or whose orders are carried out."""
        raise NotImplementedError

    def decide(self, worlds: Worlds, temper: Temper, /) -> Action:
        """The same where something may be hidden: what is answered in most worlds."""
        if len(worlds) == 1:
            return self.answer(worlds[0])
        return Counter(self.answer(state) for state in worlds).most_common(1)[0][0]

    def naive(self, state: State, rng: random.Random, /) -> Action:
        """A rule of thumb for a player without a plan."""
        return rng.choice(state.answers())

    # ---- how the land lies

    def land(self, state: State, side: Side, /) -> Land | None:
        """Who stands where, what a side is after and how far things are; None where a title does not say."""
        return None

    def fed(self, state: State, side: Side, /) -> int:
        """The places where a side could trace supply now: all of them where a title does not say."""
        return -1

    # ---- plans

    def formations(self, state: State, side: Side, /) -> Mapping[str, tuple[int, ...]]:
        """The forces a plan gives orders to."""
        return {}

    def searches(self, title: Title, scenario: str, /) -> bool:
        """Whether it pays to search over the plans of a scenario: where some value can tell them apart."""
        return self.own_value_compares or self._learned(title, scenario) is not None

    def breadth(self, state: State, /) -> float:
        """How many plans and futures a general looks at, as a part of the usual: less where a phase takes long."""
        return 1.0

    # ---- words

    def is_headline(self, event: Event, /) -> bool:
        """Whether an event says what an action with dice was about."""
        return False

    def courses(self, state: State, /) -> list[Course]:
        """Up to three courses of action for the pending decision."""
        return []

    def why_not_mine(self, state: State, actions: Sequence[Action], /) -> Comparison | None:
        """A player's own idea beside the staff's."""
        return None

    def pose(self, title: Title, described: Mapping[str, object], /) -> Posed:
        """A position of the tactical suite."""
        if self.position is None:
            raise Unknown("title with a tactical suite", title.key, ())
        return self.position(title, **described)  # it says what does not fit
