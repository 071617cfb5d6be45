"""docs/add-a-title.md is followed line by line: its code is the titles', and its commands run.

`python -m tests.titles.test_add_a_title` brings the page up to date after a change of a title.
"""

import re
import shlex
from pathlib import Path

import pytest

import ardennes
from ardennes.titles import EXAMPLES
from tests.cli.test_commands import run
from tests.house import kinds, modules

HERE = Path(ardennes.__file__).parent / "titles"
FILE = Path(__file__).parents[2] / "docs" / "add-a-title.md"
PAGE = FILE.read_text(encoding="utf-8")
#: The files of both titles; of data files some are shown.
BLOCK = re.compile(rf"^```(python|toml|csv) ((?:{'|'.join(EXAMPLES)})/\S+)\n(.*?)^```$", re.S | re.M)
BLOCKS = {name: text for _, name, text in BLOCK.findall(PAGE)}
COMMANDS = [line for block in re.findall(r"^```console\n(.*?)^```$", PAGE, re.S | re.M) for line in block.splitlines()]


def test_the_page_shows_every_module_of_the_titles():
    modules = {path.relative_to(HERE).as_posix() for key in EXAMPLES for path in (HERE / key).rglob("*.py")}
    assert modules <= set(BLOCKS)


@pytest.mark.parametrize("name", BLOCKS)
def test_what_the_page_shows_is_what_the_title_is(name):
    assert BLOCKS[name] == (HERE / name).read_text(encoding="utf-8")


@pytest.mark.parametrize(("key", "most"), [("crossroads", 220), ("parkers_crossroads", 480)])
def test_the_titles_are_as_short_as_the_page_says(key, most):
    assert sum(kinds(module)["code"] for module in modules(HERE / key)) <= most
    assert f"{most} lines of code" in PAGE


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_page_run(command, tmp_path):
    program, *arguments = shlex.split(command)
    assert program == "ardennes"
    done = run(*arguments, home=tmp_path)
    assert done.returncode == 0, done.stderr


if __name__ == "__main__":
    FILE.write_text(
        BLOCK.sub(lambda found: f"```{found[1]} {found[2]}\n{(HERE / found[2]).read_text(encoding='utf-8')}```", PAGE),
        encoding="utf-8",
    )
