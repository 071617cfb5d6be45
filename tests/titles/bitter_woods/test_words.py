"""Words for saves, menus and logs, typed orders, and the survey of the table."""

import re
from itertools import product
from typing import get_type_hints

import pytest

import ardennes
from ardennes.cli.log import named
from ardennes.kernel import Action, Choice, Match, Side, Unknown
from ardennes.parts.eye.orders import BadOrder
from ardennes.titles.bitter_woods import events
from tests.titles.bitter_woods.record import bold_game
from tests.titles.bitter_woods.table import Table

GAME = ardennes.game("bitter_woods", "campaign")
TITLE = GAME.title


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
        ("unit", "999VG/1", "unknown unit '999VG/1'"),
        ("hex", "9999", "unknown hex '9999'; there are: 0101 to 5335"),
        ("bridge", "0101/0102", "unknown bridge '0101/0102'"),
        ("exit", "up", "unknown edge 'up'; there are: north"),
        ("fly", "1", "unknown verb 'fly'; there are: unit"),
    ],
)
def test_a_word_that_means_nothing_lists_what_there_is(verb, word, text):
    with pytest.raises(Unknown, match=re.escape(text)):
        TITLE.target(GAME, verb, word)


def test_every_choice_and_every_event_of_a_game_can_be_read():
    marks = re.compile(r"\{(unit|hex|bridge|edge):\d+\}")
    seen = set()

    def read(match: Match) -> None:
        for verb, targets in match.state.choices().items():
            for target in targets[:20]:
                label = match.game.title.label(match.state.sight(match.state.side), verb, target)
                assert label
                assert "{" not in label
        for event in match.moves[-1].events:
            sentence = match.game.title.prose(match.game, event)
            assert sentence.endswith((".", "!"))
            assert "{" not in marks.sub("", sentence)
            assert "{" not in named(match.game, sentence)
            assert re.fullmatch(r"BW-[\w.]+", event.rule)
            seen.add(type(event).__name__)
        assert match.game.title.clock(match.state.sight(match.state.side))
        assert match.game.title.headline(match.state.sight(match.state.side))

    for seed in (21, 22):
        bold_game(ardennes.game("bitter_woods", "six_turn"), seed, read)
    assert len(seen) > 22


SAMPLES = {int: (3,), str: ("CA", "BW-9.7o", "mud"), bool: (True, False), Side: (Side.ALLIED,)}
ROWS = {
    "result": ("CA", "1D3", "Adv 2"),
    "units": ((), (3,), (3, 4)),
    "points": ((), ("St. Vith",)),
    "path": ((3,), (3, 4)),
}


def samples(kind: type[events.Event]) -> list[events.Event]:
    """An event of a kind in every way it may be told."""
    found = [(name, ROWS.get(name) or SAMPLES.get(type_, ((3,),))) for name, type_ in get_type_hints(kind).items()]
    fields = [(name, values) for name, values in found if name in kind.__struct_fields__]
    return [kind(*values) for values in product(*(values for _, values in fields))]


def test_every_kind_of_event_has_its_sentence_and_picture():
    """Also those a short game does not bring."""
    known = vars(events).values()
    kinds = [kind for kind in known if isinstance(kind, type) and issubclass(kind, events.Event)]
    told = [kind for kind in kinds if kind is not events.Event and not kind.__name__.startswith("_")]
    assert len(told) > 25
    for kind in told:
        for event in samples(kind):
            assert event.sentence()[-1] == ".", event
            assert event.picture().text == event.sentence()


def test_the_phase_is_told_as_the_rulebook_calls_it():
    from ardennes.titles.bitter_woods.rules.movement.phase import Movement

    assert [step.under_way() for step in (Movement(Side.GERMAN), Movement(Side.GERMAN, True))] == [
        "movement",
        "exploitation",
    ]
    g = Table("17AM German", "a: German 5PA armor at 1324; d: Allied infantry at 1424", phase="combat").g
    assert TITLE.phase(g.sight(None)) == "17AM: German player turn, combat"
    phases = {name: step.phase for name, step in TITLE.steps.items() if issubclass(step, Choice)}
    assert all(phases.values()), phases
    assert TITLE.label(g.sight(g.side), "done", None) == "End combat"


# ---- typed orders ------------------------------------------------------------------------------------------


def test_orders_of_rules_25_27_and_38():
    t = Table("17AM German", "s: PzB150 at 1210; d: 2/23 at 1410", options=["peiper_and_skorzeny"], air=(0, 0))
    play(t, "sneak PzB150 Faymonville", dice=(3,))
    assert t.where("s") == "1311"
    t = Table("18AM German", "a: 1SS/1 at 1711; d: Allied infantry at 1809", options=["fuel_dumps"], air=(0, 0))
    t.g.dumps[1] = (t.hex("1809"), t.hex("2719"))
    t.move("a", "1810")
    play(t, "burn Francorchamps", dice=(1,))
    assert t.marked("burnt_dumps", "1809")
    units = "a: German infantry at 1530; d: Allied infantry at 1630"
    t = Table("18AM Allied", units, phase="demolition", options=["events_17am"], air=(0, 0), event17=8)
    play(t, "engineers 1630/1730")
    assert "1630/1730" in t.blown()
    with pytest.raises(BadOrder, match="expected: sneak"):
        play(t, "sneak")


