"""Marches as answers to decisions: units are picked up, then a place is named."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.kernel import Action


def read(actions: Iterable[Action], pick: str, go: str) -> list[tuple[int, int]]:
    """Who goes where by some answers, with the verbs that pick a unit up and say where it goes.

    Whoever is picked up twice is put down again; those who were picked up together go together, and on from there if
    another place is named.
    """
    found: dict[int, int] = {}
    taken: list[int] = []
    gone = False
    for verb, target in actions:
        if target is None:
            continue
        if verb == pick:
            taken, gone = ([] if gone else taken), False
            taken = [unit for unit in taken if unit != target] if target in taken else [*taken, target]
        elif verb == go:
            found.update(dict.fromkeys(taken, target))
            gone = True
    return list(found.items())
