"""9.5, 9.6 Hits applied: what is met by retreat or dispersal, and the steps that are lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from ardennes.board.cells import board_of
from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import Judged, Rung, Rungs, each, judged
from ardennes.kernel.words import phrase, several
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.fields import Hits, Left, RetreatHexes, RuleId, Units
from ardennes.titles.enemy_action_ardennes.rules import battle, retreats, stacking
from ardennes.titles.enemy_action_ardennes.rules.retreats import RETREATS
from ardennes.titles.enemy_action_ardennes.state import State


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


class Stuck(NamedTuple):
    """9.7n Defenders who could not retreat, with the rung that keeps them: the position they would be in, and who is
    left in it."""

    rung: Rung
    then: State
    units: Sequence[int]


def after_losses(g: State, taken: Sequence[int], hexes: int) -> Stuck | None:
    """9.7n Why the defenders who are left when some steps are taken could not retreat; None if they could."""
    then = g.copy()
    for unit in taken:
        then.lose_step(unit, "EA-9.6")
    units = [unit for unit in battle.under_way(g).attack.defenders if then.on_map(unit)]
    return _stuck_where(then, units, hexes) if units else None


def _stuck_where(g: State, units: Sequence[int], hexes: int) -> Stuck | None:
    rung = RETREATS.first(g, units, hexes)
    return None if rung is None else Stuck(rung, g, units)


def _stuck(g: State, step: MeetHits, hexes: int) -> Stuck | None:
    """9.7n Why nobody whom the other hits leave could retreat so far; every rung asks."""
    known = g.remember()
    key = ("stuck", step.hits, hexes)
    if key not in known:
        known[key] = _stuck_after(g, step, hexes)
    found: Stuck | None = known[key]
    return found


def _stuck_after(g: State, step: MeetHits, hexes: int) -> Stuck | None:
    if not hexes:
        return None
    units, lost = battle.under_way(g).attack.defenders, step.hits - hexes
    if lost >= stacking.steps_in(g, units):
        return _stuck_where(g, units, hexes)  # nobody is left: it makes no difference
    found = [after_losses(g, taken, hexes) for taken in ways_to_lose(g, units, lost)]
    return None if None in found else found[0]


def _staying(rung: Rung) -> Rung:
    """A rung of retreats, asked of those whom the other hits leave."""

    def keeps(g: State, step: MeetHits, hexes: int) -> bool:
        stuck = _stuck(g, step, hexes)
        return stuck is not None and stuck.rung is rung

    def reason(g: State, step: MeetHits, hexes: int) -> Reason:
        stuck = _stuck(g, step, hexes)
        assert stuck is not None
        return RETREATS.reason(rung, stuck.then, stuck.units, hexes)

    return Rung(rung.rule, rung.says, each(keeps), reason=reason)


#: 9.5i, 9.7n How many hexes of retreat cannot meet hits.
MET = Rungs(
    lambda g, step, hexes: {},
    Rung(
        "EA-9.5i",
        "each hex of retreat meets one hit, and there are not so many",
        each(lambda g, step, hexes: hexes > step.hits),
    ),
    *[_staying(rung) for rung in RETREATS],
)


def _ways_to_meet(step: MeetHits, g: State, hexes: int) -> str:
    """A retreat and what it costs."""
    way = (phrase("stand"), phrase("retreat one hex"), phrase("retreat two hexes, dispersed"))[hexes]
    return several("{way}: {number} step is lost", "{way}: {number} steps are lost", step.hits - hexes, way=way)


#: 9.5i What is said of a retreat that is longer.
_TOO_FAR = ("EA-9.5i", "a retreat is of two hexes at most")
_HOW_FAR = ("EA-9.5n", "say how many hexes the defenders retreat: none, one or two")


class MeetHits(Question[State], frozen=True):
    """9.5i, 9.5n The defender first says how many hits he meets by retreating; the others are steps."""

    rule: ClassVar[str] = "EA-9.5n"
    phase: ClassVar[str] = "combat"
    otherwise: ClassVar[tuple[str, str]] = _HOW_FAR
    hits: Hits

    def prompt(self, g: State) -> str:
        return several(
            "{number} hit: retreat a hex? If not, it costs a step",
            "{number} hits: retreat how many hexes? Every other hit costs a step",
            self.hits,
        )

    def focus(self, g: State) -> int:
        return battle.under_way(g).attack.hex

    @pick(
        lambda step, g: range(g.box.numbers.combat.retreat_hits + 1),
        _TOO_FAR,
        by=MET,
        label=_ways_to_meet,
        alone=True,
    )
    def retreat(self, g: State, hexes: int) -> None:
        """9.5n The other hits are taken first, then the survivors go."""
        units = battle.under_way(g).attack.defenders
        if hexes:
            g.push(retreats.Withdraw(self.side, hexes))
        lose(g, self.side, self.hits - hexes, units, "EA-9.6", hexes)

    def judged(self, g: State) -> Sequence[Judged]:
        """Where a retreat meets all hits nobody is lost before: those who are there must be able to go."""
        units = battle.under_way(g).attack.defenders
        all_met = 1 << self.hits if self.hits <= g.box.numbers.combat.retreat_hits else 0
        return [*super().judged(g), judged("MeetHits.retreat of all", "retreat", RETREATS, units, all_met)]


class Scatter(Question[State], frozen=True):
    """9.5j The attacker's first hit is a step; dispersing all his units meets up to two more."""

    rule: ClassVar[str] = "EA-9.5j"
    phase: ClassVar[str] = "combat"
    otherwise: ClassVar[tuple[str, str]] = ("EA-9.5j", "disperse the attackers, or take all hits as steps")
    elsewhere: ClassVar[Mapping[str, tuple[str, str]]] = {
        "retreat": ("EA-9.7a", "only the defender may retreat"),
    }
    hits: Hits

    def prompt(self, g: State) -> str:
        return several(
            "{number} hit on the attackers: disperse them all to meet up to two after the first?",
            "{number} hits on the attackers: disperse them all to meet up to two after the first?",
            self.hits,
        )

    @button("Disperse all attackers")
    def disperse(self, g: State) -> None:
        """9.5j They are dispersed, and up to two hits after the first are met."""
        units = tuple(unit for unit in battle.under_way(g).attack.units if g.on_map(unit))
        met = min(self.hits - 1, g.box.numbers.combat.retreat_hits)
        lose(g, self.side, self.hits - met, units, "EA-9.6")
        g.disperse(units)
        g.tell(events.Scattered, units)

    @button("Take all hits as steps")
    def done(self, g: State) -> None:
        """9.5j They stand as they are."""
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


