"""A real server on a free port, and seats that talk to it over real sockets."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import uvicorn
from websockets.sync.client import ClientConnection, connect

from ardennes.server import wire
from ardennes.server.app import App
from ardennes.server.door import Door
from ardennes.server.store import Store
from tests.patience import PATIENCE, until

TITLE = "tigers_in_the_mist"


class Club:
    """The server, in a thread of this process."""

    def __init__(self, store: Path, door: Door | None = None, patience: float = 5.0) -> None:
        """`patience` is how long a write waits for another program that has locked the file."""
        self.app = App(Store(store, patience), door)
        config = wire.config(self.app, port=0, log_config=None)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        until(lambda: self.server.started or not self.thread.is_alive(), "the server")
        assert self.thread.is_alive(), "the server did not start"
        self.port = self.server.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)

    def call(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, Any]:
        """An HTTP request: status and decoded answer."""
        request = urllib.request.Request(self.address + path, body, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                status, text, kind = answer.status, answer.read(), answer.headers.get_content_type()
                if answer.headers.get("content-encoding") == "gzip":
                    import gzip

                    text = gzip.decompress(text)
        except urllib.error.HTTPError as error:
            status, text, kind = error.code, error.read(), error.headers.get_content_type()
        if kind == "application/zip":
            return status, text
        return status, json.loads(text) if kind == "application/json" and text else text.decode()

    def get(self, path: str) -> Any:
        status, answer = self.call("GET", path)
        assert status == 200, answer
        return answer

    def start(self, scenario: str = "seventh_army", seats: tuple[str, str] = ("you", "person"), **more: Any) -> Any:
        """A new game; its seats in order German, Allied, spectator."""
        wish = {"title": TITLE, "scenario": scenario, "seats": seats, "seed": 1944, **more}
        status, made = self.call(
            "POST", "/api/games", json.dumps(wish).encode(), **{"content-type": "application/json"}
        )
        assert status == 201, made
        return made

    def open(self, text: str, seats: tuple[str, str] = ("you", "person")) -> Any:
        path = f"/api/games/open?german={seats[0]}&allied={seats[1]}".replace(" ", "%20")
        status, made = self.call("POST", path, text.encode(), **{"content-type": "text/plain"})
        assert status == 201, made
        return made

    def sit(self, token: str, language: str = "en", patience: float = PATIENCE) -> Seat:
        """Open a page at a seat, in a language; `patience` is how long it waits for a message."""
        return Seat(f"ws://127.0.0.1:{self.port}/play/{token}?lang={language}", patience)

    def sit_unwelcome(self, token: str) -> Seat:
        """The same without waiting for a welcome."""
        return Seat(f"ws://127.0.0.1:{self.port}/play/{token}", welcome=False)


class Seat:
    """One page open at a game."""

    def __init__(self, address: str, patience: float = PATIENCE, welcome: bool = True) -> None:
        self.patience = patience
        # It asks nobody whether he is still there: on a busy machine, or after its test, no answer says nothing.
        self.socket: ClientConnection = connect(address, max_size=None, ping_interval=None).__enter__()
        self.at = 0
        #: What the table looks like, what is in hand, and what that changes of it.
        self.table: dict[str, Any] = {}
        self.hand: list[tuple[str, int | None]] = []
        self.held: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.welcome = self.expect("welcome") if welcome else {}

    def close(self) -> None:
        self.socket.close()

    @property
    def look(self) -> dict[str, Any]:
        """What the player sees, with what he has in hand."""
        return {**self.table, **self.held}

    def hear(self) -> dict[str, Any]:
        """The next message, taken in."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=self.patience))
        if message["t"] == "welcome":
            self.at, self.table, self.log = message["at"], message["look"], message["log"]
        elif message["t"] == "position":
            self.at = message["at"]
            self.hand, self.held = [], {}
            self.table = message["look"] if message["fresh"] else {**self.table, **message["look"]}
            self.log = self.log[: message["keep"]] + message["log"]
        return message

    def expect(self, kind: str) -> dict[str, Any]:
        """The next message of a kind; messages about presence in between are passed over."""
        while (message := self.hear())["t"] == "present" != kind:
            pass
        assert message["t"] == kind, message
        return message

    def expect_any(self, *kinds: str) -> dict[str, Any]:
        """The next message, which is one of these kinds."""
        while (message := self.hear())["t"] == "present":
            pass
        assert message["t"] in kinds, message
        return message

    def say(self, kind: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"t": kind, "at": self.at, **fields}))

    def ask(self, kind: str, answer: str | None = None, **fields: Any) -> dict[str, Any]:
        self.say(kind, **fields)
        return self.expect(answer or kind)

    def act(self, verb: str, target: int | None = None) -> dict[str, Any]:
        """Answer as the browser does: what only takes something up is asked for, and goes with what follows it."""
        if verb in self.look["lifts"]:
            told = self.ask("peek", hand=[*self.hand, (verb, target)])
            self.hand, self.held = told["hand"], told["look"]
            return told
        if self.hand:
            return self.ask("acts", "position", answers=[*self.hand, (verb, target)])
        return self.ask("act", "position", verb=verb, target=target)

    def move(self, unit: int | None = None, area: int | None = None) -> dict[str, Any]:
        """Take up a unit and go where it can: the plainest move there is."""
        self.act("unit", self.look["choices"]["unit"][0] if unit is None else unit)
        return self.act("area", self.look["choices"]["area"][0] if area is None else area)
