"""Hexes and areas: numbering, neighbours, sets of cells as integers, floods, paths. Knows no title."""
