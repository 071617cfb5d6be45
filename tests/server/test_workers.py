"""Workers: deadlines, deaths, limits and queues; and computers that decide there as they would anywhere."""

from __future__ import annotations

import asyncio
import gzip
import os
import pickle
import random
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ardennes
from ardennes import agents
from ardennes.agents import haste
from ardennes.cli.serve import serve
from ardennes.kernel import Action, Match, Side, saves
from ardennes.kernel.conformance import random_action
from ardennes.server import computers, effort, jobs, records, worker, workers
from ardennes.server.hand import Hand
from ardennes.server.jobs import Decide, Decided, OpenGame, ReadSave, ReplayGame, ReplaySave, Unfit
from ardennes.server.store import GameRow
from ardennes.server.workers import Broke, Busy, Overran, Workers
from tests.patience import soon, until


def played(title: str = "tigers_in_the_mist", scenario: str = "campaign", moves: int = 10_000, seed: int = 1) -> Match:
    """A game played at random."""
    match, rng = Match(ardennes.game(title, scenario), seed), random.Random(seed)
    while match.state.stack and len(match.moves) < moves:
        match.play(random_action(match.state, rng))
    return match


@cache
def long_game() -> Match:
    return played("bitter_woods", "six_turn")


def long_job() -> ReplayGame:
    return ReplayGame(records.record_of(long_game(), None), None, "long")


def short_job() -> ReplayGame:
    return ReplayGame(records.record_of(played(moves=3), None), None, "short")


def decision(match: Match, agent: str, seed: int, mind: bytes = b"") -> Decide:
    side = match.state.side
    assert side is not None
    table = msgspec.json.encode(match.state.sight(side).table())
    return Decide(records.start_of(match.game), side, table, agent, seed, mind)


def drawing_from(seed: int, agent: agents.Agent, name: str) -> agents.Agent:
    """A computer that has not travelled, with the random numbers of its next move."""
    if not isinstance(agent, agents.Staff):
        return agents.find(name, seed)
    agent.draw_from(seed)
    return agent


def with_workers(count: int, test: Callable[[Workers], Awaitable[None]], **more: Any) -> None:
    """Run a test with workers of its own."""

    async def run() -> None:
        pool = Workers(count, **more)
        try:
            await test(pool)
        finally:
            await pool.close()

    asyncio.run(run())


def pids(pool: Workers) -> set[int]:
    return {hand._process.pid for hand in pool._hands if hand._process is not None}


async def begun(pool: Workers, after: set[int] = set()) -> int:  # noqa: B006 - never written into
    """Until a worker is at work, other than these; its process."""

    def at_work() -> int:
        hands = [task.hand for task in pool._held if task.hand is not None and task.hand.begun is not None]
        processes = [hand._process.pid for hand in hands if hand._process is not None]
        return next((pid for pid in processes if pid is not None and pid not in after), 0)

    return await soon(at_work, "a worker at work")


def test_a_job_that_overruns_is_stopped_and_its_worker_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(pool: Workers) -> None:
        await pool.do(short_job())
        before = pids(pool)
        with monkeypatch.context() as patch:
            patch.setattr(ReplayGame, "limit", 0.05)
            with pytest.raises(Overran, match=r"took more than 0 seconds and was given up; nothing is lost"):
                await pool.do(long_job())
        assert await pool.do(short_job())
        assert pids(pool).isdisjoint(before)

    with_workers(1, test)


def test_a_worker_that_dies_costs_a_second_try_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(pool: Workers) -> None:
        wanted = gzip.decompress(await pool.do(long_job()))
        for job in (long_job(), ReplaySave(saves.dump(long_game()))):
            answer = asyncio.ensure_future(pool.do(job))
            await begun(pool)
            [pid] = pids(pool)
            os.kill(pid, signal.SIGKILL)
            if job.again:
                assert gzip.decompress(await answer) == wanted
            else:  # what a stranger sent is not tried on a second worker
                with pytest.raises(Unfit, match="our reader breaks down over it"):
                    await answer
            assert await pool.do(short_job())

    with_workers(1, test)


