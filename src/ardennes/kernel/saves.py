"""Saved games: readable text that replays bit for bit.

    ardennes save 1
    title tigers_in_the_mist
    scenario campaign
    option errata off
    rules 1
    data 9c1f… (with a data pack only)
    commitment sha256:…
    seed 1944
    computers 5e0a… (after the end of a game with computers: what they drew from)
    from 12 {…} (a game that went on from its table only)
    moves
    unit G047 then area 70 > 3 9 1
    done
    …
    position 5f0c…
    table {…}

Each line after `moves` is one action in the words of its title, with what was taken up for it before it and what chance
answered after `>`. A line that begins with `#` is for people. `position` is a hash of the final table, so a damaged or
cut file is noticed; `table` is that table, so a game outlives a change of rules that would make its moves replay
differently. It goes on from there: the table stands above its later moves as `from`, with the number of dice rolled
before them.

A player's save of a running game with secrets has a line `sight german` and no moves: only its table, as he sees it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import blake2b
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec

from ardennes.kernel import columns
from ardennes.kernel.chance import Seed, commitment
from ardennes.kernel.decisions import Action, IllegalAction, Side, Unknown, shown
from ardennes.kernel.match import Match
from ardennes.kernel.sight import Sight
from ardennes.kernel.state import ScriptedChance, State
from ardennes.kernel.steps import Choice
from ardennes.kernel.title import Game, Title
from ardennes.kernel.words import say

FIRST_LINE = "ardennes save 1"
HEADER = ("title", "scenario", "option", "rules", "data", "commitment", "sight", "seed", "computers", "from", "moves")
#: Whose sight a save may be of.
SIGHTS: dict[str, Side | None] = {"german": Side.GERMAN, "allied": Side.ALLIED, "spectator": None}

# What a save may be at most; the longest games stay far below.
LONGEST = 4_000_000  # characters
MOST_LINES = 100_000
LONGEST_LINE = 20_000  # characters, but for the table
LONGEST_TABLE = 500_000  # characters
LONGEST_HEADER = 100  # lines before `moves`
DEEPEST = 40  # brackets within each other in a table
#: Answers of a restored position that are tried before anybody is asked for one.
TRIED = 40

#: Between what is taken up and what is done with it.
THEN = " then "

_SEED = re.compile(r"-?(0|[1-9][0-9]{0,99})")
_SECRET = re.compile(r"[0-9a-f]{32}")
_NUMBER = re.compile(r"[0-9]{1,9}")
_CHANCE = re.compile(r"-?[0-9]{1,9}")
_BRACKET = re.compile(r"[\[\]{}]")


class BadSave(ValueError):
    """A save that cannot be read; the message names the line and what was expected there."""

    def __init__(self, line: int, text: str) -> None:
        short = text if len(text) <= 1000 else text[:1000] + " …"
        super().__init__(say("line {line}: {text}", line=line, text=short))
        self.line = line


def _not_expected(key: str, expected: str, found: object) -> str:
    return say("{key}: expected {expected}, got {found}", key=key, expected=expected, found=shown(found))


def position(state: State) -> str:
    """A short hash of everything on the table."""
    return blake2b(msgspec.json.encode(state.table(), order="sorted"), digest_size=12).hexdigest()


def dump(match: Match, reveal_seed: bool = True) -> str:
    """A match as text. Without its seed a save can be watched and checked, but not continued with the same dice."""
    game = match.game
    lines = _head(game, match.commitment)
    if reveal_seed:
        lines.append(f"seed {match.seed}")
        if match.computers and match.state.result is not None:
            lines.append(f"computers {match.computers}")
    if match.base is not None:
        lines.append(f"from {_table_words(match.base)}")
    lines.append("moves" + _chance_words(match.opening.chance))
    side = None
    for move in match.moves:
        if move.side is not side:
            side = move.side
            lines.append(f"# {side}")
        lines.append(move_words(game, move.answers) + _chance_words(move.chance))
    lines.append(f"position {position(match.state)}")
    lines.append(f"table {_table_words(match.state)}")
    return "\n".join(lines) + "\n"


def dump_for(match: Match, side: Side | None) -> str:
    """A match as a side (None: a spectator) may keep it. Its secrets are told when the game is over.

    While a game with secrets runs, that is the position as the side sees it and nothing of how it came about: moves and
    dice would tell what was drawn.
    """
    over = match.state.result is not None
    if over or not match.state.secretive:
        return dump(match, reveal_seed=over)
    return dump_sight(match.state.sight(side), match.commitment)


def dump_sight(sight: Sight, promised: str) -> str:
    """A position as one side sees it, to be opened with the rest made up. `promised` is the hash of the seed."""
    whose = next(word for word, side in SIGHTS.items() if side is sight.side)
    table = msgspec.json.encode(sight.table()).decode()
    lines = [*_head(sight.game, promised), f"sight {whose}", "moves"]
    return "\n".join([*lines, f"position {position(sight.state)}", f"table 0 {table}"]) + "\n"


def _head(game: Game, promised: str) -> list[str]:
    title = game.title
    lines = [FIRST_LINE, f"title {title.key}", f"scenario {game.scenario}"]
    lines += [f"option {key} {_option_word(value)}" for key, value in game.options.items()]
    lines.append(f"rules {title.rules_version}")
    if title.data_key:
        lines.append(f"data {title.data_key}")
    return [*lines, f"commitment {promised}"]


def _table_words(state: State) -> str:
    """The number of dice rolled so far, and the table."""
    return f"{state.drawn} {msgspec.json.encode(state.table()).decode()}"


def action_words(game: Game, action: Action) -> str:
    """An action as saves and logs write it."""
    if action.target is None:
        return action.verb
    return f"{action.verb} {game.title.word(game, action.verb, action.target)}"


def move_words(game: Game, answers: Iterable[Action]) -> str:
    """A move as saves and logs write it: what was taken up for it, then what was done."""
    return THEN.join([action_words(game, action) for action in answers])


def text_of(data: bytes) -> str:
    """The text of a save's bytes."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        text = say("not an Ardennes save: expected UTF-8 text, got the byte {byte}", byte=hex(data[error.start]))
        raise BadSave(line, text) from None


