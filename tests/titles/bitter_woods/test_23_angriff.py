"""23.0 "Angriff aus der Bewegung": the attack on the move, and its table."""

import pytest

from ardennes.kernel import Action, Side
from ardennes.titles.bitter_woods import TITLE
from ardennes.titles.bitter_woods.box.tables import COLUMNS
from ardennes.titles.bitter_woods.events import AttackDeclared, CombatRolled
from ardennes.titles.bitter_woods.rules.combat import strengths
from ardennes.titles.bitter_woods.rules.combat.angriff import TERMS, AngriffAdvance
from ardennes.titles.bitter_woods.rules.combat.results import Aftermath
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.state import Duty
from tests.titles.bitter_woods.table import Table

#: 9 and 6 against 5 in the open: 3-1, with the better endurance on the attacker's side.
FIGHT = "t: German armor 9-5-4 at 3813; i: German armored infantry 6-5-4 at 3813; d: Allied infantry 5-4-4 at 3814"


def table(units: str = FIGHT, date: str = "20AM German", **more: object) -> Table:
    more = {"air": (0, 0), "options": ("angriff", "bombardments")} | more
    return Table(date, units, phase="combat", **more)  # type: ignore[arg-type]


def announced(t: Table, *names: str, target: str = "3814") -> Table:
    t.plan(target, *names)
    t.do("angriff")
    return t


def fought(die: int, units: str = FIGHT, names: str = "ti", **more: object) -> Table:
    t = announced(table(units, **more), *names)
    t.do("fight", dice=[die])
    return t


def column(t: Table, *names: str, target: str = "3814") -> str:
    attack = Attack(Side.GERMAN, t.hex(target), tuple(sorted(map(t.unit, names))), angriff=True)
    return strengths.odds(t.g, attack).name


# ---- the table ---------------------------------------------------------------------------------------------

CELLS = {
    "2-1": ["Adv 2", "Adv 2", "Adv 1", "Adv 1", "SU", "A1*", "A1", "A2", "A2", "1A2"],
    "3-1": ["Adv 3", "Adv 3", "Adv 2", "Adv 2", "Adv 1", "Adv 1", "SU", "A1*", "A1", "A2"],
    "4-1": ["Adv 4", "Adv 4", "Adv 3", "Adv 3", "Adv 2", "Adv 2", "Adv 1", "Adv 1", "SU", "A1*"],
}


@pytest.mark.rule("BW-ANGa", "BW-ANGb", "BW-ANGc")
@pytest.mark.parametrize("column", CELLS)
def test_the_columns_of_the_table(column):
    results = table().box.angriff_results
    assert [results.result(COLUMNS.index(column), row).text for row in range(-1, 9)] == CELLS[column]


@pytest.mark.rule("BW-ANGd")
def test_the_stars_of_the_table():
    cells = table().box.angriff_results.cells
    starred = {(n - 1, m, cell.text) for n, row in enumerate(cells) for m, cell in enumerate(row) if cell.starred}
    assert starred == {(4, 0, "A1*"), (6, 1, "A1*"), (8, 2, "A1*")}


@pytest.mark.rule("BW-ANGe")
def test_the_attacker_s_results_mean_what_they_always_mean():
    kinds = {cell.kind for row in table().box.angriff_results.cells for cell in row}
    assert kinds == {"ADV", "SU", "A"}
    # 12 against 5: a 6 less one for endurance is row 5 of the column 2-1.
    t = fought(6, "t: German armor 9-5-4 at 3813; i: German infantry 3-3-3 at 3813; d: Allied infantry 5-4-4 at 3814")
    assert t.told(CombatRolled)[-1].result == "A1"
    t.fall_back()
    assert [t.where(name) for name in "ti"] == ["3812", "3812"]
    assert t.step == "Advance"
    assert t.side is Side.ALLIED
    assert t.advances("d") == {"3813"}


@pytest.mark.rule("BW-ANGe")
def test_the_worst_cell_costs_a_step_and_two_hexes():
    t = table()
    result = t.box.angriff_results.result(COLUMNS.index("2-1"), 8)
    attack = Attack(Side.GERMAN, t.hex("3814"), tuple(sorted((t.unit("t"), t.unit("i")))), angriff=True)
    t.g.push(Aftermath(attack, result.text, (t.unit("d"),)))
    t.g.settle([])
    assert t.step == "Loss"
    t.do("unit", "i")
    t.fall_back()
    assert t.has("i", "reduced")
    assert t.where("t") == t.where("i") == "3811"


