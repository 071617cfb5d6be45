"""Every step a game can be in the middle of, by name: saves write them so."""

from ardennes.kernel.steps import steps_in
from ardennes.titles.tigers_in_the_mist.rules import (
    bridges,
    occupation,
    reinforcements,
    sequence,
    special_forces,
    victory,
)
from ardennes.titles.tigers_in_the_mist.rules.combat import artillery, fire
from ardennes.titles.tigers_in_the_mist.rules.combat import phase as combat
from ardennes.titles.tigers_in_the_mist.rules.movement import phase as movement

STEPS = steps_in(
    sequence, movement, combat, artillery, fire, bridges, reinforcements, occupation, special_forces, victory
)
