"""Every step a game can be in the middle of, by name: saves write them so."""

from ardennes.kernel.steps import steps_in
from ardennes.titles.bitter_woods.rules import (
    aircraft,
    bridges,
    dumps,
    random_events,
    reserves,
    sequence,
    supply,
    surrender,
)
from ardennes.titles.bitter_woods.rules.combat import (
    advance,
    angriff,
    bombardment,
    declaring,
    lunge,
    results,
    retreat,
    stand,
)
from ardennes.titles.bitter_woods.rules.combat import phase as combat
from ardennes.titles.bitter_woods.rules.movement import challenge, sneak
from ardennes.titles.bitter_woods.rules.movement import phase as movement

STEPS = steps_in(
    *(sequence, movement, combat, declaring, results, stand, retreat, advance, aircraft, supply, bridges, reserves),
    *(dumps, sneak, lunge, random_events, bombardment, angriff, surrender, challenge),
)
