"""What a client sees of a position: the view that changes, hints for choices, and overlays."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ardennes.board.cells import cells
from ardennes.kernel import Action, Choice, Side
from ardennes.parts.scenery import Battle, Ending, Hint, Token
from ardennes.titles.bitter_woods.box import AWAY, EXITED, GONE, OFF_MAP, UNUSED, WAITING, turns
from ardennes.titles.bitter_woods.rules import victory
from ardennes.titles.bitter_woods.rules.bridges import ChooseSite, Crossing
from ardennes.titles.bitter_woods.rules.combat import advance, duties
from ardennes.titles.bitter_woods.rules.combat.phase import ChooseAttackers, ChooseSupport
from ardennes.titles.bitter_woods.rules.combat.retreat import RetreatTo
from ardennes.titles.bitter_woods.rules.combat.routes import find_routes
from ardennes.titles.bitter_woods.rules.movement import destinations
from ardennes.titles.bitter_woods.rules.movement.phase import Moving
from ardennes.titles.bitter_woods.state import State
from ardennes.titles.bitter_woods.table import words

#: What a client shows of a unit that is not in a hex: to come, or out of the game.
_OFF = {GONE: GONE, EXITED: GONE, UNUSED: GONE, WAITING: 0}


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
    picked, focus = _attention(g)
    return {
        "side": g.side,
        "prompt": top.prompt(g) if isinstance(top, Choice) else "The game is over",
        "rule": top.rule if isinstance(top, Choice) else "",
        "phase": phase(g),
        "turn": min(g.turn, g.box.last_turn) - g.box.first_turn,
        "score": score(g),
        "place": [place if place < OFF_MAP else _OFF.get(place, 0 if place >= AWAY else GONE) for place in g.place],
        "strength": [g.strength(unit) for unit in range(len(g.place))],
        "marks": _marks(g),
        "spent": _none(len(g.place)),
        "control": [],
        "down": _down(g.blown),
        "tokens": _tokens(g),
        "freed": _freed(g),
        "picked": picked,
        "focus": focus,
        "battle": _battle(g),
        "ending": None if g.result is None else Ending(g.result.winner, g.result.level, g.result.score),
    }


@lru_cache(maxsize=4)
def _none(count: int) -> list[int]:
    return [0] * count


@lru_cache(maxsize=1024)
def _down(blown: int) -> list[tuple[int, int]]:
    return [(bridge, 0) for bridge in cells(blown)]


def score(g: State) -> int:
    """17 Where the game would end if it ended now: points, or the level with a draw at 0."""
    if g.result is not None:
        return g.result.score
    if g.box.scenario.points is not None:
        return len(victory.points(g))
    level = min(max(victory.level(g) + victory.shift(g), victory.GERMAN_STRATEGIC), victory.ALLIED_STRATEGIC)
    return victory.DRAW - level


def _marks(g: State) -> list[int]:
    """The marks of every unit, in the order of `scene.MARKS`."""
    marks = [0] * len(g.place)
    bound = duties.engaged(g) if g.duties else 0
    for duty in g.duties:
        if duty.kind == "CA":
            for unit in duty.defenders:
                bound |= 1 << unit
    own = (g.reduced, g.moved, g.attacked, g.fired, g.reserve, g.unsupplied, g.dug, bound)
    for number, units in enumerate(own):
        for unit in cells(units):
            marks[unit] |= 1 << number
    return marks


def _tokens(g: State) -> list[Token]:
    """Markers that lie in hexes."""
    found = [Token(cell, "position", "improved position", "IP") for cell in cells(g.improved)]
    found += [Token(cell, "fort", "fortified", "FORT") for cell in cells(g.forts)]
    found += [Token(cell, "interdiction", "interdicted from the air", "AIR") for cell in cells(g.interdicted)]
    found += [Token(cell, "drop", "supplied from the air", "DROP") for cell in cells(g.dropped)]
    for duty in g.duties:
        found.append(Token(duty.hex, duty.kind, f"{duty.kind}: the {duty.side} side must fight here", duty.kind))
    return found


def _freed(g: State) -> list[int]:
    """16.1 The groups of `scene.waiting` whose condition is met."""
    texts: dict[str, bool] = {}
    for unit, condition in enumerate(g.box.conditions):
        if condition is not None and g.box.playing >> unit & 1:
            texts.setdefault(condition.text, bool(condition.board & g.occupied[Side.GERMAN]))
    return [number for number, met in enumerate(texts.values()) if met]


def _attention(g: State) -> tuple[list[int], int | None]:
    """The pieces taken up for the pending decision, and the hex it is about."""
    top = g.stack[-1] if g.stack else None
    match top:
        case (
            Moving(mover=unit)
            | RetreatTo(retreating=unit)
            | advance.AdvanceTo(advancing=unit)
            | ChooseSite(builder=unit)
        ):
            return [unit], g.place[unit] if g.on_map(unit) else None
        case ChooseAttackers(attack=attack):
            return [*attack.units, *attack.guns], attack.hex
        case ChooseSupport(attack=attack):
            return [*attack.support], attack.hex
        case Crossing(near=near):
            return [], near
    return [], None


_PHASES = {
    "Movement": "movement",
    "Moving": "movement",
    "Interdiction": "interdiction",
    "AirDrops": "supply",
    "Reserves": "reserves",
    "Demolition": "bridge demolition",
    "ChooseSite": "movement",
    "Construction": "bridge construction",
    "Crossing": "bridge construction",
}


def phase(g: State) -> str:
    """4.0 What the game is at, e.g. "17PM: German combat"."""
    if not g.stack:
        return "Game over"
    top = g.stack[-1]
    exploiting = getattr(top, "exploiting", False)
    words_ = "exploitation" if exploiting else _PHASES.get(type(top).__name__, "combat")
    return f"{turns.name(g.turn)}: {g.mover} player turn, {words_}"


def _battle(g: State) -> Battle | None:
    """9.2 The combat that is being put together."""
    top = g.stack[-1] if g.stack else None
    if not isinstance(top, ChooseAttackers | ChooseSupport):
        return None
    attack = top.attack
    attackers, defenders = [*attack.units, *attack.guns], [*g.units_at(attack.hex), *attack.support]
    chosen = {*attackers, *defenders}
    able = [unit for unit in g.choices().get("unit", ()) if unit is not None and unit not in chosen]
    return Battle(attack.hex, attack.side, attackers, defenders, -1, [], [], None, 0, able)


# ---- hints -------------------------------------------------------------------------------------------------


def hint(g: State, action: Action) -> Hint:
    """A choice in words; a move with its cost and its way, a retreat and an advance with theirs."""
    verb, target = action
    label = words.label(g, verb, target)
    top = g.stack[-1]
    if target is None or verb not in ("hex", "via"):
        return Hint(verb, target, label)
    if isinstance(top, Moving):
        found = destinations.reachable(g, top.mover, top.spent)
        cost = g.box.ground.shown_cost(g.box.units.profile[top.mover], found.cost(target))
        return Hint(verb, target, label, cost, [*found.path(target)])
    if isinstance(top, RetreatTo):
        return Hint(verb, target, label, None, [*find_routes(g, top.retreating, top.hexes).paths[target]])
    if isinstance(top, advance.AdvanceTo):
        return Hint(verb, target, label, None, [*advance.advances(g, advance.terms(g), top.advancing)[target]])
    return Hint(verb, target, label)
