"""A title with hidden hands over real sockets: what a seat is sent never holds what it may not know."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from ardennes.kernel import BadSave, Side, saves
from ardennes.kernel.columns import HIDDEN
from ardennes.titles import find
from ardennes.titles.crossroads.box import CARDS
from ardennes.titles.crossroads.state import State
from tests.server.club import Club, Seat
from tests.server.test_busy_house import house_of
from tests.server.test_play import choose, play_on

TITLE = "crossroads"


def begin(club: Club, seats: tuple[str, str] = ("you", "person"), **more: Any) -> Any:
    return club.start("long", seats, title=TITLE, **more)


def truth(club: Club, game: int) -> State:
    """The table as only the server knows it."""
    live = house_of(club).live(game)
    assert live is not None
    assert isinstance(live.match.state, State)
    return live.match.state


def told_cards(text: str) -> set[int]:
    """The cards that some text names: by mark, by name, or as data."""
    found = {int(number) for number in re.findall(r"\{card:(\d+)\}", text)}
    return found | {number for number, name in enumerate(CARDS) if name in text}


class Listener(Seat):
    """A seat that keeps all it is sent."""

    def __init__(self, address: str) -> None:
        self.heard: list[dict[str, Any]] = []
        super().__init__(address)

    def hear(self) -> dict[str, Any]:
        message = super().hear()
        self.heard.append(message)
        return message


def sit(club: Club, token: str) -> Listener:
    return Listener(f"ws://127.0.0.1:{club.port}/play/{token}")


def test_no_message_ever_holds_a_card_that_its_seat_has_not_seen(club: Club) -> None:
    made = begin(club)
    seats = [sit(club, seat["token"]) for seat in made["seats"]]
    rng = random.Random(5)
    seen: list[set[int]] = [set(), set(), set()]
    for _ in range(60):
        state = truth(club, made["id"])
        for number, may in enumerate((state.hands[0], state.hands[1], ())):
            seen[number] |= {*may, *state.discards}
        for number, seat in enumerate(seats):
            for message in seat.heard:
                named = told_cards(json.dumps(message)) | {
                    held["card"] for held in message.get("look", {}).get("hand", [])
                }
                assert named <= seen[number], message
                assert "known" not in message.get("look", {})
            seat.heard.clear()
        if not play_on(seats, rng, 1):
            break
    german, allied, watch = seats
    assert german.log != allied.log
    assert not any("draws" in line["text"] and told_cards(line["text"]) for line in watch.log)


def test_each_side_reads_its_own_log_and_undo_keeps_them_apart(club: Club) -> None:
    made = begin(club)
    seats = [sit(club, seat["token"]) for seat in made["seats"]]
    mover = seats[seats[0].look["side"]]
    before = [seat.log for seat in seats]
    mover.act("standing", mover.look["choices"]["standing"][0])
    for seat in seats:
        if seat is not mover:
            seat.expect("position")
    mover.ask("undo", "position")
    for seat in seats:
        if seat is not mover:
            seat.expect("position")
    assert [seat.log for seat in seats] == before
    [own] = [line["text"] for line in seats[0].log if told_cards(line["text"])]
    assert len(told_cards(own)) == 2
    assert own.startswith("German draws")


def test_a_save_of_a_running_game_holds_what_the_seat_may_know(club: Club) -> None:
    made = begin(club)
    seats = [club.sit(seat["token"]) for seat in made["seats"]]
    play_on(seats, random.Random(3), 12)
    state = truth(club, made["id"])
    for side, whose in ((0, "german"), (1, "allied"), (2, "spectator")):
        text = club.get(f"/api/seats/{made['seats'][side]['token']}/save")
        assert f"\nsight {whose}\n" in text
        assert "\nmoves\nposition " in text, "no move, no die"
        table = json.loads(text.rpartition("\ntable 0 ")[2])
        assert table["hands"] == [[*state.hands[n]] if n == side else [HIDDEN] * len(state.hands[n]) for n in (0, 1)]
        assert set(table["pile"]) <= {HIDDEN, *state.discards, *state.pile}
        assert "seed" not in text


def test_such_a_save_opens_as_a_game_whose_hidden_part_is_made_up(club: Club) -> None:
    made = begin(club)
    seats = [club.sit(seat["token"]) for seat in made["seats"]]
    play_on(seats, random.Random(3), 12)
    text = club.get(f"/api/seats/{made['seats'][0]['token']}/save")
    again = saves.load(text, find, new_seed=lambda: 77).state
    assert isinstance(again, State)
    assert again.hands[0] == truth(club, made["id"]).hands[0]
    assert HIDDEN not in (*again.hands[1], *again.pile)
    opened = club.open(text)
    pair = [club.sit(seat["token"]) for seat in opened["seats"]]
    assert play_on(pair, random.Random(1), 5) == 5
    with pytest.raises(BadSave, match="expected one of german, allied, spectator"):
        saves.load(text.replace("sight german", "sight everybody"), find, new_seed=lambda: 77)
    with pytest.raises(BadSave, match="holds tokens that somebody could not see"):
        saves.load(text.replace("sight german\n", "").replace("rules 1", "rules 0"), find, new_seed=lambda: 77)


def test_replays_and_what_was_missed_show_a_seat_its_own_view(club: Club) -> None:
    made = begin(club)
    seats = [club.sit(seat["token"]) for seat in made["seats"]]
    play_on(seats, random.Random(4), 30)
    for number, seat in enumerate(seats):
        replay = club.get(f"/api/seats/{made['seats'][number]['token']}/replay")
        lines = [line for frame in (replay, *replay["frames"]) for line in frame["log"]]
        assert lines == seat.log
        since = seat.ask("since")
        assert [line for frame in since["frames"] for line in frame["log"]] == seat.log[
            len(seat.log) - sum(len(frame["log"]) for frame in since["frames"]) :
        ]


def test_a_finished_game_is_open(club: Club) -> None:
    made = begin(club)
    seats = [club.sit(seat["token"]) for seat in made["seats"]]
    token = made["seats"][0]["token"]
    assert club.call("GET", f"/api/seats/{token}/review")[0] == 409
    play_on(seats, random.Random(6), 1000)
    assert seats[0].look["ending"] is not None
    text = club.get(f"/api/seats/{token}/save")
    assert "seed 1944" in text
    assert saves.load(text, find).moves
    assert club.get(f"/api/seats/{token}/review")["dice"].startswith("all ")


def test_a_computers_orders_stay_shut_while_it_holds_cards(club: Club) -> None:
    made = begin(club, ("you", "person"))
    seats = [club.sit(seat["token"]) for seat in made["seats"]]
    house = house_of(club)
    live = house.live(made["id"])
    assert live is not None
    house.journal.loop.call_soon_threadsafe(live.note_order, Side.ALLIED, ["Keep the Ambush for Bleid."])
    play_on(seats, random.Random(2), 3)
    orders = f"/api/seats/{made['seats'][0]['token']}/orders"
    assert club.get(orders) == []
    play_on(seats, random.Random(2), 1000)
    assert club.get(orders)[0]["lines"] == ["Keep the Ambush for Bleid."]


def test_a_computer_plays_it(club: Club) -> None:
    made = begin(club, ("you", "computer staff"))
    german = club.sit(made["seats"][0]["token"])
    rng = random.Random(2)
    while german.look["side"] is not None:
        if german.look["side"] == 1:
            german.hear()
        else:
            german.act(*choose(german, rng))
    assert german.look["ending"]["level"]


def test_a_game_from_the_disk_has_the_same_logs(club: Club) -> None:
    made = begin(club)
    seats = [club.sit(seat["token"]) for seat in made["seats"]]
    play_on(seats, random.Random(4), 30)
    logs = [seat.log for seat in seats]
    for seat in seats:
        seat.close()
    live = house_of(club)._live
    live.pop(made["id"])
    assert [club.sit(seat["token"]).log for seat in made["seats"]] == logs


def test_one_table_for_both_reads_what_a_spectator_reads_and_saves_all(club: Club) -> None:
    made = begin(club, ("you", "you"))
    by_side = {seat["side"]: seat["token"] for seat in made["seats"]}
    table = next(token for side, token in by_side.items() if side not in (0, 1, None))
    seat, watch = club.sit(table), club.sit(by_side[None])
    assert seat.log == watch.log
    assert seat.look["hand"]
    assert "sight" not in club.get(f"/api/seats/{table}/save")


# ---- a title with a secret that belongs to an option -------------------------------------------------------


def test_fuel_dumps_of_bitter_woods_are_sent_to_the_allied_seat_only(club: Club) -> None:
    made = club.start("six_turn", title="bitter_woods", options={"fuel_dumps": True})
    seats = [sit(club, seat["token"]) for seat in made["seats"]]
    play_on(seats, random.Random(4), 25)
    live = house_of(club).live(made["id"])
    assert live is not None
    german, allied, watch = seats
    for seat in (german, watch):
        for message in seat.heard:
            labels = [token["label"] for token in message.get("look", {}).get("tokens", []) if token["kind"] == "dump"]
            assert set(labels) <= {"?"}
            assert "it lies in" not in json.dumps(message)
    own = [token["place"] for token in allied.look["tokens"] if token["kind"] == "dump" and token["label"] == "FUEL"]
    assert sorted(own) == sorted(live.match.state.table()["dumps"][1])
    assert sum("it lies in" in line["text"] for line in allied.log) == 2
    for number, hidden in ((0, [-1, -1]), (1, live.match.state.table()["dumps"][1])):
        text = club.get(f"/api/seats/{made['seats'][number]['token']}/save")
        assert json.loads(text.rpartition("\ntable 0 ")[2])["dumps"] == [[], hidden]
        assert saves.load(text, find, new_seed=lambda: 77).state.sight(Side.GERMAN).table()["dumps"] == [[], [-1, -1]]


def test_without_the_option_bitter_woods_has_no_secrets(club: Club) -> None:
    made = club.start("six_turn", title="bitter_woods")
    seats = [club.sit(seat["token"]) for seat in made["seats"]]
    play_on(seats, random.Random(4), 5)
    text = club.get(f"/api/seats/{made['seats'][0]['token']}/save")
    assert "sight german" not in text
    assert seats[0].log == seats[1].log == seats[2].log
