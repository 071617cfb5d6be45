"""What any title must keep true. Tests run these checks; the fuzzer runs them until something breaks."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec

from ardennes.kernel import saves
from ardennes.kernel.biting import Bites
from ardennes.kernel.chance import Seed
from ardennes.kernel.decisions import MADE, Action, IllegalAction, Side
from ardennes.kernel.events import Event
from ardennes.kernel.events import told as told_of
from ardennes.kernel.match import Match
from ardennes.kernel.sight import Sight
from ardennes.kernel.state import ScriptedChance, State
from ardennes.kernel.steps import Chance, Choice
from ardennes.kernel.title import Game, Title


class Broken(AssertionError):
    """An invariant that does not hold, with the match that got there."""

    def __init__(self, match: Match, text: str) -> None:
        super().__init__(text)
        self.match = match


Check = Callable[[Match], None]


def random_action(state: State, rng: random.Random) -> Action:
    """One of the choices, all equally likely."""
    choices = state.choices()
    number = int(rng.random() * sum(map(len, choices.values())))
    for verb, targets in choices.items():
        if number < len(targets):
            return MADE[verb][targets[number]]
        number -= len(targets)
    raise IndexError("a game that is not over offers at least one choice")


def random_game(game: Game, seed: Seed, check: Check | None = None, limit: int = 100_000) -> Match:
    """Play at random to the end, checking every position. `Broken` if a check fails or the game does not end."""
    match = Match(game, seed)
    rng = random.Random(str(seed))
    if check is not None:
        check(match)
    while match.state.stack:
        if not match.state.choices():
            raise Broken(match, "a decision offers no choice")
        match.play(random_action(match.state, rng))
        if check is not None:
            check(match)
        if len(match.moves) > limit:
            raise Broken(match, f"the game did not end within {limit} actions")
    if match.state.outcome() is None:
        raise Broken(match, "the game is over without an outcome")
    return match


def invariants(match: Match) -> None:
    """The title's own invariants hold."""
    faults = match.game.title.amiss(match.state)
    if faults:
        raise Broken(match, "; ".join(faults))


def refusals_agree(match: Match) -> None:
    """The fast list of choices and the ladder of reasons say the same about everything one could name."""
    state = match.state
    choices = state.choices()
    for verb, targets in match.game.title.domain(match.game).items():
        legal = set(choices.get(verb, ()))
        if unnamed := legal.difference(targets):
            raise Broken(match, f"{_where(state)}: {verb} offers {unnamed}, which the title's domain does not name")
        for target in targets:
            reason = state.why_not(Action(verb, target))
            if (reason is None) != (target in legal) and not (
                reason is None and _unlisted(state, Action(verb, target))
            ):
                said = "allows" if reason is None else f"refuses ({reason})"
                listed = "lists" if target in legal else "does not list"
                raise Broken(match, f"{_where(state)}: the ladder {said} {verb} {target}, but choices {listed} it")
    unlisted = set(choices) - set(match.game.title.domain(match.game))
    if unlisted:
        raise Broken(match, f"{_where(state)}: verbs {unlisted} are not in the title's domain")


def _unlisted(state: State, action: Action) -> bool:
    """Whether an answer is legal without being listed."""
    step = state.stack[-1]
    return isinstance(step, Choice) and step.unlisted(state, action)


def single_answers_agree(match: Match) -> None:
    """`Choice.allows` agrees with the whole list."""
    state = match.state
    if not state.stack:
        return
    step = state.stack[-1]
    assert isinstance(step, Choice)
    for verb, targets in match.game.title.domain(match.game).items():
        legal = set(state.choices().get(verb, ()))
        for target in targets:
            action = Action(verb, target)
            if step.allows(state.copy(), action) != (target in legal or step.unlisted(state, action)):
                raise Broken(match, f"{_where(state)}: allows() is wrong about {verb} {target}")


def rungs_bite(match: Match, bites: Bites | None = None) -> None:
    """Each rung left out in turn changes what it gave as its reason, and nothing else; `bites` notes which ones bit."""
    faults = (bites or Bites()).faults(match.state)
    if faults:
        raise Broken(match, "; ".join(faults[:5]))


