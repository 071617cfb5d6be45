"""Decisions, steps, chance, events, undo, saves. Knows no wargame."""

from ardennes.kernel.chance import Chances, Seed, commitment, die
from ardennes.kernel.decisions import Action, Choices, Decision, IllegalAction, Outcome, Reason, Side
from ardennes.kernel.events import Event
from ardennes.kernel.match import Match, Move, NoWayBack
from ardennes.kernel.saves import BadSave
from ardennes.kernel.state import ScriptedChance, State, decode_stack, encode_stack
from ardennes.kernel.steps import Automatic, Chance, Choice, Step
from ardennes.kernel.title import Game, Option, Scenario, Survey, Title, Unknown
from ardennes.kernel.views import View

__all__ = [
    "Action",
    "Automatic",
    "BadSave",
    "Chance",
    "Chances",
    "Choice",
    "Choices",
    "Decision",
    "Event",
    "Game",
    "IllegalAction",
    "Match",
    "Move",
    "NoWayBack",
    "Option",
    "Outcome",
    "Reason",
    "Scenario",
    "ScriptedChance",
    "Seed",
    "Side",
    "State",
    "Step",
    "Survey",
    "Title",
    "Unknown",
    "View",
    "commitment",
    "decode_stack",
    "die",
    "encode_stack",
]
