"""What options let a player do beside the question he is asked; decisions that take these answers name them here."""

from ardennes.titles.bitter_woods.rules import dumps, kampfgruppe
from ardennes.titles.bitter_woods.rules.movement import waiting

#: 36.11 While nothing is half done Kampfgruppe Peiper may be broken down, or its battalions combined.
AT_ANY_TIME = (kampfgruppe.breakdown, kampfgruppe.combine)
#: 25.3 The Allies may say in advance that they burn nothing; 14.1 by a setting reserves are placed while others move.
IN_MOVEMENT = (*AT_ANY_TIME, dumps.standing, waiting.reserve)
