"""Typed orders: names without fuss, readers by their first word, completion."""

import pytest

from ardennes.kernel import Action, Game
from ardennes.parts.eye.orders import BadOrder, asked, by_themselves, complete, offered, plain, read
from tests.kernel.toy import POACHERS

READERS = {"take": lambda g, words: [Action("take", int(words[0]))], **by_themselves(POACHERS.verbs)}


@pytest.fixture
def wood():
    return Game.of(POACHERS).start(1)


def test_names_are_compared_without_spaces_dots_case_and_accents():
    assert plain("St. Vith") == plain("stvith") == "stvith"
    assert plain("Prüm") == plain("PRUM") == "prum"
    assert plain("28/110") == "28/110"


def test_an_order_begins_with_the_word_of_its_reader(wood):
    assert read(READERS, wood, "Take 2") == [Action("take", 2)]


def test_verbs_without_target_are_orders_by_themselves(wood):
    assert read(READERS, wood, "whistle") == [Action("whistle")]
    assert "take" not in by_themselves(POACHERS.verbs)


@pytest.mark.parametrize("text", ["fly away", "", "  "])
def test_an_unknown_order_names_those_there_are(wood, text):
    with pytest.raises(BadOrder, match=r"unknown order .*; there are: accept, decline"):
        read(READERS, wood, text)


def test_completion_of_orders_and_names():
    assert complete(READERS, "wh", lambda nth: ()) == ["whet", "whistle"]
    names = {2: ["2Pz", "26VG"], 3: ["Prüm", "Clervaux"]}
    assert complete(READERS, "take 2", names.__getitem__) == ["26VG", "2Pz"]
    assert complete(READERS, "take 2Pz,26", names.__getitem__) == ["26VG"]
    assert complete(READERS, "take 2Pz pru", names.__getitem__) == ["Prüm"]


def test_what_is_on_offer_and_to_whom(wood):
    assert offered(wood, "take") == [1, 2, 3]
    assert offered(wood, "whistle") == offered(wood, "accept") == []
    assert asked(wood) is wood.side
