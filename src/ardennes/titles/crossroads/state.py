"""What is on the table, each column declared once."""

from ardennes import kernel
from ardennes.kernel import Side
from ardennes.kernel.columns import Audience, bits, by_side, numbers, tokens
from ardennes.parts.rules.reaction import standing_answers
from ardennes.titles.crossroads.box import CARDS, HAMLETS, ROAD, Box


class State(kernel.State):
    """Companies, hamlets, the cup and the cards."""

    box: Box
    place: bytearray = numbers(2, high=ROAD[-1])
    held: list[int] = by_side(bits(len(HAMLETS)))
    chits: bytearray = numbers(2)
    hands: list[tuple[int, ...]] = by_side(tokens(len(CARDS), "deck", seen="known"), audience=Audience.OWNER)
    pile: tuple[int, ...] = tokens(len(CARDS), "deck", Audience.NONE, seen="known")
    discards: tuple[int, ...] = tokens(len(CARDS), "deck")
    known: list[int] = by_side(bits(len(CARDS)), audience=Audience.OWNER)
    standing: list[int] = standing_answers(2)

    def stand(self, side: Side, hamlet: int) -> None:
        """X-2 A company stands in a hamlet and holds it."""
        self.place[side] = hamlet
        self.held[side] |= 1 << hamlet
        self.held[side.enemy] &= ~(1 << hamlet)

    def score(self) -> int:
        """X-2 German hamlets less Allied ones."""
        return self.held[0].bit_count() - self.held[1].bit_count()


def home(side: Side) -> int:
    """X-1 The end of the road where a side starts."""
    return ROAD[-side]
