"""2.22, 9.4 The combat chits: two sides each, with the situations in which a side counts and the hits it gives."""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Literal, NamedTuple

import msgspec

from ardennes.parts.data.tables import DataError, DataFolder

#: Situations in the words of a sentence, where the letters of a chit are too short to be understood.
NAMES = {
    "DEC_16": "December 16",
    "DEC_17": "December 17",
    "ALLIED_AIRPOWER": "Allied airpower",
    "GERMAN_AIRPOWER": "German airpower",
    "ATTACKER_ARTILLERY": "artillery of the attacker",
    "DEFENDER_ARTILLERY": "artillery of the defender",
    "ATTACKER_ELITE": "elite units attack",
    "DEFENDER_ELITE": "elite units defend",
    "ATTACKER_GREEN": "green units attack",
    "DEFENDER_GREEN": "green units defend",
    "DEFENDER_ADJACENT": "another defender beside them",
    "DEFENDER_RECON": "recon units defend",
    "ALLIED_ATTACK": "an Allied attack",
    "FIFTH_PANZER_ARMY_ATTACK": "an attack of 5th Panzer Army",
    "IP_CROSSFIRE": "crossfire from improved positions",
    "ONE_HEX_ATTACK": "an attack from one hex",
    "ONLY_ATTACKER_ARMOR": "armor in the attack only",
    "ONLY_DEFENDER_ARMOR": "armor in the defence only",
    "ONLY_ATTACKER_COMBINED_ARMS": "combined arms in the attack only",
    "ONLY_DEFENDER_COMBINED_ARMS": "combined arms in the defence only",
}


class Situation(IntEnum):
    """9.4 Situations other than ratios of strength. A battle's situations are a set of them, as an integer; the
    ratios the chits name stand behind them in the set (`Chits.ratios`)."""

    CLEAR = 0
    BROKEN = 1
    WOODS = 2
    FOREST = 3
    TOWN = 4
    CITY = 5
    DEC_16 = 6
    DEC_17 = 7
    ALLIED_AIRPOWER = 8
    GERMAN_AIRPOWER = 9
    ATTACKER_ARTILLERY = 10
    DEFENDER_ARTILLERY = 11
    ATTACKER_ELITE = 12
    DEFENDER_ELITE = 13
    ATTACKER_GREEN = 14
    DEFENDER_GREEN = 15
    COMBAT_ENGINEERS = 16
    DEFENDER_ADJACENT = 17
    DEFENDER_RECON = 18
    DISPERSED_OR_UNSUPPLIED = 19
    FLANK_ATTACK = 20
    LARGE_ATTACK = 21
    ALLIED_ATTACK = 22
    FIFTH_PANZER_ARMY_ATTACK = 23
    IP_CROSSFIRE = 24
    ONE_HEX_ATTACK = 25
    ONLY_ATTACKER_ARMOR = 26
    ONLY_DEFENDER_ARMOR = 27
    ONLY_ATTACKER_COMBINED_ARMS = 28
    ONLY_DEFENDER_COMBINED_ARMS = 29

    def __str__(self) -> str:
        return NAMES.get(self.name) or self.name.lower().replace("_", " ")


_FIXED = {situation.name.lower().replace("_", " "): situation for situation in Situation} | {
    "one-hex attack": Situation.ONE_HEX_ATTACK,
    "5 pz army attack": Situation.FIFTH_PANZER_ARMY_ATTACK,
}


class Ratio(NamedTuple):
    """9.4 A ratio of attacking to defending strength: `>=3:1`, `>1:1` or `<1.5:1`, doubled to whole numbers."""

    text: str
    sign: str
    attack: int
    defence: int

    def holds(self, attack: int, defence: int) -> bool:
        """Whether two strengths stand in this ratio."""
        left, right = attack * self.defence, defence * self.attack
        return left >= right if self.sign == ">=" else left > right if self.sign == ">" else left < right


