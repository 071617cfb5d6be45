"""What the balance owes to reconstructed arrivals: the card shifted, the march, the scoring read off."""

import csv

from ardennes.lab import doubts as trials
from ardennes.titles import find, use_data
from ardennes.titles.bitter_woods import doubts
from ardennes.titles.bitter_woods.box.scenarios import DATA
from ardennes.titles.bitter_woods.doubts import DOUBTS, Ended


def test_a_group_of_arrivals_is_shifted_by_half_days(tmp_path):
    own = find("bitter_woods").load("campaign", {})
    try:
        [trial] = [trial for trial in DOUBTS.trials() if trial.name == "south half a day earlier"]
        use_data(trials.pack(tmp_path, "bitter_woods", trial))
        packed = find("bitter_woods").load("campaign", {})
    finally:
        use_data(None)
    for unit, row in enumerate(own.units.rows):
        by_south = own.due[unit] != 255 and unit >= own.units.first_allied and own.entry[unit]
        south = bool(by_south) and own.entry[unit][0] in {own.letters[letter] for letter in doubts.GROUPS["south"]}
        assert packed.due[unit] == own.due[unit] - south, row.id


def test_every_allied_arrival_says_why_it_stands_where_it_stands():
    rows = list(csv.DictReader((DATA / doubts.CARD).open(encoding="utf-8")))
    assert [row["unit"] for row in rows if row["turn"] and not row["note"]] == []


def test_the_march_by_road_is_compared_with_the_card():
    found = {march.row.units: march for march in doubts.marches()}
    seventh = found["7A/CC[AB]"]
    assert (seventh.enters, seventh.arrives, seventh.row.there, seventh.late) == ("17AM", "17PM", "17PM", 0)
    assert found["101/*"].late == 0
    # The 82nd left Reims on the morning of the 18th; the 2nd Armored may not come before 22PM by the events of 19AM.
    assert {row for row, march in found.items() if march.late > 0} == {"82/*", "2A/*"}
    late = doubts.corrected(1)
    assert late["82/504"] == -1
    assert "30/117" not in late
    assert doubts.corrected(-9)["30/117"] == 1


def test_a_trial_is_compared_game_by_game():
    def game(seed: int, *points: str, lost: int = 12) -> Ended:
        return Ended(seed, len(points) > 2, points, 1, lost, points[:1])

    first = [game(1, "Spa", "Eupen", "Hotton"), game(2, "Spa", lost=16)]
    other = [game(1, "Spa"), game(2, "Spa")]
    row = trials.row("x", other, first)
    assert (row.wins, row.points, row.change) == (0, 1.0, -1.0)
    said = DOUBTS.told(first)
    assert "14: 1/2" in said[2]
    assert "1.00 a game" in said[4]
