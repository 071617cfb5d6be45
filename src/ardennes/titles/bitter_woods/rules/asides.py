"""What options let a player do beside the question he is asked; decisions that take these answers name them here."""

from ardennes.titles.bitter_woods.rules import kampfgruppe

#: 36.11 While nothing is half done Kampfgruppe Peiper may be broken down, or its battalions combined.
AT_ANY_TIME = (kampfgruppe.breakdown, kampfgruppe.combine)
