"""Positions of the tactical suite: what is asked, when it is answered, and how an answer is judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ardennes.kernel import Action, Choice, Side, Title
from ardennes.titles.enemy_action_ardennes.positions import Position
from ardennes.titles.enemy_action_ardennes.rules.combat import AttackPhase, ChooseAttackers
from ardennes.titles.enemy_action_ardennes.rules.commands import Command, PlayCard
from ardennes.titles.enemy_action_ardennes.rules.movement import Movement
from ardennes.titles.enemy_action_ardennes.rules.reactions import LayRoadblocks
from ardennes.titles.enemy_action_ardennes.rules.tactics import AttackerTactics
from ardennes.titles.enemy_action_ardennes.state import OFF_MAP

_DEALT = ("hands", "piles_", "discards")


def posed(title: Title, described: Mapping[str, object]) -> Posed:
    """A described position; cards are dealt to sides by name, the others lie where the scenario has them."""
    given: dict[str, Any] = dict(described)  # as it stands in the suite; Position says what does not fit
    for word in _DEALT:
        if word in given:
            given[word] = {Side[side.upper()]: cards for side, cards in given[word].items()}
    return Posed(title, **given)


class Posed(Position):
    """A position with a question."""

    def action(self, text: str) -> Action:
        """An action in words, such as "unit a", "hex Bastogne", "card 41" or "done"."""
        verb, _, word = text.partition(" ")
        if not word:
            return Action(verb)
        if verb == "unit":
            return Action(verb, self.unit(word))
        if verb in ("hex", "via", "exit"):
            return Action(verb, self.hex(word))
        if verb in ("repair", "build", "blow"):
            return Action(verb, self.river(word))
        return Action(verb, self.game.title.target(self.game, verb, word))

    def is_answered(self, asked: Choice[Any]) -> bool:
        """Whether a player is through: with all movement, with a card and its line, an attack, its tactics, else one
        choice."""
        top = self.g.stack[-1] if self.g.stack else None
        if isinstance(asked, Command):
            return not isinstance(top, PlayCard)
        if isinstance(asked, AttackPhase):
            return top is not asked and not isinstance(top, ChooseAttackers)
        if isinstance(asked, AttackerTactics):
            return not isinstance(top, AttackerTactics)
        if isinstance(asked, LayRoadblocks):
            return not isinstance(top, LayRoadblocks)
        return not isinstance(asked, Movement) or asked not in self.g.stack

    def holds(self, condition: str, side: Side, done: Sequence[Action]) -> bool:
        """Whether a condition of the suite holds after a player's actions.

        "a at X", "a off X", "a beside X", "a within 3 of X", "nobody at X", "somebody at X", "two at X", "owns X",
        "blocked X", "did verb target", "not did verb target".
        """
        words = condition.split()
        if words[0] in ("did", "not"):
            return (self.action(" ".join(words[1 + (words[0] == "not") :])) in done) is (words[0] == "did")
        if words[0] == "owns":
            return bool(self.g.towns_of(side) >> self.hex(" ".join(words[1:])) & 1)
        if words[0] == "blocked":
            return bool(self.g.roadblocks >> self.hex(" ".join(words[1:])) & 1)
        if words[0] in ("nobody", "somebody", "two"):
            cell = self.hex(" ".join(words[2:]))
            there = len(self.g.units_at(cell)) if self.g.occupied[side] >> cell & 1 else 0
            return {"nobody": there == 0, "somebody": there > 0, "two": there > 1}[words[0]]
        return self._stands(words, condition)

    def _stands(self, words: Sequence[str], condition: str) -> bool:
        here, grid = self.g.place[self.unit(words[0])], self.box.grid
        if words[1] == "at":
            return here == self.hex(" ".join(words[2:]))
        if words[1] == "off":
            return here != self.hex(" ".join(words[2:]))
        if words[1] == "beside":
            return here < OFF_MAP and grid.distance(here, self.hex(" ".join(words[2:]))) == 1
        if words[1] == "within":
            return here < OFF_MAP and grid.distance(here, self.hex(" ".join(words[4:]))) <= int(words[2])
        raise ValueError(f"{condition!r}: expected a condition such as 'a at Bastogne', 'owns Malmédy' or 'did done'")
