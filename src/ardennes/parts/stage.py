"""What the scenes of all titles have alike: the two players, the verbs every title has, the key of the drawn map."""

from __future__ import annotations

from hashlib import blake2b

from ardennes.kernel import Verbs
from ardennes.parts.scenery import SideInfo, Verb

SIDES = [SideInfo("german", "Germans", "German"), SideInfo("allied", "Allies", "Allied")]

#: The verbs that mean the same in every title, and so have the same gesture and words in each.
UNIT = Verb("unit", "piece", "click", "Unit")
VIA = Verb("via", "place", "shift", "Go by way of", "then go on")
BRIDGE = Verb("bridge", "crossing", "click", "Bridge")
FIGHT = Verb("fight", "none", "button", "Fight")
STOP = Verb("stop", "none", "button", "Stop")
DONE = Verb("done", "none", "button", "End")


def verbs_of(verbs: Verbs) -> list[Verb]:
    """The verbs of a title as a client needs to know them; cards are offered by number."""
    found = []
    for verb in verbs.by_key.values():
        drawn = "none" if verb.kind is None else verb.kind.drawn
        found.append(Verb(verb.key, "number" if drawn == "card" else drawn, verb.gesture, verb.name, verb.hint))
    return found


def sheet_key(sheet: bytes) -> str:
    """A key that changes whenever the drawn map does."""
    return blake2b(sheet, digest_size=8).hexdigest()
