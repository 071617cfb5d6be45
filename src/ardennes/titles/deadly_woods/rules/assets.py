"""4.1, 12.0 The Asset and Special Reinforcement phase: what comes, what is placed where, and von der Heydte's jump."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.board.cells import cells, union
from ardennes.kernel import Action, Chance, Chances, Reason, Side, die
from ardennes.kernel.words import say
from ardennes.parts.phases import OneByOne
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.box.tables import AssetKind, Chit
from ardennes.titles.deadly_woods.rules import entering, stacking, supply, travel
from ardennes.titles.deadly_woods.rules.zones import zone
from ardennes.titles.deadly_woods.state import BOX, NOBODY, OFF_MAP, OUT, TRACK, State

D6 = die(6)


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


# ---- 12.4 Engineers ----------------------------------------------------------------------------------------


def engineer_sites(g: State, asset: int) -> int:
    """12.4.1c Allied, supplied villages and towns, a supplied unit of the corps within three hexes; no two (6.3b)."""
    box = g.box
    fed = supply.traceable(g, Side.ALLIED)
    corps = box.units.corps[box.assets[asset].owner] & supply.supplied_units(g, Side.ALLIED)
    near = union(box.corps_near[g.place[unit]] for unit in cells(corps))
    sites = (box.ground.town | box.ground.village) & ~g.german & fed & near & ~g.engineer_hexes()
    return sites & ~g.occupied[Side.GERMAN] & ~_other_corps(g, box.assets[asset].owner)


def _other_corps(g: State, owner: str) -> int:
    """6.1c The hexes with units an Engineer of a corps may not be with."""
    units = g.box.units
    board = 0
    for unit in units.of[Side.ALLIED]:
        if g.place[unit] < OFF_MAP and units.rows[unit].corps not in (owner, ""):
            board |= 1 << g.place[unit]
    return board


class Engineers(OneByOne[State], frozen=True):
    """12.4.1 The Allied player takes Engineers off the map or deploys those in the box."""

    rule: ClassVar[str] = "DW-12.4.1b"
    phase: ClassVar[str] = "Assets"
    verb: ClassVar[str] = "asset"
    otherwise: ClassVar[Reason] = Reason("DW-4.1b", "Engineers come first: deploy or remove them, or go on")

    def prompt(self, g: State) -> str:
        return "Engineers: choose one to deploy or to take off the map, or go on"

    def offered(self, g: State) -> Sequence[int]:
        return [a for a in g.box.engineers if g.asset[a] < OFF_MAP or (g.asset[a] == BOX and engineer_sites(g, a))]

    def label(self, g: State, verb: str, target: int) -> str:
        name = g.box.assets[target].name
        return say("Take off {name}", name=name) if g.asset[target] < OFF_MAP else say("Deploy {name}", name=name)

    def why_not_pick(self, g: State, target: int) -> Reason:
        if g.box.assets[target].kind is not AssetKind.ENGINEER:
            return self.otherwise
        if g.asset[target] != BOX:
            return Reason("DW-12.4.1b", say("{name} are not in the box", name=g.box.assets[target].name))
        return Reason("DW-12.4.1c4", "no supplied village or town of yours is near a supplied unit of their corps")

    def asset(self, g: State, asset: int) -> None:
        if g.asset[asset] < OFF_MAP:
            travel.send_back(g, asset, g.turn + g.box.numbers.assets.engineers_removed_return, "DW-12.4.1e")
        else:
            g.push(EngineerSite(self.side, asset))


class EngineerSite(OneByOne[State], frozen=True):
    """12.4.1c Where an Engineer is deployed."""

    rule: ClassVar[str] = "DW-12.4.1c1"
    phase: ClassVar[str] = "Assets"
    verb: ClassVar[str] = "hex"
    otherwise: ClassVar[Reason] = Reason("DW-12.4.1c1", "choose a supplied Allied village or town near its corps")
    engineer: int

    def prompt(self, g: State) -> str:
        return say("{engineer}: choose a village or town", engineer=g.box.assets[self.engineer].name)

    def offered(self, g: State) -> Sequence[int]:
        return cells(engineer_sites(g, self.engineer))

    def why_not_pick(self, g: State, target: int) -> Reason:
        if g.engineer_hexes() >> target & 1:
            return Reason("DW-6.3b", "an Engineer is there already")
        where, owner = g.hex_name(target), g.box.assets[self.engineer].owner
        if not (g.box.ground.town | g.box.ground.village) >> target & 1:
            return Reason("DW-12.4.1c3", say("there is no village or town in {where}", where=where))
        if (g.german | g.occupied[Side.GERMAN]) >> target & 1:
            return Reason("DW-12.4.1c1", say("the Germans control {where}", where=where))
        if not supply.traceable(g, Side.ALLIED) >> target & 1:
            return Reason("DW-12.4.1c2", say("{where} is not in supply", where=where))
        if _other_corps(g, owner) >> target & 1:
            return Reason("DW-6.1c", "a unit of another corps is there")
        text = say("no supplied unit of {owner} Corps is within three hexes of {where}", owner=owner, where=where)
        return Reason("DW-12.4.1c4", text)

    def hex(self, g: State, cell: int) -> None:
        g.pop()
        put_down(g, self.engineer, cell, "DW-12.4.1c1")


# ---- 12.5, 12.8 Greif and Traffic -------------------------------------------------------------------------


def marker_sites(g: State, asset: int) -> int:
    """12.5, 12.8 Where Greif or the Traffic marker may go."""
    box = g.box
    if box.assets[asset].kind is AssetKind.TRAFFIC:
        return box.map.road_hexes
    allies = g.occupied[Side.ALLIED] | g.engineer_hexes()
    board = box.grid.board & ~box.grid.within(allies, 1)
    return board & box.areas[0] if g.turn <= box.numbers.assets.greif_area_until else board


class Marker(OneByOne[State], frozen=True):
    """12.5, 12.8 Operation Greif or the Traffic marker is placed, or not."""

    rule: ClassVar[str] = "DW-4.1b"
    phase: ClassVar[str] = "Assets"
    verb: ClassVar[str] = "hex"
    otherwise: ClassVar[Reason] = Reason("DW-4.1b", "place the asset, or go on")
    asset: int

    def prompt(self, g: State) -> str:
        return say("{asset}: choose a hex, or go on", asset=g.box.assets[self.asset].name)

    def offered(self, g: State) -> Sequence[int]:
        return cells(marker_sites(g, self.asset))

    def why_not_pick(self, g: State, target: int) -> Reason:
        if g.box.assets[self.asset].kind is AssetKind.TRAFFIC:
            return Reason("DW-12.8a", "the Traffic marker goes in a road hex")
        if g.turn <= g.box.numbers.assets.greif_area_until and not g.box.areas[0] >> target & 1:
            return Reason("DW-12.5b", "on turn 2 Greif goes in the 6th Panzer Army area")
        return Reason("DW-12.5a", "Greif may not be with or next to an Allied unit or Engineer")

    def hex(self, g: State, cell: int) -> None:
        g.pop()
        put_down(g, self.asset, cell, "DW-12.8a" if self.side is Side.ALLIED else "DW-12.5a")


# ---- 12.6 Motorized ----------------------------------------------------------------------------------------


def why_not_motorize(g: State, unit: int) -> Reason | None:
    """12.6 Why the Motorized marker may not go on a unit."""
    if unit >= g.box.units.first_allied or not g.on_map(unit) or not g.face(unit).kind.infantry:
        return Reason("DW-12.6a2", "the Motorized marker goes on German infantry on the map")
    cell = g.place[unit]
    if unit == g.box.vdh:
        return Reason("DW-12.7d", "von der Heydte's men can never be motorized")
    if not g.box.ground.road_hexes >> cell & 1:
        return Reason("DW-12.6a3", say("{unit} is not on a road", unit=g.name(unit)))
    if g.hungry >> unit & 1:
        return Reason("DW-12.6a1", say("{unit} is not in supply", unit=g.name(unit)))
    if not supply.traces(g, unit):
        return Reason("DW-12.6a4", say("{unit} cannot trace a line of supply now", unit=g.name(unit)))
    if g.next_to(Side.ALLIED, cell):
        return Reason("DW-12.6b", say("an Allied unit is next to {unit}", unit=g.name(unit)))
    return None


class Trucks(OneByOne[State], frozen=True):
    """12.6 One supplied infantry unit on a road is motorized."""

    rule: ClassVar[str] = "DW-12.6a1"
    phase: ClassVar[str] = "Assets"
    otherwise: ClassVar[Reason] = Reason("DW-4.1b", "motorize an infantry unit, or go on")

    def prompt(self, g: State) -> str:
        return "Motorized: choose an infantry unit, or go on"

    def offered(self, g: State) -> Sequence[int]:
        return [unit for unit in g.box.units.of[Side.GERMAN] if why_not_motorize(g, unit) is None]

    def why_not_pick(self, g: State, target: int) -> Reason:
        return why_not_motorize(g, target) or self.otherwise

    def unit(self, g: State, unit: int) -> None:
        g.pop()
        g.trucks = unit
        g.tell(events.Trucked, unit, True)


# ---- 12.9.1 Delay ------------------------------------------------------------------------------------------


def delay_sites(g: State) -> int:
    """12.9.1b Allied, supplied villages and towns without an Allied unit."""
    ground = g.box.ground
    board = (ground.town | ground.village) & ~g.german & ~g.occupied[Side.GERMAN] & ~g.occupied[Side.ALLIED]
    return board & supply.traceable(g, Side.ALLIED)


class Delay(OneByOne[State], frozen=True):
    """12.9.1 The Delay asset is placed or moved; without German initiative it goes back to the box (12.1e)."""

    rule: ClassVar[str] = "DW-12.9.1b2"
    phase: ClassVar[str] = "Assets"
    verb: ClassVar[str] = "hex"
    taken_alone: ClassVar[frozenset[str]] = frozenset({"done"})
    otherwise: ClassVar[Reason] = Reason("DW-4.1b", "place the Delay asset, or go on")

    def prompt(self, g: State) -> str:
        return "Delay: choose a village or town, or go on"

    def offered(self, g: State) -> Sequence[int]:
        if g.initiative is not Side.GERMAN or g.place[g.box.delay] == TRACK:
            return ()
        return cells(delay_sites(g))

    def refusal(self, g: State, action: Action) -> Reason:
        if action == ("unit", g.box.delay):
            return Reason("DW-12.9.1i", "the Delay asset is taken off only to be placed in a new hex")
        return super().refusal(g, action)

    def why_not_pick(self, g: State, target: int) -> Reason:
        if g.initiative is not Side.GERMAN:
            return Reason("DW-12.1e", "the Delay asset serves only on turns of German initiative")
        if g.place[g.box.delay] == TRACK:
            return Reason("DW-12.9.1b1", "the Delay asset has not arrived yet")
        where = g.hex_name(target)
        if not (g.box.ground.town | g.box.ground.village) >> target & 1:
            return Reason("DW-12.9.1b5", say("there is no village or town in {where}", where=where))
        if (g.german | g.occupied[Side.GERMAN]) >> target & 1:
            return Reason("DW-12.9.1b3", say("the Germans control {where}", where=where))
        if g.occupied[Side.ALLIED] >> target & 1:
            return Reason("DW-12.9.1b6", say("an Allied unit is in {where}", where=where))
        return Reason("DW-12.9.1b4", say("{where} is not in supply", where=where))

    def hex(self, g: State, cell: int) -> None:
        g.pop()
        g.put(g.box.delay, cell)
        g.tell(events.Arrived, g.box.delay, cell)
        travel.watch_trucks(g, g.box.delay, (cell,))

    def done(self, g: State) -> None:
        g.pop()
        if g.initiative is not Side.GERMAN and g.on_map(g.box.delay):
            g.to_box(g.box.delay, "DW-12.1e")


# ---- 8.6 Air Supply ----------------------------------------------------------------------------------------


def may_drop(g: State) -> bool:
    """8.6a Whether Air Supply may be placed: with the second Allied Reinforcement chit of turn 5."""
    asset = g.find_asset(AssetKind.AIR_SUPPLY)
    played = sum(chit == Chit.ALLIED_REINFORCEMENT for chit, _ in g.rounds)
    return g.turn == g.box.numbers.air_supply.turn and played == 2 and g.asset[asset] == BOX


class AirDrop(OneByOne[State], frozen=True):
    """8.6 The Air Supply marker goes in an Allied town or village in clear terrain, now or never."""

    rule: ClassVar[str] = "DW-8.6a"
    phase: ClassVar[str] = "Air Supply"
    verb: ClassVar[str] = "hex"
    otherwise: ClassVar[Reason] = Reason("DW-8.6b", "choose an Allied town or village in clear terrain, or none")

    def prompt(self, g: State) -> str:
        return "Air Supply: choose an Allied town or village in clear terrain, or none"

    def offered(self, g: State) -> Sequence[int]:
        ground = g.box.ground
        return cells((ground.town | ground.village) & ground.clear & ~g.german)

    def hex(self, g: State, cell: int) -> None:
        g.pop()
        put_down(g, g.find_asset(AssetKind.AIR_SUPPLY), cell, "DW-8.6a")

    def done(self, g: State) -> None:
        g.pop()
        g.asset[g.find_asset(AssetKind.AIR_SUPPLY)] = OUT


# ---- 12.7 von der Heydte -----------------------------------------------------------------------------------


def drop_zone(g: State) -> int:
    """12.7b Clear or light woods in the 6th Panzer Army area without village or town, free of Allies and their zone.

    12.7g With Germans only where stacking leaves room.
    """
    ground = g.box.ground
    board = (ground.clear | ground.light_woods) & g.box.areas[0] & ~ground.town & ~ground.village
    board &= entering.put_down(g, g.box.vdh) & ~zone(g, Side.ALLIED)
    return board & ~stacking.full(g, g.box.vdh, board)


class Heydte(OneByOne[State], frozen=True):
    """12.7 Von der Heydte's battalion jumps."""

    rule: ClassVar[str] = "DW-12.7a"
    phase: ClassVar[str] = "Von der Heydte"
    verb: ClassVar[str] = "hex"
    otherwise: ClassVar[Reason] = Reason("DW-12.7a", "choose where von der Heydte jumps")

    def prompt(self, g: State) -> str:
        return "Choose where von der Heydte's battalion jumps"

    def offered(self, g: State) -> Sequence[int]:
        return cells(drop_zone(g))

    def also(self, g: State) -> dict[str, Sequence[int | None]]:
        return {} if drop_zone(g) else {"done": [None]}

    def done(self, g: State) -> None:
        g.pop()
        g.put(g.box.vdh, OUT)

    def why_not_pick(self, g: State, target: int) -> Reason:
        if stacking.full(g, g.box.vdh, 1 << target & g.occupied[Side.GERMAN]):
            return Reason("DW-12.7g", say("there is no room in {where}", where=g.hex_name(target)))
        text = "clear or light woods in the 6th Panzer area, no village or town, away from the Allies and their zone"
        return Reason("DW-12.7b", text)

    def hex(self, g: State, cell: int) -> None:
        g.replace(Landing(cell))


class Landing(Chance[State], frozen=True):
    """12.7c, 12.7e On 1-2 the battalion is there; else it is a rumor that slows the Allies."""

    rule: ClassVar[str] = "DW-12.7c"
    cell: int

    def chances(self, g: State) -> Chances:
        return D6

    def resolve(self, g: State, outcome: int) -> None:
        g.pop()
        real = outcome <= g.box.numbers.assets.vdh_real_on
        g.tell(events.Jumped, self.cell, outcome, real)
        if real:
            g.put(g.box.vdh, self.cell)
        else:
            g.put(g.box.vdh, OUT)
            g.rumor = self.cell


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