@pytest.mark.rule("BW-ANGd")
def test_a_star_wears_out_tired_attackers_on_top_of_the_retreat():
    t = table(date="22AM German", options=("angriff", "attrition"))
    attack = Attack(Side.GERMAN, t.hex("3814"), tuple(sorted((t.unit("t"), t.unit("i")))), angriff=True)
    t.g.push(Aftermath(attack, "A1*", (t.unit("d"),)))
    t.g.settle([])
    assert t.step == "Attrition"
    t.do("unit", "i")
    t.fall_back()
    assert t.has("i", "reduced")
    assert t.where("t") == t.where("i") == "3812"


# ---- who may -----------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-23.1a")
def test_it_needs_armor_with_an_endurance_of_five():
    weak = FIGHT.replace("German armor 9-5-4", "PzB150")  # ER 4
    t = table(weak)
    t.plan("3814", "t", "i")
    assert t.refused("angriff") == "BW-23.1a"
    t = table()
    t.plan("3814", "i")
    assert t.refused("angriff") == "BW-23.1a"
    t.do("unit", "t")
    assert t.refused("angriff") == ""


@pytest.mark.rule("BW-23.1a")
def test_it_needs_odds_of_two_to_one():
    t = table(f"{FIGHT}; e: Allied infantry 5-4-4 at 3814")
    t.plan("3814", "t", "i")
    assert t.refused("angriff") == "BW-23.1a"


@pytest.mark.rule("BW-23.1a")
def test_it_needs_supplied_attackers():
    t = table(FIGHT.replace("6-5-4 at 3813", "6-5-4 at 3813, unsupplied"))
    t.plan("3814", "t", "i")
    assert t.refused("angriff") == "BW-23.1a"
    t.do("unit", "i")
    t.g.unsupplied = 0
    assert t.refused("angriff") == "BW-23.1a"  # 9 against 5
    t.do("unit", "i")
    assert t.refused("angriff") == ""


@pytest.mark.rule("BW-23.1a")
def test_the_attack_must_still_be_fit_when_it_is_fought():
    t = announced(table(), "t", "i")
    t.do("unit", "t")
    assert t.refused("fight") == "BW-23.1a"
    t.do("angriff")
    assert t.refused("fight") == ""


def test_it_is_an_option():
    t = table(options=())
    t.plan("3814", "t", "i")
    assert t.refused("angriff") == "BW-23.1a"


@pytest.mark.rule("BW-21.3b")
def test_shocked_units_make_no_angriff():
    t = table()
    t.g.shocked |= 1 << t.unit("i")
    t.plan("3814", "t", "i")
    assert t.refused("angriff") == "BW-21.3b"


@pytest.mark.rule("BW-23.1b")
def test_support_that_spoils_the_odds_sends_it_to_the_ordinary_table():
    guns = "g: Allied artillery at 3816; h: Allied artillery at 3817"
    t = announced(table(f"{FIGHT}; {guns}"), "t", "i")
    t.do("fight")
    t.do("unit", "g")
    t.do("unit", "h")
    t.do("fight", dice=[3])
    rolled = t.told(CombatRolled)[-1]
    assert rolled.column in ("1-1", "1-2")
    assert rolled.result == t.box.results.result(COLUMNS.index(rolled.column), 3 + rolled.modifier).text


@pytest.mark.rule("BW-23.1c")
def test_an_engaged_battle_is_not_fought_again_as_an_angriff():
    t = table()
    units = (t.unit("t"), t.unit("i"))
    t.g.duties = (Duty("ENG", Side.GERMAN, t.hex("3814"), units, (t.unit("d"),), active=True),)
    t.plan("3814", "t", "i")
    assert t.refused("angriff") == "BW-23.1c"


@pytest.mark.rule("BW-23.1d")
def test_there_is_none_on_the_first_turn():
    units = "t: German armor 9-5-4 at 3813; i: German armored infantry 6-5-4 at 3813; d: 28/110 at 3814"
    for date, rule in (("16AM German", "BW-23.1d"), ("16PM German", "")):
        t = table(units, date)
        attack = Attack(Side.GERMAN, t.hex("3814"), tuple(sorted((t.unit("t"), t.unit("i")))))
        reason = TERMS.why_not(t.g, attack, 0)
        assert ("" if reason is None else reason.rule) == rule