def load(
    text: str,
    find_title: Callable[[str], Title],
    to: int | None = None,
    new_seed: Callable[[], Seed] | None = None,
) -> Match:
    """Read a save and replay it, checking every action, every die and the final position.

    `to` stops after that many actions. A save without its seed is continued with one from `new_seed`. A save of
    another rules version opens from its table when its moves no longer replay; `Match.moves` is empty then.
    """
    reader = _Reader(text)
    header = reader.header()
    try:
        title = find_title(header.one("title"))
        same_data(title, header.fields.get("data", ""))
        game = Game.of(title, header.one("scenario"), header.options)
    except ValueError as error:
        raise BadSave(header.line, str(error)) from None
    seed = header.seed(new_seed)
    rules = header.number("rules")
    computers = header.computers()
    if "sight" in header.fields:
        return _imagined(reader, game, seed, header)
    try:
        match = _replay(reader, game, seed, header, to)
    except BadSave:
        if rules == title.rules_version:
            raise
        match = _from_table(reader, game, seed)
    if match.state.result is not None:  # one that is played on has a secret that nobody was told
        match.computers = computers
    return match


def same_data(title: Title, key: str) -> None:
    """ValueError unless a game with this mark of its data was played with the data the title has now."""
    if key == title.data_key:
        return
    if not key:
        raise ValueError(say("the game was played with the title's own data: open it without the data pack"))
    have = say("the one in use is {key}", key=title.data_key) if title.data_key else say("none is in use")
    text = say("the game was played with the data pack {key}, {have}: give its folder with --data", key=key, have=have)
    raise ValueError(text)


