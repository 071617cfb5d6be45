"""8.5 Entrenching."""

from __future__ import annotations

from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.titles.tigers_in_the_mist.box.pieces import UnitType
from ardennes.titles.tigers_in_the_mist.events import Entrenched
from ardennes.titles.tigers_in_the_mist.rules.movement.activation import BUILT, DUG_IN, IN_PLAY, STOOD_BY, marked, named
from ardennes.titles.tigers_in_the_mist.rules.movement.roads import Group
from ardennes.titles.tigers_in_the_mist.state import ATTACKED, DONE, ENTRENCHED, HELD, MOVED, State


def _engineer(g: State, unit: int) -> bool:
    return g.box.units.type[unit] is UnitType.ENGINEER


def _is_too_tired(g: State, group: Group, unit: int) -> bool:
    """8.52 Whether an engineer has not the MP left that digging in costs it."""
    return _engineer(g, unit) and g.spent[unit] + g.box.tables.movement.entrench_engineer > g.allowance(unit)


def _has_moved(g: State, group: Group, unit: int) -> bool:
    """8.53 Whether another unit has used any of its allowance, which digging in takes as a whole."""
    return not _engineer(g, unit) and bool(g.spent[unit] or g.status[unit] & MOVED)


def _if_it_stayed(rung: Rung) -> Rung:
    """What is asked of a unit that neither moved nor attacked: an engineer may dig in after moving (8.52), and whoever
    attacked has no more than its moves taken (9.16b)."""
    return rung._replace(keeps_out=lambda g, group, left: rung.keeps_out(g, group, _stayed(g, group, left)))


_stayed = each(lambda g, group, unit: not g.status[unit] & (MOVED | ATTACKED))
#: 8.51 - 8.55 What keeps a unit from digging in.
DIGGERS = Rungs(
    named,
    *IN_PLAY,
    _if_it_stayed(BUILT),
    _if_it_stayed(DUG_IN._replace(finer=True)),
    _if_it_stayed(STOOD_BY),
    Rung("TM-8.51a", "{name} is not in an area", each(lambda g, group, unit: g.box.map.is_zone(g.place[unit]))),
    Rung("TM-8.54", "{name}: armor cannot dig in", each(lambda g, group, unit: not g.box.units.infantry[unit])),
    Rung("TM-8.51b", "{name} is dug in already", marked(ENTRENCHED)),
    Rung(
        "TM-8.55",
        "enemy units are in the area of {name}",
        each(lambda g, group, unit: g.holds(group.side.enemy, g.place[unit])),
    ),
    Rung(
        "TM-8.52",
        "{name} has fewer than the {need} MP that digging in costs an engineer",
        each(_is_too_tired),
        lambda g, group, unit: {"need": g.box.tables.movement.entrench_engineer},
    ),
    Rung("TM-8.53", "{name} has moved, and digging in takes its whole allowance", each(_has_moved)),
)


def dug_today(g: State, unit: int) -> bool:
    """8.51d Whether a unit that has acted today did nothing but dig in: it has paid the whole price of that."""
    status = g.status[unit]
    if not status & ENTRENCHED or status & DONE != HELD:
        return False
    engineer = g.box.units.type[unit] is UnitType.ENGINEER
    return g.spent[unit] >= (g.box.tables.movement.entrench_engineer if engineer else g.allowance(unit))


def entrench(g: State, unit: int) -> None:
    """8.51 - 8.53 A unit digs in; engineers pay 4 MP, others all they have."""
    engineer = g.box.units.type[unit] is UnitType.ENGINEER
    g.spent[unit] = g.spent[unit] + g.box.tables.movement.entrench_engineer if engineer else g.allowance(unit)
    g.status[unit] |= ENTRENCHED | HELD
    g.tell(Entrenched, unit)
