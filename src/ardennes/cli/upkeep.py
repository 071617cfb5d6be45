"""`ardennes store check | repair | backup | restore`: looking after the file that keeps the server's games."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ardennes.cli.home import store_file
from ardennes.kernel.words import say, several
from ardennes.titles import use_data

if TYPE_CHECKING:
    from ardennes.server.upkeep import Finding

app = typer.Typer(help="Look after the file that keeps the server's games.", no_args_is_help=True)

StoreOption = Annotated[Path | None, typer.Option("--store", help="the file (default: in your data folder)")]
DataOption = Annotated[Path | None, typer.Option("--data", help="a data pack: FOLDER/TITLE/files of your own")]


@app.command()
def check(store: StoreOption = None, data: DataOption = None) -> None:
    """Replay every game from its rows and say what is wrong; nothing is changed. Also while a server plays."""
    from ardennes.server import copies, upkeep  # noqa: PLC0415 - the other commands stay quick without it

    use_data(data)
    path = store or store_file()
    with closing(upkeep.open_to_read(path)) as opened:
        faults = copies.faults_of(path)
        for fault in faults:
            typer.echo(say("the file: {fault}", fault=fault))
        wrong = _told(upkeep.check(opened))
    if wrong or faults:
        typer.echo(
            say("`ardennes store repair` mends what can be mended; make a copy first: `ardennes store backup FILE`")
        )
        raise typer.Exit(1)


@app.command()
def repair(store: StoreOption = None, data: DataOption = None) -> None:
    """Mend damaged games up to their last sound row. The server must be stopped; rows of no use are set aside."""
    from ardennes.server.upkeep import repair as mend  # noqa: PLC0415

    use_data(data)
    if _told(mend(store or store_file())):
        raise typer.Exit(1)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="where to write the copy")],
    store: StoreOption = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="replace a file that exists")] = False,
) -> None:
    """Copy the store into one file; also while games are played."""
    from ardennes.server.copies import backup as copy  # noqa: PLC0415

    count = copy(store or store_file(), file, overwrite)
    typer.echo(say("{games} copied to {file}", games=_games(count), file=file))


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="a copy made by `ardennes store backup`")], store: StoreOption = None
) -> None:
    """Bring a copy back. The server must be stopped; the store it replaces is kept beside it."""
    from ardennes.server.copies import restore as bring_back  # noqa: PLC0415

    found = bring_back(store or store_file(), file)
    typer.echo(say("{games} brought back from {file}", games=_games(found.games), file=file))
    if found.left:
        typer.echo(say("left behind, for it is nothing of ours: {names}", names=", ".join(found.left[:20])))
    if found.aside is not None:
        typer.echo(say("what was there before is in {file}", file=found.aside))


def _games(count: int) -> str:
    return several("{number} game", "{number} games", count)


def _told(findings: Iterable[Finding]) -> int:
    """Say what was found, a line for each game that is not sound; returns how many are still not."""
    count = wrong = 0
    for found in findings:
        count += 1
        if not found.problem:
            continue
        wrong += not found.mended
        if found.mended:
            verdict = say("mended: {how}", how=found.mended)
        else:
            verdict = say("it opens") if found.opens else say("it cannot be opened")
        facts = {"game": found.game, "name": found.name, "problem": found.problem, "verdict": verdict}
        typer.echo(say("game {game}, {name}: {problem} ({verdict})", **facts))
    typer.echo(say("{games} checked, {wrong} not sound", games=_games(count), wrong=wrong))
    return wrong
