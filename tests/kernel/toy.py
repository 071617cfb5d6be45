"""A made-up game, to prove that the kernel knows no wargame.

Poachers: a card from 1 to 3 is dealt face down to the German player. In turn the players take one to three hares from
the wood, whistle (a die that may bring new hares), or offer a trade that the other one accepts or declines. Once, a
player may turn the card face up, and up to three times somebody may whet the knife, to no effect. When the wood is
empty the greater bag wins; the card counts for the German.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

import msgspec

from ardennes import kernel
from ardennes.kernel import (
    Action,
    Automatic,
    Chance,
    Chances,
    Choice,
    Choices,
    Event,
    Game,
    Option,
    Outcome,
    Reason,
    Scenario,
    Side,
    State,
    Step,
    Title,
    Unknown,
    die,
)
from ardennes.kernel.columns import RESULT, SIDE, Column, Fields, Flag, Listed, Number, Row, Word, check

WHISTLE = Chances([(3, 0), (2, 1), (1, 2)])


class Taken(Event, frozen=True):
    cites: ClassVar[str] = "P-2"
    side: Side
    hares: int


class Shown(Event, frozen=True):
    cites: ClassVar[str] = "P-5"
    reveals: ClassVar[bool] = True
    card: int


class Wood(State):
    """What is on the table: hares in the wood, two bags, a card and whether it lies face up."""

    __slots__ = ("bags", "card", "edge", "face_up", "hares")

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.hares: int = game.data["hares"]
        self.bags = bytearray(2)
        self.card = 0
        self.face_up = False
        self.edge = 0

    def copy(self) -> Self:
        new = self.copy_kernel(object.__new__(type(self)))
        new.hares, new.bags, new.card, new.face_up = self.hares, self.bags[:], self.card, self.face_up
        new.edge = self.edge
        return new

    def table(self) -> dict[str, Any]:
        return {
            "hares": self.hares,
            "bags": list(self.bags),
            "card": self.card,
            "face_up": self.face_up,
            "edge": self.edge,
            "stack": kernel.encode_stack(self.stack),
            "result": None if self.result is None else list(self.result),
        }

    def view(self, side: Side | None) -> dict[str, Any]:
        seen = self.table()
        if side is not Side.GERMAN and not self.face_up:
            del seen["card"]
        return seen


class Deal(Chance, frozen=True):
    """P-1 The card is dealt before the first decision."""

    def chances(self, g: Wood) -> Chances:
        return die(3)

    def resolve(self, g: Wood, outcome: int) -> None:
        g.card = outcome
        g.replace(Turn(Side.GERMAN))


class Turn(Choice, frozen=True):
    """P-2 to P-5 One player's turn."""

    rule: ClassVar[str] = "P-2"

    def prompt(self, g: Wood) -> str:
        return f"{self.side}: {g.hares} hares are left"

    def choices(self, g: Wood) -> Choices:
        found: dict[str, Sequence[int | None]] = {"take": [n for n in (1, 2, 3) if n <= g.hares], "whistle": [None]}
        if g.bags[self.side]:
            found["trade"] = [None]
        if not g.face_up:
            found["show"] = [None]
        if g.edge < 3:
            found["whet"] = [None]
        return found

    def why_not(self, g: Wood, action: Action) -> Reason | None:
        verb, target = action
        if verb == "take" and target is not None:
            if not 1 <= target <= 3:
                return Reason("P-2a", "one to three hares are taken")
            return None if target <= g.hares else Reason("P-2b", "so many hares are not in the wood")
        if verb == "whistle" and target is None:
            return None
        if verb == "trade" and target is None:
            return None if g.bags[self.side] else Reason("P-4", "an empty bag cannot be traded")
        if verb == "show" and target is None:
            return Reason("P-5", "the card lies face up") if g.face_up else None
        if verb == "whet" and target is None:
            return None if g.edge < 3 else Reason("P-7", "the knife is sharp")
        return Reason("P-2", "a turn is one of five things")

    def take(self, g: Wood, hares: int) -> None:
        g.hares -= hares
        g.bags[self.side] += hares
        g.tell(Taken, self.side, hares)
        g.replace(After(self.side))

    def whistle(self, g: Wood) -> None:
        g.push(Whistle())

    def trade(self, g: Wood) -> None:
        g.replace(After(self.side))
        g.push(Offer(self.side.enemy))

    def whet(self, g: Wood) -> None:
        g.edge += 1

    def show(self, g: Wood) -> None:
        g.face_up = True
        g.tell(Shown, g.card)


class Whistle(Chance, frozen=True):
    """P-3 New hares may come; then the whistler goes on."""

    def chances(self, g: Wood) -> Chances:
        return WHISTLE

    def resolve(self, g: Wood, outcome: int) -> None:
        g.hares += outcome
        g.pop()


