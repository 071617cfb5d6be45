"""The Deadly Woods (Ted Raicer, Revolution Games): the Bulge by regiments and Kampfgruppen, moved by chits from a cup.

So far the box with its data; it cannot be played yet.
"""
