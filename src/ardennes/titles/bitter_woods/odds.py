"""The exact odds of a combat, in progress or proposed: column, shifts in order, and the result of every die."""

from __future__ import annotations

from typing import Literal

import msgspec

from ardennes.kernel import Action, Sight
from ardennes.kernel.words import say
from ardennes.parts.odds import Chance, Distribution, Forecast, ModifierLine, ResultLine, UnitForecast
from ardennes.parts.rules.crt import results_by_die
from ardennes.titles.bitter_woods.box.results import meaning
from ardennes.titles.bitter_woods.box.tables import COLUMNS, Result
from ardennes.titles.bitter_woods.rules.combat import bombardment, nerve, participants, routes, strengths
from ardennes.titles.bitter_woods.rules.combat.declaring import ChooseAttackers, ChooseSupport, CombatRoll
from ardennes.titles.bitter_woods.rules.combat.phase import Combat
from ardennes.titles.bitter_woods.rules.combat.results import exposed, ground_lost, worn_out
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack, Odds
from ardennes.titles.bitter_woods.state import State, own

DICE = range(1, 7)
ASSUMPTION = (
    "the loser of a step takes it where it costs the least strength, nobody but the units now in place decides whether "
    "a retreat is possible, and no more support is committed"
)
#: Answers that change an attack while it is put together.
CHANGES = ("unit", "air", "angriff")
#: What each kind of result means, in short.
SHOCK_ASSUMPTION = "one die for each unit; a shocked unit fights with half its strength and one less ER"


def forecast(sight: Sight, action: Action | None = None) -> Forecast | None:
    """The forecast of the combat in progress, or of the one an action leads to; None where there is none."""
    g = own(sight.state)
    attack = proposed(g, action)
    if attack is not None and action is not None and action.verb == "bombard":
        return bombardment_of(g, attack)
    if attack is None or not any(g.box.units.fights[unit] for unit in attack.units):
        return None
    return forecast_of(g, attack)


def proposed(g: State, action: Action | None) -> Attack | None:
    """The attack in question, as far as it is put together."""
    top = g.stack[-1] if g.stack else None
    if isinstance(top, Combat) and action is not None and action.verb == "hex" and action.target is not None:
        units = tuple(participants.strikers(g, action.target, top.side))
        return Attack(top.side, action.target, tuple(sorted(units)))
    if isinstance(top, (ChooseAttackers, ChooseSupport)) and action is not None and action.verb in CHANGES:
        after = g.copy()
        after.act(action)
        step = after.stack[-1]
        return step.attack if isinstance(step, (ChooseAttackers, ChooseSupport)) else None
    return top.attack if isinstance(top, (ChooseAttackers, ChooseSupport, CombatRoll)) else None


def forecast_of(g: State, attack: Attack) -> Forecast:
    """The forecast of one attack as it stands."""
    odds, results, faces = _all_results(g, attack)
    texts = {result.text: result for result in results}
    attackers, defenders = list(attack.units), list(g.fighters_at(attack.hex))
    hit = [_losses(g, attack, result) for result in results]
    own = [_unit(g, unit, [lost.get(unit, 0) for _, lost in hit]) for unit in attackers]
    theirs = [_unit(g, unit, [lost.get(unit, 0) for lost, _ in hit]) for unit in defenders]
    return Forecast(
        attack.hex,
        _headlines(results),
        own,
        theirs,
        _lines(g, attack, odds[0]),
        _sum(g, attackers, [lost for _, lost in hit]),
        _sum(g, defenders, [lost for lost, _ in hit]),
        ASSUMPTION,
        " or ".join(dict.fromkeys(one.name for one in odds)),
        _by_die(results, faces)
        if len(odds) > 1
        else results_by_die([r.text for r in results], lambda text: meaning(texts[text])),
    )


def _all_results(g: State, attack: Attack) -> tuple[list[Odds], list[Result], list[int]]:
    """The odds an attack may come to (19, 31: before the roll that decides), all equally likely results, their dice."""
    worlds = nerve.worlds(g, attack)
    odds = [strengths.odds(g, one) for one, _ in worlds]
    if len(odds) == 1:
        return odds, [strengths.result(g, odds[0], die) for die in DICE], [*DICE]
    weighed = [(one, die) for one, (_, weight) in zip(odds, worlds, strict=True) for _ in range(weight) for die in DICE]
    return odds, [strengths.result(g, one, die) for one, die in weighed], [die for _, die in weighed]


def _by_die(results: list[Result], faces: list[int]) -> list[ResultLine]:
    """The different results where one die does not settle them, with every face that may bring each."""
    found: dict[str, list[int]] = {}
    for face, result in sorted(zip(faces, results, strict=True)):
        found.setdefault(result.text, []).append(face)
    known = {result.text: result for result in results}
    return [
        ResultLine(text, len(dice) / len(results), tuple(dict.fromkeys(dice)), meaning(known[text]))
        for text, dice in found.items()
    ]


