"""A position of a game, and the one way to change it."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Self

import msgspec

from ardennes.kernel import columns, shapes
from ardennes.kernel.chance import Chances, Seed, draw, key_of
from ardennes.kernel.decisions import (
    MADE,
    NO_SUCH_THING,
    Action,
    Choices,
    Decision,
    IllegalAction,
    Outcome,
    Reason,
    Side,
    flat,
    shown,
)
from ardennes.kernel.events import Event
from ardennes.kernel.sight import Sight
from ardennes.kernel.steps import Automatic, Chance, Choice, Step

if TYPE_CHECKING:
    from ardennes.kernel.title import Game


#: More steps than any game is ever in the middle of.
DEEPEST = 60
#: Columns that are rows of numbers.
_PLAIN = (bytearray, array)


class ScriptedChance(ValueError):
    """Recorded or scripted dice do not fit what the game rolls."""


class _Declared(type):
    """Makes slots and a copy from the columns a state declares."""

    columns: Mapping[str, columns.Column]
    #: The columns that somebody may not see.
    secrets: tuple[str, ...]
    #: The columns that lie on the table.
    laid: tuple[str, ...]

    def __new__(mcs, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> _Declared:
        declared = {key: value for key, value in space.items() if isinstance(value, columns.Column)}
        inherited: dict[str, columns.Column] = {}
        for base in bases:
            inherited |= getattr(base, "columns", {})
        for key in declared:
            del space[key]
        space["__slots__"] = (*space.get("__slots__", ()), *declared)
        made = super().__new__(mcs, name, bases, space)
        made.columns = inherited | declared
        made.secrets = tuple(key for key, column in made.columns.items() if column.audience is not columns.Audience.ALL)
        made.laid = tuple(key for key, column in made.columns.items() if column.on_table)
        if declared:
            made._copied = _copier(made.columns)  # type: ignore[attr-defined]
        return made


def _copier(declared: Mapping[str, columns.Column]) -> Callable[[Any, Any], None]:
    """Code that copies every declared column from one state to another, as if written by hand."""
    lines = [f"    new.{name} = " + column.copied.format(f"old.{name}") for name, column in declared.items()]
    space: dict[str, Any] = {}
    exec("\n".join(["def copied(old, new):", *lines]), space)
    copied: Callable[[Any, Any], None] = space["copied"]
    return copied


class State(metaclass=_Declared):
    """What is on the table. Titles declare their columns; see `kernel.columns`.

    There is no log and no undo in here: `Match` keeps those. Two values, `key` and `drawn`, carry all luck to come.
    """

    __slots__ = ("_choices", "box", "drawn", "events", "game", "key", "memo", "result", "stack")

    game: Game
    #: The typed data of the scenario; titles narrow the type.
    box: Any
    stack: tuple[Step, ...]
    key: bytes
    drawn: int
    result: Outcome | None
    events: list[Event] | None
    #: Answers worked out for this very position; a title may keep what it would otherwise work out twice.
    memo: dict[Any, Any] | None

    def __init__(self, game: Game, seed: Seed = 0) -> None:
        self.game = game
        self.box = game.data
        self.stack = ()
        self.key = key_of(seed)
        self.drawn = 0
        self.result = None
        self.events = None
        self.memo = None
        self._choices: Choices | None = None
        for name, column in type(self).columns.items():
            setattr(self, name, column.start(self.box))

    # ---- what is asked -------------------------------------------------------------------------------------

    @property
    def side(self) -> Side | None:
        """Who decides now; None when the game is over."""
        if not self.stack:
            return None
        top = self.stack[-1]
        return top.side if isinstance(top, Choice) else Side.CHANCE

    def choices(self) -> Choices:
        """Every legal answer to the pending decision, by verb. Empty when the game is over."""
        found = self._choices
        if found is None:
            found = self._choices = self.stack[-1].choices(self) if self.stack else {}  # type: ignore[attr-defined]
        return found

    def actions(self) -> list[Action]:
        """The choices as a flat list."""
        return flat(self.choices())

    def answers(self) -> list[Action]:
        """The choices that answer the question, as a flat list: what a program weighs."""
        aside, choices = self.game.title.verbs.aside, self.choices()
        if aside.isdisjoint(choices):
            return flat(choices)
        return flat({verb: targets for verb, targets in choices.items() if verb not in aside})

    def decision(self) -> Decision | None:
        """The pending decision, or None when the game is over."""
        if not self.stack:
            return None
        top = self.stack[-1]
        assert isinstance(top, Choice), "chance is settled before anybody is asked"
        return Decision(top.side, top.prompt(self), top.rule, self.choices())

    def only_lifts(self, action: Action) -> bool:
        """Whether a legal answer would only take something up: it changes what is asked, and nothing on the table."""
        top = self.stack[-1] if self.stack else None
        return isinstance(top, Choice) and action[0] in top.lifts and self.allows(action)

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.result

    def why_not(self, action: Action) -> Reason | None:
        """Why this answer is refused, or None if it is legal."""
        if not self.stack:
            return Reason("over", "the game is over")
        verb, target = action
        named = self.game.named.get(verb)  # a verb the title does not have is refused by its step, as one out of turn
        if named is not None and target not in named:
            return NO_SUCH_THING
        top = self.stack[-1]
        assert isinstance(top, Choice)
        return top.why_not(self, Action(verb, target))

    # ---- as data, and as others see it ---------------------------------------------------------------------

    @property
    def secretive(self) -> bool:
        """Whether anything but luck is hidden in this game; a title whose secrets belong to an option says so."""
        return bool(type(self).secrets)

    def table(self) -> dict[str, Any]:
        """Everything on the table as JSON-able data, luck to come left out. `restore` reads it back."""
        found = {
            name: column.pack(getattr(self, name))
            for name, column in type(self).columns.items()
            if column.on_table and not (column.later and getattr(self, name) == column.start(self.box))
        }
        found["stack"] = encode_stack(self.stack)
        found["result"] = None if self.result is None else list(self.result)
        return found

    def restore(self, table: Mapping[str, Any]) -> None:
        """Take on the position that `table` described; `BadTable` names the column that does not fit the game."""
        if not isinstance(table, Mapping):
            raise shapes.bad("the table", "fields by name", table)
        own = {name: column for name, column in type(self).columns.items() if column.on_table}
        for name, column in own.items():  # first of all: is it a table of this box at all?
            if isinstance(column, columns.Fixed):
                column.unpack(name, table.get(name), self.box)
        for name in (*own, "stack", "result"):
            if name not in table and not (name in own and own[name].later):
                raise columns.BadTable(f"{name}: the table has no such field")
        for name in table:
            if name not in own and name not in ("stack", "result"):
                raise columns.BadTable(f"{shown(name)}: unknown field; expected {', '.join(sorted(own))}")
        for name, column in own.items():
            setattr(self, name, column.unpack(name, table[name], self.box) if name in table else column.start(self.box))
        fits = self.game.title.stack_shape(self.box)
        if fits is not None:
            fits.check("stack", table["stack"])
        shapes.RESULT.check("result", table["result"])
        self.stack = decode_stack(table["stack"], self.game.title.steps)
        self.result = decode_result(table["result"])

    def fingerprint(self) -> Hashable:
        """All that lies on the table, to tell positions of one game apart."""
        found: list[Hashable] = [self.stack]
        for name in type(self).laid:
            value = getattr(self, name)
            kind = type(value)
            found.append(value if kind is int or kind is bytes else bytes(value) if kind in _PLAIN else repr(value))
        return tuple(found)

    def sight(self, side: Side | None) -> Sight:
        """All that a side (None: a spectator) may know, and nothing more."""
        if side is Side.CHANCE:
            side = None
        if self.secretive:
            return Sight(self.veiled(side), side)
        memo = self.remember()  # nothing but luck is hidden: one veiled copy serves everybody
        if "veiled" not in memo:
            memo["veiled"] = self.veiled(side)
        return Sight(memo["veiled"], side)

    def veiled(self, side: Side | None) -> Self:
        """A copy without anything that a side (None: a spectator) may not know."""
        seen = self.copy()
        seen.key = bytes(32)
        seen.drawn = 0
        if self.secretive:
            self._hide(seen, side)
        return seen

    def _hide(self, seen: Self, side: Side | None) -> None:
        for name in type(self).secrets:
            column = type(self).columns[name]
            known = getattr(self, column.seen)[side] if column.seen and side is not None else 0
            setattr(seen, name, column.veil(getattr(self, name), side, known))
        seen.stack = tuple([step.seen_by(side) for step in self.stack])
        seen.memo = None
        if side is not self.side:  # what the other side may answer can give its secrets away
            seen._choices = {}

    def imagined(self, seed: Seed) -> Self:
        """A copy of a veiled state with what is hidden made up from a seed, and luck of its own."""
        made = self.copy()
        made.key = key_of(seed)
        made.drawn = 0
        if self.secretive:
            made._choices = made.memo = None
            columns.imagine(made, random.Random(f"imagined {seed}"))
        return made

    def copy(self) -> Self:
        """An independent copy, in microseconds."""
        new = object.__new__(type(self))
        new.game = self.game
        new.box = self.box
        new.stack = self.stack
        new.key = self.key
        new.drawn = self.drawn
        new.result = self.result
        new.events = None
        new.memo = None  # what a copy works out is its own: it will be changed, perhaps by another thread
        new._choices = self._choices
        self._copied(new)
        return new

    def _copied(self, new: Self) -> None:
        """Copy the declared columns; written by the metaclass."""

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """The same: what copies share is never changed."""
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: the position and the name of the game, none of its box.

        A sight of the side that does not decide keeps its empty list: what the other may answer is nobody else's.
        """
        closed = bool(self.stack) and self._choices == {}
        return _unpickled, (self.game, msgspec.json.encode(self.table()), self.key, self.drawn, closed)

    # ---- how the rules change it ---------------------------------------------------------------------------

    def push(self, step: Step) -> None:
        """Interrupt what is going on with `step`."""
        self.stack += (step,)

    def pop(self) -> None:
        """Finish the top step."""
        self.stack = self.stack[:-1]

    def replace(self, step: Step) -> None:
        """Go on with `step` in place of the top step."""
        self.stack = (*self.stack[:-1], step)

    def remember(self) -> dict[Any, Any]:
        """A place for answers that hold as long as the position does not change."""
        if self.memo is None:
            self.memo = {}
        return self.memo

    def tell(self, event: type[Event], *facts: Any) -> None:
        """Report a fact, if anybody listens."""
        if self.events is not None:
            self.events.append(event(*facts))

    def finish(self, outcome: Outcome) -> None:
        """End the game."""
        self.stack = ()
        self.result = outcome

    # ---- playing -------------------------------------------------------------------------------------------

    def apply(self, action: Action, dice: Iterable[int] | None = None, rolled: list[int] | None = None) -> list[Event]:
        """Carry out a legal answer and everything that follows without a decision; refuse any other.

        Chance is resolved with the state's own generator, or with `dice` when they are given. The outcomes are
        appended to `rolled`. Raises `IllegalAction`, and changes nothing, if the answer is not among the choices.
        """
        events: list[Event] = []
        self.events = events
        try:
            self.play(action, dice, rolled)
        finally:
            self.events = None
        return events

    def play(self, action: Action, dice: Iterable[int] | None = None, rolled: list[int] | None = None) -> None:
        """Like `apply`, but nobody listens: no events are made. For simulation and search."""
        if not self.allows(action):
            raise IllegalAction(Action(*action), self.why_not(action) or Reason("", "that is not offered here"))
        self.act(action)
        self.settle(dice, rolled)

    def allows(self, action: Action) -> bool:
        """Whether an answer is legal now."""
        known = self._choices
        if known is not None and action[1] in known.get(action[0], ()):
            return True
        if not self.stack:
            return False
        top = self.stack[-1]
        if not isinstance(top, Choice):
            return False
        return top.allows(self, action) if known is None else top.unlisted(self, Action(*action))

    def act(self, action: Action) -> None:
        """Carry out an answer known to be legal, and stop there: chance and automatic steps wait for `settle`."""
        verb, target = action
        step = self.stack[-1]
        if target is None:
            getattr(step, verb)(self)
        else:
            getattr(step, verb)(self, target)
        self._choices = None
        if verb not in step.harmless:  # type: ignore[attr-defined]
            self.memo = None

    def settle(self, dice: Iterable[int] | None = None, rolled: list[int] | None = None) -> None:
        """Run on until a player must decide or the game is over."""
        script = None if dice is None else iter(dice)
        while (chances := self.advance()) is not None:
            if script is None:
                outcome = chances.pick(draw(self.key, self.drawn, chances.total))
            else:
                outcome = _next_scripted(script, chances)
            self.drawn += 1
            if rolled is not None:
                rolled.append(outcome)
            self.resolve(outcome)
        if script is not None and (left := list(script)):
            raise ScriptedChance(f"{len(left)} more dice were given than the game rolled: {left}")

    def advance(self) -> Chances | None:
        """Run automatic steps and forced answers; return the chances if chance is next, else None.

        Analysis stops here and enumerates: `advance`, then `resolve` every outcome on a copy.
        """
        while self.stack:
            top = self.stack[-1]
            if isinstance(top, Choice):
                if not top.taken_alone or (only := _only(top, self.choices())) is None:
                    break
                self.act(only)
            elif isinstance(top, Automatic):
                top.run(self)
                self._choices = self.memo = None
            elif isinstance(top, Chance):
                return top.chances(self)
            else:
                break
        return None

    def resolve(self, outcome: int) -> None:
        """Carry out one outcome of the pending chance step."""
        top = self.stack[-1]
        assert isinstance(top, Chance), "no chance is pending"
        top.resolve(self, outcome)
        self._choices = self.memo = None


