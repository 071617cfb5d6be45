"""14.0 The Action Round phase: the cup, the chits that are held, and what is asked when a chit is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.kernel import Action, Automatic, Chance, Chances, Choices, Reason, Side
from ardennes.kernel.words import say
from ardennes.parts.cup import Cup
from ardennes.parts.phases import Asking, OneByOne
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.box.tables import Chit, Round
from ardennes.titles.deadly_woods.rules import reinforcements, rounds, supply
from ardennes.titles.deadly_woods.state import State

OWNERS = tuple(chit.side for chit in Chit)
#: Chits that are played in one way only.
_PLAIN = {
    Chit.FIFTH_PANZER: Round.FIFTH_PANZER,
    Chit.SIXTH_PANZER: Round.SIXTH_PANZER,
    Chit.ALL_GERMAN: Round.ALL_GERMAN,
}
_PANZERS = (Chit.FIFTH_PANZER, Chit.SIXTH_PANZER)


# ---- the cup -----------------------------------------------------------------------------------------------


def cup(g: State) -> Cup:
    """14.2 The cup with the run of rounds that limits the next draw; Supply Checks count for nobody."""
    last: Side | None = None
    run = 0
    for chit, _ in reversed(g.rounds):
        owner = Chit(chit).side
        if owner is None:
            continue
        if last is None:
            last = owner
        elif owner is not last:
            break
        run += 1
    return Cup(tuple(g.cup), OWNERS, last, run)


def change(counts: bytes, chit: int, by: int) -> bytes:
    """A count of chits with some more or fewer of a kind."""
    return bytes((*counts[:chit], counts[chit] + by, *counts[chit + 1 :]))


def fill(g: State) -> None:
    """14.1, 17.0 The chits of the turn go into the cup and the Allied hand; the Germans may have to choose."""
    turn = g.box.turn(g.turn)
    g.cup, g.hand, g.rounds = bytes(turn.cup), bytes(turn.hand), ()
    towns = g.controls(Side.GERMAN, g.box.st_vith) and g.controls(Side.GERMAN, g.box.bastogne)
    count = turn.panzer_choice_with_towns if towns else turn.panzer_choice
    if count == len(_PANZERS):
        for chit in _PANZERS:
            g.cup = change(g.cup, chit, 1)
    elif count:
        g.push(PanzerChit(Side.GERMAN))


class PanzerChit(OneByOne[State], frozen=True):
    """17.0 On turns 4-6 the Germans choose between the 5th and the 6th Panzer Army chit."""

    rule: ClassVar[str] = "DW-17.0z"
    phase: ClassVar[str] = "Chits"
    verb: ClassVar[str] = "chit"
    otherwise: ClassVar[Reason] = Reason("DW-17.0z", "choose the 5th or the 6th Panzer Army chit")

    def prompt(self, g: State) -> str:
        return "Choose the panzer army whose chit goes into the cup"

    def offered(self, g: State) -> Sequence[int]:
        return _PANZERS

    def also(self, g: State) -> dict[str, Sequence[int | None]]:
        return {}

    def chit(self, g: State, chit: int) -> None:
        g.cup = change(g.cup, chit, 1)
        g.pop()


class FirstChit(OneByOne[State], frozen=True):
    """5.1 The initiative player chooses one of his chits to begin with; a held one will do, a Supply Check will not."""

    rule: ClassVar[str] = "DW-5.1a"
    phase: ClassVar[str] = "Initiative"
    verb: ClassVar[str] = "chit"
    otherwise: ClassVar[Reason] = Reason("DW-4.3a", "the initiative player chooses the first chit")

    def prompt(self, g: State) -> str:
        return "Choose the chit of the first round"

    def offered(self, g: State) -> Sequence[int]:
        return [chit for chit in Chit if chit.side is self.side and (g.cup[chit] or g.hand[chit])]

    def also(self, g: State) -> dict[str, Sequence[int | None]]:
        return {}

    def why_not_pick(self, g: State, target: int) -> Reason:
        if Chit(target) is Chit.SUPPLY_CHECK:
            return Reason("DW-5.1a", "a Supply Check belongs to neither side")
        return Reason("DW-5.1a", "choose a chit of your own that is available this turn")

    def chit(self, g: State, chit: int) -> None:
        g.pop()
        if g.cup[chit]:
            g.cup = change(g.cup, chit, -1)
        else:
            g.hand = change(g.hand, chit, -1)
        play(g, Chit(chit), chosen=True)


class Rounds(Automatic[State], frozen=True):
    """4.3b Draw and play until the cup is empty and no held chit is due."""

    rule: ClassVar[str] = "DW-4.3b"
    asked: bool = False

    def run(self, g: State) -> None:
        if not self.asked and may_react(g):
            g.replace(Rounds(asked=True))
            g.push(React(Side.ALLIED))
            return
        if not any(g.cup):
            g.pop()
            return
        g.replace(Rounds())
        g.push(Draw())


class Draw(Chance[State], frozen=True):
    """14.2 A chit is drawn; one that would be a third round in a row is put back and another drawn."""

    rule: ClassVar[str] = "DW-14.2a"
    luck: ClassVar[str] = "cup"

    def chances(self, g: State) -> Chances:
        return cup(g).chances()

    def resolve(self, g: State, outcome: int) -> None:
        g.pop()
        chit = Chit(outcome)
        g.cup = change(g.cup, chit, -1)
        if chit.side is Side.ALLIED and g.hand[Chit.ALLIED_REINFORCEMENT]:
            g.push(Swap(Side.ALLIED, chit))
        else:
            play(g, chit)


class Swap(Asking[State], frozen=True):
    """14.8.2 An Allied chit is drawn: play it, or the Reinforcement chit that is held and put it back."""

    rule: ClassVar[str] = "DW-14.8.2a"
    phase: ClassVar[str] = "Chits"
    drawn: int

    def prompt(self, g: State) -> str:
        return say(
            "{chit} is drawn: play it, or play the held Reinforcement chit and put it back",
            chit=str(Chit(self.drawn)),
        )

    def choices(self, g: State) -> Choices:
        return {"keep": [None], "swap": [None]}

    def refusal(self, g: State, action: Action) -> Reason:
        return Reason("DW-14.8.2a", "play the chit, or the held Reinforcement chit instead")

    def keep(self, g: State) -> None:
        g.pop()
        play(g, Chit(self.drawn))

    def swap(self, g: State) -> None:
        g.pop()
        g.cup = change(g.cup, self.drawn, 1)
        g.hand = change(g.hand, Chit.ALLIED_REINFORCEMENT, -1)
        g.tell(events.Swapped, self.drawn)
        play(g, Chit.ALLIED_REINFORCEMENT)


def give_up_held(g: State) -> None:
    """14.8.2b When the last Allied chit has left the cup, a Reinforcement chit still held goes into it."""
    if g.hand[Chit.ALLIED_REINFORCEMENT] and not cup(g).left(Side.ALLIED):
        g.hand = change(g.hand, Chit.ALLIED_REINFORCEMENT, -1)
        g.cup = change(g.cup, Chit.ALLIED_REINFORCEMENT, 1)
        g.tell(events.HeldToCup)


# ---- the second Reaction 3 chit of turn 1 --------------------------------------------------------------------


def may_react(g: State) -> bool:
    """14.3.1c After a 5th or 6th Panzer round or as the last chit; so it is never a third Allied round (14.3.1e)."""
    return bool(g.hand[Chit.REACTION] and g.rounds) and (not any(g.cup) or g.rounds[-1][0] in _PANZERS)


class React(Asking[State], frozen=True):
    """14.3.1 The Allied player may play the Reaction 3 chit he holds."""

    rule: ClassVar[str] = "DW-14.3.1c"
    phase: ClassVar[str] = "Chits"
    buttons: ClassVar[dict[str, str]] = {"done": "Keep it"}

    def prompt(self, g: State) -> str:
        return "Play the Reaction 3 chit now?"

    def choices(self, g: State) -> Choices:
        return {"react": [None], "done": [None]}

    def refusal(self, g: State, action: Action) -> Reason:
        return Reason("DW-14.3.1c", "play the Reaction 3 chit, or keep it")

    def react(self, g: State) -> None:
        g.pop()
        g.hand = change(g.hand, Chit.REACTION, -1)
        g.rounds += ((Chit.REACTION, Round.SECOND_REACTION),)
        rounds.begin(g, Side.ALLIED, Round.SECOND_REACTION)

    def done(self, g: State) -> None:
        g.pop()


# ---- playing a chit ----------------------------------------------------------------------------------------


def play(g: State, chit: Chit, chosen: bool = False) -> None:
    """14.1 A chit goes on the track, and its owner says what the rules leave to him."""
    g.tell(events.ChitPlayed, int(chit), len(g.rounds) + 1, chosen)
    if chit.side is Side.ALLIED:
        give_up_held(g)
    if chit is Chit.SUPPLY_CHECK:
        _lay(g, chit, Round.SUPPLY_CHECK)
        supply.check(g)
    elif chit in _PLAIN:
        _begin(g, chit, _PLAIN[chit])
    elif chit in (Chit.GERMAN_MOVE_COMBAT, Chit.ALLIED_MOVE_COMBAT):
        assert chit.side is not None
        g.push(MoveOrCombat(chit.side))
    elif chit is Chit.PATTON_MONTY:
        g.push(PattonMonty(Side.ALLIED))
    elif chit is Chit.ONE_ARMY:
        g.push(OneArmy(Side.GERMAN))
    elif chit is Chit.THREE_FORMATIONS:
        g.push(ThreeFormations(Side.GERMAN))
    else:
        assert chit.side is not None
        _lay(g, chit, Round.REINFORCEMENT)
        reinforcements.begin(g, chit.side)


def _lay(g: State, chit: Chit, kind: Round) -> None:
    g.rounds += ((int(chit), int(kind)),)


def _begin(g: State, chit: Chit, kind: Round, units: int | None = None) -> None:
    assert chit.side is not None
    _lay(g, chit, kind)
    rounds.begin(g, chit.side, kind, units)


class MoveOrCombat(Asking[State], frozen=True):
    """14.4 Move or Combat; the Germans must use one chit for each in a turn."""

    rule: ClassVar[str] = "DW-14.4a"
    phase: ClassVar[str] = "Chits"
    taken_alone: ClassVar[frozenset[str]] = frozenset({"move", "combat"})

    def prompt(self, g: State) -> str:
        return "Use the chit to move or for combat?"

    def choices(self, g: State) -> Choices:
        done = {kind for chit, kind in g.rounds if chit == Chit.GERMAN_MOVE_COMBAT} if self.side is Side.GERMAN else ()
        found: dict[str, Sequence[int | None]] = {}
        if Round.MOVE not in done:
            found["move"] = [None]
        if Round.COMBAT not in done:
            found["combat"] = [None]
        return found

    def refusal(self, g: State, action: Action) -> Reason:
        if action.verb in ("move", "combat"):
            return Reason("DW-14.4c", "the Germans use one of these chits to move and one for combat")
        return Reason("DW-14.4a", "say whether it is a Move or a Combat round")

    def _chit(self) -> Chit:
        return Chit.GERMAN_MOVE_COMBAT if self.side is Side.GERMAN else Chit.ALLIED_MOVE_COMBAT

    def move(self, g: State) -> None:
        g.pop()
        _begin(g, self._chit(), Round.MOVE)

    def combat(self, g: State) -> None:
        g.pop()
        _begin(g, self._chit(), Round.COMBAT)


class PattonMonty(Asking[State], frozen=True):
    """14.9 Patton, or Monty with either movement or combat."""

    rule: ClassVar[str] = "DW-14.9a"
    phase: ClassVar[str] = "Chits"

    def prompt(self, g: State) -> str:
        return "Patton (III Corps moves and attacks), or Monty (British and VII Corps move or attack)?"

    def choices(self, g: State) -> Choices:
        return {"patton": [None], "monty_move": [None], "monty_combat": [None]}

    def refusal(self, g: State, action: Action) -> Reason:
        return Reason("DW-14.9a", "choose Patton, or Monty with one of movement and combat")

    def patton(self, g: State) -> None:
        self._play(g, Round.PATTON)

    def monty_move(self, g: State) -> None:
        self._play(g, Round.MONTY_MOVE)

    def monty_combat(self, g: State) -> None:
        self._play(g, Round.MONTY_COMBAT)

    def _play(self, g: State, kind: Round) -> None:
        g.pop()
        _begin(g, Chit.PATTON_MONTY, kind)


class OneArmy(OneByOne[State], frozen=True):
    """14.6b All units in one army area move and attack."""

    rule: ClassVar[str] = "DW-14.6b"
    phase: ClassVar[str] = "Chits"
    verb: ClassVar[str] = "army"
    otherwise: ClassVar[Reason] = Reason("DW-14.6b", "choose one army area")

    def prompt(self, g: State) -> str:
        return "One Army: choose the army area that moves and attacks"

    def offered(self, g: State) -> Sequence[int]:
        return (0, 1, 2)

    def also(self, g: State) -> dict[str, Sequence[int | None]]:
        return {}

    def army(self, g: State, army: int) -> None:
        g.pop()
        g.tell(events.ArmyChosen, army)
        _begin(g, Chit.ONE_ARMY, Round.ONE_ARMY, rounds.in_area(g, army))


class ThreeFormations(OneByOne[State], frozen=True):
    """14.7 One armored, one mechanized and one infantry formation move and attack."""

    rule: ClassVar[str] = "DW-14.7a"
    phase: ClassVar[str] = "Chits"
    verb: ClassVar[str] = "formation"
    otherwise: ClassVar[Reason] = Reason("DW-14.7a", "choose one formation of each class")
    picked: tuple[int, ...] = ()

    def prompt(self, g: State) -> str:
        wanted = {g.box.units.formations[number].kind for number in self.offered(g)}
        return say(
            "3 Formations: choose one ({names}), or go on", names=", ".join(say(str(kind)) for kind in sorted(wanted))
        )

    def taken_up(self, g: State) -> Sequence[int]:
        formations = g.box.units.formations
        return [unit for number in self.picked for unit in formations[number].members if g.on_map(unit)]

    def offered(self, g: State) -> Sequence[int]:
        formations = g.box.units.formations
        taken = {formations[number].kind for number in self.picked}
        return [
            number
            for number, formation in enumerate(formations)
            if formation.side is self.side and formation.kind not in taken and any(map(g.on_map, formation.members))
        ]

    def why_not_pick(self, g: State, target: int) -> Reason:
        return Reason("DW-14.7a", "one formation of each class, with units on the map")

    def formation(self, g: State, formation: int) -> None:
        step = ThreeFormations(self.side, (*self.picked, formation))
        if step.offered(g):
            g.replace(step)
        else:
            step.done(g)

    def done(self, g: State) -> None:
        g.pop()
        g.tell(events.FormationsChosen, self.picked)
        board = 0
        for number in self.picked:
            board |= sum(1 << unit for unit in g.box.units.formations[number].members if g.on_map(unit))
        _begin(g, Chit.THREE_FORMATIONS, Round.THREE_FORMATIONS, board)
