"""Exact odds: of a combat proposed or under way, and of the cup.

A combat is played out by the rules themselves, once for every result of the die, on copies of the position. Where its
course depends on players, they do what `ASSUMPTION` says.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import NamedTuple

import msgspec

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Action, Choice, Side, Sight
from ardennes.kernel.recent import Recent
from ardennes.kernel.words import phrase, say
from ardennes.parts.odds import Chance, Distribution, Forecast, ModifierLine, UnitForecast
from ardennes.parts.rules.crt import results_by_die
from ardennes.parts.rules.cup import Cup
from ardennes.titles.deadly_woods.box.results import meaning
from ardennes.titles.deadly_woods.box.tables import LADDER, Chit
from ardennes.titles.deadly_woods.rules import action_rounds, strengths, support
from ardennes.titles.deadly_woods.rules.combat import (
    AttackerSupport,
    AttackPhase,
    ChooseAttackers,
    CombatRoll,
    DefenderSupport,
    strikers,
)
from ardennes.titles.deadly_woods.rules.results import Exchange, Losses, settle
from ardennes.titles.deadly_woods.rules.stacking import Overstack
from ardennes.titles.deadly_woods.rules.strengths import NO_ROLL, Attack, Odds, column_name, with_asset
from ardennes.titles.deadly_woods.state import State

DICE = range(1, 7)
_GIVEN_UP = {
    True: "the hex is given up with all the attacker may add ({name})",
    False: "the hex is given up with all the defender may add ({name})",
}
ASSUMPTION = (
    "a step is lost where it costs the least strength, nobody pays a step to stand, retreats are not exchanged, and "
    "no more support is announced than the line says"
)


class Outcome(NamedTuple):
    """What one face of the die comes to: the result, steps lost by unit, and whether the hex is given up."""

    result: str
    lost: dict[int, int]
    cleared: bool


def forecast(sight: Sight, action: Action | None = None) -> Forecast | None:
    """The forecast of the combat in progress, or of the one an action leads to; None where there is none."""
    g = sight.state
    assert isinstance(g, State)
    attack = proposed(g, action)
    return forecast_of(g, attack) if attack is not None and attack.units else None


def bare(g: State, action: Action | None) -> Forecast | None:
    """The same without what only players read: the lines, the meaning of each face, support still to come."""
    attack = proposed(g, action)
    return None if attack is None or not attack.units else _bare(g, attack)


def supported(g: State, action: Action | None) -> Forecast | None:
    """The bare forecast as it will be fought: with all that is still to be announced before the die; what the attacker
    adds himself only until he is asked for it."""
    attack = proposed(g, action)
    if attack is None or not attack.units:
        return None
    top = g.stack[-1]
    if isinstance(top, (DefenderSupport, CombatRoll)):
        return _bare(g, attack)
    attack = with_all(g, attack, attack.side.enemy)
    alone = isinstance(top, AttackerSupport) and (action is None or not _only_together(g, top, action, attack.support))
    return _bare(g, attack if alone else with_all(g, attack, attack.side))


def _only_together(g: State, top: AttackerSupport, action: Action, support: tuple[int, ...]) -> bool:
    """Whether an asset is one of several that bring a column together and none of them alone."""
    if action.verb != "asset" or top.attack.assets:
        return False
    begun = msgspec.structs.replace(top.attack, support=support)
    offered = [with_asset(begun, top.side, asset, twice) for asset, twice in _announced(g)]
    columns = [strengths.odds(g, attack).column for attack in (begun, *offered, with_all(g, begun, top.side))]
    return max(columns[:-1]) == columns[0] < columns[-1]


def _announced(g: State) -> list[tuple[int, bool]]:
    """What the attacker may announce now: an asset, and whether at double strength."""
    choices = g.choices()
    return [
        (asset, verb == "double")
        for verb in ("asset", "double")
        for asset in choices.get(verb, ())
        if asset is not None
    ]


def _bare(g: State, attack: Attack) -> Forecast:
    outcomes, defenders = outcomes_of(g, attack), g.units_at(attack.hex)
    return Forecast(
        attack.hex,
        _headlines(outcomes, attack.units, defenders),
        [_unit(g, unit, outcomes, attacks) for unit in attack.units],
        [_unit(g, unit, outcomes, defends) for unit in defenders],
        [],
        _sum(g, attack.units, outcomes, attacks),
        _sum(g, defenders, outcomes, defends),
        ASSUMPTION,
    )


def proposed(g: State, action: Action | None) -> Attack | None:
    """The attack in question, as far as it is put together."""
    top = g.stack[-1] if g.stack else None
    if action is not None and isinstance(top, (AttackPhase, ChooseAttackers, AttackerSupport, DefenderSupport)):
        if isinstance(top, AttackPhase) and action.verb == "hex" and action.target is not None:
            return Attack(top.side, action.target, strikers(g, top.side, action.target))
        if action.verb in ("unit", "asset", "double") and g.allows(action):
            return _with(top, action)
    if isinstance(top, ChooseAttackers):
        return Attack(top.side, top.cell, top.units)
    return top.attack if isinstance(top, (AttackerSupport, DefenderSupport, CombatRoll)) else None


def _with(top: AttackPhase | ChooseAttackers | AttackerSupport | DefenderSupport, action: Action) -> Attack | None:
    target = action.target
    assert target is not None
    if isinstance(top, ChooseAttackers):
        return Attack(top.side, top.cell, tuple(sorted({*top.units} ^ {target})))
    if isinstance(top, AttackerSupport):
        return with_asset(top.attack, top.side, target, action.verb == "double")
    return with_asset(top.attack, top.side, target) if isinstance(top, DefenderSupport) else None


# ---- one combat --------------------------------------------------------------------------------------------


def forecast_of(g: State, attack: Attack) -> Forecast:
    """The forecast of one attack as it stands, and what the assets still to be added would make of it."""
    odds = strengths.odds(g, attack)
    outcomes = outcomes_of(g, attack)
    attackers, defenders = attack.units, g.units_at(attack.hex)
    return Forecast(
        attack.hex,
        [*_headlines(outcomes, attackers, defenders), *_still_to_come(g, attack)],
        [_unit(g, unit, outcomes, attacks) for unit in attackers],
        [_unit(g, unit, outcomes, defends) for unit in defenders],
        _lines(g, attack, odds),
        _sum(g, attackers, outcomes, attacks),
        _sum(g, defenders, outcomes, defends),
        ASSUMPTION,
        column_name(odds),
        results_by_die([outcome.result for outcome in outcomes], lambda text: _meaning(g, text)),
        strength_name="strength points",
    )


def outcomes_of(g: State, attack: Attack) -> list[Outcome]:
    """What each face of the die comes to; where nobody rolls, all faces come to the same."""
    odds = strengths.odds(g, attack)
    if odds.column == NO_ROLL:
        results = [strengths.without_roll(g).result] * len(DICE)
    else:
        results = [strengths.result(g, odds, die).result for die in DICE]
    start = _before(g)
    mark = (g.box, start.fingerprint(), attack.side, attack.hex, attack.units)
    played = {result: _outcome(start, attack, result, mark) for result in dict.fromkeys(results)}
    return [played[result] for result in results]


def _before(g: State) -> State:
    """The position that a result is carried out on. Who has fired or fought already makes no difference to it, so that
    one support after another, and the combat once it is begun, find what was worked out before."""
    start = g.copy()
    below = next((n for n, step in enumerate(g.stack) if isinstance(step, AttackPhase)), len(g.stack) - 1)
    start.stack = g.stack[: below + 1]
    start.used = start.attacked = start.defended = 0
    return start


def _outcome(start: State, attack: Attack, result: str, mark: Hashable) -> Outcome:
    """What one result comes to, looked up where it is known: the column it was read in makes no difference."""
    key = (mark, result)
    return _known.get(key) or _known.keep(key, _played_out(start, attack, result))


_known: Recent[Hashable, Outcome] = Recent(4000)


def _played_out(start: State, attack: Attack, result: str) -> Outcome:
    """A result carried out on a copy up to the advance."""
    after, names = start.copy(), start.box.results.names
    settle(after, attack, start.box.results.meanings[names.index(result)])
    while after.advance() is None and len(after.stack) > len(start.stack):
        after.act(expected(after))
    units = (*attack.units, *start.units_at(attack.hex))
    lost = {unit: start.steps_left(unit) - _left(after, unit) for unit in units}
    return Outcome(result, {unit: n for unit, n in lost.items() if n}, not _held(after, attack))


def _held(g: State, attack: Attack) -> bool:
    return bool(g.occupied[attack.side.enemy] >> attack.hex & 1)


def expected(g: State) -> Action:
    """What the forecast expects of the player who is asked."""
    step = g.stack[-1]
    assert isinstance(step, Choice)
    choices = g.choices()
    if isinstance(step, (Losses, Overstack)):
        value = attacks if step.side is _phasing(g) else defends
        return Action("unit", min(choices["unit"], key=lambda unit: (_price(g, unit or 0, value), unit)))
    if isinstance(step, Exchange):
        return Action("keep", None)
    if "done" in choices:
        return Action("done", None)
    return Action("hex", choices["hex"][0])


def _phasing(g: State) -> Side:
    return next(step.side for step in g.stack if isinstance(step, AttackPhase))


def attacks(g: State, unit: int, lost: int) -> int:
    """The attack strength of a unit after so many more steps lost."""
    faces, lost = g.box.units.faces[unit], g.lost[unit] + lost
    return faces[lost].attack if lost < len(faces) else 0


def defends(g: State, unit: int, lost: int) -> int:
    """The defense strength of a unit after so many more steps lost."""
    faces, lost = g.box.units.faces[unit], g.lost[unit] + lost
    return faces[lost].defense if lost < len(faces) else 0


def _price(g: State, unit: int, value: Callable[[State, int, int], int]) -> int:
    return value(g, unit, 0) - value(g, unit, 1)


def _left(g: State, unit: int) -> int:
    return g.steps_left(unit) if g.on_map(unit) else 0


def _unit(g: State, unit: int, outcomes: list[Outcome], value: Callable[[State, int, int], int]) -> UnitForecast:
    left = [0.0] * (value(g, unit, 0) + 1)
    for outcome in outcomes:
        left[min(value(g, unit, outcome.lost.get(unit, 0)), len(left) - 1)] += 1 / len(outcomes)
    return UnitForecast(unit, value(g, unit, 0), tuple(left))


def _sum(
    g: State, units: Iterable[int], outcomes: list[Outcome], value: Callable[[State, int, int], int]
) -> Distribution:
    """Total strength left to a side over the faces of the die."""
    most = sum([value(g, unit, 0) for unit in units])
    left = [0.0] * (most + 1)
    for outcome in outcomes:
        left[min(sum([value(g, unit, outcome.lost.get(unit, 0)) for unit in units]), most)] += 1 / len(outcomes)
    return tuple(left)


# ---- words -------------------------------------------------------------------------------------------------


def _meaning(g: State, result: str) -> str:
    row = g.box.results.meanings[g.box.results.names.index(result)]
    return meaning(row.attacker_steps, row.defender_steps, row.retreat)


def _share(outcomes: list[Outcome], holds: Callable[[Outcome], bool]) -> float:
    return sum(map(holds, outcomes)) / len(outcomes)


def _headlines(outcomes: list[Outcome], attackers: Iterable[int], defenders: Iterable[int]) -> list[Chance]:
    own, theirs = set(attackers), set(defenders)
    return [
        Chance("the hex is given up", _share(outcomes, lambda outcome: outcome.cleared)),
        Chance("the defender loses a step or more", _share(outcomes, lambda o: not theirs.isdisjoint(o.lost))),
        Chance("the attacker loses a step", _share(outcomes, lambda o: not own.isdisjoint(o.lost))),
    ]


def _lines(g: State, attack: Attack, odds: Odds) -> list[ModifierLine]:
    """The strengths and the column they give, each shift, the die's modifiers, and the assets that may still come."""
    base = phrase("below 1-3") if odds.base == NO_ROLL else LADDER.columns[odds.base]
    start = ModifierLine(
        "DW-11.3.2a",
        say("{attack} against {defense}: column {base}", attack=odds.attack, defense=odds.defense, base=base),
        0,
    )
    shifts = [msgspec.structs.replace(line, text=say("shift: {line}", line=line.text)) for line in odds.shifts]
    dice = [msgspec.structs.replace(line, text=say("die: {line}", line=line.text)) for line in odds.modifiers]
    return [start, *shifts, *dice, *_offers(g, attack)]


