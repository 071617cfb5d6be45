"""`ardennes bench`: speed beside a peer in one run, and a server under load, on loopback."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from ardennes.titles import KEYS

if TYPE_CHECKING:
    from ardennes.lab.bench import BenchRow

app = typer.Typer(invoke_without_command=True)
err = Console(stderr=True, markup=False)

JsonOption = Annotated[bool, typer.Option("--json", help="print JSON instead of a table")]
TitleOption = Annotated[str, typer.Option(help="title to measure")]
ScenarioOption = Annotated[str, typer.Option(help="scenario to measure")]
RoundsOption = Annotated[int, typer.Option(min=1, help="alternating slices; medians are reported")]
GamesOption = Annotated[int, typer.Option(min=1, max=5000, help="live games, or games on the list")]
SecondsOption = Annotated[float, typer.Option(min=0.2, help="how long to play")]


def write_json(data: object) -> None:
    """JSON for other programs, on standard output."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")


@app.callback()
def engine(
    context: typer.Context,
    as_json: JsonOption = False,
    title: TitleOption = KEYS[0],
    scenario: ScenarioOption = "campaign",
    rounds: RoundsOption = 5,
) -> None:
    """Measure speed: the engine beside a peer in one run; and the board, or the server under load, by name."""
    if context.invoked_subcommand is not None:
        return
    from ardennes.lab import bench  # noqa: PLC0415 - the other commands stay quick without it

    with err.status("measuring …"):
        found = bench.bench(title, scenario, rounds)
    _show(found, as_json)


@app.command()
def paired(
    other: Annotated[str, typer.Option(help="folder of the other checkout")],
    as_json: JsonOption = False,
    title: TitleOption = KEYS[0],
    scenario: ScenarioOption = "campaign",
    option: Annotated[list[str] | None, typer.Option(help="a rule that is on in both, by its key")] = None,
    what: Annotated[str, typer.Option(help="play: random games; list: lists of all choices")] = "play",
    slices: Annotated[int, typer.Option(min=1, help="slices of each version")] = 60,
    games: Annotated[int, typer.Option(min=1, help="games whose every list of choices is compared")] = 3,
) -> None:
    """Random play or lists of choices, beside another version of this program in alternating slices."""
    from ardennes.lab import bench_paired  # noqa: PLC0415

    chosen = dict.fromkeys(option or (), True)
    with err.status(f"{slices} slices of each version …"):
        found = bench_paired.paired(other, title, scenario, chosen, what=what, slices=slices, compared=games)
    if as_json:
        write_json(found._asdict())
        return
    typer.echo(f"{found.what}, {title} {scenario}: ours {found.ours:,}/s, theirs {found.theirs:,}/s")
    typer.echo(f"  {found.ratio:.3f} x theirs ({found.low:.3f} to {found.high:.3f} at 95 %, {found.slices} slices)")
    typer.echo(f"  choices a decision: ours {found.listed}, theirs {found.listed_theirs}")
    typer.echo(f"  the same games: {found.alike} of {found.compared}")


@app.command()
def board(as_json: JsonOption = False, rounds: RoundsOption = 5) -> None:
    """Floods, ranges and zones on integers, beside plain maps."""
    from ardennes.lab import bench_board  # noqa: PLC0415

    with err.status("measuring …"):
        found = bench_board.bench_board(rounds)
    _show(found, as_json)


def _show(found: list[BenchRow], as_json: bool) -> None:
    if as_json:
        write_json(found)
        return
    table = Table(box=None, pad_edge=False)
    for column in ("what", "unit", "ours", "peer", "peer's", "ratio"):
        table.add_column(column, justify="left" if column in ("what", "unit", "peer") else "right")
    for row in found:
        values = [f"{v:,.2f}" if v is not None else "" for v in (row.ours, row.peer_value, row.ratio)]
        table.add_row(row.name, row.unit, values[0], row.peer or "", values[1], values[2])
    console = Console(highlight=False, markup=False)
    console.print(table)
    for row in found:
        if row.listed is not None:
            theirs = f", {row.peer} {row.peer_listed}" if row.peer_listed is not None else ""
            console.print(f"choices a decision in {row.name}: ours {row.listed}{theirs}")


@app.command()
def opening(
    as_json: JsonOption = False,
    seconds: SecondsOption = 10.0,
    workers: Annotated[int, typer.Option(min=1, max=64, help="workers of the server")] = 2,
) -> None:
    """How long a player waits for his long game to open while guests send the dearest saves there are."""
    from ardennes.lab import bench_opening  # noqa: PLC0415

    with err.status(f"long games opened alone, then for {seconds:g} s beside guests who send long saves …"):
        found = bench_opening.run(seconds, workers=workers)
    if as_json:
        write_json(found)
        return
    table = Table(box=None, pad_edge=False)
    table.add_column(f"a game of {found.rows:,} rows opened")
    for column in ("games", "p50 ms", "p95 ms", "longest"):
        table.add_column(column, justify="right")
    for name, seen in (("alone", found.alone), ("beside guests", found.beside_guests)):
        table.add_row(name, f"{seen.moves:,}", *(f"{ms:.0f}" for ms in (seen.p50, seen.p95, seen.longest)))
    Console().print(table)
    answers = ", ".join(f"{count} with {status}" for status, count in found.answers.items())
    typer.echo(f"the guests' saves were answered: {answers or 'none yet'}")


