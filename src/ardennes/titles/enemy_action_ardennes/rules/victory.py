"""14.0, 15.0 Victory points and who has won."""

from __future__ import annotations

from ardennes.board.cells import cells
from ardennes.kernel import Outcome, Side
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box import Box
from ardennes.titles.enemy_action_ardennes.box.counters import Face
from ardennes.titles.enemy_action_ardennes.rules import supply
from ardennes.titles.enemy_action_ardennes.state import ELIMINATED, State


def westwall_points(g: State) -> int:
    """14.1g What an Allied Westwall hex costs the Germans today."""
    return g.box.numbers.victory.westwall if g.day >= g.box.numbers.dates.westwall_points_from else 0


def eliminated(g: State) -> int:
    """14.1e, 14.1i How many Allied units have been eliminated."""
    return sum(g.place[unit] == ELIMINATED for unit in g.box.units.of[Side.ALLIED])


def points(g: State) -> int:
    """14.1 The German victory points; below zero they are kept and shown as 0 (14.1h)."""
    numbers = g.box.numbers.victory
    found = sum(g.box.worth[cell] for cell in cells(g.german_towns))
    found += g.exit_points + numbers.meuse * g.meuse_points + numbers.vdh * g.relieved
    found += eliminated(g) // numbers.allied_units_per_point
    return found - westwall_points(g) * g.allied_wall.bit_count()


def exit_value(g: State, unit: int, across: bool) -> int:
    """14.1c, 14.1d What a unit that leaves the map is worth."""
    return exit_points(g.box, g.face(unit), g.steps_left(unit), across)


def exit_points(box: Box, face: Face, steps: int, across: bool) -> int:
    """14.1c, 14.1d The same by what is left of it: by steps east of the Meuse, by strength west of it."""
    numbers = box.numbers.victory
    if across:
        return face.strength * (numbers.mechanized_strength if face.kind.mechanized else numbers.infantry_strength)
    return steps * (numbers.mechanized_step if face.kind.mechanized else numbers.infantry_step)


def at_once(g: State) -> None:
    """15.1c In The Initial Assault a German at the Meuse or off the map wins."""
    if g.box.scenario.meuse_wins and (g.at_meuse or g.exit_points):
        _decide(g, "German Tactical")


def _decide(g: State, level: str) -> None:
    total = points(g)
    winner = None if level == "Draw" else Side[level.split(maxsplit=1)[0].upper()]
    g.tell(events.Decided, level, total)
    g.finish(Outcome(winner, level, total))


def check(g: State) -> None:
    """4.0r, 14.1b, 14.2 The end of the day: the ten points of the Meuse, then whether somebody has won."""
    _over_the_meuse(g)
    level = _level(g)
    if level:
        _decide(g, level)


def _over_the_meuse(g: State) -> None:
    beyond = g.occupied[Side.GERMAN] & g.box.ground.across_meuse & supply.traceable(g, Side.GERMAN)
    if beyond and not g.meuse_points:
        g.meuse_points = True
        g.tell(events.Scored, "A German unit in supply west of the Meuse", g.box.numbers.victory.meuse, "EA-14.1b")


def _level(g: State) -> str:
    """15.1 - 15.5 The victory level of this evening, empty if the game goes on; a handicap counts against it."""
    scenario, total = g.box.scenario, points(g) - g.box.handicap
    if scenario.german_at_once and g.day >= scenario.german_at_once[2] and total >= scenario.german_at_once[0]:
        return scenario.german_at_once[1]
    if scenario.allied_at_once and g.day >= scenario.allied_at_once[2] and total <= scenario.allied_at_once[0]:
        return scenario.allied_at_once[1]
    if g.day in scenario.calendar:
        row = g.box.calendar[g.day]
        if row.german_wins is not None and total >= row.german_wins:
            return f"German {row.level}"
        if row.allied_wins is not None and total <= row.allied_wins:
            return f"Allied {row.level}"
    return g.box.level(total) if g.day == scenario.last else ""
