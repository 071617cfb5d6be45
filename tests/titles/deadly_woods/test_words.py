"""Words for saves, menus and logs, typed orders, and the survey of the table."""

import re

import pytest

from ardennes.cli.log import named
from ardennes.kernel import Game, Match, Unknown
from ardennes.titles.deadly_woods import TITLE, events
from ardennes.titles.deadly_woods.table.orders import BadOrder
from tests.titles.deadly_woods.record import bold_game
from tests.titles.deadly_woods.table import Table

GAME = Game.of(TITLE, "campaign")
ARMS = "a: G-2Pz-a at 2418; b: G-2Pz-b at 2418; l: G-Lehr-a at 2719; d: A-28-110 at 2518; e: A-28-112 at 2517"


def test_every_target_has_a_word_and_every_word_its_target():
    for verb, targets in TITLE.domain(GAME).items():
        for target in targets:
            if target is not None:
                word = TITLE.word(GAME, verb, target)
                assert " " not in word
                assert TITLE.target(GAME, verb, word) == target


@pytest.mark.parametrize(
    ("verb", "word", "text"),
    [
        ("unit", "G-999-a", "unknown unit 'G-999-a'"),
        ("hex", "9999", "unknown hex '9999'"),
        ("bridge", "0101/0102", "unknown bridge '0101/0102'"),
        ("chit", "joker", "unknown chit 'joker'; there are: german_move_combat"),
        ("fly", "1", "unknown verb 'fly'; there are: unit"),
    ],
)
def test_a_word_that_means_nothing_lists_what_there_is(verb, word, text):
    with pytest.raises(Unknown, match=re.escape(text)):
        TITLE.target(GAME, verb, word)


def test_every_choice_and_every_event_of_a_game_can_be_read():
    seen = set()

    def read(match: Match) -> None:
        sight = match.state.sight(match.state.side)
        for verb, targets in match.state.choices().items():
            for target in targets[:10]:
                label = TITLE.label(sight, verb, target)
                assert label
                assert "{" not in label
        for event in match.moves[-1].events:
            sentence = TITLE.prose(match.game, event)
            assert sentence.endswith((".", "!")), sentence
            assert "{" not in named(match.game, sentence)
            assert re.fullmatch(r"DW-[\w.]+", event.rule), event
            seen.add(type(event).__name__)
        assert TITLE.clock(sight)
        assert TITLE.headline(sight)

    bold_game(Game.of(TITLE, "german_attack"), 21, read)
    assert len(seen) > 22


def test_every_kind_of_event_has_its_own_sentence():
    kinds = [kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, events.Event)]
    told = [kind for kind in kinds if kind is not events.Event]
    assert len(told) > 30
    assert [kind for kind in told if not kind.says and kind.words is events.Event.words] == []


# ---- typed orders ------------------------------------------------------------------------------------------


def play(t: Table, order: str) -> None:
    """Give an order as a player types it."""
    for action in TITLE.read_order(t.g.sight(t.g.side), order):
        t.g.apply(action, [])


def test_a_move_by_typed_orders():
    t = Table("T4 German move", ARMS)
    play(t, "move Lehr/a 2619")
    assert t.where("l") == "2619"
    assert t.g.moved >> t.unit("l") & 1


def test_all_units_of_a_formation_are_named_by_it():
    t = Table("T4 German move", ARMS)
    words = [action.verb for action in TITLE.read_order(t.g.sight(t.g.side), "move 2Pz 2319")]
    assert words == ["unit", "hex", "unit", "hex"]


def test_an_attack_with_some_units_and_a_gun():
    t = Table("T4 German combat", ARMS)
    while "hex" not in t.g.choices():
        t.end()
    play(t, "attack 2518 with 2Pz/a +G-ART-5Pz-1")
    assert t.step == "DefenderSupport"
    assert t.g.attacked >> t.unit("a") & 1
    assert not t.g.attacked >> t.unit("b") & 1
    gun = t.g.box.asset_numbers["G-ART-5Pz-1"]
    assert t.g.used >> gun & 1


def test_a_bare_verb_is_a_single_choice_even_where_an_order_has_its_name():
    t = Table("T4 draw", ARMS, cup={"german_move_combat": 1}, dice=[0])
    sight = t.g.sight(t.g.side)
    assert [action.verb for action in TITLE.read_order(sight, "move")] == ["move"]
    assert [action.verb for action in TITLE.read_order(sight, "combat")] == ["combat"]


@pytest.mark.parametrize(
    ("order", "text"),
    [
        ("dance", "unknown order 'dance'; there are:"),
        ("move 2Pz/a", "expected: move UNITS [via HEX] HEX"),
        ("move 99Pz 2418", "no unit called '99Pz' here; there are: 2Pz/a"),
        ("move 2Pz/a 9999", "9999"),
        ("move 2Pz/a Atlantis", "there is no hex or place called 'Atlantis'"),
        ("bridge 0101/0102", "unknown bridge '0101/0102'"),
        ("blow A-ENG-V-1", "expected: blow ENGINEERS BRIDGE"),
        ("withdraw 2Pz/a 2418", "expected: withdraw UNIT HEX HEX"),
        ("place A-ENG-V-1", "expected: place ASSET HEX"),
        ("attack with 2Pz", "expected: attack HEX [with UNITS] [+ASSET]"),
        ("unit", "expected: unit and a unit"),
    ],
)
def test_an_order_that_cannot_be_read_says_what_was_expected(order, text):
    t = Table("T4 German move", ARMS)
    with pytest.raises(BadOrder, match=re.escape(text)):
        TITLE.read_order(t.g.sight(t.g.side), order)


def test_completions():
    t = Table("T4 German move", ARMS)
    sight = t.g.sight(t.g.side)
    assert "move" in TITLE.completions(sight, "m")
    assert TITLE.completions(sight, "move 2P") == ["2Pz/a", "2Pz/b"]
    assert "Bastogne" in TITLE.completions(sight, "move 2Pz/a Bast")


def test_the_survey_shows_the_table_the_chits_and_who_is_to_come():
    g = Game.of(TITLE, "german_attack").start(1)
    sight = g.sight(g.side)
    survey = TITLE.survey(sight)
    names = [name for name, _ in survey.sectors]
    assert names[-3:] == ["Chits", "Assets", "To come"]
    assert any("28/110" in allied for _, lines in survey.sectors for _, _, allied in lines)
    assert survey.legend
    assert "Turn 1 (Dec 16-17)" in TITLE.headline(sight)
    assert g.stack[-1].prompt(g) == "Combat round: choose a hex to attack, or end combat"  # what may be done now
    assert "cup G 2 A 2 S 0 (next German 50%)" in TITLE.headline(sight)


def test_a_move_says_its_cost():
    t = Table("T4 German move", ARMS)
    t.do("unit", "l")
    target = next(cell for cell in t.g.choices()["hex"] if cell != t.g.place[t.unit("l")])
    assert re.search(r" for \S+ MP$", TITLE.label(t.g.sight(t.g.side), "hex", target))
