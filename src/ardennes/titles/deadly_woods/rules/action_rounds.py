"""14.0 The Action Round phase: the cup, the chits that are held, and what is asked when a chit is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.kernel import Automatic, Chance, Chances, Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import say
from ardennes.parts.rules.cup import Cup
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.box.fields import Drawn, Formations
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


class PanzerChit(Question[State], frozen=True):
    """17.0 On turns 4-6 the Germans choose between the 5th and the 6th Panzer Army chit."""

    rule: ClassVar[str] = "DW-17.0z"
    phase: ClassVar[str] = "Chits"
    asks: ClassVar[str] = "Choose the panzer army whose chit goes into the cup"
    otherwise: ClassVar[tuple[str, str]] = ("DW-17.0z", "choose the 5th or the 6th Panzer Army chit")

    @pick(lambda step, g: _PANZERS)
    def chit(self, g: State, chit: int) -> None:
        """17.0 It goes into the cup."""
        g.cup = change(g.cup, chit, 1)


#: 5.1 Which chits may begin a turn.
FIRST = Rungs(
    lambda g, step, chit: {},
    Rung("DW-5.1a", "a Supply Check belongs to neither side", each(lambda g, step, chit: Chit(chit).side is None)),
    Rung(
        "DW-5.1a",
        "choose a chit of your own that is available this turn",
        each(lambda g, step, chit: Chit(chit).side is not step.side or not (g.cup[chit] or g.hand[chit])),
    ),
)


class FirstChit(Question[State], frozen=True):
    """5.1 The initiative player chooses one of his chits to begin with; a held one will do, a Supply Check will not."""

    rule: ClassVar[str] = "DW-5.1a"
    phase: ClassVar[str] = "Initiative"
    asks: ClassVar[str] = "Choose the chit of the first round"
    otherwise: ClassVar[tuple[str, str]] = ("DW-4.3a", "the initiative player chooses the first chit")

    @pick(lambda step, g: range(len(Chit)), by=FIRST)
    def chit(self, g: State, chit: int) -> None:
        """5.1 It is played as if it were drawn."""
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
    """14.2 A chit is drawn; one that would be a third round in a row is put back and another drawn.

    That is the same as drawing among the chits that may be played, so the cup draws once and odds are exact.
    """

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


class Swap(Question[State], frozen=True):
    """14.8.2 An Allied chit is drawn: play it, or the Reinforcement chit that is held and put it back."""

    rule: ClassVar[str] = "DW-14.8.2a"
    phase: ClassVar[str] = "Chits"
    asks: ClassVar[str] = "{drawn} is drawn: play it, or play the held Reinforcement chit and put it back"
    otherwise: ClassVar[tuple[str, str]] = ("DW-14.8.2a", "play the chit, or the held Reinforcement chit instead")
    drawn: Drawn

    @button()
    def keep(self, g: State) -> None:
        """14.8.2 The chit that was drawn is played."""
        play(g, Chit(self.drawn))

    @button()
    def swap(self, g: State) -> None:
        """14.8.2a The held one is played, and the drawn one goes back."""
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


class React(Question[State], frozen=True):
    """14.3.1 The Allied player may play the Reaction 3 chit he holds."""

    rule: ClassVar[str] = "DW-14.3.1c"
    phase: ClassVar[str] = "Chits"
    asks: ClassVar[str] = "Play the Reaction 3 chit now?"
    otherwise: ClassVar[tuple[str, str]] = ("DW-14.3.1c", "play the Reaction 3 chit, or keep it")

    @button()
    def react(self, g: State) -> None:
        """14.3.1d It is played."""
        g.hand = change(g.hand, Chit.REACTION, -1)
        g.rounds += ((Chit.REACTION, Round.SECOND_REACTION),)
        rounds.begin(g, Side.ALLIED, Round.SECOND_REACTION)

    @button("Keep it")
    def done(self, g: State) -> None:
        """14.3.1c It waits for the next occasion."""


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


def used_as(g: State, side: Side, kind: Round) -> bool:
    """14.4c Whether the Germans have used one of their chits for this already; the Allies have only one."""
    return side is Side.GERMAN and (Chit.GERMAN_MOVE_COMBAT, kind) in g.rounds


_TWICE = ("DW-14.4c", "the Germans use one of these chits to move and one for combat")


class MoveOrCombat(Question[State], frozen=True):
    """14.4 Move or Combat; the Germans must use one chit for each in a turn."""

    rule: ClassVar[str] = "DW-14.4a"
    phase: ClassVar[str] = "Chits"
    asks: ClassVar[str] = "Use the chit to move or for combat?"
    otherwise: ClassVar[tuple[str, str]] = ("DW-14.4a", "say whether it is a Move or a Combat round")

    @button(why=_TWICE, when=lambda step, g: not used_as(g, step.side, Round.MOVE), alone=True)
    def move(self, g: State) -> None:
        """14.4e A Move round."""
        _begin(g, self._chit(), Round.MOVE)

    @button(why=_TWICE, when=lambda step, g: not used_as(g, step.side, Round.COMBAT), alone=True)
    def combat(self, g: State) -> None:
        """14.4f A Combat round."""
        _begin(g, self._chit(), Round.COMBAT)

    def _chit(self) -> Chit:
        return Chit.GERMAN_MOVE_COMBAT if self.side is Side.GERMAN else Chit.ALLIED_MOVE_COMBAT


class PattonMonty(Question[State], frozen=True):
    """14.9 Patton, or Monty with either movement or combat."""

    rule: ClassVar[str] = "DW-14.9a"
    phase: ClassVar[str] = "Chits"
    asks: ClassVar[str] = "Patton (III Corps moves and attacks), or Monty (British and VII Corps move or attack)?"
    otherwise: ClassVar[tuple[str, str]] = ("DW-14.9a", "choose Patton, or Monty with one of movement and combat")

    @button()
    def patton(self, g: State) -> None:
        """14.9b Patton."""
        _begin(g, Chit.PATTON_MONTY, Round.PATTON)

    @button()
    def monty_move(self, g: State) -> None:
        """14.9c Monty moves."""
        _begin(g, Chit.PATTON_MONTY, Round.MONTY_MOVE)

    @button()
    def monty_combat(self, g: State) -> None:
        """14.9c Monty attacks."""
        _begin(g, Chit.PATTON_MONTY, Round.MONTY_COMBAT)


class OneArmy(Question[State], frozen=True):
    """14.6b All units in one army area move and attack."""

    rule: ClassVar[str] = "DW-14.6b"
    phase: ClassVar[str] = "Chits"
    asks: ClassVar[str] = "One Army: choose the army area that moves and attacks"
    otherwise: ClassVar[tuple[str, str]] = ("DW-14.6b", "choose one army area")

    @pick(lambda step, g: (0, 1, 2))
    def army(self, g: State, army: int) -> None:
        """14.6b Its units act."""
        g.tell(events.ArmyChosen, army)
        _begin(g, Chit.ONE_ARMY, Round.ONE_ARMY, rounds.in_area(g, army))


class ThreeFormations(Question[State], frozen=True):
    """14.7 One armored, one mechanized and one infantry formation move and attack."""

    rule: ClassVar[str] = "DW-14.7a"
    phase: ClassVar[str] = "Chits"
    asks: ClassVar[str] = "3 Formations: choose one ({names}), or go on"
    otherwise: ClassVar[tuple[str, str]] = ("DW-14.7a", "choose one formation of each class")
    picked: Formations = ()

    def facts(self, g: State) -> dict[str, object]:
        wanted = {g.box.units.formations[number].kind for number in self.offered(g)}
        return {"names": ", ".join(say(str(kind)) for kind in sorted(wanted))}

    def taken_up(self, g: State) -> Sequence[int]:
        formations = g.box.units.formations
        return [unit for number in self.picked for unit in formations[number].members if g.on_map(unit)]

    def offered(self, g: State) -> Sequence[int]:
        """14.7a Formations of a class that was not chosen, with units on the map."""
        formations = g.box.units.formations
        taken = {formations[number].kind for number in self.picked}
        return [
            number
            for number, formation in enumerate(formations)
            if formation.side is self.side and formation.kind not in taken and any(map(g.on_map, formation.members))
        ]

    @pick(lambda step, g: step.offered(g), ("DW-14.7a", "one formation of each class, with units on the map"))
    def formation(self, g: State, formation: int) -> None:
        """14.7a It takes part; whoever has one of each class begins."""
        step = ThreeFormations(self.side, (*self.picked, formation))
        g.push(step)
        if not step.offered(g):
            step.done(g)

    @button()
    def done(self, g: State) -> None:
        """14.7a Those that were chosen act."""
        g.tell(events.FormationsChosen, self.picked)
        board = 0
        for number in self.picked:
            board |= sum(1 << unit for unit in g.box.units.formations[number].members if g.on_map(unit))
        _begin(g, Chit.THREE_FORMATIONS, Round.THREE_FORMATIONS, board)
