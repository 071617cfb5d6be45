"""How many actions a second the server carries: validated, applied, stored durably, told to both players.

A real server runs as a process of its own, held to one core with all its processes, with its file on disk. This process
plays both seats of many games at random over WebSocket, one action at a time in each game, and counts what is
acknowledged. The games are taken up at every stage of a campaign, as on any evening at a club, and where one ends the
next begins. Each seat asks what the browser's client asks: what a counter could do before it is moved, what the move
means and what its battle would come to, and the odds of every battle it watches. A unit and the place it goes to are
one gesture and one message, and count as one action. Loopback only.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from statistics import quantiles
from typing import Any

import msgspec

import ardennes
from ardennes.kernel import Match, saves
from ardennes.kernel.conformance import random_action
from ardennes.parts.title import title_of
from ardennes.titles import KEYS

#: Client frames are masked, as the protocol demands; with a mask of zeros nothing has to be changed.
MASK = b"\0\0\0\0"
#: So many counters are taken up for one move at most.
MOST_HELD = 4


class Seen(msgspec.Struct):
    """The part of a view that decides what to ask and to answer."""

    side: int | msgspec.UnsetType | None = msgspec.UNSET
    choices: dict[str, list[int | None]] | msgspec.UnsetType = msgspec.UNSET
    place: list[int] | msgspec.UnsetType = msgspec.UNSET
    battle: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    lifts: list[str] | msgspec.UnsetType = msgspec.UNSET


class Told(msgspec.Struct):
    """The part of a message that matters here."""

    t: str
    at: int = 0
    look: Seen | None = None
    hand: list[tuple[str, int | None]] = []
    text: str = ""


_told = msgspec.json.Decoder(Told).decode


class Result(msgspec.Struct, frozen=True):
    """What a run measured."""

    games: int
    seconds: float
    actions: int
    actions_per_second: float
    server_core_share: float
    actions_per_core_second: float
    answer_ms_p50: float
    answer_ms_p95: float
    #: What was asked beside actions, and games that ended and were followed by another.
    questions: int
    followed: int
    refused: int
    scenario: str


class Load:
    """All games of a run: what is to be known of their map, and what was counted."""

    def __init__(self, seed: int, scenario: str) -> None:
        self.rng = random.Random(seed)
        self.actions = 0
        self.questions = 0
        self.refused = 0
        self.followed = 0
        self.waits: list[float] = []
        self.ended: asyncio.Queue[None] = asyncio.Queue()
        game = ardennes.game(KEYS[0], scenario)
        scene = title_of(game).scene(game)
        #: What a click on a place can mean: the client explains it before it is clicked.
        self.explained = {verb.key for verb in scene.verbs if verb.target == "place" and verb.gesture == "click"}
        self.pieces = [[piece.id for piece in scene.pieces if piece.side == side] for side in (0, 1)]


class Player(asyncio.Protocol):
    """One seat: answers whenever it is asked, at random. Speaks just enough WebSocket to do so quickly."""

    def __init__(self, load: Load, host: str, token: str, side: int) -> None:
        self.load = load
        self.side = side
        self.request = (
            f"GET /play/{token} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: YXJkZW5uZXMtbG9hZC0xNg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        self.buffer = bytearray()
        self.open = False
        self.to_move: int | None = None
        self.choices: dict[str, list[int | None]] = {}
        self.place: list[int] = []
        self.fighting = False
        self.lifts: list[str] = []
        self.asked_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        if not self.open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            del buffer[: end + 4]
            self.open = True
        while len(buffer) >= 2:
            size, head = buffer[1] & 127, 2
            if size == 126:
                size, head = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, head = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < head + size:
                return
            kind, body = buffer[0] & 15, bytes(buffer[head : head + size])
            del buffer[: head + size]
            if kind == 1:
                self.heard(_told(body))

    def heard(self, message: Told) -> None:
        """Count what was acknowledged, and answer if it is this seat's decision."""
        if message.t == "position" and self.asked_at:
            self.load.actions += 1
            self.load.waits.append(time.perf_counter() - self.asked_at)
            self.asked_at = 0.0
        if message.t in ("refused", "bad"):
            self.load.refused += 1
        if message.t == "peek" and message.look is not None:
            self.held(message.at, message.look, message.hand)
        elif message.look is not None:
            self.look(message.look)
            if self.fighting:
                self.question(f'{{"t":"odds","at":{message.at}}}')
            if self.to_move == self.side and self.choices:
                self.answer(message.at)
            elif self.to_move is None and self.side == 0:
                self.load.ended.put_nowait(None)
            if self.to_move is None:
                self.transport.close()

    def look(self, look: Seen) -> None:
        """Lay what changed over what was seen."""
        if look.side is not msgspec.UNSET:
            self.to_move = look.side
        if look.choices is not msgspec.UNSET:
            self.choices = look.choices
        if look.place is not msgspec.UNSET:
            self.place = look.place
        if look.lifts is not msgspec.UNSET:
            self.lifts = look.lifts
        if look.battle is not msgspec.UNSET:
            self.fighting = bytes(look.battle) != b"null"

    def answer(self, at: int) -> None:
        """One of the choices, all equally likely; what takes something up is only looked at."""
        verb, target = self.drawn(self.choices)
        if verb in self.lifts:
            self.question(f'{{"t":"peek","at":{at},"hand":[["{verb}",{target}]]}}')
            return
        self.explained(at, verb, target, "")
        self.asked_at = time.perf_counter()
        self.send(f'{{"t":"act","at":{at},"verb":"{verb}","target":{"null" if target is None else target}}}')

    def held(self, at: int, look: Seen, hand: list[tuple[str, int | None]]) -> None:
        """Something is in hand: go somewhere with it, or take up more."""
        choices = self.choices if look.choices is msgspec.UNSET else look.choices
        lifts = self.lifts if look.lifts is msgspec.UNSET else look.lifts
        going = {verb: targets for verb, targets in choices.items() if verb not in lifts}
        verb, target = self.drawn(going if going and len(hand) >= MOST_HELD else choices)
        taken = ",".join(f'["{key}",{piece}]' for key, piece in hand)
        if verb in lifts:
            self.question(f'{{"t":"peek","at":{at},"hand":[{taken},["{verb}",{target}]]}}')
            return
        self.explained(at, verb, target, f',"hand":[{taken}]')
        self.asked_at = time.perf_counter()
        word = "null" if target is None else target
        self.send(f'{{"t":"acts","at":{at},"answers":[{taken},["{verb}",{word}]]}}')

    def drawn(self, choices: dict[str, list[int | None]]) -> tuple[str, int | None]:
        """One of the choices, all equally likely."""
        number = int(self.load.rng.random() * sum(map(len, choices.values())))
        for verb, targets in choices.items():
            if number < len(targets):
                return verb, targets[number]
            number -= len(targets)
        raise AssertionError("there was nothing to choose")

    def explained(self, at: int, verb: str, target: int | None, hand: str) -> None:
        """What the client asks before a place is clicked."""
        if verb not in self.load.explained:
            return
        self.question(f'{{"t":"hints","at":{at},"answers":[["{verb}",{target}]]{hand}}}')
        if any(self.place[piece] == target for piece in self.load.pieces[1 - self.side]):
            self.question(f'{{"t":"odds","at":{at},"verb":"{verb}","target":{target}{hand}}}')

    def question(self, text: str) -> None:
        """Something asked that is no action."""
        self.load.questions += 1
        self.send(text)

    def send(self, text: str) -> None:
        """A short message on its way."""
        body = text.encode()
        size = bytes((128 | len(body),)) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
        self.transport.write(b"\x81" + size + MASK + body)


