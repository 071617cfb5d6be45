"""`ardennes study`: which numbers of the staff's style win games."""

from __future__ import annotations

import sys
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from ardennes.cli.many import SchedulerOption, WorkersOption, crew, watched
from ardennes.kernel import Game
from ardennes.titles import KEYS, find


def study(
    title: Annotated[str, typer.Argument(help=f"one of: {', '.join(KEYS)}")],
    games: Annotated[int, typer.Option(min=2, help="games to play")] = 400,
    scenario: Annotated[str | None, typer.Option(help="scenario; the title's first if left out")] = None,
    seed: Annotated[int, typer.Option(help="seed of the first game; the next ones count up")] = 1,
    most: Annotated[int, typer.Option(min=1, help="slopes to print")] = 16,
    workers: WorkersOption = None,
    scheduler: SchedulerOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON instead of a table")] = False,
) -> None:
    """Which numbers of the staff's style win games: all are moved at random, and the result is compared."""
    from ardennes.lab import study as lab  # noqa: PLC0415 - other commands start without the laboratory

    chosen = Game.of(find(title), scenario).scenario
    with crew(workers, scheduler, games) as those:
        run = lab.run(those, title, chosen, range(seed, seed + games))
        trials = [trial for _, trial in watched(run, "games", games, lambda each: each[0])]
    found = lab.summary(title, chosen, trials)
    if as_json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n")
        return
    table = Table(title=f"{chosen}: {found.games} games, mean result {found.mean} for the Germans")
    for heading in ("side", "number", "gain a step", "error"):
        table.add_column(heading, justify="left" if heading in ("side", "number") else "right")
    for row in found.slopes[:most]:
        table.add_row(row.side, row.number, f"{row.gain:+.2f}", f"{row.error:.2f}")
    Console().print(table)