class Offer(Choice, frozen=True):
    """P-4 The other player answers; one who has nothing to lose accepts without being asked."""

    taken_alone: ClassVar[frozenset[str]] = frozenset({"accept"})

    def prompt(self, g: Wood) -> str:
        return f"{self.side}: trade bags?"

    def choices(self, g: Wood) -> Choices:
        return {"accept": [None], "decline": [None]} if g.bags[self.side] else {"accept": [None]}

    def why_not(self, g: Wood, action: Action) -> Reason | None:
        if action.target is not None or action.verb not in ("accept", "decline"):
            return Reason("P-4", "an offer is accepted or declined")
        return None if action.verb in self.choices(g) else Reason("P-4", "an empty bag declines nothing")

    def accept(self, g: Wood) -> None:
        g.bags.reverse()
        g.pop()

    def decline(self, g: Wood) -> None:
        g.pop()


class After(Automatic, frozen=True):
    """P-6 The next player's turn, or the end."""

    side: Side

    def run(self, g: Wood) -> None:
        if g.hares:
            g.replace(Turn(self.side.enemy))
            return
        german = g.bags[0] + g.card + int(g.game.options["bonus"])
        margin = german - g.bags[1]
        winner = None if not margin else Side.GERMAN if margin > 0 else Side.ALLIED
        g.finish(Outcome(winner, "bag", margin))


class Poachers(Title):
    """The title as the kernel sees it; tests make one with another rules version."""

    key = "poachers"
    name = "Poachers"
    options = (
        Option("fog", "Fog", "Nobody sees anything.", False),
        Option("bonus", "Bonus", "Hares the German has at home.", 0, 0, 5),
    )
    steps: ClassVar[dict[str, type[Step]]] = {s.__name__: s for s in (Deal, Turn, Whistle, Offer, After)}

    columns = (
        Column("hares", Number(0, 1000)),
        Column("bags", Listed(Number(0, 255), 2, 2)),
        Column("card", Number(0, 3)),
        Column("face_up", Flag()),
        Column("edge", Number(0, 3)),
        Column("stack", Listed(Row((Word(frozenset(steps)), Fields({"side": SIDE}))), 0, 8)),
        Column("result", RESULT),
    )

    def __init__(self, rules_version: int = 3) -> None:
        self.rules_version = rules_version

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        return (
            Scenario("copse", "The Copse", "short", "7 hares"),
            Scenario("forest", "The Forest", "long", "30 hares"),
        )

    def load(self, scenario: str, options: Mapping[str, bool | int]) -> dict[str, int]:
        return {"hares": 7 if scenario == "copse" else 30}

    def set_up(self, game: Game) -> Wood:
        state = Wood(game)
        state.push(Deal())
        return state

    def restore(self, game: Game, table: Mapping[str, Any]) -> Wood:
        check(table, self.columns)
        state = Wood(game)
        state.hares, state.card, state.face_up = table["hares"], table["card"], table["face_up"]
        state.edge = table["edge"]
        state.bags = bytearray(table["bags"])
        state.stack = kernel.decode_stack(table["stack"], self.steps)
        if table["result"] is not None:
            winner, level, score = msgspec.convert(table["result"], tuple[int | None, str, int])
            state.result = Outcome(None if winner is None else Side(winner), level, score)
        return state

    def domain(self, game: Game) -> Mapping[str, Sequence[int | None]]:
        return {"take": range(6), **dict.fromkeys(("whistle", "trade", "show", "whet", "accept", "decline"), (None,))}

    def word(self, game: Game, verb: str, target: int) -> str:
        return ("no", "one", "two", "three")[target]

    def target(self, game: Game, verb: str, word: str) -> int:
        numbers = {"one": 1, "two": 2, "three": 3}
        if verb != "take" or word not in numbers:
            raise Unknown("number of hares", word, list(numbers))
        return numbers[word]

    def label(self, state: State, verb: str, target: int | None) -> str:
        return verb

    def prose(self, game: Game, event: Event) -> str:
        return type(event).__name__

    def look(self, state: State, side: Side | None) -> dict[str, Any]:
        return state.view(side)

    def clock(self, state: State) -> str:
        return ""

    def broken(self, state: State) -> list[str]:
        assert isinstance(state, Wood)
        return [] if state.hares >= 0 else ["the wood owes hares"]


POACHERS = Poachers()


def find(key: str) -> Title:
    """Titles of the tests by key."""
    if key != POACHERS.key:
        raise Unknown("title", key, [POACHERS.key])
    return POACHERS


def take(number: int) -> Action:
    return Action("take", number)


TRADE, WHISTLES, SHOW, WHET = Action("trade"), Action("whistle"), Action("show"), Action("whet")
ACCEPT, DECLINE = Action("accept"), Action("decline")
