"""The rules: X-2 the night on one screen, X-3 orders, X-4 attacks, X-5 and X-6 the answers to them."""

from typing import ClassVar

from ardennes.kernel import Automatic, Chance, Chances, Game, Outcome, Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.parts.rules.cup import Cup
from ardennes.parts.rules.deck import Draw, Place, move, move_all, put
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.parts.rules.reaction import Window, set_standing, standing_choices
from ardennes.titles.crossroads.box import AMBUSHES, CARDS, HAMLETS, ROAD, SCOUTS, Hamlet
from ardennes.titles.crossroads.events import Acts, Marched, Played
from ardennes.titles.crossroads.state import State, home


def set_up(game: Game) -> State:
    """X-1 The companies at the ends of the road; two cards each will come from the pile."""
    g = State(game)
    put(g, Place("pile"), range(len(CARDS)))
    g.push(Night())
    for side in (Side.GERMAN, Side.ALLIED):
        g.stand(side, home(side))
        g.chits[side] = g.box.chits
        g.push(DrawCards(side, 2))
    return g


class Night(Automatic[State], frozen=True):
    """X-2 Chits until the cup is empty."""

    bottom: ClassVar[bool] = True

    def run(self, g: State) -> None:
        if any(g.chits):
            g.push(DrawChit())
            return
        score = g.score()
        winner = Side.GERMAN if score > 0 else Side.ALLIED if score < 0 else None
        g.finish(Outcome(winner, "the road" if score else "draw", score))


class DrawChit(Chance[State], frozen=True):
    """X-2 The owner of the chit acts."""

    luck: ClassVar[str] = "cup"

    def chances(self, g: State) -> Chances:
        return Cup(tuple(g.chits), (Side.GERMAN, Side.ALLIED), most=99).chances()

    def resolve(self, g: State, outcome: int) -> None:
        g.chits[outcome] -= 1
        g.tell(Acts, Side(outcome))
        g.replace(Orders(Side(outcome)))


class DrawCards(Draw[State], frozen=True):
    """X-1, X-3 Cards come to a hand; when the pile is empty the discards are mixed again."""

    known: ClassVar[str] = "known"

    def here(self, g: State) -> Place:
        return Place("pile")

    def there(self, g: State) -> Place:
        return Place("hands", self.side)

    def refill(self, g: State) -> None:
        move_all(g, Place("discards"), Place("pile"), self.known)


#: X-3, X-4 What keeps a company out of a hamlet.
ROADS = Rungs(
    lambda g, orders, hamlet: {"hamlet": HAMLETS[hamlet]},
    Rung("X-3", "{hamlet} is not next to the company", each(lambda g, orders, h: abs(h - g.place[orders.side]) != 1)),
    Rung(
        "X-4",
        "{hamlet} is an end of the road, and nobody is driven out of his",
        lambda g, orders, left: left & 1 << g.place[orders.side.enemy] & 1 << home(orders.side.enemy),
    ),
)


class Orders(Question[State], frozen=True):
    """X-3 A company goes or stays."""

    rule: ClassVar[str] = "X-3"
    phase: ClassVar[str] = "orders"
    asks: ClassVar[str] = "Where does the company in {hamlet} go?"
    otherwise: ClassVar[tuple[str, str]] = ("X-3", "a company goes to the next hamlet, or stays and draws a card")

    def facts(self, g: State) -> dict[str, object]:
        return {"hamlet": HAMLETS[g.place[self.side]]}

    @pick(lambda step, g: ROAD, by=ROADS)
    def go(self, g: State, hamlet: int) -> None:
        """X-3, X-5 It goes, unless an ambush stops it."""
        if g.place[self.side.enemy] != hamlet or not Ambush(self.side.enemy, hamlet).ask(g):
            march(g, self.side, hamlet)

    @button()
    def stay(self, g: State) -> None:
        """X-3 It stays and draws a card."""
        DrawCards(self.side).begin(g)

    @pick(lambda step, g: standing_choices(g, step.side, 2), stays=True)
    def standing(self, g: State, target: int) -> None:
        """Beside the question: what is answered unasked from now on."""
        set_standing(g, self.side, target)


def march(g: State, side: Side, hamlet: int) -> None:
    """X-3, X-4 Go to a hamlet, and drive back the enemy who is there."""
    if g.place[side.enemy] == hamlet:
        march(g, side.enemy, hamlet + (1 if side is Side.GERMAN else -1))
    g.tell(Marched, side, g.place[side], hamlet)
    g.stand(side, hamlet)


class Ambush(Window[State], frozen=True):
    """X-5 Whoever is attacked is asked if he holds any card: the attacker knows no more."""

    rule: ClassVar[str] = "X-5"
    question: ClassVar[int] = 0
    cards: ClassVar[range] = AMBUSHES
    asks: ClassVar[str] = "{hamlet} is attacked. Play an Ambush?"
    hamlet: Hamlet

    def possible(self, g: State) -> bool:
        return bool(g.hands[self.side])

    @pick(lambda step, g: [card for card in g.hands[step.side] if card in step.cards])
    def card(self, g: State, card: int) -> None:
        """X-5, X-6 The card is shown and played."""
        move(g, card, Place("hands", self.side), Place("discards"), "known")
        g.tell(Played, self.side, card)
        self.played(g)

    def played(self, g: State) -> None:
        """X-6 The attacker may have an answer."""
        Scouts(self.side.enemy, self.hamlet).ask(g)

    def declined(self, g: State) -> None:
        march(g, self.side.enemy, self.hamlet)


class Scouts(Ambush, frozen=True):
    """X-6 The attacker is asked, and the ambush holds if he declines."""

    rule: ClassVar[str] = "X-6"
    question: ClassVar[int] = 1
    cards: ClassVar[range] = SCOUTS
    asks: ClassVar[str] = "An ambush at {hamlet}. Play Scouts?"

    def played(self, g: State) -> None:
        march(g, self.side, self.hamlet)

    def declined(self, g: State) -> None:
        pass