# ---- how ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-23.2a")
def test_it_is_announced_before_the_roll_and_read_from_its_table_with_all_modifiers():
    t = fought(3)
    rolled = t.told(CombatRolled)[-1]
    assert (rolled.column, rolled.modifier, rolled.result) == ("Angriff 3-1", -1, "Adv 2")
    assert t.told(AttackDeclared)[-1].angriff
    t = table()
    t.plan("3814", "t", "i")
    t.do("fight", dice=[3])
    assert not t.told(AttackDeclared)[-1].angriff
    assert t.told(CombatRolled)[-1].column == "3-1"


@pytest.mark.rule("BW-23.2b")
def test_rough_ground_keeps_it_to_three_to_one():
    rough = "a: 1SS/Peiper at 3708; b: 12SS/12 at 3708; c: German armor 9-5-4 at 3708; d: 106/422 at 3709, reduced"
    t = table(rough)
    assert t.box.ground.boards["broken"] >> t.hex("3709") & 1
    assert column(t, "a", "b", "c", target="3709") == "Angriff 3-1"
    assert t.column("3709", "a", "b", "c") == "6-1"
    t.g.reduced = 0
    assert column(t, "c", "b", target="3709") == "Angriff 3-1"  # 21 to 5
    assert column(t, "b", target="3709") == "1-1"  # 12 to 5, shifted off the table: the ordinary one is used


@pytest.mark.rule("BW-23.2c")
def test_a_bombarded_hex_is_no_target_and_an_angriff_is_not_bombarded():
    t = table(f"{FIGHT}; g: German artillery at 3711; h: German artillery at 3811")
    t.plan("3814", "t", "i", "g", "h")
    t.do("bombard", dice=[1])
    assert t.refused("angriff") == "BW-23.2c"
    t = announced(table(f"{FIGHT}; g: German artillery at 3711; h: German artillery at 3811"), "t", "i", "g", "h")
    assert t.refused("bombard") == "BW-23.2c"


@pytest.mark.rule("BW-23.2d")
def test_no_aircraft_on_either_side():
    t = announced(table(air=(1, 1)), "t", "i")
    assert t.refused("air") == "BW-23.2d"
    t = announced(table(f"{FIGHT}; g: Allied artillery at 3817", air=(1, 1)), "t", "i")
    t.do("fight")
    assert t.side is Side.ALLIED
    assert t.refused("air") == "BW-23.2d"
    t = table(air=(1, 1))
    t.plan("3814", "t", "i", air=True)
    assert t.refused("angriff") == "BW-23.2d"


#: Open ground to the north of 3814.
OPEN = "t: German armor 9-5-4 at 3813; i: German armored infantry at 3813; d: 28/110 at 3814"

# ---- what comes of it --------------------------------------------------------------------------------------


def passing(units: str, hexes: int, first: str, *names: str, **more: object) -> Table:
    """An Adv result is being carried out."""
    t = table(units, **more)
    attackers = tuple(sorted(map(t.unit, names)))
    t.g.push(AngriffAdvance(Side.GERMAN, attackers, (t.hex(first),), hexes, False, attackers=attackers))
    return t


@pytest.mark.rule("BW-23.3a")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_the_defender_stays_and_loses_nothing(die):
    t = fought(die)
    t.fall_back()
    assert t.where("d") == "3814"
    assert not t.has("d", "reduced")


@pytest.mark.rule("BW-23.3b")
def test_mechanized_units_go_anywhere_but_at_the_defender():
    t = fought(3)  # Adv 2
    assert t.step == "AngriffAdvance"
    zone = t.zone(Side.ALLIED)
    found = t.advances("t")
    assert found
    assert not found & (zone | {"3814"})
    assert all(t.grid.distance(t.hex("3813"), t.hex(cell)) <= 2 for cell in found)
    assert t.why_advance("t", "3814") == t.why_advance("t", "3914") == "BW-23.3b"
    t.do("unit", "t")
    t.do("hex", sorted(found)[0])
    assert t.where("t") == sorted(found)[0]


@pytest.mark.rule("BW-23.3b")
def test_the_number_is_a_limit_also_on_the_road():
    units = "t: German armor 9-5-4 at 3812; i: German armored infantry at 3914; d: 28/110 at 3813"
    t = passing(units, 2, "3813", "t", "i")
    assert "3810" in t.advances("t")
    assert t.why_advance("t", "3809") == "BW-23.3b"


