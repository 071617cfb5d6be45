"""The review of a game in the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from ardennes.cli.log import named
from ardennes.kernel import Match
from ardennes.lab.luck import Battle, Report

BAR = 40


def show_report(console: Console, match: Match, found: Report) -> None:
    """Luck and skill, turning points, win chance over time, dice."""
    console.print(Text(f"{found.level}, score {found.score}", style="bold"))
    console.print(f"value at the start {found.start:+.2f}, at the end {found.end:+.2f} (for the German)")
    drawn = sum(draw.luck for draw in found.draws.values())
    console.print(
        f"  luck of dice   {found.luck - drawn:+.2f}" if found.draws else f"  luck           {found.luck:+.2f}"
    )
    for kind, draw in found.draws.items():
        console.print(f"  {f'luck of the {kind}':<14} {draw.luck:+.2f}")
    console.print(f"  German skill   {found.skill_german:+.2f}")
    console.print(f"  Allied skill   {-found.skill_allied:+.2f}")
    console.print(f"  together       {found.luck + found.skill_german - found.skill_allied:+.2f}")
    console.print(Text("Turning points", style="bold"))
    for battle in found.turning_points:
        console.print(f"  {_line(match, battle)}", markup=False)
    _show_chances(console, found)
    console.print(Text("Battles by luck", style="bold"))
    for battle in sorted(found.battles, key=lambda b: -abs(b.luck))[:8]:
        console.print(f"  {battle.luck:+6.2f}  {_line(match, battle)}", markup=False)
    for name, count in found.dice.items():
        faces = " ".join(f"{face}:{n}" for face, n in enumerate(count.faces, 1))
        console.print(Text(f"Dice ({name})", style="bold"))
        console.print(f"  {count.rolled} rolled, mean {count.mean} (95 % of fair dice: {count.low95}-{count.high95})")
        console.print(f"  {faces}")


def _show_chances(console: Console, found: Report) -> None:
    console.print(Text(f"German chance of {found.chance_of}", style="bold"))
    known = [(point, point.win) for point in found.timeline if point.win is not None]
    if not known:
        console.print("  not shown: none has been found for this scenario that is better than the base rate")
    for point, win in known:
        bar = "#" * round(win * BAR)
        console.print(f"  {point.clock:5} {point.side[:1]:1} {win:6.1%} {bar}", markup=False)


def _line(match: Match, battle: Battle) -> str:
    text = f"{battle.clock}  {named(match.game, battle.text)}"
    if battle.win_before is None or battle.win_after is None:
        return text
    return f"{text} Chance {battle.win_before:.0%} to {battle.win_after:.0%}."