def refusal_changes_nothing(match: Match) -> None:
    """An illegal action is refused with a reason and leaves no trace."""
    before = saves.position(match.state)
    try:
        match.play(Action("no such verb", 0))
    except IllegalAction as error:
        if not error.reason.text:
            raise Broken(match, "a refusal came without a reason") from None
    else:
        raise Broken(match, "an unknown verb was accepted")
    if saves.position(match.state) != before:
        raise Broken(match, "a refused action changed the position")


def copies_are_independent(match: Match) -> None:
    """Playing on with a copy does not touch the original."""
    if not match.state.stack:
        return
    before = saves.position(match.state)
    copy = match.state.copy()
    if saves.position(copy) != before:
        raise Broken(match, "a copy differs from its original")
    rng = random.Random(before)
    for _ in range(10):
        if copy.stack:
            copy.play(random_action(copy, rng))
    if saves.position(match.state) != before:
        raise Broken(match, "playing on with a copy changed the original")


def undo_round_trip(match: Match) -> None:
    """Taking an action back and playing it again comes to the same position."""
    if not match.can_undo:
        return
    after = saves.position(match.state)
    move = match.undo()
    match.play(move.action, led=move.led)
    if saves.position(match.state) != after:
        raise Broken(match, f"undo and replay of {move.action} came to another position")


def lifting_changes_nothing(match: Match) -> None:
    """What only takes something up changes what is asked and nothing else: no die, no word, not a column."""
    state = match.state
    top = state.stack[-1] if state.stack else None
    if not isinstance(top, Choice) or not top.lifts:
        return
    rng = random.Random(str(len(match.moves)))
    for verb in top.lifts:
        targets = list(state.choices().get(verb, ()))
        for target in rng.sample(targets, min(len(targets), 3)):
            after, rolled = state.copy(), list[int]()
            events = after.apply(Action(verb, target), rolled=rolled)
            asked, after.stack = after.side, state.stack
            if events or rolled or asked is not state.side or after.fingerprint() != state.fingerprint():
                raise Broken(match, f"{_where(state)}: {verb} {target} does more than take something up")


def harmless_answers_are(match: Match) -> None:
    """After an answer on which no other hangs everything is listed as if nothing had been kept from before."""
    state = match.state
    top = state.stack[-1] if state.stack else None
    for verb in top.harmless if isinstance(top, Choice) else ():
        for target in state.choices().get(verb, ()):
            after = state.copy()
            after.memo = None if state.memo is None else state.memo.copy()
            after.act(MADE[verb][target])
            fresh = after.copy()
            if after.stack[-1] is top and after.choices() != fresh.choices():
                raise Broken(match, f"{_where(state)}: {verb} {target} changes what else can be done")


def table_round_trip(match: Match) -> None:
    """A position read back from its table is the same, and goes on the same way."""
    state = match.state
    again = match.game.restore(state.table(), match.seed, state.drawn)
    if saves.position(again) != saves.position(state):
        raise Broken(match, "the table does not describe the position")
    if _listed(again) != _listed(state):
        raise Broken(match, f"{_where(state)}: a position read back offers other choices")


def save_round_trip(match: Match, find_title: Callable[[str], Title]) -> None:
    """A save replays to the same position and the same history."""
    again = saves.load(saves.dump(match), find_title)
    if saves.position(again.state) != saves.position(match.state) or again.moves != match.moves:
        raise Broken(match, "a loaded save differs from the match that was saved")


def sights_hide_luck(match: Match) -> None:
    """No sight depends on dice still to come."""
    state = match.state
    other = state.copy()
    other.memo = None
    other.key = bytes(32)
    other.drawn = state.drawn + 17
    for side in (Side.GERMAN, Side.ALLIED, None):
        here, there = state.sight(side), other.sight(side)
        if here.table() != there.table() or (here.state.key, here.state.drawn) != (there.state.key, there.state.drawn):
            raise Broken(match, f"the sight of {side} shows something of dice to come")