@pytest.mark.rule("BW-23.3c")
def test_the_first_enemy_zone_stops_it():
    t = passing(OPEN, 3, "3814", "t", "i")
    assert {"3812", "3712", "3711"} <= t.advances("t")
    t = passing(f"{OPEN}; e: 28/112 at 3811", 3, "3814", "t", "i")
    assert {"3812", "3712"} <= t.advances("t")
    assert t.why_advance("t", "3711") == "BW-23.3c"
    assert t.why_advance("t", "3811") == "BW-23.3c"


@pytest.mark.rule("BW-23.3c")
def test_also_the_first_hex_may_be_in_such_a_zone():
    t = passing(f"{OPEN}; e: 28/112 at 3712", 2, "3814", "t", "i")
    assert {"3812", "3912"} <= t.advances("t")
    assert t.why_advance("t", "3811") == "BW-23.3c"


@pytest.mark.rule("BW-23.3c")
def test_interdiction_and_the_allowance_count():
    t = passing(OPEN, 4, "3814", "t", "i")
    assert t.why_advance("t", "3812") == t.why_advance("t", "3810") == ""
    assert t.why_advance("t", "3610") == "BW-23.3c"  # two hexes of light woods and two clear ones: six points
    struck = passing(OPEN, 4, "3814", "t", "i", interdicted=1 << t.hex("3812") | 1 << t.hex("3811"))
    assert struck.why_advance("t", "3812") == ""
    assert struck.why_advance("t", "3811") == "BW-23.3c"


@pytest.mark.rule("BW-23.2e")
@pytest.mark.parametrize(("moved", "rule"), [(False, ""), (True, "BW-23.2e")])
def test_a_river_is_crossed_by_units_that_have_not_moved(moved, rule):
    mark = ", moved" if moved else ""
    units = f"i: German armored infantry at 1812{mark}; j: German armored infantry at 1713; d: 28/110 at 1712"
    t = passing(units, 1, "1712", "i", "j")
    assert t.why_advance("i", "1912") == rule


@pytest.mark.rule("BW-23.3d")
def test_infantry_stays_and_one_unit_of_it_ties_the_defender_down():
    t = fought(3)
    assert t.refused("unit", "i") == "BW-23.3d"
    assert t.refused("unit", "t") == ""
    units = FIGHT.replace("armored infantry 6-5-4 at 3813", "infantry 5-4-3 at 3813")
    t = fought(3, units)
    assert t.refused("unit", "i") == "BW-23.3d"
    t = fought(3, f"{FIGHT}; j: German armored infantry at 3715", "tij")
    assert t.refused("unit", "i") == t.refused("unit", "j") == ""
    t.do("unit", "i")
    t.do("hex", sorted(t.offers("hex"))[0])
    assert t.refused("unit", "j") == "BW-23.3d"


@pytest.mark.rule("BW-23.3d")
def test_without_any_infantry_nobody_goes():
    t = fought(
        3, "t: German armor 9-5-4 at 3813; u: German armor 9-5-4 at 3813; d: Allied infantry 5-4-4 at 3814", "tu"
    )
    assert "Angriff 3-1" in t.told(CombatRolled)[-1].column
    assert t.step == "Combat"


def test_the_forecast_knows_the_table():
    t = announced(table(), "t", "i")
    found = TITLE.forecast(t.g.sight(Side.GERMAN))
    assert found is not None
    assert found.column == "Angriff 3-1"
    assert {line.text: len(line.dice) for line in found.outcomes} == {"Adv 3": 1, "Adv 2": 2, "Adv 1": 2, "SU": 1}
    assert found.headlines[0].chance == pytest.approx(5 / 6)
    t = table()
    t.plan("3814", "t", "i")
    proposed = TITLE.forecast(t.g.sight(Side.GERMAN), Action("angriff"))
    assert proposed is not None
    assert proposed.column == "Angriff 3-1"


def test_it_is_typed_with_the_attack():
    t = table()
    names = ",".join(t.g.name(t.unit(name)) for name in "ti")
    found = TITLE.read_order(t.g.sight(Side.GERMAN), f"attack 3814 with {names} angriff")
    assert [action.verb for action in found] == ["hex", "unit", "unit", "angriff", "fight"]
