"""11.1 - 11.3 Combat: the phase, who attacks, the support of both sides, and the roll.

`rounds.ActionRound` pushes `AttackPhase(side)` after movement and its stacking check, if the round lets anybody
attack; by then `g.active` holds just the units that may. The phase pops itself on `done`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from ardennes.board.cells import board_of, cells, union
from ardennes.kernel import Chance, Chances, Reason, Side, die
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import phrase, say
from ardennes.parts.eye.scenery import Battle
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.box.fields import Hex, Units
from ardennes.titles.deadly_woods.box.tables import LADDER, AssetKind, MeaningRow, Round
from ardennes.titles.deadly_woods.rules import strengths, supply, support, travel
from ardennes.titles.deadly_woods.rules.results import settle
from ardennes.titles.deadly_woods.rules.strengths import NO_ROLL, Attack, column_name, with_asset
from ardennes.titles.deadly_woods.rules.support import Call
from ardennes.titles.deadly_woods.state import State

D6 = die(6)
#: 14 The rule that says who may attack in a round.
WHO = {
    Round.MOVE: "DW-14.4e2",
    Round.COMBAT: "DW-14.4f",
    Round.FIFTH_PANZER: "DW-14.5b2",
    Round.SIXTH_PANZER: "DW-14.5b2",
    Round.ALL_GERMAN: "DW-14.6a",
    Round.ONE_ARMY: "DW-14.6b",
    Round.THREE_FORMATIONS: "DW-14.7a",
    Round.REINFORCEMENT: "DW-14.8g3",
    Round.SECOND_REACTION: "DW-14.3.1d",
    Round.PATTON: "DW-14.9b",
    Round.MONTY_COMBAT: "DW-14.9c",
}


# ---- who may attack what -----------------------------------------------------------------------------------


def _named(g: State, about: tuple[Side, int], unit: int) -> dict[str, object]:
    return {"name": g.name(unit), "unit": g.name(unit), "cell": g.hex_name(about[1])}


def _near(g: State, about: tuple[Side, int]) -> int:
    """The units of the attacker next to a hex."""
    side, cell = about
    found = 0
    for other in cells(g.box.grid.neighbours[cell] & g.occupied[side]):
        found |= board_of(g.stacks[other])
    return found


def _not_active(g: State, about: object, unit: int) -> Reason:
    return Reason(WHO.get(g.round, "DW-14.1"), say("this round does not let {name} attack", name=g.name(unit)))


#: What a unit must be to attack anything, whatever it is.
READY = (
    Rung("DW-14.1", "", lambda g, about, left: left & ~g.active, reason=_not_active),
    Rung("DW-11.2b", "{name} has attacked this round", lambda g, about, left: left & g.attacked),
    Rung("DW-11.2a", "{name} has no attack strength", each(lambda g, about, unit: not g.face(unit).attack)),
    Rung("DW-8.3d", "{name} is out of supply", each(lambda g, about, unit: not supply.in_supply(g, unit))),
)
#: 11.1, 11.2 Who may not attack a hex: asked about the attacker's side and the hex.
STRIKERS = Rungs(
    _named,
    Rung(
        "DW-11.1g",
        "choose units of the side whose round it is",
        lambda g, about, left: left & ~g.box.units.sides[about[0]],
    ),
    Rung("DW-11.1a", "{unit} is not next to {cell}", lambda g, about, left: left & ~_near(g, about)),
    *READY,
    Rung(
        "DW-11.1c",
        "{unit} cannot get across to {cell}",
        each(lambda g, about, unit: not reach(g, unit) >> about[1] & 1),
    ),
)
_READY = Rungs(_named, *READY)


def reach(g: State, unit: int) -> int:
    """11.1c The neighbouring hexes a unit may strike at, across hexsides it is not barred from."""
    sides = g.box.ground.attack_sides(g.blown, g.face(unit).kind.infantry)
    return g.box.grid.stepped(1 << g.place[unit], sides)


def strikers(g: State, side: Side, cell: int) -> tuple[int, ...]:
    """11.1a The units that may attack a hex."""
    return tuple(cells(STRIKERS.free(g, (side, cell), g.box.units.all)))


def fields(g: State, side: Side) -> dict[int, int]:
    """The hexes each unit of the attacker may attack now; units that may attack none are missing.

    The whole map at once, for speed; `TARGETS` and `STRIKERS` say the same hex by hex.
    """
    known = g.remember()
    if "attacks" not in known:
        spent = {g.place[unit] for unit in cells(g.defended) if g.on_map(unit)}
        enemies = g.occupied[side.enemy] & ~board_of(spent)
        near = g.box.grid.around(enemies)
        ready = board_of(unit for unit in cells(g.active) if g.on_map(unit) and near >> g.place[unit] & 1)
        ready = _READY.free(g, (side, 0), ready)
        boards = {unit: reach(g, unit) & enemies for unit in cells(ready)}
        known["attacks"] = {unit: board for unit, board in boards.items() if board}
    found: dict[int, int] = known["attacks"]
    return found


def targets(g: State, side: Side) -> int:
    """11.1 The hexes that can be attacked now."""
    return union(fields(g, side).values())


def _hit(g: State, cell: int) -> list[int]:
    return [unit for unit in g.units_at(cell) if g.defended >> unit & 1]


def _attacked(g: State, side: Side, cell: int) -> Reason:
    hit, where = _hit(g, cell), g.hex_name(cell)
    rule = "DW-11.2c" if len(hit) == len(g.units_at(cell)) else "DW-11.2e"
    return Reason(rule, say("{hit} in {where} has been attacked this round", hit=g.name(hit[0]), where=where))


def _nobody_strikes(g: State, side: Side, cell: int) -> Reason:
    """The reason of the unit that came nearest to it."""
    asked = [STRIKERS.first(g, (side, cell), unit) for unit in cells(_near(g, (side, cell)))]
    near = [(rung, unit) for rung, unit in zip(asked, cells(_near(g, (side, cell))), strict=True) if rung is not None]
    if not near:
        return Reason("DW-11.1a", say("no unit is next to {where}", where=g.hex_name(cell)))
    rung, unit = max(near, key=lambda pair: [*STRIKERS].index(pair[0]))
    return STRIKERS.reason(rung, g, (side, cell), unit)


#: 11.1, 11.2, 12.4.2 Which hexes may not be attacked: asked about the attacker's side.
TARGETS = Rungs(
    lambda g, side, cell: {"where": g.hex_name(cell)},
    Rung(
        "DW-12.4.2d",
        "Engineers alone in a hex cannot be attacked",
        lambda g, side, left: left & g.engineer_hexes() & ~g.occupied[side.enemy] if side is Side.GERMAN else 0,
        finer=True,
    ),
    Rung("DW-11.1a", "there is no enemy unit in {where}", lambda g, side, left: left & ~g.occupied[side.enemy]),
    Rung("DW-11.2c", "", each(lambda g, side, cell: _hit(g, cell)), reason=_attacked),
    Rung("DW-11.1a", "", each(lambda g, side, cell: not strikers(g, side, cell)), reason=_nobody_strikes),
)


# ---- the phase ---------------------------------------------------------------------------------------------


class AttackPhase(Question[State], frozen=True):
    """11.1 The attacker declares and resolves one combat after the other, or none (7.3k)."""

    rule: ClassVar[str] = "DW-11.1a"
    phase: ClassVar[str] = "Combat"
    asks: ClassVar[str] = "{round}: choose a hex to attack, or end combat"
    otherwise: ClassVar[tuple[str, str]] = ("DW-11.1f", "choose a hex to attack, or end combat")

    def facts(self, g: State) -> dict[str, object]:
        return {"round": str(Round(g.round))}

    @pick(
        lambda step, g: g.box.grid.board,
        by=TARGETS,
        about=lambda step, g: step.side,
        quick=lambda step, g: targets(g, step.side),
        stays=True,
    )
    def hex(self, g: State, cell: int) -> None:
        """11.3.1 It is asked who takes part; at first everybody who can does."""
        g.push(ChooseAttackers(self.side, cell, strikers(g, self.side, cell)))

    @button("End combat")
    def done(self, g: State) -> None:
        """7.3k Nobody has to attack."""


class ChooseAttackers(Question[State], frozen=True):
    """11.3.1 Who takes part: at first everybody who can; units are left out and taken in again with a click."""

    rule: ClassVar[str] = "DW-11.3.1"
    phase: ClassVar[str] = "Combat"
    asks: ClassVar[str] = "Attack on {cell}: choose who takes part"
    otherwise: ClassVar[tuple[str, str]] = ("DW-11.1f", "choose who takes part in this attack first")
    cell: Hex
    units: Units

    def focus(self, g: State) -> int:
        return self.cell

    def taken_up(self, g: State) -> Sequence[int]:
        return self.units

    def battle(self, g: State) -> Battle:
        """The combat as it would be fought."""
        able = [unit for unit in strikers(g, self.side, self.cell) if unit not in self.units]
        return panel(g, Attack(self.side, self.cell, self.units), able)

    @pick(
        lambda step, g: g.box.units.all,
        by=STRIKERS,
        about=lambda step, g: (step.side, step.cell),
        label=lambda step, g, unit: phrase("leave out") if unit in step.units else phrase("take part"),
    )
    def unit(self, g: State, unit: int) -> None:
        """11.3.1 It takes part, or stays out after all."""
        g.push(ChooseAttackers(self.side, self.cell, tuple(sorted({*self.units} ^ {unit}))))

    @button()
    def back(self, g: State) -> None:
        """11.1f Nothing is declared yet."""

    @button(why=("DW-11.1a", "nobody takes part"), when=lambda step, g: step.units)
    def attack(self, g: State) -> None:
        """11.1f, 11.2 The attack is declared; those who take part, and the defenders, are spent for this round."""
        g.attacked |= board_of(self.units)
        g.defended |= board_of(g.units_at(self.cell))
        g.tell(events.Attacked, self.side, self.cell, self.units)
        if self.side is Side.GERMAN and not g.meuse and _over_meuse(g, self.cell, self.units):
            travel.cross_meuse(g)
        attacker_support(g, Attack(self.side, self.cell, self.units))


def panel(g: State, attack: Attack, able: list[int]) -> Battle:
    """A combat and who could take part as well, as they are shown: assets are counters too."""
    first = len(g.place)
    attackers = [*attack.units, *(first + asset for asset in attack.assets)]
    defenders = [*g.units_at(attack.hex), *(first + asset for asset in attack.support)]
    return Battle(attack.hex, attack.side, attackers, defenders, -1, [], [], None, 0, able)


def _over_meuse(g: State, cell: int, units: Iterable[int]) -> bool:
    """10.6.4e Whether an attack goes over the Meuse."""
    far = g.box.across_meuse
    return bool(far >> cell & 1) and any(not far >> g.place[unit] & 1 for unit in units)


# ---- support -----------------------------------------------------------------------------------------------


def attacker_support(g: State, attack: Attack) -> None:
    """11.3.1 The attacker announces his assets; nothing is asked if there are none."""
    if support.offered(g, attack.side, attack):
        g.push(AttackerSupport(attack.side, attack))
    else:
        defender_support(g, attack)


def defender_support(g: State, attack: Attack) -> None:
    """11.3.1 Then the defender does."""
    if support.offered(g, attack.side.enemy, attack):
        g.push(DefenderSupport(attack.side.enemy, attack))
    else:
        fight(g, attack)


def _would_be(step: _Support, g: State, asset: int, doubled: bool = False) -> str:
    """An asset with the column it would bring."""
    after = with_asset(step.attack, step.side, asset, doubled)
    return say("{asset}: {column}", asset=g.box.assets[asset].name, column=column_name(strengths.odds(g, after)))


class _Support(Question[State], frozen=True):
    """What both sides' support has in common."""

    rule: ClassVar[str] = "DW-11.3.1"
    phase: ClassVar[str] = "Combat"
    asks: ClassVar[str] = "Combat at {hex}, {column}: choose support"
    otherwise: ClassVar[tuple[str, str]] = ("DW-11.3.1", "announce support for this combat, or no more")
    attack: Attack

    def facts(self, g: State) -> dict[str, object]:
        return {"hex": g.hex_name(self.attack.hex), "column": column_name(strengths.odds(g, self.attack))}

    def focus(self, g: State) -> int:
        return self.attack.hex

    def taken_up(self, g: State) -> Sequence[int]:
        return self.attack.units

    def battle(self, g: State) -> Battle:
        """The combat with what is announced so far."""
        return panel(g, self.attack, [len(g.place) + asset for asset in support.offered(g, self.side, self.attack)])

    def announce(self, g: State, asset: int, doubled: bool = False) -> Attack:
        """The attack with one more asset, which is spent."""
        g.tell(events.Supported, self.side, asset, self.attack.hex, doubled)
        support.spend(g, asset, doubled)
        return with_asset(self.attack, self.side, asset, doubled)


