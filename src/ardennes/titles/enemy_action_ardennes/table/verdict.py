"""What decided a game that is over, line by line."""

from __future__ import annotations

from ardennes.board.cells import cells
from ardennes.kernel import Sight
from ardennes.kernel.words import listed, say, several
from ardennes.titles.enemy_action_ardennes.rules import victory
from ardennes.titles.enemy_action_ardennes.state import own


def verdict(sight: Sight) -> list[str]:
    """14.1 Where the German points come from, and what the Westwall cost."""
    g = own(sight.state)
    box, numbers = g.box, g.box.numbers.victory
    worth = [(box.worth[cell], box.map.name(cell)) for cell in cells(g.german_towns) if box.worth[cell]]
    towns = [f"{name} {points}" for points, name in sorted(worth, key=lambda row: (-row[0], row[1]))]
    lines = [say("German towns: {towns}", towns=listed(towns)) if towns else say("No town that counts is German")]
    if box.scenario.meuse_wins and (g.at_meuse or g.exit_points):
        lines.append(say("A German unit has reached the Meuse or left the map: that wins at once"))
    if g.exit_points or g.meuse_points:
        across = g.exit_points + numbers.meuse * g.meuse_points
        lines.append(say("At and beyond the Meuse, and off the map: {points}", points=across))
    if lost := victory.eliminated(g):
        lines.append(
            several(
                "{number} Allied unit destroyed: {points} VP",
                "{number} Allied units destroyed: {points} VP",
                lost,
                points=lost // numbers.allied_units_per_point,
            )
        )
    if wall := victory.westwall_points(g) * g.allied_wall.bit_count():
        lines.append(say("Westwall hexes lost: {points}", points=-wall))
    return lines