def _offers(g: State, attack: Attack) -> list[ModifierLine]:
    """11.3.1 The assets either side may still add to this combat."""
    found = []
    for side in _to_announce(g, attack):
        for asset in support.offered(g, side, attack):
            strength = strengths.asset_strength(g, asset, attack.hex)
            text = say("may still come: {asset}", asset=g.box.assets[asset].name) + (f" {strength}" if strength else "")
            found.append(ModifierLine("DW-11.3.1", text, 0, "attacker" if side is attack.side else "defender"))
    return found


def _to_announce(g: State, attack: Attack) -> tuple[Side, ...]:
    """The sides that may still announce support."""
    top = g.stack[-1] if g.stack else None
    if isinstance(top, CombatRoll):
        return ()
    return (attack.side.enemy,) if isinstance(top, DefenderSupport) else (attack.side, attack.side.enemy)


def _still_to_come(g: State, attack: Attack) -> list[Chance]:
    """The chance that the hex is given up if one side adds all the assets it may; Nebelwerfer are not doubled."""
    found = []
    for side in _to_announce(g, attack):
        full = with_all(g, attack, side)
        if full != attack:
            own = side is attack.side
            name = column_name(strengths.odds(g, full))
            chance = _share(outcomes_of(g, full), lambda outcome: outcome.cleared)
            found.append(Chance(say(_GIVEN_UP[own], name=name), chance))
    return found


