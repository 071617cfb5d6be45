"""9.5, 9.6 Hits applied: what is met by retreat or dispersal, and the steps that are lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ardennes.kernel import Action, Choices, Reason, Side
from ardennes.kernel.words import phrase, say, several
from ardennes.parts.phases import Asking
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.rules import battle, retreats
from ardennes.titles.enemy_action_ardennes.state import State


class MeetHits(Asking[State], frozen=True):
    """9.5i, 9.5n The defender first says how many hits he meets by retreating; the others are steps."""

    rule: ClassVar[str] = "EA-9.5n"
    phase: ClassVar[str] = "combat"
    taken_alone: ClassVar[frozenset[str]] = frozenset({"retreat"})
    hits: int

    def prompt(self, g: State) -> str:
        return several(
            "{number} hit: retreat a hex? If not, it costs a step",
            "{number} hits: retreat how many hexes? Every other hit costs a step",
            self.hits,
        )

    def focus(self, g: State) -> int:
        return battle.under_way(g).attack.hex

    def label(self, g: State, verb: str, target: int) -> str:
        lost = self.hits - target
        way = (phrase("stand"), phrase("retreat one hex"), phrase("retreat two hexes, dispersed"))[target]
        return several("{way}: {number} step is lost", "{way}: {number} steps are lost", lost, way=way)

    def choices(self, g: State) -> Choices:
        most = min(self.hits, g.box.numbers.combat.retreat_hits)
        able = [hexes for hexes in range(1, most + 1) if self._why_not(g, hexes) is None]
        return {"retreat": [0, *able]}

    def _why_not(self, g: State, hexes: int) -> Reason | None:
        """9.7n Why nobody whom the other hits leave could retreat so far."""
        units = battle.under_way(g).attack.defenders
        if self.hits - hexes >= sum(g.steps_left(unit) for unit in units):
            return retreats.why_not(g, units, hexes)  # nobody is left: it makes no difference
        found = [after_losses(g, taken, hexes) for taken in ways_to_lose(g, units, self.hits - hexes)]
        return None if None in found else found[0]

    def refusal(self, g: State, action: Action) -> Reason:
        hexes = action.target
        if action.verb != "retreat" or hexes is None or hexes > g.box.numbers.combat.retreat_hits:
            return Reason(self.rule, "say how many hexes the defenders retreat: none, one or two")
        if hexes > self.hits:
            return Reason("EA-9.5i", "each hex of retreat meets one hit, and there are not so many")
        return self._why_not(g, hexes) or Reason(self.rule, "that is not possible")

    def retreat(self, g: State, hexes: int) -> None:
        units = battle.under_way(g).attack.defenders
        g.pop()
        if hexes:
            g.push(retreats.Withdraw(self.side, hexes))
        lose(g, self.side, self.hits - hexes, units, "EA-9.6", hexes)


def ways_to_lose(
    g: State, units: Sequence[int], steps: int, before: Sequence[int] = (), taken: tuple[int, ...] = ()
) -> list[tuple[int, ...]]:
    """9.61a Every way in which defenders could take some steps, after those that took one `before`."""
    left = [unit for unit in units if g.steps_left(unit) > taken.count(unit)]
    if not steps or not left:
        return [taken]
    spared = [unit for unit in left if unit not in before and unit not in taken] or left
    found: list[tuple[int, ...]] = []
    for unit in spared:
        found += ways_to_lose(g, units, steps - 1, before, (*taken, unit))
    return list({tuple(sorted(way)): way for way in found}.values())


def after_losses(g: State, taken: Sequence[int], hexes: int) -> Reason | None:
    """9.7n Why the defenders who are left when some steps are taken could not retreat; None if they could."""
    then = g.copy()
    for unit in taken:
        then.lose_step(unit, "EA-9.6")
    units = [unit for unit in battle.under_way(g).attack.defenders if then.on_map(unit)]
    return retreats.why_not(then, units, hexes) if units else None


class Scatter(Asking[State], frozen=True):
    """9.5j The attacker's first hit is a step; dispersing all his units meets up to two more."""

    rule: ClassVar[str] = "EA-9.5j"
    phase: ClassVar[str] = "combat"
    buttons: ClassVar[Mapping[str, str]] = {"disperse": "Disperse all attackers", "done": "Take all hits as steps"}
    hits: int

    def prompt(self, g: State) -> str:
        return several(
            "{number} hit on the attackers: disperse them all to meet up to two after the first?",
            "{number} hits on the attackers: disperse them all to meet up to two after the first?",
            self.hits,
        )

    def choices(self, g: State) -> Choices:
        return {"disperse": [None], "done": [None]}

    def refusal(self, g: State, action: Action) -> Reason:
        if action.verb == "retreat":
            return Reason("EA-9.7a", "only the defender may retreat")
        return Reason(self.rule, "disperse the attackers, or take all hits as steps")

    def disperse(self, g: State) -> None:
        units = tuple(unit for unit in battle.under_way(g).attack.units if g.on_map(unit))
        met = min(self.hits - 1, g.box.numbers.combat.retreat_hits)
        g.pop()
        lose(g, self.side, self.hits - met, units, "EA-9.6")
        g.disperse(units)
        g.tell(events.Scattered, units)

    def done(self, g: State) -> None:
        g.pop()
        lose(g, self.side, self.hits, battle.under_way(g).attack.units, "EA-9.6")


