"""4.0 The Playing Pieces."""

import re

import pytest

from ardennes.titles.tigers_in_the_mist.box.pieces import UnitType
from ardennes.titles.tigers_in_the_mist.events import Fired
from tests.titles.tigers_in_the_mist.table import Table, rolls

PRUM_TO_PRONSFELD = "a: German {kind} {strength} in Prum; d: Allied {enemy} {against} in Pronsfeld"


@pytest.fixture(scope="module")
def units():
    return Table("16-1 German").g.box.units


@pytest.mark.rule("TM-4.11a")
def test_combat_units_are_of_five_types(units):
    assert {row.type for row in units.rows} == {"foot", "motorized", "mechanized", "armor", "engineer"}
    assert {str(kind) for kind in UnitType} == {row.type for row in units.rows}


@pytest.mark.rule("TM-4.11b")
def test_airborne_units_come_by_road_and_are_never_dropped():
    t = Table("18-2 Allied", "para: A064 in K; truck: A085 in K")
    assert t.g.box.units.rows[t.unit("para")].airborne
    assert not t.g.box.units.rows[t.unit("truck")].airborne
    assert t.why_move("para", "Prum").rule == "TM-8.38"
    assert t.destinations("para") == t.destinations("truck")
    assert "Bastogne" in t.destinations("para")


@pytest.mark.rule("TM-4.12")
def test_the_service_of_a_counter_is_known(units):
    service = {row.id: (row.side, row.service) for row in units.rows}
    assert service["A015"] == service["A016"] == ("Allied", "garrison")  # 99 Norwegian and V Belgian Fusiliers
    assert [row.id for row in units.rows if row.service == "garrison"] == ["A015", "A016"]
    assert {row.name for row in units.rows if "SS" in row.name} == {
        row.name for row in units.rows if row.service == "SS"
    }
    assert service["A076"] == ("Allied", "British")
    assert service["G014"] == ("German", "Luftwaffe")


