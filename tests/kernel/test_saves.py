"""Saves: readable text that replays bit for bit, and refuses what it cannot trust."""

import pytest

from ardennes.kernel import BadSave, Game, Match, Side, saves
from tests.kernel.toy import ACCEPT, POACHERS, TRADE, WHET, WHISTLES, Poachers, find, take


def played(seed: int | str = 1944, scenario: str = "copse", title: Poachers = POACHERS) -> Match:
    """A match in the middle of a nested decision, with chance behind it."""
    match = Match(Game.of(title, scenario, {"bonus": 2}), seed, opening=[3])
    match.play(take(2))
    match.play(WHISTLES, [2])
    match.play(take(3))
    match.play(WHET)
    match.play(TRADE)
    return match


def error(text: str, **how) -> BadSave:
    with pytest.raises(BadSave) as caught:
        saves.load(text, find, **how)
    return caught.value


# ---- round trip ----------------------------------------------------------------------------------------------


def test_a_save_reads_like_a_game():
    text = saves.dump(played())
    lines = text.splitlines()
    assert lines[0] == "ardennes save 1"
    assert "title poachers" in lines
    assert "scenario copse" in lines
    assert "option fog off" in lines
    assert "option bonus 2" in lines
    assert "rules 3" in lines
    assert "seed 1944" in lines
    start = lines.index("moves > 3")
    assert lines[start + 1 : start + 9] == [
        "# German",
        "take two",
        "# Allied",
        "whistle > 2",
        "take three",
        "# German",
        "whet",
        "trade",
    ]
    assert lines[-2].startswith("position ")
    assert lines[-1].startswith("table 2 {")


@pytest.mark.parametrize("seed", [1944, -3, "a phrase of four words"])
def test_a_save_replays_to_the_same_match(seed):
    match = played(seed)
    again = saves.load(saves.dump(match), find)
    assert saves.position(again.state) == saves.position(match.state)
    assert again.moves == match.moves
    assert again.opening == match.opening
    assert again.seed == seed
    assert again.game.options == {"fog": False, "bonus": 2}
    assert saves.dump(again) == saves.dump(match)


def test_a_loaded_game_goes_on_with_the_same_dice():
    match = played()
    again = saves.load(saves.dump(match), find)
    match.play(ACCEPT)
    again.play(ACCEPT)
    for _ in range(10):
        assert match.play(WHISTLES).chance == again.play(WHISTLES).chance


def test_a_finished_game_can_be_saved():
    match = Match(Game.of(POACHERS), 1, opening=[1])
    for number in (3, 3, 1):
        match.play(take(number))
    again = saves.load(saves.dump(match), find)
    assert again.state.outcome() == match.state.outcome()
    assert again.state.outcome().winner is Side.GERMAN


def test_comments_and_blank_lines_are_for_people():
    text = saves.dump(played()).replace("whet\n", "# a long silence\n\nwhet\n")
    assert len(saves.load(text, find).moves) == 5


def test_loading_may_stop_after_some_moves():
    match = played()
    for to in range(6):
        again = saves.load(saves.dump(match), find, to=to)
        assert again.moves == match.moves[:to]
    assert saves.load(saves.dump(match), find, to=99).moves == match.moves


# ---- files that cannot be trusted ----------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "chess save 1\n", "\x00\x01", "{}"])
def test_a_foreign_file_is_named_as_such(text):
    assert "not an Ardennes save" in str(error(text))
    assert error(text).line == 1


def test_a_truncated_file_is_noticed_wherever_it_ends():
    lines = saves.dump(played()).splitlines()
    for length in range(1, len(lines) - 1):
        caught = error("\n".join(lines[:length]))
        assert "truncated" in str(caught), f"cut after line {length}: {caught}"


def test_a_move_cut_short_is_noticed():
    text = saves.dump(played())
    cut = text[: text.index("whistle > 2") + len("whistle >")]
    assert "line 13" in str(error(cut))


def test_a_missing_last_line_does_not_matter_while_the_moves_replay():
    lines = saves.dump(played()).splitlines()[:-1]
    assert len(saves.load("\n".join(lines), find).moves) == 5


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("take two", "take four", "one to three hares are taken"),
        ("take two", "steal two", "unknown verb 'steal'; there are: take, whistle"),
        ("take two", "trade", "an empty bag cannot be traded"),
        ("whistle > 2", "whistle > 5", "5 cannot come up here"),
        ("whistle > 2", "whistle", "more dice than were given"),
        ("whistle > 2", "whistle > 2 2", "1 more dice were given"),
        ("whistle > 2", "whistle > two", "expected numbers after '>', got 'two'"),
        ("whet\ntrade", "trade\nwhet", "an offer is accepted or declined"),
        ("moves > 3", "moves > 4", "4 cannot come up here"),
        ("moves > 3", "moves > x", "expected numbers after '>'"),
    ],
)
def test_a_damaged_line_is_named(old, new, text):
    save = saves.dump(played())
    caught = error(save.replace(old, new))
    assert text in str(caught)
    assert str(caught).startswith(f"line {caught.line}: ")
    damaged = save.replace(old, new).splitlines()[caught.line - 1]
    assert damaged in new.splitlines()


