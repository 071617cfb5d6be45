"""4.1, 12.0 The Asset and Special Reinforcement phase: what comes, and what is placed where."""

from __future__ import annotations

from typing import ClassVar

from ardennes.board.cells import board_of, cells, union
from ardennes.kernel import Action, Reason, Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import say
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.box.fields import Asset
from ardennes.titles.deadly_woods.box.tables import AssetKind, Chit
from ardennes.titles.deadly_woods.rules import supply, travel
from ardennes.titles.deadly_woods.state import BOX, NOBODY, OFF_MAP, OUT, TRACK, State


def arrive(g: State) -> None:
    """4.1a, 12.9 What is due this turn moves from the track to the Assets Box."""
    for number, asset in enumerate(g.box.assets):
        if g.asset[number] == TRACK and g.back[number] <= g.turn:
            g.asset[number] = BOX
            g.used &= ~(1 << number)
        elif asset.last and g.turn > asset.last:
            g.asset[number] = OUT
    delay = g.box.delay
    if g.place[delay] == TRACK and g.turn >= g.box.numbers.assets.delay_from:
        g.put(delay, BOX)


def placing(g: State) -> None:
    """4.1b, 12.1 Engineers, Greif, Motorized, Traffic and Delay, in this order; on turn 1 none of them (4.1c)."""
    if g.turn == 1:
        return
    if g.initiative is Side.GERMAN or g.place[g.box.delay] < OFF_MAP:
        g.push(Delay(Side.ALLIED))
    for kind, side in (
        (AssetKind.TRAFFIC, Side.ALLIED),
        (AssetKind.MOTORIZED, Side.GERMAN),
        (AssetKind.GREIF, Side.GERMAN),
    ):
        asset = g.find_asset(kind)
        if g.asset[asset] != OUT and g.turn >= g.box.assets[asset].turn:
            g.push(Trucks(side) if kind is AssetKind.MOTORIZED else Marker(side, asset))
    g.push(Engineers(Side.ALLIED))


def put_down(g: State, asset: int, cell: int, rule: str) -> None:
    """Put an asset on the map."""
    g.asset[asset] = cell
    g.tell(events.AssetPlaced, asset, cell, rule)


def _held_by_germans(g: State) -> int:
    """3.5 The hexes the Germans control, and those they are in."""
    return g.german | g.occupied[Side.GERMAN]


# ---- 12.4 Engineers ----------------------------------------------------------------------------------------


def _near_its_corps(g: State, asset: int) -> int:
    """12.4.1c The hexes with a supplied unit of an Engineer's corps within three."""
    known, key = g.remember(), ("near its corps", g.box.assets[asset].owner)
    if key not in known:
        if "supplied" not in known:
            known["supplied"] = supply.supplied_units(g, Side.ALLIED)
        corps = g.box.units.corps[g.box.assets[asset].owner] & known["supplied"]
        known[key] = union([g.box.corps_near[g.place[unit]] for unit in cells(corps)])
    found: int = known[key]
    return found


def _other_corps(g: State, asset: int) -> int:
    """6.1c The hexes with units an Engineer may not be with."""
    known, key = g.remember(), ("other corps", g.box.assets[asset].owner)
    if key not in known:
        units, own = g.box.units, (g.box.assets[asset].owner, "")
        others = [unit for unit in units.of[Side.ALLIED] if units.rows[unit].corps not in own]
        known[key] = board_of([g.place[unit] for unit in others if g.place[unit] < OFF_MAP])
    found: int = known[key]
    return found


#: 12.4.1c Where an Engineer may not be deployed: asked about it.
SITES = Rungs(
    lambda g, asset, cell: {"where": g.hex_name(cell), "owner": g.box.assets[asset].owner},
    Rung("DW-6.3b", "an Engineer is there already", lambda g, asset, left: left & g.engineer_hexes()),
    Rung("DW-12.4.1c3", "there is no village or town in {where}", lambda g, asset, left: left & ~g.box.ground.lived_in),
    Rung("DW-12.4.1c1", "the Germans control {where}", lambda g, asset, left: left & _held_by_germans(g)),
    Rung("DW-12.4.1c2", "{where} is not in supply", lambda g, asset, left: left & ~supply.traceable(g, Side.ALLIED)),
    Rung("DW-6.1c", "a unit of another corps is there", lambda g, asset, left: left & _other_corps(g, asset)),
    Rung(
        "DW-12.4.1c4",
        "no supplied unit of {owner} Corps is within three hexes of {where}",
        lambda g, asset, left: left & ~_near_its_corps(g, asset),
    ),
)