class ChitRow(msgspec.Struct, frozen=True):
    """A row of `chits.csv`. Situations are separated by semicolons; `priority` is the side marked P (2.22)."""

    number: int
    front: str
    back: str
    source: str
    front_attacker: int = 0
    front_defender: int = 0
    front_german: int = 0
    front_allied: int = 0
    back_attacker: int = 0
    back_defender: int = 0
    back_german: int = 0
    back_allied: int = 0
    priority: Literal["front", "back", ""] = ""
    blue: bool = False


class ChitSide(NamedTuple):
    """9.5 The situations a side counts in, and its hits: on attacker, defender, Germans and Allies."""

    text: str
    situations: int
    attacker: int
    defender: int
    german: int
    allied: int
    priority: bool


class Chit(NamedTuple):
    """2.22 A chit; blue ones send earlier chits back to the cup (9.41)."""

    number: int
    front: ChitSide
    back: ChitSide
    blue: bool

    def counted(self, situations: int) -> ChitSide | None:
        """9.41 The side that counts: the only one that applies, or of two the one with priority (the front if none)."""
        front, back = bool(self.front.situations & situations), bool(self.back.situations & situations)
        if front and back:
            return self.back if self.back.priority else self.front
        return self.front if front else self.back if back else None


class Chits:
    """The cup of 60 chits, numbered from 0 in the order of the file."""

    def __init__(self, folder: DataFolder) -> None:
        self._ratios: dict[str, Ratio] = {}
        found = []
        for number, row in enumerate(folder.rows("chits.csv", ChitRow), 2):
            try:
                if row.number != number - 1:
                    raise ValueError(f"number {row.number}: expected {number - 1}")
                found.append(self._chit(row))
            except ValueError as error:
                raise DataError(f"chits.csv row {number}: {error}") from None
        self.all: tuple[Chit, ...] = tuple(found)
        #: The ratios the chits name; ratio n is bit `len(Situation) + n` of a set of situations.
        self.ratios: tuple[Ratio, ...] = tuple(self._ratios.values())

    def _chit(self, row: ChitRow) -> Chit:
        front = ChitSide(
            row.front,
            self._situations(row.front),
            row.front_attacker,
            row.front_defender,
            row.front_german,
            row.front_allied,
            row.priority == "front",
        )
        back = ChitSide(
            row.back,
            self._situations(row.back),
            row.back_attacker,
            row.back_defender,
            row.back_german,
            row.back_allied,
            row.priority == "back",
        )
        if not row.priority and self._both(front, back):
            raise ValueError("both sides count between the same odds: expected front or back in priority")
        return Chit(row.number, front, back, row.blue)

    def _both(self, front: ChitSide, back: ChitSide) -> bool:
        """9.4b Whether the ratios on the two sides leave odds at which both of them hold."""
        ratios = list(self._ratios.values())
        ours, theirs = (
            [ratio for n, ratio in enumerate(ratios) if side.situations >> len(Situation) + n & 1]
            for side in (front, back)
        )
        # Every ratio is a whole or half number to one, so quarters of the defender's strength find every overlap.
        odds = [(attack, 4) for attack in range(1, 4 * max((r.attack for r in ratios), default=0) + 5)]
        return any(one.holds(*pair) and other.holds(*pair) for one in ours for other in theirs for pair in odds)

    def _situations(self, text: str) -> int:
        found = 0
        for word in text.split(";"):
            found |= 1 << self._bit(word.strip())
        return found

    def _bit(self, word: str) -> int:
        if word.lower() in _FIXED:
            return _FIXED[word.lower()]
        if word not in self._ratios:
            read = re.fullmatch(r"Ratio (>=|>|<)(\d+(?:\.5)?):1", word)
            if read is None:
                known = ", ".join(_FIXED)
                raise ValueError(f"unknown situation {word!r}; expected a ratio such as Ratio >=3:1, or one of {known}")
            self._ratios[word] = Ratio(word, read[1], int(float(read[2]) * 2), 2)
        return len(Situation) + list(self._ratios).index(word)

    def ratio_situations(self, attack: int, defence: int) -> int:
        """The set of ratios that two strengths stand in."""
        first = len(Situation)
        return sum(1 << first + n for n, ratio in enumerate(self.ratios) if ratio.holds(attack, defence))
