"""21.0 Bombardments, and the shock they cause."""

import pytest

from ardennes.kernel import Action, Side
from ardennes.titles.bitter_woods import TITLE
from ardennes.titles.bitter_woods.events import Bombarded, Recovered, ShockRolled
from ardennes.titles.bitter_woods.rules.combat import strengths
from ardennes.titles.bitter_woods.rules.combat.results import Aftermath
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from tests.titles.bitter_woods.table import Table

FIGHT = "a: German infantry 5-4-3 at 3813; d: Allied infantry 5-4-4 at 3814"
GUNS = "g: German artillery at 3711; h: German artillery at 3811"
MORE = "i: German artillery at 3812; r: German rocket at 3714; s: German rocket at 3714"


def table(units: str, date: str = "20AM German", **more: object) -> Table:
    return Table(date, units, phase="combat", air=(0, 0), options=("bombardments",), **more)  # type: ignore[arg-type]


def aimed(*guns: str, units: str = f"{FIGHT}; {GUNS}; {MORE}", date: str = "20AM German", **more: object) -> Table:
    """An attack on 3814 with some guns chosen for it."""
    t = table(units, date, **more)
    t.plan("3814" if date.endswith("German") else "3813", *guns)
    return t


@pytest.mark.rule("BW-21.1a")
def test_guns_that_bombard_are_not_there_for_the_attack():
    t = aimed("g", "h")
    t.do("bombard", dice=[1])
    assert t.step == "ChooseAttackers"
    top = t.g.stack[-1]
    assert top.attack.guns == ()
    assert t.refused("unit", "g") == "BW-10.1f"
    assert t.has("g", "fired")
    assert t.has("h", "fired")
    t.do("unit", "a")
    assert t.refused("fight") == ""


def test_bombarding_is_an_option():
    t = Table("20AM German", f"{FIGHT}; {GUNS}", phase="combat", air=(0, 0))
    t.plan("3814", "g", "h")
    assert t.refused("bombard") == "BW-21.1a"


@pytest.mark.rule("BW-21.1b")
def test_german_guns_that_bombarded_support_no_defence_that_turn():
    t = aimed("g", "h")
    t.do("bombard", dice=[1])
    t.do("unit", "a")
    t.do("fight", dice=[5])
    t.end_turn()
    assert t.g.mover is Side.ALLIED
    t.end_movement()
    t.plan("3813", "d")
    t.do("fight")
    assert t.step != "ChooseSupport" or t.refused("unit", "g") == "BW-10.1f"


@pytest.mark.rule("BW-21.1b")
def test_allied_guns_that_bombarded_support_again_in_the_next_german_turn():
    units = f"{FIGHT}; g: Allied artillery at 3816; h: Allied artillery at 3817"
    t = aimed("g", "h", units=units, date="20AM Allied")
    t.do("bombard", dice=[1])
    t.do("unit", "d")
    t.do("fight", dice=[5])
    assert t.has("g", "fired")
    while t.g.mover is Side.ALLIED:
        t.do("done", dice=[1] if t._rolls_next() else [])
    while t.step != "Combat":
        t.do("done")
    t.plan("3814", "a")
    t.do("fight")
    assert t.refused("unit", "g") == ""


@pytest.mark.rule("BW-21.1c")
def test_the_defender_takes_no_part_in_a_bombardment_but_may_support_the_attack():
    t = aimed("g", "h", units=f"{FIGHT}; {GUNS}; e: Allied artillery at 3817")
    t.do("bombard", dice=[1])
    assert t.side is Side.GERMAN
    assert not t.has("e", "fired")
    assert t.refused("unit", "e") == "BW-9.1a"
    t.do("unit", "a")
    t.do("fight")
    assert t.side is Side.ALLIED
    assert t.refused("bombard") == "BW-9.1e"
    assert t.refused("unit", "e") == ""


@pytest.mark.rule("BW-21.2a")
def test_two_guns_of_one_kind_are_needed():
    assert aimed("g").refused("bombard") == "BW-21.2a"
    assert aimed("g", "r").refused("bombard") == "BW-21.2a"
    assert aimed("g", "h").refused("bombard") == ""
    assert aimed("r", "s").refused("bombard") == ""


