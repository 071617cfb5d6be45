"""9.0 Combat: `phase` is the combat part of an impulse and the steps of a battle (9.3).

`artillery` (9.4) and `fire` (9.5) are its shooting, `circumstances` (9.6, 9.7) what counts for every die.
"""
