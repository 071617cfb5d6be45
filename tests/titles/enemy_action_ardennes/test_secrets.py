"""What is picked from a hand and put back is nobody else's business."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from ardennes.kernel import conformance
from ardennes.parts.eye.outlets import Outlets
from ardennes.titles.enemy_action_ardennes.rules.tactics import NameTactic
from tests.titles.enemy_action_ardennes.combats import table
from tests.titles.enemy_action_ardennes.table import ALLIED, GERMAN, Table

UNITS = "a: German armor at 0325; d: Allied infantry at 0326"
#: Army cards may be played as any tactic.
WILD = 37
#: What else could be in the hands, as far as the other side knows.
PILES = {GERMAN: [46, 47, 48, 49, 52, 53], ALLIED: [11, 12, 13, 14, 15, 20, 21]}


def at(t: Table) -> Any:
    """The position as a match that stands there."""
    return SimpleNamespace(state=t.g, moves=[], game=t.game)


def attacking() -> Table:
    t = table(UNITS, hands={GERMAN: [WILD, 50], ALLIED: [4, 19]}, piles_=PILES)
    if t.step == "Roadblocks":
        t.do("decline")
    t.do("hex", "0326")
    t.do("unit", "a")
    t.do("done")
    return t


def defending() -> Table:
    t = attacking()
    t.do("done")
    assert t.step == "DefenderTactics"
    return t


@pytest.mark.rule("EA-9.22b", "EA-5.1h")
@pytest.mark.parametrize(("prepared", "side", "card"), [(attacking, GERMAN, WILD), (defending, ALLIED, 4)])
def test_a_tactic_card_picked_and_put_back_shows_nobody_anything(prepared, side, card):
    t = prepared()
    outlets = Outlets(t.game)
    before = {other: outlets.as_bytes(t.g.sight(other)) for other in (side.enemy, None)}
    window, here = t.step, conformance.saves.position(t.g)
    t.do("card", card)
    assert t.step == "NameTactic"
    for other, told in before.items():
        assert outlets.as_bytes(t.g.sight(other)) == told
    t.do("back")
    assert (t.step, conformance.saves.position(t.g)) == (window, here)
    for other, told in before.items():
        assert outlets.as_bytes(t.g.sight(other)) == told


@pytest.mark.rule("EA-9.22b")
def test_a_tactic_that_was_named_goes_on_with_the_window():
    t = attacking()
    t.do("card", WILD)
    t.do("tactic", "artillery")
    assert t.step == "AttackerTactics"
    assert t.offers("card") == {50}


@pytest.mark.parametrize("prepared", [attacking, defending])
def test_the_check_of_picks_finds_a_prompt_that_tells(monkeypatch, prepared):
    t = prepared()
    outlets = Outlets(t.game)
    conformance.picks_tell_nothing_hidden(at(t), outlets.as_bytes, outlets.pictured)
    monkeypatch.setattr(NameTactic, "seen_by", lambda step, side: NameTactic(step.side, -1, step.attacking))
    with pytest.raises(conformance.Broken, match="picking card"):
        conformance.picks_tell_nothing_hidden(at(t), outlets.as_bytes, outlets.pictured)