def lose(g: State, side: Side, steps: int, units: Sequence[int], rule: str, retreat: int = 0) -> None:
    """9.6 A side loses steps of some units, of its choice; more than they have are lost with them (9.5n). Who is to
    `retreat` so many hexes chooses so that he can (9.7n)."""
    alive = [unit for unit in units if g.on_map(unit)]
    have = sum(g.steps_left(unit) for unit in alive)
    if steps >= have:
        for unit in alive:
            g.eliminate(unit, rule)
    elif steps > 0:
        g.push(TakeLoss(side, steps, tuple(units), rule, retreat=retreat))


class TakeLoss(Asking[State], frozen=True):
    """9.6, 9.61 The owner takes steps one by one, evenly over his units and over the hexes they attacked from."""

    rule: ClassVar[str] = "EA-9.6"
    phase: ClassVar[str] = "combat"
    taken_alone: ClassVar[frozenset[str]] = frozenset({"unit"})
    left: int
    units: tuple[int, ...]
    under: str
    #: The units that lost a step so far, in order.
    taken: tuple[int, ...] = ()
    #: 9.7n How many hexes the survivors are to retreat.
    retreat: int = 0

    def prompt(self, g: State) -> str:
        return say("Choose a unit that loses a step ({left} left)", left=self.left)

    def choices(self, g: State) -> Choices:
        return {"unit": [unit for unit in self.units if g.on_map(unit) and self._why_not(g, unit) is None]}

    def _why_not(self, g: State, unit: int) -> Reason | None:
        alive = [other for other in self.units if g.on_map(other)]
        hexes = self._hexes(g)
        hit = {hexes[other] for other in self.taken}
        if hexes[unit] in hit and any(hexes[other] not in hit for other in alive):
            return Reason("EA-9.61b", "every hex that attacked takes a step before one takes a second")
        # Whoever is the last of a hex that has to take one is free of the rule about units.
        open_to = [other for other in alive if hexes[other] not in hit] or alive
        if unit in self.taken and any(other not in self.taken for other in open_to):
            return Reason("EA-9.61a", "every unit takes a step before one takes a second")
        if self.retreat and not self._leaves_a_way(g, unit):
            return Reason("EA-9.7n", "those who would be left could not retreat")
        return None

    def _leaves_a_way(self, g: State, unit: int) -> bool:
        """9.7n Whether the survivors can still retreat if this unit takes the next step."""
        then = g.copy()
        then.lose_step(unit, self.under)
        alive = [other for other in self.units if then.on_map(other)]
        rest = ways_to_lose(then, alive, self.left - 1, (*self.taken, unit))
        return any(after_losses(then, way, self.retreat) is None for way in rest)

    def _hexes(self, g: State) -> dict[int, int]:
        """Where each unit fought from; all defenders are in one hex."""
        attack = battle.under_way(g).attack
        if self.side is not attack.side:
            return dict.fromkeys(self.units, attack.hex)
        return dict(zip(attack.units, attack.hexes, strict=True))

    def refusal(self, g: State, action: Action) -> Reason:
        unit = action.target
        if action.verb != "unit" or unit not in self.units or not g.on_map(unit):
            return Reason("EA-9.6", "a step is lost by a unit that took part")
        return self._why_not(g, unit) or Reason("EA-9.6", "a step is lost by a unit that took part")

    def unit(self, g: State, unit: int) -> None:
        if self.left > 1:
            g.replace(TakeLoss(self.side, self.left - 1, self.units, self.under, (*self.taken, unit), self.retreat))
        else:
            g.pop()
        g.lose_step(unit, self.under)
