"""15.0 Initial surprise."""

import pytest

import ardennes
from ardennes.kernel import Action, Side
from ardennes.titles.bitter_woods.rules import surprise
from ardennes.titles.bitter_woods.rules.combat import participants
from ardennes.titles.bitter_woods.rules.movement.waiting import WAITERS
from ardennes.titles.bitter_woods.rules.points import advancing as advance_allowance
from ardennes.titles.bitter_woods.rules.points import allowance
from ardennes.titles.bitter_woods.rules.reserves import Reserves
from tests.titles.bitter_woods.table import Table


@pytest.fixture(scope="module")
def start():
    """The set-up of the campaign."""
    return ardennes.game("bitter_woods", "campaign").start(1)


@pytest.mark.rule("BW-15.1")
def test_german_attacks_on_16am_shift_one_column():
    """15 against 5 in the open."""
    units = "1SS/Peiper at 3813; d: Allied infantry 5-4-4 at 3814"
    assert Table("16AM German", units).column("3814", "1SS/Peiper") == "4-1"
    assert Table("16PM German", units).column("3814", "1SS/Peiper") == "3-1"
    t = Table("16AM Allied", units)
    assert t.column("3813", "d") == Table("16PM Allied", units).column("3813", "d")


@pytest.mark.rule("BW-15.2a", "BW-15.2b", "BW-15.2c", "BW-15.2e")
def test_what_allied_units_may_move_on_16am():
    units = "2/9 at 3814; 2/23 at 3815; 1/26 at 3816; 14Cav at 3817; 9A/CCB at 3818"
    t = Table("16AM Allied", units)
    t.g.front = 1 << t.unit("2/23") | 1 << t.unit("14Cav")
    found = {name: allowance(t.g, t.unit(name)) for name in ("2/9", "2/23", "1/26", "14Cav", "9A/CCB")}
    assert found == {"2/9": 3, "2/23": 4, "1/26": 2, "14Cav": 5, "9A/CCB": 2}
    t = Table("16PM Allied", units)
    found = {name: allowance(t.g, t.unit(name)) for name in ("2/9", "1/26", "9A/CCB")}
    assert found == {"2/9": 4, "1/26": 4, "9A/CCB": 5}


@pytest.mark.rule("BW-15.2a")
def test_who_began_in_a_german_zone_of_control(start):
    front = {start.name(unit) for unit in range(len(start.place)) if start.front >> unit & 1}
    assert {"28/110", "106/422", "14Cav", "28/109"} <= front
    assert front & {"2/9", "2/23", "9A/CCR", "174"} == set()


@pytest.mark.rule("BW-15.2d")
def test_allied_advances_on_16am_use_the_full_allowance():
    t = Table("16AM Allied", "9A/CCB at 3814")
    unit = t.unit("9A/CCB")
    assert (allowance(t.g, unit), advance_allowance(t.g, unit)) == (2, 5)


@pytest.mark.rule("BW-15.3a")
def test_allied_artillery_crawls_unless_germans_are_next_to_it():
    t = Table("16AM Allied", "174 at 3814; 333 at 3820; a: German infantry at 3813")
    assert (allowance(t.g, t.unit("174")), allowance(t.g, t.unit("333"))) == (4, 1)
    t = Table("16PM Allied", "333 at 3820")
    assert allowance(t.g, t.unit("333")) == 4


@pytest.mark.rule("BW-15.3b")
def test_allied_artillery_supports_only_defences_on_16am():
    units = "a: German infantry at 3813; d: Allied infantry at 3814; 174 at 3817"
    t = Table("16AM Allied", units, phase="combat")
    t.do("hex", "3813")
    assert t.refused("unit", "174") == "BW-15.3b"
    t = Table("16PM Allied", units, phase="combat")
    t.do("hex", "3813")
    assert t.refused("unit", "174") == ""
    t = Table("16AM German", "276VG/986 at 0830; 28/109 at 0931; 174 at 1033", phase="combat")
    t.plan("0931", "276VG/986")
    t.do("fight")
    assert t.refused("unit", "174") == ""


@pytest.mark.rule("BW-15.4")
def test_the_allies_blow_no_bridges_on_the_first_day():
    units = "d: Allied infantry at 1912; x: German infantry at 1913"
    for date in ("16AM", "16PM"):
        t = Table(f"{date} Allied", units, phase="demolition")
        assert t.step != "Demolition"
    t = Table("17AM Allied", units, phase="demolition")
    assert "1912/1913" in t.offers("bridge")
    t = Table("16AM German", units, phase="demolition")
    assert t.step == "Demolition"


@pytest.mark.rule("BW-15.5")
def test_the_first_ss_corps_waits_on_16am(start):
    for name in ("1SS/Peiper", "1SS/1", "1SS/2", "12SS/12", "12SS/25", "12SS/26", "PzB150"):
        unit = start.box.units.unit(name)
        assert surprise.held(start, unit)
        reason = start.why_not(Action("unit", unit))
        assert reason is not None
        assert reason.rule == "BW-15.5"
    t = Table("16AM German", "12SS/12 at 3813; d: Allied infantry at 3814; e: German infantry at 3813", phase="combat")
    assert not participants.free_to_strike(t.g, t.unit("12SS/12"), t.hex("3814"))
    t = Table("16PM German", "12SS/12 at 0412")
    assert t.refused("unit", "12SS/12") == ""