@pytest.mark.rule("BW-21.2b")
def test_one_die_for_each_unit_and_more_than_its_rating_shocks_it():
    units = f"{FIGHT}; e: Allied infantry 5-5-4 at 3814; {GUNS}"
    t = aimed("g", "h", units=units)
    t.do("bombard", dice=[5, 5])
    assert {roll.unit: roll.shocked for roll in t.told(ShockRolled)} == {t.unit("d"): True, t.unit("e"): False}
    assert t.has("d", "shocked")
    assert not t.has("e", "shocked")
    assert [event.guns for event in t.told(Bombarded)] == [(t.unit("g"), t.unit("h"))]


@pytest.mark.rule("BW-21.2b")
def test_out_of_supply_a_unit_is_shocked_more_easily():
    t = aimed("g", "h", units=f"{FIGHT}, unsupplied; {GUNS}")
    t.do("bombard", dice=[4])
    assert t.has("d", "shocked")


@pytest.mark.rule("BW-21.2c")
@pytest.mark.parametrize(
    ("guns", "modifier"), [("gh", 0), ("ghi", 0), ("ghir", 1), ("ghirs", 1), ("rsgh", 1), ("rsg", 0)]
)
def test_four_guns_of_any_kind_add_one(guns, modifier):
    t = aimed(*guns)
    t.do("bombard", dice=[1])
    assert t.told(ShockRolled)[0].modifier == modifier


@pytest.mark.rule("BW-21.2d")
def test_a_fortification_takes_one_off():
    units = "a: German infantry 5-4-3 at 2425; d: Allied infantry 5-4-4 at Bastogne"
    units += "; g: German artillery at 2423; h: German artillery at 2424"
    for forts, shocked in ((("Bastogne",), False), ((), True)):
        t = table(units, forts=forts)
        t.plan("Bastogne", "g", "h")
        t.do("bombard", dice=[5])
        assert t.has("d", "shocked") is shocked


@pytest.mark.rule("BW-21.2e")
def test_a_bombarded_hex_must_be_attacked():
    t = aimed("g", "h")
    t.do("bombard", dice=[1])
    assert t.refused("done") == "BW-21.2e"
    assert t.refused("hex", "3814") == "BW-21.2e"
    t.do("unit", "a")
    t.do("fight", dice=[5])
    assert t.refused("done") == ""


@pytest.mark.rule("BW-21.2e")
def test_only_guns_in_range_bombard_a_hex_next_to_the_own_side():
    t = table(f"{FIGHT}; {GUNS}; far: German artillery at 3809; e: Allied infantry at 3818")
    assert t.refused("hex", "3818") == "BW-9.1b"
    t.do("hex", "3814")
    assert t.refused("unit", "far") == "BW-10.1b"


@pytest.mark.rule("BW-21.2f")
def test_a_hex_is_bombarded_once_a_phase():
    t = aimed("g", "h", units=f"{FIGHT}; b: German infantry at 3813; {GUNS}; {MORE}")
    t.do("bombard", dice=[1])
    t.do("unit", "r")
    t.do("unit", "s")
    assert t.refused("bombard") == "BW-21.2f"
    t.do("unit", "r")
    t.do("unit", "s")
    t.do("unit", "a")
    t.do("fight", dice=[5])
    t.plan("3814", "r", "s")
    assert t.refused("bombard") == "BW-21.2f"


@pytest.mark.rule("BW-21.2f")
def test_the_next_combat_phase_bombards_anew():
    t = aimed("g", "h")
    t.do("bombard", dice=[1])
    t.do("unit", "a")
    t.do("fight", dice=[5])
    t.end_turn()
    while t.step != "Combat":
        t.do("done")
    assert not t.g.bombarded


@pytest.mark.rule("BW-21.2g")
@pytest.mark.parametrize(("die", "shocked"), [(4, False), (5, True)])
def test_the_example_at_dinant(die, shocked):
    t = table(
        "d: Allied infantry 5-4-4 at Dinant; a: German infantry at 4617; r: German rocket at 4617; "
        "g: German artillery at 4518; h: German artillery at 4519; i: German artillery at 4618"
    )
    t.plan("Dinant", "g", "h", "i", "r")
    t.do("bombard", dice=[die])
    roll = t.told(ShockRolled)[0]
    assert (roll.modifier, roll.rating, roll.shocked) == (0, 4, shocked)


