"""8.0 Movement: `phase` is the movement part of an impulse.

`activation` (8.1) says who may act, `roads` (8.2, 8.3) what ways cost, `destinations` and `waypoints` (8.2, 8.35) where
a stack may stop, `march` what a way leaves behind, `entrenching` (8.5) who digs in.
"""