def test_a_job_over_which_two_workers_die_is_given_up() -> None:
    async def test(pool: Workers) -> None:
        answer = asyncio.ensure_future(pool.do(long_job()))
        killed: set[int] = set()
        for _ in range(2):
            killed.add(pid := await begun(pool, killed))
            os.kill(pid, signal.SIGKILL)
        with pytest.raises(Broke, match="died over it; nothing is lost"):
            await answer

    with_workers(1, test)


def test_a_worker_that_was_dead_before_costs_nobody_anything(caplog: pytest.LogCaptureFixture) -> None:
    async def test(pool: Workers) -> None:
        await pool.do(short_job())
        for job in (short_job(), ReplaySave(saves.dump(played(moves=3)))):
            [pid] = pids(pool)
            os.kill(pid, signal.SIGKILL)
            assert await pool.do(job)  # what a stranger sent is given to another worker too
        assert "a worker was dead" in caplog.text

    with_workers(1, test)


def failing_starts(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """As many processes as that cannot be started, as on a machine that has run out of them."""
    start, left = (
        Hand._start,
        [BlockingIOError(11, "Resource temporarily unavailable"), EOFError("the nursery was stopped")] * times,
    )

    def short_of_processes(self: Hand) -> None:
        if left:
            raise left.pop()
        start(self)

    monkeypatch.setattr(Hand, "_start", short_of_processes)


def test_a_worker_that_cannot_be_started_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "REST", 0.01)
    failing_starts(monkeypatch, 2)

    async def test(pool: Workers) -> None:
        await pool.warm_up()
        assert (len(pool._free), pids(pool)) == (1, set())
        assert await pool.do(short_job())
        assert len(pids(pool)) == 1

    with_workers(1, test)


def test_a_house_without_any_worker_says_so_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "REST", 0.01)
    monkeypatch.setattr(workers, "LONGEST_WAIT", 0.05)
    monkeypatch.setattr(ReplayGame, "patience", 0.0)
    failing_starts(monkeypatch, 1000)

    async def test(pool: Workers) -> None:
        with pytest.raises(Busy, match="too much to do"):
            await pool.do(short_job())

    with_workers(1, test)


def opening(match: Match) -> OpenGame:
    """A game of this house, opened from its rows."""
    game, chance = match.game, " ".join(map(str, match.opening.chance))
    row = GameRow(
        1, game.title.key, game.scenario, dict(game.options), game.title.rules_version, str(match.seed), chance, "n",
        0.0, 0.0, "", False,
    )  # fmt: skip
    return OpenGame(row, records.rows_of(match, 0.0), [])


@pytest.mark.parametrize("count", [1, 2])
def test_whoever_opens_his_game_waits_for_no_upload(count: int) -> None:
    text = saves.dump(long_game())

    async def test(pool: Workers) -> None:
        done: list[str] = []

        async def ask(name: str, job: jobs.Job, guest: str | None = None) -> bytes:
            answer = await pool.do(job, guest=guest)
            done.append(name)
            return answer

        uploads = [asyncio.ensure_future(ask("upload", ReplaySave(text), f"203.0.113.{n}")) for n in range(3)]
        seen = asyncio.ensure_future(ask("replay", long_job()))
        await begun(pool)
        assert await ask("game", opening(played(moves=200)))
        assert done == ["game"]
        wanted = gzip.decompress(await seen)
        assert wanted
        for upload in uploads:  # begun again, and done
            assert msgspec.json.decode(gzip.decompress(await upload))["frames"]

    with_workers(count, test)


def test_work_nobody_waits_for_any_more_makes_way_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs.Job, "grace", 0.0)

    async def test(pool: Workers) -> None:
        upload = asyncio.ensure_future(pool.do(ReplaySave(saves.dump(long_game())), guest="203.0.113.9"))
        await begun(pool)
        before = pids(pool)
        upload.cancel()
        assert await pool.do(short_job())
        assert pids(pool).isdisjoint(before)

    with_workers(1, test)


