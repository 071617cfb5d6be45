"""The checks every title must pass: a sound game passes them, and each finds the fault it looks for."""

import msgspec
import pytest

from ardennes.kernel import Action, Game, Match, Reason, Side, Sight, conformance
from ardennes.kernel.conformance import Broken
from tests.kernel.toy import POACHERS, Poachers, Turn, Wood, find

CHECKS = [
    conformance.invariants,
    conformance.refusals_agree,
    conformance.single_answers_agree,
    conformance.refusal_changes_nothing,
    conformance.copies_are_independent,
    conformance.undo_round_trip,
    conformance.table_round_trip,
    conformance.sights_hide_luck,
]


@pytest.mark.parametrize("seed", range(5))
def test_a_sound_game_passes_every_check(seed):
    def check(match: Match) -> None:
        for one in CHECKS:
            if match.state.stack:
                one(match)

    match = conformance.random_game(Game.of(POACHERS), seed, check)
    conformance.save_round_trip(match, find)


def test_a_game_that_does_not_end_is_found():
    with pytest.raises(Broken, match="did not end within 3 actions"):
        conformance.random_game(Game.of(POACHERS, "forest"), 1, limit=3)


class Lying(Turn, frozen=True):
    """A turn whose reasons do not agree with its choices."""

    def why_not(self, g: Wood, action: Action) -> Reason | None:
        return None if action.verb == "trade" else super().why_not(g, action)


class Lazy(Turn, frozen=True):
    """A turn whose quick answer is wrong."""

    def allows(self, g: Wood, action: Action) -> bool:
        return True


def start(step: type[Turn], wood: type[Wood] = Wood) -> Match:
    class Title(Poachers):
        steps = {**Poachers.steps, step.__name__: step}  # noqa: RUF012

        def set_up(self, game: Game) -> Wood:
            state = wood(game)
            state.push(step(Side.GERMAN))
            return state

    return Match(Game.of(Title()))


def test_a_reason_that_disagrees_with_the_choices_is_found():
    with pytest.raises(Broken, match="the ladder allows trade None, but choices does not list it"):
        conformance.refusals_agree(start(Lying))


def test_a_quick_answer_that_is_wrong_is_found():
    with pytest.raises(Broken, match=r"allows\(\) is wrong about take 0"):
        conformance.single_answers_agree(start(Lazy))


def test_a_verb_outside_the_domain_is_found():
    class Odd(Turn, frozen=True):
        def choices(self, g):
            return {**super().choices(g), "dance": [None]}

    with pytest.raises(Broken, match="dance"):
        conformance.refusals_agree(start(Odd))


def test_a_target_outside_the_domain_is_found():
    class Odd(Turn, frozen=True):
        def choices(self, g):
            return {**super().choices(g), "take": [99]}

    with pytest.raises(Broken, match=r"take offers \{99\}, which the title's domain does not name"):
        conformance.refusals_agree(start(Odd))


def test_a_broken_invariant_is_found():
    match = start(Turn)
    match.state.hares = -1
    with pytest.raises(Broken, match="hares: expected a whole number from 0 to 200, got -1"):
        conformance.invariants(match)


def test_a_copy_that_shares_its_bags_is_found():
    class Shared(Wood):
        __slots__ = ()

        def copy(self):
            new = super().copy()
            new.bags = self.bags
            return new

    with pytest.raises(Broken, match="changed the original"):
        conformance.copies_are_independent(start(Turn, Shared))


def test_a_table_that_forgets_something_is_found():
    class Forgetful(Wood):
        __slots__ = ()

        def table(self):
            return {**super().table(), "face_up": False}

    match = start(Turn, Forgetful)
    match.state.face_up = True
    with pytest.raises(Broken, match="a position read back offers other choices"):
        conformance.table_round_trip(match)


def test_a_view_of_dice_to_come_is_found():
    class Clairvoyant(Wood):
        __slots__ = ()

        def veiled(self, side):
            seen = super().veiled(side)
            seen.key = self.key
            return seen

    with pytest.raises(Broken, match="dice to come"):
        conformance.sights_hide_luck(start(Turn, Clairvoyant))


def test_a_secret_in_a_sight_is_found():
    class Marked(Wood):
        __slots__ = ()

        def veiled(self, side):
            seen = super().veiled(side)
            seen.edge = self.card  # the backs of the cards are marked
            return seen

    for kind in (Wood, Marked):
        match = start(Turn, kind)
        match.state.card = 2
        if kind is Wood:
            conformance.sights_tell_nothing_hidden(match)
        else:
            with pytest.raises(Broken, match="the sight of Allied tells something it may not know"):
                conformance.sights_tell_nothing_hidden(match, ways=9)


@pytest.mark.parametrize(("side", "who"), [(Side.GERMAN, "German"), (Side.ALLIED, "Allied"), (None, "a spectator")])
def test_what_cannot_be_told_to_an_audience_is_found(side, who):
    """A range is as good as a list to every rule, and nothing that can be sent."""

    def outlet(sight: Sight) -> bytes:
        return conformance.told(sight) if sight.side is not side else msgspec.json.encode(range(3))

    conformance.all_can_be_told(start(Turn))
    with pytest.raises(Broken, match=rf"Turn: {who} cannot be told of it: TypeError\('Encoding objects of type range"):
        conformance.all_can_be_told(start(Turn), outlet)


def test_choices_that_cannot_be_told_are_found():
    class Ranged(Turn, frozen=True):
        def choices(self, g):
            return {"take": range(3)}

    with pytest.raises(Broken, match=r"Ranged: German cannot be told of it: TypeError"):
        conformance.all_can_be_told(start(Ranged))


def test_an_event_that_cannot_be_told_is_found():
    match = start(Turn)
    match.play(match.state.actions()[0])
    assert match.moves[-1].events

    def picture(event: object) -> bytes:
        raise ValueError("no words for it")

    with pytest.raises(Broken, match="German cannot be told of it: ValueError"):
        conformance.all_can_be_told(match, picture=picture)
