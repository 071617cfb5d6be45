"""docs/add-a-title.md is followed line by line: its code is the title's, and its commands run.

`python -m tests.titles.test_add_a_title` brings the page up to date after a change of the title.
"""

import re
import shlex
from pathlib import Path

import pytest

import ardennes
from tests.cli.test_commands import run

HERE = Path(ardennes.__file__).parent / "titles" / "crossroads"
FILE = Path(__file__).parents[2] / "docs" / "add-a-title.md"
PAGE = FILE.read_text(encoding="utf-8")
BLOCK = re.compile(r"^```python crossroads/(\S+)\n(.*?)^```$", re.S | re.M)
BLOCKS = dict(BLOCK.findall(PAGE))
COMMANDS = [line for block in re.findall(r"^```console\n(.*?)^```$", PAGE, re.S | re.M) for line in block.splitlines()]


def test_the_page_shows_every_file_of_the_title():
    assert set(BLOCKS) == {path.relative_to(HERE).as_posix() for path in HERE.rglob("*.py")}


@pytest.mark.parametrize("name", BLOCKS)
def test_what_the_page_shows_is_what_the_title_is(name):
    assert BLOCKS[name] == (HERE / name).read_text(encoding="utf-8")


def test_the_title_is_as_short_as_the_page_says():
    assert sum(bool(line.strip()) for text in BLOCKS.values() for line in text.splitlines()) <= 300


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_page_run(command, tmp_path):
    program, *arguments = shlex.split(command)
    assert program == "ardennes"
    done = run(*arguments, home=tmp_path)
    assert done.returncode == 0, done.stderr


if __name__ == "__main__":
    FILE.write_text(
        BLOCK.sub(lambda found: f"```python crossroads/{found[1]}\n{(HERE / found[1]).read_text()}```", PAGE),
        encoding="utf-8",
    )
