"""What players see: the verbs, the scene, and what lies on the table."""

from ardennes.kernel import Game, Side, Sight, Verb, Verbs, kind_of
from ardennes.kernel.words import say
from ardennes.parts.eye.scenery import Level, Link, Piece, Scene, Service
from ardennes.parts.eye.sideboard import Card, Chit, Chits, Cup, Held, Pile, Use, shown_standing
from ardennes.parts.eye.stage import blank_look, plain_place, plain_sheet, scene_of
from ardennes.parts.rules.reaction import standing_verb
from ardennes.parts.title import Looks
from ardennes.titles.crossroads.box import CARDS, HAMLETS, ROAD
from ardennes.titles.crossroads.state import State

SIDES = (Side.GERMAN, Side.ALLIED)
VERBS = Verbs(
    Verb("go", "Go", kind_of("area", "place", lambda box: HAMLETS), "click"),
    Verb("stay", "Stay and draw a card"),
    Verb("card", "Play", kind_of("card", "card", lambda box: CARDS), "panel"),
    Verb("decline", "Do not react"),
    standing_verb(("ambush", "scouts")),
)
FILLS = ("#8d9389", "#7c9a5a")
QUESTIONS = {"X-5": "Play an Ambush when attacked?", "X-6": "Answer an Ambush with Scouts?"}
PLACES = [plain_place(hamlet, HAMLETS[hamlet], (200.0 * hamlet - 80, 120.0)) for hamlet in ROAD]
LINKS = [Link(hamlet, hamlet + 1, "road") for hamlet in ROAD[:-1]]
SHEET = plain_sheet(PLACES, LINKS)


def scene(game: Game) -> Scene:
    """Everything that stays the same."""
    return scene_of(
        game,
        SHEET,
        services=[Service(str(side), str(side), FILLS[side], "#14160f", "#e9ebe2") for side in SIDES],
        places=PLACES,
        links=LINKS,
        pieces=[Piece(s, str(s), say("{s} company", s=s), s, str(s), "infantry", "SFGPUCI--------", 1) for s in SIDES],
        levels=[Level("German", 1, 0), Level("draw", 0, None), Level("Allied", -9, 1)],
        cards=[Card(number, name) for number, name in enumerate(CARDS)],
        chits=[Chit(side, str(side), str(side)[0], side) for side in SIDES],
    )


def laid(sight: Sight) -> Looks:
    """What lies on the table as a side sees it: its own hand, and of the other cards only how many there are."""
    g = own(sight)
    playable = sight.choices().get("card", ())
    hand = () if sight.side is None else g.hands[sight.side]
    piles = [Pile("To draw", len(g.pile)), Pile("Discards", len(g.discards), top=(None, *g.discards)[-1])]
    return {
        **blank_look(len(SIDES)),
        "score": g.score(),
        "place": [*g.place],
        "control": [hamlet for hamlet in ROAD if g.held[0] >> hamlet & 1],
        "hand": [Held(card, [Use(-1, "card", card, "Play")] if card in playable else []) for card in hand],
        "piles": [*piles, *[Pile(say("{s} hand", s=s), len(g.hands[s]), s) for s in SIDES if s is not sight.side]],
        "cup": Cup("The night", [Chits(side, g.chits[side]) for side in SIDES if g.chits[side]]),
        "standing": shown_standing(g, sight.side, QUESTIONS),
    }


def clock(sight: Sight) -> str:
    """Where the night stands."""
    return say("{sum} chits left", sum=sum(own(sight).chits))


def own(sight: Sight) -> State:
    """The state of a sight, known to be ours."""
    assert isinstance(sight.state, State)
    return sight.state
