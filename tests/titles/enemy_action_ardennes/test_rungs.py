"""Lists and reasons come from one set of rungs: each is left out in turn, in positions of games with much fighting."""

from collections import Counter

import pytest

from ardennes.kernel import Game, conformance
from ardennes.titles.enemy_action_ardennes import TITLE
from ardennes.titles.enemy_action_ardennes.rules.advances import AdvanceOn
from ardennes.titles.enemy_action_ardennes.rules.movement import Moving
from tests.titles.enemy_action_ardennes.combats import PLAIN, table, won
from tests.titles.enemy_action_ardennes.record import bold_game, long_game
from tests.titles.enemy_action_ardennes.table import GERMAN, Table
from tests.titles.rungs import bites_of

#: Questions that rungs decide and that come up in such games.
QUESTIONS = {
    "Advance.unit",
    "AdvanceOn.hex",
    "AttackPhase.hex",
    "BuildPositions.unit",
    "ChooseAttackers.unit",
    "MeetHits.retreat",
    "MeetHits.retreat of all",
    "Movement.unit",
    "Moving.exit",
    "Moving.hex",
    "Moving.via",
    "Replacements.unit",
    "RetreatTo.hex",
    "Shortage.priority",
    "TakeLoss.unit",
}
#: Of each kind of decision the first ones are looked at: some are rare.
EACH = 5


def test_each_rung_bites():
    bites, met = bites_of("enemy_action_ardennes"), Counter()

    def check(match):
        kind = type(match.state.stack[-1]) if match.state.stack else None
        met[kind] += 1
        if met[kind] <= EACH:
            conformance.rungs_bite(match, bites)

    bold_game(Game.of(TITLE, "allies_surprised"), 3, check)
    long_game(Game.of(TITLE, "battle_of_the_bulge"), 5, check)
    assert {rung.question for rung in bites.met} >= QUESTIONS


# ---- rungs that hardly any game needs ------------------------------------------------------------------------


def surrounded() -> Table:
    ring = ("0225", "0226", "0325", "0327", "0425", "0426")
    enemies = "; ".join(f"d{n}: Allied infantry at {cell}" for n, cell in enumerate(ring))
    return Table("D21 German activate", f"a: 62.LXVI at 0326; b: 18.LXVI at 1328; {enemies}")


def stopped() -> Table:
    t = Table("D21 German activate", "a: 62.LXVI at 0326; d: Allied infantry at 0325; w: 3.2P.XLVII at 1229")
    t.do("unit", "a")
    t.g.replace(Moving(GERMAN, t.unit("a"), 1, 0))
    return t


def crowded() -> Table:
    """Five steps have advanced: there is room for one more, and not for two."""
    units = "a: 1.1SS.ISS at 0325; b: 2.1SS.ISS at 0325, reduced; c: Peiper.1SS.ISS at 0325; e: 12.12SS.ISS at 0226"
    t = won(table(f"{units}; d: Allied infantry at 0326"), "0326", "abce", gone="d")
    for name in "ac":
        t.do("unit", name)
        if t.step == "AdvanceOn":
            t.do("stop")
    return t


def at_a_roadblock() -> Table:
    t = won(table(PLAIN, roadblocks=["0426"]), "0326", "a", gone="d")
    t.g.push(AdvanceOn(GERMAN, t.unit("a")))
    return t


@pytest.mark.parametrize(
    ("position", "verb", "target", "rule"),
    [
        (surrounded, "unit", "a", "EA-7.0a"),
        (stopped, "hex", "0327", "EA-7.1c"),
        (crowded, "unit", "e", "EA-9.8a"),
        (at_a_roadblock, "hex", "0226", "EA-7.9c"),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_a_rare_rung_bites(position, verb, target, rule):
    t, bites = position(), bites_of("enemy_action_ardennes")
    t.g._choices = t.g.memo = None
    assert t.refused(verb, target) == rule
    assert bites.faults(t.g) == []
    assert any(count and rung.rule == rule and rung.question.endswith(verb) for rung, count in bites.met.items())
