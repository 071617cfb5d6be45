"""What wargames share: cards, cups, reactions, phases, tables, odds, and what players see and hear of any title."""
