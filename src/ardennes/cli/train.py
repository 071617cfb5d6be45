"""`ardennes train`: learn what the positions of a scenario are worth from games."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import TaskID

from ardennes.cli.choice import game_of
from ardennes.cli.many import SchedulerOption, WorkersOption, crew, err, progress
from ardennes.titles import KEYS, find


def train(
    title: Annotated[str, typer.Argument(help=f"one of: {', '.join(KEYS)}")],
    scenario: Annotated[str | None, typer.Option(help="scenario; the title's first if left out")] = None,
    games: Annotated[str, typer.Option(help="games of the staff, then of each later generation: 20000,2000")] = "2000",
    seed: Annotated[int, typer.Option(min=1, help="the first game; the next ones count up")] = 1,
    agent: Annotated[
        str, typer.Option(help="who plays the games of later generations")
    ] = "search:candidates=8,futures=4,replies=0",
    pairs: Annotated[int, typer.Option(min=0, help="pairs of the match against the staff")] = 40,
    gate: Annotated[str, typer.Option(help="who plays that match with what was learned")] = "search",
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE, may be repeated")] = None,
    preset: Annotated[str | None, typer.Option(help="a choice of options by name")] = None,
    workers: WorkersOption = None,
    scheduler: SchedulerOption = None,
    keep: Annotated[Path | None, typer.Option(help="folder of games played; these are not played again")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON instead of words")] = False,
) -> None:
    """Play games with deviations, learn from them, and keep what was learned if it beats the staff."""
    from ardennes.lab import schooling  # noqa: PLC0415

    schooling.can_learn(title)
    game = game_of(find(title), scenario, preset, option or [])
    asked = (f" --preset {preset}" if preset else "") + "".join(f" --option {pair}" for pair in option or [])
    course = schooling.Course(
        title, game.scenario, _counts(games), seed, agent, pairs, gate, options=dict(game.options), asked=asked
    )
    try:
        with crew(workers, scheduler, course.games[0]) as those, progress() as bar:
            tasks: dict[str, TaskID] = {}

            def told(what: str, done: int, total: int) -> None:
                name = what.partition(",")[0]
                if name not in tasks:
                    tasks[name] = bar.add_task(what, total=total)
                bar.update(tasks[name], description=what, completed=done, total=total)

            made = schooling.run(course, those, told, keep)
    except KeyboardInterrupt:
        kept = f"; the games so far are in {keep}" if keep is not None else ""
        err.print(f"stopped: nothing was learned{kept}", style="yellow", highlight=False)
        raise typer.Exit(130) from None
    if as_json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(made), indent=2).decode() + "\n")
        return
    console = Console(highlight=False, markup=False)
    console.print(f"{made.games} games, {made.positions} positions; on games not learned from:")
    console.print(f"  score: error {made.error:.2f}, spread {made.spread:.2f}")
    console.print(f"  win chance: Brier {made.brier:.3f}, base rate alone {made.base_brier:.3f}")
    if pairs:
        verdict = "kept" if made.won > schooling.ENOUGH * pairs else "not kept"
        console.print(f"{made.gate} won {made.won:g} of {pairs} pairs against the staff: {verdict}")


def _counts(text: str) -> list[int]:
    try:
        counts = [int(part) for part in text.split(",")]
    except ValueError:
        counts = []
    if not counts or min(counts) < 10:
        raise ValueError(f"--games: expected numbers of at least 10 divided by commas, got {text!r}")
    return counts
