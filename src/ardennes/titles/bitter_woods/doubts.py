"""What the balance owes to reconstructed numbers: arrivals, losses worth a point, supplied towns.

Groups of arrivals come half a day earlier or later. What a point may depend on is read off the games as they ended,
without playing them again.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase

import msgspec

from ardennes.board.cells import cells, union
from ardennes.kernel import Side
from ardennes.parts.data import doubts
from ardennes.parts.data.doubts import Trial
from ardennes.parts.data.tables import DataError, DataFolder
from ardennes.titles.bitter_woods.box import Box, open_box, turns
from ardennes.titles.bitter_woods.box.optional import OPTIONS
from ardennes.titles.bitter_woods.box.scenarios import DATA
from ardennes.titles.bitter_woods.rules import supply, victory
from ardennes.titles.bitter_woods.state import State

CARD = "order_of_appearance_allied.csv"
#: Groups of arrivals by the letters they come in at: First Army's roads, the roads of the Meuse, Third Army's roads.
GROUPS = {"north": "MNOPQ", "centre": "HIJKL", "south": "ABCDEFG"}
#: Stands for the arrivals that the march from where units really were would move.
MARCH = "march"
#: Numbers of Allied losses that might be worth the point.
THRESHOLDS = range(8, 21, 2)


class Ended(doubts.Ended, frozen=True):
    """What was lost besides, and towns held out of supply."""

    german_lost: int
    allied_lost: int
    starving_towns: tuple[str, ...]


class MarchRow(msgspec.Struct, frozen=True):
    """A row of `marches.csv`: where units really were, and by which turn."""

    units: str
    letter: str
    goal: str
    there: str
    why: str


class March(msgspec.Struct, frozen=True):
    """A row checked: the turn the units enter, the road to their goal, and by how many turns they come late."""

    row: MarchRow
    units: tuple[str, ...]
    enters: str
    hexes: int
    arrives: str
    late: int


def marches() -> list[March]:
    """Every march of `marches.csv` by our card: by the road from the letter, a whole point for the first hex."""
    box = open_box("campaign", {option.key: option.default for option in OPTIONS})
    found = []
    for row in DataFolder(DATA).rows("marches.csv", MarchRow):
        named = [n for n in box.players[Side.ALLIED] if fnmatchcase(box.units.rows[n].id, row.units)]
        if not named:
            raise DataError(f"marches.csv {row.units}: no such unit")
        unit = named[0]
        hexes = _road(box, box.letters[row.letter], box.map.place(row.goal))
        rate = box.units.profiles[box.units.profile[unit]].road
        points = box.units.rows[unit].ma
        arrives, done = box.due[unit], 1 + (points - 1) * rate
        while done < hexes:
            arrives, done = arrives + 1, done + points * rate
        ids = tuple(box.units.rows[n].id for n in named)
        late = arrives - turns.number(row.there)
        found.append(March(row, ids, turns.name(box.due[unit]), hexes, turns.name(arrives), late))
    return found


def _road(box: Box, start: int, goal: int) -> int:
    """The hexes of the shortest way by road, bridges standing."""
    seen, front, far = 1 << start, 1 << start, 0
    while not front >> goal & 1:
        front = union(box.ground.around(cell, 0).road for cell in cells(front)) & ~seen
        if not front:
            raise DataError(f"marches.csv: no road leads from {box.hex_name(start)} to {box.hex_name(goal)}")
        seen |= front
        far += 1
    return far


def corrected(least: int) -> dict[str, int]:
    """The units that the march would move, with the turns they should come later (or, below zero, earlier).

    Only those that come late by so much at least; a unit that comes early may have waited beyond the edge.
    """
    return {unit: -march.late for march in marches() if march.late and march.late >= least for unit in march.units}


def shifted(text: str, letters: str, steps: int, units: Mapping[str, int] | None = None) -> str:
    """The Allied card with the arrivals at some letters, or of some units, so many turns later; none before the first.

    >>> shifted("unit,turn,letters\\na,17PM,P Q\\nb,17PM,A\\nc,,\\n", "PQ", -1)
    'unit,turn,letters\\na,17AM,P Q\\nb,17PM,A\\nc,,\\n'
    """
    rows = list(csv.DictReader(io.StringIO(text)))
    for row in rows:
        by = steps if row["letters"] and row["letters"][0] in letters else (units or {}).get(row["unit"], 0)
        if row["turn"]:
            row["turn"] = turns.NAMES[min(max(turns.number(row["turn"]) + by, 0), turns.COUNT - 1)]
    out = io.StringIO()
    table = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return out.getvalue()


def _changed(letters: str, steps: int) -> dict[str, str]:
    """The Allied card with arrivals shifted: those at some letters, or those that the march would move."""
    units = corrected(steps) if letters == MARCH else {}
    card = (DATA / CARD).read_text(encoding="utf-8")
    return {CARD: shifted(card, "" if units else letters, steps, units)}


class Doubts(doubts.Doubts[State, Ended]):
    """Arrivals, and what points are for."""

    scenario = "six_turn"

    def trials(self) -> Iterator[Trial]:
        yield Trial("as they are", {})
        for name, letters in (*GROUPS.items(), ("all", "".join(GROUPS.values()))):
            yield Trial(f"{name} half a day earlier", _changed(letters, -1))
            yield Trial(f"{name} half a day later", _changed(letters, 1))
        yield Trial("late ones in time, by the march", _changed(MARCH, 1))
        yield Trial("late and early ones, by the march", _changed(MARCH, -turns.COUNT))

    def ended(self, seed: int, g: State) -> Ended:
        outcome = g.outcome()
        assert outcome is not None
        points = tuple(victory.points(g)) if g.box.scenario.points is not None else ()
        fed = supply.supplied(g, Side.GERMAN)
        starving = tuple(name for name in points if name in g.box.map.names and not fed >> g.box.map.place(name) & 1)
        return Ended(seed, outcome.winner is Side.GERMAN, points, g.lost[0], g.lost[1], starving)

    def told(self, found: Sequence[Ended]) -> list[str]:
        games = len(found)
        counts = Counter(point for game in found for point in game.points)
        lost = sorted(game.allied_lost for game in found)
        lines = ["points: " + ", ".join(f"{point} {count}/{games}" for point, count in counts.most_common())]
        lines.append(f"Allied units lost: {lost[0]} to {lost[-1]}, half of the games {lost[games // 2]} or more")
        lines.append(
            "the point for them, by what it takes: "
            + ", ".join(f"{n}: {sum(loss >= n for loss in lost)}/{games}" for n in THRESHOLDS)
        )
        german = sorted(game.german_lost for game in found)
        lines.append(f"German mechanized units lost: {german[0]} to {german[-1]}, in the middle {german[games // 2]}")
        starving = Counter(town for game in found for town in game.starving_towns)
        hungry = sum(starving.values()) / games
        named = ", ".join(f"{town} {count}" for town, count in starving.most_common()) or "none"
        lines.append(f"towns held out of supply, points less if it were asked for: {hungry:.2f} a game ({named})")
        return lines

    def sources(self) -> list[str]:
        lines = ["| units | enter | road | at | by the card | really | turns late |", "| --- " * 7 + "|"]
        for one in marches():
            goal = f"{one.hexes} hexes from {one.row.letter} | {one.row.goal} | {one.arrives} | {one.row.there}"
            lines.append(f"| {one.row.units} | {one.enters} | {goal} | {one.late:+d} |")
        return lines


DOUBTS = Doubts()