def told(sight: Sight) -> bytes:
    """What the kernel itself tells of a sight: the table, and the decision where there is one."""
    asked = sight.decision() if sight.state.stack else None
    return msgspec.json.encode([sight.table(), asked], order="sorted")


def pictured(event: Event) -> bytes:
    """What the kernel itself tells of an event that a side has seen."""
    return msgspec.json.encode(event)


def all_can_be_told(
    match: Match, outlet: Callable[[Sight], bytes] = told, picture: Callable[[Event], bytes] = pictured
) -> None:
    """A position, and what happened last, can be put into bytes for both sides and a spectator."""
    last = match.moves[-1] if match.moves else match.opening
    for side in (Side.GERMAN, Side.ALLIED, None):
        try:
            outlet(match.state.sight(side))
            for event in told_of(last.events, side):
                picture(event)
        except Exception as error:
            raise Broken(match, f"{_where(match.state)}: {_who(side)} cannot be told of it: {error!r}") from error


def sights_tell_nothing_hidden(match: Match, outlet: Callable[[Sight], bytes] = told, ways: int = 3) -> None:
    """What a side is told stays the same, byte for byte, when all it may not know is shuffled."""
    state = match.state
    for side in (Side.GERMAN, Side.ALLIED, None):
        sight = state.sight(side)
        before = outlet(sight)
        for way in range(ways):
            if outlet(shuffled(state, side, f"{len(match.moves)} {way}").sight(side)) != before:
                raise Broken(match, f"{_where(state)}: the sight of {_who(side)} tells something it may not know")


def shuffled(state: State, side: Side | None, seed: Seed) -> State:
    """A position that a side cannot tell from this one.

    What the others mean to do stays as it is: it is no secret of the position, and shows when they do it.
    """
    made = state.sight(side).imagine(seed)
    for name, column in type(state).columns.items():
        if column.foretold:
            setattr(made, name, getattr(state.copy(), name))
    return made


def moves_tell_nothing_hidden(
    match: Match,
    action: Action,
    outlet: Callable[[Sight], bytes] = told,
    picture: Callable[[Event], bytes] = pictured,
) -> None:
    """Played on the true table and on one shuffled for a side, an action looks the same to that side.

    Both get the same dice as far as the side sees them; what it does not see comes as it may. Where the shuffled table
    does not allow the action or the dice nothing is compared, and nothing after an event that reveals something.
    """
    state = match.state
    for side in (Side.GERMAN, Side.ALLIED, None):
        seed = f"{len(match.moves)} {action}"
        rolled: list[int] = []
        after, made = state.copy(), shuffled(state, side, seed)
        if not made.allows(action):
            continue
        what = f"{_where(state)}: {action.verb} shows {_who(side)} something it may not know"
        events = _played(after, action, side, rolled, None)
        try:
            others = _played(made, action, side, rolled, random.Random(seed))
        except ScriptedChance as error:
            if error.args[0] == MORE_OR_LESS:
                raise Broken(match, f"{what}: whether dice are rolled") from None
            continue
        here, there = _pictures(events, side, picture), _pictures(others, side, picture)
        if here != there:
            raise Broken(match, f"{what}: {here} or {there}")
        if any(event.reveals for event in events):
            continue
        if outlet(after.sight(side)) != outlet(made.sight(side)):
            raise Broken(match, f"{what}: the position it leads to")


def picks_tell_nothing_hidden(
    match: Match,
    outlet: Callable[[Sight], bytes] = told,
    picture: Callable[[Event], bytes] = pictured,
) -> None:
    """What a side picks from what only it can see, and can put back, shows the others nothing: neither that it was
    picked nor that it could be.

    The others' twin of this position differs in what they cannot see *and* in what is answered: there nothing is
    picked, for no such thing is held.
    """
    state = match.state
    for side in (Side.GERMAN, Side.ALLIED, None):
        if not state.stack or side == state.side:
            continue
        twin = shuffled(state, side, f"{len(match.moves)} picks")
        for verb, targets in state.choices().items():
            secret = set(targets).difference(twin.choices().get(verb, ()))
            for target in sorted(secret, key=str):
                action = Action(verb, target)
                if (picked := _picked(state, action)) is None:
                    continue
                after, events = picked
                what = f"{_where(state)}: picking {verb} and putting it back shows {_who(side)} something"
                if told_of := _pictures(events, side, picture):
                    raise Broken(match, f"{what}: {told_of}")
                if outlet(after.sight(side)) != outlet(twin.sight(side)):
                    raise Broken(match, f"{what}: the position it leads to")
                break


