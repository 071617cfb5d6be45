"""The table as text: army areas from north to south, a line for every hex worth mentioning."""

from __future__ import annotations

from ardennes.board.cells import cells
from ardennes.kernel import Side, Sight
from ardennes.kernel.words import phrase, say
from ardennes.parts.title import Survey
from ardennes.titles.deadly_woods.box.counters import BOXES
from ardennes.titles.deadly_woods.box.tables import Chit
from ardennes.titles.deadly_woods.rules import action_rounds, victory
from ardennes.titles.deadly_woods.rules.reinforcements import due
from ardennes.titles.deadly_woods.state import BOX, NOBODY, OFF_MAP, TRACK, State, own
from ardennes.titles.deadly_woods.table.counters import face_text, short
from ardennes.titles.deadly_woods.table.look import clock, unsupplied
from ardennes.titles.deadly_woods.verbs import ARMY_NAMES

LEGEND = (
    "attack-defence-movement, (without zone of control); - steps lost, ' moved, ! attacked, ? out of supply, "
    "= motorized; # town, $ VP hex, G held by the Germans, x blown bridge"
)
#: How many turns ahead reinforcements are shown.
AHEAD = 1


def headline(sight: Sight) -> str:
    """Turn, victory, the cup and whose round is likely next, in one line."""
    g = own(sight.state)
    wanted = victory.needed(g.box, g.withdrawal == victory.STAYED)
    parts = [
        clock(sight),
        say("German VP {bit_count}/{wanted}", bit_count=victory.vp_hexes(g).bit_count(), wanted=wanted),
        cup_text(g),
    ]
    return "   ".join(part for part in (*parts, say("ends turn {last_turn}", last_turn=g.box.last_turn)) if part)


def cup_text(g: State) -> str:
    """14.2 What is in the cup by side, and the chance that the next round is German."""
    cup = action_rounds.cup(g)
    if not any(cup.counts):
        return ""
    text = say(
        "cup G {german} A {allied} S {shared}",
        german=cup.left(Side.GERMAN),
        allied=cup.left(Side.ALLIED),
        shared=cup.left(None),
    )
    return say("{text} (next German {chance})", text=text, chance=f"{float(cup.next_round(Side.GERMAN)):.0%}")


def unit_text(g: State, unit: int, hungry: int) -> str:
    """A counter in short: designation, values and markers."""
    marks = "-" * g.lost[unit]
    for marked, mark in ((g.moved, "'"), (g.attacked, "!"), (hungry, "?")):
        if marked >> unit & 1:
            marks += mark
    if g.trucks == unit:
        marks += "="
    return f"{short(g.box.units.rows[unit].id)} {face_text(g.face(unit))}{marks}"


def survey(sight: Sight) -> Survey:
    """Every area with lines of (hex, German units, Allied units), the chits, the assets, and who is to come."""
    g = own(sight.state)
    shown = g.occupied[0] | g.occupied[1] | g.box.vp
    hungry = unsupplied(g)
    found = []
    for name, board in ((phrase("Beyond the Meuse"), g.box.across_meuse), *zip(ARMY_NAMES, g.box.areas, strict=True)):
        here = shown & board
        shown &= ~board
        if here:
            found.append((name, [_line(g, cell, hungry) for cell in cells(here)]))
    extra = (("Chits", _chits(g)), ("Assets", _assets(g)), (phrase("To come"), _coming(g)))
    return Survey([*found, *((name, lines) for name, lines in extra if lines)], LEGEND)


def _line(g: State, cell: int, hungry: int) -> tuple[str, str, str]:
    text = ", ".join(unit_text(g, unit, hungry) for unit in g.units_at(cell))
    place = _place(g, cell)
    return (place, text, "") if g.occupied[Side.GERMAN] >> cell & 1 else (place, "", text)


def _place(g: State, cell: int) -> str:
    box = g.box
    text = f"{box.grid.number(cell)} {box.map.name(cell)}".rstrip()
    marks = ((box.ground.town, "#"), (box.vp, "$"), (g.german & box.vp, "G"))
    text += "".join(mark for board, mark in marks if board >> cell & 1)
    down = [bridge for bridge in box.ground.bridges_at(cell) if g.blown >> bridge & 1]
    far = [b.other if b.cell == cell else b.cell for b in map(box.map.bridges.__getitem__, down)]
    return f"{text} x{','.join(map(box.grid.number, far))}" if far else text


def _chits(g: State) -> list[tuple[str, str, str]]:
    """The cup, the hand and the track of this turn, by side; a Supply Check stands with the Germans it concerns."""

    def by_side(chits: list[int]) -> tuple[str, str]:
        german = [say(str(Chit(chit))) for chit in chits if Chit(chit).side is not Side.ALLIED]
        allied = [say(str(Chit(chit))) for chit in chits if Chit(chit).side is Side.ALLIED]
        return ", ".join(german), ", ".join(allied)

    rows = (
        (say("in the cup"), [chit for chit, count in enumerate(g.cup) for _ in range(count)]),
        (say("held"), [chit for chit, count in enumerate(g.hand) for _ in range(count)]),
        (say("played"), [chit for chit, _ in g.rounds]),
    )
    return [(name, *by_side(chits)) for name, chits in rows if chits]


def _assets(g: State) -> list[tuple[str, str, str]]:
    """The Assets Boxes, and what is out on the map."""

    def named(side: Side, on_map: bool) -> str:
        found = []
        for n, asset in enumerate(g.box.assets):
            if asset.side is not side or (g.asset[n] < OFF_MAP) is not on_map or (not on_map and g.asset[n] != BOX):
                continue
            where = f" {g.box.grid.number(g.asset[n])}" if on_map else say(" (used)") if g.used >> n & 1 else ""
            found.append(f"{asset.id[2:]}{where}")
        return ", ".join(found)

    rows = [
        (name, named(Side.GERMAN, out), named(Side.ALLIED, out))
        for name, out in ((say("box"), False), (say("map"), True))
    ]
    if g.rumor != NOBODY:
        rows.append((say("map"), say("rumor of parachutists {number}", number=g.box.grid.number(g.rumor)), ""))
    return [row for row in rows if row[1] or row[2]]


def _coming(g: State) -> list[tuple[str, str, str]]:
    """Reinforcements due this turn or next, by Reinforcement chit."""
    by_chit: dict[tuple[int, int], list[list[str]]] = {}
    for unit, entry in enumerate(g.box.entry):
        if entry >= 0 and g.place[unit] == TRACK and due(g, unit)[0] <= g.turn + AHEAD:
            names = by_chit.setdefault(due(g, unit), [[], []])[g.side_of(unit)]
            names.append(f"{short(g.box.units.rows[unit].id)} {g.box.entry_areas[entry].letter}")
    return [
        (say("turn {turn}, {box} chit", turn=turn, box=BOXES[box]), ", ".join(german), ", ".join(allied))
        for (turn, box), (german, allied) in sorted(by_chit.items())
    ]
