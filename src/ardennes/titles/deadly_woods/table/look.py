"""What lies on the table: the columns of a look, the cup with what came out of it, the Assets Boxes, the tracks."""

from __future__ import annotations

from functools import lru_cache

from ardennes.board.cells import cells
from ardennes.kernel import Choice, Side, Sight
from ardennes.kernel.words import phrase, say
from ardennes.parts.eye.scenery import Token
from ardennes.parts.eye.sideboard import Chits, Cup, Draw, Marker, Tray
from ardennes.parts.title import Looks
from ardennes.titles.deadly_woods.box.tables import AssetKind, Chit, Round
from ardennes.titles.deadly_woods.odds import cup_odds
from ardennes.titles.deadly_woods.rules import areas, supply, victory
from ardennes.titles.deadly_woods.rules.reinforcements import Divert, Entry, arriving
from ardennes.titles.deadly_woods.rules.replacements import Replacements
from ardennes.titles.deadly_woods.state import BOX, ELIMINATED, NOBODY, OFF_MAP, OUT, TRACK, State, own
from ardennes.titles.deadly_woods.table import counters
from ardennes.titles.deadly_woods.table.scene import BRIDGE_TRACK, TRACKS_MOST, VP_TRACK

#: What a client shows of a piece that is in no hex: to come, or out of the game.
_OFF = {ELIMINATED: ELIMINATED, OUT: ELIMINATED, TRACK: 0, BOX: 0}


def laid(sight: Sight) -> Looks:
    """All of a look but what the pending decision fills in."""
    g = own(sight.state)
    units, assets = range(len(g.place)), range(len(g.asset))
    return {
        "turn": min(g.turn, g.box.last_turn) - 1,
        "score": g.result.score if g.result is not None else victory.vp_hexes(g).bit_count(),
        "place": [place if place < OFF_MAP else _OFF[place] for place in (*g.place, *g.asset)],
        "strength": [g.steps_left(unit) for unit in units] + [1 for _ in assets],
        "marks": _marks(g),
        "spent": _none(len(g.place) + len(g.asset)),
        "control": cells(g.german & g.box.vp),
        "down": _down(g.blown),
        "tokens": _tokens(g),
        "freed": _freed(g),
        "cup": cup(g),
        "trays": trays(g),
        "markers": _markers(g),
    }


@lru_cache(maxsize=4)
def _none(count: int) -> list[int]:
    return [0] * count


@lru_cache(maxsize=1024)
def _down(blown: int) -> list[tuple[int, int]]:
    return [(bridge, 0) for bridge in cells(blown)]


def _marks(g: State) -> list[int]:
    """The marks of every piece, in the order of `counters.MARKS`."""
    count = len(g.place)
    reduced = sum(1 << unit for unit in range(count) if g.lost[unit])
    trucks = 1 << g.trucks if g.trucks != NOBODY else 0
    fuelled = 1 << g.box.peiper if g.fuel == 1 and g.turn <= g.box.numbers.peiper.fuel_turn else 0
    sets = (reduced, g.moved, g.attacked, g.defended, unsupplied(g), g.holding, trucks, g.used << count, fuelled)
    marks = [0] * (count + len(g.asset))
    for number, marked in enumerate(sets):
        for piece in cells(marked):
            marks[piece] |= 1 << number
    return marks


def unsupplied(g: State) -> int:
    """8.1 The units that are out of supply: Germans by their last check, Allies as things stand."""
    allied = [unit for unit in g.box.units.of[Side.ALLIED] if g.on_map(unit) and not supply.in_supply(g, unit)]
    return g.hungry | sum(1 << unit for unit in allied)


def _tokens(g: State) -> list[Token]:
    """Markers that are no counters: von der Heydte's rumor, Peiper's fuel."""
    found = []
    if g.rumor != NOBODY:
        found.append(Token(g.rumor, "rumor", "a rumor of parachutists: Allies pay more to enter", "VdH ?"))
    if g.fuel == 0:
        found.append(Token(g.box.bullingen, "drop", "the fuel dump that Peiper may take on turn 1", "FUEL"))
    return found


def _freed(g: State) -> list[int]:
    """The groups of `counters.reserves` that nothing holds any more."""
    box = g.box
    found = []
    for number, leash in enumerate(box.leashes):
        if all(areas.leash_of(g, unit) is None for unit in cells(leash.units)):
            found.append(number)
    for number, town in enumerate(counters.conditions(box), len(box.leashes)):
        if g.controls(Side.GERMAN, town):
            found.append(number)
    return found


def _markers(g: State) -> list[Marker]:
    now = victory.vp_hexes(g).bit_count()
    found = [Marker(VP_TRACK, min(now, TRACKS_MOST), 0, phrase("if the turn ended now"))]
    if g.vp != now and g.turn > 1:
        found.append(Marker(VP_TRACK, min(g.vp, TRACKS_MOST), None, phrase("at the end of the last turn")))
    return found + [Marker(BRIDGE_TRACK, army, 0, phrase("has built its bridge")) for army in cells(g.built)]


