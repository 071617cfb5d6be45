"""10.0 Artillery: which guns may support an attack or a defence.

Rungs are asked about an attack, or in their stead about whatever has its `side` and its `hex`.
"""

from __future__ import annotations

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import phrase, say
from ardennes.titles.bitter_woods.rules import allies, fortunes
from ardennes.titles.bitter_woods.rules.judging import off_map
from ardennes.titles.bitter_woods.rules.movement import boundaries
from ardennes.titles.bitter_woods.state import State


def guns(g: State, side: Side) -> int:
    """The artillery of a side that is in play."""
    return g.box.units.all_artillery & g.box.units.all_of[side] & g.box.playing


# ---- fire --------------------------------------------------------------------------------------------------


def in_range(g: State, gun: int, cell: int) -> bool:
    """10.1 Plain distance in hexes, whatever lies between."""
    return g.on_map(gun) and g.box.map.grid.distance(g.place[gun], cell) <= g.box.units.rows[gun].range


def _has_fired(g: State, about: object, gun: int) -> Reason:
    """10.1, 38.2 How often it may fire."""
    once = fortunes.fires_once(g, gun)
    rule = "BW-10.1f" if gun < g.box.units.first_allied else "BW-38.2l" if once else "BW-10.1e"
    period = phrase("game-turn") if once else phrase("player turn")
    return Reason(rule, say("{name} has fired in this {period}", name=g.name(gun), period=period))


def _shaken_by_moving(g: State, left: int) -> int:
    """10.4 German corps artillery that has moved."""
    return left & g.moved & g.box.units.all_of[Side.GERMAN] & ~g.box.units.all_rockets


#: 10.1, 10.4 What keeps an artillery unit from firing at all.
FIRE = Rungs(
    lambda g, about, gun: {"name": g.name(gun)},
    Rung("BW-10.2b", "{name} is not on the map", off_map),
    Rung("BW-10.1e", "", lambda g, about, left: left & g.fired, reason=_has_fired),
    Rung(
        "BW-10.4c",
        "{name} has moved in this game-turn and cannot fire",
        lambda g, about, left: _shaken_by_moving(g, left),
    ),
)


def may_fire(g: State, gun: int) -> bool:
    """10.1, 10.4 Whether an artillery unit on the map has its fire left."""
    return bool(FIRE.free(g, None, 1 << gun))


# ---- whose combats a gun supports --------------------------------------------------------------------------


def commanded(g: State, gun: int) -> bool:
    """37.2 Whether German artillery command binds a gun: corps and army artillery, until 18PM.

    Coming free of boundaries early (37.2 d) frees a gun of boundaries alone.
    """
    if not g.box.artillery_command or g.turn > g.box.boundaries_until or gun >= g.box.units.first_allied:
        return False
    return not g.box.units.all_rockets >> gun & 1


#: 28.4, 37.2 What keeps a gun from supporting a combat of some units, wherever it stands.
COMPANY = Rungs(
    lambda g, units, gun: {"gun": g.name(gun)},
    Rung(
        "BW-28.4",
        "{gun} supports only combats with {nation} units",
        each(lambda g, units, gun: allies.strange_gun(g, gun, units)),
        facts=lambda g, units, gun: {"nation": "British" if g.box.british >> gun & 1 else phrase("American")},
    ),
    Rung(
        "BW-37.2c",
        "{gun} supports only combats of its own army until 18PM",
        each(lambda g, units, gun: commanded(g, gun) and not any(g.army(gun) == g.army(unit) for unit in units)),
    ),
)


# ---- attack and defence ------------------------------------------------------------------------------------


def spared(g: State, cell: int) -> bool:
    """33 Monschau, on 16AM."""
    return g.box.monschau and g.surprised and cell == g.box.monschau_hex


def _over_boundary(g: State, cell: int, left: int) -> int:
    """37.2 Guns of the 6th Panzer Army may not fire over its boundary."""
    if not g.box.artillery_command:
        return 0
    german = cells(left & g.box.units.all_of[Side.GERMAN])
    return board_of(gun for gun in german if not boundaries.may_attack(g, gun, cell))


def _beside_enemy(g: State, side: Side, left: int) -> int:
    """9.1, 10.3 Of some guns of a side those next to the enemy."""
    near, place = g.box.map.grid.around(g.occupied[side.enemy]), g.place
    return board_of([gun for gun in cells(left) if near >> place[gun] & 1])


def _short(g: State, cell: int, left: int) -> int:
    """10.1 Of some guns those that do not reach a hex."""
    return board_of([gun for gun in cells(left) if not in_range(g, gun, cell)])


#: 9.1, 10.2, 12.4, 15.3 What keeps a gun from adding its strength to an attack.
SUPPORT = Rungs(
    lambda g, attack, gun: {"name": g.name(gun), "cell": g.hex_name(attack.hex)},
    *FIRE,
    Rung("BW-12.4e", "{name} is out of supply and supports no attack", lambda g, attack, left: left & g.unsupplied),
    Rung(
        "BW-15.3b",
        "Allied artillery supports no attack on 16AM",
        lambda g, attack, left: left if g.surprised and attack.side is Side.ALLIED else 0,
    ),
    Rung(
        "BW-33",
        "German artillery spares Monschau on 16AM",
        lambda g, attack, left: left if spared(g, attack.hex) else 0,
    ),
    Rung(
        "BW-37.2a",
        "{name} may not fire over the boundary of 6th Panzer Army until 18PM",
        lambda g, attack, left: _over_boundary(g, attack.hex, left),
    ),
    Rung(
        "BW-10.1c",
        "{name} reaches one hex only",
        lambda g, attack, left: _short(g, attack.hex, left & g.box.units.all_rockets),
    ),
    Rung(
        "BW-9.1c1",
        "an enemy unit is next to {name}",
        lambda g, attack, left: _beside_enemy(g, attack.side, left & ~g.box.units.all_rockets),
    ),
    Rung(
        "BW-10.1b",
        "{cell} is out of range of {name}",
        lambda g, attack, left: _short(g, attack.hex, left),
    ),
)


def _of_stack(rung: Rung) -> Rung:
    """A rung about some units, asked about those in the hex that is attacked."""
    return rung._replace(keeps_out=lambda g, attack, left: rung.keeps_out(g, g.units_at(attack.hex), left))


#: 10.2 - 10.4 What keeps a gun of the defender from adding its strength to the defence.
COVER = Rungs(
    lambda g, attack, gun: {"gun": g.name(gun), "name": g.name(gun), "cell": g.hex_name(attack.hex)},
    Rung(
        "BW-10.4b",
        "{gun} is a rocket unit and supports no defence",
        lambda g, attack, left: left & g.box.units.all_rockets,
    ),
    *FIRE,
    Rung(
        "BW-10.3a",
        "an enemy unit is next to {gun}",
        lambda g, attack, left: _beside_enemy(g, attack.side.enemy, left),
    ),
    Rung("BW-10.2d", "{cell} is out of range of {gun}", lambda g, attack, left: _short(g, attack.hex, left)),
    *map(_of_stack, COMPANY),
)
