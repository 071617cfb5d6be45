"""What the terminal shows: the table by sectors, the prompt, numbered choices, odds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ardennes.kernel import Action, Game, Match, Sight
from ardennes.kernel.words import decimal, fixed, say, several
from ardennes.parts.odds import Forecast, UnitForecast, mean
from ardennes.parts.title import title_of

GERMAN, ALLIED = "bright_black bold", "green"
#: Longer lists of choices are cut; orders can be typed for anything.
MOST_CHOICES = 60


def draw(console: Console, match: Match, clear: bool, tell: Callable[[], None]) -> list[Action]:
    """Draw the whole screen: the table, what happened (`tell`), the prompt. Returns the numbered choices."""
    if clear:
        console.clear()
    show_map(console, match)
    tell()
    sight = match.state.sight(match.state.side)
    decision = sight.decision()
    console.rule(Text(fixed(title_of(match.game).headline(sight)), style="bold"), align="left")
    console.print(
        Text(f"{fixed(str(decision.side))}: {fixed(decision.prompt)} ", style="bold").append(
            f"({decision.rule})", "cyan"
        )
    )
    actions = decision.actions()
    _show_choices(console, sight, actions[:MOST_CHOICES])
    if len(actions) > MOST_CHOICES:
        more = len(actions) - MOST_CHOICES
        console.print("  " + say("… {number} more: type an order (help orders)", number=more))
    if match.can_undo:
        text = several("undo takes back {number} action", "undo takes back {number} actions", match.can_undo)
        console.print("  " + text, style="dim")
    return actions


def _show_choices(console: Console, sight: Sight, actions: list[Action]) -> None:
    title = title_of(sight.game)
    lines = []
    for number, action in enumerate(actions, 1):
        text = fixed(title.label(sight, action.verb, action.target))
        found = title.forecast(sight, action) if action.verb == "area" else None
        if isinstance(found, Forecast):
            clear, lost = f"{found.headlines[0].chance:.0%}", f"{found.headlines[2].chance:.0%}"
            text += "  " + say("[{clear} to clear, {lost} lost]", clear=clear, lost=lost)
        verb = "" if action.target is None else f"{action.verb} "
        lines.append(f"{number:3}  {verb}{text}")
    wide = max((len(line) for line in lines), default=0)
    columns = max(1, min(3, (console.width + 2) // (wide + 2)))
    rows = -(-len(lines) // columns)
    for row in range(rows):
        cells = [lines[n] for n in range(row, len(lines), rows)]
        console.print("  ".join(f"{cell:{wide}}" for cell in cells).rstrip(), markup=False, soft_wrap=True)


def show_map(console: Console, match: Match, whole: bool = False) -> None:
    """The table by sectors: places with German and Allied units side by side."""
    survey = title_of(match.game).survey(match.state.sight(match.state.side))
    for sector, lines in survey.sectors:
        shown = lines if whole else [line for line in lines if line[1] or line[2]]
        if not shown:
            continue
        console.print(Text(fixed(sector), style="bold underline"))
        table = Table(box=None, pad_edge=False, show_header=False, width=min(console.width, 100))
        table.add_column(width=26, no_wrap=True)
        table.add_column(ratio=1)
        table.add_column(ratio=1)
        for place, german, allied in shown:
            table.add_row(Text(place), Text(german, style=GERMAN), Text(allied, style=ALLIED))
        console.print(table)
    console.print(Text(fixed(survey.legend), style="dim"))


def show_courses(console: Console, courses: Sequence[Any]) -> None:
    """Courses of action, the best first, with odds where they are exact and what speaks for and against them."""
    if not courses:
        console.print(say("The staff officer has nothing to say."))
    for number, course in enumerate(courses, 1):
        console.print(Text(f"{number}  {fixed(course.text)}", style="bold").append(f"  ({fixed(course.name)})"))
        if course.cleared is not None:
            text = say(
                "{cleared} to clear the area, {lost} lost, {destroyed} destroyed on average",
                cleared=f"{course.cleared:.0%}",
                lost=decimal(course.own_loss, ".1f"),
                destroyed=decimal(course.enemy_loss, ".1f"),
            )
            console.print(f"     {text}", markup=False)
        _show_reasons(console, course.reasons, (say("for it"), say("against it")))
        if course.risk:
            console.print("     " + say("risk: {risk}", risk=course.risk), markup=False)


def show_comparison(console: Console, found: Any) -> None:
    """A player's idea beside the staff's."""
    show_courses(console, [found.mine])
    if found.difference >= 0:
        console.print(say("The staff has nothing better."))
        return
    console.print(say("The staff would rather: {what}. Between the two:", what=found.best.text), markup=False)
    _show_reasons(console, found.reasons, (say("yours"), say("theirs")))


def _show_reasons(console: Console, reasons: Sequence[Any], sides: tuple[str, str]) -> None:
    """Arguments, the weightiest first. Their weights are the staff's own measure and are not shown."""
    for reason in sorted(reasons, key=lambda r: -abs(r.points)):
        if reason.points:
            console.print(f"     {sides[reason.points < 0]:8} {fixed(reason.text)}", markup=False)


def show_forecast(console: Console, game: Game, found: Forecast) -> None:
    """The exact odds of a battle."""
    title = title_of(game)
    place = title.name_of(game, title.mind.go, found.place)
    counted = fixed(found.strength_name or title.scene(game).strength_name)
    console.print(Text(say("Battle of {place}", place=place), style="bold"))
    for line in found.headlines:
        console.print(f"  {decimal(line.chance, '6.1%')}  {fixed(line.text)}", markup=False)
    for name, force, left in (
        (say("attacking"), found.attackers, found.attackers_left),
        (say("defending"), found.defenders, found.defenders_left),
    ):
        total = len(left) - 1
        text = say(
            "{name} {total} {counted}, {lost} expected to be lost",
            name=name,
            total=total,
            counted=counted,
            lost=decimal(total - mean(left), ".2f"),
        )
        console.print(f"  {text}", markup=False)
        for unit in force:
            console.print(f"    {_unit_line(game, unit)}", markup=False)
    for note in found.modifiers:
        console.print(f"  {note.value:+d}  {fixed(note.text)} ({note.rule})", markup=False)
    if found.assumption:
        console.print("  " + say("assuming {what}", what=found.assumption), style="dim", markup=False)


def _unit_line(game: Game, unit: UnitForecast) -> str:
    chances = "  ".join(f"{k}:{p:.0%}" for k, p in reversed(list(enumerate(unit.left))))
    left = say("left with {chances}", chances=chances)
    return f"{title_of(game).name_of(game, 'unit', unit.unit):24} {left}"