# ---- the cup -----------------------------------------------------------------------------------------------


def cup(g: State) -> Cup:
    """14.0 What is still in the cup, what is held, and the track of rounds."""
    inside = [Chits(chit, count) for chit, count in enumerate(g.cup) if count]
    held = [Chits(chit, count, phrase("in the Allied hand")) for chit, count in enumerate(g.hand) if count]
    return Cup("Action cup", inside, _drawn(g), held, 0, cup_odds(g), "DW-14.1")


def _drawn(g: State) -> list[Draw]:
    """2.2.2a The Action Round Track; a Supply Check is no round (14.2)."""
    found: list[Draw] = []
    number = 0
    for at, (chit, kind) in enumerate(g.rounds):
        counts = kind != Round.SUPPLY_CHECK
        number += counts
        last = at == len(g.rounds) - 1 and counts and _playing(g)
        found.append(Draw(chit, f"{number}" if counts else "", counts, last, _played(g, chit, kind)))
    return found


def _played(g: State, chit: int, kind: int) -> str:
    """What a chit with a choice was played as, and what that permits."""
    if Chit(chit) not in (Chit.GERMAN_MOVE_COMBAT, Chit.ALLIED_MOVE_COMBAT, Chit.PATTON_MONTY):
        return ""
    return say("{round}. {permission}", round=str(Round(kind)), permission=g.box.rounds[kind].permits(g.turn))


def _playing(g: State) -> bool:
    """Whether a round is being carried out, and not only looked back at."""
    return any(type(step).__name__ in ("ActionRound", "Entry") for step in g.stack)


# ---- trays -------------------------------------------------------------------------------------------------


def trays(g: State) -> list[Tray]:
    """2.4 The Assets Boxes, what comes back to them later, and the units that the pending decision is about."""
    found = []
    top = g.stack[-1] if g.stack else None
    if isinstance(top, Replacements):
        dead = [u for u in g.choices().get("unit", ()) if u is not None and g.place[u] == ELIMINATED]
        if dead:
            found.append(Tray("Eliminated", dead, "may come back at reduced strength", int(top.side), "DW-13.2.2d1"))
    elif isinstance(top, Divert):
        found.append(Tray("Arriving", arriving(g, top.side), "", int(top.side), "DW-14.8.1a"))
    elif isinstance(top, Entry) and top.units:
        found.append(Tray("Arriving", [*top.units], "the first of them enters now", int(top.side), "DW-14.8a"))
    for side in (Side.GERMAN, Side.ALLIED):
        found.append(Tray("Assets", _boxed(g, side), _later(g, side), int(side), "DW-12.1a"))
    return found


def _boxed(g: State, side: Side) -> list[int]:
    """The pieces in a side's Assets Box, guns first."""
    count = len(g.place)
    there = [n for n, asset in enumerate(g.box.assets) if asset.side is side and g.asset[n] == BOX]
    if g.trucks != NOBODY:
        there = [n for n in there if g.box.assets[n].kind is not AssetKind.MOTORIZED]
    mine = g.box.vdh if side is Side.GERMAN else g.box.delay
    return [count + n for n in there] + ([mine] if g.place[mine] == BOX else [])


def _later(g: State, side: Side) -> str:
    """12.2h, 12.4.1e, 12.9 What is on the track, by turn."""
    due: dict[int, list[str]] = {}
    for n, asset in enumerate(g.box.assets):
        if asset.side is side and g.asset[n] == TRACK:
            due.setdefault(g.back[n], []).append(say(asset.name))
    return "; ".join(
        say("turn {turn}: {names}", turn=turn, names=", ".join(names)) for turn, names in sorted(due.items())
    )


# ---- words -------------------------------------------------------------------------------------------------


def clock(sight: Sight) -> str:
    """Turn, dates and round, e.g. "Turn 2 (Dec 18-19), round 4"."""
    g = own(sight.state)
    turn = min(g.turn, g.box.last_turn)
    number = sum(kind != Round.SUPPLY_CHECK for _, kind in g.rounds)
    text = say("Turn {turn} ({dates})", turn=turn, dates=g.box.turn(turn).dates)
    return say("{text}, round {number}", text=text, number=number) if number and _playing(g) else text


def phase(sight: Sight) -> str:
    """What the game is at: the turn, the round with its chit, the phase."""
    g = own(sight.state)
    step = g.stack[-1] if g.stack else None
    if not isinstance(step, Choice):
        return say("Game over")
    chit = ", " + say(str(Chit(g.rounds[-1][0]))) if g.rounds and _playing(g) else ""
    doing = say(step.phase or "decision")
    doing = doing.lower() if doing == step.phase else doing  # other languages have capitals of their own
    return say("{date}: {side} {phase}", date=clock(sight) + chit, side=step.side, phase=doing)
