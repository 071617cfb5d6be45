"""A made-up game, to prove that the kernel knows no wargame.

Poachers: a card from 1 to 3 is dealt face down to the German player. In turn the players take one to three hares from
the wood, whistle (a die that may bring new hares), or offer a trade that the other one accepts or declines. Once, a
player may turn the card face up, and up to three times somebody may whet the knife, to no effect. When the wood is
empty the greater bag wins; the card counts for the German.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

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
    Seed,
    Side,
    State,
    Step,
    Title,
    Unknown,
    Verb,
    Verbs,
    columns,
    die,
    kind_of,
)

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

    hares: int = columns.number(high=200, start=lambda box: box["hares"])
    bags: bytearray = columns.numbers(2)
    card: int = columns.number(high=3, audience=columns.Audience.NONE)
    face_up: bool = columns.value(bool, False)
    edge: int = columns.number(high=3)

    def veiled(self, side: Side | None) -> Self:
        """P-1 The German player knows the card, and everybody once it lies face up."""
        seen = super().veiled(side)
        if side is Side.GERMAN or self.face_up:
            seen.card = self.card
        return seen

    def imagined(self, seed: Seed) -> Self:
        made = super().imagined(seed)
        if not made.card and not isinstance(made.stack[0], Deal):
            made.card = random.Random(f"card {seed}").randint(1, 3)
        return made


class Deal(Chance[Wood], frozen=True):
    """P-1 The card is dealt before the first decision."""

    def chances(self, g: Wood) -> Chances:
        return die(3)

    def resolve(self, g: Wood, outcome: int) -> None:
        g.card = outcome
        g.replace(Turn(Side.GERMAN))


class Turn(Choice[Wood], frozen=True):
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


class Whistle(Chance[Wood], frozen=True):
    """P-3 New hares may come; then the whistler goes on."""

    def chances(self, g: Wood) -> Chances:
        return WHISTLE

    def resolve(self, g: Wood, outcome: int) -> None:
        g.hares += outcome
        g.pop()


class Offer(Choice[Wood], frozen=True):
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


class After(Automatic[Wood], frozen=True):
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


HARES = kind_of(
    "number of hares", "number", lambda box: ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
)


class Poachers(Title):
    """The title as the kernel sees it; tests make one with another rules version."""

    key = "poachers"
    name = "Poachers"
    options = (
        Option("fog", "Fog", "Nobody sees anything.", False),
        Option("bonus", "Bonus", "Hares the German has at home.", 0, 0, 5),
    )
    state = Wood
    verbs = Verbs(
        Verb("take", "Take hares", HARES),
        *(Verb(key, key.capitalize()) for key in ("whistle", "trade", "show", "whet", "accept", "decline")),
    )
    steps: ClassVar[dict[str, type[Step]]] = {s.__name__: s for s in (Deal, Turn, Whistle, Offer, After)}

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
