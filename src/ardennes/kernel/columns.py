"""Columns: what lies on the table, each declared once.

    class State(kernel.State):
        place: bytearray = numbers(units, high=255)           # where every unit stands
        blown: int = bits(bridges)                            # a set of bridges
        hands: list[tuple[int, ...]] = tokens(cards, pool="deck", audience=Audience.OWNER)

From such a line a state gets its slot, its starting value, `copy` (written out as code, so that it costs what a
hand-written one costs), its share of the table, `restore` with every number checked against its range, what another
side sees of it, a way to imagine what it does not see, and invariants.

A table keeps the order of the columns: a new one is added at the end, or saves of finished games change their text.
A size is a number or a function of the title's box. A range includes both ends; where a range cannot say it, `fits`
names what each value may be (`kernel.shapes`).
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from ardennes.kernel.decisions import Side, shown
from ardennes.kernel.shapes import Kind
from ardennes.kernel.shapes import Number as Between

if TYPE_CHECKING:
    from ardennes.kernel.state import State

Size = int | Callable[[Any], int]
#: What a value may be, from the title's box.
Fits = Callable[[Any], Kind]
#: The number a row starts with, or all of them.
Starts = int | Callable[[Any], Sequence[int]]
#: Whether a token can lie in a column, given the box, the token and the row (0 where the column is one row).
Home = Callable[[Any, int, int], bool]
#: A token whose face cannot be seen.
HIDDEN = -1


class Audience(Enum):
    """Who may see a column."""

    ALL = "everybody"
    #: The column has one element for each side, and each side sees its own.
    OWNER = "its owner"
    NONE = "nobody"


class BadTable(ValueError):
    """A table that does not fit the game; the message names the column and what was expected."""


def size_of(size: Size, box: Any) -> int:
    """A size as a number."""
    return size if isinstance(size, int) else size(box)


def _list(name: str, data: object, count: int | None = None) -> Sequence[Any]:
    if not isinstance(data, list | tuple):
        raise BadTable(f"{name}: expected a list, got {shown(data)}")
    if count is not None and len(data) != count:
        raise BadTable(f"{name}: expected {count} entries, got {len(data)}")
    return data


def _number(name: str, data: object, low: int, high: int) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or not low <= data <= high:
        raise BadTable(f"{name}: expected a whole number from {low} to {high}, got {shown(data)}")
    return data


class Column:
    """One column of a state. The kinds below say how it starts, is copied, written, read and hidden."""

    #: The code of a copy; `{}` is the old value.
    copied = "{}"
    #: Whether it is part of the table; what is worked out from other columns is not.
    on_table = True
    audience = Audience.ALL
    pool = ""
    #: The column that holds, for each side, the set of tokens whose face it has seen and may remember.
    seen = ""
    #: Whether it holds what its owner means to do, such as standing answers: hidden, but no part of the position.
    foretold = False
    #: Whether tables leave it out where it still has its starting value; see `later`.
    later = False

    def start(self, box: Any) -> Any:
        """The value before set-up."""
        raise NotImplementedError

    def pack(self, value: Any) -> Any:
        """The value as JSON-able data."""
        return value

    def unpack(self, name: str, data: Any, box: Any) -> Any:
        """The value from data; `BadTable` unless it is in range."""
        raise NotImplementedError

    def veil(self, value: Any, side: Side | None, known: int) -> Any:
        """The value as a side (None: a spectator) may see it that knows the faces of some tokens."""
        if self.audience is Audience.ALL:
            return value
        if self.audience is Audience.NONE:
            return self.masked(value, known)
        return [value[who] if side == who else self.masked(value[who], known) for who in (0, 1)]

    def masked(self, value: Any, known: int) -> Any:
        """What is left of a value whose content is hidden."""
        raise NotImplementedError

    def broken(self, name: str, value: Any, box: Any) -> list[str]:
        """What is wrong with a value, if anything; found by reading back what would be written."""
        try:
            self.unpack(name, self.pack(value), box)
        except ValueError as error:
            return [str(error)]
        return []


class Number(Column):
    """A whole number, or one that a side does not know (`hidden`)."""

    def __init__(self, low: Size, high: Size, start: Size, audience: Audience, hidden: int) -> None:
        self.low, self.high, self._start, self.audience, self.hidden = low, high, start, audience, hidden

    def start(self, box: Any) -> int:
        return size_of(self._start, box)

    def unpack(self, name: str, data: Any, box: Any) -> int:
        return _number(name, data, size_of(self.low, box), size_of(self.high, box))

    def masked(self, value: int, known: int) -> int:
        return self.hidden


class Numbers(Column):
    """A row of numbers, one for each unit or the like. `frozen` rows are replaced, never written into."""

    def __init__(
        self, count: Size, high: Size, start: Starts, frozen: bool, sparse: bool, low: int, fits: Fits | None
    ) -> None:
        self.count, self.high, self._start, self.low, self.sparse = count, high, start, low, sparse
        self.frozen, self.fits = frozen, fits
        self.copied = "{}" if frozen else "{}[:]"

    def _made(self, numbers: Sequence[int], box: Any) -> Any:
        if self.low < 0:
            made: Any = array("i", numbers)
        elif size_of(self.high, box) > 0xFF:
            made = array("H", numbers)
        else:
            return bytes(numbers) if self.frozen else bytearray(numbers)
        return made

    def start(self, box: Any) -> Any:
        start = self._start
        return self._made([start] * size_of(self.count, box) if isinstance(start, int) else start(box), box)

    def pack(self, value: Any) -> Any:
        if self.sparse:
            return {str(index): number for index, number in enumerate(value) if number}
        return list(value)

    def unpack(self, name: str, data: Any, box: Any) -> Any:
        count, high = size_of(self.count, box), size_of(self.high, box)
        if self.sparse:
            return self._made(_dense(name, data, count, self.low, high), box)
        numbers = _list(name, data, count)
        if self.fits is not None:
            _each_fits(name, numbers, self.fits(box))
        elif not all([type(n) is int and self.low <= n <= high for n in numbers]):
            for index, n in enumerate(numbers):
                _number(f"{name}[{index}]", n, self.low, high)
        return self._made(numbers, box)

    def broken(self, name: str, value: Any, box: Any) -> list[str]:
        if len(value) != size_of(self.count, box):
            return [f"{name}: expected {size_of(self.count, box)} entries, got {len(value)}"]
        kind = Between(self.low, size_of(self.high, box)) if self.fits is None else self.fits(box)
        try:
            for n in {*value}:
                kind.check(name, n)
        except ValueError as error:
            return [str(error)]
        return []


def _dense(name: str, data: object, count: int, low: int, high: int) -> list[int]:
    if not isinstance(data, Mapping):
        raise BadTable(f"{name}: expected an object, got {shown(data)}")
    found = [0] * count
    for key, number in data.items():
        index = int(key) if isinstance(key, str) and key.isascii() and key.isdecimal() and len(key) < 7 else -1
        if not 0 <= index < count:
            raise BadTable(f"{name}: expected keys from 0 to {count - 1}, got {shown(key)}")
        found[index] = _number(f"{name}[{key}]", number, low, high)
    return found


def _members(board: int) -> list[int]:
    return [number for number, bit in enumerate(bin(board)[:1:-1]) if bit == "1"]


def _each_fits(name: str, numbers: Sequence[Any], kind: Kind) -> None:
    """Check a row, each number that comes in it once; only a row with a fault is gone through place by place."""
    if all([type(n) is int for n in numbers]):
        try:
            for n in {*numbers}:
                kind.check(name, n)
            return
        except ValueError:
            pass
    for index, n in enumerate(numbers):
        kind.check(f"{name}[{index}]", n)


def _set_of(name: str, data: object, board: int) -> int:
    numbers, high, found = _list(name, data), board.bit_length() - 1, 0
    if all([type(n) is int and 0 <= n <= high for n in numbers]):
        for number in numbers:
            found |= 1 << number
        if found.bit_count() == len(numbers) and not found & ~board:
            return found
    found = 0
    for index, number in enumerate(numbers):  # something is wrong: what?
        bit = 1 << _number(f"{name}[{index}]", number, 0, high)
        if not board & bit:
            raise BadTable(f"{name}: {number} cannot be in it")
        if found & bit:
            raise BadTable(f"{name}: expected no value twice, got {number} again")
        found |= bit
    return found


class Bits(Column):
    """A set of things, one bit each, all of them bits of a board."""

    def __init__(self, board: Callable[[Any], int]) -> None:
        self.board = board

    def start(self, box: Any) -> int:
        return 0

    def pack(self, value: int) -> list[int]:
        return _members(value)

    def unpack(self, name: str, data: Any, box: Any) -> int:
        return _set_of(name, data, self.board(box))

    def masked(self, value: int, known: int) -> int:
        return 0

    def broken(self, name: str, value: int, box: Any) -> list[str]:
        beyond = value & ~self.board(box)
        return [f"{name}: {_members(beyond)[0] if beyond > 0 else value} cannot be in it"] if beyond else []


class Several(Column):
    """A few values of one kind, such as one for each side. `frozen` ones are replaced, never written into."""

    def __init__(self, kind: Column, count: int, audience: Audience, frozen: bool) -> None:
        self.kind, self.count, self.audience = kind, count, audience
        self.pool, self.seen = kind.pool, kind.seen
        self.made: type[Any] = tuple if frozen else list
        self.copied = "{}" if frozen else "{}[:]"

    def start(self, box: Any) -> Any:
        return self.made([self.kind.start(box) for _ in range(self.count)])

    def pack(self, value: Iterable[Any]) -> list[Any]:
        return [self.kind.pack(each) for each in value]

    def unpack(self, name: str, data: Any, box: Any) -> Any:
        rows = _list(name, data, self.count)
        return self.made([self.kind.unpack(f"{name}[{index}]", row, box) for index, row in enumerate(rows)])

    def masked(self, value: Any, known: int) -> Any:
        if self.audience is Audience.NONE:
            return [self.kind.masked(each, known) for each in value]
        return self.kind.masked(value, known)


class Tokens(Column):
    """Cards, chits or counters that lie somewhere, in order. What cannot be seen is `HIDDEN`, but can be counted."""

    def __init__(self, count: Size, pool: str, audience: Audience, seen: str, home: Home | None) -> None:
        self.count, self.pool, self.audience, self.seen, self.home = count, pool, audience, seen, home

    def start(self, box: Any) -> tuple[int, ...]:
        return ()

    def pack(self, value: tuple[int, ...]) -> list[int]:
        return list(value)

    def unpack(self, name: str, data: Any, box: Any) -> tuple[int, ...]:
        count = size_of(self.count, box)
        found = tuple(_number(name, number, HIDDEN, count - 1) for number in _list(name, data))
        if len(found) > count:
            raise BadTable(f"{name}: expected at most {count} tokens, got {len(found)}")
        return found

    def masked(self, value: tuple[int, ...], known: int) -> tuple[int, ...]:
        return tuple([token if token >= 0 and known >> token & 1 else HIDDEN for token in value])


class Value(Column):
    """An immutable value of any type that msgspec can read; `fits` and `check` say what is wrong with one."""

    def __init__(
        self, type_: Any, start: Any, check: Callable[[Any, Any], str | None] | None, fits: Fits | None
    ) -> None:
        self.type, self._start, self.check, self.fits = type_, start, check, fits

    def start(self, box: Any) -> Any:
        return self._start(box) if callable(self._start) else self._start

    def pack(self, value: Any) -> Any:
        return msgspec.to_builtins(value)

    def unpack(self, name: str, data: Any, box: Any) -> Any:
        if self.fits is not None:
            self.fits(box).check(name, data)
        try:
            value = msgspec.convert(data, self.type)
        except msgspec.ValidationError as error:
            raise BadTable(f"{name}: {error}") from None
        fault = self.check(value, box) if self.check is not None else None
        if fault:
            raise BadTable(f"{name}: {fault}")
        return value


class Fixed(Column):
    """A fact of the box that is written down with the table, so that a table of another box is refused."""

    def __init__(self, fact: Callable[[Any], int], fault: str) -> None:
        self.fact, self.fault = fact, fault

    def start(self, box: Any) -> int:
        return self.fact(box)

    def unpack(self, name: str, data: Any, box: Any) -> int:
        expected = self.fact(box)
        if type(data) is not int or data != expected:
            raise BadTable(self.fault.format(expected=expected, got=shown(data)))
        return expected


class WorkedOut(Column):
    """Found out from other columns and kept for speed; not on the table."""

    on_table = False

    def __init__(self, start: Callable[[], Any], copied: str) -> None:
        self._start, self.copied = start, copied

    def start(self, box: Any) -> Any:
        return self._start()

    def broken(self, name: str, value: Any, box: Any) -> list[str]:
        return []


# ---- declarations ------------------------------------------------------------------------------------------
# They return Any, so that the annotation beside them says what rules see.


def number(
    low: Size = 0, high: Size = 0xFFFF, start: Size = 0, audience: Audience = Audience.ALL, hidden: int = 0
) -> Any:
    """A whole number from `low` to `high`."""
    return Number(low, high, start, audience, hidden)


def numbers(
    count: Size,
    high: Size = 0xFF,
    start: Starts = 0,
    frozen: bool = False,
    sparse: bool = False,
    low: int = 0,
    fits: Fits | None = None,
) -> Any:
    """A row of numbers: a bytearray, or an array where they are larger (bytes where it is `frozen` and small)."""
    return Numbers(count, high, start, frozen, sparse, low, fits)


def bits(count: Size) -> Any:
    """A set of numbers below `count`, as an integer with one bit each."""
    return Bits(lambda box: (1 << size_of(count, box)) - 1)


def among(board: Callable[[Any], int]) -> Any:
    """A set of numbers that are bits of a board, such as hexes of a map, as an integer with one bit each."""
    return Bits(board)


def by_side(kind: Any, audience: Audience = Audience.ALL) -> Any:
    """One value of a kind for each side."""
    return Several(kind, 2, audience, frozen=False)


def several(kind: Any, count: int, audience: Audience = Audience.ALL, frozen: bool = False) -> Any:
    """A few values of a kind: a list, or a tuple that is replaced and never written into where they are `frozen`."""
    return Several(kind, count, audience, frozen)


def tokens(
    count: Size, pool: str = "", audience: Audience = Audience.ALL, seen: str = "", home: Home | None = None
) -> Any:
    """Tokens of a pool in order; every token of a pool lies in just one of the columns that name the pool.

    `seen` names a column `by_side(bits(count), audience=OWNER)` with the tokens each side has seen and may remember.
    `home` says which tokens can lie here at all, as far as everybody knows: a side's own cards, say.
    """
    return Tokens(count, pool, audience, seen, home)


def value(
    type_: Any, start: Any = None, check: Callable[[Any, Any], str | None] | None = None, fits: Fits | None = None
) -> Any:
    """An immutable value of a type; `check(value, box)` returns what is wrong with it, or None."""
    return Value(type_, start, check, fits)


def later(column: Any) -> Any:
    """A column that came after games were played: a table has it only where it differs from its starting value.

    So games that never use it keep their tables, and tables from before it can be read.
    """
    column.later = True
    return column


def fixed(fact: Callable[[Any], int], fault: str) -> Any:
    """A number that the box decides; `fault`, with {expected} and {got}, is said of a table that has another."""
    return Fixed(fact, fault)


def worked_out(start: Callable[[], Any], copied: str = "{}") -> Any:
    """Kept for speed, not on the table; `copied` is the code of its copy, `{}` the old value."""
    return WorkedOut(start, copied)


# ---- pools -------------------------------------------------------------------------------------------------


class Slot(NamedTuple):
    """Where a token lies: a column, the place within it (None: the column is one row), and the position there."""

    column: str
    row: int | None
    position: int


def slots(state: State, pool: str) -> dict[Slot, int]:
    """Every token of a pool by where it lies."""
    found: dict[Slot, int] = {}
    for name, column in type(state).columns.items():
        if column.pool != pool:
            continue
        held = getattr(state, name)
        rows = [(None, held)] if isinstance(column, Tokens) else list(enumerate(held))
        for row, row_tokens in rows:
            for index, token in enumerate(row_tokens):
                found[Slot(name, row, index)] = token
    return found


def pools(state: State) -> dict[str, int]:
    """The pools of a state with how many tokens each has."""
    found: dict[str, int] = {}
    for column in type(state).columns.values():
        kind = column.kind if isinstance(column, Several) else column
        if isinstance(kind, Tokens) and kind.pool:
            found[kind.pool] = size_of(kind.count, state.box)
    return found


def imagine(state: State, rng: random.Random) -> None:
    """Deal the tokens that cannot be seen to the places where hidden ones lie, all ways equally likely."""
    for pool, count in pools(state).items():
        lying = slots(state, pool)
        hidden = [slot for slot, token in lying.items() if token == HIDDEN]
        unseen = sorted({*range(count)} - {*lying.values()})
        if len(unseen) < len(hidden):
            raise ValueError(f"pool {pool}: {len(hidden)} tokens are hidden, but only {len(unseen)} are unseen")
        rng.shuffle(unseen)
        if any(_home(state, slot.column) is not None for slot in hidden):
            unseen = _at_home(state, pool, hidden, unseen, rng)
        for slot, token in zip(hidden, unseen, strict=False):
            _lay(state, slot, token)


def _home(state: State, name: str) -> Home | None:
    column = type(state).columns[name]
    kind = column.kind if isinstance(column, Several) else column
    assert isinstance(kind, Tokens)
    return kind.home


def _can_lie(state: State, slot: Slot, token: int) -> bool:
    home = _home(state, slot.column)
    return home is None or home(state.box, token, slot.row or 0)


def _at_home(state: State, pool: str, hidden: list[Slot], unseen: list[int], rng: random.Random) -> list[int]:
    """Unseen tokens in the order of the slots, each where it can lie: a first deal, well mixed by exchanges."""
    wide = [*hidden, *[None] * (len(unseen) - len(hidden))]  # what lies nowhere can be anything
    known: dict[tuple[str, int | None] | None, list[bool]] = {}
    fits = []
    for slot in wide:
        place = None if slot is None else (slot.column, slot.row)
        if place not in known:
            known[place] = [slot is None or _can_lie(state, slot, token) for token in unseen]
        fits.append(known[place])
    dealt: list[int] = [-1] * len(wide)  # the number of the slot that each token goes to
    for number in range(len(wide)):
        if not _make_room(number, fits, dealt, set()):
            raise ValueError(f"pool {pool}: the hidden tokens cannot all be dealt to where they may lie")
    order = sorted(range(len(unseen)), key=lambda token: dealt[token])
    bits, size = rng.getrandbits, len(order)
    width = size.bit_length()
    for _ in range(8 * size):
        while (a := bits(width)) >= size:  # as `randrange` does it, three times as fast
            pass
        while (b := bits(width)) >= size:
            pass
        if fits[a][order[b]] and fits[b][order[a]]:
            order[a], order[b] = order[b], order[a]
    return [unseen[number] for number in order]


def _make_room(slot: int, fits: list[list[bool]], dealt: list[int], tried: set[int]) -> bool:
    """Deal some token to a slot, moving others on if need be."""
    for token, can in enumerate(fits[slot]):
        if can and token not in tried:
            tried.add(token)
            if dealt[token] < 0 or _make_room(dealt[token], fits, dealt, tried):
                dealt[token] = slot
                return True
    return False


def _lay(state: State, slot: Slot, token: int) -> None:
    held = getattr(state, slot.column)
    row = held if slot.row is None else held[slot.row]
    changed = (*row[: slot.position], token, *row[slot.position + 1 :])
    if slot.row is None:
        setattr(state, slot.column, changed)
    else:
        held[slot.row] = changed


def broken(state: State) -> list[str]:
    """Columns out of their range and tokens that lie in two places; empty for every position of legal play."""
    found = []
    for name, column in type(state).columns.items():
        found += column.broken(name, getattr(state, name), state.box)
    for pool in pools(state):
        places = {slot: token for slot, token in slots(state, pool).items() if token != HIDDEN}
        lying = [*places.values()]
        if strays := [token for slot, token in places.items() if not _can_lie(state, slot, token)]:
            found.append(f"pool {pool}: tokens {strays} lie where they cannot")
        if len(lying) != len({*lying}):
            twice = sorted({token for token in lying if lying.count(token) > 1})
            found.append(f"pool {pool}: tokens {twice} lie in two places")
    return found
