"""What all scenes have alike."""

from ardennes.kernel import Verb, Verbs, kind_of
from ardennes.parts.eye import scenery
from ardennes.parts.eye.stage import verbs_of

CARD = kind_of("card", "card", lambda box: ("ace",))
PLACE = kind_of("place", "place", lambda box: ("here", "there"))


def test_verbs_are_declared_once_and_told_to_the_client():
    verbs = Verbs(Verb("via", "By way of", PLACE, "shift", "then on"), Verb("play", "Play", CARD), Verb("done", "End"))
    assert verbs_of(verbs) == [
        scenery.Verb("via", "place", "shift", "By way of", "then on"),
        scenery.Verb("play", "number", "button", "Play"),
        scenery.Verb("done", "none", "button", "End"),
    ]
