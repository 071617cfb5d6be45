"""1.3 - 1.5 Optional rules, variants and additional events: what each is, needs and excludes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ardennes.kernel import Option

_HANDICAP = "Victory points the Germans need in a tournament game beyond the scenario's; negative favours them."


class Extra(NamedTuple):
    """A rule beyond the basic game, by the name of its option."""

    key: str
    rule: str
    name: str
    note: str
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()

    @property
    def option(self) -> Option:
        """The switch for it."""
        note = f"{self.rule} {self.note}"
        return Option(
            self.key, self.name, note, False, needs=self.needs, excludes=self.excludes, scenarios=self.scenarios
        )


#: 1.4, 36 Scenarios that may be played with the Peiper alternative.
_PEIPER = ("six_turn", "campaign")

#: In the order of the rulebook.
EXTRAS: tuple[Extra, ...] = (
    Extra(
        "divisional_integrity",
        "18",
        "Divisional integrity",
        "A division that attacks from the flanks, or defends side by side, moves the die by one.",
    ),
    Extra(
        "panzer_scare", "19", "SS panzer scare", "Until 17PM an SS panzer regiment may frighten the defender: a die."
    ),
    Extra("attrition", "20", "Attrition", "From 21AM tired mechanized attackers lose a step on a starred result."),
    Extra(
        "bombardments",
        "21",
        "Bombardments",
        "Artillery may shock the defenders before an attack instead of joining it.",
    ),
    Extra(
        "interdiction_challenge",
        "22",
        "Challenging interdiction",
        "German mechanized units stop on an interdicted forest road, or take a die to drive on.",
    ),
    Extra("angriff", "23", "Attack on the move", "Armor may attack to get past a defender, on a table of its own."),
    Extra(
        "leaders",
        "24",
        "Leaders",
        "Commanders let units stand instead of retreating, and release reserves; this replaces the basic reserve rule.",
    ),
    Extra(
        "fuel_dumps",
        "25",
        "Fuel dumps",
        "Two hidden Allied dumps, worth finding for the Germans and burning for the Allies.",
    ),
    Extra(
        "surrender", "26", "Surrender", "Weak units of either side that are cut off may give up: a die for each hex."
    ),
    Extra(
        "peiper_and_skorzeny",
        "27",
        "Peiper and Skorzeny",
        "Kampfgruppe Peiper slips through on 17AM; Panzer Brigade 150 sneaks behind the lines once.",
    ),
    Extra(
        "inter_allied",
        "28",
        "Inter-Allied cooperation",
        "British and Americans do not mix well, and the British stay behind the Meuse.",
    ),
    Extra("random_events", "29", "Random events", "A die on 18AM: paratroopers, jagdtigers, a stolen bridge and more."),
    Extra("schnee_eifel", "30", "Schnee Eifel", "On 16AM two regiments of the 106th Division retreat one hex less."),
    Extra(
        "variable_surprise",
        "31",
        "Variable surprise",
        "A die for each attack decides about the shift of initial surprise.",
    ),
    Extra(
        "combined_arms", "32", "Combined arms", "Armor, infantry and artillery together shift the odds in open ground."
    ),
    Extra("monschau", "33", "Monschau", "No German artillery against Monschau on 16AM."),
    Extra(
        "leader_reaction",
        "34",
        "Quick Allied leaders",
        "Allied leaders move at full speed from 16AM on.",
        needs=("leaders",),
    ),
    Extra(
        "garrison",
        "35",
        "Seventh Army garrison",
        "The Seventh Army slows down unless it holds four hexes of the southern flank.",
    ),
    Extra(
        "peiper_alternative",
        "36",
        "The Peiper alternative",
        "Kampfgruppe Peiper may break down into three battalions; Peiper himself comes with the leaders.",
        scenarios=_PEIPER,
    ),
    Extra("army_artillery", "37", "German army artillery", "One immobile artillery group for each German army."),
    Extra(
        "artillery_command",
        "37.2",
        "German artillery command",
        "Until 18PM German artillery keeps to its army's sector and fires for its own army only.",
    ),
    Extra("events_17am", "38.1", "Additional events, 17AM", "Two dice on 17AM: what else happened, or might have."),
    Extra("events_19am", "38.2", "Additional events, 19AM", "Two dice on 19AM: what else happened, or might have."),
    Extra(
        "events_19am_if_equal",
        "38",
        "19AM event on equal rolls only",
        "Tournament: both players roll two dice, and the 19AM event happens only if the totals agree.",
        needs=("events_19am",),
    ),
    Extra(
        "reserves_any_time",
        "14.1",
        "Reserves at any time",
        "Reserve markers may also be placed while others move, on units that have done nothing yet.",
    ),
)

OPTIONS: tuple[Option, ...] = (
    *(extra.option for extra in EXTRAS),
    Option("handicap", "VP handicap", _HANDICAP, 0, -3, 8),
)


class Extras:
    """Which rules beyond the basic game are in force, read once: a rule asks for its own by name."""

    divisional_integrity: bool
    panzer_scare: bool
    attrition: bool
    bombardments: bool
    interdiction_challenge: bool
    angriff: bool
    leaders: bool
    fuel_dumps: bool
    surrender: bool
    peiper_and_skorzeny: bool
    inter_allied: bool
    random_events: bool
    schnee_eifel: bool
    variable_surprise: bool
    combined_arms: bool
    monschau: bool
    leader_reaction: bool
    garrison: bool
    peiper_alternative: bool
    army_artillery: bool
    artillery_command: bool
    events_17am: bool
    events_19am: bool
    events_19am_if_equal: bool
    reserves_any_time: bool

    def __init__(self, options: Mapping[str, bool | int]) -> None:
        self.options = dict(options)
        for extra in EXTRAS:
            setattr(self, extra.key, bool(options.get(extra.key, False)))

    def in_force(self, rules: str) -> bool:
        """Whether all rules in a text such as "24" or "24 36" are; counters and their arrival name what they need."""
        on = {extra.rule for extra in EXTRAS if getattr(self, extra.key)}
        for rule in rules.split():
            if rule not in RULES:
                raise ValueError(f"needs: expected rules such as {', '.join(RULES[:3])}, got {rule!r}")
        return all(rule in on for rule in rules.split())


#: The rules that counters may need.
RULES: tuple[str, ...] = tuple(extra.rule for extra in EXTRAS)
