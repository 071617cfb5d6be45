"""Exact odds of a combat: the hits of both sides for every number of chits that may be announced.

Chits are drawn without replacement. A blue one sends the chits of earlier combats back to the cup in the middle of the
draw (9.41), so sequences are told apart by where the first blue chit comes: given that, all sequences are equally
likely, and it is enough to count sets of chits by the hits they give.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial

import msgspec

from ardennes.board.cells import cells
from ardennes.kernel import Action, Side, Sight
from ardennes.kernel.words import decimal, say, several
from ardennes.parts.odds import Chance, Distribution, Forecast, ModifierLine, UnitForecast
from ardennes.titles.enemy_action_ardennes.box.chits import Chits, Situation
from ardennes.titles.enemy_action_ardennes.rules import battle
from ardennes.titles.enemy_action_ardennes.rules.battle import Attack
from ardennes.titles.enemy_action_ardennes.rules.combat import AttackPhase, ChooseAttackers, attackers
from ardennes.titles.enemy_action_ardennes.state import State

#: Hits on the attacker and on the defender, and how often: sets of chits, or a chance.
Hits = tuple[int, int]
Counts = dict[Hits, int]
Chances = dict[Hits, Fraction]

#: More hits than all chits together give.
MANY = 1000
#: Sets are counted up to a multiple of so many chits, so that the next numbers of chits share the work.
SHARED = 4

ASSUMPTION = "all chits allowed are drawn, no more tactics are played, and every hit is taken as a step"


# ---- the draw ----------------------------------------------------------------------------------------------


def _each(g: State, attack: Attack, chits: int) -> list[Hits]:
    """The hits each chit of a set would give in this combat."""
    return [*_given(g.box.chits, battle.situations(g, attack), attack.side is Side.GERMAN, chits)]


@lru_cache(maxsize=1000)
def _given(all_chits: Chits, applying: int, german: bool, chits: int) -> tuple[Hits, ...]:
    """The hits of each chit of a set where some situations apply, to a German or an Allied attack."""
    found = []
    for number in cells(chits):
        side = all_chits.all[number].counted(applying)
        if side is None:
            found.append((0, 0))
            continue
        own, other = (side.german, side.allied) if german else (side.allied, side.german)
        found.append((side.attacker + own, side.defender + other))
    return tuple(found)


@lru_cache(maxsize=500)
def _sets_given(all_chits: Chits, applying: int, german: bool, chits: int, most: int) -> list[dict[int, int]]:
    """The sets of a cup's chits by their hits, for staffs that ask again and again; not to be changed."""
    return _counted(_given(all_chits, applying, german, chits), most)


def _sets(hits: Iterable[Hits], most: int) -> list[Counts]:
    """How many sets of so many chits give so many hits, by the number of chits."""
    return [{_apart(both): number for both, number in sets.items()} for sets in _counted(hits, most)]


