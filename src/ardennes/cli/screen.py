"""What the terminal shows: the table by sectors, the prompt, numbered choices, odds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ardennes.kernel import Action, Game, Match, Sight
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
    console.rule(Text(title_of(match.game).headline(sight), style="bold"), align="left")
    console.print(Text(f"{decision.side}: {decision.prompt} ", style="bold").append(f"({decision.rule})", "cyan"))
    actions = decision.actions()
    _show_choices(console, sight, actions[:MOST_CHOICES])
    if len(actions) > MOST_CHOICES:
        console.print(f"  … {len(actions) - MOST_CHOICES} more: type an order (help orders)")
    if match.can_undo:
        console.print(f"  undo takes back {match.can_undo} action{'s' if match.can_undo > 1 else ''}", style="dim")
    return actions


def _show_choices(console: Console, sight: Sight, actions: list[Action]) -> None:
    title = title_of(sight.game)
    lines = []
    for number, action in enumerate(actions, 1):
        text = title.label(sight, action.verb, action.target)
        found = title.forecast(sight, action) if action.verb == "area" else None
        if isinstance(found, Forecast):
            text += f"  [{found.headlines[0].chance:.0%} to clear, {found.headlines[2].chance:.0%} lost]"
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
        console.print(Text(sector, style="bold underline"))
        table = Table(box=None, pad_edge=False, show_header=False, width=min(console.width, 100))
        table.add_column(width=26, no_wrap=True)
        table.add_column(ratio=1)
        table.add_column(ratio=1)
        for place, german, allied in shown:
            table.add_row(Text(place), Text(german, style=GERMAN), Text(allied, style=ALLIED))
        console.print(table)
    console.print(Text(survey.legend, style="dim"))


def show_courses(console: Console, courses: Sequence[Any]) -> None:
    """Courses of action, the best first, with odds where they are exact and what speaks for and against them."""
    if not courses:
        console.print("The staff officer has nothing to say.")
    for number, course in enumerate(courses, 1):
        console.print(Text(f"{number}  {course.text}", style="bold").append(f"  ({course.name})"))
        if course.cleared is not None:
            losses = f"{course.own_loss:.1f} lost, {course.enemy_loss:.1f} destroyed"
            console.print(f"     {course.cleared:.0%} to clear the area, {losses} on average", markup=False)
        _show_reasons(console, course.reasons)
        if course.risk:
            console.print(f"     risk: {course.risk}", markup=False)


def show_comparison(console: Console, found: Any) -> None:
    """A player's idea beside the staff's."""
    show_courses(console, [found.mine])
    if found.difference >= 0:
        console.print("The staff has nothing better.")
        return
    console.print(f"The staff would rather: {found.best.text}. Between the two:", markup=False)
    _show_reasons(console, found.reasons, ("yours", "theirs"))


def _show_reasons(console: Console, reasons: Sequence[Any], sides: tuple[str, str] = ("for", "against")) -> None:
    """Arguments, the weightiest first. Their weights are the staff's own measure and are not shown."""
    for reason in sorted(reasons, key=lambda r: -abs(r.points)):
        if reason.points:
            console.print(f"     {sides[reason.points < 0]:8}{reason.text}", markup=False)


def show_forecast(console: Console, game: Game, found: Forecast) -> None:
    """The exact odds of a battle."""
    console.print(Text(f"Battle of {title_of(game).name_of(game, 'area', found.place)}", style="bold"))
    for line in found.headlines:
        console.print(f"  {line.chance:6.1%}  {line.text}", markup=False)
    for name, force, left in (
        ("attacking", found.attackers, found.attackers_left),
        ("defending", found.defenders, found.defenders_left),
    ):
        total = len(left) - 1
        console.print(f"  {name} {total} strength points, {total - mean(left):.2f} expected to be lost", markup=False)
        for unit in force:
            console.print(f"    {_unit_line(game, unit)}", markup=False)
    for note in found.modifiers:
        console.print(f"  {note.value:+d}  {note.text} ({note.rule})", markup=False)
    if found.assumption:
        console.print(f"  assuming {found.assumption}", style="dim", markup=False)


def _unit_line(game: Game, unit: UnitForecast) -> str:
    chances = "  ".join(f"{k}:{p:.0%}" for k, p in reversed(list(enumerate(unit.left))))
    return f"{title_of(game).name_of(game, 'unit', unit.unit):24} left with  {chances}"
