"""Thin declarations for the shared staff: of the kernel's toy, and of titles that have doctrines of their own."""

from functools import lru_cache

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.parts import title as parts_title
from ardennes.parts.mind.declared import Declared
from ardennes.parts.mind.land import Aim, Piece
from ardennes.titles.bitter_woods import BitterWoods
from ardennes.titles.bitter_woods.rules import victory
from ardennes.titles.bitter_woods.rules.combat.declaring import ChooseAttackers as WoodsAttackers
from ardennes.titles.bitter_woods.rules.combat.declaring import ChooseSupport
from ardennes.titles.bitter_woods.rules.combat.phase import Combat
from ardennes.titles.bitter_woods.rules.movement.phase import Movement as WoodsMovement
from ardennes.titles.bitter_woods.state import State as WoodsState
from ardennes.titles.tigers_in_the_mist import TigersInTheMist
from ardennes.titles.tigers_in_the_mist.rules.combat.phase import Battles, ChooseAttackers, residents
from ardennes.titles.tigers_in_the_mist.rules.movement.phase import Movement
from ardennes.titles.tigers_in_the_mist.state import State as TigersState
from tests.kernel.toy import Poachers, Wood


class ThinPoachers(Declared[Wood]):
    """The least a title can declare: its score."""

    state = Wood

    def score(self, g):
        return g.bags[0] + g.card - g.bags[1]


def with_winner(state):
    """A result as points, a victory counting five."""
    return state.result.score + {Side.GERMAN: 5.0, Side.ALLIED: -5.0, None: 0.0}[state.result.winner]


def prizes(g):
    """The areas a scenario of Tigers is about."""
    if g.box.scenario.victory == "points":
        return {area: points for area, points in g.box.map.vp.items() if g.box.inside >> area & 1}
    return dict.fromkeys(g.box.scenario.towns, 2)


@lru_cache(maxsize=64)
def roads(board, place):
    """Days from everywhere to a place, at three areas a day."""
    found = [99.0] * board.places
    ring, seen, days = 1 << place, 0, 0.0
    while ring & ~seen:
        for here in cells(ring & ~seen):
            found[here] = days
        seen |= ring
        ring, days = board.around(seen) | seen, days + 1 / 3
    return found


class ThinTigers(Declared[TigersState]):
    state = TigersState
    planned = (Movement,)
    go = strike = "area"
    attacks = (Battles,)
    battle = (ChooseAttackers,)
    commits = ("fight",)
    price = 0.06

    def score(self, g):
        return float(sum(points for area, points in prizes(g).items() if g.control >> area & 1))

    def outcome(self, state):
        return with_winner(state)

    def pieces(self, g, side):
        return {u: Piece(g.place[u], g.strength[u], g.strength[u]) for u in g.box.units.of[side] if g.on_map(u)}

    def aims(self, g, side):
        return [
            Aim(
                g.box.map.names[area],
                area,
                float(points),
                bool(g.control >> area & 1) is (side is Side.GERMAN),
                needs=5.0,
            )
            for area, points in prizes(g).items()
        ]

    def distance(self, g, side, place):
        return roads(g.box.map, place)

    def neighbours(self, g, place):
        return [link.to for link in g.box.map.links[place]]

    def near(self, g, place):
        return (place,)

    def joining(self, g):
        top = g.stack[-1]
        if not isinstance(top, ChooseAttackers):
            return None
        return [unit for unit in residents(g, top.area, top.side) if unit not in top.attackers]

    def turn(self, g):
        return g.day, g.impulse


@lru_cache(maxsize=64)
def _straight(grid, place):
    return [grid.distance(cell, place) / 4 if grid.board >> cell & 1 else 99.0 for cell in range(grid.size)]


class ThinWoods(Declared[WoodsState]):
    state = WoodsState
    planned = (WoodsMovement,)
    attacks = (Combat,)
    battle = (WoodsAttackers, ChooseSupport)
    commits = ("fight",)
    price = 0.03

    def score(self, g):
        return float(len(victory.points(g)))

    def outcome(self, state):
        return with_winner(state)

    def pieces(self, g, side):
        guns = g.box.units.artillery
        return {
            u: Piece(g.place[u], 0 if guns[u] else g.strength(u), 1 if guns[u] else g.strength(u), guns[u])
            for u in g.box.players[side]
            if g.on_map(u)
        }

    def aims(self, g, side):
        held = g.occupied[Side.GERMAN]
        return [
            Aim(g.hex_name(cell), cell, 1.0, bool(held >> cell & 1) is (side is Side.GERMAN), needs=20.0)
            for cell in cells(victory.objective_hexes(g.box))
        ]

    def distance(self, g, side, place):
        return _straight(g.box.map.grid, place)

    def neighbours(self, g, place):
        return cells(g.box.map.grid.neighbours[place])

    def joining(self, g):
        top = g.stack[-1]
        if not isinstance(top, WoodsAttackers):
            return None
        taken = (*top.attack.units, *top.attack.guns)
        return [unit for unit in g.choices()["unit"] if unit not in taken]

    def turn(self, g):
        return g.turn, g.mover


def played_by(title, mind):
    """A title of its own that plays by a declaration."""
    return type(f"Thin{title.__name__}", (title,), {"mind": property(lambda self: mind)})()


POACHERS = played_by(type("Toy", (Poachers, parts_title.Title), {}), ThinPoachers())
TIGERS = played_by(TigersInTheMist, ThinTigers())
WOODS = played_by(BitterWoods, ThinWoods())
