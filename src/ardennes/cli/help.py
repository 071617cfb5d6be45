"""Help on rules, in our own words: the ledger, read by section."""

from __future__ import annotations

from ardennes.kernel.words import fixed, say
from ardennes.lab import coverage
from ardennes.parts.title import Title

ORDERS = """\
Orders are typed as a verb with names; spaces and dots in names may be left out:
  move 2Pz Dasburg Marnach              all 2 Pz units in Dasburg go to Marnach
  move 2Pz:armor,600Eng Dasburg Marnach only the armor, and the engineers with it
  move 9Arm Larochette Mersch Ettelbruck   by way of Mersch
  move 1Inf D shift E                   waiting reinforcements go round to zone E
  wade 600Eng Irrel Echternach          cross at a blown bridge; under way: wade Echternach
  dig 28Inf Marnach                     entrench
  special confusion St.Vith             Special Forces: restrict, bridges or confusion; also under way
  attack Marnach [with 28Inf]           fight a battle; with: units already there that join
  blow 1111Eng, decline                 when the enemy is about to cross a bridge
  build 600Eng, bridge Dasburg-Marnach  bridge building
  target 2Pz:armor, firer 28Inf         for artillery and fire
  done, stop                            end a phase, end a move under way"""


def help_lines(title: Title, text: str) -> list[str]:
    """The ledger rows of a rule or section, or those that contain a word."""
    if text.lower() == "orders":
        return fixed(title.order_help or ORDERS).splitlines()
    rows = coverage.ledger(title.key)
    wanted = text.upper()
    section = wanted.partition("-")[2] or wanted
    found = [row for row in rows if wanted == row.id.upper() or row.section.upper().startswith(section)]
    found = found or [row for row in rows if text.lower() in row.obligation.lower()]
    if not found:
        return [say("Nothing about {text}. Try a rule such as 8.27, or a word such as bridge.", text=repr(text))]
    return [f"{row.id}  {row.obligation}" for row in found[:25]] + (
        [say("… and {number} more", number=len(found) - 25)] if len(found) > 25 else []
    )