class Verified(NamedTuple):
    """What a check of the dice found: how many there were, and the first that did not come from the seed."""

    dice: int
    seed: Seed
    #: Line, die as recorded, die as the seed has it; None if all agree.
    wrong: tuple[int, int, int] | None


def verify(text: str, find_title: Callable[[str], Title]) -> Verified:
    """Recompute every die of a save from its revealed seed. `BadSave` if the seed is not in it or does not fit."""
    match = load(text, find_title)
    seed = match.seed
    reader = _Reader(text)
    reader.header()
    again = Match(match.game, seed)
    if match.base is not None:
        again.begin_at(match.base)
    if again.opening.chance != match.opening.chance:
        return Verified(0, seed, _differs(reader.moves_line, match.opening.chance, again.opening.chance))
    dice = len(match.opening.chance)
    for (line, _, _), move in zip(reader.moves(), match.moves, strict=True):
        rolled = again.play(move.action, led=move.led).chance
        if rolled != move.chance:
            return Verified(dice, seed, _differs(line, move.chance, rolled))
        dice += len(rolled)
    return Verified(dice, seed, None)


def _differs(line: int, recorded: tuple[int, ...], drawn: tuple[int, ...]) -> tuple[int, int, int]:
    pairs = zip_longest(recorded, drawn, fillvalue=-1)
    return next((line, a, b) for a, b in pairs if a != b)


def _replay(reader: _Reader, game: Game, seed: Seed, header: _Header, to: int | None) -> Match:
    try:
        match = Match(game, seed, header.opening)
    except ScriptedChance as error:
        raise BadSave(reader.moves_line, str(error)) from None
    if "from" in header.fields:
        _begin_at(match, header.lines["from"], header.fields["from"])
    meant: dict[str, list[Action]] = {}  # the same few hundred actions come again and again
    for line, words, chance in reader.moves():
        if to is not None and len(match.moves) >= to:
            return match
        try:
            answers = meant.get(words)
            if answers is None:
                answers = meant[words] = read_move(game, words)
            match.play(answers[-1], chance, answers[:-1])
        except (IllegalAction, ScriptedChance, Unknown) as error:
            raise BadSave(line, str(error)) from None
    line, found = reader.position()
    if (expected := position(match.state)) != found:
        raise BadSave(
            line, say("the replayed position is {expected}, but the file says {found}", expected=expected, found=found)
        )
    return match


def _from_table(reader: _Reader, game: Game, seed: Seed) -> Match:
    match = Match(game, seed)
    _begin_at(match, *reader.footer("table"))
    return match


def _imagined(reader: _Reader, game: Game, seed: Seed, header: _Header) -> Match:
    """A match that begins at the position one side saw, with the rest made up from the seed."""
    whose, line = header.fields["sight"], header.lines["sight"]
    if whose not in SIGHTS:
        raise BadSave(line, _not_expected("sight", say("one of {known}", known=", ".join(SIGHTS)), whose))
    at, text = reader.footer("table")
    _, table = _table(at, text)
    try:
        seen = game.restore(table).sight(SIGHTS[whose])
        expected = position(seen.state)
        state = tried(seen.imagine(seed))
    except ValueError as error:
        raise BadSave(at, say("the table does not fit this version: {error}", error=error)) from None
    line, found = reader.position()
    if expected != found:
        text = say("the position seen is {expected}, but the file says {found}", expected=expected, found=found)
        raise BadSave(line, text)
    match = Match(game, seed)
    match.begin_at(state)
    return match


def _begin_at(match: Match, line: int, text: str) -> None:
    """Begin a match at the table that a line of a save describes."""
    drawn, table = _table(line, text)
    try:
        match.begin_at(restored(match.game, table, match.seed, drawn))
    except ValueError as error:
        raise BadSave(line, say("the table does not fit this version: {error}", error=error)) from None


