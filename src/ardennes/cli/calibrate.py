"""`ardennes calibrate`: the win chance beside what happened in fresh games, and its fit."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from ardennes.cli.choice import game_of
from ardennes.cli.many import KeepOption, SchedulerOption, WorkersOption, crew, watched
from ardennes.lab import calibrate as lab
from ardennes.lab.crew import Crew
from ardennes.lab.games import Setting
from ardennes.lab.values import Sample, gather
from ardennes.parts.mind.win_chance import Fitted, unusual
from ardennes.parts.title import title_of
from ardennes.titles import KEYS, find


def calibrate(
    title: Annotated[str, typer.Argument(help=f"one of: {', '.join(KEYS)}")],
    scenario: Annotated[str | None, typer.Option(help="scenario; the title's first if left out")] = None,
    games: Annotated[int, typer.Option(min=2, help="games to play")] = 60,
    seed: Annotated[int | None, typer.Option(help="the first game; the next ones count up")] = None,
    fit: Annotated[bool, typer.Option("--fit", help="fit anew on these games and write the title's data")] = False,
    check: Annotated[
        int | None, typer.Option(min=0, help="games after those of a fit to check it on; 0: its own, part by part")
    ] = None,
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE, may be repeated")] = None,
    preset: Annotated[str | None, typer.Option(help="a choice of options by name")] = None,
    workers: WorkersOption = None,
    scheduler: SchedulerOption = None,
    keep: KeepOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON instead of a table")] = False,
) -> None:
    """How good the win chance is: Brier score, that of the base rate, and reliability by tenths, on fresh games."""
    game = game_of(find(title), scenario, preset, option or [])
    chosen, setting = game.scenario, Setting(title, game.scenario, unusual(game))
    asked = (f" --preset {preset}" if preset else "") + "".join(f" --option {pair}" for pair in option or [])
    first = seed if seed is not None else 1 if fit else lab.FRESH
    seeds = range(first, first + games)
    more = range(seeds.stop, seeds.stop + (games if check is None else check))
    if fit and not more and games < lab.PARTS:
        raise typer.BadParameter(f"expected at least {lab.PARTS} games to check a fit on its own, got {games}")
    with crew(workers, scheduler, games) as those:
        if fit:
            found = _fit(those, setting, seeds, more, keep, asked)
        else:
            weights = lab.fitted(game)
            lab.fresh(weights, seeds)
            found = lab.calibration(title, chosen, first, _played(those, setting, seeds, keep), weights)
    if as_json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n")
    else:
        _show(found)


def _fit(those: Crew, setting: Setting, seeds: range, more: range, keep: Path | None, asked: str) -> lab.Calibration:
    """Fit on some games, check on others, and write both down with the command that does it again."""
    title, scenario = setting.title, setting.scenario
    samples = _played(those, setting, seeds, keep)
    unseen = _played(those, setting, more, keep)
    missing = {*seeds, *more} - {sample.game for sample in (*samples, *unseen)}
    if missing:
        raise ValueError(f"{len(missing)} games are missing, so nothing was fitted; with --keep the rest can be played")
    at_least = lab.decided(samples)
    game = setting.game()
    learned = title_of(game).mind.chance_net(game)
    prior = None if learned is None else learned[1].as_it_is(at_least)
    turns = 1 + max(sample.days for sample in samples)
    weights = lab.fit(lab.event(samples, at_least), turns, prior)
    command = (
        f"ardennes calibrate {title} --scenario {scenario} --fit --games {len(seeds)} --seed {seeds.start} "
        f"--check {len(more)}{asked}"
    )
    rules = find(title).rules_version
    untold = Fitted(command, rules, seeds.start, len(seeds), lab.NOT_CHECKED, weights, at_least, dict(setting.options))
    kept, found = lab.chosen(samples, unseen, (title, scenario), untold, prior)
    lab.keep(game, kept)
    return found


def _played(those: Crew, setting: Setting, seeds: range, keep: Path | None) -> list[Sample]:
    games = watched(gather(those, setting, seeds, keep), "games", len(seeds), lambda each: each[0])
    return [sample for _, samples in games for sample in samples]


def _show(found: lab.Calibration) -> None:
    console = Console(highlight=False, markup=False)
    check = found.check
    last = check.seed + check.games - 1
    console.print(
        f"{found.title} {found.scenario}: {check.games} games ({check.seed} to {last}), {check.positions} positions"
    )
    if found.at_least is not None:
        console.print(f"one side wins nearly always, so it is the chance of at least {found.at_least} points")
    console.print(f"Brier score {check.brier:.3f}; the base rate {found.base_rate:.0%} alone {check.base_brier:.3f}")
    gain = check.base_brier - check.brier
    verdict = "clearly better: it is shown" if found.better else "not clearly better: it is not shown"
    console.print(f"better by {gain:+.3f} with a standard error of {check.error:.3f} over games ({verdict})")
    table = Table(box=None, pad_edge=False)
    for heading in ("said", "positions", "games", "mean said", "came"):
        table.add_column(heading, justify="right")
    for row in found.tenths:
        said = f"{row.low:.1f}–{row.low + 0.1:.1f}"
        table.add_row(said, str(row.positions), str(row.games), f"{row.said:.2f}", f"{row.came:.2f}")
    console.print(table)
