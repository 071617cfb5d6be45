"""The terminal: `ardennes play`, `rules`, `fuzz`, `replay`, `bench` and more."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from ardennes import __version__
from ardennes.cli import bench, maps, upkeep
from ardennes.cli.balance import balance
from ardennes.cli.bench import JsonOption, write_json
from ardennes.cli.calibrate import calibrate
from ardennes.cli.doubts import doubts
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
app.add_typer(bench.app, name="bench")
app.add_typer(maps.app, name="map")
app.add_typer(upkeep.app, name="store")
app.command()(serve)
app.command()(balance)
app.command()(calibrate)
app.command()(doubts)
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
