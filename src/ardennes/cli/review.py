"""The review of a game in the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from ardennes.cli.log import named
from ardennes.kernel import Match
from ardennes.kernel.words import decimal, fixed, say
from ardennes.lab.luck import Battle, Report

BAR = 40


def show_report(console: Console, match: Match, found: Report) -> None:
    """Luck and skill, turning points, win chance over time, dice."""
    console.print(Text(say("{level}, score {score}", level=found.level, score=found.score), style="bold"))
    first, last = decimal(found.start, "+.2f"), decimal(found.end, "+.2f")
    console.print(say("value at the start {first}, at the end {last} (for the German)", first=first, last=last))
    drawn = sum(draw.luck for draw in found.draws.values())
    shares = [(say("luck of dice") if found.draws else say("luck"), found.luck - drawn)]
    shares += [(say("luck of the {kind}", kind=draw.name), draw.luck) for draw in found.draws.values()]
    shares += [(say("German skill"), found.skill_german), (say("Allied skill"), -found.skill_allied)]
    shares += [(say("together"), found.luck + found.skill_german - found.skill_allied)]
    for name, value in shares:
        console.print(f"  {name:<16} {decimal(value, '+.2f')}", markup=False)
    console.print(Text(say("Turning points"), style="bold"))
    for battle in found.turning_points:
        console.print(f"  {_line(match, battle)}", markup=False)
    _show_chances(console, found)
    console.print(Text(say("Battles by luck"), style="bold"))
    for battle in sorted(found.battles, key=lambda b: -abs(b.luck))[:8]:
        console.print(f"  {decimal(battle.luck, '+6.2f')}  {_line(match, battle)}", markup=False)
    for name, count in found.dice.items():
        faces = " ".join(f"{face}:{n}" for face, n in enumerate(count.faces, 1))
        console.print(Text(say("Dice ({name})", name=name), style="bold"))
        text = say(
            "{number} rolled, mean {mean} (95 % of fair dice: {low}-{high})",
            number=count.rolled,
            mean=decimal(count.mean, ".2f"),
            low=decimal(count.low95, ".2f"),
            high=decimal(count.high95, ".2f"),
        )
        console.print(f"  {text}")
        console.print(f"  {faces}")


def _show_chances(console: Console, found: Report) -> None:
    console.print(Text(say("German chance of {what}", what=found.chance_of), style="bold"))
    console.print(f"  {found.chance_note}", markup=False)
    for point, win in [(point, point.win) for point in found.timeline if point.win is not None]:
        bar = "#" * round(win * BAR)
        console.print(f"  {point.clock:5} {fixed(point.side)[:1]:1} {decimal(win, '6.1%')} {bar}", markup=False)


def _line(match: Match, battle: Battle) -> str:
    text = f"{battle.clock}  {named(match.game, battle.text)}"
    if battle.win_before is None or battle.win_after is None:
        return text
    before, after = f"{battle.win_before:.0%}", f"{battle.win_after:.0%}"
    return f"{text} " + say("Chance {before} to {after}.", before=before, after=after)
