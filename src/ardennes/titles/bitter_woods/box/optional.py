"""18 - 38 What the rulebook offers beyond the basic game. Not yet built; its places are marked here.

A rule joins the game as an `Option` of the title and a plain `if` at the rule's own place; until then nothing of it is
in force (BW-1.2). `why_not` says which scenarios the rulebook allows each of them for.
"""

from __future__ import annotations

from typing import NamedTuple

from ardennes.kernel import Reason
from ardennes.titles.bitter_woods.box.scenarios import Scenario


class Extra(NamedTuple):
    """One rule beyond the basic game."""

    section: str
    name: str
    #: The field of `Scenario` that says whether it may be used; empty where every scenario allows it.
    allowed: str = ""
    #: The ledger id of that permission.
    rule: str = "BW-1.2"


EXTRAS: dict[str, Extra] = {
    "divisional_integrity": Extra("18", "Flanking attack and coordinated defense"),
    "panzer_scare": Extra("19", "SS Panzer Scare"),
    "attrition": Extra("20", "Attrition"),
    "bombardments": Extra("21", "Bombardments"),
    "interdiction_challenge": Extra("22", "Challenging air interdiction"),
    "angriff": Extra("23", "Angriff aus der Bewegung"),
    "leaders": Extra("24", "Leader units"),
    "fuel_dumps": Extra("25", "Fuel dumps"),
    "surrender": Extra("26", "Surrender"),
    "peiper_and_skorzeny": Extra("27", "Peiper and Skorzeny"),
    "inter_allied": Extra("28", "Inter-Allied cooperation"),
    "random_events": Extra("29", "Random events"),
    "schnee_eifel": Extra("30", "Schnee Eifel"),
    "variable_surprise": Extra("31", "Variable surprise shift"),
    "combined_arms": Extra("32", "Combined arms bonus"),
    "monschau": Extra("33", "Monschau artillery restriction"),
    "leader_reaction": Extra("34", "Accelerated Allied leader reaction"),
    "garrison": Extra("35", "German 7th Army garrison"),
    "peiper_alternative": Extra("36", "The Peiper alternative", "peiper_alternative", "BW-1.4b"),
    "army_artillery": Extra("37", "German army artillery", "army_artillery", "BW-1.4c"),
    "additional_events": Extra("38", "Additional random events", "additional_events", "BW-1.5"),
}


def permitted(scenario: Scenario, key: str) -> bool:
    """1.4, 1.5 Whether the rulebook allows an extra in a scenario."""
    extra = EXTRAS[key]
    return not extra.allowed or bool(getattr(scenario, extra.allowed))


def why_not(scenario: Scenario, key: str) -> Reason:
    """Why an extra cannot be switched on: not for this scenario, or not yet."""
    extra = EXTRAS[key]
    if not permitted(scenario, key):
        return Reason(extra.rule, f"{extra.name} (rule {extra.section}) is not used in {scenario.name}")
    return Reason("BW-1.2", f"{extra.name} (rule {extra.section}) is not built yet")
