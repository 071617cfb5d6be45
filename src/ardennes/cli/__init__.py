"""The terminal: `ardennes play`, `rules`, `fuzz`, `replay`, `bench` and more."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from ardennes import __version__
from ardennes.cli import maps, upkeep
from ardennes.cli.arrivals import arrivals
from ardennes.cli.balance import balance
from ardennes.cli.calibrate import calibrate
from ardennes.cli.fuzz import fuzz
from ardennes.cli.ladder import agent_names, ladder
from ardennes.cli.serve import serve
from ardennes.cli.speech import speak
from ardennes.cli.train import train
from ardennes.kernel import BadSave, Seed, Unknown, saves
from ardennes.kernel.languages import of_environment
from ardennes.kernel.words import fixed, say, several
from ardennes.parts.title import title_of
from ardennes.titles import KEYS, find, use_data

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(maps.app, name="map")
app.add_typer(upkeep.app, name="store")
app.command()(serve)
app.command()(arrivals)
app.command()(balance)
app.command()(calibrate)
app.command()(fuzz)
app.command()(ladder)
app.command()(train)
err = Console(stderr=True, markup=False)

TitleArgument = Annotated[str, typer.Argument(help=f"one of: {', '.join(KEYS)}")]
DataOption = Annotated[Path | None, typer.Option("--data", help="a data pack: FOLDER/TITLE/files of your own")]
OptionOption = Annotated[list[str] | None, typer.Option(help="KEY=VALUE, may be repeated")]
PresetOption = Annotated[str | None, typer.Option(help="a choice of options by name; --option comes on top of it")]
LanguageOption = Annotated[
    str | None,
    typer.Option("--language", help="e.g. de; your environment's (LANGUAGE, LANG) if left out", callback=speak),
]
JsonOption = Annotated[bool, typer.Option("--json", help="print JSON instead of a table")]


def _tell_version(asked: bool) -> None:
    if asked:
        typer.echo(f"ardennes {__version__}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and end.", callback=_tell_version, is_eager=True)
    ] = False,
) -> None:
    """Four Battle of the Bulge board wargames, complete and rules-enforced."""


def main() -> None:
    """Run a command; what a user can mend comes as one line, not as a traceback."""
    speak(of_environment(os.environ))
    try:
        app()
    except (Unknown, BadSave, OSError, ValueError) as error:
        err.print(f"ardennes: {error}", style="red", highlight=False, soft_wrap=True)
        sys.exit(2)


def write_json(data: object) -> None:
    """JSON for other programs, on standard output."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")


@app.command()
def play(
    title: Annotated[str | None, typer.Option(help="title to play; asked for if left out")] = None,
    scenario: Annotated[str | None, typer.Option(help="scenario to play")] = None,
    german: Annotated[str | None, typer.Option(help="human, an agent such as staff, or a rank such as captain")] = None,
    allied: Annotated[str | None, typer.Option(help="human, an agent such as staff, or a rank such as captain")] = None,
    seed: Annotated[str | None, typer.Option(help="seed of the dice; a fresh one if left out")] = None,
    option: OptionOption = None,
    preset: PresetOption = None,
    load: Annotated[Path | None, typer.Option(help="go on with a saved game")] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="give up a kept game with the same dice")] = False,
    data: DataOption = None,
    language: LanguageOption = None,
) -> None:
    """Play in the terminal: at a keyboard with completion, or with orders from a pipe."""
    use_data(data)
    from ardennes.cli.play import play as run  # noqa: PLC0415 - prompt_toolkit is slow to import

    run(title, scenario, {"German": german, "Allied": allied}, seed, option or [], preset, load, overwrite)


@app.command()
def rules(
    title: Annotated[str, typer.Argument(help="title whose ledger to show")],
    as_json: JsonOption = False,
    write: Annotated[bool, typer.Option("--write", help="update the status files kept with the title")] = False,
) -> None:
    """Ledger rows and the tests that prove them."""
    from ardennes.lab import coverage  # noqa: PLC0415

    found = coverage.status(title)
    if write:
        for path, text in coverage.status_files(title).items():
            path.write_text(text, encoding="utf-8")
    if as_json:
        write_json(found)
        return
    obligations = {row.id: row.obligation for row in coverage.ledger(title)}
    table = Table(box=None, pad_edge=False)
    for column in ("id", "kind", "status", "tests"):
        table.add_column(column, no_wrap=column != "tests")
    for row in found:
        tests = ", ".join(test.rsplit("::", 1)[-1] for test in row.tests) or f"{row.reason}: {obligations[row.id]}"
        table.add_row(row.id, row.kind, row.status, tests, style=None if row.status == "covered" else "yellow")
    console = Console(markup=False)
    console.print(table)
    covered = sum(row.status == "covered" for row in found)
    console.print(f"{covered} of {len(found)} rows covered, {len(found) - covered} open", highlight=False)