def _fought_from(g: State, step: TakeLoss) -> dict[int, int]:
    """Where each unit fought from; all defenders are in one hex."""
    attack = battle.under_way(g).attack
    if step.side is not attack.side:
        return dict.fromkeys(step.units, attack.hex)
    return dict(zip(attack.units, attack.hexes, strict=True))


def _spared(g: State, step: TakeLoss) -> list[int]:
    """9.61b The units left in hexes that have not taken a step yet."""
    hexes = _fought_from(g, step)
    hit = {hexes[unit] for unit in step.taken}
    return [unit for unit in step.alive(g) if hexes[unit] not in hit]


def _second_of_a_hex(g: State, step: TakeLoss, left: int) -> int:
    spared = _spared(g, step)
    return left & ~board_of(spared) if spared else 0


def _second_of_a_unit(g: State, step: TakeLoss, left: int) -> int:
    """9.61a Whoever is the last of a hex that has to take one is free of the rule about units."""
    open_to = _spared(g, step) or step.alive(g)
    return left & board_of(step.taken) if {*open_to} - {*step.taken} else 0


def _nobody_could_retreat(g: State, step: TakeLoss, unit: int) -> bool:
    """9.7n Whether the survivors could not retreat any more if this unit takes the next step."""
    then = g.copy()
    then.lose_step(unit, step.under)
    rest = ways_to_lose(then, step.alive(then), step.left - 1, (*step.taken, unit))
    return all(after_losses(then, way, step.retreat) is not None for way in rest)


#: 9.61, 9.7n Which units may not take the next step.
SPARED = Rungs(
    lambda g, step, unit: {"unit": g.name(unit)},
    Rung("EA-9.6", "{unit} took no part", lambda g, step, left: left & ~board_of(step.units)),
    Rung("EA-9.6", "{unit} is eliminated", lambda g, step, left: left & ~g.mapped),
    Rung("EA-9.61b", "every hex that attacked takes a step before one takes a second", _second_of_a_hex),
    Rung("EA-9.61a", "every unit takes a step before one takes a second", _second_of_a_unit),
    Rung(
        "EA-9.7n",
        "those who would be left could not retreat",
        each(lambda g, step, unit: step.retreat and _nobody_could_retreat(g, step, unit)),
    ),
)


class TakeLoss(Question[State], frozen=True):
    """9.6, 9.61 The owner takes steps one by one, evenly over his units and over the hexes they attacked from."""

    rule: ClassVar[str] = "EA-9.6"
    phase: ClassVar[str] = "combat"
    asks: ClassVar[str] = "Choose a unit that loses a step ({left} left)"
    otherwise: ClassVar[tuple[str, str]] = ("EA-9.6", "a step is lost by a unit that took part")
    left: Left
    units: Units
    under: RuleId
    #: The units that lost a step so far, in order.
    taken: Units = ()
    #: 9.7n How many hexes the survivors are to retreat.
    retreat: RetreatHexes = 0

    def alive(self, g: State) -> list[int]:
        """The units that are left to take steps."""
        return [unit for unit in self.units if g.on_map(unit)]

    @pick(lambda step, g: g.box.units.all, by=SPARED, alone=True)
    def unit(self, g: State, unit: int) -> None:
        """9.6 It loses a step."""
        if self.left > 1:
            g.push(TakeLoss(self.side, self.left - 1, self.units, self.under, (*self.taken, unit), self.retreat))
        g.lose_step(unit, self.under)