def _table(line: int, text: str) -> tuple[int, dict[str, Any]]:
    """The number of dice rolled and the table that a line of a save has."""
    drawn, _, data = text.partition(" ")
    if not _NUMBER.fullmatch(drawn):
        raise BadSave(line, _not_expected("table", say("the number of dice rolled so far"), drawn))
    if _depth(data) > DEEPEST:
        raise BadSave(line, say("the table is damaged: it is nested too deeply"))
    try:
        return int(drawn), msgspec.json.decode(data, type=dict[str, Any])
    except (ValueError, msgspec.DecodeError) as error:
        raise BadSave(line, say("the table is damaged: {error}", error=error)) from None


def _depth(data: str) -> int:
    deepest = depth = 0
    for bracket in _BRACKET.findall(data):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def restored(game: Game, table: Mapping[str, Any], seed: Seed, drawn: int) -> State:
    """A position from a table that anybody may have written; ValueError says what is wrong with it."""
    return tried(game.restore(table, seed, drawn))


def tried(state: State) -> State:
    """A position that anybody may have made up, tried out; ValueError says what is wrong with it.

    Beyond what each field may hold, the whole must be a position: nothing in it is unknown, its invariants hold, it can
    be shown to both sides, and answers to what is pending can be played.
    """
    game = state.game
    if any(columns.HIDDEN in columns.slots(state, pool).values() for pool in columns.pools(state)):
        raise ValueError(say("it is no position of the game: it holds tokens that somebody could not see"))
    try:
        faults = game.title.broken(state) or _unplayable(state)
    except Exception as error:  # whatever a made-up position brings about, it is refused and not our fault
        faults = [f"it cannot be played ({type(error).__name__})"]
    if faults:
        raise ValueError(say("it is no position of the game: {fault}", fault=faults[0]))
    return state


