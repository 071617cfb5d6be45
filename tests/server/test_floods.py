"""One link cannot hurt the others: whoever asks for much, or does not listen, waits himself."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from ardennes.server import limits, socket
from ardennes.server.backlog import Backlog
from ardennes.server.connection import Connection
from ardennes.server.door import Door, Visitor
from ardennes.server.house import House
from ardennes.server.limits import Gate, Paces
from ardennes.server.messages import NewGame
from ardennes.server.store import SeatRow, Store
from ardennes.titles.tigers_in_the_mist import TigersInTheMist
from tests.patience import until
from tests.server.club import TITLE, Club
from tests.server.test_busy_house import house_of

WISH = NewGame(TITLE, "seventh_army", ["you", "person"])


class Page:
    """A page as the server below hands it over: whatever it has to say is there already."""

    def __init__(self, *said: dict[str, Any], turns: Iterator[int]) -> None:
        self.said = [{"type": "websocket.connect"}]
        self.said += [{"type": "websocket.receive", "text": json.dumps(message)} for message in said]
        self.said.append({"type": "websocket.disconnect"})
        self.heard: list[dict[str, Any]] = []
        self.turns = turns
        #: The turn of the loop at which each thing it said was taken.
        self.taken: list[int] = []

    async def receive(self) -> dict[str, Any]:
        self.taken.append(next(self.turns))
        return self.said.pop(0)

    async def send(self, message: dict[str, Any]) -> None:
        self.heard.append(message)


def turns() -> tuple[Iterator[int], asyncio.Task[None]]:
    """The number of the turn the loop is at, and the task that counts."""
    now = 0

    async def count() -> None:
        nonlocal now
        while True:
            now += 1
            await asyncio.sleep(0)

    def number() -> Iterator[int]:
        while True:
            yield now

    return number(), asyncio.get_running_loop().create_task(count())


def test_after_every_message_it_is_the_others_turn() -> None:
    async def flood() -> Page:
        house = House(Store(None))
        game = await house.start(WISH)
        count, counting = turns()
        page = Page(*[{"t": "odds", "at": 0}] * 40, turns=count)
        visitor = Visitor("203.0.113.9", at_home=False)
        await socket.attend(house, Gate(Door()), visitor, game.seats[0].token, page.receive, page.send)
        counting.cancel()
        await house.close()
        return page

    page = asyncio.run(flood())
    answers = [message["text"] for message in page.heard if '"t":"odds"' in message.get("text", "")]
    assert len(answers) == 40
    assert all(late > early for early, late in zip(page.taken[1:], page.taken[2:], strict=False)), page.taken


def test_work_is_counted_for_the_seat_and_it_waits_alone(club: Club) -> None:
    made = club.start()
    tokens = [seat["token"] for seat in made["seats"]]
    german, second, allied = (club.sit(tokens[n]) for n in (0, 0, 1))
    live = house_of(club).live(made["id"])
    assert live is not None
    live.work = Paces(limits.WORK, limits.WORK_AT_ONCE, clock=lambda: 0.0)  # whoever comes now
    third = club.sit(tokens[0])
    third.ask("shade", overlay="supply")
    assert live.work.of(tokens[0])._left < limits.WORK_AT_ONCE
    live.work.of(tokens[0]).wait(1e6)
    third.ask("odds")  # it had its turn already
    third.say("shade", overlay="supply")
    waits = club.sit_unwelcome(tokens[0])  # another page of that seat
    assert club.sit(tokens[1]).ask("odds")["forecast"] is None
    assert german.move()["at"] == 1
    for seat in (second, allied):
        seat.expect("position")
    with pytest.raises(TimeoutError):
        waits.socket.recv(timeout=0)  # it came before the others asked, and is not even welcomed yet
    assert third.expect("position")["at"] == 1  # what is told to all is told to it too, and its question waits


def test_saves_are_counted_for_the_seat_too(club: Club) -> None:
    made = club.start()
    token = made["seats"][0]["token"]
    live = house_of(club).live(made["id"])
    assert live is not None
    live.work = Paces(limits.WORK, limits.WORK_AT_ONCE, clock=lambda: 0.0)
    assert club.call("GET", f"/api/seats/{token}/save")[0] == 200
    assert live.work.of(token)._left < limits.WORK_AT_ONCE


def test_requests_of_a_seat_are_done_one_after_the_other_and_give_the_loop_back() -> None:
    async def many() -> tuple[list[int], list[int]]:
        house = House(Store(None))
        game = await house.start(WISH)
        count, counting = turns()
        one, other = (seat.token for seat in game.seats[:2])
        done: dict[str, list[int]] = {one: [], other: []}

        async def ask(token: str) -> None:
            async with game.due(token):
                done[token].append(next(count))

        await asyncio.gather(*(ask(token) for token in (one, one, one, other)))
        counting.cancel()
        await house.close()
        return done[one], done[other]

    one, other = asyncio.run(many())
    assert one[0] < one[1] < one[2]
    assert other[0] < one[2]  # who sends one alone waits for nobody


def test_a_stale_answer_is_told_what_it_lacks_and_once(club: Club) -> None:
    made = club.start()
    german, allied = (club.sit(seat["token"]) for seat in made["seats"][:2])
    german.move(59, 20)
    allied.expect("position")
    for _ in range(2):
        look, log, unit = german.look, german.log, german.look["choices"]["unit"][0]
        for _ in range(50):
            german.socket.send(json.dumps({"t": "act", "at": 0, "verb": "unit", "target": unit}))
        heard = [german.expect_any("refused", "position") for _ in range(51)]
        [fresh] = [message for message in heard if message["t"] == "position"]
        assert (fresh["fresh"], fresh["keep"], fresh["log"]) == (True, len(log), [])
        assert (german.look, german.log) == (look, log)
        assert german.ask("odds")["forecast"] is None  # and nothing more comes
        german.move(unit)
        allied.expect("position")
    german.ask("undo", "position")


def connected(send: Any, cut_off: Any) -> Connection:
    """A connection of a spectator at no game."""
    return Connection(SeatRow("", 1, None, "watch"), None, send, cut_off)  # type: ignore[arg-type]


@pytest.mark.parametrize(("size", "most"), [(100_000, 50), (10, 3000)])
def test_who_does_not_read_is_cut_off(size: int, most: int) -> None:
    async def unread() -> tuple[bool, int, int, int]:
        async def send(_message: dict[str, Any]) -> None:
            await asyncio.Event().wait()  # for ever

        ends: list[bool] = []
        connection = connected(send, lambda: ends.append(True))
        kept = 0
        for number in range(most):
            connection.push(b"x" * size)
            kept = max(kept, connection._waiting)
            if number == 2:
                await asyncio.sleep(0)
                assert not ends
        return connection.closed, len(ends), connection._waiting, kept

    closed, ends, left, kept = asyncio.run(unread())
    assert (closed, ends, left) == (True, 1, 0)
    assert kept <= Connection.PATIENCE_BYTES + size


class Unread:
    """Pages of some links that do not read, but take one message where a test says so."""

    def __init__(self) -> None:
        self.backlog = Backlog()
        self.cut: list[str] = []
        self.reads: dict[str, asyncio.Semaphore] = {}

    def page(self, name: str, link: str) -> Connection:
        self.reads[name] = asyncio.Semaphore(0)

        async def send(_message: dict[str, Any]) -> None:
            await self.reads[name].acquire()

        seat = SeatRow(link, 1, None, "watch")
        return Connection(seat, None, send, lambda: self.cut.append(name), self.backlog)  # type: ignore[arg-type]

    async def read(self, name: str) -> None:
        self.reads[name].release()
        for _ in range(3):
            await asyncio.sleep(0)


def test_the_pages_of_one_link_may_not_fill_the_memory_together() -> None:
    """Each stays below what one page may have waiting; the slowest go, and nobody at another link."""

    async def flood() -> tuple[Unread, list[int]]:
        unread, size, kept = Unread(), 150_000, []
        other = unread.page("other", "b")
        other.push(b"x" * size)
        pages = {f"page {number}": unread.page(f"page {number}", "a") for number in range(limits.PAGES)}
        for _ in range(12):
            for page in pages.values():
                page.push(b"x" * size)
                kept.append(unread.backlog.of("a"))
            await unread.read("page 0")  # it is slow, but it reads
        assert unread.backlog.all == unread.backlog.of("a") + unread.backlog.of("b")
        assert unread.backlog.of("b") == size
        for page in (*pages.values(), other):
            page.end()
        assert (unread.backlog.all, unread.backlog.of("a"), unread.backlog._pages) == (0, 0, {})
        return unread, kept

    unread, kept = asyncio.run(flood())
    assert max(kept) <= Backlog.LINK_BYTES < 12 * 12 * 150_000
    assert unread.cut[:3] == ["page 1", "page 2", "page 3"]
    assert "page 0" not in unread.cut
    assert "other" not in unread.cut


def test_many_links_may_not_fill_the_memory_either() -> None:
    async def flood() -> tuple[Unread, int]:
        unread, most = Unread(), 0
        pages = {f"page {number}": unread.page(f"page {number}", f"link {number}") for number in range(100)}
        for _ in range(4):
            for page in pages.values():
                page.push(b"x" * 400_000)
                most = max(most, unread.backlog.all)
            await unread.read("page 0")
        return unread, most

    unread, most = asyncio.run(flood())
    assert most <= Backlog.ALL_BYTES
    assert len(unread.cut) == len({*unread.cut}) > 0
    assert "page 0" not in unread.cut


def test_one_who_waits_alone_is_not_cut_off_for_a_long_message() -> None:
    async def read() -> list[str]:
        unread = Unread()
        page = unread.page("page", "a")
        page.push(b"x" * (Backlog.ALL_BYTES + 1))
        return unread.cut

    assert asyncio.run(read()) == []


def test_a_page_that_left_has_nothing_waiting(club: Club) -> None:
    made = club.start()
    token = made["seats"][0]["token"]
    for _ in range(3):
        page = club.sit(token)
        page.ask("odds")
        page.close()
    backlog = house_of(club).backlog
    german = club.sit(token)
    until(lambda: len(house_of(club).live(made["id"]).connections) == 1, "the end of the pages")  # type: ignore[union-attr]
    assert german.ask("odds")
    assert (backlog.all, backlog._pages, dict(backlog._links)) == (0, {}, {})


def test_a_long_message_reaches_who_reads() -> None:
    async def read() -> list[int]:
        sent: list[int] = []

        async def send(message: dict[str, Any]) -> None:
            await asyncio.sleep(0)
            sent.append(len(message["text"]))

        connection = connected(send, lambda: None)
        connection.push(b"x" * (3 * Connection.PATIENCE_BYTES))
        await asyncio.sleep(0)
        connection.push(b"x")
        while len(sent) < 2 and not connection.closed:
            await asyncio.sleep(0)
        return sent

    assert asyncio.run(read()) == [3 * Connection.PATIENCE_BYTES, 1]


@pytest.mark.parametrize("patience", [1000, 50_000])
def test_the_talk_with_one_who_does_not_read_ends(monkeypatch: pytest.MonkeyPatch, patience: int) -> None:
    monkeypatch.setattr(socket, "CLOSING", 0.01)
    monkeypatch.setattr(Connection, "PATIENCE_BYTES", patience)

    async def unread() -> int:
        house = House(Store(None))
        game = await house.start(WISH)
        asked = iter([{"type": "websocket.connect"}])
        welcomed = asyncio.Event()

        async def receive() -> dict[str, Any]:
            for message in asked:
                return message
            await asyncio.Event().wait()  # he says nothing either
            raise AssertionError

        async def send(message: dict[str, Any]) -> None:
            if "welcome" in message.get("text", ""):
                welcomed.set()
            if message["type"] != "websocket.accept":
                await asyncio.Event().wait()

        visitor = Visitor("203.0.113.9", at_home=False)
        talk = asyncio.create_task(socket.attend(house, Gate(Door()), visitor, game.seats[0].token, receive, send))
        await welcomed.wait()
        for _ in range(1000):
            game.telling.words("a word of the house " * 10)
        await talk
        await house.close()
        return len(game.connections)

    assert asyncio.run(unread()) == 0


def test_an_overlay_is_worked_out_once_in_a_position(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    made = club.start()
    watch, german = club.sit(made["seats"][2]["token"]), club.sit(made["seats"][0]["token"])
    shade = TigersInTheMist.shade
    asked: list[Any] = []
    monkeypatch.setattr(TigersInTheMist, "shade", lambda *args: (asked.append(args), shade(*args[1:]))[1])
    first = watch.ask("shade", overlay="supply")
    assert [watch.ask("shade", overlay="supply") for _ in range(9)] == [first] * 9
    assert len(asked) == 1
    german.ask("shade", overlay="supply")  # what another side sees is another thing
    assert len(asked) == 2
    german.move()
    watch.expect("position")
    assert watch.ask("shade", overlay="supply")["at"] == 1
    assert len(asked) == 3