@pytest.mark.rule("BW-21.3a")
def test_shock_halves_strength_and_lowers_the_rating():
    town = "d: Allied infantry 5-4-4 at Bastogne"
    t = table(town)
    t.g.shocked |= 1 << t.unit("d")
    assert strengths.defense_strength(t.g, t.unit("d"), True) == 6
    assert strengths.attack_strength(t.g, t.unit("d")) == 3
    assert t.g.rating(t.unit("d")) == 3
    t.g.unsupplied |= 1 << t.unit("d")
    assert strengths.attack_strength(t.g, t.unit("d")) == 2


@pytest.mark.rule("BW-21.3a")
def test_shocked_guns_support_with_half_their_strength():
    t = table(f"{FIGHT}; e: Allied artillery 5-4-4 at 3817")
    before = t.odds("3814", "a", support=["e"]).defense
    t.g.shocked |= 1 << t.unit("e")
    assert before - t.odds("3814", "a", support=["e"]).defense == 2


@pytest.mark.rule("BW-21.3c")
@pytest.mark.parametrize(("forts", "stands"), [((), False), (("Bastogne",), True)])
def test_shocked_units_outside_a_fortification_retreat_whatever_a_leader_says(forts, stands):
    units = "a: German infantry at 2525; d: Allied infantry 5-4-4 at Bastogne; Hodges at 2528"
    t = Table("20AM German", units, phase="combat", air=(0, 0), forts=forts, options=("bombardments", "leaders"))
    attack = Attack(Side.GERMAN, t.hex("Bastogne"), (t.unit("a"),))
    t.g.shocked |= 1 << t.unit("d")
    t.g.push(Aftermath(attack, "D2", (t.unit("d"),)))
    t.g.settle([])
    assert (t.step == "Stand") is stands
    t.fall_back()
    assert (t.where("d") == "2526") is stands


@pytest.mark.rule("BW-21.3d")
def test_no_die_is_rolled_for_a_leader():
    t = Table("20AM German", f"{FIGHT}; {GUNS}", phase="combat", air=(0, 0), options=("bombardments", "leaders"))
    t.g.put(t.box.units.unit("Hodges"), t.hex("3814"))
    t.plan("3814", "g", "h")
    t.do("bombard", dice=[6])
    assert [roll.unit for roll in t.told(ShockRolled)] == [t.unit("d")]


@pytest.mark.rule("BW-21.3e")
def test_shock_lasts_to_the_end_of_the_next_player_turn_of_its_side():
    t = aimed("g", "h")
    t.do("bombard", dice=[6])
    t.do("unit", "a")
    t.do("fight", dice=[6])
    t.end_turn()
    assert t.g.mover is Side.ALLIED
    assert t.has("d", "shocked")
    assert strengths.attack_strength(t.g, t.unit("d")) == 3
    while t.g.mover is Side.ALLIED:
        t.do("done", dice=[1] if t._rolls_next() else [])
    assert not t.has("d", "shocked")
    assert [event.units for event in t.told(Recovered)] == [(t.unit("d"),)]


def test_shock_does_not_follow_a_unit_off_the_map():
    t = table(FIGHT)
    t.g.shocked |= 1 << t.unit("d")
    t.g.eliminate(t.unit("d"), "BW-9.5a")
    assert not t.g.shocked


def test_the_forecast_of_a_bombardment_gives_the_chance_of_each_unit():
    t = aimed("g", "h", units=f"{FIGHT}; e: Allied infantry 5-5-4 at 3814; {GUNS}; {MORE}")
    found = TITLE.forecast(t.g.sight(Side.GERMAN), Action("bombard"))
    assert found is not None
    assert sorted(round(chance.chance, 3) for chance in found.headlines) == [0.167, 0.333]
    t.do("unit", "i")
    t.do("unit", "r")
    found = TITLE.forecast(t.g.sight(Side.GERMAN), Action("bombard"))
    assert found is not None
    assert sorted(round(chance.chance, 3) for chance in found.headlines) == [0.333, 0.5]


def test_a_bombardment_is_typed_with_the_attack():
    t = table(f"{FIGHT}; {GUNS}")
    a, g, h = (t.g.name(t.unit(name)) for name in "agh")
    found = TITLE.read_order(t.g.sight(Side.GERMAN), f"attack 3814 with {a} bombard {g},{h}")
    assert [action.verb for action in found] == ["hex", "unit", "unit", "bombard", "unit", "fight"]