def _unplayable(state: State) -> list[str]:
    """Show a position and play some answers on copies: what is wrong with it. An error means that it cannot be used."""
    title = state.game.title
    if bool(state.stack) is (state.result is not None):
        return ["a game is over when nothing is pending, and only then"]
    if state.stack and not isinstance(state.stack[-1], Choice):
        return ["nobody is to decide"]
    for side in (Side.GERMAN, Side.ALLIED, None):
        title.show(state.sight(side))
    state.decision()
    actions = state.actions()
    if state.stack and not actions:
        return ["there is nothing to choose"]
    for action in actions[:: len(actions) // TRIED + 1]:
        after = state.copy()
        after.play(action)
        title.show(after.sight(None))
    return []


def read_action(game: Game, words: str) -> Action:
    """The action that words of a save mean; `Unknown` if there is none."""
    verb, _, rest = words.partition(" ")
    return Action(verb, game.title.target(game, verb, rest) if rest else None)


def read_move(game: Game, words: str) -> list[Action]:
    """The answers of a move that words of a save mean, the last of them the one it was for."""
    return [read_action(game, part) for part in words.split(THEN)]


def read_seed(text: str) -> Seed:
    """A seed as it was written: a number where that is how a number is written, else a word."""
    return int(text) if _SEED.fullmatch(text) and text != "-0" else text


def _chance_words(chance: tuple[int, ...]) -> str:
    return " > " + " ".join(map(str, chance)) if chance else ""


def _option_word(value: bool | int) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


class _Header:
    """The lines above `moves`."""

    def __init__(self) -> None:
        self.line = 1
        self.fields: dict[str, str] = {}
        #: The line of each field.
        self.lines: dict[str, int] = {}
        self.options: dict[str, object] = {}
        self.opening: list[int] = []

    def one(self, key: str) -> str:
        if key not in self.fields:
            raise BadSave(self.line, say("the header has no {key} line", key=key))
        return self.fields[key]

    def number(self, key: str) -> int:
        text = self.one(key)
        if not _NUMBER.fullmatch(text):
            raise BadSave(self.lines[key], _not_expected(key, say("a number"), text))
        return int(text)

    def computers(self) -> str:
        text = self.fields.get("computers", "")
        if text and not _SECRET.fullmatch(text):
            raise BadSave(self.lines["computers"], _not_expected("computers", say("32 hexadecimal digits"), text))
        return text

    def seed(self, new_seed: Callable[[], Seed] | None) -> Seed:
        promised = self.one("commitment")
        if "seed" not in self.fields:
            if new_seed is None:
                text = say("the seed of this game is not revealed: it can be watched but not continued")
                raise BadSave(self.line, text)
            return new_seed()
        text = self.fields["seed"]
        if commitment(text) != promised:
            text = say("the seed does not match the commitment made when the game began")
            raise BadSave(self.lines["seed"], text)
        return read_seed(text)


class _Reader:
    """The lines of a save, with numbers for error messages."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            raise BadSave(
                text.count("\n", 0, LONGEST) + 1,
                say("the file has {number} characters; at most {most} are read", number=len(text), most=LONGEST),
            )
        self.lines = text.splitlines()
        self.moves_line = 0
        if len(self.lines) > MOST_LINES:
            count = len(self.lines)
            raise BadSave(
                MOST_LINES + 1,
                say("the file has {number} lines; at most {most} are read", number=count, most=MOST_LINES),
            )
        for number, line in enumerate(self.lines, 1):
            most = LONGEST_TABLE if line.startswith(("table ", "from ")) else LONGEST_LINE
            if len(line) > most:
                text = say("the line has {number} characters; expected at most {most}", number=len(line), most=most)
                raise BadSave(number, text)

    def header(self) -> _Header:
        if not self.lines or self.lines[0].strip() != FIRST_LINE:
            start = self.lines[0][:40] if self.lines else ""
            raise BadSave(
                1, say("not an Ardennes save: expected {first}, got {start}", first=repr(FIRST_LINE), start=repr(start))
            )
        header = _Header()
        for number, line in enumerate(self.lines[1:], 2):
            if number > LONGEST_HEADER:
                text = say("expected the line 'moves' within the first {most}", most=LONGEST_HEADER)
                raise BadSave(number, text)
            header.line = number
            word, _, rest = line.strip().partition(" ")
            if word == "moves":
                self.moves_line = number
                header.opening = _chance(number, rest.lstrip("> "))
                return header
            if word == "option":
                key, _, value = rest.partition(" ")
                header.options[key] = value
            elif word in HEADER:
                if word in header.fields:
                    raise BadSave(number, say("a second line {word}; expected one", word=word))
                header.fields[word] = rest
                header.lines[word] = number
            elif word and not word.startswith("#"):
                known = ", ".join(HEADER)
                text = say("unknown header line {word}; expected one of {known}", word=shown(word), known=known)
                raise BadSave(number, text)
        raise BadSave(len(self.lines), say("the file ends before its moves: it is truncated"))

    def moves(self) -> Iterator[tuple[int, str, list[int]]]:
        for number, line in enumerate(self.lines[self.moves_line :], self.moves_line + 1):
            if line.startswith("#") or not line.strip():
                continue
            if line.startswith("position "):
                return
            words, _, dice = line.partition(" > ")
            yield number, words.strip(), _chance(number, dice) if dice else []

    def position(self) -> tuple[int, str]:
        number, rest = self.footer("position")
        return number, rest.strip()

    def footer(self, word: str) -> tuple[int, str]:
        """The number of the last line that begins with a word, and what follows it."""
        for number in range(len(self.lines), self.moves_line, -1):
            line = self.lines[number - 1]
            if line.startswith(word + " "):
                return number, line[len(word) + 1 :]
        raise BadSave(len(self.lines), say("the file ends without its {word} line: it is truncated", word=word))


def _chance(number: int, text: str) -> list[int]:
    words = text.split()
    for word in words:
        if not _CHANCE.fullmatch(word):
            raise BadSave(number, say("expected numbers after '>', got {word}", word=shown(word)))
    return [int(word) for word in words]
