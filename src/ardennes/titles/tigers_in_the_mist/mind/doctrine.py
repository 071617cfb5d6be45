"""Doctrine: named tactics for each side, each a recogniser, a payoff and an order."""

from __future__ import annotations

from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.mind.allied_tactics import ALLIED
from ardennes.titles.tigers_in_the_mist.mind.german_tactics import GERMAN
from ardennes.titles.tigers_in_the_mist.mind.tactics import Tactic

DOCTRINE: dict[Side, tuple[Tactic, ...]] = {Side.GERMAN: GERMAN, Side.ALLIED: ALLIED}