@app.command()
def stall(as_json: JsonOption = False, games: GamesOption = 200, seconds: SecondsOption = 10.0) -> None:
    """How long a player waits for his own move, alone and in company that asks for all there is."""
    from ardennes.lab import bench_stall  # noqa: PLC0415

    with err.status(f"one player alone for {seconds:g} s, then in company …"):
        found = bench_stall.run(seconds, games)
    if as_json:
        write_json(found)
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("a player's own move")
    for column in ("moves", "p50 ms", "p95 ms", "p99 ms", "longest"):
        table.add_column(column, justify="right")
    for name, seen in (("alone", found.alone), ("in company", found.in_company)):
        table.add_row(name, f"{seen.moves:,}", *(f"{ms:.1f}" for ms in (seen.p50, seen.p95, seen.p99, seen.longest)))
    Console(markup=False).print(table)
    typer.echo("done meanwhile: " + ", ".join(f"{count:,} {what}" for what, count in found.done.items()))


@app.command()
def flood(
    as_json: JsonOption = False,
    seconds: SecondsOption = 10.0,
    rows: Annotated[int, typer.Option(min=1, help="actions of the game that is flooded")] = 6000,
) -> None:
    """How long others wait while one seat asks for all it can, and how the server grows."""
    from ardennes.lab import bench_flood  # noqa: PLC0415

    with err.status(f"one seat asks for all it can, for {seconds:g} s each …"):
        found = bench_flood.run(rows, seconds=seconds)
    if as_json:
        write_json(found)
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("one seat asks for")
    for column in ("answered", "in s", "others' moves", "p50 ms", "p95 ms", "p99 ms", "longest", "grown MiB"):
        table.add_column(column, justify="right")
    for row in found:
        seen = row.others
        times = (f"{ms:.1f}" for ms in (seen.p50, seen.p95, seen.p99, seen.longest, row.grown))
        table.add_row(row.kind, f"{row.messages:,}", f"{row.seconds:.1f}", f"{seen.moves:,}", *times)
    Console().print(table)


@app.command()
def soak(as_json: JsonOption = False, games: GamesOption = 200, seconds: SecondsOption = 300.0) -> None:
    """Games of all titles played to their ends for a while: faults, tracebacks, waits, memory."""
    from ardennes.lab import bench_soak  # noqa: PLC0415

    with err.status(f"{games} games of all titles for {seconds:g} s …"):
        found = bench_soak.run(games, seconds)
    if as_json:
        write_json(found)
    else:
        typer.echo(f"{found.actions:,} actions in {found.games} games at once, {found.ended} played to their end")
        seen = found.waits
        typer.echo(
            f"  answered within {seen.p50:.1f} ms (median), {seen.p99:.1f} ms (99 %), {seen.longest:.1f} ms (all)"
        )
        typer.echo(f"  memory of the server: {found.mib_before:.0f} MiB before, {found.mib_after:.0f} MiB after")
        typer.echo(f"  tracebacks in its log: {found.tracebacks}; faults: {sum(found.faults.values())}")
        for what, count in found.faults.items():
            typer.echo(f"  {count} x {what}")
    if not found.sound:
        raise typer.Exit(1)


@app.command()
def server(
    as_json: JsonOption = False,
    games: GamesOption = 200,
    seconds: SecondsOption = 10.0,
    scenario: ScenarioOption = "campaign",
) -> None:
    """Actions a second of a server with many live games."""
    from ardennes.lab import bench_server  # noqa: PLC0415

    with err.status(f"{games} games for {seconds:g} s …"):
        found = bench_server.run(games, seconds, scenario)
    if as_json:
        write_json(found)
        return
    typer.echo(f"{found.actions:,} actions in {found.seconds:.1f} s with {found.games} live games of {found.scenario}")
    typer.echo(f"  {found.actions_per_second:,.0f} actions/s; the server had {found.server_core_share:.0%} of a core")
    typer.echo(f"  {found.actions_per_core_second:,.0f} actions per second of one core")
    typer.echo(
        f"  and {found.questions:,} questions as the client asks them; {found.followed} games ended and were followed"
    )
    typer.echo(f"  answered within {found.answer_ms_p50:.1f} ms (median), {found.answer_ms_p95:.1f} ms (95 %)")
