"""A refusal is a refusal and a bug is a bug: what breaks inside a rule is logged, told, and costs nothing."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ardennes import game
from ardennes.kernel import Action, Event, Game, Match, Side, Sight, State, conformance
from ardennes.parts.eye.scenery import Picture
from ardennes.server.computers import decide
from ardennes.server.frames import UNTOLD, lines
from ardennes.server.live import OUR_FAULT
from ardennes.server.playing import Hand
from ardennes.server.telling import NOT_SHOWN
from ardennes.titles.tigers_in_the_mist import TigersInTheMist
from ardennes.titles.tigers_in_the_mist.rules.movement.phase import Movement
from tests.server.club import Club, Seat
from tests.server.test_busy_house import house_of


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
        german.say("acts", answers=[("unit", unit), ("area", 20)])
        assert german.expect("bad")["text"] == OUR_FAULT
        assert german.expect("refused")["text"] == OUR_FAULT
        assert allied.expect("bad")["text"] == OUR_FAULT
        assert "a rule read a table it does not have" in caplog.text
    assert german.move(unit)["at"] == 1
    assert allied.expect("position")["at"] == 1
    assert other.move(unit)["at"] == 1


def unshown(patch: pytest.MonkeyPatch, whose: Side | None, how: Callable[[], Any] = broken) -> None:
    """Let the look of one side break."""
    look = TigersInTheMist.look

    def looking(self: TigersInTheMist, sight: Sight) -> Any:
        return how() if sight.side is whose else look(self, sight)

    patch.setattr(TigersInTheMist, "look", looking)


def unfit() -> Any:
    """A look that cannot be encoded, as one with a range in it once was."""
    return {"place": [object()]}


@pytest.mark.parametrize("how", [broken, unfit])
def test_a_view_that_breaks_takes_no_move_back(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, how: Callable[[], Any]
) -> None:
    made = club.start()
    german, allied = (club.sit(made["seats"][n]["token"]) for n in (0, 1))
    unit = german.look["choices"]["unit"][0]
    with monkeypatch.context() as patch, caplog.at_level(logging.ERROR):
        unshown(patch, Side.ALLIED, how)
        german.move(unit)  # who can be told is told
        assert german.at == 1
        told = allied.expect("bad")["text"]
        assert told == NOT_SHOWN
        blank = allied.expect("position")
        assert (blank["at"], blank["look"]["choices"], blank["log"], blank["fresh"]) == (1, {}, [], False)
        assert "Traceback" in caplog.text
        german.move()
        for _ in range(2):
            allied.expect_any("bad", "position")
    german.move()
    assert allied.expect("position")["fresh"]
    again = club.sit(made["seats"][1]["token"])
    assert (allied.at, allied.look, allied.log) == (again.at, again.look, again.log)
    german.ask("undo", "position")
    assert not allied.expect_any("position")["fresh"]


#: What is told of a look where the look itself cannot be.
BLANK = {"choices", "labels", "lifts", "prompt", "rule", "side"}


def the_next_position(seat: Seat) -> dict[str, Any]:
    """What is told of the next position; whoever lacks one hears before that it could not be shown."""
    while (message := seat.expect_any("bad", "position"))["t"] == "bad":
        assert message["text"] == NOT_SHOWN
    return message


@pytest.mark.parametrize("how", [broken, unfit])
def test_who_decides_goes_on_though_he_is_shown_nothing(
    club: Club, monkeypatch: pytest.MonkeyPatch, how: Callable[[], Any]
) -> None:
    """As at a chit that was drawn and cannot be put back: what may be answered is not what cannot be shown."""
    made = club.start()
    german, allied = (club.sit(made["seats"][n]["token"]) for n in (0, 1))
    unshown(monkeypatch, Side.GERMAN, how)
    for number in range(1, 9):
        hand: list[tuple[str, int | None]] = []
        look = german.look
        while (verb := list(look["choices"])[-1 if hand else 0]) in look["lifts"]:
            hand.append((verb, look["choices"][verb][0]))
            german.say("peek", hand=hand)
            while (told := german.expect_any("bad", "peek"))["t"] == "bad":
                assert told["text"] == NOT_SHOWN
            look = {**german.look, **told["look"]}
        german.say("acts", answers=[*hand, (verb, look["choices"][verb][0])])
        blank = the_next_position(german)
        assert (blank["at"], blank["log"], set(blank["look"])) == (number, [], BLANK)
        assert allied.expect("position")["look"].get("choices", {}) == {}


def test_without_names_for_buttons_there_are_still_answers(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    german = club.sit(club.start()["seats"][0]["token"])
    units = german.look["choices"]["unit"][:2]
    goals = [german.ask("peek", hand=[("unit", unit)])["look"]["choices"]["area"][0] for unit in units]
    unshown(monkeypatch, Side.GERMAN)
    for how, unit, goal in zip((broken, lambda *_: range(3)), units, goals, strict=True):
        monkeypatch.setattr(TigersInTheMist, "label", how)
        german.say("acts", answers=[("unit", unit), ("area", goal)])
        look = the_next_position(german)["look"]
        assert look["choices"]
        assert look["labels"] == {}


def test_answers_that_cannot_be_veiled_are_not_told(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    german = club.sit(club.start()["seats"][0]["token"])
    monkeypatch.setattr(State, "sight", broken)
    german.say("acts", answers=[("unit", 59), ("area", 20)])
    assert the_next_position(german)["look"]["choices"] == {}


def test_who_cannot_be_shown_his_own_move_can_take_it_back(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    token = club.start()["seats"][0]["token"]
    german = club.sit(token)
    german.move(59, 20)
    german.move()
    before = german.look, german.log
    with monkeypatch.context() as patch:
        unshown(patch, Side.GERMAN)
        german.say("act", verb="done")
        german.expect("bad")
        blank = german.expect("position")
        assert (blank["at"], blank["undo"], german.look["side"]) == (3, 3, 0)
        german.say("why", verbs=["unit"], target=59)  # whatever he asks, it is tried again
        assert german.expect("bad")["text"] == NOT_SHOWN
        german.expect("why")
    german.say("undo")
    assert german.expect("position")["fresh"]  # what was owed
    assert german.expect("position")["at"] == 4
    assert (german.look, german.log) == before
    replay = club.get(f"/api/seats/{token}/replay")
    assert len(replay["frames"]) == 2


def test_a_page_that_comes_while_nothing_can_be_shown_is_welcomed_later(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = club.start()
    german = club.sit(made["seats"][0]["token"])
    with monkeypatch.context() as patch:
        unshown(patch, Side.ALLIED)
        late = club.sit_unwelcome(made["seats"][1]["token"])
        assert late.expect("bad")["text"] == NOT_SHOWN
        assert german.expect("present")["present"] == [0]
        assert german.expect("present")["present"] == [0, 1]
    german.move()
    assert late.expect("welcome")["at"] == 1
    german.ask("undo", "position")
    assert late.expect("position")["at"] == 2


@pytest.mark.parametrize("how", [broken, lambda *_: Picture("note", "an event", "", pieces=range(3))])  # type: ignore[arg-type]
def test_a_line_of_the_log_that_breaks_stands_as_such(
    club: Club, monkeypatch: pytest.MonkeyPatch, how: Callable[[], Any]
) -> None:
    made = club.start()
    german, allied = (club.sit(made["seats"][n]["token"]) for n in (0, 1))
    german.move()
    allied.expect("position")
    with monkeypatch.context() as patch:
        patch.setattr(TigersInTheMist, "picture", how)
        german.move(59, 20)
    assert german.log[-1]["text"] == UNTOLD
    assert allied.expect("position")["log"][-1]["text"] == UNTOLD
    german.move()
    assert german.at == 3
    late = club.sit(made["seats"][1]["token"])
    assert late.log == german.log


def test_of_a_move_all_lines_are_told_but_those_that_break(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(game("tigers_in_the_mist", "seventh_army"), 1944)
    rng = random.Random(1944)
    move = match.opening
    while len(whole := lines(match.game, move, None)) < 4:
        move = match.play(conformance.random_action(match.state, rng))
    picture = TigersInTheMist.picture
    bad = {whole[0].text, whole[1].text}

    def some(self: TigersInTheMist, of: Game, event: Event) -> Picture:
        line = picture(self, of, event)
        return msgspec.structs.replace(line, pieces=range(3)) if line.text in bad else line

    monkeypatch.setattr(TigersInTheMist, "picture", some)
    assert lines(match.game, move, None) == [Picture("note", UNTOLD, ""), *whole[2:]]
    monkeypatch.setattr(Event, "seen_by", broken)
    assert lines(match.game, move, None) == [Picture("note", UNTOLD, "")]


def test_where_a_game_stands_may_break(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    german = club.sit(club.start()["seats"][0]["token"])
    with monkeypatch.context() as patch:
        patch.setattr("ardennes.server.live.standing_of", broken)
        patch.setattr("ardennes.server.live.SNAPSHOT_EVERY", 1)
        patch.setattr("ardennes.kernel.saves.position", broken)
        german.move(59, 20)
    assert german.move()["at"] == 2
    assert club.get("/api/games")[0]["standing"]


def test_what_cannot_be_told_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    club = Club(tmp_path / "games.sqlite3")
    token = club.start()["seats"][0]["token"]
    german = club.sit(token)
    with monkeypatch.context() as patch:
        unshown(patch, Side.GERMAN)
        german.say("acts", answers=[("unit", 59), ("area", 20)])
        german.expect("bad")
        assert german.expect("position")["at"] == 1
    club.close()
    club = Club(tmp_path / "games.sqlite3")
    again = club.sit(token)
    assert (again.at, again.look["place"][59]) == (1, 20)
    club.close()


def test_a_computer_plays_on_though_its_moves_cannot_be_shown(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    made = club.start(seats=("computer random", "person"))
    unshown(monkeypatch, None)
    watch = club.sit_unwelcome(made["seats"][2]["token"])
    for _ in range(3):
        assert watch.expect("bad")["text"] == NOT_SHOWN  # one for each of its moves
    allied = club.sit(made["seats"][1]["token"])
    while allied.look["side"] != 1:
        allied.expect("position")


def test_what_breaks_after_one_game_was_written_keeps_no_other_waiting(club: Club) -> None:
    one, other = (club.sit(club.start(name=name)["seats"][0]["token"]) for name in ("one", "other"))
    live = house_of(club).live(one.welcome["game"])
    assert live is not None
    live.after_commit = broken
    unit = one.look["choices"]["unit"][0]
    one.say("act", verb="done")
    assert other.move(unit)["at"] == 1
    assert one.expect("position")["at"] == 1


def after(match: Match, action: Action) -> State:
    """The position that an answer leads to."""
    state = match.state.copy()
    state.apply(action)
    return state


def test_a_reason_that_breaks_takes_back_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(game("crossroads", "long"), 1944)
    assert match.state.secretive
    side = match.state.side
    assert side is not None
    while not any(after(match, action).side is side for action in match.state.actions()):
        match.play(match.state.actions()[0])
        side = match.state.side or side
    legal = next(action for action in match.state.actions() if after(match, action).side is side)
    played = len(match.moves)
    monkeypatch.setattr(Sight, "why_not", broken)
    reason = Hand(match, side, lambda _action: True).row([legal, Action("no such verb", None)])
    assert reason is not None
    assert "why cannot be told" in reason.text
    assert len(match.moves) == played + 1


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
    assert german.move()["at"] == 1


def test_what_no_title_has_never_reaches_the_rules(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    german = club.sit(club.start()["seats"][0]["token"])
    monkeypatch.setattr(Movement, "why_not", broken)
    for verb, target in (("unit", -1), ("unit", 10**6), ("pop", None), ("area", None), ("no such verb", 3)):
        assert german.ask("act", "refused", verb=verb, target=target)["text"] == "there is no such thing on the map"
        assert german.ask("why", verbs=[verb], target=target)["text"] == "there is no such thing on the map"


def test_a_computer_that_breaks_does_not_stop_its_game() -> None:
    class Broken:
        def choose(self, sight: Sight) -> Action:
            return broken()

    sight = game("tigers_in_the_mist", "seventh_army").start(1).sight(Side.GERMAN)
    *led, action = decide(Broken(), sight)[0]
    assert sight.holding(led).state.allows(action)
    assert all(sight.holding(led[:n]).state.only_lifts(one) for n, one in enumerate(led))
    assert not decide(Broken(), sight)[1]
