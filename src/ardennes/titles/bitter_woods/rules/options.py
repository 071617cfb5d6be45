"""What optional rules add to the chapters. A chapter takes from here what is meant for it, and knows none of them."""

from ardennes.titles.bitter_woods.rules import dumps, kampfgruppe
from ardennes.titles.bitter_woods.rules.movement import waiting

# ---- answers beside the question ---------------------------------------------------------------------------

#: 36.11 While nothing is half done Kampfgruppe Peiper may be broken down, or its battalions combined.
AT_ANY_TIME = (kampfgruppe.breakdown, kampfgruppe.combine)
#: 25.3 The Allies may say in advance that they burn nothing; 14.1 by a setting reserves are placed while others move.
IN_MOVEMENT = (*AT_ANY_TIME, dumps.standing, waiting.reserve)

# ---- rungs -------------------------------------------------------------------------------------------------

#: 9.8 Who does not advance, and where an advance does not end: asked about the advance, and about a unit in it.
NO_ADVANCE = (kampfgruppe.PARTED,)
NO_ADVANCE_TO = (kampfgruppe.APART,)
#: 9.7 Where a retreat does not end.
NO_RETREAT_TO = (kampfgruppe.SCATTERS,)

# ---- what they do ------------------------------------------------------------------------------------------

#: 9.7 The hexes where a unit has to end its retreat if it can, or 0; it is told who has still to retreat.
RALLIES = (kampfgruppe.rally,)
#: 9.5 What is found out when a combat is over.
AFTER_COMBAT = (kampfgruppe.after_combat,)