def test_a_small_upload_is_not_stopped() -> None:
    async def test(pool: Workers) -> None:
        upload = asyncio.ensure_future(pool.do(ReplaySave(saves.dump(played(moves=3)))))
        await begun(pool)
        before = pids(pool)
        assert await pool.do(short_job())
        assert await upload
        assert pids(pool) == before

    with_workers(1, test)


def test_guests_get_so_many_seconds_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "EACH", 1e-9)
    job = ReplaySave(saves.dump(played(moves=3)))

    async def test(pool: Workers) -> None:
        first, second = (asyncio.ensure_future(pool.do(job, guest="203.0.113.9")) for _ in range(2))
        assert await first
        with pytest.raises(Busy, match="from your address took"):  # it was waiting already
            await second
        with pytest.raises(Busy, match="from your address took"):
            await pool.do(job, guest="203.0.113.9")
        assert await pool.do(job, guest="198.51.100.1")
        assert await pool.do(job)  # at home
        monkeypatch.setattr(effort, "TOGETHER", 1e-9)
        with pytest.raises(Busy, match="sent by guests took"):
            await pool.do(job, guest="192.0.2.1")

    with_workers(1, test)


#: A server that has begun to think for minutes, and tells which process does it.
THINKING = """
import asyncio
from ardennes.kernel import Match
from ardennes.server.workers import Workers
from tests.patience import soon, until
from tests.server.test_workers import begun, decision, pids, played

async def think():
    pool = Workers(1)
    job = asyncio.ensure_future(pool.do(decision(played(moves=0), "search:candidates=500,futures=100000", 1)))
    await begun(pool)
    print(*pids(pool), flush=True)
    await job

asyncio.run(think())
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked for in /proc")
def test_workers_end_with_a_server_that_was_killed() -> None:
    server = subprocess.Popen([sys.executable, "-c", THINKING], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    pid = int(server.stdout.readline())
    assert Path(f"/proc/{pid}").exists()
    server.kill()
    server.wait()
    gone = lambda: not Path(f"/proc/{pid}").exists()  # noqa: E731
    try:
        until(gone, "the end of a worker that thinks for nobody")
    finally:
        if not gone():
            os.kill(pid, signal.SIGKILL)


def test_the_nursery_begins_before_the_server_gets_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def told(first: str) -> Callable[..., None]:
        def said(*_: object, **__: object) -> None:
            raise RuntimeError(first)

        return said

    monkeypatch.setattr("ardennes.server.app.App.__init__", told("the server"))
    monkeypatch.setattr("ardennes.server.forking.begin", told("the nursery"))
    with pytest.raises(RuntimeError, match="the nursery"):
        serve(port=0, store=tmp_path / "games.sqlite3")


def test_what_a_job_quotes_cannot_pass_for_a_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def test(pool: Workers) -> None:
        start = records.start_of(played(moves=0).game)
        forged = msgspec.structs.replace(start, scenario="x\n2026-11-18 ERROR all is lost")
        with pytest.raises(Broke, match="our fault"):
            await pool.do(ReplayGame(records.Record(forged, "1", (), []), None, "n"))
        assert "\n  | " in caplog.text
        assert "\n2026-11-18" not in caplog.text

    with_workers(1, test)


def test_a_bug_in_a_job_is_ours_and_its_worker_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    async def test(pool: Workers) -> None:
        broken = records.record_of(played(moves=3), None)
        broken = msgspec.structs.replace(broken, moves=[*broken.moves, records.Played(Side.GERMAN, Action("fly"), ())])
        with pytest.raises(Broke, match="our fault"):
            await pool.do(ReplayGame(broken, None, "broken"))
        assert "IllegalAction" in caplog.text
        before = pids(pool)
        assert await pool.do(short_job())
        assert pids(pool) == before

    with_workers(1, test)


def test_a_seat_and_an_address_may_not_fill_the_queue() -> None:
    async def test(pool: Workers) -> None:
        waiting = [asyncio.ensure_future(pool.do(short_job(), seat="a", address="x")) for _ in range(workers.EACH_SEAT)]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="this seat has 3 requests waiting already"):
            await pool.do(short_job(), seat="a", address="x")
        more = [
            asyncio.ensure_future(pool.do(short_job(), seat=str(n), address="x"))
            for n in range(workers.EACH_ADDRESS - workers.EACH_SEAT)
        ]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="this address has 8 requests waiting already"):
            await pool.do(short_job(), seat="b", address="x")
        assert await pool.do(short_job(), seat="b", address="y")
        await asyncio.gather(*waiting, *more)
        assert await pool.do(short_job(), seat="a", address="x")

    with_workers(1, test)


def test_the_queue_is_bounded_for_all_together(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(pool: Workers) -> None:
        jobs_ = [asyncio.ensure_future(pool.do(short_job(), address=str(n))) for n in range(4)]
        await asyncio.sleep(0)
        for limit in ("ALL", "ALL_BYTES"):
            with monkeypatch.context() as patch:
                patch.setattr(workers, limit, 3)
                with pytest.raises(Busy, match="too much to do"):
                    await pool.do(short_job(), address="z")
                assert await pool.do(decision(played(moves=0), "random", 1))  # a computer is never turned away
        await asyncio.gather(*jobs_)

    with_workers(1, test)


def test_what_cannot_be_begun_in_time_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "LONGEST_WAIT", 0.01)
    monkeypatch.setattr(ReplayGame, "patience", 0.0)

    async def test(pool: Workers) -> None:
        first = asyncio.ensure_future(pool.do(long_job()))
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="too much to do"):
            await pool.do(long_job())
        assert await first

    with_workers(1, test)


def test_a_computers_move_comes_before_replays() -> None:
    async def test(pool: Workers) -> None:
        order: list[str] = []

        async def ask(name: str, job: jobs.Job) -> None:
            await pool.do(job)
            order.append(name)

        match = played(moves=0)
        names = ["replay", "replay", "replay", "computer"]
        made = [short_job(), short_job(), short_job(), decision(match, "random", 1)]
        await asyncio.gather(*(ask(name, job) for name, job in zip(names, made, strict=True)))
        assert order == ["replay", "computer", "replay", "replay"]

    with_workers(1, test)


def test_no_kind_of_work_takes_all_workers() -> None:
    async def test(pool: Workers) -> None:
        reading = [asyncio.ensure_future(pool.do(long_job())) for _ in range(3)]
        await begun(pool)
        assert len(pool._free) == 1
        await pool.do(decision(played(moves=0), "random", 1))
        assert not any(job.done() for job in reading)
        await asyncio.gather(*reading)

    with_workers(2, test)


@pytest.mark.parametrize(
    ("title", "scenario", "agent"),
    [
        ("tigers_in_the_mist", "seventh_army", "random"),
        ("tigers_in_the_mist", "seventh_army", "naive"),
        ("tigers_in_the_mist", "seventh_army", "sergeant"),
        ("tigers_in_the_mist", "seventh_army", "search:candidates=6,futures=4"),
        ("bitter_woods", "six_turn", "sergeant"),
    ],
)
def test_computers_decide_as_they_did_at_home(title: str, scenario: str, agent: str) -> None:
    """The same answers and orders from the same seed, though every answer is given by a mind that has travelled."""
    match = Match(ardennes.game(title, scenario), 1944)
    at_home = [agents.find(agent, seed) for seed in (6, 7)]
    minds = [b"", b""]
    written = 0
    while (side := match.state.side) is not None and len(match.moves) < 100:
        seed = computers.seed_at("home", side, len(match.moves))
        at_home[side] = drawing_from(seed, at_home[side], agent)
        wanted, order = computers.decide(at_home[side], match.state.sight(side))
        job = decision(match, agent, seed, minds[side])
        found = msgspec.msgpack.decode(jobs.read(msgspec.msgpack.encode(job)).run(), type=Decided)
        assert (found.actions, found.order) == (wanted, order), f"move {len(match.moves)}"
        minds[side] = found.mind
        written += bool(order)
        match.play(wanted[-1], led=wanted[:-1])
    assert written or agent in ("random", "naive")


def test_a_mind_may_go_to_another_worker_at_any_time() -> None:
    async def test(pool: Workers) -> None:
        match = played(scenario="seventh_army", moves=0)
        agent, mind = agents.find("sergeant", 6), b""
        for _ in range(12):
            side = match.state.side
            assert side is not None
            wanted, _ = computers.decide(drawing_from(6, agent, "sergeant"), match.state.sight(side))
            found = msgspec.msgpack.decode(await pool.do(decision(match, "sergeant", 6, mind)), type=Decided)
            assert found.actions == wanted
            mind = found.mind
            match.play(wanted[-1], led=wanted[:-1])
            os.kill(*pids(pool), signal.SIGKILL)  # type: ignore[arg-type]
            if match.state.side is not side:
                break

    with_workers(1, test)


@pytest.mark.parametrize("scenario", ["seventh_army", "campaign"])
def test_a_game_read_by_a_worker_goes_on_as_if_replayed_here(scenario: str) -> None:
    match = played(scenario=scenario, moves=130, seed=5)
    while not match.can_undo:
        match.play(random_action(match.state, random.Random(1)))
    found = msgspec.msgpack.decode(ReadSave(saves.dump(match), "7").run(), type=records.Opened)
    again, base = records.resumed(found)
    assert base is None
    assert saves.dump(again) == saves.dump(match)
    assert again.can_undo == match.can_undo
    [log] = found.logs  # nothing is hidden: one for all
    assert log.ends[-1] == len(log.lines)
    for one in (match, again):
        one.undo_all()
        one.play(one.state.actions()[0])
    assert saves.dump(again) == saves.dump(match)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\n" * 70_000, "line 60001: the file has 70000 lines; at most 60000 are read"),
        ("ardennes save 1\nrules " + "9" * 100, "line 2: expected numbers of at most 60 digits"),
        ("", "line 1: not an Ardennes save"),
    ],
)
def test_a_save_beyond_all_bounds_is_not_read(text: str, said: str) -> None:
    for job in (ReadSave(text, "1"), ReplaySave(text)):
        answer = worker.answered(msgspec.msgpack.encode(job))
        assert answer[:1] == worker.UNFIT
        assert said in answer.decode()


def test_a_worker_holds_no_more_memory_than_it_may() -> None:
    async def test(pool: Workers) -> None:
        with pytest.raises((Overran, Broke), match="nothing is lost"):
            await pool.do(long_job())

    with_workers(1, test, memory=40 << 20)


def test_a_computer_that_is_pressed_gives_the_best_answer_so_far() -> None:
    match = Match(ardennes.game("tigers_in_the_mist", "seventh_army"), 1)
    staff, general = agents.find("staff", 1), agents.find("general", 1)
    assert isinstance(staff, agents.Staff)
    assert isinstance(general, agents.Staff)
    sight = match.state.sight(Side.GERMAN)
    staff.choose(sight)
    haste.listen(lambda: True)
    try:
        quick, _ = computers.decide(general, sight)
    finally:
        haste.listen(None)

    async def test(pool: Workers) -> None:
        job = decision(match, "general", 1)
        asked = asyncio.create_task(pool.do(job))
        await asyncio.sleep(0)  # it is in the queue
        pool.hurry(job)
        found = msgspec.msgpack.decode(await asked, type=Decided)
        mind = pickle.loads(found.mind)
        assert (found.actions, mind.evaluated) == (quick, general.evaluated)
        # The next is not pressed any more.
        calm = msgspec.msgpack.decode(await pool.do(decision(match, "general", 1)), type=Decided)
        assert pickle.loads(calm.mind).evaluated > 2 * general.evaluated

    with_workers(1, test)
