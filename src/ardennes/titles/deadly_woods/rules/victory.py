"""3.4, 12.10, 15.0 Victory: points, sudden death, the SS withdrawal, the 106th's surrender, the end of a game."""

from __future__ import annotations

from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Outcome, Side
from ardennes.kernel.words import phrase
from ardennes.parts.rules.questions import Question, button
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.box import Box
from ardennes.titles.deadly_woods.rules import assets, supply
from ardennes.titles.deadly_woods.state import OFF_MAP, OUT, State

STAYED, WITHDRAWN = 2, 1


def vp_hexes(g: State) -> int:
    """3.4a The VP hexes the Germans control from which a line of supply leads to a German source."""
    return g.box.vp & g.german & supply.traceable(g, Side.GERMAN)


def steps_over_meuse(g: State) -> int:
    """3.4b, 3.4c Steps of motorized units in supply beyond the Meuse in the British corner, no trucked infantry."""
    board = g.box.across_meuse & g.box.british_area
    return sum(
        g.steps_left(unit)
        for unit in cells(g.box.units.motorized & g.box.units.all_of[Side.GERMAN])
        if g.on_map(unit) and board >> g.place[unit] & 1 and not g.hungry >> unit & 1
    )


def needed(box: Box, cancelled: bool) -> int:
    """3.4f-h The VP hexes the Germans need at the end, the handicap counted in, at least one; `cancelled` if the SS
    stayed."""
    scenario = box.scenario
    wanted = scenario.needed_if_cancelled if cancelled else scenario.needed
    return max(1, wanted + int(box.options.get("handicap", 0)))


def sudden_hexes(box: Box) -> int:
    """3.4d The VP hexes that win at the end of any turn; never fewer than those that win at the end."""
    return max(box.numbers.victory.sudden_hexes, needed(box, True), needed(box, False))


def levels(box: Box) -> list[str]:
    """3.4 How the last turn may end, the handicap apart: a result is kept in the state, which has no language, so each
    of these is a text of its own."""
    found = []
    for wanted in sorted({needed(box, True), needed(box, False)}):
        found += [f"{vp} of {wanted} VP hexes" for vp in range(wanted)]
        found += [f"{vp} VP hexes" for vp in range(wanted, sudden_hexes(box))]
    return found


def end(g: State, winner: Side, level: str, rule: str) -> None:
    """The game is over."""
    g.tell(events.Ended, winner, level, rule)
    g.finish(Outcome(winner, level, g.vp))


def check(g: State) -> None:
    """15.0a At the end of a turn: points, sudden death, the surrender, the end of the scenario, clean-up, next turn."""
    held = vp_hexes(g)
    g.vp = held.bit_count()
    g.tell(events.Scored, g.vp, tuple(cells(held)))
    numbers = g.box.numbers.victory
    if steps_over_meuse(g) >= numbers.sudden_steps:
        return end(g, Side.GERMAN, phrase("sudden death over the Meuse"), "DW-3.4b")
    if g.vp >= sudden_hexes(g.box):
        return end(g, Side.GERMAN, phrase("sudden death"), "DW-3.4d")
    if g.turn == g.box.numbers.surrender.turn:
        _surrender(g)
    if g.turn == g.box.last_turn:
        return _last_turn(g)
    assets.clean_up(g)
    g.built = 0
    g.cup = g.hand = bytes(len(g.cup))  # 14.3.1f what was not played is gone
    g.rounds = ()
    g.turn += 1
    _initiative(g)
    return None


def _surrender(g: State) -> None:
    """8.3j Units of the 106th Division without supply surrender at the end of turn 2."""
    gone = [u for u in cells(g.box.surrendering) if g.on_map(u) and not supply.in_supply(g, u)]
    for unit in gone:
        g.remove(unit)
    if gone:
        g.tell(events.Surrendered, tuple(gone))


def _last_turn(g: State) -> None:
    """3.4f-i Who has won."""
    wanted = needed(g.box, g.withdrawal == STAYED)
    if g.vp >= wanted:
        end(g, Side.GERMAN, f"{g.vp} VP hexes", "DW-3.4f" if g.turn < 12 else "DW-3.4g")
    else:
        end(g, Side.ALLIED, f"{g.vp} of {wanted} VP hexes", "DW-3.4i")


def _initiative(g: State) -> None:
    """5.2 The Germans on turns 1-5, on turn 6 with three VP hexes in supply, the Allies afterwards."""
    rule = g.box.turn(g.turn).initiative
    german = rule == "German" or (
        rule == "German with three VP hexes" and vp_hexes(g).bit_count() >= g.box.numbers.victory.initiative_hexes
    )
    g.initiative = Side.GERMAN if german else Side.ALLIED
    g.tell(events.TurnBegan, g.turn, g.box.turn(g.turn).dates, g.initiative)


# ---- 12.10 the SS withdrawal ---------------------------------------------------------------------------------


def withdrawing_assets(g: State) -> list[int]:
    """12.1d, 12.10 The 6th Panzer Army's guns that are still in the game."""
    return [n for n, asset in enumerate(g.box.assets) if asset.withdrawal and g.asset[n] != OUT]


def withdrawal_steps(g: State) -> int:
    """12.10a The steps of the named units on the map, and one for each of the guns."""
    units = [unit for unit in cells(g.box.units.withdrawing) if g.place[unit] < OFF_MAP]
    return sum(map(g.steps_left, units)) + len(withdrawing_assets(g))


def withdrawal_phase(g: State) -> None:
    """12.10 On turn 11: too few steps cost the game or keep the units; else they go, unless it is cancelled."""
    numbers = g.box.numbers
    if g.turn != numbers.withdrawal.turn:
        return
    if withdrawal_steps(g) < numbers.withdrawal.steps:
        if g.vp < needed(g.box, True):
            end(g, Side.ALLIED, phrase("the SS is spent"), "DW-12.10b")
        else:
            stay(g)
    elif g.vp >= needed(g.box, True):
        g.push(SSWithdrawal(Side.GERMAN))
    else:
        withdraw(g)


def withdraw(g: State) -> None:
    """12.10d, 12.10e, 12.10h The named units supplied by their last check leave, with the guns; others stay."""
    g.withdrawal = WITHDRAWN
    going = [u for u in cells(g.box.units.withdrawing) if g.on_map(u) and supply.in_supply(g, u)]
    for unit in going:
        g.remove(unit)
    for asset in withdrawing_assets(g):
        g.asset[asset] = OUT
    g.tell(events.Withdrawal, tuple(going), False)


def stay(g: State) -> None:
    """12.10c, 12.10f The units stay, and the Germans need three VP hexes at the end."""
    g.withdrawal = STAYED
    g.tell(events.Withdrawal, (), True)


class SSWithdrawal(Question[State], frozen=True):
    """12.10f With three VP or more the Germans may cancel the withdrawal."""

    rule: ClassVar[str] = "DW-12.10f"
    phase: ClassVar[str] = "SS withdrawal"
    asks: ClassVar[str] = (
        "The SS formations are called away: let them go, or cancel it and need three VP hexes in the end?"
    )
    otherwise: ClassVar[tuple[str, str]] = ("DW-12.10f", "withdraw the SS formations, or cancel the withdrawal")

    @button()
    def withdraw(self, g: State) -> None:
        """12.10d They leave."""
        withdraw(g)

    @button()
    def cancel(self, g: State) -> None:
        """12.10f They stay."""
        stay(g)