@app.command()
def suite(
    title: TitleArgument,
    agents: Annotated[str, typer.Option(help="names divided by commas")] = "staff,naive,random",
    seed: Annotated[int, typer.Option(help="seed of the agents")] = 0,
    only: Annotated[str | None, typer.Option(help="show the answers to the questions with this in their name")] = None,
    as_json: JsonOption = False,
) -> None:
    """Put the tactical positions of a title to agents and mark their answers."""
    from ardennes.lab import suite as lab  # noqa: PLC0415
    from ardennes.lab.bots import find as find_agent  # noqa: PLC0415

    known = find(title)
    asked = [question for question in lab.questions(known) if only is None or only in question.name]
    marks = {
        name: [lab.ask(known, question, find_agent(name, seed)) for question in asked]
        for name in track(agent_names(agents), console=Console(stderr=True), transient=True)
    }
    if as_json:
        write_json(marks)
        return
    table = Table(box=None, pad_edge=False)
    for column in ("theme", "question", *marks):
        table.add_column(column, justify="left" if column in ("theme", "question") else "right")
    for number, question in enumerate(asked):
        table.add_row(question.theme, question.name, *(str(found[number].score) for found in marks.values()))
    table.add_section()
    best = lab.FULL * len(asked)
    table.add_row("", f"sum of {best}", *(str(sum(m.score for m in found)) for found in marks.values()))
    console = Console(markup=False)
    console.print(table)
    if only is not None:
        for name, found in marks.items():
            for question, mark in zip(asked, found, strict=True):
                console.print(f"{name}, {mark.name}: {'; '.join(mark.actions)}\n  {question.why}", highlight=False)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="a saved game")],
    to: Annotated[int | None, typer.Option(help="stop after this many actions", min=0)] = None,
    data: DataOption = None,
    language: LanguageOption = None,
) -> None:
    """Watch a saved game as a log, checking every action and every die on the way."""
    use_data(data)
    from ardennes.cli.log import log_lines, outcome_line  # noqa: PLC0415

    match = saves.load(saves.text_of(file.read_bytes()), find, to, _no_seed)
    console = Console(highlight=False, markup=False)
    for line in log_lines(match, None):
        console.print(line, soft_wrap=True)
    outcome = match.state.outcome()
    console.print(fixed(title_of(match.game).headline(match.state.sight(match.state.side))))
    actions = several("{number} action", "{number} actions", len(match.moves))
    console.print(say("{actions}, position {mark}", actions=actions, mark=saves.position(match.state)))
    if outcome is not None:
        console.print(outcome_line(outcome))
    else:
        decision = match.state.decision()
        assert decision is not None
        facts = {"side": decision.side, "prompt": decision.prompt, "rule": decision.rule}
        console.print(say("to decide: {side}: {prompt} ({rule})", **facts))


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="a saved game with its seed revealed")],
    data: DataOption = None,
    language: LanguageOption = None,
) -> None:
    """Check that every die of a game came from the seed it was committed to."""
    use_data(data)
    found = saves.verify(saves.text_of(file.read_bytes()), find)
    if found.wrong is None:
        text = say("all {dice} dice came from the committed seed {seed}", dice=found.dice, seed=found.seed)
        Console(highlight=False, markup=False).print(text)
        return
    line, recorded, drawn = found.wrong
    facts = {"line": line, "recorded": recorded, "drawn": drawn}
    err.print(
        say("line {line}: the file has {recorded}, the seed gives {drawn}", **facts), style="red", highlight=False
    )
    raise typer.Exit(1)


@app.command()
def report(
    file: Annotated[Path, typer.Argument(help="a saved game")],
    as_json: JsonOption = False,
    data: DataOption = None,
    language: LanguageOption = None,
) -> None:
    """A game in review: luck and skill, turning points, win chance over time, dice."""
    use_data(data)
    from ardennes.cli.review import show_report  # noqa: PLC0415
    from ardennes.lab.luck import report as review  # noqa: PLC0415

    match = saves.load(saves.text_of(file.read_bytes()), find, None, _no_seed)
    found = review(match)
    if as_json:
        write_json(found)
    else:
        show_report(Console(highlight=False, markup=False), match, found)


def _no_seed() -> Seed:
    """A save whose seed is not revealed can still be watched."""
    return 0


@app.command()
def bench(
    what: Annotated[str, typer.Argument(help="engine, board, server, stall, opening, flood or soak")] = "engine",
    as_json: JsonOption = False,
    title: Annotated[str, typer.Option(help="title to measure")] = "tigers_in_the_mist",
    scenario: Annotated[str, typer.Option(help="scenario to measure")] = "campaign",
    rounds: Annotated[int, typer.Option(min=1, help="alternating slices; medians are reported")] = 5,
    games: Annotated[
        int, typer.Option(min=1, max=5000, help="live games (server, soak), games on the list (stall)")
    ] = 200,
    seconds: Annotated[float, typer.Option(min=0.2, help="how long to play (all that play at a server)")] = 10.0,
    workers: Annotated[int, typer.Option(min=1, max=64, help="workers of the server (opening)")] = 2,
    rows: Annotated[int, typer.Option(min=1, help="actions of the game that is flooded (flood)")] = 6000,
) -> None:
    """Measure speed: the engine and the board beside a peer in one run, the server under load on loopback."""
    if what == "server":
        _bench_server(games, seconds, scenario, as_json)
        return
    if what == "stall":
        _bench_stall(games, seconds, as_json)
        return
    if what == "opening":
        _bench_opening(seconds, workers, as_json)
        return
    if what == "flood":
        _bench_flood(rows, seconds, as_json)
        return
    if what == "soak":
        _bench_soak(games, seconds, as_json)
        return
    from ardennes.lab import bench as measuring  # noqa: PLC0415
    from ardennes.lab import bench_board  # noqa: PLC0415

    benches: dict[str, Callable[[], list[measuring.BenchRow]]] = {
        "engine": lambda: measuring.bench(title, scenario, rounds),
        "board": lambda: bench_board.bench_board(rounds),
    }
    if what not in benches:
        raise Unknown("benchmark", what, [*benches, "server", "stall", "opening", "flood", "soak"])
    with err.status("measuring …"):
        found = benches[what]()
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


def _bench_opening(seconds: float, workers: int, as_json: bool) -> None:
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


def _bench_stall(games: int, seconds: float, as_json: bool) -> None:
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


def _bench_flood(rows: int, seconds: float, as_json: bool) -> None:
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


def _bench_soak(games: int, seconds: float, as_json: bool) -> None:
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


def _bench_server(games: int, seconds: float, scenario: str, as_json: bool) -> None:
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
