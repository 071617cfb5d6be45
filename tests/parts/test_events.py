"""Events own what is told of them: sentence, marks, picture."""

from collections.abc import Mapping
from typing import ClassVar

import pytest

from ardennes.parts.rules.events import Drawn, Event


class Seen(Event, frozen=True):
    cites: ClassVar[str] = "X-1"
    shows: ClassVar[str] = "fire"
    says: ClassVar[str] = "{unit} and {others} roll {dice} in {area}: {hits}."
    names: ClassVar[Mapping[str, str]] = {"unit": "unit", "others": "unit", "area": "area"}
    unit: int
    others: tuple[int, ...]
    dice: tuple[int, ...]
    area: int
    hits: int

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "dice": [*self.dice]}


class Told(Event, frozen=True):
    good: bool

    def words(self) -> str:
        return "All is {how}." if self.good else "Nothing is {how}."

    def facts(self) -> dict[str, object]:
        return {**super().facts(), "how": "well"}


def test_the_fields_of_an_event_fill_its_sentence_and_names_become_marks():
    seen = Seen(3, (5, 8), (1, 6), 41, 2)
    assert seen.sentence() == "{unit:3} and {unit:5} and {unit:8} roll 1, 6 in {area:41}: 2."


def test_the_picture_has_the_sentence_the_rule_and_what_is_drawn():
    picture = Seen(3, (5,), (1, 6), 41, 0).picture()
    assert (picture.kind, picture.rule, picture.pieces, picture.dice) == ("fire", "X-1", [3], [1, 6])
    assert picture.text == "{unit:3} and {unit:5} roll 1, 6 in {area:41}: 0."


@pytest.mark.parametrize(("good", "sentence"), [(True, "All is well."), (False, "Nothing is well.")])
def test_an_event_may_choose_its_words_and_add_facts(good, sentence):
    assert Told(good).sentence() == sentence
    assert Told(good).picture().kind == "note"


class Shot(Event, frozen=True):
    says: ClassVar[str] = "{unit} fires at {target}."
    names: ClassVar[Mapping[str, str]] = {"unit": "unit", "target": "unit"}
    draws: ClassVar[tuple[str, ...]] = ("unit", "target", "die", "needed")
    unit: int
    target: int
    die: int
    needed: int


def test_a_roll_and_its_target_are_drawn_by_their_own_names():
    picture = Shot(3, 5, 6, 4).picture()
    assert (picture.pieces, picture.target, picture.dice, picture.need) == ([3], 5, [6], 4)
