"""What is refused within reach names the fact that forbids it."""

from __future__ import annotations

import pytest

from ardennes.kernel import Action
from ardennes.titles.enemy_action_ardennes.rules.command_events import Resupply
from ardennes.titles.enemy_action_ardennes.rules.engineers import BridgeWork
from ardennes.titles.enemy_action_ardennes.rules.reactions import LayRoadblocks
from tests.titles import reasons
from tests.titles.enemy_action_ardennes.combats import PLAIN, struck, table, won
from tests.titles.enemy_action_ardennes.table import ALLIED, GERMAN, Table


def test_what_is_refused_within_reach_is_told_the_fact():
    said = reasons.survey("enemy_action_ardennes", 150, 3)
    assert said.total() > 300
    assert len({told.rule for told in said}) > 30
    assert reasons.share(said) < reasons.BOUND, [told for told in said if told.general]


def idle() -> Table:
    """An activation ends in which one unit has moved and one has attacked; `t` is in a town, and `e` may dig in."""
    units = "a: 62.LXVI at 0326; b: 18.LXVI at 0328; c: 2.2P.XLVII at 0225; t: 3.2P.XLVII at 0812; e: 1.1SS.ISS at 0124"
    t = Table("D21 German activate", f"{units}; d: Allied infantry at 0420", improved=["0326"])
    t.g.moved, t.g.attacked = 1 << t.unit("b"), 1 << t.unit("c")
    t.end()
    return t


def asked(step, units: str = PLAIN, **more) -> Table:
    t = table(units, **more)
    t.g.push(step)
    t.g._choices = t.g.memo = None
    return t


#: A position, an answer, and the rule and the words that it is told.
TOLD = [
    (idle, "unit", "a", "EA-12.32", "0326 has an improved position already"),
    (idle, "unit", "b", "EA-12.31a", "has moved"),
    (idle, "unit", "c", "EA-12.31a", "has attacked"),
    (idle, "unit", "d", "EA-12.31a", "is not active"),
    (idle, "unit", "t", "EA-12.32", "is a town or city"),
    (lambda: struck(table(PLAIN), "0326", "a", 1), "retreat", 3, "EA-9.5i", "two hexes at most"),
    (lambda: won(table(PLAIN), "0326", "a", gone="d"), "unit", "d", "EA-9.8a", "has not attacked"),
    (lambda: asked(LayRoadblocks(ALLIED, 2)), "hex", "0326", "EA-7.9m", "units are in"),
    (lambda: asked(LayRoadblocks(ALLIED, 2)), "hex", "0812", "EA-7.9m", "is a town or city"),
    (lambda: asked(BridgeWork(GERMAN)), "build", "0811/0812", "EA-12.22", "a road crosses there"),
    (lambda: asked(BridgeWork(GERMAN)), "blow", "0811/0812", "EA-12.21b", "these engineers build and repair"),
    (lambda: asked(BridgeWork(GERMAN)), "unit", "d", "EA-12.31b", "these engineers build and repair"),
    (lambda: asked(BridgeWork(ALLIED, True)), "unit", "a", "EA-12.31b", "is no Allied unit"),
    (lambda: asked(Resupply(ALLIED)), "hex", "0326", "EA-10.3", "are in supply"),
    (lambda: asked(Resupply(ALLIED)), "hex", "0327", "EA-10.3", "no Allied unit is in"),
]


@pytest.mark.parametrize(("position", "verb", "target", "rule", "words"), TOLD, ids=lambda word: str(word)[:20])
def test_a_refusal_names_the_fact(position, verb, target, rule, words):
    t = position()
    reason = t.why(verb, target)
    assert reason is not None
    assert (reason.rule, words in reason.text) == (rule, True), reason


def test_a_standing_answer_that_would_change_nothing_is_told_so():
    t = Table("D21 German command", PLAIN, hands={GERMAN: [53]})
    words = t.g.game.title.domain(t.game)["standing"]
    refused = [word for word in words if word not in t.g.choices()["standing"]]
    assert refused
    assert {t.g.why_not(Action("standing", word)).text for word in refused} == {"that is answered so already"}
