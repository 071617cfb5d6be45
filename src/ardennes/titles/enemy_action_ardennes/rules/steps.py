"""Every step of the game by name, so that a saved position can be read back."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

from ardennes.kernel import Step
from ardennes.titles.enemy_action_ardennes.rules import (
    activations,
    advances,
    combat,
    command_events,
    commands,
    deck,
    fuel,
    improved,
    losses,
    movement,
    reactions,
    replacements,
    reserves,
    retreats,
    sequence,
    setup,
    stacking,
    supply,
    tactics,
)

_CHAPTERS = (
    activations,
    advances,
    combat,
    command_events,
    commands,
    deck,
    fuel,
    improved,
    losses,
    movement,
    reactions,
    replacements,
    reserves,
    retreats,
    sequence,
    setup,
    stacking,
    supply,
    tactics,
)


def _steps_of(chapter: ModuleType) -> Iterator[type[Step]]:
    for found in vars(chapter).values():
        if isinstance(found, type) and issubclass(found, Step) and found.__module__ == chapter.__name__:
            yield found


STEPS: dict[str, type[Step]] = {step.__name__: step for chapter in _CHAPTERS for step in _steps_of(chapter)}
