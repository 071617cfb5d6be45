"""Positions in a line of words, for rule tests and the tactical suite.

    Position(TITLE, "D18 German activate", "a: German armor at 1108; d: 502.101.VIII at 1814, reduced, low")

`when` is a day and a side with `command` (a card is to be played), `activate` (units are activated and move) or
`combat` (movement is over), or a day and a phase: `D18 reserve`, `cards`, `supply`, `check`, `fuel`, `interdiction`,
`end`. A unit is a counter by its id, or any counter of a side and kind that is not taken yet, with a corps without
space to narrow it down; it stands in a hex or in the box, `at reserve`. All others are out of the game, or wait where
they should with `waiting`. Marks after a comma:
`reduced`, `second`, `third` (steps lost), `low`, `oos`, `isolated`, `dispersed`, or a column of units. Cards are given
by number; a side that is given none holds one, so that the day goes on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ardennes.kernel import Game, Side, Title
from ardennes.parts.rules import deck as piles
from ardennes.parts.rules.deck import Place
from ardennes.titles.enemy_action_ardennes.box import Box
from ardennes.titles.enemy_action_ardennes.box.counters import CORPS, Kind
from ardennes.titles.enemy_action_ardennes.rules import activations, sequence
from ardennes.titles.enemy_action_ardennes.rules.activations import Activation
from ardennes.titles.enemy_action_ardennes.rules.commands import Command
from ardennes.titles.enemy_action_ardennes.rules.setup import lay_out, wait
from ardennes.titles.enemy_action_ardennes.state import OUT, RESERVE, State

#: Where a phase named in a position stands in the outline of a day.
PHASES = {"reserve": 1, "cards": 5, "supply": 11, "check": 13, "fuel": 14, "interdiction": 15, "command": 16, "end": 17}
STEPS = {"reduced": 1, "second": 2, "third": 3}
SUPPLY = {"low": 1, "oos": 2, "isolated": 3}
#: A card for each side that is given none.
SPARE = ((50,), (19,))


class Position:
    """A position and the names its units have in it."""

    def __init__(
        self,
        title: Title,
        when: str,
        units: str = "",
        *,
        scenario: str = "battle_of_the_bulge",
        hands: Mapping[Side, Sequence[int]] | None = None,
        piles_: Mapping[Side, Sequence[int]] | None = None,
        discards: Mapping[Side, Sequence[int]] | None = None,
        blown: Sequence[str] | None = None,
        german: Sequence[str] = (),
        allied: Sequence[str] = (),
        german_bridges: Sequence[str] | None = None,
        built: Sequence[str] = (),
        roadblocks: Sequence[str] = (),
        improved: Sequence[str] = (),
        activated: Sequence[str] | None = None,
        activation: Mapping[str, bool] | None = None,
        waiting: bool = False,
        dice: Iterable[int] | None = (),
        columns: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = Game.of(title, scenario, {})
        self.g: State = lay_out(self.game)
        self.box: Box = self.g.box
        self.names: dict[str, int] = {}
        g = self.g
        g.day = int(when.split(maxsplit=1)[0].removeprefix("D"))
        if g.day == self.box.numbers.surprise.day:
            g.impulses[Side.GERMAN] = self.box.numbers.surprise.impulses
        for unit in range(len(self.box.units)):
            g.place[unit] = wait(g, unit) if waiting else OUT
        for text in filter(None, map(str.strip, units.split(";"))):
            self._place(text)
        self._mark(blown, german_bridges, built)
        g.german_towns |= sum(1 << self.hex(word) for word in german)
        g.german_towns &= ~sum(1 << self.hex(word) for word in allied)
        g.roadblocks = sum(1 << self.hex(word) for word in roadblocks)
        g.improved = sum(1 << self.hex(word) for word in improved)
        self._deal(hands or {}, piles_ or {}, discards or {})
        for word, value in (columns or {}).items():
            setattr(g, word, value)
        self._begin(when.split()[1:], activated, dict(activation or {}))
        g.settle(None if dice is None else list(dice))

    # ---- words ---------------------------------------------------------------------------------------------

    def hex(self, word: str) -> int:
        """A hex by number or name."""
        return self.box.map.cell(word) if word.isdigit() else self.box.map.place(word)

    def river(self, word: str) -> int:
        """A river hexside by its two hexes, in either order."""
        found = self.box.ground.river_side(*(self.hex(part) for part in word.split("/")))
        if found < 0:
            raise ValueError(f"there is no river at {word}")
        return found

    def unit(self, word: str) -> int:
        """A unit by its name in this position, or by its id."""
        return self.names[word] if word in self.names else self.box.units.unit(word)

    # ---- set-up --------------------------------------------------------------------------------------------

    def _place(self, text: str) -> None:
        match = re.fullmatch(r"(?:(\w+): )?(.+?) at ([^,]+)((?:, *\w+)*)", text)
        if match is None:
            raise ValueError(f"{text!r}: expected e.g. 'a: German armor at 1108, reduced'")
        name, words, where, marks = match.groups()
        unit = self._find(words)
        if name:
            self.names[name] = unit
        for mark in re.findall(r"\w+", marks):
            if mark in STEPS:
                self.g.lost[unit] = STEPS[mark]
            elif mark in SUPPLY:
                self.g.supply[unit] = SUPPLY[mark]
            else:
                setattr(self.g, mark, getattr(self.g, mark) | 1 << unit)
        if where.strip() == "reserve":
            self.g.place[unit] = RESERVE
        else:
            self.g.put(unit, self.hex(where.strip()))

    def _find(self, words: str) -> int:
        units = self.box.units
        side_word, *rest = words.split()
        if side_word.upper() not in Side.__members__:
            return units.unit(words)
        side = Side[side_word.upper()]
        kinds = [Kind[word.upper()] for word in rest if word.upper() in Kind.__members__]
        corps = [number for number, name in enumerate(CORPS) if name.replace(" ", "") in rest]
        for unit in units.of[side]:
            free = not self.g.on_map(unit) and unit not in self.names.values() and unit != self.box.vdh
            if free and (not kinds or units.kind[unit] in kinds) and (not corps or units.corps[unit] in corps):
                return unit
        raise ValueError(f"no counter is left for {words!r}")

    def _mark(self, blown: Sequence[str] | None, owned: Sequence[str] | None, built: Sequence[str]) -> None:
        g, ground = self.g, self.box.ground
        if blown is not None:
            g.blown = sum(1 << ground.bridge_of_side[self.river(word)] for word in blown)
        if owned is not None:
            g.german_bridges = sum(1 << ground.bridge_of_side[self.river(word)] for word in owned)
        g.built = sum(1 << self.river(word) for word in built)

    def _deal(
        self,
        hands: Mapping[Side, Sequence[int]],
        draw: Mapping[Side, Sequence[int]],
        discards: Mapping[Side, Sequence[int]],
    ) -> None:
        for side in (Side.GERMAN, Side.ALLIED):
            dealt = {
                "hands": [n - 1 for n in hands.get(side, SPARE[side])],
                "piles": [n - 1 for n in draw.get(side, ())],
                "discards": [n - 1 for n in discards.get(side, ())],
            }
            taken = {card for cards in dealt.values() for card in cards}
            others = [n for n, card in enumerate(self.box.cards) if card.side is side and n not in taken]
            for where, cards in {**dealt, "unused": others}.items():
                piles.put(self.g, Place(where, side), cards)
        piles.put(self.g, Place("opened"), range(len(self.box.depots)))

    def _begin(self, words: Sequence[str], activated: Sequence[str] | None, how: dict[str, bool]) -> None:
        g = self.g
        short = 0 if g.day > self.box.first_day else len(sequence.DAY) - len(sequence.FIRST_DAY)
        if len(words) == 1:
            stage = PHASES[words[0]]
            g.push(sequence.Day(stage - short if stage > PHASES["cards"] else stage))
            return
        side, what = Side[words[0].upper()], words[1]
        g.turn = side
        for step in (
            sequence.Day(PHASES["end"] - short),
            sequence.Impulses(),
            sequence.Impulse(side, 1),
        ):
            g.push(step)
        if what == "command":
            g.push(Command(side))
            return
        named = None if activated is None else sum(1 << self.unit(name) for name in activated)
        units = activations.on_map(g, g.box.units.all_of[side]) if named is None else named
        stage = 1 if what == "combat" else 0
        activations.begin(g, side, units, "units", Activation(side, stage=stage, **how))
