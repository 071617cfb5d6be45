"""What a client sees of a position: the view that changes, hints for choices, and overlays."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ardennes.board.cells import cells
from ardennes.kernel import Action, Choice, Side, Unknown
from ardennes.parts.scenery import Battle, Ending, Hint, Shading, Token
from ardennes.titles.tigers_in_the_mist.rules import bridges, special_forces, supply
from ardennes.titles.tigers_in_the_mist.rules.combat import phase as combat
from ardennes.titles.tigers_in_the_mist.rules.combat.artillery import AimArtillery
from ardennes.titles.tigers_in_the_mist.rules.combat.circumstances import Circumstances, fighters
from ardennes.titles.tigers_in_the_mist.rules.combat.fire import AimFire
from ardennes.titles.tigers_in_the_mist.rules.movement import activation
from ardennes.titles.tigers_in_the_mist.rules.movement import phase as movement
from ardennes.titles.tigers_in_the_mist.rules.movement.destinations import stops
from ardennes.titles.tigers_in_the_mist.rules.movement.roads import reach, search, step_cost
from ardennes.titles.tigers_in_the_mist.rules.occupation import TrimStack
from ardennes.titles.tigers_in_the_mist.rules.reinforcements import ChooseZone
from ardennes.titles.tigers_in_the_mist.state import DONE, State
from ardennes.titles.tigers_in_the_mist.table import words
from ardennes.titles.tigers_in_the_mist.table.scene import OUT_OF_SUPPLY

#: 9.3 The steps of a battle in a few words each.
BATTLE_STEPS = [
    "Artillery calls",
    "Defending artillery",
    "Defending fire",
    "Attacking artillery",
    "Attacking fire",
]
#: What `combat.Battle` counts as its stage while the step that it began is under way.
_STEP_OF_STAGE = (0, 0, 0, 0, 1, 2, 3, 4, 4)


def look(g: State, side: Side | None) -> dict[str, Any]:
    """The position as a side sees it. All but the choices is common to both, and kept while the position stands."""
    memo = g.remember()
    common: dict[str, Any] | None = memo.get("look")
    if common is None:
        common = memo["look"] = _common(g)
    mine = side is not None and side is g.side
    return {**common, "choices": g.choices() if mine else {}}


def _common(g: State) -> dict[str, Any]:
    top = g.stack[-1] if g.stack else None
    asked = isinstance(top, Choice)
    picked, focus = _attention(g)
    ending = None
    if g.result is not None:
        ending = Ending(g.result.winner, g.result.level, g.result.score)
    return {
        "side": g.side,
        "prompt": top.prompt(g) if isinstance(top, Choice) else "The game is over",
        "rule": top.rule if asked and top is not None else "",
        "phase": phase(g),
        "turn": 3 * (g.day - 16) + g.impulse - 1,
        "score": g.vp,
        "place": _column(bytes(g.place)),
        "strength": _column(bytes(g.strength)),
        "marks": _marks(g),
        "spent": _column(bytes(g.spent)),
        "control": _members(g.control),
        "down": _down(g.blown, g.repair),
        "tokens": _tokens(g),
        "freed": _members(g.released),
        "picked": picked,
        "focus": focus,
        "battle": _battle(g),
        "ending": ending,
    }


# Most positions differ from the one before in a unit or two, or only in what is asked: the rest is shown again.
_members = lru_cache(maxsize=1024)(cells)


@lru_cache(maxsize=4096)
def _column(column: bytes) -> list[int]:
    return list(column)


@lru_cache(maxsize=1024)
def _down(blown: int, repair: bytes) -> list[tuple[int, int]]:
    return [(bridge, repair[bridge]) for bridge in cells(blown)]


def _marks(g: State) -> list[int]:
    hungry = supply.out_of_supply(g, Side.GERMAN) + supply.out_of_supply(g, Side.ALLIED)
    return _marked(bytes(g.status), tuple(hungry))


@lru_cache(maxsize=1024)
def _marked(status: bytes, hungry: tuple[int, ...]) -> list[int]:
    marks = list(status)
    for unit in hungry:
        marks[unit] |= OUT_OF_SUPPLY
    return marks


def _tokens(g: State) -> list[Token]:
    if not g.special.area:
        return []
    effect = special_forces.EFFECTS.get(g.special.effect, "spent")
    return [Token(g.special.area, "special", f"Special Forces: {effect}", "GREIF")]


def _attention(g: State) -> tuple[list[int], int | None]:
    """The pieces taken up for the pending decision, and the place it is about."""
    top = g.stack[-1] if g.stack else None
    if isinstance(top, movement.Marching):
        return list(top.units), g.place[top.units[0]]
    if isinstance(top, combat.ChooseAttackers):
        return list(top.attackers), top.area
    if isinstance(top, AimFire):
        return ([top.picked] if top.picked >= 0 else []), top.facts.area
    if isinstance(top, AimArtillery):
        return [], top.facts.area
    if isinstance(top, TrimStack):
        return [], top.area
    if isinstance(top, ChooseZone):
        return [top.units[0]], None
    if isinstance(top, bridges.ChooseSite):
        return [top.builder], g.place[top.builder]
    if isinstance(top, bridges.Demolition):
        march = next((step for step in reversed(g.stack) if isinstance(step, movement.March)), None)
        return ([] if march is None else list(march.units)), None if march is None else march.path[0]
    return [], None


_PHASES: dict[str, str] = {
    "Movement": "movement",
    "Marching": "movement",
    "Demolition": "bridge demolition",
    "TrimStack": "occupation limits",
    "Battles": "combat",
    "ChooseAttackers": "combat",
    "AimArtillery": "combat",
    "AimFire": "combat",
    "BridgeBuilding": "bridge building",
    "ChooseSite": "bridge building",
    "ChooseZone": "reinforcements",
    "PlaceSpecialForces": "Special Forces",
}


def phase(g: State) -> str:
    """6.0 What the game is at, e.g. "December 17, impulse 2: German combat"."""
    if not g.stack:
        return "Game over"
    top = g.stack[-1]
    return f"December {g.day}, impulse {g.impulse}: {g.side} {_PHASES.get(type(top).__name__, 'decision')}"


def _battle(g: State) -> Battle | None:
    """9.3 The battle under way."""
    top = g.stack[-1] if g.stack else None
    if isinstance(top, combat.ChooseAttackers):
        defenders = g.units_at(top.area, top.side.enemy)
        return Battle(top.area, top.side, list(top.attackers), defenders, -1, BATTLE_STEPS, [], None, 0)
    if not isinstance(top, AimArtillery | AimFire):
        return None
    under_way = next(step for step in reversed(g.stack) if isinstance(step, combat.Battle))
    facts: Circumstances = under_way.facts
    aims: list[tuple[int, int]] = []
    shots, aiming = 0, None
    if isinstance(top, AimArtillery):
        aims = [(-1, target) for target in top.aimed]
        shots, aiming = top.shots - len(top.aimed), -1
    else:
        aims = list(top.aims)
        candidates = top.candidates(g)
        aiming = candidates[0] if len(candidates) == 1 else None
    return Battle(
        facts.area,
        facts.attacker,
        fighters(g, facts, facts.attacker),
        fighters(g, facts, facts.attacker.enemy),
        _STEP_OF_STAGE[under_way.stage],
        BATTLE_STEPS,
        aims,
        aiming,
        shots,
    )


# ---- hints -------------------------------------------------------------------------------------------------


def hint(g: State, action: Action) -> Hint:
    """A choice in words; a move with its cost and its way."""
    verb, target = action
    label = words.label(g, verb, target)
    top = g.stack[-1]
    if target is not None and verb in ("area", "via") and isinstance(top, movement.Marching):
        found = reach(g, top.units, top.side)
        return Hint(verb, target, label, found.cost(target), [found.start, *found.path(target)])
    if target is not None and verb == "wade" and isinstance(top, movement.Marching):
        here = g.place[top.units[0]]
        return Hint(verb, target, label, step_cost(g, top.side, here, g.box.map.step(here, target)), [here, target])
    return Hint(verb, target, label)


# ---- overlays ----------------------------------------------------------------------------------------------


def shade(g: State, side: Side | None, overlay: str) -> Shading:
    """One overlay, worked out."""
    if overlay not in _SHADINGS:
        raise Unknown("overlay", overlay, list(_SHADINGS))
    return _SHADINGS[overlay](g, side)


def _shade_supply(g: State, side: Side | None) -> Shading:
    """13.1 Where infantry types, and where armor, of each side trace supply on the position as it stands."""
    reached = [supply.supplied_places(g, who) for who in (Side.GERMAN, Side.ALLIED)]
    places: dict[int, str] = {}
    notes: dict[int, str] = {}
    for place in cells((g.box.map.all_areas | g.box.map.all_zones) & g.box.inside):
        have = [bool(infantry >> place & 1) for _, infantry in reached]
        places[place] = ("both" if have[1] else "german") if have[0] else ("allied" if have[1] else "none")
        halting = [
            f"{who} armor is not supplied here: a bridge is down"
            for who, (armor, infantry) in zip(("German", "Allied"), reached, strict=True)
            if infantry >> place & 1 and not armor >> place & 1
        ]
        if halting:
            notes[place] = "; ".join(halting)
    legend = {
        "german": "German supply",
        "allied": "Allied supply",
        "both": "both sides are supplied here",
        "none": "out of supply for both",
    }
    return Shading("supply", places, notes, legend)


def _shade_control(g: State, side: Side | None) -> Shading:
    """12.22 Who controls each area, and which are contested."""
    places: dict[int, str] = {}
    for area in cells(g.box.map.all_areas & g.box.inside):
        if g.contested(area):
            places[area] = "contested"
        else:
            places[area] = "german" if g.control >> area & 1 else "allied"
    legend = {"german": "German control", "allied": "Allied control", "contested": "both sides have units here"}
    return Shading("control", places, {}, legend)


def _shade_threat(g: State, side: Side | None) -> Shading:
    """8.2 Where the enemy's units can go in his next impulse if nothing else changes, with the strength they bring."""
    mine = side if side is not None else (g.side if g.side in (Side.GERMAN, Side.ALLIED) else Side.GERMAN)
    assert mine is not None
    enemy = mine.enemy
    then = next_impulse_of(g, enemy)
    strength: dict[int, int] = {}
    counters: dict[int, int] = {}
    for unit in then.box.units.of[enemy]:
        if not then.on_map(unit) or then.status[unit] & DONE or not activation.free(then, unit, enemy):
            continue
        for place in cells(search(then, (unit,), enemy).places() & stops(then, (unit,), enemy)):
            strength[place] = strength.get(place, 0) + then.strength[unit]
            counters[place] = counters.get(place, 0) + 1
    limits = g.box.tables.limits
    notes = {place: f"{min(points, limits.strength)} SP" for place, points in strength.items()}
    places = {
        place: "high" if points >= limits.strength else ("medium" if points >= 5 else "low")
        for place, points in strength.items()
    }
    legend = {
        "low": f"up to 4 {enemy} strength points",
        "medium": f"5 to {limits.strength - 1}",
        "high": f"{limits.strength}, a full stack, or more",
    }
    return Shading("threat", places, notes, legend)


def next_impulse_of(g: State, side: Side) -> State:
    """A copy of the position as it will be when a side next moves, if nobody does anything until then."""
    then = g.copy()
    if not g.stack:
        return then
    mover = next((step.side for step in g.stack if isinstance(step, movement.Movement | combat.Battles)), g.side)
    if mover is Side.GERMAN and side is Side.ALLIED:
        pass
    elif g.impulse < 3 and g.day < 22:
        then.impulse += 1
    else:
        then.day, then.impulse = g.day + 1, 1
        then.new_day()
    then.new_impulse(side)
    supply.determine(then)
    then.memo = None
    return then


_SHADINGS: dict[str, Callable[[State, Side | None], Shading]] = {
    "supply": _shade_supply,
    "control": _shade_control,
    "threat": _shade_threat,
}
