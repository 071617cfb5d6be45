"""What holds in every position of a game, checked by the conformance tests and on every save that is read."""

from __future__ import annotations

from ardennes import kernel
from ardennes.board.cells import cells
from ardennes.kernel import Side, columns
from ardennes.titles.deadly_woods.box.tables import AssetKind, Chit, Round
from ardennes.titles.deadly_woods.rules import stacking, supply
from ardennes.titles.deadly_woods.rules.reinforcements import Divert, Entry
from ardennes.titles.deadly_woods.rules.rounds import ActionRound
from ardennes.titles.deadly_woods.state import BOX, ELIMINATED, NOBODY, OFF_MAP, OUT, TRACK, State

#: While one of these is under way stacking is not at rest.
UNDER_WAY = (ActionRound, Divert, Entry)


def broken(state: kernel.State) -> list[str]:
    """What is wrong with a position; empty if nothing is."""
    assert isinstance(state, State)
    g = state
    return [*columns.broken(g), *_units(g), *_hexes(g), *_assets(g), *_chits(g), *_markers(g), *_rest(g)]


def _units(g: State) -> list[str]:
    found, units = [], g.box.units
    for unit, place in enumerate(g.place):
        name = units.rows[unit].id
        if place >= OFF_MAP and place not in (ELIMINATED, TRACK, OUT, BOX):
            found.append(f"{name} is nowhere: {place}")
        if g.lost[unit] >= units.steps[unit]:
            found.append(f"{name} has lost more steps than it has")
    on_map = sum(1 << unit for unit, place in enumerate(g.place) if place < OFF_MAP)
    for column in ("active", "hungry", "holding"):
        if strays := getattr(g, column) & ~on_map:
            found.append(f"{column}: units that are not on the map: {cells(strays)}")
    if g.hungry & units.all_of[Side.ALLIED]:
        found.append("hungry: only Germans are marked")
    if g.trucks != NOBODY and not (on_map & units.infantry & units.all_of[Side.GERMAN]) >> g.trucks & 1:
        found.append(f"trucks: {g.trucks} is no German infantry on the map")
    return found


def _hexes(g: State) -> list[str]:
    found = g.misplaced()
    rebuilt = g.copy()
    for cell, stack in g.stacks.items():
        rebuilt.stood(cell, int(g.side_of(stack[0])))
    if rebuilt.exerting != g.exerting:
        found.append("exerting: does not agree with the units")
    if strays := g.german & ~g.box.controllable:
        found.append(f"german: hexes whose control does not matter: {g.box.grid.numbers(strays)}")
    for side in (Side.GERMAN, Side.ALLIED):
        held = g.occupied[side] & g.box.controllable
        if wrong := held & (~g.german if side is Side.GERMAN else g.german):
            found.append(f"german: {side} units in hexes they do not control: {g.box.grid.numbers(wrong)}")
    return found


def _assets(g: State) -> list[str]:
    found = []
    for number, place in enumerate(g.asset):
        on_map = place < OFF_MAP and g.box.grid.board >> place & 1
        if not on_map and place not in (BOX, TRACK, OUT):
            found.append(f"{g.box.assets[number].id} is nowhere: {place}")
        if place == TRACK and g.back[number] < g.turn:
            found.append(f"{g.box.assets[number].id} should be back since turn {g.back[number]}")
    hexes = [g.asset[number] for number in g.box.engineers if g.asset[number] < OFF_MAP]
    if len(hexes) != len(set(hexes)):
        found.append("two Engineers are in a hex")
    if g.engineer_hexes() & g.occupied[Side.GERMAN]:
        found.append("Engineers are in a hex with Germans")
    return found


def _markers(g: State) -> list[str]:
    """6.3.1, 8.1, 8.6f, 12.1, 12.6c, 12.7f What stands alone, what has gone, what agrees with a fresh judgement."""
    box, found = g.box, []
    delay, air = g.place[box.delay], g.asset[g.find_asset(AssetKind.AIR_SUPPLY)]
    if g.on_map(box.delay) and len(g.units_at(delay)) > 1:
        found.append("the Delay asset is not alone")
    if air < OFF_MAP and g.german >> air & 1:
        found.append("Air Supply lies in a German hex")
    if g.trucks != NOBODY:
        allies = g.occupied[Side.ALLIED] & ~(1 << delay if g.on_map(box.delay) else 0)
        if g.on_map(g.trucks) and box.grid.neighbours[g.place[g.trucks]] & allies:
            found.append("the Motorized marker is next to an Allied unit")
    for number, asset in enumerate(box.assets):
        if asset.last and g.turn > asset.last and g.asset[number] < OFF_MAP:
            found.append(f"{asset.id} is on the map after turn {asset.last}")
    if g.rumor != NOBODY and g.turn > box.numbers.assets.vdh_marker_until:
        found.append("von der Heydte's marker has outlasted its turn")
    if g.turn == 1 and g.hungry:
        found.append("hungry: nobody is checked on turn 1")
    if g.rounds and g.rounds[-1][1] == Round.SUPPLY_CHECK and g.stack and g.hungry != supply.wanting(g):
        found.append("hungry: does not agree with the check that was just made")
    return found


def _rest(g: State) -> list[str]:
    """6.2 Between rounds no hex is over-stacked; what came back this turn by older rules may wait for its check."""
    if any(isinstance(step, UNDER_WAY) for step in g.stack) or g.result is not None:
        return []
    crowded = [cell for side in (Side.GERMAN, Side.ALLIED) for cell in stacking.overstacked(g, side)]
    return [
        f"{g.hex_name(cell)} is over-stacked between rounds"
        for cell in crowded
        if not any(g.returned >> unit & 1 for unit in g.units_at(cell))
    ]


def _chits(g: State) -> list[str]:
    """14.1 No more chits than the turn has."""
    turn = g.box.turn(min(g.turn, len(g.box.turns)))
    found = []
    for chit in Chit:
        most = turn.cup[chit] + turn.hand[chit] + turn.sequence[chit]
        if chit in (Chit.FIFTH_PANZER, Chit.SIXTH_PANZER):
            most = max(most, min(1, turn.panzer_choice_with_towns))
        there = g.cup[chit] + g.hand[chit]
        played = sum(row[0] == chit for row in g.rounds)
        if there > most or (there and there + played > most):
            found.append(f"{chit.name}: {there} to come and {played} played, of {most}")
    return found
