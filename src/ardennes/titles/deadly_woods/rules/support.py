"""12.2 - 12.4 The assets either side may add to a combat."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ardennes.board.cells import cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import KeepsOut, Rung, Rungs, each
from ardennes.kernel.words import say
from ardennes.titles.deadly_woods.box.counters import ARMIES
from ardennes.titles.deadly_woods.box.tables import AssetKind
from ardennes.titles.deadly_woods.rules import areas, supply, travel
from ardennes.titles.deadly_woods.rules.strengths import Attack
from ardennes.titles.deadly_woods.state import BOX, OFF_MAP, State

#: 12.3 The owner of the British guns.
BRITISH = "XXX"


class Call(NamedTuple):
    """A side that calls for support in a combat."""

    side: Side
    attack: Attack

    @property
    def chosen(self) -> tuple[int, ...]:
        """What it has announced so far."""
        return self.attack.assets if self.side is self.attack.side else self.attack.support

    def units(self, g: State) -> tuple[int, ...]:
        """Whom it supports."""
        return self.attack.units if self.side is self.attack.side else tuple(g.units_at(self.attack.hex))


def offered(g: State, side: Side, attack: Attack) -> list[int]:
    """11.3.1 The assets a side may still add."""
    return cells(free(g, side, attack, g.box.asset_sides[side]))


def free(g: State, side: Side, attack: Attack, assets: int) -> int:
    """Those of a set of assets that a side may still add."""
    return (ATTACKERS if side is attack.side else DEFENDERS).free(g, Call(side, attack), assets)


def spend(g: State, asset: int, doubled: bool = False) -> None:
    """12.2, 12.3 An asset has fired: it lies used in the box, a doubled Nebelwerfer waits on the track."""
    if g.box.assets[asset].kind is AssetKind.ENGINEER:  # 12.4.2e they help as often as they are asked
        return
    g.used |= 1 << asset
    if doubled:
        travel.send_back(g, asset, g.turn + g.box.numbers.assets.nebelwerfer_returns, "DW-12.2h")


# ---- what both sides' guns obey ----------------------------------------------------------------------------


def _named(g: State, call: Call, asset: int) -> dict[str, object]:
    row = g.box.assets[asset]
    return {"row": row.name, "owner": row.owner}


def _guns(side: Side, stops: Callable[[State, Call, int], object]) -> KeepsOut:
    """A rule about the guns of a side, asked gun by gun."""
    asked = each(stops)
    return lambda g, call, left: asked(g, call, left & g.box.guns[side])


def _kind(g: State, kind: AssetKind) -> int:
    return g.box.asset_kinds[kind]


def _is_plus_two(g: State, asset: int) -> bool:
    return g.box.assets[asset].kind is AssetKind.PLUS_TWO


def _used(g: State, call: Call, asset: int) -> Reason:
    rule = "DW-12.3f" if call.side is Side.ALLIED else "DW-16.1a" if _is_plus_two(g, asset) else "DW-12.2d"
    return Reason(rule, say("{row} has been used", row=g.box.assets[asset].name))


def _no_more(g: State, call: Call, asset: int) -> bool:
    """12.2e, 12.3a, 16.1 Whether a combat has all the assets of a kind that it takes."""
    kind, numbers = g.box.assets[asset].kind, g.box.numbers.assets
    german = {AssetKind.ARTILLERY: numbers.german_artillery, AssetKind.NEBELWERFER: numbers.german_nebelwerfer}
    limit = numbers.allied_artillery if call.side is Side.ALLIED else german.get(kind, 1)
    return sum(g.box.assets[other].kind is kind for other in call.chosen) >= limit


def _enough(g: State, call: Call, asset: int) -> Reason:
    rule = "DW-12.3a" if call.side is Side.ALLIED else "DW-16.1a" if _is_plus_two(g, asset) else "DW-12.2e"
    return Reason(rule, "no more such assets may join one combat")


#: Whose they are, and whether they are at hand; Engineers are on the map.
_YOURS = Rung("DW-11.3.1", "{row} is not yours", lambda g, call, left: left & ~g.box.asset_sides[call.side])
_READY = (
    Rung("DW-12.2d", "", lambda g, call, left: left & g.used, reason=_used),
    Rung(
        "DW-12.1a",
        "{row} is not in the Assets Box",
        each(lambda g, call, asset: g.asset[asset] != BOX and g.box.assets[asset].kind is not AssetKind.ENGINEER),
    ),
    Rung("DW-12.2e", "", each(_no_more), reason=_enough),
)


# ---- German guns -------------------------------------------------------------------------------------------


def _outside_army(g: State, call: Call, asset: int) -> bool:
    """12.2a Until turn 4 guns fire in their own army's area only; 9.2.1 the northern line may be gone before."""
    owner, area = ARMIES.index(g.box.assets[asset].owner), g.box.army_of(call.attack.hex)
    return areas.divided(g) and owner != area and (2 in (owner, area) or not areas.northern_line_gone(g))


