"""A refusal is a refusal and a bug is a bug: what breaks inside a rule is logged, told, and costs nothing."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from ardennes import game
from ardennes.kernel import Action, Side, Sight
from ardennes.server.jobs import decide
from ardennes.server.live import OUR_FAULT
from ardennes.titles.tigers_in_the_mist import TigersInTheMist
from ardennes.titles.tigers_in_the_mist.rules.movement.phase import Movement
from tests.server.club import Club


class Bug(KeyError):
    """An error of a kind that rules raise by mistake."""


def broken(*_: Any, **__: Any) -> Any:
    raise Bug("a rule read a table it does not have")


def test_a_rule_that_breaks_costs_nothing(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    seats = club.start()["seats"]
    german, allied = club.sit(seats[0]["token"]), club.sit(seats[1]["token"])
    other = club.sit(club.start(name="another table")["seats"][0]["token"])
    unit = german.look["choices"]["unit"][0]
    with monkeypatch.context() as patch, caplog.at_level(logging.ERROR):
        patch.setattr(Movement, "unit", broken)
        german.say("act", verb="unit", target=unit)
        assert german.expect("bad")["text"] == OUR_FAULT
        assert german.expect("refused")["text"] == OUR_FAULT
        assert allied.expect("bad")["text"] == OUR_FAULT
        assert "a rule read a table it does not have" in caplog.text
    assert german.act("unit", unit)["at"] == 1
    assert allied.expect("position")["at"] == 1
    assert other.act("unit", unit)["at"] == 1


def test_a_view_that_breaks_takes_the_move_back(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    made = club.start()
    german, allied = (club.sit(made["seats"][n]["token"]) for n in (0, 1))
    german.act("unit", 59)
    german.act("area", 20)
    unit = german.look["choices"]["unit"][0]
    german.act("unit", unit)
    for _ in range(3):
        allied.expect("position")
    look = TigersInTheMist.look
    for verb in ("act", "undo", "acts"):
        with monkeypatch.context() as patch:
            # Only what the second audience sees is broken: the first must not be told half a truth either.
            patch.setattr(
                TigersInTheMist,
                "look",
                lambda self, sight: broken() if sight.side is Side.ALLIED else look(self, sight),
            )
            area = german.look["choices"]["area"][0]
            fields: dict[str, Any] = {"act": {"verb": "area", "target": area}, "undo": {}}.get(verb, {})
            if verb == "acts":
                fields = {"answers": [["unit", unit], ["area", area]], "back": True}
            german.say(verb, **fields)
            assert german.expect("bad")["text"] == OUR_FAULT
            assert german.expect("refused")["text"] == OUR_FAULT
            assert allied.expect("bad")["text"] == OUR_FAULT
    before, log = german.look, german.log
    german.ask("undo", "position")
    german.act("unit", unit)
    assert german.at == 5
    assert (german.look, german.log) == (before, log)
    again = club.sit(made["seats"][0]["token"])
    assert (again.look, again.log, again.welcome["undo"]) == (before, log, 3)


def test_an_undo_that_breaks_loses_no_line_of_the_log(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    token = club.start()["seats"][0]["token"]
    german = club.sit(token)
    german.act("unit", 59)
    german.act("area", 20)
    logged = len(german.log)
    with monkeypatch.context() as patch:
        patch.setattr(TigersInTheMist, "look", broken)
        german.say("undo")
        german.expect("bad")
        german.expect("refused")
    again = club.sit(token)
    assert (again.log, again.welcome["undo"]) == (german.log, 2)
    german.ask("undo", "position")
    assert len(german.log) < logged
    replay = club.get(f"/api/seats/{token}/replay")
    assert len(replay["frames"]) == 1


@pytest.mark.parametrize(
    ("message", "rule"),
    [
        ({"kind": "why", "verbs": ["unit"], "target": 3}, "why_not"),
        ({"kind": "hints", "answers": [["done", None]]}, "hint"),
        ({"kind": "odds"}, "forecast"),
        ({"kind": "shade", "overlay": "supply"}, "shade"),
    ],
)
def test_a_question_that_breaks_is_our_fault(
    club: Club,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    message: dict[str, Any],
    rule: str,
) -> None:
    german = club.sit(club.start()["seats"][0]["token"])
    with monkeypatch.context() as patch, caplog.at_level(logging.ERROR):
        patch.setattr(Movement if rule == "why_not" else TigersInTheMist, rule, broken)
        german.say(message["kind"], **{key: value for key, value in message.items() if key != "kind"})
        assert german.expect("bad")["text"] == OUR_FAULT
        assert "a rule read a table it does not have" in caplog.text
    assert german.act("unit", german.look["choices"]["unit"][0])["at"] == 1


def test_what_no_title_has_never_reaches_the_rules(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    german = club.sit(club.start()["seats"][0]["token"])
    monkeypatch.setattr(Movement, "why_not", broken)
    for verb, target in (("unit", -1), ("unit", 10**6), ("pop", None), ("area", None), ("no such verb", 3)):
        assert german.ask("act", "refused", verb=verb, target=target)["text"] == "there is no such thing on the map"
        assert german.ask("why", verbs=[verb], target=target)["text"] == "there is no such thing on the map"


def test_a_game_that_cannot_be_shown_says_so(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    token = club.start()["seats"][0]["token"]
    with monkeypatch.context() as patch:
        patch.setattr(TigersInTheMist, "look", broken)
        with pytest.raises(AssertionError, match="our fault"):
            club.sit(token)
    assert club.sit(token).at == 0


def test_a_computer_that_breaks_does_not_stop_its_game() -> None:
    class Broken:
        def choose(self, sight: Sight) -> Action:
            return broken()

    sight = game("tigers_in_the_mist", "seventh_army").start(1).sight(Side.GERMAN)
    action, order = decide(Broken(), sight)
    assert sight.state.allows(action)
    assert not order
