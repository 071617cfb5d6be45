"""Positions in a line of words, for rule tests and the tactical suite.

    Position(TITLE, "T4 German move", "a: German armor at 2418; d: G-26-a at 2518, reduced")

`when` is a turn, a side and a kind of round (`move`, `combat`, `sixth_panzer`, `monty_move` …), or a turn and a phase:
`T4 assets`, `T4 replacements`, `T4 chits`, `T4 draw`, `T4 end`. A unit is a counter by its id, or any counter of a
side and kind that is not taken yet, with words that narrow it down: a corps, a nation, a formation in quotes. All
others are out of the game. Marks after a comma: `reduced`, `third` (steps), or the name of a column of units such as
`hungry` or `moved`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ardennes.kernel import Action, Choice, Game, Side, Title
from ardennes.titles.deadly_woods.box import Box
from ardennes.titles.deadly_woods.box.counters import CORPS, Kind
from ardennes.titles.deadly_woods.box.tables import Chit, Round
from ardennes.titles.deadly_woods.rules import reinforcements, rounds, sequence
from ardennes.titles.deadly_woods.rules.action_rounds import Rounds, ThreeFormations
from ardennes.titles.deadly_woods.rules.combat import AttackPhase, ChooseAttackers
from ardennes.titles.deadly_woods.rules.movement import Movement
from ardennes.titles.deadly_woods.rules.setup import lay_out
from ardennes.titles.deadly_woods.state import BOX, OFF_MAP, OUT, TRACK, State

#: Where a phase named in a position stands in the outline of a turn.
PHASES = {"assets": 1, "replacements": 4, "chits": 5, "draw": 7, "end": 8}
STEPS = {"reduced": 1, "third": 2}
_NATIONS = ("american", "british")


class Position:
    """A position and the names its units have in it."""

    def __init__(
        self,
        title: Title,
        when: str,
        units: str = "",
        *,
        scenario: str = "campaign",
        options: Mapping[str, object] | None = None,
        blown: Sequence[str] | None = None,
        german: Sequence[str] = (),
        allied: Sequence[str] = (),
        assets: Mapping[str, str] | None = None,
        cup: Mapping[str, int] | None = None,
        hand: Mapping[str, int] | None = None,
        track: Sequence[tuple[str, str]] = (),
        activated: Sequence[str] | None = None,
        reserves: bool = False,
        dice: Iterable[int] = (),
        columns: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = Game.of(title, scenario, options or {})
        self.g: State = lay_out(self.game)
        self.box: Box = self.g.box
        self.names: dict[str, int] = {}
        g = self.g
        for unit in range(len(self.box.units)):
            waiting = reserves and self.box.entry[unit] >= 0
            g.place[unit] = TRACK if waiting else OUT
        for text in filter(None, map(str.strip, units.split(";"))):
            self._place(text)
        if blown is not None:
            g.blown = sum(1 << self.bridge(word) for word in blown)
        for number in german:
            g.german |= 1 << self.hex(number) & self.box.controllable
        for number in allied:
            g.german &= ~(1 << self.hex(number))
        g.german = (g.german | g.occupied[Side.GERMAN] & self.box.controllable) & ~g.occupied[Side.ALLIED]
        for word, where in (assets or {}).items():
            g.asset[self.asset(word)] = {"box": BOX, "out": OUT}.get(where) or self.hex(where)
        for word, value in (columns or {}).items():
            setattr(g, word, value)
        self._begin(when, cup or {}, hand or {}, track, activated)
        g.settle(list(dice))

    # ---- words ---------------------------------------------------------------------------------------------

    def hex(self, word: str) -> int:
        """A hex by number or name."""
        return self.box.map.cell(word) if word.isdigit() else self.box.map.place(word)

    def bridge(self, word: str) -> int:
        """A bridge by its two hexes, in either order."""
        found = self.box.map.bridge(*(self.hex(part) for part in word.split("/")))
        if found is None:
            raise ValueError(f"there is no bridge at {word}")
        return found.number

    def asset(self, word: str) -> int:
        """An asset by its id."""
        return self.box.asset_numbers[word]

    def unit(self, word: str) -> int:
        """A unit by its name in this position, or by its id."""
        return self.names[word] if word in self.names else self.box.units.unit(word)

    def action(self, text: str) -> Action:
        """An action in words, such as "unit a", "hex Bastogne" or "done"."""
        verb, _, word = text.partition(" ")
        if not word:
            return Action(verb)
        by_name = {"unit": self.unit, "hex": self.hex, "via": self.hex, "door": self.hex, "bridge": self.bridge}
        find = by_name.get(verb)
        return Action(verb, find(word) if find else self.game.title.target(self.game, verb, word))

    # ---- questions of the tactical suite ---------------------------------------------------------------------

    def is_answered(self, asked: Choice[Any]) -> bool:
        """Whether a player is through: the whole movement, an attack declared, all formations, else one choice."""
        top = self.g.stack[-1] if self.g.stack else None
        if isinstance(asked, Movement):
            return not any(isinstance(step, Movement) for step in self.g.stack)
        if isinstance(asked, AttackPhase):
            return top is not asked and not isinstance(top, ChooseAttackers)
        return not isinstance(asked, ThreeFormations) or not isinstance(top, ThreeFormations)

    def holds(self, condition: str, side: Side, done: Sequence[Action]) -> bool:
        """Whether a condition of the suite holds after a player's actions.

        "a at X", "a beside X", "a within 3 of X", "nobody at X", "somebody at X", "two at X", "ours X" (3.5
        controlled), "did verb target", "not did verb target".
        """
        words = condition.split()
        if words[0] in ("did", "not"):
            return (self.action(" ".join(words[1 + (words[0] == "not") :])) in done) is (words[0] == "did")
        if words[0] == "ours":
            return self.g.controls(side, self.hex(" ".join(words[1:])))
        if words[0] in ("nobody", "somebody", "two"):
            cell = self.hex(" ".join(words[2:]))
            there = len(self.g.units_at(cell)) if self.g.occupied[side] >> cell & 1 else 0
            return {"nobody": there == 0, "somebody": there > 0, "two": there > 1}[words[0]]
        return self._stands(condition, words)

    def _stands(self, condition: str, words: Sequence[str]) -> bool:
        here, grid = self.g.place[self.unit(words[0])], self.box.grid
        if here >= OFF_MAP:
            return False
        if words[1] == "at":
            return here == self.hex(" ".join(words[2:]))
        if words[1] == "beside":
            return grid.distance(here, self.hex(" ".join(words[2:]))) == 1
        if words[1] == "within":
            return grid.distance(here, self.hex(" ".join(words[4:]))) <= int(words[2])
        raise ValueError(f"{condition!r}: expected a condition such as 'a at Bastogne', 'ours Marche' or 'did done'")

    # ---- set-up --------------------------------------------------------------------------------------------

    def _place(self, text: str) -> None:
        match = re.fullmatch(r"(?:(\w+): )?(.+?) at ([^,]+)((?:, *\w+)*)", text)
        if match is None:
            raise ValueError(f"{text!r}: expected e.g. 'a: German armor at 2418, reduced'")
        name, words, where, marks = match.groups()
        unit = self._find(words)
        if name:
            self.names[name] = unit
        for mark in re.findall(r"\w+", marks):
            if mark in STEPS:
                self.g.lost[unit] = STEPS[mark]
            else:
                setattr(self.g, mark, getattr(self.g, mark) | 1 << unit)
        self.g.put(unit, self.hex(where.strip()))

    def _find(self, words: str) -> int:
        units = self.box.units
        if words.startswith(("G-", "A-")):
            return units.unit(words)
        wanted = words.split('"')
        formation = wanted[1] if len(wanted) > 1 else ""
        side_word, *rest = (wanted[0] + " ".join(wanted[2:])).split()
        side = Side[side_word.upper()]
        kinds = [Kind[word.upper()] for word in rest if word.upper() in Kind.__members__]
        corps = [word for word in rest if word in CORPS]
        nations = [word for word in rest if word in _NATIONS]
        for unit in units.of[side]:
            row = units.rows[unit]
            fits = (
                self.g.place[unit] in (OUT, TRACK)
                and unit not in (self.box.delay, self.box.vdh)
                and (not kinds or units.kind[unit] in kinds)
                and (not corps or row.corps in corps)
                and (not nations or row.nation.lower() in nations)
                and (not formation or row.formation == formation)
            )
            if fits:
                return unit
        raise ValueError(f"no counter is left for {words!r}")

    def _begin(
        self,
        when: str,
        cup: Mapping[str, int],
        hand: Mapping[str, int],
        track: Sequence[tuple[str, str]],
        activated: Sequence[str] | None,
    ) -> None:
        g = self.g
        turn, *words = when.split()
        g.turn = int(turn.removeprefix("T"))
        g.initiative = Side.ALLIED if self.box.turn(g.turn).initiative == "Allied" else Side.GERMAN
        g.cup, g.hand = self._counts(cup), self._counts(hand)
        g.rounds = tuple((Chit[chit.upper()], Round[kind.upper()]) for chit, kind in track)
        self._past()
        outline = sequence.FIRST_TURN if g.turn == 1 else sequence.TURN
        if len(words) == 1:
            stage = PHASES[words[0]] - (9 - len(outline) if g.turn == 1 else 0)
            g.push(sequence.Turn(stage))
            return
        side, kind = Side[words[0].upper()], Round[words[1].upper()]
        g.push(sequence.Turn(len(outline) - 1))
        if any(g.cup) or any(g.hand):
            g.push(Rounds())
        g.rounds += ((self._chit(side, kind), kind),)
        units = None if activated is None else sum(1 << self.unit(name) for name in activated)
        if kind is Round.REINFORCEMENT and units is not None:
            g.entered = units
        rounds.begin(g, side, kind, units)

    def _past(self) -> None:
        """Reinforcements and assets that would have come before this moment are not in the game."""
        g = self.g
        for asset, place in enumerate(g.asset):
            if place == TRACK and g.back[asset] < g.turn:
                g.asset[asset] = OUT
        for unit, place in enumerate(g.place):
            if place == TRACK and self.box.entry[unit] >= 0:
                side = g.side_of(unit)
                if reinforcements.due(g, unit) <= (g.turn, reinforcements.box_now(g, side)):
                    g.place[unit] = OUT

    def _counts(self, words: Mapping[str, int]) -> bytes:
        counts = bytearray(len(Chit))
        for word, count in words.items():
            counts[Chit[word.upper()]] = count
        return bytes(counts)

    def _chit(self, side: Side, kind: Round) -> Chit:
        if kind in (Round.MOVE, Round.COMBAT):
            return Chit.GERMAN_MOVE_COMBAT if side is Side.GERMAN else Chit.ALLIED_MOVE_COMBAT
        if kind is Round.REINFORCEMENT:
            return Chit.GERMAN_REINFORCEMENT if side is Side.GERMAN else Chit.ALLIED_REINFORCEMENT
        if kind in (Round.FIRST_REACTION, Round.SECOND_REACTION):
            return Chit.REACTION
        return Chit[kind.name] if kind.name in Chit.__members__ else Chit.PATTON_MONTY
