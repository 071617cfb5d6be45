"""Saves and tables that somebody made up: refused in words that name the place, and never anything else."""

from __future__ import annotations

import contextlib
import random
import re
from typing import Any

import msgspec
import pytest

from ardennes.kernel import BadSave, Game, Match, columns, saves
from ardennes.server import jobs
from ardennes.titles import EXAMPLES, KEYS, find
from tests.server.mutations import TIMES, deep_json, garbled, mutated


def played(key: str, seed: int, actions: int) -> Match:
    """A game some way in, played at random."""
    title = find(key)
    rng = random.Random(seed)
    match = Match(Game.of(title, title.scenarios[seed % min(2, len(title.scenarios))].key), seed)
    for _ in range(actions):
        if match.state.side is None:
            break
        verb, targets = rng.choice(list(match.state.choices().items()))
        match.play(saves.Action(verb, rng.choice(list(targets))))
    return match


def older(match: Match) -> str:
    """A save of older rules, whose moves no longer replay: it is opened from its table."""
    lines = saves.dump(match).split("\n")
    lines = ["rules 0" if line.startswith("rules ") else line for line in lines]
    at = next(n for n, line in enumerate(lines) if line.startswith("moves"))
    return "\n".join([*lines[: at + 1], "unheard of", *lines[at + 1 :]])


def with_table(text: str, table: Any, drawn: str = "3") -> str:
    """A save with another table."""
    lines = [line for line in text.rstrip("\n").split("\n") if not line.startswith("table ")]
    return "\n".join([*lines, f"table {drawn} {msgspec.json.encode(table).decode()}"]) + "\n"


def opened(text: str) -> Match | str:
    """The game of a save, or why it is refused: in the terminal and by the server alike with the line."""
    try:
        found: Match | str = saves.load(text, find)
    except BadSave as error:
        found = str(error)
        assert re.match(r"line \d+: ", found), found
    told = ""
    try:
        jobs.loaded(text, "1")
    except jobs.Unfit as error:
        told = str(error)
    assert not told or re.match(r"line \d+: ", told), told
    return found


@pytest.mark.parametrize("key", KEYS)
def test_every_field_of_every_step_is_declared(key: str) -> None:
    title = find(key)
    game = Game.of(title)
    stack: Any = title.stack_shape(game.data)
    for name in title.steps:
        assert set(stack.of(name)) == set(title.steps[name].__struct_encode_fields__)


@pytest.mark.parametrize("key", [*KEYS, *EXAMPLES])
def test_positions_of_played_games_come_back(key: str) -> None:
    for seed in range(6):
        match = played(key, seed, 60 + 60 * seed)
        again = saves.load(older(match), find)
        assert again.moves == []
        assert saves.position(again.state) == saves.position(match.state)


@pytest.mark.parametrize("key", [*KEYS, *EXAMPLES])
def test_changed_tables(key: str) -> None:
    refused = 0
    for seed in range(4):
        match = played(key, seed, 40 + 90 * seed)
        text, table = older(match), match.state.table()
        table = msgspec.json.decode(msgspec.json.encode(table))
        rng = random.Random(seed)
        for _ in range(150 * TIMES):
            found = opened(with_table(text, mutated(table, rng)))
            if isinstance(found, Match):
                assert not found.game.title.broken(found.state)
                found.state.actions()
            else:
                refused += 1
                assert "table" in found
                assert len(found) < 1100
    assert refused > 400 * TIMES


@pytest.mark.parametrize("key", [*KEYS, *EXAMPLES])
def test_every_field_names_itself(key: str) -> None:
    match = played(key, 1, 80)
    table = match.state.table()
    for name in table:
        for junk in (-1, "x", [-1], [1_000_000], {"x": 1}, True, [[]], 10**30):
            if junk == [-1] and isinstance(type(match.state).columns.get(name), columns.Tokens):
                continue  # a token that somebody cannot see: refused where the whole position is tried
            if _fits(match, name, junk):
                continue
            with pytest.raises(ValueError, match=rf"\b{name}\b"):
                match.game.restore({**table, name: junk})
        with pytest.raises(ValueError, match=name):
            match.game.restore({key: value for key, value in table.items() if key != name})
    with pytest.raises(ValueError, match="unheard_of"):
        match.game.restore({**table, "unheard_of": 1})
    for drawn in (-1, 2**63, 10**30):
        with pytest.raises(ValueError, match="drawn"):
            match.game.restore(table, 1, drawn)


def _fits(match: Match, name: str, junk: object) -> bool:
    """Whether what is junk in most columns is a value of this one: nobody (-1), or yes."""
    column = type(match.state).columns.get(name)
    nobody = junk == -1 and getattr(column, "low", 0) == -1
    return nobody or (junk is True and isinstance(match.state.table()[name], bool))


def test_a_million_areas_under_control() -> None:
    match = played("tigers_in_the_mist", 1, 10)
    text = with_table(older(match), {**match.state.table(), "control": [1, 2, 1_000_000]})
    with pytest.raises(BadSave, match=r"control\[2\]: expected a whole number from 0 to 158, got 1000000"):
        saves.load(text, find)


def test_a_stack_of_thousands() -> None:
    match = played("tigers_in_the_mist", 1, 10)
    table = match.state.table()
    text = with_table(older(match), {**table, "stack": table["stack"] * 5000})
    with pytest.raises(BadSave, match="stack: expected at most 16 steps"):
        saves.load(text, find)


