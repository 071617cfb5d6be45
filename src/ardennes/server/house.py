"""The house: all games of this server, opened when somebody comes for them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine, Sequence
from typing import Any

import msgspec

from ardennes import agents
from ardennes.kernel import Game, Match, Side, State, Unknown, notes
from ardennes.kernel.languages import ENGLISH, speaking
from ardennes.kernel.words import phrase, say
from ardennes.parts.eye import learning
from ardennes.server import computers
from ardennes.server.backlog import Backlog
from ardennes.server.jobs import Decide, Decided, Job, OpenGame, ReadSave, Recall, Unfit
from ardennes.server.journal import Journal
from ardennes.server.live import OUR_FAULT, LiveGame, standing_of
from ardennes.server.messages import NewGame
from ardennes.server.records import Opened, resumed
from ardennes.server.recovery import Damaged, Recovered, recovered
from ardennes.server.store import TABLE, GameRow, Papers, SeatRow, Store, Unreadable
from ardennes.server.workers import Undone, Workers
from ardennes.server.writing import plain
from ardennes.titles import find

#: A game of so many rows at most is replayed here; that is quicker than handing it to a worker.
SHORT = 150

log = logging.getLogger("ardennes.server")

#: A seed cannot be found by trying all of them, though its hash is told before the game.
SEED_BITS = 128


#: Bytes of the secret that a game's computers draw from.
SECRET_BYTES = 16


class NoSuchSeat(LookupError):
    """A link that opens nothing."""


class BadRequest(ValueError):
    """Something asked for that cannot be."""


class House:
    """Games by number and seats by token. Lives on one event loop."""

    #: Games nobody looks at are let go from memory beyond this number.
    ROOM = 1000

    def __init__(self, store: Store, workers: Workers | None = None) -> None:
        self.store = store
        self.workers = workers or Workers()
        self.journal = Journal(store, asyncio.get_running_loop())
        self._live: dict[int, LiveGame] = {}
        self._seats: dict[str, SeatRow] = {seat.token: seat for seat in store.all_seats()}
        self._opening: dict[int, asyncio.Future[LiveGame]] = {}
        self._thinking: set[int] = set()
        #: What computers are being asked, by game.
        self._asked: dict[int, Job] = {}
        #: What the computer at a seat bears in mind, and whether it has orders left to carry out.
        self._minds: dict[tuple[int, int], tuple[bytes, bool]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        #: What the pages of all games have not read.
        self.backlog = Backlog()
        #: Games whose rows are not whole, as counted when the house was opened.
        self.gaps = _gaps(store)

    async def close(self) -> None:
        """Stop thinking, write everything, let go."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.workers.close()
        await asyncio.to_thread(self.journal.close)
        self.store.close()

    # ---- starting and opening ------------------------------------------------------------------------------

    async def start(self, wish: NewGame) -> LiveGame:
        """A new game. `BadRequest` says what does not exist."""
        try:
            game = Game.of(find(wish.title), wish.scenario, wish.options)
        except (Unknown, ValueError) as error:
            raise BadRequest(str(error)) from None
        seed = secrets.randbits(SEED_BITS) if wish.seed is None else wish.seed
        return await self._add(Match(game, seed), wish.seats, wish.name)

    async def lesson(self, title: str, key: str) -> LiveGame:
        """A game that begins at the position of a lesson, both sides in one hand. `BadRequest` where there is none."""
        try:
            match, row = learning.begun(find(title), key, secrets.randbits(SEED_BITS))
        except Unknown as error:
            raise BadRequest(str(error)) from None
        return await self._add(match, ("you", "you"), f"Lesson: {row.name}", match.base)

    async def open_save(self, text: str, seats: Sequence[str], name: str, address: str = "") -> LiveGame:
        """A game from a save, read by a worker. `Unfit` names the line that cannot be read."""
        _check_kinds(seats)
        _check_name(name)
        job = ReadSave(text, str(secrets.randbits(SEED_BITS)))
        papers = msgspec.msgpack.decode(await self.workers.do(job, address=address), type=Opened)
        match, base = resumed(papers)
        return await self._add(match, seats, name, base, papers)

    async def _add(
        self,
        match: Match,
        kinds: Sequence[str],
        name: str,
        base: State | None = None,
        papers: Opened | None = None,
    ) -> LiveGame:
        _check_kinds(kinds)
        _check_name(name)
        game = match.game
        seats = [SeatRow(secrets.token_urlsafe(18), 0, side, kind) for side, kind in enumerate(kinds)]
        seats.append(SeatRow(secrets.token_urlsafe(18), 0, None, "watch"))
        if all(kind == "you" for kind in kinds):
            seats.append(SeatRow(secrets.token_urlsafe(18), 0, TABLE, "table"))
        now = time.time()
        played = papers.rows if papers is not None else []
        scenario = next(s for s in game.title.scenarios if s.key == game.scenario)
        row = GameRow(
            0,
            game.title.key,
            game.scenario,
            dict(game.options),
            game.title.rules_version,
            str(match.seed),
            " ".join(map(str, match.opening.chance)),
            name.strip()[:80] or scenario.name,
            now,
            now,
            "",
            match.state.result is not None,
            game.title.data_key,
            computers=_secret(match, kinds),
        )
        row = row._replace(standing=standing_of(match))
        id_ = await self.journal.run(lambda: self.store.add_game(row, seats, played))
        row = row._replace(id=id_)
        seats = [seat._replace(game=id_) for seat in seats]
        book = self.journal.book(id_, played[-1].mark if played else "")
        live = LiveGame(row, seats, match, len(played), book, base, papers)
        if base is not None:  # a save of older rules, opened from its table
            book.append(live.snapshot())
        self._seats.update({seat.token: seat for seat in seats})
        self._minds.update({(id_, side): (b"", False) for side in (0, 1)})  # nobody has planned anything yet
        self._keep(live)
        return live

    def _keep(self, live: LiveGame) -> None:
        self._live[live.row.id] = live
        live.after_commit = self._after_commit
        live.after_failure = self._after_failure
        if len(self._live) > self.ROOM:
            idle = [game for game in self._live.values() if not game.connections and not game.pending]
            for game in sorted(idle, key=lambda game: game.touched)[: len(self._live) - self.ROOM]:
                self._let_go(game)

    def _let_go(self, game: LiveGame) -> None:
        self._live.pop(game.row.id, None)
        self._forget_plans(game.row.id)

    def seat(self, token: str) -> SeatRow:
        """The seat a link opens."""
        if token not in self._seats:
            raise NoSuchSeat(say("this link opens no game here"))
        return self._seats[token]

    async def game(self, id_: int) -> LiveGame:
        """A game, from memory or from disk."""
        live = self._live.get(id_)
        if live is not None and not live.failed:
            return live
        if id_ in self._opening:
            return await asyncio.shield(self._opening[id_])
        opening = self._opening[id_] = asyncio.get_running_loop().create_future()
        try:
            found = await self._recover(id_)
        except Exception as error:
            opening.set_exception(error)
            opening.exception()  # whoever waited has it; nobody else need be told
            raise
        finally:
            del self._opening[id_]
        live = self._live.get(id_)
        if live is None:
            live = found
            self._keep(live)
        else:
            self._forget_plans(id_)
            live.go_on_as(found)
        opening.set_result(live)
        return live

    async def _recover(self, id_: int) -> LiveGame:
        """A game from disk. A long one is replayed by a worker."""
        kept = await asyncio.to_thread(self.store.papers, id_)
        if kept is None:
            raise NoSuchSeat(say("this game is not here any more"))
        found, papers = await self._replayed(kept)
        if found.problem != kept.row.problem:
            await self.journal.run(lambda: self.store.note_problem(id_, found.problem))
        self.gaps.pop(id_, None)
        row = kept.row._replace(problem=found.problem)
        book = self.journal.book(id_, found.mark, found.number if found.lost else None)
        return LiveGame(row, kept.seats, found.match, found.number, book, found.base, papers)

    async def _replayed(self, kept: Papers) -> tuple[Recovered, Opened | None]:
        if len(kept.rows) <= SHORT:
            return await asyncio.to_thread(recovered, kept.row, kept.rows, kept.snapshots), None
        try:
            job = OpenGame(kept.row, kept.rows, kept.snapshots)
            papers = msgspec.msgpack.decode(await self.workers.do(job), type=Opened)
        except Unfit as error:
            raise Damaged(str(error)) from None
        match, base = resumed(papers)
        return Recovered(match, base, papers.number, papers.mark, papers.problem, papers.lost), papers

    def _after_failure(self, game: LiveGame) -> None:
        """A game could not be written: open it again at its last row on disk, under those who play it."""
        self.later(self._reopen(game))

    async def _reopen(self, game: LiveGame) -> None:
        try:
            self.wake(await self.game(game.row.id))
        except Exception as error:
            log.exception("game %s could not be opened again", game.row.id)
            with notes.noting():
                text = say("the game cannot be opened just now ({error}); the page tries again by itself", error=error)
            game.dismiss(text)
            self._live.pop(game.row.id, None)

    async def remove(self, id_: int) -> None:
        """Forget a game."""
        live = self._live.pop(id_, None)
        if live is not None:
            live.after_commit = live.after_failure = None
            live.dismiss(phrase("this game was removed by the owner of the server"))
        self._forget_plans(id_)
        self._seats = {token: seat for token, seat in self._seats.items() if seat.game != id_}
        self.gaps.pop(id_, None)
        await self.journal.run(lambda: self.store.remove_game(id_))

    def _forget_plans(self, id_: int) -> None:
        for side in (0, 1):
            self._minds.pop((id_, side), None)

    def live(self, id_: int) -> LiveGame | None:
        """A game if it is in memory."""
        return self._live.get(id_)

    # ---- computers -----------------------------------------------------------------------------------------

    def _after_commit(self, game: LiveGame) -> None:
        if self._computer_to_move(game) and game.row.id not in self._thinking:
            self.wake(game)

    def _computer_to_move(self, game: LiveGame) -> str | None:
        side = game.match.state.side
        kind = next((seat.kind for seat in game.seats if seat.side == side), "") if side is not None else ""
        if not kind.startswith("computer ") or game.failed:
            return None
        # Two computers play on only while somebody watches.
        both = all(seat.kind.startswith("computer ") for seat in game.seats if seat.side in (0, 1))
        return None if both and not game.connections else kind.removeprefix("computer ")

    def wake(self, game: LiveGame) -> None:
        """If a computer is to move, let it."""
        if self._computer_to_move(game) is None or game.row.id in self._thinking:
            return
        self._thinking.add(game.row.id)
        with speaking(ENGLISH):  # what a computer writes is for everybody, whoever woke it
            self.later(self._think(game))

    async def _decided(self, game: LiveGame, side: Side, name: str) -> Decided:
        """A computer's answer, from a worker. It keeps its plan while the game is in memory, and finds it again.

        Its random numbers come from the secret of the game: nobody can know them before that is told.
        """
        secret = game.row.computers or str(game.match.seed)  # older games have one secret for everything
        key = game.row.id, int(side)
        if key not in self._minds and computers.remembers(name):
            self._minds[key] = await self._recalled(game, Recall(game.record(), side, name, secret))
        mind, under_way = self._minds.get(key, (b"", False))
        seed = computers.seed_at(secret, side, len(game.match.moves))
        return await self._asking(game, game.decision(name, seed, mind, under_way))

    async def _recalled(self, game: LiveGame, job: Recall) -> tuple[bytes, bool]:
        """What a computer had in mind; nothing if that cannot be found, for then it plans afresh."""
        try:
            found = await self._asking(game, job)
        except (Undone, Unfit) as error:
            log.warning("game %s: what the computer %s planned is forgotten: %s", game.row.id, job.agent, error)
            return b"", False
        return found.mind, found.under_way

    async def _asking(self, game: LiveGame, job: Decide | Recall) -> Decided:
        """What a worker says for a computer; meanwhile it can be hurried."""
        self._asked[game.row.id] = job
        try:
            return msgspec.msgpack.decode(await self.workers.do(job), type=Decided)
        finally:
            del self._asked[game.row.id]

    def hurry(self, game: LiveGame) -> None:
        """Somebody waits: let the computer that is thinking play the best it has found so far."""
        if (job := self._asked.get(game.row.id)) is not None:
            self.workers.hurry(job)

    async def _think(self, game: LiveGame) -> None:
        """Let the computer play until somebody else must decide."""
        try:
            while (name := self._computer_to_move(game)) is not None:
                state = game.match.state
                side, at = state.side, game.number
                assert side is not None
                found = await self._decided(game, side, name)
                if game.match.state is not state or game.number != at or game.failed:
                    continue
                self._minds[game.row.id, int(side)] = (found.mind, found.under_way)
                if found.order:
                    game.note_order(side, found.order)
                reason = game.act(side, *found.actions)
                if reason is not None:
                    log.error(
                        "game %s: the computer %s played %s, refused: %s", game.row.id, name, found.actions, reason
                    )
                    return
                while game.pending > 20:
                    await asyncio.sleep(0.001)
        except (Undone, Unfit) as error:
            log.error(
                "game %s: the computer %s has no answer at position %s: %s", game.row.id, name, game.number, error
            )
            with notes.noting():
                text = say(
                    "the computer has no answer: {error}. Open the game again and it tries once more", error=error
                )
            game.telling.words(text)
        except Exception:
            log.exception("game %s: the computer %s could not be asked", game.row.id, name)
            game.telling.words(OUR_FAULT)
        finally:
            self._thinking.discard(game.row.id)

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done without waiting for it; it ends with the house at the latest."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _secret(match: Match, kinds: Sequence[str]) -> str:
    """What the computers of a new game draw from: a secret of its own, for the seed of the dice may be chosen.

    A game that is over already keeps what was told with it.
    """
    if match.state.result is not None:
        return match.computers
    return secrets.token_hex(SECRET_BYTES) if any(kind.startswith("computer ") for kind in kinds) else ""


def _gaps(store: Store) -> dict[int, str]:
    try:
        return store.gaps()
    except Unreadable:
        log.exception("the rows of the games could not be counted; `ardennes store check` says more")
        return {}


def _check_kinds(kinds: Sequence[str]) -> None:
    """`BadRequest` unless these are who may sit at the two seats of a game."""
    if len(kinds) != 2:
        raise BadRequest(say("a game has two seats"))
    for kind in kinds:
        word, _, agent = kind.partition(" ")
        if word not in ("you", "person", "computer"):
            raise BadRequest(f"unknown seat {kind!r}; there are: you, person, computer NAME")
        if word == "computer" and agent not in agents.NOTES:
            raise BadRequest(f"unknown computer {agent!r}; there are: {', '.join(agents.NOTES)}")


def _check_name(name: str) -> None:
    """`BadRequest` unless everything in the name of a game can be seen."""
    if not plain(name):
        raise BadRequest(say("a name is written in letters, digits and signs that can be seen"))