def run(games: int = 200, seconds: float = 10.0, scenario: str = "campaign", warm_up: float = 2.0) -> Result:
    """Start a server, play, measure, stop."""
    with tempfile.TemporaryDirectory(prefix="ardennes-bench-") as folder:
        server, address = _start(Path(folder) / "bench.sqlite3")
        try:
            return asyncio.run(_drive(server.pid, address, games, seconds, scenario, warm_up))
        finally:
            server.terminate()
            server.wait(20)


def _start(store: Path) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-m", "ardennes", "serve", "--port", "0", "--store", str(store)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    line = server.stdout.readline()
    address = next(word for word in line.split() if word.startswith("http://")).rstrip("/")
    for _ in range(100):
        try:
            urllib.request.urlopen(f"{address}/api/menu", timeout=5).read()
            break
        except OSError:
            time.sleep(0.05)
    _one_core_each(server.pid)
    return server, address


def _one_core_each(server: int) -> None:
    """The server with its processes on one core and the players on the others, where the system lets us say so."""
    if hasattr(os, "sched_setaffinity") and len(cores := sorted(os.sched_getaffinity(0))) > 1:
        for process in (server, *_children(server)):
            for thread in Path(f"/proc/{process}/task").iterdir():
                os.sched_setaffinity(int(thread.name), {cores[0]})
        os.sched_setaffinity(0, set(cores[1:]))


