"""What is worked out without the rungs, for speed: who may be picked up, who may build, what may be attacked.

Nothing here is a rule of its own. Every answer can be had from the rungs of a chapter too, a hundred times slower, and
conformance compares them.
"""
