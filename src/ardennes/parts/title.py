"""A published game as the rest of the house knows it: rules, and what players see and hear of them.

Everything here that tells something of a position takes a sight: what the side may not know cannot be told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Protocol, cast, runtime_checkable

import msgspec

from ardennes import kernel
from ardennes.kernel import Action, Choice, Event, Game, Preset, Sight, State, Step, Unknown, saves
from ardennes.kernel.words import SPEAKER, phrase, say
from ardennes.parts.data.balance import Balance, read_balance
from ardennes.parts.data.doubts import Doubts
from ardennes.parts.data.presets import read_presets
from ardennes.parts.data.tables import fingerprint
from ardennes.parts.eye.handbook import handbook
from ardennes.parts.eye.scenery import Battle, Chapter, Ending, Fact, Handbook, Hint, Picture, RuleText, Scene, Shading
from ardennes.parts.mind.mind import Mind
from ardennes.parts.odds import Forecast
from ardennes.parts.rules.events import Event as OwnEvent

_MARK = re.compile(r"\{(\w+):(\d+)\}")
#: What a client can link in a sentence: `{unit:17}`.
LINKED = ("unit", "area", "hex", "bridge")
#: A position as a client draws it; the fields are those of `scenery.Look`.
Looks = dict[str, Any]


class Survey(NamedTuple):
    """The table as text: sectors with lines of (place, German units, Allied units), and what the marks mean."""

    sectors: list[tuple[str, list[tuple[str, str, str]]]]
    legend: str


@runtime_checkable
class InBattle(Protocol):
    """A step that is in a battle, or about one: it says what is shown of the battle, also while others lie above it."""

    def battle(self, g: Any, /) -> Battle | None:
        """The battle under way."""


@cache
def _in_battle(step: type[Step]) -> bool:
    """Asked once for each kind of step: a protocol is slow to ask."""
    return issubclass(step, InBattle)


def _battle(g: State) -> Battle | None:
    for step in reversed(g.stack):
        if _in_battle(type(step)):
            return cast(InBattle, step).battle(g)
    return None


class Title(kernel.Title):
    """One published game. A title fills in the attributes and methods; the rest of the house uses only these."""

    #: How orders are typed, for the terminal's help; empty where the general page will do.
    order_help: str = ""
    #: The folder of the title's data.
    data: Path
    #: What the title is not sure of in its data, and how that is tried.
    doubts: ClassVar[Doubts[Any, Any] | None] = None
    #: The rules of a small title that has no ledger, by id.
    rule_texts: ClassVar[Mapping[str, str]] = {}

    def __reduce__(self) -> str | tuple[Any, ...]:
        """For pickle: the name it is declared under, or with which data pack it was laid out."""
        return super().__reduce__() if self.pack is None else (_laid_again, (type(self), self.pack, self.data_key))

    @property
    def presets(self) -> tuple[Preset, ...]:
        """Choices of options a player may start from, from `presets.toml` of the title's data or of a data pack."""
        if not hasattr(self, "data"):
            return ()  # a small title without data files
        names = tuple(scenario.key for scenario in self.scenarios)
        return read_presets(self.data, self.pack, self.options, names)

    def balance(self, scenario: str) -> Balance | None:
        """How a scenario goes between equals, where it was measured; a player's own data was not."""
        if not hasattr(self, "data") or self.pack is not None:
            return None
        return read_balance(self.data, tuple(known.key for known in self.scenarios)).get(scenario)

    @property
    def mind(self) -> Mind[kernel.State]:
        """What agents may ask about positions of this title."""
        raise NotImplementedError

    # ---- words ---------------------------------------------------------------------------------------------

    def label(self, sight: Sight, verb: str, target: int | None) -> str:
        """A choice in plain words for menus and buttons."""
        step = sight.state.stack[-1]
        assert isinstance(step, Choice)
        if target is None:
            return step.button(sight.state, verb) or self.verbs.by_key[verb].name
        return step.label(sight.state, verb, target) or self.describe(sight, verb, target)

    def describe(self, sight: Sight, verb: str, target: int) -> str:
        """A target as it lies on the table, for a step that has no words of its own."""
        kind = self.verbs.by_key[verb].kind
        assert kind is not None
        return kind.called(sight.game.data, target)

    def name_of(self, game: Game, kind: str, number: int) -> str:
        """The name of something that prose marks, such as `{unit:17}`."""
        return self.verbs.called(game.data, kind, number)

    def prose(self, game: Game, event: Event) -> str:
        """An event as a sentence. `{unit:17}` and `{area:41}` mark what a client may link."""
        return event.sentence()

    def clock(self, sight: Sight) -> str:
        """Where the game stands in its sequence of play, in a few words."""
        raise NotImplementedError

    def date(self, sight: Sight) -> str:
        """The same in the words of a heading, e.g. "December 17, impulse 2"."""
        return self.clock(sight)

    def show(self, sight: Sight) -> None:
        self.look(sight)
        self.clock(sight)
        for action in sight.actions()[:20]:
            self.label(sight, *action)

    # ---- odds ----------------------------------------------------------------------------------------------

    def forecast(self, sight: Sight, action: Action | None = None) -> Forecast | None:
        """The exact odds of the battle in progress or of the one an action leads to; None where there is none."""
        return None

    # ---- what a client draws; the shapes stand in `ardennes.parts.eye.scenery` ----------------------------------

    def scene(self, game: Game) -> Scene:
        """What stays the same while a game is played: places, links, pieces, verbs, tracks, texts."""
        raise NotImplementedError

    def sheet(self, game: Game) -> bytes:
        """The drawn map as JSON; its key is in the scene."""
        raise NotImplementedError

    def laid(self, sight: Sight) -> Looks:
        """What lies on the table: every field of `scenery.Look` but those that the pending decision fills in.

        These are turn, score, place, strength, marks, spent, control, down, tokens and freed, and what a title has
        beyond them (hand, cup, tray).
        """
        raise NotImplementedError

    def phase(self, sight: Sight) -> str:
        """What the game is at, e.g. "December 17: German combat"."""
        step = sight.state.stack[-1] if sight.state.stack else None
        if not isinstance(step, Choice):
            return say("Game over")
        doing = say(step.under_way() or "decision")
        return say("{date}: {side} {phase}", date=self.date(sight), side=step.side, phase=doing)

    def look(self, sight: Sight) -> Looks:
        """What a side sees of a position: small, flat and quick to encode."""
        memo = sight.state.remember()  # all but the choices is common to those who share a veiled state
        kept = ("look", SPEAKER.get())
        if kept not in memo:
            memo[kept] = self._common(sight)
        choices = sight.choices()
        labels = {verb: self.label(sight, verb, None) for verb, targets in choices.items() if targets[0] is None}
        return {**memo[kept], "choices": choices, "labels": labels}

    def _common(self, sight: Sight) -> Looks:
        g = sight.state
        step = g.stack[-1] if g.stack else None
        asked = step if isinstance(step, Choice) else None
        return {
            "side": g.side,
            "prompt": asked.prompt(g) if asked else phrase("The game is over"),
            "rule": asked.rule if asked else "",
            "phase": self.phase(sight),
            "battle": None if asked is None else _battle(g),
            **self.laid(sight),
            "picked": [*asked.taken_up(g)] if asked else [],
            "focus": asked.focus(g) if asked else None,
            "marching": asked is not None and asked.marching,
            "lifts": [] if asked is None else sorted(asked.lifts),
            "keeps": asked is not None and asked.keeps(g),
            "ending": None if g.result is None else Ending(*g.result, self.verdict(sight)),
        }

    def hint(self, sight: Sight, action: Action) -> Hint:
        """What a legal choice means: its words, and for a move its cost and way."""
        label = self.label(sight, *action)
        step = sight.state.stack[-1]
        assert isinstance(step, Choice)
        way = None if action.target is None else step.way(sight.state, action.verb, action.target)
        if way is None:
            return Hint(action.verb, action.target, label)
        return Hint(action.verb, action.target, label, way.cost, [*way.path])

    def picture(self, game: Game, event: Event) -> Picture:
        """An event for the log and for animation; it has been seen by whoever gets the picture."""
        assert isinstance(event, OwnEvent)
        picture = event.picture()
        text = _MARK.sub(lambda found: self._unlinked(game, found), picture.text)
        return picture if text == picture.text else msgspec.structs.replace(picture, text=text)

    def _unlinked(self, game: Game, found: re.Match[str]) -> str:
        """The name in place of a mark that a client has nothing to link to."""
        unknown = found[1] in self.verbs.kinds and found[1] not in LINKED
        return self.name_of(game, found[1], int(found[2])) if unknown else found[0]

    def shade(self, sight: Sight, overlay: str) -> Shading:
        """One of the overlays the scene lists, worked out for a position."""
        raise Unknown("overlay", overlay, ())

    def inspect(self, sight: Sight, place: int) -> list[Fact]:
        """What a player asks of a place: ground, cost, battle, rivers, who holds it. Lines with a source say where a
        fact of the map is known from."""
        return []

    def verdict(self, sight: Sight) -> list[str]:
        """What decided a game that is over, line by line."""
        return []

    def handbook(self) -> Handbook:
        """The rules in our own words, chapter by chapter."""
        if not self.rule_texts:
            return handbook(self.key, self.name, self.data)
        rules = [RuleText(rule, rule, text, "") for rule, text in self.rule_texts.items()]
        return Handbook(self.key, self.name, [Chapter("all", self.name, "", rules)])

    def texts(self, game: Game) -> Iterable[str]:
        """Fixed texts of the data that players read only within others, for the catalogues."""
        return ()

    # ---- the terminal --------------------------------------------------------------------------------------

    def read_order(self, sight: Sight, text: str) -> list[Action]:
        """The actions a typed order stands for; ValueError says what was expected.

        Without more, an order is one answer in the words of saves: a verb, and its target.
        """
        return [saves.read_action(sight.game, " ".join(text.split()))]

    def completions(self, sight: Sight, text: str) -> list[str]:
        """Words that could come next in a typed order."""
        return [words for a in sight.actions() if (words := saves.action_words(sight.game, a)).startswith(text)]

    def headline(self, sight: Sight) -> str:
        """Date, score and the like in one line."""
        return self.phase(sight)

    def survey(self, sight: Sight) -> Survey:
        """The table as text, sector by sector; without more, the places of the map and the side's own hand."""
        look, scene = self.look(sight), self.scene(sight.game)

        def there(place: int, side: int) -> str:
            return ", ".join([p.name for p in scene.pieces if p.side == side and look["place"][p.id] == place])

        sectors = [
            (phrase("The map"), [(place.name, there(place.id, 0), there(place.id, 1)) for place in scene.places])
        ]
        for held in look.get("hand", ()):
            sectors.append((phrase("Hand"), [(scene.cards[held.card].title, held.note or phrase("held"), "")]))
        return Survey(sectors, "")


def laid_over(kind: type[Title], pack: Path) -> Title:
    """The title with a player's data pack over its own files; `DataError` for a file that replaces none of them."""
    title = kind()
    title.pack, title.data_key = pack, fingerprint(pack, title.data)
    return title


@cache
def _laid_again(kind: type[Title], pack: Path, mark: str) -> Title:
    """A title from a pickle; refused where the pack has changed since."""
    title = laid_over(kind, pack)
    saves.same_data(title, mark)
    return title


def title_of(game: Game) -> Title:
    """The title of a game, with all that players see of it."""
    assert isinstance(game.title, Title)
    return game.title