def saves_at_every_stage(scenario: str, count: int, seed: int = 1944, per_game: int = 10) -> list[str]:
    """Saves from random games, spread evenly from their first to their last day."""
    found: list[str] = []
    for number in range(-(-count // per_game)):
        rng = random.Random(f"{seed}/{number}")
        whole = Match(ardennes.game(KEYS[0], scenario), f"{seed}/{number}")
        while whole.state.stack:
            whole.play(random_action(whole.state, rng))
        stops = {int(len(whole.moves) * (stage + rng.random()) / per_game) for stage in range(per_game)}
        part = Match(whole.game, whole.seed, whole.opening.chance)
        for played, move in enumerate(whole.moves):
            if played in stops:
                found.append(saves.dump(part))
            part.play(move.action, move.chance, move.led)
    return found[:count]


async def _drive(pid: int, address: str, games: int, seconds: float, scenario: str, warm_up: float) -> Result:
    load = Load(1944, scenario)
    for text in await asyncio.to_thread(saves_at_every_stage, scenario, games):
        await _sit_down(load, address, await asyncio.to_thread(_open_game, address, text))
    going_on = asyncio.create_task(_keep_going(load, address, scenario))
    await asyncio.sleep(min(warm_up, seconds))
    load.waits.clear()
    before, asked, followed = load.actions, load.questions, load.followed
    busy, start = _cpu_seconds(pid), time.perf_counter()
    await asyncio.sleep(seconds)
    took = time.perf_counter() - start
    actions, busy = load.actions - before, _cpu_seconds(pid) - busy
    going_on.cancel()
    waits = quantiles(load.waits, n=20) if len(load.waits) > 1 else [0.0] * 19
    return Result(
        games,
        round(took, 2),
        actions,
        round(actions / took),
        round(busy / took, 3),
        round(actions / busy) if busy else 0,
        round(waits[9] * 1000, 1),
        round(waits[18] * 1000, 1),
        load.questions - asked,
        load.followed - followed,
        load.refused,
        scenario,
    )


async def _keep_going(load: Load, address: str, scenario: str) -> None:
    """Where a game ends, the next begins."""
    while True:
        await load.ended.get()
        await _sit_down(load, address, await asyncio.to_thread(_new_game, address, scenario))
        load.followed += 1


async def _sit_down(load: Load, address: str, made: dict[str, Any]) -> None:
    loop = asyncio.get_running_loop()
    host = address.removeprefix("http://")
    name, _, port = host.rpartition(":")
    for seat in made["seats"]:
        if seat["side"] is not None:
            player = Player(load, host, seat["token"], seat["side"])
            await loop.create_connection(lambda player=player: player, name, int(port))  # type: ignore[misc]


def _open_game(address: str, text: str) -> dict[str, Any]:
    return _post(f"{address}/api/games/open?german=person&allied=person", text.encode(), "text/plain")


def _new_game(address: str, scenario: str) -> dict[str, Any]:
    wish = {"title": KEYS[0], "scenario": scenario, "seats": ["person", "person"]}
    return _post(f"{address}/api/games", msgspec.json.encode(wish), "application/json")


def _post(url: str, body: bytes, kind: str) -> dict[str, Any]:
    request = urllib.request.Request(url, body, {"content-type": kind})
    made: dict[str, Any] = msgspec.json.decode(urllib.request.urlopen(request, timeout=30).read())
    return made


def _children(process: int) -> list[int]:
    """The processes that a process has started, and theirs; none where the system does not tell."""
    found: list[int] = []
    for thread in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, thread.read_text().split()):
            found += [child, *_children(child)]
    return found


def _cpu_seconds(server: int) -> float:
    """Processor time of the server, all its threads and processes so far; 0 where the system does not tell."""
    total = 0
    for process in (server, *_children(server)):
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += int(fields[11]) + int(fields[12])
    return total / float(os.sysconf("SC_CLK_TCK"))
