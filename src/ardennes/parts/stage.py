"""What the scenes of all titles have alike: the two players, the verbs every title has, the key of the drawn map."""

from __future__ import annotations

from hashlib import blake2b
from typing import Literal

from ardennes import kernel
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


def client_verbs(verbs: Verbs) -> list[Verb]:
    """The verbs of a title as a client needs to know them."""
    return [Verb(verb.key, _target(verb), verb.gesture, verb.name, verb.hint) for verb in verbs.by_key.values()]


def _target(verb: kernel.Verb) -> Literal["piece", "place", "crossing", "number", "none"]:
    drawn = "none" if verb.kind is None else verb.kind.drawn
    return "number" if drawn == "card" else drawn  # cards have a panel of their own and a number each


def sheet_key(sheet: bytes) -> str:
    """A key that changes whenever the drawn map does."""
    return blake2b(sheet, digest_size=8).hexdigest()
