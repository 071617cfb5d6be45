"""4.0 The sequence of play, on one screen: an ordinary turn, and turn 1 with its own opening (14.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from ardennes.kernel import Side
from ardennes.kernel.shapes import Number
from ardennes.parts.rules.phases import Outline, Phase
from ardennes.titles.deadly_woods.box.tables import AssetKind, Chit, Round
from ardennes.titles.deadly_woods.rules import action_rounds, assets, replacements, rounds, victory
from ardennes.titles.deadly_woods.rules.action_rounds import FirstChit, Rounds
from ardennes.titles.deadly_woods.rules.heydte import Heydte
from ardennes.titles.deadly_woods.state import State


def _first_chit(g: State) -> None:
    g.push(FirstChit(g.initiative))


def _rounds(g: State) -> None:
    g.push(Rounds())


def _opening(side: Side, chit: Chit, kind: Round) -> Phase:
    """14.3 A round of the opening: it is played without a draw, and counts like any other."""

    def phase(g: State) -> None:
        g.rounds += ((int(chit), int(kind)),)
        rounds.begin(g, side, kind)

    return phase


def _traffic(g: State) -> None:
    g.push(assets.Marker(Side.ALLIED, g.find_asset(AssetKind.TRAFFIC)))


def _heydte(g: State) -> None:
    g.push(Heydte(Side.GERMAN))


def _new_turn(g: State) -> None:
    """13.2.2g What lasts a turn is forgotten."""
    g.returned = 0


#: 4.1 - 4.4 An ordinary turn.
TURN: tuple[Phase, ...] = (
    _new_turn,
    assets.arrive,
    victory.withdrawal_phase,
    assets.placing,
    replacements.phase,
    action_rounds.fill,
    _first_chit,
    _rounds,
    victory.check,
)

#: 14.3 Turn 1: no chit is chosen, the surprise attack comes first.
FIRST_TURN: tuple[Phase, ...] = (
    action_rounds.fill,
    _opening(Side.GERMAN, Chit.GERMAN_MOVE_COMBAT, Round.COMBAT),
    _opening(Side.GERMAN, Chit.GERMAN_MOVE_COMBAT, Round.MOVE),
    _traffic,
    _opening(Side.ALLIED, Chit.REACTION, Round.FIRST_REACTION),
    _heydte,
    _rounds,
    victory.check,
)


class Turn(Outline[State], frozen=True):
    """The bottom of the stack: the turn's phases one after the other."""

    stage: Annotated[int, Number(0, 8)] = 0

    def phases(self, g: State) -> Sequence[Phase]:
        return FIRST_TURN if g.turn == 1 else TURN
