"""13.0 Supply."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.events import ArtilleryCalled, Attrition, Eliminated
from ardennes.titles.tigers_in_the_mist.rules import supply
from tests.titles.tigers_in_the_mist.table import Table, rolls

#: Allies round Echternach and Osweiler, with the Sauer bridge to Irrel as the only way home for Germans in there.
BRIDGEHEAD = "w: Allied infantry 1 in Berdorf; s: Allied infantry 1 in Consdorf;"
#: The same with the way home shut.
SHUT_IN = BRIDGEHEAD + "n: Allied infantry 1 in Irrel;"


@pytest.mark.rule("TM-13.15")
def test_supply_kept_for_one_side_is_what_tracing_it_again_would_find():
    t = Table("17-1 German", SHUT_IN + "".join(f"g{n}: German foot 1 in Dasburg;" for n in range(3)))
    moved = [("n", "Bitburg"), ("g0", "Prum"), ("g1", "Kyllburg"), ("g2", "Waxweiler")]
    supply.determine(t.g)
    seen = {t.g.supply}
    for name, area in moved:
        t.g.put(t.unit(name), t.place(area))
        supply.determine(t.g)
        kept = t.g.supply
        t.g.supply_for = None
        supply.determine(t.g)
        assert t.g.supply == kept, f"after {name} went to {area}"
        seen.add(kept)
    assert len(seen) == 3, "one of the moves matters to the supply of each side"


# ---- 13.1 tracing supply -------------------------------------------------------------------------------------


@pytest.mark.rule("TM-13.11")
def test_germans_trace_to_their_zones_and_allies_to_theirs():
    ring = ("Prum", "Kyllburg", "Waxweiler")  # Schonecken is left with the road to zone B
    allies = ";".join(f"x{n}: Allied infantry 1 in {area}" for n, area in enumerate(ring))
    germans = ";".join(f"x{n}: German foot 1 in {area}" for n, area in enumerate(ring))
    assert Table("17-1 German", f"u: German foot 1 in Schonecken; {allies}").supplied("u")
    assert not Table("17-1 German", f"u: Allied infantry 1 in Schonecken; {germans}").supplied("u")


@pytest.mark.rule("TM-13.11")
def test_supply_follows_roads():
    # Vianden borders Gemund, where the road home is open, but there is no road between them.
    t = Table(
        "17-1 German",
        "u: German foot 1 in Vianden; x: Allied infantry 1 in Bauler; y: Allied infantry 1 in Diekirch;"
        "z: Allied infantry 1 in Hoscheid",
    )
    assert not t.supplied("u")


@pytest.mark.rule("TM-13.12a")
def test_no_supply_through_an_area_with_enemies_even_if_friends_are_there():
    t = Table("17-1 German", SHUT_IN + "u: German foot 1 in Echternach; friend: German foot 9 in Irrel")
    assert not t.supplied("u")
    t = Table("17-1 German", BRIDGEHEAD + "u: German foot 1 in Echternach; friend: German foot 9 in Irrel")
    assert t.supplied("u")


@pytest.mark.rule("TM-13.12a", "TM-13.14b")
def test_no_supply_over_a_blown_bridge_into_an_area_with_enemies_and_beyond():
    units = "u: German foot 1 in Osweiler; s: Allied infantry 1 in Consdorf; w: Allied infantry 1 in Berdorf;"
    assert Table("17-1 German", units, blown=["10-11"]).supplied("u")
    assert not Table("17-1 German", units + "e: Allied infantry 1 in Echternach", blown=["10-11"]).supplied("u")


@pytest.mark.rule("TM-13.12b")
def test_a_zone_held_by_the_enemy_is_no_source():
    ring = (
        "x: German foot 1 in Dinant; y: German foot 1 in Ciney; z: German foot 1 in Huy; u: Allied infantry 1 in Namur;"
    )
    assert Table("17-1 German", ring).supplied("u")
    assert not Table("17-1 German", ring + "g: German armor 1 in H").supplied("u")


@pytest.mark.rule("TM-13.13")
def test_a_route_may_begin_in_a_contested_area():
    t = Table("17-1 German", BRIDGEHEAD + "u: German foot 1 in Echternach; d: Allied infantry 5 in Echternach")
    assert t.supplied("u")


@pytest.mark.rule("TM-13.14a", "TM-13.14c")
def test_armor_is_supplied_over_intact_bridges_only_infantry_over_one_blown():
    units = BRIDGEHEAD + "tanks: German armor 1 in Echternach; foot: German foot 1 in Echternach;"
    units += "eng: German engineer 1 in Echternach; mech: German mechanized 1 in Echternach"
    t = Table("17-1 German", units)
    assert t.supplied("tanks")
    t = Table("17-1 German", units, blown=["10-11"])
    assert not t.supplied("tanks")
    assert all(t.supplied(name) for name in ("foot", "eng", "mech"))


@pytest.mark.rule("TM-13.14b")
@pytest.mark.parametrize(
    ("blown", "supplied"), [([], True), (["51-70"], True), (["70-99"], True), (["51-70", "70-99"], False)]
)
def test_infantry_traces_over_one_blown_bridge_at_most(blown, supplied):
    # From Allerborn the only way home runs over the Clerf to Marnach and over the Our to Dasburg.
    t = Table(
        "17-1 German",
        "u: German foot 1 in Allerborn; a: Allied infantry 1 in Gouvy; b: Allied infantry 1 in Longvilly;"
        "c: Allied infantry 1 in Eschweiler; d: Allied infantry 1 in Holzthum; e: Allied infantry 1 in Weiswampach",
        blown=blown,
    )
    assert t.supplied("u") is supplied


@pytest.mark.rule("TM-13.14b")
@pytest.mark.parametrize(("blown", "supplied"), [(["51-70"], True), (["51-70", "70-99"], False)])
def test_the_same_holds_for_a_contested_area(blown, supplied):
    t = Table(
        "17-1 German",
        "u: German foot 1 in Allerborn; x: Allied infantry 1 in Allerborn;"
        "a: Allied infantry 1 in Gouvy; b: Allied infantry 1 in Longvilly;"
        "c: Allied infantry 1 in Eschweiler; d: Allied infantry 1 in Holzthum; e: Allied infantry 1 in Weiswampach",
        blown=blown,
    )
    assert t.supplied("u") is supplied


@pytest.mark.rule("TM-13.15")
def test_supply_for_movement_is_what_it_was_before_movement():
    # Cut off by a first stack, the Allied engineer may still blow the bridge against the second in that impulse.
    t = Table(
        "17-1 German",
        "a: German armor 1 in Waimes; eng: Allied engineer 1 in Malmedy;"
        "b: German foot 1 in Hoffrai; c: German foot 1 in Stavelot; d: German foot 1 in Ligneuville;"
        "e: German foot 1 in Stoumont",
    )
    assert t.supplied("eng")
    t.move("e", "Francorchamps")  # the last road out of Malmedy
    assert not t.supplied("eng")
    t.move("a", "Malmedy")
    assert t.step == "Demolition"


@pytest.mark.rule("TM-13.15")
def test_a_stack_stopped_where_no_supply_reaches_is_not_limited_to_one_area():
    # The tanks were in supply at Weiswampach. Stopped in Marnach, which is cut off, they may still go two areas on.
    t = Table(
        "17-1 German",
        "tanks: German armor 2 in Weiswampach; x: Allied armor 1 in Weiswampach; eng: Allied engineer 1 in Allerborn;"
        "a: Allied infantry 1 in Dasburg; b: Allied infantry 1 in Gemund; c: Allied infantry 1 in Kautenbach;"
        "d: Allied infantry 1 in Hoscheid; e: Allied infantry 1 in Eschweiler",
    )
    assert t.supplied("tanks")
    t.move("tanks", "Allerborn")
    t.do("unit", "eng", [8])
    assert t.where("tanks") == "Marnach"
    assert t.why("area", "Holzthum").rule == "TM-8.28", "nor may they stay out of supply by choice"
    t.do("area", "Hoscheid")
    assert t.where("tanks") == "Hoscheid"


@pytest.mark.rule("TM-13.16")
def test_supply_for_combat_is_what_it_is_after_movement():
    # The first stack crosses to Echternach unhindered; behind it the bridge goes up.
    t = Table(
        "17-1 German",
        BRIDGEHEAD + "a: German armor 3 in Irrel; late: German armor 1 in Irrel; d: Allied infantry 1 in Echternach",
    )
    t.move("a", "Echternach")
    t.do("decline")
    t.move("late", "Echternach")
    t.do("unit", "d", [1])
    t.do("stop")
    t.end_movement()
    t.fight("Echternach", rolls(calls=[9], fire=[10], attacker_fire=[10] * 3))  # no German call for 3 strength points
    assert t.hit_number("a") == 3  # 4, and +1 out of supply


@pytest.mark.rule("TM-13.16")
def test_supply_for_combat_is_settled_once_for_all_battles_of_the_impulse():
    # When the battle of Irrel has opened the way home, the tanks in Echternach still fight as they stood.
    t = Table(
        "17-1 German",
        SHUT_IN + "a: German armor 2 in Echternach; d: Allied infantry 1 in Echternach; b: German foot 1 in Bitburg",
    )
    t.move("b", "Irrel")
    t.end_movement()
    t.fight("Irrel", rolls(calls=[9], fire=[10], attacker_fire=[1]))
    assert t.where("n") == "gone"
    t.fight("Echternach", rolls(calls=[9], fire=[10], attacker_fire=[10] * 2), also=["a"])
    assert t.hit_number("a") == 3


@pytest.mark.rule("TM-13.17")
def test_attrition_asks_for_supply_at_the_end_of_the_day():
    t = Table("17-2 German", SHUT_IN + "u: German foot 2 in Echternach")
    assert not t.supplied("u")
    t.wait_until("17-3 Allied")
    t.move("n", "Bitburg")
    assert t.supplied("u")
    t.wait_until("18-1 German")
    assert t.strength("u") == 2


# ---- 13.2 out of supply effects ------------------------------------------------------------------------------


@pytest.mark.rule("TM-13.21a")
def test_every_unit_out_of_supply_loses_a_strength_point_in_the_evening():
    t = Table(
        "17-3 Allied",
        SHUT_IN + "x: German foot 4 in Echternach; y: German armor 2 in Echternach; z: German foot 1 in Osweiler;"
        "safe: German foot 1 in Prum",
    )
    t.wait_until("18-1 German")
    assert (t.strength("x"), t.strength("y"), t.where("z"), t.strength("safe")) == (3, 1, "gone", 1)
    assert [event.rule for event in t.told(Eliminated)] == ["TM-13.21a"]


@pytest.mark.rule("TM-13.21b")
def test_attrition_strikes_both_sides_at_once_and_in_zones_too():
    # The German in zone G is cut off by the Allies in Huy, who are cut off themselves.
    t = Table(
        "17-3 Allied",
        "g: German armor 2 in G; d: Allied infantry 2 in Huy; a: German foot 1 in Liege; b: German foot 1 in Oneux;"
        "c: German foot 1 in Havelange; e: German foot 1 in Namur",
    )
    t.wait_until("18-1 German")
    assert (t.strength("g"), t.strength("d")) == (1, 1)
    [attrition] = t.told(Attrition)
    assert {t.unit_name(unit) for unit in attrition.units} == {"g", "d"}


@pytest.mark.rule("TM-13.22a")
def test_a_unit_out_of_supply_may_attack():
    t = Table("17-1 German", SHUT_IN + "a: German armor 1 in Echternach; d: Allied infantry 1 in Echternach")
    assert not t.supplied("a")
    t.end_movement()
    t.fight("Echternach", rolls(calls=[9], fire=[10], attacker_fire=[4]), also=["a"])
    assert t.strength("d") == 1, "a 4 is no hit with +1"


@pytest.mark.rule("TM-13.22b")
@pytest.mark.parametrize("side", ["attacking", "defending"])
def test_a_force_out_of_supply_has_no_artillery(side):
    t = Table(
        f"17-1 {'German' if side == 'attacking' else 'Allied'}",
        SHUT_IN + "u: German foot 4 in Echternach; d: Allied infantry 1 in Echternach",
    )
    t.end_movement()
    if side == "attacking":
        t.fight("Echternach", rolls(calls=[9], fire=[10], attacker_fire=[10] * 4), also=["u"])
    else:
        t.fight("Echternach", rolls(fire=[10] * 4, attacker_fire=[10]), also=["d"])
    assert Side.GERMAN not in {event.side for event in t.told(ArtilleryCalled)}


@pytest.mark.rule("TM-13.22c")
def test_only_units_in_supply_count_towards_calls():
    # Over the blown bridge the foot unit is in supply and the armor is not.
    t = Table(
        "17-1 Allied",
        BRIDGEHEAD + "f: German foot 3 in Echternach; t: German armor 3 in Echternach; d: Allied armor 1 in Echternach",
        blown=["10-11"],
    )
    t.end_movement()
    t.fight("Echternach", rolls(calls=[9], fire=[10] * 6), also=["d"])
    [german] = t.told(ArtilleryCalled)
    assert len(german.dice) == 1


@pytest.mark.rule("TM-13.23a")
def test_an_engineer_out_of_supply_may_move_one_area_and_dig_in():
    t = Table("17-1 German", SHUT_IN + "e: German engineer 1 in Osweiler")
    assert not t.supplied("e")
    t.move("e", "Echternach")
    assert t.spent("e") == 2
    t.do("entrench", "e")
    assert t.has("e", "entrenched")


@pytest.mark.rule("TM-13.23b")
def test_infantry_out_of_supply_may_dig_in_where_it_stands():
    t = Table("17-1 German", SHUT_IN + "u: German foot 1 in Osweiler; m: German mechanized 1 in Osweiler")
    assert not t.supplied("u")
    t.do("entrench", "u")
    t.do("entrench", "m")
    assert t.has("u", "entrenched")
    assert t.has("m", "entrenched")


@pytest.mark.rule("TM-13.24")
def test_an_engineer_out_of_supply_builds_no_bridge():
    # The engineer is shut in at Winterspelt with a friend across the Our; one at Irrel keeps the prompt open.
    t = Table(
        "17-1 German",
        "e: German engineer 1 in Winterspelt; x: German foot 1 in Schonberg; a: Allied infantry 1 in Bleialf;"
        "b: Allied infantry 1 in Habscheid; c: Allied infantry 1 in Burg Reuland; d: Allied infantry 1 in St. Vith;"
        "f: Allied infantry 1 in Manderfeld; worker: German engineer 1 in Irrel; mate: German foot 1 in Echternach",
        blown=["73-74", "10-11"],
    )
    assert not t.supplied("e")
    t.end_movement()
    assert t.step == "BridgeBuilding"
    assert t.why("unit", "e").rule == "TM-13.24"
    assert t.offers("unit") == {"worker"}


@pytest.mark.rule("TM-13.24")
def test_a_unit_out_of_supply_blows_no_bridge():
    units = (
        "a: German armor 1 in Waimes; eng: Allied engineer 1 in Malmedy; b: German foot 1 in Hoffrai;"
        "c: German foot 1 in Stavelot; d: German foot 1 in Ligneuville;"
    )
    t = Table("17-1 German", units)
    t.move("a", "Malmedy")
    assert t.step == "Demolition"
    t = Table("17-1 German", units + "e: German foot 1 in Francorchamps")
    assert not t.supplied("eng")
    t.move("a", "Malmedy")
    assert t.step == "Movement", "no prompt appears"


@pytest.mark.rule("TM-13.11")
def test_no_supply_line_runs_through_a_perimeter_zone():
    # Germans all round Schleiden leave the Allied unit there only the road to empty zone A, and on to Schmidtheim.
    ring = ";".join(f"x{n}: German foot 1 in {area}" for n, area in enumerate(("Sistig", "Hellenthal", "Dreiborn")))
    t = Table("17-1 Allied", f"u: Allied infantry 1 in Schleiden; v: Allied infantry 1 in Schmidtheim; {ring}")
    assert (t.supplied("u"), t.supplied("v")) == (False, True)


@pytest.mark.rule("TM-13.24", "TM-13.24b2")
def test_supply_for_building_is_judged_after_the_battles():
    # The engineer of the test above; the battle of Habscheid opens its way home.
    t = Table(
        "17-1 German",
        "e: German engineer 1 in Winterspelt; x: German foot 1 in Schonberg; a: Allied infantry 1 in Bleialf;"
        "b: Allied infantry 1 in Habscheid; c: Allied infantry 1 in Burg Reuland; d: Allied infantry 1 in St. Vith;"
        "f: Allied infantry 1 in Manderfeld; relief: German foot 1 in Sellerich",
        blown=["73-74"],
    )
    assert not t.supplied("e")
    t.move("relief", "Habscheid")
    t.end_movement()
    t.fight("Habscheid", rolls(calls=[9], fire=[10], attacker_fire=[1]))
    assert t.where("b") == "gone"
    assert t.step == "BridgeBuilding"
    assert t.offers("unit") == {"e"}


@pytest.mark.rule("TM-13.14a", "TM-13.14b", "TM-13.14c")
@pytest.mark.parametrize(("where", "home"), [("Irrel", "Echternach"), ("Echternach", "Irrel")])
def test_infantry_traces_over_a_blown_bridge_from_either_bank(where, home):
    side, foe = ("Allied", "German") if where == "Irrel" else ("German", "Allied")
    bank = {"Irrel": ("Bitburg", "Nusbaum"), "Echternach": ("Berdorf", "Consdorf", "Osweiler")}[where]
    units = f"u: {side} infantry 1 in {where}; t: {side} armor 1 in {where};"
    units += ";".join(f"x{n}: {foe} infantry 1 in {area}" for n, area in enumerate(bank))
    t = Table("17-1 German", units, blown=["10-11"])
    assert (t.supplied("u"), t.supplied("t")) == (True, False)
    assert not Table("17-1 German", f"{units}; h: {foe} infantry 1 in {home}", blown=["10-11"]).supplied("u")
