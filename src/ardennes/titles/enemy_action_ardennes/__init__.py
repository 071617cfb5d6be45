"""Enemy Action: Ardennes, the game for two players (John Butterfield, Compass Games): the Bulge by cards and chits.

So far the box with its data; it cannot be played yet.
"""
