"""A picture of one search: `python -m ardennes.lab.mind_picture > docs/pictures/mind.svg`.

The general plans a real phase and every plan is drawn with what it was thought to be worth after each round of futures:
where its line ends it was dropped. Above it stands how the mind works.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

import ardennes
from ardennes.agents import AgentOptions
from ardennes.agents.general import Candidate, General
from ardennes.atlas.ink import INK, MAIN, PAPER, SANS, SCALE, WATER_EDGE, group, path, polyline, text
from ardennes.kernel import Side
from ardennes.parts.mind.mind import Worlds
from ardennes.titles import KEYS, find

#: Width and height of the sheet, and the frame of the chart: left, top, right, bottom. All in units of the ink.
SHEET = (15.6, 9.4)
FRAME = (1.2, 3.1, 15.2, 8.5)
BOXES = (
    ("A sight", "what the side may know;", "the rest is imagined"),
    ("Plans", "the staff in several moods,", "and changes of these"),
    ("Futures", "own dice, the same for all;", "the worse half goes"),
    ("The answer", "the enemy's staff replies", "to the last plans"),
    ("The value", "small nets: the final score", "and the chance to win"),
    ("Orders", "carried out, and written", "with the chances fought"),
)


class Tried(NamedTuple):
    """A round of the search: futures played, whether the enemy answered, and what each plan was then worth."""

    futures: int
    answered: bool
    worth: dict[int, float]


class Watched(General):
    """A general who keeps the books of his search."""

    def __init__(self, options: AgentOptions) -> None:
        super().__init__(options)
        self.rounds: list[Tried] = []
        self._known: list[Candidate] = []

    def _play(self, worlds: Worlds, side: Side, pool: list[Candidate], futures: int, replies: int) -> None:
        super()._play(worlds, side, pool, futures, replies)
        self._known += [plan for plan in pool if not any(plan is known for known in self._known)]
        worth = {n: plan.worth for n, plan in enumerate(self._known) if any(plan is each for each in pool)}
        self.rounds.append(Tried(futures, replies > 0, worth))


def searched(title: str, scenario: str, options: AgentOptions) -> list[Tried]:
    """The rounds of the search over the first phase of a game."""
    state = ardennes.game(title, scenario).start("picture")
    general = Watched(options)
    assert state.side is not None
    general.choose(state.sight(state.side))
    return general.rounds


def drawn(rounds: list[Tried], caption: str) -> str:
    """The whole sheet as SVG."""
    width, height = SHEET[0] * SCALE, SHEET[1] * SCALE
    parts = [path(polyline([(0, 0), (SHEET[0], 0), SHEET, (0, SHEET[1])], closed=True), fill=PAPER)]
    parts += _steps()
    parts += _chart(rounds)
    parts.append(text(caption, (FRAME[0], SHEET[1] - 0.2), 0.19, fill=INK))
    sheet = group(parts, font_family=SANS)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
        f'aria-label="How the general finds a plan">\n{sheet}\n</svg>\n'
    )


def _steps() -> list[str]:
    """The boxes of the way from a sight to orders."""
    found = []
    each = (SHEET[0] - 0.4) / len(BOXES)
    for number, (name, *lines) in enumerate(BOXES):
        left, right = 0.2 + number * each, 0.2 + (number + 1) * each - 0.3
        ring = [(left, 0.4), (right, 0.4), (right, 1.9), (left, 1.9)]
        found.append(path(polyline(ring, closed=True), fill="#fffaf0", stroke=INK, stroke_width=1.2))
        found.append(text(name, ((left + right) / 2, 0.85), 0.27, fill=INK, font_weight="bold", text_anchor="middle"))
        for row, line in enumerate(lines):
            found.append(text(line, ((left + right) / 2, 1.25 + 0.3 * row), 0.155, fill=INK, text_anchor="middle"))
        if number + 1 < len(BOXES):
            tip = [(right + 0.02, 1.05), (right + 0.26, 1.15), (right + 0.02, 1.25)]
            found.append(path(polyline(tip, closed=True), fill=MAIN))
    return found


def _chart(rounds: list[Tried]) -> list[str]:
    """Every plan as a line over the rounds, the chosen one in red."""
    left, top, right, bottom = FRAME
    values = [worth for tried in rounds for worth in tried.worth.values()]
    low, high = min(values), max(values)
    span = (high - low) or 1.0
    across = [left + 0.6 + (right - left - 1.2) * n / max(len(rounds) - 1, 1) for n in range(len(rounds))]

    def up(worth: float) -> float:
        return bottom - (bottom - top) * (worth - low) / span

    found = [path(polyline([(left, top), (left, bottom), (right, bottom)]), fill="none", stroke=INK, stroke_width=1)]
    for mark in (low, (low + high) / 2, high):
        found.append(text(f"{mark:+.1f}", (left - 0.12, up(mark) + 0.07), 0.17, fill=INK, text_anchor="end"))
    best = max(rounds[-1].worth, key=lambda plan: rounds[-1].worth[plan])
    for plan in sorted({plan for tried in rounds for plan in tried.worth}, key=lambda plan: plan == best):
        points = [(x, up(tried.worth[plan])) for x, tried in zip(across, rounds, strict=True) if plan in tried.worth]
        chosen = plan == best
        ink = {"stroke": MAIN if chosen else WATER_EDGE, "stroke_width": 3 if chosen else 1.1}
        found.append(path(polyline(points), fill="none", stroke_opacity=1 if chosen else 0.6, **ink))
        end = points[-1]
        dot = [(end[0] - 0.05, end[1]), (end[0], end[1] - 0.05), (end[0] + 0.05, end[1]), (end[0], end[1] + 0.05)]
        found.append(path(polyline(dot, closed=True), fill=ink["stroke"]))
    for x, tried in zip(across, rounds, strict=True):
        words = f"{tried.futures} futures" + (", answered" if tried.answered else "")
        found.append(text(f"{len(tried.worth)} plans", (x, top - 0.5), 0.16, fill=INK, text_anchor="middle"))
        found.append(text(words, (x, top - 0.25), 0.16, fill=INK, text_anchor="middle"))
    return found


if __name__ == "__main__":
    title = find(KEYS[0])
    shortest = title.scenarios[0]
    told = searched(title.key, shortest.key, AgentOptions(seed=1))
    caption = (
        f"{title.name}, {shortest.name}, the German opening: what every plan was thought to be worth after each round; "
        "the red one was ordered."
    )
    sys.stdout.write(drawn(told, caption))