def bombardment_of(g: State, attack: Attack) -> Forecast:
    """21.2 The chance of each defender to be shocked by the guns chosen for an attack."""
    guns = bombardment.battery(g, attack)
    lines = bombardment.modifiers(g, attack.hex, len(guns))
    more = sum(line.value for line in lines)
    units = bombardment.targets(g, attack.hex)
    chances = [sum(die + more > g.rating(unit) for die in DICE) / 6 for unit in units]
    headlines = [
        Chance(say("{unit} is shocked", unit=g.name(unit)), chance) for unit, chance in zip(units, chances, strict=True)
    ]
    unhurt = [_unit(g, unit, [0] * 6) for unit in units]
    left = _sum(g, list(units), [{}] * 6)
    modifiers = [_named("die", line, line.value) for line in lines]
    return Forecast(attack.hex, headlines, [], unhurt, modifiers, (1.0,), left, SHOCK_ASSUMPTION)


def _lines(g: State, attack: Attack, odds: Odds) -> list[ModifierLine]:
    """The strengths and the column they give, then each shift in order, then the die roll modifiers.

    A shift to the right helps the attacker, a higher die the defender.
    """
    start = ModifierLine(
        "BW-9.2c",
        say(
            "{attack} against {defense}: column {base}",
            attack=odds.attack,
            defense=odds.defense,
            base=COLUMNS[odds.base],
        ),
        0,
    )
    shifts = [_named("shift: {what}", line, line.value) for line in odds.shifts]
    return [start, *_nerve(g, attack), *shifts, *(_named("die: {what}", line, -line.value) for line in odds.modifiers)]


def _nerve(g: State, attack: Attack) -> list[ModifierLine]:
    """19, 31 The roll that is still to come, in words."""
    least = nerve.needed(g, attack)
    if not least or attack.unnerved:
        return []
    rule, what = ("BW-31a", "variable surprise") if g.surprised else ("BW-19a", "SS panzer scare")
    return [
        ModifierLine(
            rule,
            say("{what}: one shift to the right on a roll of {least} or more", what=what, least=least),
            0,
            "attacker",
        )
    ]


def _named(words: str, line: ModifierLine, for_attacker: int) -> ModifierLine:
    helps: Literal["", "attacker", "defender"] = (
        "attacker" if for_attacker > 0 else "defender" if for_attacker < 0 else ""
    )
    return msgspec.structs.replace(line, text=say(words, what=line.text), helps=helps)


def _headlines(results: list[Result]) -> list[Chance]:
    def share(*kinds: str) -> float:
        return sum(result.kind in kinds for result in results) / len(results)

    passing = share("ADV")
    return [
        *([Chance("mechanized units pass the defender by", passing)] if passing else []),
        Chance("the defender retreats or is eliminated", share("D", "DE")),
        Chance("both stay where they are", share("CA", "SU", "ENG", "FF")),
        Chance("the attacker retreats or is eliminated", share("A", "AE")),
    ]


# ---- what may become of units ------------------------------------------------------------------------------


def _losses(g: State, attack: Attack, result: Result) -> tuple[dict[int, int], dict[int, int]]:
    """Steps the defenders and the attackers lose by a result."""
    defenders, attackers = list(g.fighters_at(attack.hex)), list(exposed(g, attack))
    if result.kind == "DE":
        return dict.fromkeys(defenders, 2), {}
    if result.kind == "AE":
        return {}, dict.fromkeys(attackers, 2)
    if result.kind == "FF":
        return _cheapest(g, defenders), _cheapest(g, attackers)
    if result.kind == "D":
        lost = _cheapest(g, defenders) if result.loss else {}
        worn = list(worn_out(g, attack)) if result.starred else []
        return lost | _trapped(g, attack, result, defenders), _cheapest(g, worn) if worn else {}
    if result.kind == "A":
        lost = _cheapest(g, attackers) if result.loss else {}
        return {}, lost | _trapped(g, attack, result, attackers)
    return {}, {}


def _trapped(g: State, attack: Attack, result: Result, units: list[int]) -> dict[int, int]:
    """9.7 Units that have to retreat and cannot; 30 the Germans may have to go one hex less."""
    side = attack.side.enemy if result.kind == "D" else attack.side
    hexes = ground_lost(g, attack, g.units_at(attack.hex), side, result.hexes)
    return {unit: 2 for unit in units if hexes and routes.find_routes(g, unit, hexes).none}


def _cheapest(g: State, units: list[int]) -> dict[int, int]:
    """The step loss that costs the least strength."""
    return {min(units, key=lambda unit: (g.strength(unit) - _after(g, unit, 1), unit)): 1}


def _after(g: State, unit: int, steps: int) -> int:
    """A unit's strength after losing so many steps."""
    if not steps:
        return g.strength(unit)
    full, reduced = g.box.units.strengths[unit]
    return reduced if steps == 1 and not g.reduced >> unit & 1 and full else 0


def _unit(g: State, unit: int, steps: list[int]) -> UnitForecast:
    left = [0.0] * (g.strength(unit) + 1)
    for lost in steps:
        left[_after(g, unit, lost)] += 1 / len(steps)
    return UnitForecast(unit, g.strength(unit), tuple(left))


def _sum(g: State, units: list[int], hit: list[dict[int, int]]) -> Distribution:
    """Total strength left to a side over the six dice."""
    most = sum(g.strength(unit) for unit in units)
    left = [0.0] * (most + 1)
    for lost in hit:
        left[sum(_after(g, unit, lost.get(unit, 0)) for unit in units)] += 1 / len(hit)
    return tuple(left)
