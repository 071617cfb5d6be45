"""The rules, one module per chapter of the rulebook, named as the chapter."""