#: 12.4.1 Which Engineers are neither to be taken off the map nor deployed.
DEPLOYED = Rungs(
    lambda g, step, asset: {"name": g.box.assets[asset].name},
    Rung("DW-12.4.1b", "{name} are not in the box", each(lambda g, step, asset: OFF_MAP <= g.asset[asset] != BOX)),
    Rung(
        "DW-12.4.1c4",
        "no supplied village or town of yours is near a supplied unit of their corps",
        each(lambda g, step, asset: g.asset[asset] == BOX and not SITES.free(g, asset, g.box.ground.lived_in)),
    ),
)


_ENGINEERS_FIRST = ("DW-4.1b", "Engineers come first: deploy or remove them, or go on")


def _deployed(step: Engineers, g: State, asset: int) -> str:
    name = g.box.assets[asset].name
    return say("Take off {name}", name=name) if g.asset[asset] < OFF_MAP else say("Deploy {name}", name=name)


class Engineers(Question[State], frozen=True):
    """12.4.1 The Allied player takes Engineers off the map or deploys those in the box."""

    rule: ClassVar[str] = "DW-12.4.1b"
    phase: ClassVar[str] = "Assets"
    asks: ClassVar[str] = "Engineers: choose one to deploy or to take off the map, or go on"
    otherwise: ClassVar[tuple[str, str]] = _ENGINEERS_FIRST

    @pick(lambda step, g: g.box.engineers, _ENGINEERS_FIRST, by=DEPLOYED, label=_deployed, stays=True)
    def asset(self, g: State, asset: int) -> None:
        """12.4.1e One on the map goes to the track; of one in the box it is asked where."""
        if g.asset[asset] < OFF_MAP:
            travel.send_back(g, asset, g.turn + g.box.numbers.assets.engineers_removed_return, "DW-12.4.1e")
        else:
            g.push(EngineerSite(self.side, asset))

    @button()
    def done(self, g: State) -> None:
        """12.4.1b The others stay where they are."""


class EngineerSite(Question[State], frozen=True):
    """12.4.1c Where an Engineer is deployed."""

    rule: ClassVar[str] = "DW-12.4.1c1"
    phase: ClassVar[str] = "Assets"
    asks: ClassVar[str] = "{engineer}: choose a village or town"
    otherwise: ClassVar[tuple[str, str]] = ("DW-12.4.1c1", "choose a supplied Allied village or town near its corps")
    engineer: Asset

    @pick(lambda step, g: g.box.grid.board, by=SITES, about=lambda step, g: step.engineer)
    def hex(self, g: State, cell: int) -> None:
        """12.4.1c It is there."""
        put_down(g, self.engineer, cell, "DW-12.4.1c1")

    @button()
    def done(self, g: State) -> None:
        """12.4.1b Not after all."""


# ---- 12.5, 12.8 Greif and Traffic -------------------------------------------------------------------------


def _is_traffic(g: State, asset: int) -> bool:
    return g.box.assets[asset].kind is AssetKind.TRAFFIC


def _outside_greif_area(g: State, asset: int, left: int) -> int:
    """12.5b On turn 2 Greif goes in one army area."""
    bound = g.turn <= g.box.numbers.assets.greif_area_until and not _is_traffic(g, asset)
    return left & ~g.box.areas[0] if bound else 0


#: 12.5, 12.8 Where Greif or the Traffic marker may not go: asked about the asset.
MARKED = Rungs(
    lambda g, asset, cell: {},
    Rung(
        "DW-12.8a",
        "the Traffic marker goes in a road hex",
        lambda g, asset, left: left & ~g.box.map.road_hexes if _is_traffic(g, asset) else 0,
    ),
    Rung("DW-12.5b", "on turn 2 Greif goes in the 6th Panzer Army area", _outside_greif_area),
    Rung(
        "DW-12.5a",
        "Greif may not be with or next to an Allied unit or Engineer",
        lambda g, asset, left: (
            0 if _is_traffic(g, asset) else left & g.box.grid.within(g.occupied[Side.ALLIED] | g.engineer_hexes(), 1)
        ),
    ),
)