def test_a_position_that_is_none() -> None:
    """Every field is in range, but the whole is no position: a battle where nobody is."""
    match = played("tigers_in_the_mist", 1, 10)
    table = match.state.table()
    stack = [table["stack"][0], ["ChooseAttackers", {"side": 0, "area": 1, "attackers": []}]]
    with pytest.raises(BadSave, match="no position of the game: there is nothing to choose"):
        saves.load(with_table(older(match), {**table, "stack": stack}), find)
    with pytest.raises(BadSave, match="no position of the game: nobody is to decide"):
        saves.load(with_table(older(match), {**table, "stack": table["stack"][:1]}), find)
    with pytest.raises(BadSave, match="no position of the game"):
        saves.load(with_table(older(match), {**table, "place": [1] * len(table["place"])}), find)


RULES = f"rules {find('tigers_in_the_mist').rules_version}"
HEADS = [
    (RULES, "rules ²", "rules"),
    (RULES, "rules " + "9" * 5000, "rules"),
    ("seed 1", "seed --5", "seed"),
    ("seed 1", "seed " + "9" * 5000, "seed"),
    ("moves", "moves > ²", "expected numbers"),
    ("moves", "moves > " + "9" * 5000, "expected numbers"),
    ("moves", "move", "unknown header line"),
    ("title tigers_in_the_mist", "title " + "x" * 9000, "unknown title"),
    ("title tigers_in_the_mist", "title x\ntitle x", "a second line"),
    (RULES, "x" * 30_000, "characters"),
    (RULES, "# \n" * 200, "within the first"),
]


@pytest.mark.parametrize(("old", "new", "says"), HEADS, ids=range(len(HEADS)))
def test_headers(old: str, new: str, says: str) -> None:
    text = saves.dump(played("tigers_in_the_mist", 1, 10))
    assert f"\n{old}\n" in text
    with pytest.raises(BadSave, match=r"^line \d+: ") as caught:
        saves.load(text.replace(f"\n{old}\n", f"\n{new}\n"), find)
    assert says in str(caught.value)
    assert len(str(caught.value)) < 400


def test_a_seed_is_read_as_it_was_written() -> None:
    for text in ("5", "-5", "0", "10"):
        assert saves.read_seed(text) == int(text)
    for text in ("--5", "-0", "007", "²", "٣", "", "9" * 5000, "five"):
        assert saves.read_seed(text) == text


@pytest.mark.parametrize(
    "line",
    [
        "table 3 " + deep_json(100_000),
        "table -1 {}",
        "table ² {}",
        "table 3 []",
        "table 3",
        "table 3 {" + "x" * 600_000,
    ],
    ids=range(6),
)
def test_table_lines(line: str) -> None:
    text = older(played("tigers_in_the_mist", 1, 10))
    kept = [row for row in text.rstrip("\n").split("\n") if not row.startswith("table ")]
    found = opened("\n".join([*kept, line]))
    assert isinstance(found, str)
    assert found.startswith(f"line {len(kept) + 1}: ")


#: Whole saves that are too much, and the line that is told.
TOO_MUCH = {
    "x" * 5_000_000: 1,
    "ardennes save 1\n" * 300_000: 250_001,
    "\n" * 200_000: 100_001,
    "ardennes save 1\n" + "# x\n" * 150_000: 100_001,
    "ardennes save 1\noption x " + deep_json(5000): 2,
    "ardennes save 1\n" + "option x " + deep_json(50_000): 2,
    "": 1,
}


@pytest.mark.parametrize(("text", "line"), TOO_MUCH.items(), ids=range(len(TOO_MUCH)))
def test_too_much_of_a_save(text: str, line: int) -> None:
    found = opened(text)
    assert isinstance(found, str)
    assert found.startswith(f"line {line}: ")


@pytest.mark.parametrize("depth", [41, 400, 900, 980, 5000])
def test_tables_nested_ever_deeper(depth: int) -> None:
    for value in (deep_json(depth), f'{{"stack": {deep_json(depth)}}}', '{"x":' * depth + "0" + "}" * depth):
        text = older(played("tigers_in_the_mist", 1, 10)).partition("table ")[0] + f"table 3 {value}"
        found = opened(text)
        assert isinstance(found, str)
        assert found.endswith("the table is damaged: it is nested too deeply")


def test_bytes_that_are_no_text() -> None:
    text = saves.dump(played("tigers_in_the_mist", 1, 10)).encode()
    with pytest.raises(BadSave, match=r"^line 3: not an Ardennes save: expected UTF-8 text, got the byte 0xc3"):
        saves.text_of(text.replace(b"\nscenario ", b"\nscenario \xc3", 1))


@pytest.mark.parametrize("key", [*KEYS, *EXAMPLES])
def test_garbled_saves(key: str) -> None:
    text = saves.dump(played(key, 1, 60))
    rng = random.Random(9)
    refused = 0
    for _ in range(300 * TIMES):
        changed = garbled(text, rng)
        found = opened(changed)
        if isinstance(found, str):
            refused += 1
            assert len(found) < 1100
        with contextlib.suppress(BadSave):
            saves.verify(changed, find)
    assert refused > 150 * TIMES


@pytest.mark.parametrize("whose", ["german", "allied", "spectator"])
def test_changed_sights(whose: str) -> None:
    """A save of what one side saw, made up or damaged."""
    opens = 0
    for seed in range(4):
        match = played("crossroads", seed, 4 + 8 * seed)
        if not match.state.stack:
            continue
        text = saves.dump_for(match, saves.SIGHTS[whose])
        table = msgspec.json.decode(text.rpartition("table 0 ")[2])
        assert isinstance(saves.load(text, find, new_seed=lambda: 5), Match)
        rng = random.Random(seed)
        for _ in range(150 * TIMES):
            changed = with_table(text, mutated(table, rng), "0") if rng.random() < 0.7 else garbled(text, rng)
            with contextlib.suppress(BadSave):
                opens += bool(saves.load(changed, find, new_seed=lambda: 5).state)
    assert opens < 60 * TIMES
