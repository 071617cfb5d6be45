"""`ardennes balance`: equals against each other, with numbers of the data changed for the trial."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from ardennes.cli.choice import game_of
from ardennes.cli.many import KeepOption, SchedulerOption, WorkersOption, crew, watched
from ardennes.titles import KEYS, find, use_data


def balance(
    title: Annotated[str, typer.Argument(help=f"one of: {', '.join(KEYS)}")],
    scenario: Annotated[str | None, typer.Option(help="scenario; the title's first if left out")] = None,
    agent: Annotated[str, typer.Option(help="who plays both sides")] = "staff",
    games: Annotated[int, typer.Option(min=1, help="games to play")] = 60,
    seed: Annotated[int, typer.Option(help="the first game; the next ones count up")] = 1,
    change: Annotated[
        list[str] | None, typer.Option("--change", help="FILE:ROW:COLUMN=VALUE, for this trial only; may be repeated")
    ] = None,
    handicap: Annotated[int, typer.Option(help="points of handicap, where the title has that option")] = 0,
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE, may be repeated")] = None,
    preset: Annotated[str | None, typer.Option(help="a choice of options by name")] = None,
    data: Annotated[Path | None, typer.Option("--data", help="a data pack: FOLDER/TITLE/files of your own")] = None,
    workers: WorkersOption = None,
    scheduler: SchedulerOption = None,
    keep: KeepOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON instead of text")] = False,
) -> None:
    """How a scenario goes between equals: who wins, by how much, and what a change of the numbers makes of it."""
    from ardennes.lab import balance as lab  # noqa: PLC0415 - other commands start without the laboratory
    from ardennes.lab.games import Setting, packed  # noqa: PLC0415

    if change and data is not None:
        raise ValueError("--change and --data: expected one of them, changes make a data pack of their own")
    with tempfile.TemporaryDirectory() as folder:
        if change:
            data = lab.pack(title, change, Path(folder))
        use_data(data)
        more = [f"handicap={handicap}"] if handicap else []
        game = game_of(find(title), scenario, preset, [*(option or []), *more])
        chosen = game.scenario
        setting = Setting(title, chosen, dict(game.options), packed(data))
    with crew(workers, scheduler, games) as those:
        run = lab.run(those, setting, agent, range(seed, seed + games), keep)
        played = [one for _, one in watched(run, "games", games, lambda each: each[0])]
    found = lab.summary(title, chosen, agent, played)
    if as_json:
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
        return
    typer.echo(
        f"{title}, {chosen}, {agent} against itself, {found.games} games: the Germans win {found.german_wins:.0%} "
        f"({found.low95:.0%}-{found.high95:.0%}), score {found.score:.1f} (± {found.deviation:.1f}; quartiles "
        + ", ".join(f"{q:.0f}" for q in found.quartiles)
        + f"), 95 % of impulses under {found.p95_s:.2f} s"
    )
    typer.echo("; ".join(f"{level} {count}" for level, count in found.levels.items()))
