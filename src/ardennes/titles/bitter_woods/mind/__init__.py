"""How the staff thinks: what positions and combats are worth, tactics, answers and what it says about them."""
