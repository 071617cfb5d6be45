"""`ardennes fuzz`: random games until something breaks, or positions shuffled until something shows."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich.console import Console
from rich.progress import Progress

from ardennes.cli.choice import game_of
from ardennes.kernel import Unknown, conformance, saves
from ardennes.parts.title import Title
from ardennes.titles import KEYS, find, use_data

Found = TypeVar("Found")
err = Console(stderr=True)


def fuzz(
    title: Annotated[str, typer.Argument(help=f"one of: {', '.join(KEYS)}")],
    games: Annotated[int, typer.Option(min=1, help="how many random games")] = 100,
    seed: Annotated[int, typer.Option(help="seed of the first game; the next ones count up")] = 1,
    scenario: Annotated[str | None, typer.Option(help="one scenario instead of all in turn")] = None,
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE, may be repeated")] = None,
    preset: Annotated[str | None, typer.Option(help="a choice of options by name")] = None,
    keep: Annotated[Path, typer.Option(help="where to write the save of a game that breaks")] = Path("broken.txt"),
    sight: Annotated[
        bool, typer.Option("--sight", help="shuffle what a side cannot see; nothing it is told may change")
    ] = False,
    positions: Annotated[int, typer.Option(min=1, help="with --sight: how many positions")] = 20_000,
    choices: Annotated[
        int | None, typer.Option(min=0, help="with --sight: in how many of them the answers of agents are compared too")
    ] = None,
    data: Annotated[Path | None, typer.Option("--data", help="a data pack: FOLDER/TITLE/files of your own")] = None,
) -> None:
    """Random games with invariants after every action; stops with a replayable save at the first broken one."""
    use_data(data)
    from ardennes.lab.fuzz import fuzz as run  # noqa: PLC0415 - other commands start without the laboratory
    from ardennes.lab.fuzz import tally  # noqa: PLC0415
    from ardennes.lab.sights import looked_at  # noqa: PLC0415
    from ardennes.server.frames import replays_tell_what_was_told  # noqa: PLC0415

    known: Title = find(title)
    if scenario is not None and scenario not in [s.key for s in known.scenarios]:
        raise Unknown("scenario", scenario, [s.key for s in known.scenarios])
    keys = [scenario] if scenario is not None else [s.key for s in known.scenarios]
    prepared = [game_of(known, key, preset, option or []) for key in keys]
    if sight:
        looks = _fuzzed(
            "positions", positions, looked_at(prepared, positions, seed, replays_tell_what_was_told, choices), keep
        )
        minds = f", and in {sum(look.minds for look in looks)} of them no agent needs it" if choices is not None else ""
        typer.echo(f"{len(looks)} positions: no side is told what it may not know{minds}")
        return
    found = _fuzzed("games", games, run(prepared, games, seed), keep)
    console = Console()
    decisions = sum(game.decisions for game in found)
    console.print(f"{len(found)} games, {decisions} decisions, no broken invariant", highlight=False)
    for key, levels in tally(found).items():
        console.print(f"{key}: " + ", ".join(f"{level} {n}" for level, n in levels.most_common()), highlight=False)


def _fuzzed(what: str, total: int, found: Iterable[Found], keep: Path) -> list[Found]:
    """All that a fuzzer finds, with a bar; at the first broken game it is written down and the program ends."""
    done: list[Found] = []
    try:
        with Progress(console=err, transient=True) as progress:
            task = progress.add_task(what, total=total)
            for one in found:
                done.append(one)
                progress.advance(task)
    except conformance.Broken as error:
        keep.write_text(saves.dump(error.match), encoding="utf-8")
        err.print(f"broken after {len(done)} {what}: {error}\nthe game is in {keep}: ardennes replay {keep}")
        raise typer.Exit(1) from None
    return done
