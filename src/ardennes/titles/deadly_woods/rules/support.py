"""12.2 - 12.4 The assets either side may add to a combat."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.board.cells import cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.words import say
from ardennes.titles.deadly_woods.box.counters import ARMIES
from ardennes.titles.deadly_woods.box.tables import Asset, AssetKind
from ardennes.titles.deadly_woods.rules import areas, supply, travel
from ardennes.titles.deadly_woods.rules.strengths import Attack
from ardennes.titles.deadly_woods.state import BOX, OFF_MAP, State

FIRES = (AssetKind.ARTILLERY, AssetKind.NEBELWERFER, AssetKind.PLUS_TWO)


def for_attacker(g: State, attack: Attack) -> list[int]:
    """11.3.1 The assets the attacker may still add."""
    return [a for a in g.box.guns[attack.side] if not g.used >> a & 1 and why_not_attacker(g, attack, a) is None]


def for_defender(g: State, attack: Attack) -> list[int]:
    """11.3.1 The assets the defender may still add."""
    assets = g.box.covers[attack.side.enemy]
    return [a for a in assets if not g.used >> a & 1 and why_not_defender(g, attack, a) is None]


def why_not_attacker(g: State, attack: Attack, asset: int) -> Reason | None:
    """Why the attacker may not add an asset."""
    row = g.box.assets[asset]
    if row.side is not attack.side:
        return Reason("DW-11.3.1", say("{row} is not yours", row=row.name))
    if row.kind is AssetKind.ENGINEER:
        return Reason("DW-12.4.2c", "Engineers never help an attack")
    if row.kind not in FIRES:
        return Reason("DW-11.3.1", say("{row} takes no part in combat", row=row.name))
    return (
        _why_not_ready(g, asset)
        or _why_not_more(g, attack.side, row, attack.assets)
        or (None if row.kind is AssetKind.PLUS_TWO else _why_not_help(g, attack, row, attack.units))
    )


def why_not_defender(g: State, attack: Attack, asset: int) -> Reason | None:
    """Why the defender may not add an asset."""
    row, side = g.box.assets[asset], attack.side.enemy
    if row.side is not side:
        return Reason("DW-11.3.1", say("{row} is not yours", row=row.name))
    if row.kind is AssetKind.ENGINEER:
        return _why_not_engineer(g, attack, asset)
    if row.kind is AssetKind.NEBELWERFER:
        return Reason("DW-12.2c", "Nebelwerfer support attacks only")
    if row.kind is not AssetKind.ARTILLERY:
        return Reason("DW-11.3.1", say("{row} does not help a defense", row=row.name))
    defenders = g.units_at(attack.hex)
    return (
        _why_not_ready(g, asset)
        or _why_not_more(g, side, row, attack.support)
        or _why_not_help(g, attack, row, defenders)
    )


def _why_not_ready(g: State, asset: int) -> Reason | None:
    row = g.box.assets[asset]
    if g.used >> asset & 1:
        rule = "DW-12.3f" if row.side is Side.ALLIED else "DW-16.1a" if row.kind is AssetKind.PLUS_TWO else "DW-12.2d"
        return Reason(rule, say("{row} has been used", row=row.name))
    if g.asset[asset] != BOX:
        return Reason("DW-12.1a", say("{row} is not in the Assets Box", row=row.name))
    return None


def _why_not_more(g: State, side: Side, row: Asset, chosen: Iterable[int]) -> Reason | None:
    """12.2e, 12.3a How many assets of a kind one combat takes."""
    numbers = g.box.numbers.assets
    german = {AssetKind.ARTILLERY: numbers.german_artillery, AssetKind.NEBELWERFER: numbers.german_nebelwerfer}
    limit = numbers.allied_artillery if side is Side.ALLIED else german.get(row.kind, 1)
    if sum(g.box.assets[other].kind is row.kind for other in chosen) < limit:
        return None
    rule = "DW-12.3a" if side is Side.ALLIED else "DW-16.1a" if row.kind is AssetKind.PLUS_TWO else "DW-12.2e"
    return Reason(rule, "no more such assets may join one combat")


def _why_not_help(g: State, attack: Attack, row: Asset, units: Iterable[int]) -> Reason | None:
    if row.side is Side.GERMAN:
        return _why_not_german(g, attack, row, units)
    return _why_not_allied(g, attack, row, tuple(units))


def _why_not_german(g: State, attack: Attack, row: Asset, units: Iterable[int]) -> Reason | None:
    """9.2.2, 12.2 German artillery and rockets serve their army's area; none the unsupplied or von der Heydte."""
    owner, area = ARMIES.index(row.owner), g.box.army_of(attack.hex)
    if {owner, area} == {0, 2}:
        return Reason("DW-9.2.2", say("{row} may not fire into that army's area", row=row.name))
    if areas.divided(g) and owner != area and (area == 2 or owner == 2 or not areas.northern_line_gone(g)):
        return Reason("DW-12.2a", say("until turn 4 {row} fires only in its own army's area", row=row.name))
    for unit in units:
        if unit == g.box.vdh:
            return Reason("DW-12.7d", "von der Heydte gets no artillery support")
        if not supply.in_supply(g, unit):
            return Reason("DW-8.3k", say("{unit} is out of supply and gets no support", unit=g.name(unit)))
    return None


