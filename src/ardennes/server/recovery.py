"""Recovery: a game rebuilt from the rows that were kept of it. Nothing here touches the disk or the event loop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from ardennes.kernel import Game, Match, State, saves
from ardennes.kernel.state import ScriptedChance
from ardennes.server.store import ActionRow, GameRow, SnapshotRow
from ardennes.titles import find


class Damaged(ValueError):
    """A stored game that cannot be opened."""


class Recovered(NamedTuple):
    """A game as it was: `base` is where its moves begin if that is not the start, `number` its last row."""

    match: Match
    base: State | None
    number: int


def recovered(row: GameRow, rows: Sequence[ActionRow], snapshot: SnapshotRow | None) -> Recovered:
    """Every recorded action played again, and checked against the last snapshot.

    A game of older rules that no longer replays goes on from its snapshot.
    """
    title = find(row.title)
    try:
        saves.same_data(title, row.data)
    except ValueError as error:
        raise Damaged(f"game {row.id} cannot be opened: {error}") from None
    game = Game.of(title, row.scenario, row.options)
    seed = saves.read_seed(row.seed)
    try:
        match = Match(game, seed, [int(word) for word in row.opening.split()])
        _replay(match, rows, snapshot)
        base = None
    except (ValueError, ScriptedChance) as error:
        if snapshot is None or (row.rules == title.rules_version and rows and rows[0].number == 1):
            raise Damaged(f"game {row.id} cannot be replayed: {error}") from None
        match, base = _from_snapshot(game, seed, rows, snapshot)
    number = rows[-1].number if rows else (snapshot.number if snapshot else 0)
    return Recovered(match, base, number)


def _replay(match: Match, rows: Sequence[ActionRow], snapshot: SnapshotRow | None) -> None:
    if snapshot is not None and snapshot.number == 0:
        raise ValueError("the game began from a table")
    for row in rows:
        if row.words:
            match.play(saves.read_action(match.game, row.words), [int(word) for word in row.chance.split()])
        else:
            match.undo()
        if snapshot is not None and row.number == snapshot.number:
            found = saves.position(match.state)
            if found != snapshot.position:
                raise ValueError(
                    f"after {row.number} rows the position is {found}, the snapshot says {snapshot.position}"
                )


def _from_snapshot(
    game: Game, seed: int | str, rows: Sequence[ActionRow], snapshot: SnapshotRow
) -> tuple[Match, State]:
    match = Match(game, seed)
    try:
        board = msgspec.json.decode(snapshot.board, type=dict[str, Any])
        match.state = saves.restored(game, board, seed, snapshot.drawn)
    except (ValueError, RecursionError, msgspec.DecodeError) as error:
        raise Damaged(f"game {snapshot.game}: its snapshot does not fit this version: {error}") from None
    base = match.state.copy()
    _replay(match, [row for row in rows if row.number > snapshot.number], None)
    return match, base
