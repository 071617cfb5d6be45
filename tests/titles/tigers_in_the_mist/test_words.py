"""Words for saves, menus and logs, and the modifiers shown with a shot."""

import re

import pytest

import ardennes
from ardennes.kernel import Action, Match, Unknown
from ardennes.titles.tigers_in_the_mist.events import Moved
from ardennes.titles.tigers_in_the_mist.rules.combat import circumstances as battle
from ardennes.titles.tigers_in_the_mist.rules.combat import fire
from tests.titles.tigers_in_the_mist.record import bold_game
from tests.titles.tigers_in_the_mist.table import Table

GAME = ardennes.game("tigers_in_the_mist", "campaign")


def test_every_target_has_a_word_and_every_word_its_target():
    title = GAME.title
    for verb, targets in title.domain(GAME).items():
        for target in targets:
            if target is None or (target == 0 and verb in ("area", "via", "wade", "shift")):
                continue
            word = title.word(GAME, verb, target)
            assert " " not in word
            assert title.target(GAME, verb, word) == target


@pytest.mark.parametrize(
    ("verb", "word", "text"),
    [
        ("unit", "G999", "unknown unit 'G999'; there are: G001 … A101"),
        ("area", "O", "unknown area or zone 'O'; there are: 1-143, A, B"),
        ("bridge", "1-2", "unknown bridge '1-2'; there are: 10-11"),
        ("fly", "1", "unknown verb 'fly'; there are: unit"),
    ],
)
def test_a_word_that_means_nothing_lists_what_there_is(verb, word, text):
    with pytest.raises(Unknown, match=re.escape(text)):
        GAME.title.target(GAME, verb, word)


def test_every_choice_and_every_event_of_a_game_can_be_read():
    marks = re.compile(r"\{(unit|area|bridge):\d+\}")
    seen = set()

    def read(match: Match) -> None:
        for verb, targets in match.state.choices().items():
            for target in targets:
                label = match.game.title.label(match.state.sight(match.state.side), verb, target)
                assert label
                assert "{" not in label
        for event in match.moves[-1].events:
            sentence = match.game.title.prose(match.game, event)
            assert sentence.endswith(".")
            assert "{" not in marks.sub("", sentence)
            assert re.fullmatch(r"TM-[\w.]+", event.rule)
            seen.add(type(event).__name__)

    for scenario in ("first_three_days", "fifth_panzer"):
        bold_game(ardennes.game("tigers_in_the_mist", scenario), 21, read)
    assert len(seen) > 18


def test_a_label_tells_what_a_move_costs():
    t = Table("17-1 German", "a: German mechanized 2 in Irrel; b: German foot 2 in Irrel", blown=["10-11"])

    def label(g, verb, target):
        return t.game.title.label(g.sight(g.side), verb, target)

    assert label(t.g, "unit", t.unit("a")).endswith("mechanized 2 at Irrel")
    t.pick("a")
    assert label(t.g, "area", t.place("Bitburg")) == "Bitburg for 1 MP"
    assert label(t.g, "via", t.place("Bitburg")) == "Bitburg for 1 MP, then go on"
    assert label(t.g, "wade", t.place("Echternach")) == "wade to Echternach for 3 MP"
    assert label(t.g, "unit", t.unit("a")).startswith("put ")
    assert label(t.g, "unit", t.unit("b")).startswith("take ")


def test_a_march_is_told_with_its_cost():
    t = Table("17-1 German", "a: German foot 2 in Irrel", blown=["10-11"])
    [moved] = t.move("a", "Echternach")
    assert isinstance(moved, Moved)
    assert "wading" in t.game.title.prose(t.game, moved)
    assert "3 MP" in t.game.title.prose(t.game, moved)


def test_the_modifiers_shown_add_up_to_the_number_used():
    compared = set()

    def compare(match: Match) -> None:
        g, top = match.state, match.state.stack[-1] if match.state.stack else None
        if not isinstance(top, fire.AimFire):
            return
        facts, side = top.circumstances, top.side
        for firer in (None, *battle.fighters(g, facts, side)):
            for target in battle.fighters(g, facts, side.enemy):
                shown = battle.modifiers(g, facts, side, firer, target)
                attacking = side is facts.attacker
                if firer is None:
                    factor = g.box.tables.factors.artillery[0 if attacking else 1]
                    used = battle.shell_number(g, facts, side, target)
                else:
                    factor = (g.box.attack if attacking else g.box.defense)[g.box.units.type[firer]]
                    used = battle.fire_number(g, facts, firer, target)
                assert factor - sum(modifier.value for modifier in shown) == used
                compared.update(modifier.rule for modifier in shown)

    for seed in (*range(31, 37), 41):
        bold_game(ardennes.game("tigers_in_the_mist", "campaign"), seed, compare)
    assert compared >= {"TM-9.71a", "TM-9.71b", "TM-9.71c", "TM-9.6b"}


@pytest.mark.rule("TM-8.35a")
def test_wading_is_ordered_in_words_and_shown_with_its_cost():
    t = Table("17-1 German", "e: German engineer 1 in Irrel", blown=["10-11"])
    unit, echternach = t.unit("e"), t.place("Echternach")
    spec = t.g.box.units.rows[unit].id
    title = t.game.title
    for text in (f"wade {spec} Irrel Echternach", f"move {spec} Irrel wade Echternach"):
        assert title.read_order(t.g.sight(t.side), text) == [Action("unit", unit), Action("wade", echternach)]
    t.pick("e")
    assert title.read_order(t.g.sight(t.side), "wade Echternach") == [Action("wade", echternach)]
    hint = title.hint(t.g.sight(t.side), Action("wade", echternach))
    assert (hint.cost, hint.path) == (3, [t.place("Irrel"), echternach])


@pytest.mark.rule("TM-8.24c")
def test_special_forces_are_ordered_with_their_area_or_without():
    t = Table("17-1 German", "a: German armor 1 in Prum")
    t.pick("a")
    sight, read = t.g.sight(t.side), t.game.title.read_order
    assert read(sight, "special bridges Wiltz") == [Action("special", 2), Action("area", t.place("Wiltz"))]
    assert read(sight, "special confusion") == read(sight, "special 3") == [Action("special", 3)]
    for text in ("special", "special rumour Wiltz", "special bridges Wiltz Clervaux"):
        with pytest.raises(ValueError, match=r"expected: special|there is no area"):
            read(sight, text)
