"""`ardennes arrivals`: what Bitter Woods' balance owes to reconstructed arrival turns and scoring."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from ardennes.cli.choice import game_of
from ardennes.cli.many import SchedulerOption, WorkersOption, crew
from ardennes.titles import find


def arrivals(
    scenario: Annotated[str, typer.Option(help="a tournament game")] = "six_turn",
    agent: Annotated[str, typer.Option(help="who plays both sides")] = "staff",
    games: Annotated[int, typer.Option(min=2, help="games for each setting")] = 12,
    seed: Annotated[int, typer.Option(help="the first game; the next ones count up")] = 1,
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE, may be repeated")] = None,
    preset: Annotated[str | None, typer.Option(help="a choice of options by name")] = None,
    march: Annotated[bool, typer.Option("--march", help="only compare the card with marches.csv; no games")] = False,
    only: Annotated[str, typer.Option(help="settings with this in their name, beside the first")] = "",
    workers: WorkersOption = None,
    scheduler: SchedulerOption = None,
) -> None:
    """Allied arrivals of Bitter Woods half a day earlier or later, group by group, and what the points hang on."""
    from ardennes.lab import arrivals as lab  # noqa: PLC0415 - other commands start without the laboratory
    from ardennes.lab.games import Setting, packed  # noqa: PLC0415

    if march:
        typer.echo("| units | enter | road | at | by the card | really | turns late |\n" + "| --- " * 7 + "|")
        for one in lab.marches():
            goal = f"{one.hexes} hexes from {one.row.letter} | {one.row.goal} | {one.arrives} | {one.row.there}"
            typer.echo(f"| {one.row.units} | {one.enters} | {goal} | {one.late:+d} |")
        return
    game = game_of(find(lab.TITLE), scenario, preset, option or [])
    seeds = range(seed, seed + games)
    chosen = [one for number, one in enumerate(lab.settings()) if not number or only in one[0]]
    first: list[lab.Ended] = []
    typer.echo("| arrivals | German wins | points | change on the same dice (95 %) |\n| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder, crew(workers, scheduler, games) as those:
        for number, (name, letters, steps) in enumerate(track(chosen, console=Console(stderr=True), transient=True)):
            data = lab.pack(Path(folder) / str(number), letters, steps) if letters else None
            setting = Setting(lab.TITLE, game.scenario, dict(game.options), packed(data))
            found = lab.run(those, setting, agent, seeds)
            first = first or found
            row = lab.row(name, found, first)
            typer.echo(f"| {name} | {row.wins}/{row.games} | {row.points} | {row.change:+.2f} (± {row.error:.2f}) |")
    for line in lab.scoring(first):
        typer.echo(line)