def test_a_legal_but_different_move_is_noticed_by_the_position():
    caught = error(saves.dump(played()).replace("whistle > 2", "whistle > 1"))
    assert "the replayed position is" in str(caught)


def test_a_damaged_position_is_noticed():
    text = saves.dump(played())
    found = text[text.index("position ") + 9 :].split()[0]
    assert found in str(error(text.replace(f"position {found}", "position 0123abcd")))


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("title poachers", "title chess", "unknown title 'chess'; there are: poachers"),
        ("scenario copse", "scenario desert", "unknown scenario 'desert'; there are: copse, forest"),
        ("option fog off", "option rain off", "unknown option 'rain'; there are: fog, bonus"),
        ("option bonus 2", "option bonus 7", "option bonus: expected 0 to 5, got 7"),
        ("rules 3", "rules three", "rules: expected a number, got 'three'"),
        ("title poachers\n", "", "the header has no title line"),
        ("rules 3\n", "", "the header has no rules line"),
        ("title poachers", "titel poachers", "unknown header line 'titel'; expected one of title, scenario"),
    ],
)
def test_a_header_that_does_not_fit_says_what_there_is(old, new, text):
    assert text in str(error(saves.dump(played()).replace(old, new)))


# ---- seeds ---------------------------------------------------------------------------------------------------


def test_a_seed_that_was_not_promised_is_refused():
    text = saves.dump(played()).replace("seed 1944", "seed 1945")
    assert "does not match the commitment" in str(error(text))


def test_a_save_without_its_seed_can_be_checked_but_not_guessed():
    match = played()
    text = saves.dump(match, reveal_seed=False)
    assert "\nseed " not in text
    assert match.commitment in text
    assert "not revealed" in str(error(text))
    again = saves.load(text, find, new_seed=lambda: 77)
    assert again.moves == match.moves
    assert again.seed == 77


# ---- another rules version -----------------------------------------------------------------------------------


def older(text: str) -> str:
    return text.replace("rules 3", "rules 2")


def test_a_save_of_older_rules_replays_while_its_moves_still_do():
    match = played()
    again = saves.load(older(saves.dump(match)), find)
    assert again.moves == match.moves


def test_a_save_of_older_rules_opens_from_its_table_when_its_moves_do_not_replay():
    match = played()
    text = older(saves.dump(match)).replace("take two", "take four")
    again = saves.load(text, find)
    assert again.moves == []
    assert saves.position(again.state) == saves.position(match.state)
    assert again.state.drawn == match.state.drawn
    match.play(ACCEPT)
    again.play(ACCEPT)
    assert match.play(WHISTLES).chance == again.play(WHISTLES).chance


def test_a_game_that_went_on_from_its_table_is_kept_with_that_table():
    match = played()
    went_on = saves.load(older(saves.dump(match)).replace("take two", "take four"), find)
    went_on.play(ACCEPT)
    rolled = went_on.play(WHISTLES).chance
    text = saves.dump(went_on)
    assert f"\nfrom {match.state.drawn} {{" in text
    again = saves.load(text, find)
    assert again.moves == went_on.moves
    assert again.moves[-1].chance == rolled
    assert saves.position(again.state) == saves.position(went_on.state)
    assert saves.dump(again) == text
    assert saves.verify(text, find).wrong is None
    assert saves.load(text, find, to=0).state.table() == match.state.table()
    assert "the table does not fit this version" in str(error(text.replace('"hares":', '"rabbits":', 1)))


def test_a_save_of_older_rules_with_a_table_that_no_longer_fits_says_so():
    text = older(saves.dump(played())).replace("take two", "take four")
    assert "the table does not fit this version" in str(error(text.replace('"hares":', '"rabbits":')))
    assert "the table does not fit this version" in str(error(text.replace('["Offer"', '["Bargain"')))
    assert "the table is damaged" in str(error(text.replace('{"hares"', '{hares"')))
    lines = text.splitlines()
    assert "truncated" in str(error("\n".join(lines[:-1])))


def test_a_save_of_the_same_rules_never_falls_back_on_its_table():
    text = saves.dump(played()).replace("take two", "take four")
    assert error(text).line == text.splitlines().index("take four") + 1