def _hungry(g: State, call: Call) -> list[int]:
    return [unit for unit in call.units(g) if not supply.in_supply(g, unit)]


#: 9.2.2, 12.2 German artillery and rockets serve their army's area; none the unsupplied or von der Heydte.
_GERMAN = (
    Rung(
        "DW-9.2.2",
        "{row} may not fire into that army's area",
        _guns(
            Side.GERMAN,
            lambda g, call, asset: {ARMIES.index(g.box.assets[asset].owner), g.box.army_of(call.attack.hex)} == {0, 2},
        ),
    ),
    Rung(
        "DW-12.2a",
        "until turn 4 {row} fires only in its own army's area",
        _guns(Side.GERMAN, _outside_army),
    ),
    Rung(
        "DW-12.7d",
        "von der Heydte gets no artillery support",
        _guns(Side.GERMAN, lambda g, call, asset: g.box.vdh in call.units(g)),
    ),
    Rung(
        "DW-8.3k",
        "{unit} is out of supply and gets no support",
        _guns(Side.GERMAN, lambda g, call, asset: _hungry(g, call)),
        lambda g, call, asset: {"unit": g.name(_hungry(g, call)[0])},
    ),
)


# ---- Allied guns -------------------------------------------------------------------------------------------


def _near_corps(g: State, corps: str) -> int:
    """The hexes within three of a combat unit of a corps that can trace supply."""
    found, fed = 0, supply.traceable(g, Side.ALLIED)
    for unit in cells(g.box.units.corps[corps]):
        if g.on_map(unit) and fed >> g.place[unit] & 1:
            found |= 1 << g.place[unit]
    return g.box.grid.within(found, g.box.numbers.assets.corps_hexes)


def _of_corps(g: State, call: Call, asset: int) -> bool:
    """12.3b Whether any of those supported are of the guns' corps."""
    corps = g.box.units.corps[g.box.assets[asset].owner]
    return any([corps >> unit & 1 for unit in call.units(g)])


def _jumpers(g: State, call: Call) -> list[int]:
    """12.3c, 12.3h The American airborne units among those supported; British guns serve them too."""
    airborne = g.box.units.airborne & g.box.units.american
    return [unit for unit in call.units(g) if airborne >> unit & 1]


def _far_from_jumpers(g: State, call: Call, asset: int) -> bool:
    """12.3c Whether no supplied unit of the guns' corps is near airborne units that nobody else would support."""
    if _of_corps(g, call, asset):
        return False
    near = _near_corps(g, g.box.assets[asset].owner)
    return not any([near >> g.place[unit] & 1 for unit in _jumpers(g, call)])


def _other_corps(g: State, call: Call, asset: int) -> Reason:
    row, british = g.box.assets[asset], g.box.units.british
    crossed = row.owner == BRITISH or any([british >> unit & 1 for unit in call.units(g)])
    text = say("{row} serves {owner} Corps only", row=row.name, owner=row.owner)
    return Reason("DW-12.3b2" if crossed else "DW-12.3b1", text)


def _starving(g: State, call: Call) -> bool:
    """8.3l, 8.6 Whether any of those supported has no line of supply."""
    fed = supply.traceable(g, Side.ALLIED)
    return not all([fed >> g.place[unit] & 1 for unit in call.units(g)])


