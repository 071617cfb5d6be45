"""What a chit is worth to the staff: what the round it opens promises on paper."""

from __future__ import annotations

from collections.abc import Callable

from ardennes.kernel import Action, Side
from ardennes.titles.deadly_woods.box.tables import Chit, Round
from ardennes.titles.deadly_woods.rules import rounds
from ardennes.titles.deadly_woods.rules.action_rounds import (
    FirstChit,
    MoveOrCombat,
    OneArmy,
    PanzerChit,
    PattonMonty,
    ThreeFormations,
)
from ardennes.titles.deadly_woods.rules.movement import Movement
from ardennes.titles.deadly_woods.state import State

#: The decisions about chits.
CHITS = (FirstChit, MoveOrCombat, OneArmy, PanzerChit, PattonMonty, ThreeFormations)
#: Of these chits the one that is chosen is only put into the cup; its round comes later.
_LATER = {Chit.FIFTH_PANZER: Round.FIFTH_PANZER, Chit.SIXTH_PANZER: Round.SIXTH_PANZER}


def promised(g: State, phase: Callable[[State], float]) -> float:
    """The promise of a position after a chit was chosen; `phase` tells that of movement and combat."""
    top = g.stack[-1]
    if isinstance(top, ThreeFormations):
        return _formations(g, top, phase)
    if isinstance(top, (MoveOrCombat, OneArmy, PattonMonty)):
        return max([_after(g, action, phase) for action in g.actions()])
    return _after(g, Action("done"), phase) if _is_combat(g) else phase(g)


def _is_combat(g: State) -> bool:
    """14.4f, 14.4g In a Combat round the one hex that armor may go is only the beginning: then everybody may attack.

    The Germans have one of each in a turn (14.4c): to them it is only a question of what comes first.
    """
    fights = bool(g.rounds) and g.round is Round.COMBAT and isinstance(g.stack[-1], Movement)
    return fights and g.side is Side.ALLIED


def _formations(g: State, top: ThreeFormations, phase: Callable[[State], float]) -> float:
    """14.7 Those that are picked together, and the best of every class that is still open, each by itself."""
    total = _after(g, Action("done"), phase) if top.picked else 0.0
    best: dict[object, float] = {}
    for number in top.offered(g):
        alone = g.copy()
        alone.replace(ThreeFormations(top.side, (number,)))
        kind = g.box.units.formations[number].kind
        best[kind] = max(best.get(kind, 0.0), _after(alone, Action("done"), phase))
    return total + sum(best.values())


def _after(g: State, action: Action, phase: Callable[[State], float]) -> float:
    """The promise of the position after an answer; nothing where the other side or a draw comes next."""
    found = g.copy()
    found.act(action)
    return phase(found) if found.advance() is None and found.side is g.side else 0.0


def later(g: State, top: PanzerChit, chit: Chit, phase: Callable[[State], float]) -> float:
    """17.0 What the round of a panzer army would promise if it came now."""
    found, kind = g.copy(), _LATER[chit]
    found.pop()
    found.rounds += ((int(chit), int(kind)),)
    rounds.begin(found, top.side, kind)
    return phase(found) if found.advance() is None and found.side is top.side else 0.0
