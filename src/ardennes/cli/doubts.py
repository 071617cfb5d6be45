"""`ardennes doubts`: what a title's balance owes to numbers that are reconstructed."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from ardennes.cli.choice import game_of
from ardennes.cli.many import SchedulerOption, WorkersOption, crew
from ardennes.parts.data.doubts import Ended
from ardennes.titles import find


def doubts(
    title: Annotated[str, typer.Argument(help="a title that has some")],
    scenario: Annotated[str | None, typer.Option(help="the title's own choice if left out")] = None,
    agent: Annotated[str, typer.Option(help="who plays both sides")] = "staff",
    games: Annotated[int, typer.Option(min=2, help="games for each trial")] = 12,
    seed: Annotated[int, typer.Option(help="the first game; the next ones count up")] = 1,
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE, may be repeated")] = None,
    preset: Annotated[str | None, typer.Option(help="a choice of options by name")] = None,
    sources: Annotated[bool, typer.Option("--sources", help="only the numbers beside what is known; no games")] = False,
    only: Annotated[str, typer.Option(help="trials with this in their name, beside the first")] = "",
    workers: WorkersOption = None,
    scheduler: SchedulerOption = None,
) -> None:
    """Play a title with its reconstructed numbers changed, on the same dice, and tell what the points hang on."""
    from ardennes.lab import doubts as lab  # noqa: PLC0415 - other commands start without the laboratory
    from ardennes.lab.games import Setting, packed  # noqa: PLC0415

    asked = lab.doubts_of(title)
    if sources:
        typer.echo("\n".join(asked.sources()))
        return
    game = game_of(find(title), scenario or asked.scenario, preset, option or [])
    seeds = range(seed, seed + games)
    chosen = [trial for number, trial in enumerate(asked.trials()) if not number or only in trial.name]
    first: list[Ended] = []
    typer.echo("| trial | German wins | points | change on the same dice (95 %) |\n| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder, crew(workers, scheduler, games) as those:
        for number, trial in enumerate(track(chosen, console=Console(stderr=True), transient=True)):
            data = lab.pack(Path(folder) / str(number), title, trial) if trial.files else None
            found = lab.run(those, Setting(title, game.scenario, dict(game.options), packed(data)), agent, seeds)
            first = first or found
            row = lab.row(trial.name, found, first)
            change = f"{row.change:+.2f} (± {row.error:.2f})"
            typer.echo(f"| {trial.name} | {row.wins}/{row.games} | {row.points} | {change} |")
    for line in asked.told(first):
        typer.echo(line)
