"""The house: all games of this server, opened when somebody comes for them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence

from ardennes import agents
from ardennes.kernel import Action, Game, Match, Side, Sight, Unknown, saves
from ardennes.server.journal import Journal
from ardennes.server.live import LiveGame
from ardennes.server.messages import NewGame
from ardennes.server.recovery import recovered
from ardennes.server.store import TABLE, ActionRow, GameRow, SeatRow, Store
from ardennes.titles import find

log = logging.getLogger("ardennes.server")


class NoSuchSeat(LookupError):
    """A link that opens nothing."""


class BadRequest(ValueError):
    """Something asked for that cannot be."""


class House:
    """Games by number and seats by token. Lives on one event loop."""

    #: Games nobody looks at are let go from memory beyond this number.
    ROOM = 1000

    def __init__(self, store: Store) -> None:
        self.store = store
        self.journal = Journal(store, asyncio.get_running_loop())
        self._live: dict[int, LiveGame] = {}
        self._seats: dict[str, SeatRow] = {seat.token: seat for seat in store.all_seats()}
        self._opening: dict[int, asyncio.Future[LiveGame]] = {}
        self._thinking: set[int] = set()
        self._agents: dict[tuple[int, int], agents.Agent] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Stop thinking, write everything, let go."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for game in self._live.values():
            self.store.note_standing(game.row.id, game.standing(), game.match.state.result is not None)
        await asyncio.to_thread(self.journal.close)
        self.store.close()

    # ---- starting and opening ------------------------------------------------------------------------------

    def start(self, wish: NewGame) -> LiveGame:
        """A new game. `BadRequest` says what does not exist."""
        try:
            game = Game.of(find(wish.title), wish.scenario, wish.options)
        except (Unknown, ValueError) as error:
            raise BadRequest(str(error)) from None
        seed = secrets.randbits(62) if wish.seed is None else wish.seed
        return self._add(Match(game, seed), wish.seats, wish.name)

    def open_save(self, text: str, seats: Sequence[str], name: str) -> LiveGame:
        """A game from a save. `BadSave` names the line that cannot be read."""
        match = saves.load(text, find, new_seed=lambda: secrets.randbits(62))
        return self._add(match, seats, name)

    def _add(self, match: Match, kinds: Sequence[str], name: str) -> LiveGame:
        if len(kinds) != 2:
            raise BadRequest("a game has two seats")
        for kind in kinds:
            word, _, agent = kind.partition(" ")
            if word not in ("you", "person", "computer"):
                raise BadRequest(f"unknown seat {kind!r}; there are: you, person, computer NAME")
            if word == "computer" and agent not in agents.NOTES:
                raise BadRequest(f"unknown computer {agent!r}; there are: {', '.join(agents.NOTES)}")
        game = match.game
        seats = [SeatRow(secrets.token_urlsafe(18), 0, side, kind) for side, kind in enumerate(kinds)]
        seats.append(SeatRow(secrets.token_urlsafe(18), 0, None, "watch"))
        if all(kind == "you" for kind in kinds):
            seats.append(SeatRow(secrets.token_urlsafe(18), 0, TABLE, "table"))
        now = time.time()
        played = [
            ActionRow(0, n, saves.action_words(game, m.action), " ".join(map(str, m.chance)), int(m.side), now)
            for n, m in enumerate(match.moves, 1)
        ]
        base = None
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
        )
        id_ = self.store.add_game(row, seats, played)
        row = row._replace(id=id_)
        seats = [seat._replace(game=id_) for seat in seats]
        if not played and saves.position(match.state) != saves.position(
            Match(game, match.seed, match.opening.chance).state
        ):
            base = match.state.copy()  # a save of older rules, opened from its table
        live = LiveGame(row, seats, match, len(played), self.journal, base)
        if base is not None:
            self.journal.append(live.snapshot())
        self._seats.update({seat.token: seat for seat in seats})
        self._keep(live)
        self.store.note_standing(id_, live.standing(), row.over)
        return live

    def _keep(self, live: LiveGame) -> None:
        self._live[live.row.id] = live
        live.after_commit = self._after_commit
        if len(self._live) > self.ROOM:
            idle = [game for game in self._live.values() if not game.connections and not game.pending]
            for game in sorted(idle, key=lambda game: game.touched)[: len(self._live) - self.ROOM]:
                self._let_go(game)

    def _let_go(self, game: LiveGame) -> None:
        self.store.note_standing(game.row.id, game.standing(), game.match.state.result is not None)
        self._live.pop(game.row.id, None)
        self._agents.pop((game.row.id, 0), None)
        self._agents.pop((game.row.id, 1), None)

    def seat(self, token: str) -> SeatRow:
        """The seat a link opens."""
        if token not in self._seats:
            raise NoSuchSeat("this link opens no game here")
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
            live = await asyncio.to_thread(recover, self.store, id_, self.journal)
        except Exception as error:
            opening.set_exception(error)
            opening.exception()  # whoever waited has it; nobody else need be told
            raise
        finally:
            del self._opening[id_]
        self._keep(live)
        opening.set_result(live)
        return live

    def remove(self, id_: int) -> None:
        """Forget a game."""
        live = self._live.pop(id_, None)
        if live is not None:
            live.after_commit = None
            live.failed = True
            for connection in live.connections:
                connection.closed = True
        self.store.remove_game(id_)
        self._seats = {token: seat for token, seat in self._seats.items() if seat.game != id_}

    def note_standings(self) -> None:
        """Write down where the live games stand, for the list."""
        for game in self._live.values():
            self.store.note_standing(game.row.id, game.standing(), game.match.state.result is not None)

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
        task = asyncio.get_running_loop().create_task(self._think(game))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _agent(self, game: LiveGame, side: Side, name: str) -> agents.Agent:
        """The computer at a seat; it stays the same while the game is in memory, so it can keep a plan."""
        key = (game.row.id, int(side))
        if key not in self._agents:
            self._agents[key] = agents.find(name, seed=game.row.id * 2 + side)
        return self._agents[key]

    async def _think(self, game: LiveGame) -> None:
        """Let the computer play until somebody else must decide."""
        try:
            while (name := self._computer_to_move(game)) is not None:
                state = game.match.state
                side, at = state.side, game.number
                assert side is not None
                agent = self._agent(game, side, name)
                action, order = await asyncio.to_thread(_decide, agent, state.sight(side))
                if game.number != at or game.failed:
                    continue
                if order:
                    game.note_order(side, order)
                reason = game.act(side, action)
                if reason is not None:
                    log.error("game %s: the computer %s played %s, refused: %s", game.row.id, name, action, reason)
                    return
                while game.pending > 20:
                    await asyncio.sleep(0.001)
        finally:
            self._thinking.discard(game.row.id)


def _decide(agent: agents.Agent, sight: Sight) -> tuple[Action, list[str]]:
    """A computer's answer, and its order in writing where it has just made a new one."""
    before = agent.planned_on if isinstance(agent, agents.Staff) else None
    action = agent.choose(sight)
    if isinstance(agent, agents.Staff) and agent.planned_on is not before:
        return action, agent.written_order()
    return action, []


def recover(store: Store, id_: int, journal: Journal) -> LiveGame:
    """A game from disk."""
    row = store.game(id_)
    if row is None:
        raise NoSuchSeat("this game is not here any more")
    found = recovered(row, store.moves(id_), store.last_snapshot(id_))
    return LiveGame(row, store.seats_of(id_), found.match, found.number, journal, found.base)