def with_all(g: State, attack: Attack, side: Side) -> Attack:
    """An attack with the strongest support a side may still add."""
    left = support.offered(g, side, attack)
    while left:
        best = max(left, key=lambda asset: (strengths.asset_strength(g, asset, attack.hex), -asset))
        attack = with_asset(attack, side, best)
        left = cells(support.free(g, side, attack, board_of(left) & ~(1 << best)))
    return attack


# ---- the cup -----------------------------------------------------------------------------------------------


def cup_odds(g: State) -> list[Chance]:
    """14.2 Whose round is next, and who may be passed over twice; exact if the Allies swap no chit (14.8.2)."""
    cup = action_rounds.cup(g)
    if not cup.left(Side.GERMAN) + cup.left(Side.ALLIED):
        return []
    found = [
        Chance(say("the next round is {side}", side=side), float(cup.next_round(side)))
        for side in (Side.GERMAN, Side.ALLIED)
    ]
    found += [
        Chance(say("{who} twice before the next {side} round", who=who, side=side), float(_twice(g, cup, side.enemy)))
        for side, who in ((Side.ALLIED, phrase("the Germans")), (Side.GERMAN, phrase("the Allies")))
        if cup.left(side)
    ]
    if g.cup[Chit.SUPPLY_CHECK]:
        found.append(Chance("the next chit is a Supply Check", float(cup.chance_of(Chit.SUPPLY_CHECK))))
    return found


def _twice(g: State, cup: Cup, side: Side) -> Fraction:
    """The chance that the next two rounds are one side's; a held chit follows the last Allied one into the cup."""
    if side is Side.ALLIED and g.hand[Chit.ALLIED_REINFORCEMENT] and cup.left(side) == 1:
        last = next(n for n, owner in enumerate(cup.owners) if owner is side and cup.counts[n])
        counts = [*cup.drawn(last).counts]
        counts[Chit.ALLIED_REINFORCEMENT] += 1
        return cup.next_round(side) * cup.drawn(last)._replace(counts=tuple(counts)).next_round(side)
    return cup.twice_before(side.enemy)
