"""Decisions, steps, chance, columns, sights, events, undo, saves, conformance. Knows no wargame."""

from ardennes.kernel.chance import Chances, Seed, commitment, die
from ardennes.kernel.columns import HIDDEN, Audience, BadTable
from ardennes.kernel.decisions import (
    NO_SUCH_THING,
    Action,
    Choices,
    Decision,
    IllegalAction,
    Outcome,
    Reason,
    Side,
    Unknown,
)
from ardennes.kernel.events import Event
from ardennes.kernel.match import Match, Move, NoWayBack
from ardennes.kernel.saves import BadSave
from ardennes.kernel.sight import Sight
from ardennes.kernel.state import ScriptedChance, State, decode_stack, encode_stack
from ardennes.kernel.steps import Automatic, Chance, Choice, Step, Way
from ardennes.kernel.title import Game, Option, Preset, Scenario, Title
from ardennes.kernel.verbs import Kind, Verb, Verbs, kind_of
from ardennes.kernel.words import listed, mark, marks, say

__all__ = [
    "HIDDEN",
    "NO_SUCH_THING",
    "Action",
    "Audience",
    "Automatic",
    "BadSave",
    "BadTable",
    "Chance",
    "Chances",
    "Choice",
    "Choices",
    "Decision",
    "Event",
    "Game",
    "IllegalAction",
    "Kind",
    "Match",
    "Move",
    "NoWayBack",
    "Option",
    "Outcome",
    "Preset",
    "Reason",
    "Scenario",
    "ScriptedChance",
    "Seed",
    "Side",
    "Sight",
    "State",
    "Step",
    "Title",
    "Unknown",
    "Verb",
    "Verbs",
    "Way",
    "commitment",
    "decode_stack",
    "die",
    "encode_stack",
    "kind_of",
    "listed",
    "mark",
    "marks",
    "say",
]