def _call(step: _Support, g: State) -> Call:
    return Call(step.side, step.attack)


class AttackerSupport(_Support, frozen=True):
    """12.2, 12.3 Artillery, Nebelwerfer (doubled, if wanted) and the +2 asset for the attack."""

    @pick(lambda step, g: g.box.all_assets, by=support.ATTACKERS, about=_call, label=_would_be)
    def asset(self, g: State, asset: int) -> None:
        """11.3.1 It is added, and the next is asked for."""
        attacker_support(g, self.announce(g, asset))

    @pick(
        lambda step, g: g.box.asset_kinds[AssetKind.NEBELWERFER],
        ("DW-12.2h", "only Nebelwerfer fire double"),
        by=support.ATTACKERS,
        about=_call,
        label=lambda step, g, asset: _would_be(step, g, asset, doubled=True),
    )
    def double(self, g: State, asset: int) -> None:
        """12.2h It is added at double strength."""
        attacker_support(g, self.announce(g, asset, doubled=True))

    @button("No more support")
    def done(self, g: State) -> None:
        """11.3.1 Then the defender announces his."""
        defender_support(g, self.attack)


class DefenderSupport(_Support, frozen=True):
    """12.2 - 12.4 Artillery and Engineers for the defense."""

    @pick(lambda step, g: g.box.all_assets, by=support.DEFENDERS, about=_call, label=_would_be)
    def asset(self, g: State, asset: int) -> None:
        """11.3.1 It is added, and the next is asked for."""
        defender_support(g, self.announce(g, asset))

    @button("No more support")
    def done(self, g: State) -> None:
        """11.3.3 The die is rolled."""
        fight(g, self.attack)


# ---- the roll ----------------------------------------------------------------------------------------------


def fight(g: State, attack: Attack) -> None:
    """11.3.3 Roll on the table; what falls below it is AL1 without a roll."""
    found = strengths.odds(g, attack)
    if found.column == NO_ROLL:
        result = strengths.without_roll(g)
        g.tell(events.Fought, attack.hex, "", 0, 0, *_told(result))
        settle(g, attack, result)
    else:
        g.push(CombatRoll(attack))


def _told(result: MeaningRow) -> tuple[str, int, int, int]:
    return result.result, result.attacker_steps, result.defender_steps, result.retreat


class CombatRoll(Chance[State], frozen=True):
    """11.3.3 One die."""

    rule: ClassVar[str] = "DW-11.3.3a"
    attack: Attack

    def chances(self, g: State) -> Chances:
        return D6

    def resolve(self, g: State, outcome: int) -> None:
        found = strengths.odds(g, self.attack)
        result = strengths.result(g, found, outcome)
        column = LADDER.columns[found.column]
        g.tell(events.Fought, self.attack.hex, column, outcome, found.modifier, *_told(result))
        g.pop()
        settle(g, self.attack, result)
