"""`ardennes fuzz`: random games until something breaks, or positions shuffled until something shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from rich.console import Console

from ardennes.cli.choice import game_of
from ardennes.cli.many import SchedulerOption, WorkersOption, crew, err, progress
from ardennes.kernel import Unknown
from ardennes.parts.title import Title
from ardennes.titles import KEYS, find, use_data

if TYPE_CHECKING:
    from ardennes.lab.crew import Crew
    from ardennes.lab.games import Setting

Found = TypeVar("Found")


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
    honest: Annotated[
        str | None, typer.Option(help="an agent: with what its side cannot see shuffled, no answer of it may change")
    ] = None,
    positions: Annotated[int, typer.Option(min=1, help="with --sight, --honest: how many positions")] = 20_000,
    choices: Annotated[
        int | None, typer.Option(min=0, help="with --sight: in how many of them the answers of agents are compared too")
    ] = None,
    ways: Annotated[
        int, typer.Option(min=0, help="with --sight: how often more each side's sight of a position is shuffled")
    ] = 0,
    data: Annotated[Path | None, typer.Option("--data", help="a data pack: FOLDER/TITLE/files of your own")] = None,
    workers: WorkersOption = None,
    scheduler: SchedulerOption = None,
) -> None:
    """Random games with invariants after every action; stops with a replayable save at the first broken one."""
    use_data(data)
    from ardennes.lab import fuzz as lab  # noqa: PLC0415 - other commands start without the laboratory
    from ardennes.lab.games import Setting, packed  # noqa: PLC0415
    from ardennes.server.frames import replays_tell_what_was_told  # noqa: PLC0415

    known: Title = find(title)
    if scenario is not None and scenario not in [s.key for s in known.scenarios]:
        raise Unknown("scenario", scenario, [s.key for s in known.scenarios])
    keys = [scenario] if scenario is not None else [s.key for s in known.scenarios]
    games_of = [game_of(known, key, preset, option or []) for key in keys]
    prepared = [Setting(title, game.scenario, dict(game.options), packed(data)) for game in games_of]
    if honest is not None:
        with crew(workers, scheduler, positions) as those:
            _honest(those, prepared, honest, positions, seed, keep)
        return
    if sight:
        looking = lab.Looking(prepared, replays_tell_what_was_told, ways)
        blocks = -(-positions // lab.TOGETHER)
        with crew(workers, scheduler, blocks) as those:
            looks = _fuzzed("blocks of positions", blocks, lab.look(those, looking, positions, seed, choices), keep)
        minds = f", and in {sum(look.minds for look in looks)} of them no agent needs it" if choices is not None else ""
        done = sum(look.positions for look in looks)
        more = f", and {done * 3 * ways} more shuffles of their sights" if ways else ""
        typer.echo(f"{done} positions{more}: no side is told what it may not know{minds}")
        return
    with crew(workers, scheduler, games) as those:
        found = _fuzzed("games", games, lab.fuzz(those, prepared, games, seed), keep)
    console = Console(markup=False)
    decisions = sum(game.decisions for game in found)
    console.print(f"{len(found)} games, {decisions} decisions, no broken invariant", highlight=False)
    for key, levels in lab.tally(found).items():
        console.print(f"{key}: " + ", ".join(f"{level} {n}" for level, n in levels.most_common()), highlight=False)


def _honest(those: Crew, prepared: Sequence[Setting], agent: str, positions: int, seed: int, keep: Path) -> None:
    from ardennes.lab import honesty  # noqa: PLC0415

    blocks = -(-positions // honesty.TOGETHER)
    asking = honesty.honest(those, honesty.Asking(prepared, agent), positions, seed)
    found = _fuzzed("blocks of positions", blocks, asking, keep)
    typer.echo(f"{sum(found)} positions: no answer of {agent} depends on what its side may not know")


def _fuzzed(what: str, total: int, found: Iterable[Found], keep: Path) -> list[Found]:
    """All that a fuzzer finds, with a bar; at the first broken game it is written down and the program ends."""
    from ardennes.lab.fuzz import Broke  # noqa: PLC0415

    done: list[Found] = []
    try:
        with progress() as bar:
            task = bar.add_task(what, total=total)
            for one in found:
                done.append(one)
                bar.advance(task)
    except Broke as error:
        keep.write_text(error.save, encoding="utf-8")
        err.print(f"broken after {len(done)} {what}: {error}\nthe game is in {keep}: ardennes replay {keep}")
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        err.print(f"stopped: {len(done)} of {total} {what} are done", style="yellow", highlight=False)
    return done