def _apart(both: int) -> Hits:
    """The hits of both sides out of one number; a chit may take hits away."""
    ours = (both + MANY // 2) // MANY
    return ours, both - ours * MANY


def _counted(hits: Iterable[Hits], most: int) -> list[dict[int, int]]:
    """The same with the hits of both sides in one number."""
    found: list[dict[int, int]] = [{} for _ in range(most + 1)]
    found[0][0] = 1
    for (ours, theirs), count in Counter(hits).items():
        grown: list[dict[int, int]] = [{} for _ in range(most + 1)]
        choices = [(comb(count, taken), taken * (ours * MANY + theirs)) for taken in range(min(count, most) + 1)]
        for size, sets in enumerate(found):
            for (ways, more), into in zip(choices, grown[size:], strict=False):
                for both, number in sets.items():
                    key = both + more
                    into[key] = into.get(key, 0) + number * ways
        found = grown
    return found


def _joined(first: Counts, second: Counts) -> Counts:
    found: Counts = {}
    for (a, d), number in first.items():
        for (b, e), other in second.items():
            key = (a + b, d + e)
            found[key] = found.get(key, 0) + number * other
    return found


def _falling(start: int, count: int) -> int:
    """start * (start - 1) * … with so many factors."""
    found = 1
    for less in range(count):
        found *= start - less
    return found


def hits_drawn(g: State, attack: Attack, total: int) -> Chances:
    """9.3 - 9.5 The chances of the hits on the chits when so many are drawn in all, before adjustments."""
    drawn = msgspec.structs.replace(attack, drawn=(*attack.drawn, *[-1] * (total - len(attack.drawn))))
    base = _each(g, drawn, sum(1 << chit for chit in attack.drawn))
    before = (sum(a for a, _ in base), sum(d for _, d in base))
    left = total - len(attack.drawn)
    blues = sum(1 << n for n in cells(g.cup) if g.box.chits.all[n].blue)
    found = _chances(_each(g, drawn, g.cup & ~blues), _each(g, drawn, blues), _each(g, drawn, g.aside), left)
    return {(a + before[0], d + before[1]): chance for (a, d), chance in found.items() if chance}


def _chances(plain: list[Hits], blue: list[Hits], aside: list[Hits], draws: int) -> Chances:
    """The chances of the hits of so many draws from a cup of plain and blue chits, with others set aside."""
    cup = len(plain) + len(blue)
    if not blue and draws > cup:  # 9.3k the whole cup, then chits of earlier combats
        more = min(draws - cup, len(aside))
        rest = _sets(aside, more)[more]
        whole = (sum(a for a, _ in plain), sum(d for _, d in plain))
        ways = comb(len(aside), more)
        return {(a + whole[0], d + whole[1]): Fraction(number, ways) for (a, d), number in rest.items()}
    sets = _sets(plain, min(draws, len(plain)))
    found: Chances = {}
    if draws <= len(plain):  # no blue chit comes
        share = Fraction(factorial(draws), _falling(cup, draws))
        for key, number in sets[draws].items():
            found[key] = found.get(key, Fraction(0)) + number * share
    if blue and draws:
        after = _after_blue(blue, aside, draws - 1)
        for size, chosen in enumerate(sets):
            if size > draws - 1 or not after[draws - 1 - size]:
                continue
            weight = _weight(cup, len(aside), draws, size)
            for key, number in _joined(chosen, after[draws - 1 - size]).items():
                found[key] = found.get(key, Fraction(0)) + number * weight
    return found


def _after_blue(blue: list[Hits], aside: list[Hits], most: int) -> list[Counts]:
    """Sets with one blue chit that came first, and so many others from the blue ones and those set aside."""
    found: list[Counts] = [{} for _ in range(most + 1)]
    back = _sets(aside, most)
    for first, (ours, theirs) in enumerate(blue):
        others = _sets([hits for n, hits in enumerate(blue) if n != first], most)
        for taken in range(most + 1):
            for size in range(taken + 1):
                for (a, d), number in _joined(others[size], back[taken - size]).items():
                    key = (a + ours, d + theirs)
                    found[taken][key] = found[taken].get(key, 0) + number
    return found


def _weight(cup: int, aside: int, draws: int, plain: int) -> Fraction:
    """The chance of the sequences of one set with so many plain chits, over every place of the first blue chit."""
    found = Fraction(0)
    for first in range(1, draws + 1):
        if first - 1 > plain:
            break
        orders = comb(plain, first - 1) * factorial(first - 1) * factorial(draws - first)
        ways = _falling(cup, first) * _falling(cup - first + aside, draws - first)
        if ways:
            found += Fraction(orders, ways)
    return found


def hits_applied(g: State, attack: Attack, total: int) -> Chances:
    """9.5e - 9.5h The chances of the hits as they are applied."""
    found: Chances = {}
    for (ours, theirs), chance in hits_drawn(g, attack, total).items():
        key = battle.adjusted(g, attack, ours, theirs)
        found[key] = found.get(key, Fraction(0)) + chance
    return found


def hits_about(g: State, attack: Attack, total: int) -> Mapping[Hits, float]:
    """The same, quickly and nearly, for staffs: as if blue chits brought nothing back to the cup (9.41)."""
    told = (g.box.chits, _applying(g, attack, total), attack.side is Side.GERMAN)
    base = _given(*told, sum(1 << chit for chit in attack.drawn))
    before = (sum(a for a, _ in base), sum(d for _, d in base))
    cup = g.cup if g.cup.bit_count() >= total - len(attack.drawn) else g.cup | g.aside
    ours, theirs = battle.fewer(g, attack)
    return _about(*told, cup, total - len(attack.drawn), before[0] - ours, before[1] - theirs)


def _applying(g: State, attack: Attack, total: int) -> int:
    """The situations with so many chits in all: worked out once for an attack, only Large Attack depends on them."""
    known = g.remember()
    key = ("situations", attack)
    if key not in known:
        known[key] = battle.situations(g, attack) & ~(1 << Situation.LARGE_ATTACK)
    found: int = known[key]
    large = max(total, len(attack.drawn)) >= g.box.numbers.combat.large_attack
    return found | large << Situation.LARGE_ATTACK


@lru_cache(maxsize=2000)
def _about(
    all_chits: Chits, applying: int, german: bool, cup: int, draws: int, ours: int, theirs: int
) -> dict[Hits, float]:
    """The hits of some chits from a cup, with those that there are or are not in any case."""
    left = min(draws, cup.bit_count())
    ways = comb(cup.bit_count(), left)
    found: dict[Hits, float] = {}
    up_to = -(-left // SHARED) * SHARED
    for both, number in _sets_given(all_chits, applying, german, cup, up_to)[left].items():
        a, d = _apart(both)
        key = (max(a + ours, 0), max(d + theirs, 0))
        found[key] = found.get(key, 0.0) + number / ways
    return found


# ---- the forecast ------------------------------------------------------------------------------------------


def forecast(sight: Sight, action: Action | None = None) -> Forecast | None:
    """The forecast of the combat in progress, or of the one an action leads to; None where there is none."""
    g = sight.state
    assert isinstance(g, State)
    attack = proposed(g, action)
    if attack is None or not attack.units or not attack.defenders:
        return None
    return forecast_of(g, attack)


def proposed(g: State, action: Action | None) -> Attack | None:
    """The attack in question, as far as it is put together; None once its hits are being applied."""
    top = g.stack[-1] if g.stack else None
    if isinstance(top, AttackPhase) and action is not None and action.verb == "hex" and action.target is not None:
        return _attack(g, top.side, action.target, attackers(g, action.target, top.side))
    if isinstance(top, ChooseAttackers):
        units = {*top.units}
        if action is not None and action.verb == "unit" and action.target is not None:
            units ^= {action.target}
        return _attack(g, top.side, top.cell, sorted(units))
    under_way = [step for step in g.stack if isinstance(step, battle.Battle)]
    if not under_way or under_way[-1].attack.hits != (0, 0):
        return None
    return under_way[-1].attack


def _attack(g: State, side: Side, cell: int, units: Iterable[int]) -> Attack:
    chosen = tuple(units)
    return Attack(side, cell, chosen, tuple(g.place[unit] for unit in chosen), battle.fresh(g, cell))


def forecast_of(g: State, attack: Attack) -> Forecast:
    """The forecast of one attack: for every number of chits, and in full for the most."""
    least = max(battle.minimum(g, attack), len(attack.drawn))
    most = max(battle.maximum(g, attack), least)
    totals = [attack.total] if attack.total > battle.minimum(g, attack) else list(range(least, most + 1))
    by_total = {total: hits_applied(g, attack, total) for total in totals}
    last = by_total[totals[-1]]
    ours, theirs = _marginal(last, 0), _marginal(last, 1)
    return Forecast(
        attack.hex,
        [*_headlines(g, attack, theirs), *_by_number(by_total)],
        [],
        [_left(g, unit) for unit in attack.defenders],
        _lines(g, attack),
        _steps_left(g, attack.units, ours),
        _steps_left(g, attack.defenders, theirs),
        ASSUMPTION,
        _chits(totals[-1]),
    )


def _marginal(chances: Chances, which: int) -> Distribution:
    most = max(hits[which] for hits in chances)
    return tuple(float(sum(p for hits, p in chances.items() if hits[which] == k)) for k in range(most + 1))


def _headlines(g: State, attack: Attack, theirs: Distribution) -> list[Chance]:
    steps = battle.minimum(g, attack)
    return [
        Chance("the defender takes a hit", sum(theirs[1:])),
        Chance("the defender takes two hits or more", sum(theirs[2:])),
        Chance("every step of the defender is hit", sum(theirs[steps:])),
    ]


def _mean(chances: Chances, which: int) -> float:
    return float(sum(hits[which] * p for hits, p in chances.items()))


def _by_number(by_total: dict[int, Chances]) -> list[Chance]:
    """What every number of chits comes to, with the chance of a hit on the defender, and what one more adds to both."""
    found = []
    for total, chances in by_total.items():
        means = [_mean(chances, side) for side in (1, 0)]
        text = say(
            "{chits}: {defender} hits on the defender, {attacker} on the attacker",
            chits=_chits(total),
            defender=decimal(means[0], ".2f"),
            attacker=decimal(means[1], ".2f"),
        )
        if total - 1 in by_total:
            less = [_mean(by_total[total - 1], side) for side in (1, 0)]
            text += say(
                "; one more chit adds {defender} and {attacker}",
                defender=decimal(means[0] - less[0], "+.2f"),
                attacker=decimal(means[1] - less[1], "+.2f"),
            )
        found.append(Chance(text, float(sum(p for hits, p in chances.items() if hits[1]))))
    return found


def _chits(total: int) -> str:
    return several("{number} chit to draw", "{number} chits to draw", total)


def _left(g: State, unit: int) -> UnitForecast:
    """A unit before the owner has said who takes the steps: it is there with all it has."""
    steps = g.steps_left(unit)
    return UnitForecast(unit, steps, (*[0.0] * steps, 1.0))


def _steps_left(g: State, units: tuple[int, ...], hits: Distribution) -> Distribution:
    steps = sum(g.steps_left(unit) for unit in units)
    found = [0.0] * (steps + 1)
    for count, chance in enumerate(hits):
        found[max(steps - count, 0)] += chance
    return tuple(found)


def _lines(g: State, attack: Attack) -> list[ModifierLine]:
    """The situations that apply, and the strengths."""
    attack_strength, defence = battle.strengths(g, attack)
    found = [
        ModifierLine(
            "EA-9.4c",
            say("strength {attack_strength} against {defence}", attack_strength=attack_strength, defence=defence),
            0,
        )
    ]
    applying = battle.situations(g, attack)
    found += [ModifierLine("EA-9.4a", str(situation), 0) for situation in Situation if applying >> situation & 1]
    if battle.adjusted(g, attack, 0, 1) == (0, 0):
        found.append(ModifierLine("EA-9.5e", "one hit fewer in its position", -1, "defender"))
    return found