def _why_not_allied(g: State, attack: Attack, row: Asset, units: tuple[int, ...]) -> Reason | None:
    """8.3l, 8.6e, 9.3c, 12.3 Allied artillery serves its corps, and American airborne troops near it."""
    box, british = g.box, row.owner == "XXX"
    if box.delay in units:
        return Reason("DW-12.9.1f", "the Delay asset gets no artillery support")
    if g.turn == 1 and any(box.no_artillery >> unit & 1 for unit in units):
        return Reason("DW-12.3g", "on turn 1 these regiments get no artillery support")
    if british and not box.grid.within(box.british_area, 1) >> attack.hex & 1:
        return Reason("DW-9.3c", "British artillery fires only in the British area or next to it")
    corps = box.units.corps[row.owner]
    if not any([corps >> unit & 1 for unit in units]):
        airborne = box.units.airborne & box.units.american  # 12.3h by British guns too
        jumpers = [unit for unit in units if airborne >> unit & 1]
        if not jumpers:
            rule = "DW-12.3b2" if british or any(box.units.british >> unit & 1 for unit in units) else "DW-12.3b1"
            return Reason(rule, say("{row} serves {owner} Corps only", row=row.name, owner=row.owner))
        near = _near_corps(g, row.owner)
        if not any(near >> g.place[unit] & 1 for unit in jumpers):
            return Reason("DW-12.3c", say("no supplied {owner} Corps unit is within three hexes", owner=row.owner))
    fed = supply.traceable(g, Side.ALLIED)
    if all([fed >> g.place[unit] & 1 for unit in units]):
        return None
    if attack.side is Side.ALLIED:
        return Reason("DW-8.6e", "attackers without a line of supply get no artillery support")
    if not _near_corps(g, row.owner) >> attack.hex & 1:
        return Reason("DW-8.3l", say("no supplied {owner} Corps unit is within three hexes", owner=row.owner))
    return None


def _near_corps(g: State, corps: str) -> int:
    """The hexes within three of a combat unit of a corps that can trace supply."""
    found, fed = 0, supply.traceable(g, Side.ALLIED)
    for unit in cells(g.box.units.corps[corps]):
        if g.on_map(unit) and fed >> g.place[unit] & 1:
            found |= 1 << g.place[unit]
    return g.box.grid.within(found, g.box.numbers.assets.corps_hexes)


def _why_not_engineer(g: State, attack: Attack, asset: int) -> Reason | None:
    """12.4.2, 12.9.1e One Engineer asset near helps its corps, airborne troops or the Delay asset."""
    box, row, cell = g.box, g.box.assets[asset], g.asset[asset]
    if any(box.assets[other].kind is AssetKind.ENGINEER for other in attack.support):
        return Reason("DW-12.4.2b", "only one Engineer asset helps in a combat")
    if cell >= OFF_MAP or not box.grid.within(1 << cell, box.numbers.assets.corps_hexes) >> attack.hex & 1:
        return Reason("DW-12.4.2a", say("{row} are not within three hexes", row=row.name))
    helped = box.units.corps[row.owner] | box.units.airborne | 1 << box.delay
    if not any(helped >> unit & 1 for unit in g.units_at(attack.hex)):
        return Reason(
            "DW-12.4.2a",
            say("{row} help {owner} Corps, airborne troops or the Delay asset", row=row.name, owner=row.owner),
        )
    return None


def spend(g: State, asset: int, doubled: bool = False) -> None:
    """12.2, 12.3 An asset has fired: it lies used in the box, a doubled Nebelwerfer waits on the track."""
    if g.box.assets[asset].kind is AssetKind.ENGINEER:  # 12.4.2e they help as often as they are asked
        return
    g.used |= 1 << asset
    if doubled:
        travel.send_back(g, asset, g.turn + g.box.numbers.assets.nebelwerfer_returns, "DW-12.2h")