@pytest.mark.rule("BW-15.6")
def test_all_germans_are_in_supply_until_17pm():
    units = "x: Allied infantry at 3813; y: Allied infantry at 3815; a: German infantry at 3814"
    for date in ("16AM", "16PM", "17AM", "17PM"):
        assert Table(f"{date} German", units).supplied("a")
    assert not Table("18AM German", units).supplied("a")


@pytest.mark.rule("BW-15.7a")
def test_german_mechanized_units_have_one_movement_point_less_on_16am():
    units = "2Pz/2 at 1324; 26VG/78 at 1324; 388 at 0512; Lehr/Recon at 1325"
    t = Table("16AM German", units)
    moves = {name: allowance(t.g, t.unit(name)) for name in ("2Pz/2", "26VG/78", "388", "Lehr/Recon")}
    assert moves == {"2Pz/2": 3, "26VG/78": 3, "388": 3, "Lehr/Recon": 4}
    assert advance_allowance(t.g, t.unit("2Pz/2")) == 3
    t = Table("16PM German", units)
    assert allowance(t.g, t.unit("2Pz/2")) == advance_allowance(t.g, t.unit("2Pz/2")) == 4


@pytest.mark.rule("BW-15.7b")
def test_no_german_reserves_on_16am():
    t = Table("16AM German", "2Pz/3 at 1223", phase="reserve")
    assert t.step == "Movement"
    t = Table("16PM German", "2Pz/3 at 1223", phase="reserve")
    assert t.refused("unit", "2Pz/3") == ""
    t = Table("16AM Allied", "9A/CCR at 1722", phase="reserve")
    assert t.refused("unit", "9A/CCR") == ""  # only Germans are forbidden
    t = Table("16AM German", "2Pz/3 at 1223")
    reason = WAITERS.why_not(t.g, Reserves(Side.GERMAN), t.unit("2Pz/3"))
    assert reason is not None
    assert reason.rule == "BW-15.7b"


@pytest.mark.rule("BW-15.7c")
def test_no_road_bonus_on_16am():
    """1424 - 1425 - 1426 - 1427 is a road."""
    for date, offered in (("16AM", False), ("16PM", True)):
        t = Table(f"{date} German", "2Pz/2 at 1424")
        t.may_advance("1425", 2, "2Pz/2")
        assert "1426" in t.advances("2Pz/2")
        assert ("1427" in t.advances("2Pz/2")) is offered
    t = Table("16AM German", "2Pz/2 at 1424")
    t.may_advance("1425", 2, "2Pz/2")
    assert t.why_advance("2Pz/2", "1427") == "BW-15.7c"


@pytest.mark.rule("BW-15.7d1", "BW-15.7d2")
def test_germans_attack_only_what_faces_their_army_on_16am():
    units = "26VG/78 at 3813; 28/109 at 3814; 276VG/986 at 3914; 28/110 at 4014"
    t = Table("16AM German", units, phase="combat")
    assert t.refused("hex", "4014") == "BW-15.7d1"
    t.do("hex", "3814")
    assert t.refused("unit", "26VG/78") == "BW-15.7d1"
    assert t.refused("unit", "276VG/986") == ""
    t = Table("16PM German", units, phase="combat")
    t.do("hex", "3814")
    assert t.refused("unit", "26VG/78") == ""


def faces(g, army: str) -> set[str]:
    """The Allied units an army may attack on 16AM."""
    unit = next(unit for unit in g.box.players[Side.GERMAN] if g.box.units.rows[unit].army == army and g.on_map(unit))
    return {
        g.name(enemy)
        for enemy in g.box.players[Side.ALLIED]
        if g.on_map(enemy) and surprise.may_attack(g, unit, g.place[enemy])
    }


#: The Allied line from north to south.
LINE = (
    "102Cav",
    "99/395",
    "99/393",
    "99/394",
    "14Cav",
    "106/422",
    "106/423",
    "106/424",
    "28/112",
    "28/110",
    "28/109",
    "9A/CCA",
    "4/12",
)


@pytest.mark.rule("BW-15.7e", "BW-15.7f", "BW-15.7g")
@pytest.mark.parametrize(
    ("army", "first", "last"), [("6PA", "102Cav", "14Cav"), ("5PA", "14Cav", "28/110"), ("7A", "28/109", "4/12")]
)
def test_the_staging_areas_of_the_armies(start, army, first, last):
    between = LINE[LINE.index(first) : LINE.index(last) + 1]
    assert faces(start, army) & set(LINE) == set(between)


@pytest.mark.rule("BW-15.7d1", "BW-15.7d2")
def test_a_stack_that_faces_two_armies_is_no_target_of_either():
    """28/109 faces 7th Army and 28/110 5th Panzer Army."""
    units = "26VG/78 at 3813; 276VG/986 at 3914; 28/109 at 3814; 28/110 at 3814; 26VG/77 at 4013; 28/112 at 4014"
    t = Table("16AM German", units, phase="combat")
    assert t.refused("hex", "4014") == ""
    assert t.refused("hex", "3814") == "BW-15.7d1"
    for name in ("26VG/78", "276VG/986"):
        assert not surprise.may_attack(t.g, t.unit(name), t.hex("3814"))
    t = Table("16PM German", units, phase="combat")
    assert t.refused("hex", "3814") == ""