@pytest.mark.rule("TM-4.12")
@pytest.mark.parametrize("counter", ["G017", "G046"])  # armor of the 1SS and of the 2 Panzer Division
def test_the_service_changes_no_factor(counter):
    t = Table("17-1 German", f"a: {counter} in Prum; d: Allied infantry 4 in Pronsfeld")
    assert t.mp_left("a") == 8
    t.move("a", "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9], attacker_calls=[9], fire=[10] * 4, attacker_fire=[4, 4, 5, 5]))
    assert t.told(Fired)[-1].needed == 4
    assert t.strength("d") == 2


@pytest.mark.rule("TM-4.13")
def test_every_counter_names_its_formation(units):
    assert all(row.name.strip() for row in units.rows)
    assert len({row.id for row in units.rows}) == len(units.rows)


@pytest.mark.rule("TM-4.13")
def test_a_weakened_unit_needs_no_substitute_and_keeps_its_name():
    t = Table("17-1 German", "a: G050 in Prum; d: Allied infantry 2 in Pronsfeld")
    before = t.g.name(t.unit("a"))
    t.move("a", "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9], attacker_calls=[9], fire=[1, 1], attacker_fire=[10, 10]))
    assert t.strength("a") == 2
    assert t.g.name(t.unit("a")) == before == "26 VG foot"


@pytest.mark.rule("TM-4.14")
def test_a_counter_shows_a_set_up_area_or_an_arrival_impulse(units):
    for row, arrival in zip(units.rows, units.arrival, strict=True):
        assert bool(row.setup) + bool(row.arrives) + bool(row.release) == 1
        assert (arrival is not None) == bool(re.fullmatch(r"\d\d-[123]", row.arrives))
    fourth = units.unit("A041")
    assert (units.arrival[fourth], units.rows[fourth].setup) == ((17, 1), 0)
    assert (units.arrival[units.unit("G046")], units.rows[units.unit("G046")].setup) == (None, 51)


FACTORS = {
    "armor": (4, 5, 8),
    "engineer": (3, 4, 8),
    "mechanized": (3, 4, 8),
    "motorized": (3, 4, 8),
    "foot": (3, 4, 5),
}


@pytest.mark.rule("TM-4.17")
def test_artillery_has_factors_but_no_movement():
    assert Table("16-1 German").g.box.tables.factors.artillery == (3, 5, 0)


@pytest.mark.rule("TM-4.17")
@pytest.mark.parametrize(("kind", "factors"), FACTORS.items())
def test_each_type_has_its_attack_defense_and_movement(kind, factors):
    attack, defense, movement = factors
    t = Table("17-1 Allied", f"a: Allied {kind} 2 in Prum; d: German {kind} 2 in Pronsfeld")
    assert t.mp_left("a") == movement
    t.move("a", "Pronsfeld")
    t.end_movement()
    # Defenders fire with -1 because the attack is not combined arms: their number is one better than printed.
    t.fight("Pronsfeld", rolls(calls=[9], fire=[10, 10], attacker_fire=[10, 10]))
    defending, attacking = t.told(Fired)
    assert (attacking.needed, defending.needed - 1) == (attack, defense)


@pytest.mark.rule("TM-4.17")
def test_six_movement_points_are_too_many_for_foot_but_not_for_armor():
    # Prum-Schonecken 1, -Kyllburg 2, -Bitburg 1, -Oberweis 1, -Sinspelt 1
    t = Table("17-1 German", "foot: German foot 2 in Prum; tanks: German armor 2 in Prum")
    assert t.why_move("foot", "Sinspelt").rule == "TM-8.38"
    t.move("tanks", "Sinspelt")
    assert t.spent("tanks") == 6


@pytest.mark.rule("TM-4.18")
def test_armor_attacks_on_four_and_defends_on_five():
    t = Table("17-1 German", "a: German armor 2 in Prum; i: German foot 1 in Prum; d: Allied armor 2 in Pronsfeld")
    t.move(["a", "i"], "Pronsfeld")
    t.end_movement()
    # The German call succeeds, so armor, foot and guns make combined arms and nobody has a modifier.
    t.fight("Pronsfeld", rolls(calls=[9], attacker_calls=[4]))
    t.do("unit", "a", rolls(fire=[5, 6], attacker_guns=[10], attacker_fire=[4, 10]))
    assert t.strength("a") == 1  # the 5 hit, the 6 did not
    assert t.strength("d") == 1  # the 4 of the surviving attacking armor hit


@pytest.mark.rule("TM-4.18")
def test_armor_attacking_misses_on_five():
    t = Table("17-1 German", PRUM_TO_PRONSFELD.format(kind="armor", strength=2, enemy="armor", against=2))
    t.move("a", "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9], fire=[10, 10], attacker_fire=[4, 5]))
    assert t.strength("d") == 1


@pytest.mark.rule("TM-4.2")
def test_everything_a_marker_tells_is_on_the_table():
    t = Table(
        "17-1 German",
        "a: German armor 2 in Prum; b: German foot 2 in Bitburg; x: German foot 1 in Hollerath;"
        "d: Allied infantry 1 in Pronsfeld; e: Allied infantry 1 in Eupen, entrenched;"
        "n: Allied infantry 1 in Udenbreth; w: Allied infantry 1 in Hellenthal; s: Allied infantry 1 in Rocherath",
        blown=["51-70"],
    )
    kinds = t.g.box.tables.components.markers
    assert len(kinds) == len(set(kinds)) == 11
    t.move("a", "Pronsfeld")
    t.move("b", "Irrel")
    table = t.g.table()
    assert (table["day"], table["impulse"], table["vp"]) == (17, 1, 0)  # turn and victory point markers
    assert table["blown"] == [t.bridge("51-70")]
    assert table["repair"] == {}  # no bridge repair modifier yet
    assert t.has("e", "entrenched")
    assert not t.supplied("x")  # out of supply
    assert (t.has("a", "moved"), t.has("a", "combat pending")) == (True, True)
    assert (t.has("b", "moved"), t.has("b", "combat pending")) == (True, False)
    t.end_movement()
    assert t.offers("area") == {"Pronsfeld"}  # battle location
    t.fight("Pronsfeld", rolls(calls=[9], fire=[10], attacker_fire=[10, 10]))
    assert (t.has("a", "moved"), t.has("a", "combat pending")) == (True, False)
