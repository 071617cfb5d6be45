"""24.0 The staff with leaders: where it places them, when it stands, whom it releases."""

from ardennes.kernel import Action, Side
from ardennes.titles.bitter_woods.mind import command, judgement
from ardennes.titles.bitter_woods.mind.staffwork import Staffwork
from ardennes.titles.bitter_woods.rules.combat.stand import Stand
from tests.titles.bitter_woods.table import Table


def table(when: str, units: str, phase: str = "movement", **more: object) -> Table:
    return Table(when, units, phase=phase, options=("leaders",), air=(0, 0), **more)


def asked_to_stand(units: str, hexes: int, *names: str) -> Table:
    t = table("20AM German", units, phase="combat")
    side = t.box.units.side(t.unit(names[0]))
    t.g.push(Stand(side, tuple(t.unit(name) for name in names), hexes))
    return t


def test_strong_defenders_of_a_prize_stand_for_a_step():
    units = "a: 1SS/Peiper at 2525; d: 101/501 at Bastogne; e: 101/502 at Bastogne; Hodges at 2528"
    t = asked_to_stand(units, 1, "d", "e")
    assert judgement.answer(t.g) == Action("stand", t.unit("Hodges"))


def test_nobody_is_sacrificed_for_a_hex_in_the_woods():
    units = "a: 1SS/Peiper at 3813; d: 28/110 at 3814; e: 28/112 at 3814, reduced; Hodges at 3818"
    t = asked_to_stand(units, 3, "d", "e")
    assert judgement.answer(t.g) == Action("done")


def test_a_leader_goes_where_units_are_pressed_and_not_alone():
    allied = "d: 101/501 at 2526; e: 101/502 at 2526; Middleton at 3125"
    t = table("20AM Allied", f"{allied}; a: 1SS/Peiper at 2422; b: 12SS/12 at 2422; c: 2Pz/3 at 2323")
    work = Staffwork(t.g, Side.ALLIED)
    orders = command.place_leaders(work)
    assert [order.tactic for order in orders] == ["command"]
    ((leader, cell),) = orders[0].moves
    assert leader == t.unit("Middleton")
    assert t.grid.distance(cell, t.hex("2526")) <= 4
    assert not t.g.occupied[Side.GERMAN] >> cell & 1


def test_units_without_a_leader_to_release_them_do_not_wait_in_reserve():
    t = table("20AM German", "2Pz/3 at 3420; 2Pz/2 at 3619; Manteuffel at 3619; 1SS/Peiper at 3816", phase="reserve")
    units = [t.unit(name) for name in ("2Pz/3", "2Pz/2", "1SS/Peiper")]
    t.g.put(t.unit("2Pz/3"), t.hex("4320"))
    assert command.releasable(t.g, Side.GERMAN, units) == units[1:]


def test_reinforcements_join_the_army_of_their_colour():
    t = table("23AM German", "Manteuffel at 0618", reserves=True)
    t.do("unit", "9Pz/33")
    assert t.step == "Attach"
    answer = judgement.answer(t.g)
    assert t.game.title.word(t.game, *answer) == "5PA"
    t = table("23AM German", "Manteuffel at 0618", reserves=True)
    orders = [order for order in judgement.orders(Staffwork(t.g, Side.GERMAN)) if t.unit("9Pz/33") in order.units]
    assert [action.verb for action in orders[0].actions][:2] == ["unit", "attach"]


def test_a_companion_waits_until_the_leader_has_gone():
    """Otherwise he would be left alone next to the enemy."""
    t = table("20AM German", "a: 26VG/78 at 3813; Manteuffel at 3813; p: 2Pz/3 at 3810; d: 28/110 at 3814")
    leave = judgement.Order("drive", 0.1, ((t.unit("a"), t.hex("3812")),), t.hex("3812"), ())
    go = judgement.Order("command", 0.1, ((t.unit("Manteuffel"), t.hex("3810")),), t.hex("3810"), ())
    assert judgement.in_sequence(t.g, [leave, go]) == [go, leave]
