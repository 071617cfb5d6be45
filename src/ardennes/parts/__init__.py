"""What wargames share: tables, odds, decks and cups, reactions, typed orders, and a title as players see it."""
