"""What a combat is worth: hits on both sides by their exact chances, and the ground that the defender may give up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ardennes.kernel import Action, Automatic, Side
from ardennes.titles.enemy_action_ardennes.mind.front import counts, outlook
from ardennes.titles.enemy_action_ardennes.odds import Hits, hits_about
from ardennes.titles.enemy_action_ardennes.rules import battle, tactics
from ardennes.titles.enemy_action_ardennes.rules.battle import Attack
from ardennes.titles.enemy_action_ardennes.rules.combat import attackers
from ardennes.titles.enemy_action_ardennes.rules.tactics import AttackerTactics, DefenderTactics, NameTactic
from ardennes.titles.enemy_action_ardennes.rules.victory import eliminated
from ardennes.titles.enemy_action_ardennes.state import RESERVE, State

#: A point of strength in points of victory: what is lost with a German step, and with an Allied one.
STRENGTH = (0.045, 0.055)
#: 14.1e An Allied unit that is eliminated.
UNIT = 0.5
#: The part of the ground won by a retreat: it may be taken back, and the one who retreats stands in the way again.
HELD = 0.8
#: What it costs to be dispersed, as a part of the strength.
DISPERSED = 0.35
#: 9.7 Hexes of a retreat that meet hits.
RETREATS = 2
#: What a point of strength is worth to a card that puts it in motion, and to one that brings it to the map.
MOVED, BROUGHT = 0.016, 0.03
#: What a card is worth that can do nothing else but wait for a bridge.
WAITS = 0.2
#: Tactics that are thought of before an attack is declared.
AHEAD = 2


class Prize(NamedTuple):
    """What a combat is about, whatever the chits say: the ground, strength by the step, who could be eliminated for
    points, and whether every way back leads through control (9.7e)."""

    ground: float
    theirs: float
    own: float
    steps: int
    units: int
    trapped: bool = False


def prize(g: State, attack: Attack) -> Prize:
    """The stakes of a combat, for the attacker."""
    sign = 1.0 if attack.side is Side.GERMAN else -1.0
    steps = max(sum(g.steps_left(unit) for unit in attack.defenders), 1)
    mine = max(sum(g.steps_left(unit) for unit in attack.units), 1)
    price = [each * counts(g) for each in STRENGTH]
    theirs = sum(g.face(unit).strength for unit in attack.defenders) / steps * price[attack.side.enemy]
    own = sum(g.face(unit).strength for unit in attack.units) / mine * price[attack.side]
    units = len(attack.defenders) if attack.side is Side.GERMAN else 0
    ground = max(sign * (outlook(won(g, attack)) - outlook(g)), 0.0)
    return Prize(ground, theirs, own, steps, units, trapped(g, attack.hex, attack.side))


def trapped(g: State, cell: int, side: Side) -> bool:
    """9.7 Whether whoever defends a hex has no way back but through the control of the attacker's side: every hex of
    retreat would cost him a step."""
    enemy = side.enemy
    friends = g.occupied[enemy]
    open_to = g.box.grid.neighbours[cell] & ~g.occupied[side] & ~(g.towns_of(side) & ~friends)
    if side is Side.GERMAN:
        open_to &= ~(g.box.ground.westwall & ~friends)
    return not open_to & (friends | ~g.zone(side))


def won(g: State, attack: Attack) -> State:
    """The position with the defenders gone and the strongest attacker in their place."""
    after = g.copy()
    for unit in attack.defenders:
        after.put(unit, RESERVE)
    advance(after, attack)
    return after


def advance(g: State, attack: Attack) -> None:
    """9.8 The strongest attacker who could takes a hex that was given up, with the town or the wall in it."""
    able = [unit for unit in attack.units if g.mapped >> unit & 1 and not g.dispersed >> unit & 1]
    if not able or g.units_at(attack.hex):
        return
    g.put(max(able, key=lambda unit: (g.face(unit).strength, unit)), attack.hex)
    bit, german = 1 << attack.hex, attack.side is Side.GERMAN
    if g.box.ground.towns & bit:
        g.german_towns = g.german_towns & ~bit | (bit if german else 0)
    if g.box.ground.westwall & bit:
        g.allied_wall = g.allied_wall & ~bit | (0 if german else bit)


def worth_of_hits(stakes: Prize, chances: Mapping[Hits, float]) -> float:
    """What hits bring the attacker, by their chances."""
    total = 0.0
    costs: dict[int, float] = {}
    for (ours, theirs), chance in chances.items():
        if theirs not in costs:
            costs[theirs] = suffered(stakes, theirs)
        hurt = ours if ours < 2 else 1.0 + 0.4 * (ours - 1)
        total += chance * (costs[theirs] - hurt * stakes.own)
    return total


def suffered(stakes: Prize, hits: int) -> float:
    """9.5, 9.7 What hits cost a defender who meets them as cheaply as he can: by standing, or by going back a hex or
    two, where every hex may cost a step again."""
    if not hits:
        return 0.0
    found = _lost(stakes, hits) + (stakes.ground if hits >= stakes.steps else 0.0)
    for hexes in range(1, min(hits, RETREATS) + 1):
        lost = hits if stakes.trapped else hits - hexes
        scattered = DISPERSED * stakes.theirs * max(stakes.steps - lost, 0) if hexes > 1 else 0.0
        found = min(found, _lost(stakes, lost) + HELD * stakes.ground + scattered)
    return found


def _lost(stakes: Prize, lost: int) -> float:
    """What steps are worth that a defender loses, with the units that are gone with them."""
    part = 1.0 if lost >= stakes.steps else lost / stakes.steps / 3
    return min(lost, stakes.steps) * stakes.theirs + UNIT * stakes.units * part


def best_draw(g: State, attack: Attack, stakes: Prize) -> tuple[float, int]:
    """9.3c The number of chits that brings most, and what it brings."""
    least = max(battle.minimum(g, attack), len(attack.drawn))
    most = max(battle.maximum(g, attack), least)
    totals = {least, most, (least + most) // 2}
    return max((worth_of_hits(stakes, hits_about(g, attack, total)), total) for total in totals)


def announced(g: State, least: int, most: int) -> Action:
    """9.3c How many chits in all."""
    attack = battle.under_way(g).attack
    stakes = prize(g, attack)
    worth = {total: worth_of_hits(stakes, hits_about(g, attack, total)) for total in range(least, most + 1)}
    return Action("draw", max(worth, key=lambda total: (round(worth[total], 6), -total)))


# ---- cards as tactics --------------------------------------------------------------------------------------


def card_worth(g: State, card: int) -> float:
    """What a card may still be good for as a command: the strength it puts in motion or brings to the map, less where
    another card of the hand does the same."""
    info, units = g.box.cards[card], g.box.units
    side = info.side
    boards = [units.formations[n].board for n in info.formations]
    if info.corps >= 0 and not boards:
        boards.append(units.in_corps[info.corps])
    elif info.army >= 0:
        boards.append(units.in_army[info.army])
    elif info.wild:
        boards.append(units.all_of[side])
    best = max((_strength(g, board & g.mapped) for board in boards), default=0.0)
    waiting = sum(g.face(u).strength for u in units.of[side] if g.place[u] == RESERVE and _brings(g, card, u))
    same = sum(g.box.cards[c].corps == info.corps for c in g.hands[side] if c >= 0) if info.corps >= 0 else 1
    found = (MOVED * min(best, 40.0) + BROUGHT * min(waiting, 15)) / (1.0 if same < 2 else 1.6)
    return max(found, WAITS if info.reactions else 0.02)


def _strength(g: State, board: int) -> float:
    return float(sum(g.face(unit).strength for unit in range(len(g.place)) if board >> unit & 1))


def _brings(g: State, card: int, unit: int) -> bool:
    info = g.box.cards[card]
    if not info.deploys:
        return False
    return info.corps < 0 or g.box.units.corps[unit] == info.corps


def playable(g: State, side: Side, attacking: bool) -> Iterator[tuple[int, int]]:
    """The cards worth a look, each with a tactic: for every tactic the card that is missed least."""
    cheapest: dict[int, tuple[float, int]] = {}
    for card in g.hands[side]:
        for tactic in tactics.of_card(g, card, side, attacking):
            found = (card_worth(g, card), card)
            cheapest[tactic] = min(cheapest.get(tactic, found), found)
    for number, (_, card) in sorted(cheapest.items()):
        yield card, number


def _with(g: State, card: int, tactic: int) -> State:
    """The combat with a tactic played, who joins by it included."""
    after = g.copy()
    height = len(after.stack)
    after.act(Action("card", card))
    if isinstance(after.stack[-1], NameTactic):
        after.act(Action("tactic", tactic))
    while len(after.stack) >= height and not isinstance(after.stack[-1], AttackerTactics | DefenderTactics):
        if isinstance(after.stack[-1], Automatic):  # a unit comes up hex by hex
            after.advance()
            continue
        choices = after.choices()
        verb = next(verb for verb in ("unit", "hex", "done", "decline", *choices) if verb in choices)
        after.act(Action(verb, choices[verb][0]))
    return after


def best_tactic(g: State, side: Side, attacking: bool) -> tuple[float, int, int] | None:
    """The tactic that gains most over what its card is worth otherwise; None where none does."""
    attack = battle.under_way(g).attack
    stakes = prize(g, attack)
    now = best_draw(g, attack, stakes)[0]
    best: tuple[float, int, int] | None = None
    for card, tactic in playable(g, side, attacking):
        after = _with(g, card, tactic)
        found = battle.under_way(after).attack
        joined = found.units != attack.units or found.defenders != attack.defenders
        then = best_draw(after, found, prize(after, found) if joined else stakes)[0]
        gain = (then - now if attacking else now - then) - card_worth(g, card)
        if gain > 0 and (best is None or gain > best[0]):
            best = (gain, card, tactic)
    return best


def tactic(g: State, attacking: bool) -> Action:
    """The card that helps most in this combat, or on with it."""
    choices = g.choices()
    assert g.side is not None
    found = best_tactic(g, g.side, attacking) if choices.get("card") else None
    if found is not None:
        return Action("card", found[1])
    if "tactic" in choices:  # 9.23 the bonus costs no card
        return Action("tactic", choices["tactic"][0])
    return Action("decline" if "decline" in choices else "done")


def named(g: State, attacking: bool) -> Action:
    """The tactic that a wild card or the bonus is played as."""
    choices = g.choices()
    attack = battle.under_way(g).attack
    stakes, sign = prize(g, attack), 1.0 if attacking else -1.0

    def worth(tactic: int | None) -> float:
        after = g.copy()
        after.act(Action("tactic", tactic))
        return sign * best_draw(after, battle.under_way(after).attack, stakes)[0]

    return Action("tactic", max(choices["tactic"], key=worth))


def attack_on(g: State, side: Side, cell: int) -> Attack:
    """The attack of all who may on a hex."""
    units = tuple(attackers(g, cell, side))
    return Attack(side, cell, units, tuple([g.place[unit] for unit in units]), battle.fresh(g, cell))


def attack_worth(g: State, side: Side, cell: int, closely: bool = True) -> float:
    """What an attack by all who may on a hex is worth; looked at closely, with the tactics that would be played."""
    attack = attack_on(g, side, cell)
    if not attack.units or not attack.defenders:
        return 0.0
    stakes = prize(g, attack)
    found = best_draw(g, attack, stakes)[0]
    if not closely or found < -0.6 or not any(card >= 0 for card in g.hands[side]):
        return found
    trial = g.copy()
    trial.act(Action("hex", cell))
    for unit in attack.units:
        trial.act(Action("unit", unit))
    trial.act(Action("done"))
    trial.advance()
    for _ in range(AHEAD):
        if not trial.stack or not isinstance(trial.stack[-1], AttackerTactics):
            break
        better = best_tactic(trial, side, True)
        if better is None:
            break
        found += better[0]
        trial = _with(trial, better[1], better[2])
    return found


def lost_units(g: State) -> float:
    """14.1e What the Allied units eliminated count, halves too."""
    return eliminated(g) * UNIT