def play(t: Table, order: str, dice: tuple[int, ...] = ()) -> None:
    """Give an order as a player types it."""
    actions = TITLE.read_order(t.g.sight(t.g.side), order)
    for action in actions:
        t.events += t.g.apply(action, list(dice) if action is actions[-1] else [])


def test_a_turn_by_typed_orders():
    units = "a: 2Pz/3 at 3411; b: 2Pz/2 at 3411; c: 116Pz/16 at 3420; g: 401 at 3409; d: 28/110 at 3312"
    t = Table("20AM German", units, phase="reserve", air=(1, 0))
    play(t, "reserve 116Pz")
    assert t.has("c", "reserve")
    play(t, "done")
    play(t, "move 2Pz 3411 3412")
    assert (t.where("a"), t.where("b")) == ("3412", "3412")
    play(t, "done")
    play(t, "attack 3312 with 2Pz,401 air", dice=(1,))
    assert t.told(events.CombatRolled)
    assert t.step == "RetreatTo"
    target = sorted(t.offers("hex"))[0]
    play(t, f"retreat 28/110 {target}")
    assert t.where("d") == target
    play(t, "advance 2Pz/2 3312")
    assert t.where("b") == "3312"
    play(t, "done")
    play(t, "done")
    assert t.step == "Movement"  # exploitation
    play(t, "move 116Pz/16 Marche")
    assert t.where("c") == "3518"


def test_bridges_positions_and_aircraft_by_typed_orders():
    t = Table(
        "23AM German",
        "26VG/78 at 1324; 28/112 at 1221; x: German infantry at 4010",
        phase="interdiction",
        blown=["1324/1424"],
    )
    play(t, "interdict 1316,Prüm")
    assert t.marked("interdicted", "1316")
    play(t, "done")
    while t.step != "Movement":
        play(t, "done")
    play(t, "repair 26VG/78")
    assert t.g.builders == ((t.unit("26VG/78"), t.bridge("1324/1424")),)
    play(t, "done")
    assert t.step == "Construction"
    play(t, "bridge 1324/1424")
    assert t.where("26VG/78") == "1424"


def test_support_and_losses_by_typed_orders():
    units = "a: German infantry 5-4-3 at 3813; d: 28/110 at 3814; 402 at 3817; h: 406 at 3818"
    t = Table("20AM German", units, phase="combat", air=(0, 1))
    play(t, "attack 3814")
    assert t.step == "ChooseSupport"
    play(t, "support 402 air", dice=(4,))
    event = t.told(events.AttackDeclared)[-1]
    assert event.support == (t.unit("402"),)
    assert event.cover


@pytest.mark.parametrize(
    ("order", "text"),
    [
        ("dance", "unknown order 'dance'; there are:"),
        ("move", "expected: move UNITS [FROM] HEX"),
        ("move 99Pz 3412", "no unit called '99Pz' here; there are:"),
        ("move 2Pz/3 9999", "9999"),
        ("move 2Pz/3 Atlantis", "there is no hex or place called 'Atlantis'"),
        ("move 2Pz/3 exit up", "unknown edge 'up'"),
        ("blow 0101/0102", "is no bridge: name it by its hexside"),
        ("support 402", "nobody is attacked now"),
        ("attack", "expected: attack HEX [with UNITS] [air]"),
    ],
)
def test_an_order_that_cannot_be_read_says_what_was_expected(order, text):
    t = Table("20AM German", "2Pz/3 at 3411; d: Allied infantry at 3814")
    with pytest.raises(BadOrder, match=re.escape(text)):
        TITLE.read_order(t.g.sight(t.g.side), order)


def test_completions():
    t = Table("20AM German", "2Pz/3 at 3411; 2Pz/2 at 3411; d: Allied infantry at 3814")
    assert "move" in TITLE.completions(t.g.sight(t.g.side), "m")
    assert TITLE.completions(t.g.sight(t.g.side), "move 2P") == ["2Pz/2", "2Pz/3"]
    assert "Bastogne" in TITLE.completions(t.g.sight(t.g.side), "move 2Pz/3 Bast")


def test_the_survey_shows_the_table():
    g = ardennes.game("bitter_woods", "campaign").start(1)
    survey = TITLE.survey(g.sight(g.side))
    assert any("28/110" in allied for _, lines in survey.sectors for _, _, allied in lines)
    assert survey.legend
    assert "16AM" in TITLE.headline(g.sight(g.side))


def test_a_refusal_reads_like_a_sentence():
    t = Table("20AM German", "2Pz/3 at 3411; d: Allied infantry at 3814")
    reason = t.g.why_not(Action("unit", t.unit("d")))
    assert reason is not None
    assert str(reason) == "only units of the moving side may be moved (BW-4d)"
