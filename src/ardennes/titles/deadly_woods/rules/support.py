"""12.2 - 12.4 The assets either side may add to a combat."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.board.cells import board_of, cells, union
from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import KeepsOut, Rung, Rungs, each
from ardennes.kernel.words import say
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


def _guns(side: Side, keeps_out: KeepsOut) -> KeepsOut:
    """A rule about the guns of a side."""

    def asked(g: State, call: Call, left: int) -> int:
        guns = left & g.box.guns[side]
        return keeps_out(g, call, guns) if guns else 0

    return asked


def _kind(g: State, kind: AssetKind) -> int:
    return g.box.asset_kinds[kind]


def _engineers(g: State) -> int:
    return g.box.asset_kinds[AssetKind.ENGINEER]


def _is_plus_two(g: State, asset: int) -> bool:
    return g.box.assets[asset].kind is AssetKind.PLUS_TWO


def _used(g: State, call: Call, asset: int) -> Reason:
    rule = "DW-12.3f" if call.side is Side.ALLIED else "DW-16.1a" if _is_plus_two(g, asset) else "DW-12.2d"
    return Reason(rule, say("{row} has been used", row=g.box.assets[asset].name))


def _not_boxed(g: State, call: Call, left: int) -> int:
    """12.1a Assets that are not in the box; Engineers serve on the map."""
    return board_of(a for a in cells(left & ~_engineers(g)) if g.asset[a] != BOX)


def _no_more(g: State, call: Call, left: int) -> int:
    """12.2e, 12.3a, 16.1 One combat takes so many assets of a kind."""
    numbers, kinds, chosen = g.box.numbers.assets, g.box.asset_kinds, board_of(call.chosen)
    if call.side is Side.ALLIED:
        limits = {AssetKind.ARTILLERY: numbers.allied_artillery}
    else:
        limits = {
            AssetKind.ARTILLERY: numbers.german_artillery,
            AssetKind.NEBELWERFER: numbers.german_nebelwerfer,
            AssetKind.PLUS_TWO: 1,
        }
    return left & union(kinds[kind] for kind, most in limits.items() if (kinds[kind] & chosen).bit_count() >= most)


def _enough(g: State, call: Call, asset: int) -> Reason:
    rule = "DW-12.3a" if call.side is Side.ALLIED else "DW-16.1a" if _is_plus_two(g, asset) else "DW-12.2e"
    return Reason(rule, "no more such assets may join one combat")


#: Whose they are, and whether they are at hand.
_YOURS = Rung("DW-11.3.1", "{row} is not yours", lambda g, call, left: left & ~g.box.asset_sides[call.side])
_READY = (
    Rung("DW-12.2d", "", lambda g, call, left: left & g.used, reason=_used),
    Rung("DW-12.1a", "{row} is not in the Assets Box", _not_boxed),
    Rung("DW-12.2e", "", _no_more, reason=_enough),
)


# ---- German guns -------------------------------------------------------------------------------------------


def _far_army(g: State, call: Call, guns: int) -> int:
    """9.2.2 The guns of the 6th Panzer Army in the area of the 7th, and the other way round."""
    area = g.box.army_of(call.attack.hex)
    return 0 if area == 1 else guns & g.box.army_guns[2 - area]


def _other_armies(g: State, call: Call, guns: int) -> int:
    """12.2a The guns of the other armies until turn 4; 9.2.1 the line between the northern ones may be gone before."""
    if not areas.divided(g):
        return 0
    area, armies = g.box.army_of(call.attack.hex), g.box.army_guns
    own = armies[0] | armies[1] if area < 2 and areas.northern_line_gone(g) else armies[area]
    return guns & ~own


def _hungry(g: State, call: Call) -> list[int]:
    return [unit for unit in call.units(g) if not supply.in_supply(g, unit)]


#: 9.2.2, 12.2 German artillery and rockets serve their army's area; none the unsupplied or von der Heydte.
_GERMAN = (
    Rung("DW-9.2.2", "{row} may not fire into that army's area", _guns(Side.GERMAN, _far_army)),
    Rung("DW-12.2a", "until turn 4 {row} fires only in its own army's area", _guns(Side.GERMAN, _other_armies)),
    Rung(
        "DW-12.7d",
        "von der Heydte gets no artillery support",
        _guns(Side.GERMAN, lambda g, call, guns: guns if g.box.vdh in call.units(g) else 0),
    ),
    Rung(
        "DW-8.3k",
        "{unit} is out of supply and gets no support",
        _guns(Side.GERMAN, lambda g, call, guns: guns if _hungry(g, call) else 0),
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


def _corps_far(g: State, guns: int, board: int) -> int:
    """Those of some guns whose corps has no supplied unit within three of the hexes of a set."""
    return board_of(gun for gun in cells(guns) if not _near_corps(g, g.box.assets[gun].owner) & board)


def _of_other_corps(g: State, call: Call, guns: int) -> int:
    """12.3b Guns that are of the corps of none of those supported."""
    corps, units = g.box.units.corps, board_of(call.units(g))
    return board_of(gun for gun in cells(guns) if not corps[g.box.assets[gun].owner] & units)


def _jumpers(g: State, call: Call) -> list[int]:
    """12.3c, 12.3h The American airborne units among those supported; British guns serve them too."""
    airborne = g.box.units.airborne & g.box.units.american
    return [unit for unit in call.units(g) if airborne >> unit & 1]


def _far_from_jumpers(g: State, call: Call, guns: int) -> int:
    """12.3c Guns that would serve airborne troops only, and are of a corps that is not near them."""
    return _corps_far(g, _of_other_corps(g, call, guns), board_of(g.place[unit] for unit in _jumpers(g, call)))


def _serves(g: State, call: Call, asset: int) -> Reason:
    row, british = g.box.assets[asset], g.box.units.british
    crossed = row.owner == BRITISH or any([british >> unit & 1 for unit in call.units(g)])
    text = say("{row} serves {owner} Corps only", row=row.name, owner=row.owner)
    return Reason("DW-12.3b2" if crossed else "DW-12.3b1", text)


def _from_far_north(g: State, call: Call, guns: int) -> int:
    """9.3c British guns where they do not fire."""
    if g.box.grid.within(g.box.british_area, 1) >> call.attack.hex & 1:
        return 0
    return board_of(gun for gun in cells(guns) if g.box.assets[gun].owner == BRITISH)


def _starving(g: State, call: Call) -> bool:
    """8.3l, 8.6e Whether any of those supported has no line of supply."""
    fed = supply.traceable(g, Side.ALLIED)
    return not all([fed >> g.place[unit] & 1 for unit in call.units(g)])


#: 8.3l, 8.6e, 9.3c, 12.3 Allied artillery serves its corps, and American airborne troops near it.
_ALLIED = (
    Rung(
        "DW-12.9.1f",
        "the Delay asset gets no artillery support",
        _guns(Side.ALLIED, lambda g, call, guns: guns if g.box.delay in call.units(g) else 0),
    ),
    Rung(
        "DW-12.3g",
        "on turn 1 these regiments get no artillery support",
        _guns(
            Side.ALLIED,
            lambda g, call, guns: guns if g.turn == 1 and g.box.no_artillery & board_of(call.units(g)) else 0,
        ),
    ),
    Rung(
        "DW-9.3c", "British artillery fires only in the British area or next to it", _guns(Side.ALLIED, _from_far_north)
    ),
    Rung(
        "DW-12.3b1",
        "",
        _guns(Side.ALLIED, lambda g, call, guns: 0 if _jumpers(g, call) else _of_other_corps(g, call, guns)),
        reason=_serves,
    ),
    Rung("DW-12.3c", "no supplied {owner} Corps unit is within three hexes", _guns(Side.ALLIED, _far_from_jumpers)),
    Rung(
        "DW-8.6e2",
        "attackers without a line of supply get no artillery support",
        _guns(Side.ALLIED, lambda g, call, guns: guns if call.attack.side is Side.ALLIED and _starving(g, call) else 0),
    ),
    Rung(
        "DW-8.3l",
        "no supplied {owner} Corps unit is within three hexes",
        _guns(
            Side.ALLIED, lambda g, call, guns: _corps_far(g, guns, 1 << call.attack.hex) if _starving(g, call) else 0
        ),
    ),
)


# ---- Engineers ---------------------------------------------------------------------------------------------


def _too_far(g: State, call: Call, asset: int) -> bool:
    """12.4.2a Whether an Engineer is not near the combat."""
    cell = g.asset[asset]
    return cell >= OFF_MAP or not g.box.corps_near[cell] >> call.attack.hex & 1


def _helps_nobody(g: State, call: Call, asset: int) -> bool:
    """12.4.2a, 12.9.1e Whether none of the defenders is one that an Engineer helps."""
    units = g.box.units
    helped = units.corps[g.box.assets[asset].owner] | units.airborne | 1 << g.box.delay
    return not helped & board_of(call.units(g))


#: 12.4.2 One Engineer asset near helps a defense.
_ENGINEERS = (
    Rung(
        "DW-12.4.2b",
        "only one Engineer asset helps in a combat",
        lambda g, call, left: left & _engineers(g) if _engineers(g) & board_of(call.chosen) else 0,
    ),
    Rung(
        "DW-12.4.2a",
        "{row} are not within three hexes",
        lambda g, call, left: each(_too_far)(g, call, left & _engineers(g)),
    ),
    Rung(
        "DW-12.4.2a",
        "{row} help {owner} Corps, airborne troops or the Delay asset",
        lambda g, call, left: each(_helps_nobody)(g, call, left & _engineers(g)),
    ),
)


# ---- both --------------------------------------------------------------------------------------------------


#: 11.3.1 Which assets may not be added to an attack: asked about the side's call.
ATTACKERS = Rungs(
    _named,
    _YOURS,
    Rung("DW-12.4.2c", "Engineers never help an attack", lambda g, call, left: left & _engineers(g)),
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
        lambda g, call, left: left & ~(_kind(g, AssetKind.ARTILLERY) | _engineers(g)),
    ),
    *_ENGINEERS,
    *_READY,
    *_GERMAN,
    *_ALLIED,
)
