"""What a position is worth while chits are being drawn: the combat counts by the hits to be expected, so that a report
finds the luck of each chit where it was drawn. Hands count by what their cards could do."""

from __future__ import annotations

from collections.abc import Callable

from ardennes import kernel
from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.titles.enemy_action_ardennes.mind.fights import Prize, card_worth, prize, worth_of_hits
from ardennes.titles.enemy_action_ardennes.rules import battle
from ardennes.titles.enemy_action_ardennes.rules.battle import Attack, Battle
from ardennes.titles.enemy_action_ardennes.rules.combat import DrawChit
from ardennes.titles.enemy_action_ardennes.state import State

#: The part of what a card is worth that its hand counts: it may come too late, and others do as well.
HAND = 0.5


def node_value(value: Callable[[kernel.State], float]) -> Callable[[kernel.State], float]:
    """Values along one game: those of a title's mind, and in a combat what its chits promise."""
    return _Along(value)


class _Along:
    """The value of the last position with a combat is kept: its chits change nothing else."""

    def __init__(self, value: Callable[[kernel.State], float]) -> None:
        self._value = value
        self._known: tuple[object, float, Prize | None] = (None, 0.0, None)

    def __call__(self, state: kernel.State) -> float:
        assert isinstance(state, State)
        return self._value(state) if state.result is not None else self._fought(state) + HAND * _hands(state)

    def _fought(self, state: State) -> float:
        under_way = [step for step in state.stack if isinstance(step, Battle)]
        if not under_way or under_way[-1].attack.hits != (0, 0):
            return self._value(state)
        attack = under_way[-1].attack
        if not attack.total:
            return self._value(state)
        key = (attack.hex, attack.units, attack.defenders, state.day, *state.impulses, bytes(state.lost))
        if self._known[0] != key:
            self._known = (key, self._value(state), prize(state, attack))
        _, before, stakes = self._known
        assert stakes is not None
        if len(attack.drawn) >= attack.total and not isinstance(state.stack[-1], DrawChit) and under_way[-1].stage > 5:
            return self._value(state)
        sign = 1.0 if attack.side is Side.GERMAN else -1.0
        return before + sign * worth_of_hits(stakes, _expected(state, attack))


def _hands(g: State) -> float:
    """What the hands are worth as commands, the German less the Allied: so that cards drawn are lucky or not."""
    worth = [sum(card_worth(g, card) for card in g.hands[side] if card >= 0) for side in (Side.GERMAN, Side.ALLIED)]
    return worth[0] - worth[1]


def _expected(g: State, attack: Attack) -> dict[tuple[int, int], float]:
    """The hits to be expected in the mean, between whole numbers by their nearness."""
    applying, german = battle.situations(g, attack), attack.side is Side.GERMAN
    sure, mean = _hits(g, attack.drawn, applying, german), _hits(g, cells(g.cup or g.aside), applying, german)
    left, size = attack.total - len(attack.drawn), max((g.cup or g.aside).bit_count(), 1)
    ours, theirs = [sure[n] + left * mean[n] / size for n in (0, 1)]
    found: dict[tuple[int, int], float] = {}
    for a, share in _between(ours):
        for d, part in _between(theirs):
            hits = battle.adjusted(g, attack, a, d)
            found[hits] = found.get(hits, 0.0) + share * part
    return found


def _between(mean: float) -> tuple[tuple[int, float], tuple[int, float]]:
    low = int(mean // 1)
    return (low, 1.0 - (mean - low)), (low + 1, mean - low)


def _hits(g: State, chits: tuple[int, ...] | list[int], applying: int, german: bool) -> tuple[float, float]:
    ours = theirs = 0.0
    for number in chits:
        side = g.box.chits.all[number].counted(applying)
        if side is not None:
            own, other = (side.german, side.allied) if german else (side.allied, side.german)
            ours += side.attacker + own
            theirs += side.defender + other
    return ours, theirs
