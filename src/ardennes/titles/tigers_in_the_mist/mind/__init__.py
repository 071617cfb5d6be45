"""How the staff thinks: what positions and attacks are worth, tactics, answers and what it says about them."""