#: 8.3l, 8.6e, 9.3c, 12.3 Allied artillery serves its corps, and American airborne troops near it.
_ALLIED = (
    Rung(
        "DW-12.9.1f",
        "the Delay asset gets no artillery support",
        _guns(Side.ALLIED, lambda g, call, asset: g.box.delay in call.units(g)),
    ),
    Rung(
        "DW-12.3g",
        "on turn 1 these regiments get no artillery support",
        _guns(
            Side.ALLIED,
            lambda g, call, asset: g.turn == 1 and any([g.box.no_artillery >> unit & 1 for unit in call.units(g)]),
        ),
    ),
    Rung(
        "DW-9.3c",
        "British artillery fires only in the British area or next to it",
        _guns(
            Side.ALLIED,
            lambda g, call, asset: (
                g.box.assets[asset].owner == BRITISH
                and not g.box.grid.within(g.box.british_area, 1) >> call.attack.hex & 1
            ),
        ),
    ),
    Rung(
        "DW-12.3b1",
        "",
        _guns(Side.ALLIED, lambda g, call, asset: not _of_corps(g, call, asset) and not _jumpers(g, call)),
        reason=_other_corps,
    ),
    Rung(
        "DW-12.3c",
        "no supplied {owner} Corps unit is within three hexes",
        _guns(Side.ALLIED, _far_from_jumpers),
    ),
    Rung(
        "DW-8.6e",
        "attackers without a line of supply get no artillery support",
        _guns(Side.ALLIED, lambda g, call, asset: call.attack.side is Side.ALLIED and _starving(g, call)),
    ),
    Rung(
        "DW-8.3l",
        "no supplied {owner} Corps unit is within three hexes",
        _guns(
            Side.ALLIED,
            lambda g, call, asset: (
                _starving(g, call) and not _near_corps(g, g.box.assets[asset].owner) >> call.attack.hex & 1
            ),
        ),
    ),
)


# ---- Engineers ---------------------------------------------------------------------------------------------


def _engineers(stops: Callable[[State, Call, int], object]) -> KeepsOut:
    """A rule about Engineers, asked one by one."""
    asked = each(stops)
    return lambda g, call, left: asked(g, call, left & _kind(g, AssetKind.ENGINEER))


def _too_far(g: State, call: Call, asset: int) -> bool:
    """12.4.2a Whether an Engineer is not near the combat."""
    cell = g.asset[asset]
    return cell >= OFF_MAP or not g.box.corps_near[cell] >> call.attack.hex & 1


def _helps_nobody(g: State, call: Call, asset: int) -> bool:
    """12.4.2a, 12.9.1e Whether none of the defenders is one that an Engineer helps."""
    units = g.box.units
    helped = units.corps[g.box.assets[asset].owner] | units.airborne | 1 << g.box.delay
    return not any([helped >> unit & 1 for unit in call.units(g)])


#: 12.4.2 One Engineer asset near helps a defense.
_ENGINEERS = (
    Rung(
        "DW-12.4.2b",
        "only one Engineer asset helps in a combat",
        _engineers(lambda g, call, asset: any([_kind(g, AssetKind.ENGINEER) >> other & 1 for other in call.chosen])),
    ),
    Rung("DW-12.4.2a", "{row} are not within three hexes", _engineers(_too_far)),
    Rung("DW-12.4.2a", "{row} help {owner} Corps, airborne troops or the Delay asset", _engineers(_helps_nobody)),
)

#: 11.3.1 Which assets may not be added to an attack: asked about the side's call.
ATTACKERS = Rungs(
    _named,
    _YOURS,
    Rung("DW-12.4.2c", "Engineers never help an attack", lambda g, call, left: left & _kind(g, AssetKind.ENGINEER)),
    Rung(
        "DW-11.3.1",
        "{row} takes no part in combat",
        lambda g, call, left: left & ~(g.box.guns[call.side] | _kind(g, AssetKind.PLUS_TWO)),
    ),
    *_READY,
    *_GERMAN,
    *_ALLIED,
)
#: 11.3.1 Which may not be added to a defense.
DEFENDERS = Rungs(
    _named,
    _YOURS,
    Rung("DW-12.2c", "Nebelwerfer support attacks only", lambda g, call, left: left & _kind(g, AssetKind.NEBELWERFER)),
    Rung(
        "DW-11.3.1",
        "{row} does not help a defense",
        lambda g, call, left: left & ~(_kind(g, AssetKind.ARTILLERY) | _kind(g, AssetKind.ENGINEER)),
    ),
    *_ENGINEERS,
    *_READY,
    *_GERMAN,
    *_ALLIED,
)
