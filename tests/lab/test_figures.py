"""The commands that make the figures of docs/ladder.md: all of them are understood and name what there is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from ardennes.cli import app
from ardennes.cli.choice import game_of
from ardennes.cli.ladder import agent_names
from ardennes.lab import bots
from ardennes.titles import find

SCRIPT = Path(__file__).parents[2] / "docs" / "figures.sh"
PARTS = ("learn", "match", "captain", "ranks", "exploiters", "words", "chance", "balance", "honest", "suite")


def commands(tmp_path, *parts):
    """What the script would run, with an `ardennes` that only writes down how it was called."""
    fake = tmp_path / "ardennes"
    fake.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/called\n')
    fake.chmod(0o755)
    room = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "KEEP": f"{tmp_path}/kept", "MORE": "--workers 3"}
    room["PYTHON"] = sys.executable
    if "suite" in parts:
        room["MORE"] = ""
    subprocess.run(["sh", str(SCRIPT), *parts], env=room, check=True, capture_output=True)
    return (tmp_path / "called").read_text().splitlines()


@pytest.mark.parametrize("part", PARTS)
def test_every_command_is_understood_and_names_what_there_is(part, tmp_path):
    found = commands(tmp_path, part)
    assert found
    group = typer.main.get_command(app)
    for line in found:
        name, *rest = line.split()
        asked = group.commands[name].make_context(name, rest).params
        game_of(find(asked["title"]), asked.get("scenario"), asked.get("preset"), [])
        for agent in agent_names(asked.get("agents") or asked.get("agent") or asked.get("honest") or "staff"):
            bots.find(agent)
        assert asked.get("workers", 3) == 3 or part == "suite"


def test_a_part_that_is_none_is_refused(tmp_path):
    done = subprocess.run(["sh", str(SCRIPT), "everything"], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert "expected learn, match" in done.stdout
