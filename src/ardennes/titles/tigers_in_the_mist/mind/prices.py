"""From what on staffs attack and move, and what they give for it, in the measure of `valuation.worth`."""

from __future__ import annotations

#: The least payoff for which an attack, and a move, is made in each impulse of a day.
ATTACK_AT = (0.10, 0.08, 0.05)
MOVE_AT = (0.60, 0.40, 0.02)
#: What a strength point kept in hand is worth in each impulse: mobile troops, then others.
MOBILE_IN_HAND = (0.07, 0.035, 0.0)
OTHERS_IN_HAND = (0.02, 0.01, 0.0)
#: What a strength point likely to be lost to the enemy's reply costs.
EXPOSURE = 0.12
#: What a strength point more destroyed than lost is worth beyond itself.
TRADE = 0.06
#: What being a day nearer to the front is worth to a strength point.
CLOSING_UP = 0.15
