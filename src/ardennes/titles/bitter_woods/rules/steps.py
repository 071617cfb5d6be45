"""Every step a game can be in the middle of, by name: saves write them so."""

from ardennes.kernel.steps import steps_in
from ardennes.titles.bitter_woods.rules import aircraft, bridges, reserves, sequence, supply, surrender
from ardennes.titles.bitter_woods.rules.combat import advance, results, retreat
from ardennes.titles.bitter_woods.rules.combat import phase as combat
from ardennes.titles.bitter_woods.rules.movement import phase as movement

STEPS = steps_in(sequence, movement, combat, results, retreat, advance, aircraft, supply, bridges, reserves, surrender)