#: The verb that puts back what was picked.
PUT_BACK = Action("back")


def _picked(state: State, action: Action) -> tuple[State, list[Event]] | None:
    """The position after an answer that only picks something: its owner may put it back, and all is as before."""
    after, events = state.copy(), list[Event]()
    after.events = events
    after.act(action)
    if after.advance() is not None or after.side != state.side or not after.allows(PUT_BACK):
        return None
    again = after.copy()
    again.act(PUT_BACK)
    if again.advance() is not None or saves.position(again) != saves.position(state):
        return None
    after.events = None
    return after, events


MORE_OR_LESS = "more or fewer dice"


def _played(
    state: State, action: Action, side: Side | None, rolled: list[int], again: random.Random | None
) -> list[Event]:
    """Play an action and note what chance a side saw; or play it `again` with what it saw, the rest at random."""
    events: list[Event] = []
    state.events = events
    state.act(action)
    shown = iter(list(rolled))
    while (chances := state.advance()) is not None:
        top = state.stack[-1]
        assert isinstance(top, Chance)
        if again is None or not top.shown_to(state, side):
            rng = again or random.Random(f"{state.drawn} {action}")
            outcome = chances.pick(rng.randrange(chances.total))
        else:
            outcome = next(shown, MISSING)
            if outcome == MISSING:
                raise ScriptedChance(MORE_OR_LESS)
            if not chances.possible(outcome):
                raise ScriptedChance("it cannot come up here")
        if again is None and top.shown_to(state, side):
            rolled.append(outcome)
        state.drawn += 1
        state.resolve(outcome)
    state.events = None
    if again is not None and next(shown, MISSING) != MISSING:
        raise ScriptedChance(MORE_OR_LESS)
    return events


#: No outcome of any chance.
MISSING = -(10**9)


def random_moves_tell_nothing_hidden(match: Match) -> None:
    """The same for some action of the position."""
    if match.state.stack:
        moves_tell_nothing_hidden(match, random_action(match.state, random.Random(str(len(match.moves)))))


def _pictures(events: list[Event], side: Side | None, picture: Callable[[Event], bytes]) -> list[bytes]:
    """What a side is shown of events, up to the first that reveals something."""
    found = []
    for event in events:
        if event.reveals:
            break
        if (seen := event.seen_by(side)) is not None:
            found.append(picture(seen))
    return found


def _who(side: Side | None) -> str:
    return "a spectator" if side is None else str(side)


def choices_need_no_secret(match: Match) -> None:
    """The side that decides is offered the same on its own sight as on the true table."""
    state = match.state
    if not state.stack:
        return
    seen = state.sight(state.side).state
    seen._choices = None
    if _listed(seen) != _listed(state):
        raise Broken(match, f"{_where(state)}: the choices depend on something {state.side} may not know")


def _listed(state: State) -> dict[str, list[int | None]]:
    return {verb: list(targets) for verb, targets in state.choices().items()}


def _where(state: State) -> str:
    return type(state.stack[-1]).__name__ if state.stack else "game over"


#: The checks that hold for any position but take too long for every one.
THOROUGH: tuple[Check, ...] = (
    refusals_agree,
    single_answers_agree,
    rungs_bite,
    refusal_changes_nothing,
    copies_are_independent,
    undo_round_trip,
    lifting_changes_nothing,
    harmless_answers_are,
    table_round_trip,
    all_can_be_told,
    sights_hide_luck,
    sights_tell_nothing_hidden,
    random_moves_tell_nothing_hidden,
    picks_tell_nothing_hidden,
    choices_need_no_secret,
)