def _unpickled(game: Game, table: bytes, key: bytes, drawn: int, closed: bool) -> State:
    state = game.restore(msgspec.json.decode(table), drawn=drawn)
    state.key = key
    if closed:
        state._choices = {}
    return state


def _only(step: Choice[Any], choices: Choices) -> Action | None:
    """The single choice, if there is just one and the step takes it without asking."""
    if len(choices) != 1:
        return None
    [(verb, targets)] = choices.items()
    return MADE[verb][targets[0]] if len(targets) == 1 and verb in step.taken_alone else None


def _next_scripted(script: Any, chances: Chances) -> int:
    try:
        outcome = int(next(script))
    except StopIteration:
        raise ScriptedChance("the game rolls more dice than were given") from None
    if not chances.possible(outcome):
        raise ScriptedChance(f"{outcome} cannot come up here; possible: {[o for _, o in chances.pairs]}")
    return outcome


def encode_stack(stack: tuple[Step, ...]) -> list[list[Any]]:
    """Steps as JSON-able data: name and fields."""
    return [[type(step).__name__, msgspec.to_builtins(step)] for step in stack]


def decode_stack(data: object, steps: Mapping[str, type[Step]]) -> tuple[Step, ...]:
    """Steps from `encode_stack`; a name or field that does not fit raises `BadTable`."""
    if not isinstance(data, list) or len(data) > DEEPEST:
        raise columns.BadTable(f"stack: expected a list of at most {DEEPEST} steps")
    found = []
    for row in data:
        if not isinstance(row, list) or len(row) != 2 or not isinstance(row[0], str) or row[0] not in steps:
            name = row[0] if isinstance(row, list) and row and isinstance(row[0], str) else row
            raise columns.BadTable(f"stack: unknown step {str(name)[:40]!r}; known: {', '.join(sorted(steps))}")
        try:
            found.append(msgspec.convert(row[1], steps[row[0]]))
        except msgspec.ValidationError as error:
            raise columns.BadTable(f"stack: {row[0]}: {error}") from None
    return tuple(found)


def decode_result(data: object) -> Outcome | None:
    """An outcome from a table."""
    if data is None:
        return None
    try:
        winner, level, score = msgspec.convert(data, tuple[int | None, str, int])
        return Outcome(None if winner is None else Side(winner), level, score)
    except (msgspec.ValidationError, ValueError) as error:
        raise columns.BadTable(f"result: {error}") from None
