"""9.46, 9.52 - 9.57 At whom may be fired, by position among the enemy: forecasts ask this of strengths to come."""

from __future__ import annotations

from collections.abc import Sequence


def by_quality(kind: int, targets: Sequence[int], kinds: Sequence[int], alone: bool) -> list[int]:
    """9.52, 9.57 The targets (by position) that quality allows a firer of this kind.

    A lone unit takes any target of its own or lower quality; one of several takes an equal, else the best below it.
    Both fall back on the lowest above. Kinds are ordered by quality.
    """
    below = [kinds[p] for p in targets if kinds[p] <= kind]
    if not below:
        wanted = min(kinds[p] for p in targets)
        return [p for p in targets if kinds[p] == wanted]
    if alone:
        return [p for p in targets if kinds[p] <= kind]
    wanted = max(below)
    return [p for p in targets if kinds[p] == wanted]


def fire_targets(
    kind: int, alone: bool, defending: bool, kinds: Sequence[int], strengths: Sequence[int], covered: Sequence[int]
) -> list[int]:
    """9.52 - 9.57 Which enemy units (by position) a firer may aim at; `covered` counts the firers each has already.

    Every target is covered once before any is covered twice (9.55), and quality decides only the first cover (9.56).
    Defenders may pass over attackers of one strength point (9.53), but not out of that duty to cover (9.54).
    """
    level = min(covered)
    open_targets = [p for p, count in enumerate(covered) if count == level]
    if level:
        return open_targets
    if not defending:
        return by_quality(kind, open_targets, kinds, alone)
    strong = [p for p in open_targets if strengths[p] > 1]
    legal = by_quality(kind, strong, kinds, alone) if strong else []
    for p in open_targets:
        if strengths[p] == 1 and p in by_quality(kind, [*strong, p], kinds, alone):
            legal.append(p)
    return sorted(legal)


def shell_targets(kinds: Sequence[int], strengths: Sequence[int], aimed: Sequence[int]) -> list[int]:
    """9.46 Which of the enemy units (by position) the next shot may be aimed at, after those in `aimed`.

    The type with the most strength not yet shot at this round; a round ends when every unit holds a shot.
    """
    in_round = len(aimed) % len(kinds)
    held = set(aimed[len(aimed) - in_round :])
    totals: dict[int, int] = {}
    for position, kind in enumerate(kinds):
        if position not in held:
            totals[kind] = totals.get(kind, 0) + strengths[position]
    most = max(totals.values())
    return [p for p, kind in enumerate(kinds) if p not in held and totals[kind] == most]
