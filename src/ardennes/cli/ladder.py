"""`ardennes ladder`: agents against each other on paired seeds with sides swapped."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from ardennes.cli.choice import game_of
from ardennes.cli.many import KeepOption, SchedulerOption, WorkersOption, crew, spans, watched
from ardennes.titles import KEYS, find


def ladder(
    title: Annotated[str, typer.Argument(help=f"one of: {', '.join(KEYS)}")],
    agents: Annotated[str, typer.Option(help="names divided by commas, e.g. staff,naive,random")] = "staff,naive",
    pairs: Annotated[int, typer.Option(min=1, help="pairs of games for every two agents")] = 20,
    scenario: Annotated[str | None, typer.Option(help="scenario; the title's first if left out")] = None,
    seed: Annotated[int, typer.Option(help="seed of the first pair; the next ones count up")] = 1,
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE, may be repeated")] = None,
    preset: Annotated[str | None, typer.Option(help="a choice of options by name; --option comes on top of it")] = None,
    workers: WorkersOption = None,
    scheduler: SchedulerOption = None,
    keep: KeepOption = None,
    games: Annotated[Path | None, typer.Option(help="folder to save every game in")] = None,
    record: Annotated[Path | None, typer.Option(help="append the table to this file")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON instead of a table")] = False,
) -> None:
    """Agents against each other on paired seeds with sides swapped. Stopped, it prints what there is."""
    from ardennes.lab import ladder as rungs  # noqa: PLC0415 - other commands start without the laboratory
    from ardennes.lab.games import Setting  # noqa: PLC0415

    game = game_of(find(title), scenario, preset, option or [])
    setting = Setting(title, game.scenario, dict(game.options))
    names = agent_names(agents)
    total = pairs * len(names) * (len(names) - 1) // 2
    with crew(workers, scheduler, total) as those:
        run = rungs.run(those, setting, names, range(seed, seed + pairs), keep)
        found = watched(run, "pairs", total, lambda pair: pair.seed)
    if games is not None:
        for pair in found:
            rungs.keep(pair, games)
    result = rungs.table(title, game.scenario, pairs, found)
    more = (f" --preset {preset}" if preset else "") + "".join(f" --option {pair}" for pair in option or [])
    command = (
        f"ardennes ladder {title} --agents {agents} --pairs {pairs} --scenario {game.scenario} --seed {seed}{more}"
    )
    note = "" if len(found) == total else f" (stopped: seeds {spans(sorted({pair.seed for pair in found}))})"
    text = rungs.as_markdown(result, command, datetime.now(UTC).date().isoformat(), note)
    if record is not None:
        with record.open("a", encoding="utf-8") as file:
            file.write("\n" + text)
    if as_json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(result), indent=2).decode() + "\n")
    else:
        Console().print(text, markup=False, highlight=False, soft_wrap=True)


def agent_names(text: str) -> list[str]:
    """Names divided by commas; options of an agent are divided by commas too, but hold an equals sign."""
    names: list[str] = []
    for part in text.split(","):
        if names and "=" in part and ":" not in part:
            names[-1] += f",{part}"
        else:
            names.append(part.strip())
    return names
