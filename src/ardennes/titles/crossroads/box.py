"""What is in the box: five hamlets on a road, a company for each side, eight cards and a cup of chits."""

from typing import Annotated, NamedTuple

from ardennes.kernel.fields import Field
from ardennes.kernel.shapes import Number

#: Places are counted from 1: 0 is off the map.
HAMLETS = ("off the map", "Auel", "Bleid", "Crendal", "Drauffelt", "Enscherange")
ROAD = range(1, len(HAMLETS))
CARDS = ("Ambush 1", "Ambush 2", "Ambush 3", "Ambush 4", "Scouts 1", "Scouts 2", "Scouts 3", "Scouts 4")
AMBUSHES, SCOUTS = range(4), range(4, 8)

RULES = {
    "X-1": "The companies start at the two ends of the road, each side with two hidden cards.",
    "X-2": "A chit from the cup says who acts. When the cup is empty, he wins who held more hamlets last.",
    "X-3": "A company goes to the next hamlet, or stays and draws a card.",
    "X-4": "Going where the enemy is drives him back a hamlet; he cannot be driven out of his end of the road.",
    "X-5": "Before that he may play an Ambush: the attacker stays where he was.",
    "X-6": "The attacker may answer with Scouts: then the ambush is found out and he goes on.",
}


#: What a field of a step holds that names a hamlet.
Hamlet = Annotated[int, Field(Number(ROAD[0], ROAD[-1]), lambda g, hamlet: HAMLETS[hamlet])]


class Box(NamedTuple):
    """A scenario: how many chits each side has in the cup."""

    chits: int