class Marker(Question[State], frozen=True):
    """12.5, 12.8 Operation Greif or the Traffic marker is placed, or not."""

    rule: ClassVar[str] = "DW-4.1b"
    phase: ClassVar[str] = "Assets"
    asks: ClassVar[str] = "{asset}: choose a hex, or go on"
    otherwise: ClassVar[tuple[str, str]] = ("DW-4.1b", "place the asset, or go on")
    asset: Asset

    @pick(lambda step, g: g.box.grid.board, by=MARKED, about=lambda step, g: step.asset)
    def hex(self, g: State, cell: int) -> None:
        """12.5, 12.8 It is there."""
        put_down(g, self.asset, cell, "DW-12.8a" if self.side is Side.ALLIED else "DW-12.5a")

    @button()
    def done(self, g: State) -> None:
        """4.1b Not this turn."""


# ---- 12.6 Motorized ----------------------------------------------------------------------------------------


def _infantry(g: State) -> int:
    """12.6a German infantry on the map."""
    units = g.box.units
    return board_of(unit for unit in cells(units.infantry & units.sides[Side.GERMAN]) if g.on_map(unit))


#: 12.6 On which infantry the Motorized marker may not go.
MOTORIZED = Rungs(
    lambda g, step, unit: {"unit": g.name(unit)},
    Rung("DW-12.7d", "von der Heydte's men can never be motorized", lambda g, step, left: left & 1 << g.box.vdh),
    Rung(
        "DW-12.6a3",
        "{unit} is not on a road",
        each(lambda g, step, unit: not g.box.ground.road_hexes >> g.place[unit] & 1),
    ),
    Rung("DW-12.6a1", "{unit} is not in supply", lambda g, step, left: left & g.hungry),
    Rung(
        "DW-12.6a4", "{unit} cannot trace a line of supply now", each(lambda g, step, unit: not supply.traces(g, unit))
    ),
    Rung(
        "DW-12.6b",
        "an Allied unit is next to {unit}",
        each(lambda g, step, unit: g.next_to(Side.ALLIED, g.place[unit])),
    ),
)


class Trucks(Question[State], frozen=True):
    """12.6 One supplied infantry unit on a road is motorized."""

    rule: ClassVar[str] = "DW-12.6a1"
    phase: ClassVar[str] = "Assets"
    asks: ClassVar[str] = "Motorized: choose an infantry unit, or go on"
    otherwise: ClassVar[tuple[str, str]] = ("DW-4.1b", "motorize an infantry unit, or go on")

    @pick(
        lambda step, g: _infantry(g),
        ("DW-12.6a2", "the Motorized marker goes on German infantry on the map"),
        by=MOTORIZED,
    )
    def unit(self, g: State, unit: int) -> None:
        """12.6 It has the marker."""
        g.trucks = unit
        g.tell(events.Trucked, unit, True)

    @button()
    def done(self, g: State) -> None:
        """12.6 Nobody has it."""


# ---- 12.9.1 Delay ------------------------------------------------------------------------------------------


#: 12.1e, 12.9.1b Where the Delay asset may not go.
DELAYED = Rungs(
    lambda g, step, cell: {"where": g.hex_name(cell)},
    Rung(
        "DW-12.1e",
        "the Delay asset serves only on turns of German initiative",
        lambda g, step, left: 0 if g.initiative is Side.GERMAN else left,
    ),
    Rung(
        "DW-12.9.1b1",
        "the Delay asset has not arrived yet",
        lambda g, step, left: left if g.place[g.box.delay] == TRACK else 0,
    ),
    Rung("DW-12.9.1b5", "there is no village or town in {where}", lambda g, step, left: left & ~g.box.ground.lived_in),
    Rung("DW-12.9.1b3", "the Germans control {where}", lambda g, step, left: left & _held_by_germans(g)),
    Rung("DW-12.9.1b6", "an Allied unit is in {where}", lambda g, step, left: left & g.occupied[Side.ALLIED]),
    Rung("DW-12.9.1b4", "{where} is not in supply", lambda g, step, left: left & ~supply.traceable(g, Side.ALLIED)),
)


