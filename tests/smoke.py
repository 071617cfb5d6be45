"""A first evening with an installed Ardennes: `python tests/smoke.py`, with the Python that has the package.

Says its version, helps with every command, plays the first moves of a scenario over the WebSocket and in the terminal,
and a few games on two processes. It knows nothing of this folder: what it runs is the package it finds.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import typer
from typer.testing import CliRunner
from websockets.sync.client import connect

import ardennes
from ardennes.cli import app

SEED = 1944
TITLE, SCENARIO = "tigers_in_the_mist", "seventh_army"
GAME = ["--title", TITLE, "--scenario", SCENARIO, "--seed", str(SEED)]
MANY = ["--scenario", SCENARIO, "--workers", "2"]


def command(*words: str) -> list[str]:
    """`ardennes` with these words, by this very Python and not by what lies in the current folder."""
    return [sys.executable, "-P", "-m", "ardennes", *words]


def run(*words: str, given: str = "") -> str:
    """What a command says; it has to succeed."""
    done = subprocess.run(command(*words), input=given, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, f"ardennes {' '.join(words)}: {done.stdout}\n{done.stderr}"
    return done.stdout


def commands() -> Iterator[list[str]]:
    """Every command, and every group of commands."""
    yield []
    for name, found in sorted(typer.main.get_command(app).commands.items()):  # type: ignore[attr-defined]
        yield [name]
        for inner in sorted(getattr(found, "commands", ())):
            yield [name, inner]


def every_command_helps() -> None:
    for words in commands():
        said = CliRunner().invoke(app, [*words, "--help"], prog_name="ardennes")
        assert said.exit_code == 0, (words, said.output, said.exception)


@contextmanager
def served() -> Iterator[str]:
    """A server's address. It is told once it answers, so nobody has to try again."""
    server = subprocess.Popen(command("serve", "--port", "0"), stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+/", server.stdout.readline())
        assert found, "the server told no address"
        yield found[0]
    finally:
        server.terminate()
        server.wait(300)


def fetched(address: str, body: Any = None) -> Any:
    """An answer of the server, decoded where it is JSON."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        text = answer.read()
        return json.loads(text) if answer.headers.get_content_type() == "application/json" else text.decode()


def the_first_moves_by_websocket(address: str) -> None:
    menu = fetched(address + "api/menu")
    assert menu["titles"][0]["key"] == TITLE
    assert menu["version"] == ardennes.__version__
    assert "<title>" in fetched(address)
    wish = {"title": TITLE, "scenario": SCENARIO, "seats": ("you", "person"), "seed": SEED}
    game = fetched(address + "api/games", wish)
    seat = "ws" + address.removeprefix("http") + "play/" + game["seats"][0]["token"]
    with connect(seat, max_size=None) as socket:
        here = _next(socket, "welcome")
        for _ in range(3):
            look, hand, at = here["look"], [], here["at"]
            while (answer := _first(look, hand))[0] in look["lifts"]:  # looked at, and no move by itself
                hand.append(answer)
                socket.send(json.dumps({"t": "peek", "at": at, "hand": hand}))
                look = look | _next(socket, "peek")["look"]
            socket.send(json.dumps({"t": "acts", "at": at, "answers": [*hand, answer]}))
            there = _next(socket, "position")
            assert there["at"] > here["at"]
            here = {"at": there["at"], "look": here["look"] | there["look"]}


def _first(look: dict[str, Any], hand: list[Any]) -> tuple[str, int | None]:
    """The first answer offered; with something in hand, the first that goes somewhere with it."""
    verb = next(verb for verb in look["choices"] if not (hand and verb in look["lifts"]))
    return verb, look["choices"][verb][0]


def _next(socket: Any, kind: str) -> Any:
    """The next message of a kind."""
    while (message := json.loads(socket.recv(timeout=60)))["t"] != kind:
        assert message["t"] in ("present", "thinking"), message
    return message


def the_first_moves_in_the_terminal() -> None:
    orders = "move 212VG Irrel Echternach\nwhy move 276VG Nusbaum Diekirch\nquit\n"
    said = run("play", *GAME, "--german", "human", "--allied", "human", given=orders)
    assert "move from Irrel to Echternach for 4 MP" in said
    assert "No: Diekirch costs 10 MP" in said


def a_few_games_on_two_processes() -> None:
    assert "no broken invariant" in run("fuzz", TITLE, "--games", "2", "--seed", "1", *MANY)
    assert "naive" in run("ladder", TITLE, "--agents", "naive,random", "--pairs", "2", *MANY)


def a_cluster_needs_an_extra_and_says_which() -> None:
    if find_spec("distributed") is None:
        words = ["ladder", TITLE, *MANY, "--scheduler", "tcp://somewhere"]
        done = subprocess.run(command(*words), capture_output=True, text=True, check=False, timeout=300)
        assert "pip install 'ardennes[lab]'" in done.stderr, done


def all_data_has_one_home(home: Path) -> None:
    assert len([*(home / "games").glob("*.txt")]) == 1
    assert (home / "games.sqlite3").is_file()
    assert {path.name.partition(".")[0] for path in home.iterdir()} == {"games"}


def versions() -> str:
    """What is installed here of what we ask for."""
    names = [re.split(r"[^\w-]", line)[0] for line in metadata.requires("ardennes") or () if "extra ==" not in line]
    return ", ".join(f"{name} {metadata.version(name)}" for name in names)


def main() -> None:
    """All of it, in a home of its own."""
    os.environ["LANGUAGE"] = "en"
    print(f"Python {sys.version.split()[0]}, {versions()}; {ardennes.__file__}", flush=True)
    assert run("--version") == f"ardennes {metadata.version('ardennes')}\n"
    with tempfile.TemporaryDirectory() as home:
        os.environ["ARDENNES_HOME"] = home
        # where earlier versions kept their data: nobody's here is touched
        os.environ["XDG_DATA_HOME"] = os.environ["LOCALAPPDATA"] = home
        every_command_helps()
        with served() as address:
            the_first_moves_by_websocket(address)
        the_first_moves_in_the_terminal()
        all_data_has_one_home(Path(home))
        a_few_games_on_two_processes()
        a_cluster_needs_an_extra_and_says_which()
    print("all well")


if __name__ == "__main__":
    main()