class Delay(Question[State], frozen=True):
    """12.9.1 The Delay asset is placed or moved; without German initiative it goes back to the box (12.1e)."""

    rule: ClassVar[str] = "DW-12.9.1b2"
    phase: ClassVar[str] = "Assets"
    asks: ClassVar[str] = "Delay: choose a village or town, or go on"
    otherwise: ClassVar[tuple[str, str]] = ("DW-4.1b", "place the Delay asset, or go on")

    def refusal(self, g: State, action: Action) -> Reason:
        """12.9.1i Somebody may want to take it off."""
        if action == ("unit", g.box.delay):
            return Reason("DW-12.9.1i", "the Delay asset is taken off only to be placed in a new hex")
        return super().refusal(g, action)

    @pick(lambda step, g: g.box.grid.board, by=DELAYED)
    def hex(self, g: State, cell: int) -> None:
        """12.9.1 It is there."""
        g.put(g.box.delay, cell)
        g.tell(events.Arrived, g.box.delay, cell)
        travel.watch_trucks(g, g.box.delay, (cell,))

    @button(alone=True)
    def done(self, g: State) -> None:
        """12.1e It stays where it is, or goes back to the box."""
        if g.initiative is not Side.GERMAN and g.on_map(g.box.delay):
            g.to_box(g.box.delay, "DW-12.1e")


# ---- 8.6 Air Supply ----------------------------------------------------------------------------------------


def may_drop(g: State) -> bool:
    """8.6a Whether Air Supply may be placed: with the second Allied Reinforcement chit of turn 5."""
    asset = g.find_asset(AssetKind.AIR_SUPPLY)
    played = sum(chit == Chit.ALLIED_REINFORCEMENT for chit, _ in g.rounds)
    return g.turn == g.box.numbers.air_supply.turn and played == 2 and g.asset[asset] == BOX


#: 8.6b Where the Air Supply marker may not be put.
DROPS = Rungs(
    lambda g, step, cell: {"where": g.hex_name(cell)},
    Rung("DW-8.6b", "there is no village or town in {where}", lambda g, step, left: left & ~g.box.ground.lived_in),
    Rung("DW-8.6b", "{where} is not in clear terrain", lambda g, step, left: left & ~g.box.ground.clear),
    Rung("DW-8.6b", "the Germans control {where}", lambda g, step, left: left & g.german),
)


class AirDrop(Question[State], frozen=True):
    """8.6 The Air Supply marker goes in an Allied town or village in clear terrain, now or never."""

    rule: ClassVar[str] = "DW-8.6a"
    phase: ClassVar[str] = "Air Supply"
    asks: ClassVar[str] = "Air Supply: choose an Allied town or village in clear terrain, or none"
    otherwise: ClassVar[tuple[str, str]] = ("DW-8.6b", "choose an Allied town or village in clear terrain, or none")

    @pick(lambda step, g: g.box.grid.board, by=DROPS)
    def hex(self, g: State, cell: int) -> None:
        """8.6b It is there."""
        put_down(g, g.find_asset(AssetKind.AIR_SUPPLY), cell, "DW-8.6a")

    @button()
    def done(self, g: State) -> None:
        """8.6a It never comes."""
        g.asset[g.find_asset(AssetKind.AIR_SUPPLY)] = OUT


# ---- 15.0 at the end of a turn -------------------------------------------------------------------------------


def clean_up(g: State) -> None:
    """15.0b, 15.0c Assets but Engineers, Delay and Air Supply go back; those in the boxes are available again."""
    for number, asset in enumerate(g.box.assets):
        stays = asset.kind in (AssetKind.ENGINEER, AssetKind.AIR_SUPPLY)
        if not stays and g.asset[number] < OFF_MAP:
            g.asset[number] = BOX
        if asset.last and g.turn >= asset.last:
            g.asset[number] = OUT
    g.used = 0
    supply.unload(g)
    if g.turn >= g.box.numbers.assets.vdh_marker_until:
        g.rumor = NOBODY
