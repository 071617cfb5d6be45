"""10.0 Artillery."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.bitter_woods.events import CombatRolled
from ardennes.titles.bitter_woods.rules import artillery
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from tests.titles.bitter_woods.table import Table

#: A German attack on 3814 in the open.
FIGHT = "a: German infantry 5-4-3 at 3813; d: Allied infantry 5-4-4 at 3814"


def table(units: str, date: str = "20AM German", **more: object) -> Table:
    return Table(date, units, phase="combat", air=(0, 0), **more)  # type: ignore[arg-type]


def defending(units: str, date: str = "20AM German") -> Table:
    """The defender chooses his support against the attack by unit a."""
    t = table(units, date)
    t.plan("3814", "a")
    t.do("fight")
    assert t.step == "ChooseSupport"
    return t


@pytest.mark.rule("BW-10.1a")
def test_artillery_supports_attacks_and_defences():
    t = table(f"{FIGHT}; g: German artillery at 3711; h: Allied artillery at 3817")
    t.do("hex", "3814")
    assert t.refused("unit", "g") == ""
    t.do("unit", "a")
    t.do("fight")
    assert t.refused("unit", "h") == ""
    t = table(f"{FIGHT}; g: German artillery at 3711; h: Allied artillery at 3817", "20AM Allied")
    t.do("hex", "3813")
    assert t.refused("unit", "h") == ""
    t.do("unit", "d")
    t.do("fight")
    assert t.refused("unit", "g") == ""


@pytest.mark.rule("BW-10.1b", "BW-10.2b")
def test_corps_artillery_reaches_four_hexes():
    t = table(f"{FIGHT}; g: German artillery at 3810; far: German artillery at 3809")
    t.do("hex", "3814")
    assert t.refused("unit", "g") == ""
    assert t.refused("unit", "far") == "BW-10.1b"
    assert t.odds("3814", "a", guns=["g"]).attack == 5 + t.g.strength(t.unit("g"))


@pytest.mark.rule("BW-10.1b")
def test_another_range_printed_on_the_counter_counts():
    t = table("a: German infantry at 3813; d: Allied infantry at 3814")
    gun = t.box.units.unit("ArmyArt/A6")  # its counter says 8
    t.g.put(gun, t.hex("3806"))
    assert artillery.in_range(t.g, gun, t.hex("3814"))
    t.g.put(gun, t.hex("3805"))
    assert not artillery.in_range(t.g, gun, t.hex("3814"))


@pytest.mark.rule("BW-10.1c")
def test_rockets_reach_one_hex():
    t = table(f"{FIGHT}; r: German rocket at 3713; s: German rocket at 3715")
    t.do("hex", "3814")
    assert t.refused("unit", "r") == "BW-10.1c"
    assert t.refused("unit", "s") == ""


@pytest.mark.rule("BW-10.1d")
def test_nothing_between_shortens_the_range():
    """Between 4808 and 4609 lie the Meuse and its cliffs."""
    t = table("a: German infantry at 4508; d: Allied infantry at 4609; g: German artillery at 4808")
    assert t.grid.has_side(t.box.ground.cliff, t.hex("4709"), t.hex("4609"))
    assert artillery.SUPPORT.why_not(t.g, Attack(Side.GERMAN, t.hex("4609"), ()), t.unit("g")) is None
    assert t.grid.distance(t.hex("4808"), t.hex("4609")) <= 4


@pytest.mark.rule("BW-10.1f")
def test_nobody_has_fired_when_a_game_turn_begins():
    t = Table("17AM German", f"{FIGHT}; g: German artillery at 3711; 1SS/Peiper at 3713", phase="turn")
    assert not t.g.fired


@pytest.mark.rule("BW-10.1e", "BW-10.1f", "BW-10.1g")
def test_allied_guns_fire_once_a_player_turn_german_ones_once_a_game_turn():
    t = table(f"{FIGHT}; g: German artillery at 3711; h: Allied artillery at 3817")
    t.plan("3814", "a", "g")
    t.do("fight")
    t.do("unit", "h")
    t.do("fight", None, dice=[5])  # 11 against 10: SU
    assert t.has("g", "fired")
    assert t.has("h", "fired")
    while t.g.mover is Side.GERMAN:
        t.do("done")
    assert t.has("g", "fired")
    assert not t.has("h", "fired")
    while t.step != "Combat":
        t.do("done")
    t.plan("3813", "d", "h")
    t.do("fight", None, dice=[5])
    assert t.has("h", "fired")
    other = table(f"{FIGHT}; g: German artillery at 3711, fired; h: Allied artillery at 3817", "20AM Allied")
    other.do("hex", "3813")
    other.do("unit", "d")
    attack = Attack(Side.ALLIED, other.hex("3813"), ())
    assert artillery.COVER.why_not(other.g, attack, other.unit("g")).rule == "BW-10.1f"
    while not (t.step == "Movement" and t.g.mover is Side.GERMAN):
        t.do("done", None, [1] if t._rolls_next() else ())
    assert not t.has("g", "fired")


@pytest.mark.rule("BW-10.1e")
def test_allied_guns_fire_only_once_in_a_player_turn():
    t = table(f"{FIGHT}; h: Allied artillery at 3817, fired", "20AM Allied")
    t.do("hex", "3813")
    assert t.refused("unit", "h") == "BW-10.1e"


@pytest.mark.rule("BW-10.2a")
def test_any_number_of_guns_may_join():
    guns = "; ".join(f"g{n}: German artillery at 371{n % 2 + 1}" for n in range(6))
    t = table(f"{FIGHT}; {guns}")
    names = [f"g{n}" for n in range(6)]
    t.plan("3814", "a", *names)
    assert t.refused("fight") == ""
    assert t.odds("3814", "a", guns=names).attack == 5 + sum(t.g.strength(t.unit(name)) for name in names)


@pytest.mark.rule("BW-10.2c")
def test_artillery_never_attacks_alone():
    t = table(
        "g: German artillery at 3711; r: German rocket at 3813; a: German infantry at 3914; d: Allied infantry at 3814"
    )
    t.do("hex", "3814")
    t.do("unit", "g")
    t.do("unit", "r")
    assert t.refused("fight") == "BW-10.2c"
    t.do("unit", "a")
    assert t.refused("fight") == ""
    t = table(
        "r: German rocket at 3813; d: Allied infantry at 3814; b: German infantry at 4010; e: Allied infantry at 4011"
    )
    assert t.refused("hex", "3814") == "BW-10.2c"


@pytest.mark.rule("BW-10.2d")
def test_the_range_of_defensive_support_is_counted_to_the_defender():
    """4 hexes to 3814 and 5 to 3813, and the other way round."""
    t = defending(
        f"{FIGHT}; h: Allied artillery at 3818; far: Allied artillery at 4013, fired; k: Allied artillery at 3809"
    )
    assert t.grid.distance(t.hex("3818"), t.hex("3814")) == 4
    assert t.refused("unit", "h") == ""
    assert t.grid.distance(t.hex("3809"), t.hex("3813")) == 4
    assert t.refused("unit", "k") == "BW-10.2d"


@pytest.mark.rule("BW-10.2d")
def test_defensive_support_adds_full_strength():
    t = table(f"{FIGHT}; h: Allied artillery 6-4-4 at 3817")
    assert t.odds("3814", "a", support=["h"]).defense == 5 + 6


@pytest.mark.rule("BW-10.2g")
def test_a_rocket_next_to_its_target_shares_the_fate_of_the_attack():
    units = "a: German infantry 3-3-3 at 3813; r: German rocket 5-4-4 at 3813; d: Allied armor 9-5-4 at 3814"
    t = table(f"{units}; e: Allied armor 9-5-4 at 3814")
    t.attack("3814", "a", "r", dice=[3])  # 8 against 18, 1-3, die 4
    assert t.told(CombatRolled)[-1].result == "1A2"
    assert t.offers("unit") == {"a", "r"}
    t.do("unit", "a")
    t.fall_back()
    assert t.grid.distance(t.hex(t.where("r")), t.hex("3813")) >= 1


@pytest.mark.rule("BW-10.3b")
def test_artillery_that_is_attacked_defends_with_half_its_strength():
    for values, half in (("6-4-4", 3), ("5-4-4", 3)):
        t = table(f"a: German infantry 5-4-3 at 3813; h: Allied artillery {values} at 3814")
        assert t.odds("3814", "a").defense == half


@pytest.mark.rule("BW-10.3c")
def test_artillery_in_the_attacked_hex_retreats_and_is_lost_like_others():
    units = "a: German armor 9-5-4 at 3813; h: Allied artillery 6-4-4 at 3814; e: Allied infantry 5-4-4 at 3814"
    t = table(units)
    t.attack("3814", "a", dice=[1])  # 9 against 8, die 0: D2
    assert t.told(CombatRolled)[-1].result == "D2"
    t.fall_back()
    assert t.grid.distance(t.hex("3814"), t.hex(t.where("h"))) == 2
    t = table("1SS/Peiper at 3813; h: Allied artillery 6-4-4 at 3814")
    t.attack("3814", "1SS/Peiper", dice=[1])  # 15 against 3, die 0: 1D3
    assert t.where("h") == "gone"


@pytest.mark.rule("BW-10.3d")
def test_german_artillery_defends_its_hex_whatever_it_has_done():
    t = table("g: German artillery 6-4-3 at 3813, fired, moved; d: Allied infantry 5-4-4 at 3814", "20AM Allied")
    assert t.odds("3813", "d").defense == 3


@pytest.mark.rule("BW-10.4a")
def test_rockets_defend_with_one():
    units = "r: German rocket 6-4-4 at 3813; d: Allied infantry 5-4-4 at 3814"
    assert table(units, "20AM Allied").odds("3813", "d").defense == 1
    t = table(f"{units}; a: German infantry 5-4-3 at 3813", "20AM Allied")
    assert t.odds("3813", "d").defense == 6


@pytest.mark.rule("BW-10.4b")
def test_rockets_give_no_defensive_support():
    t = table(f"{FIGHT}; r: German rocket at 3812; g: German artillery at 3811", "20AM Allied")
    t.plan("3813", "d")
    t.do("fight")
    assert t.refused("unit", "r") == "BW-10.4b"
    assert t.refused("unit", "g") == ""


@pytest.mark.rule("BW-10.4c", "BW-10.4d")
def test_german_corps_artillery_moves_or_fires_and_rockets_do_both():
    units = f"{FIGHT}; g: German artillery at 3711; h: German artillery at 3811; r: German rocket at 3712"
    t = Table("20AM German", units, air=(0, 0))
    t.move("g", "3712")
    t.move("r", "3714")
    t.do("done")
    t.do("hex", "3814")
    assert t.refused("unit", "g") == "BW-10.4c"
    assert t.refused("unit", "h") == ""
    assert t.refused("unit", "r") == ""
    t.do("unit", "a")
    t.do("fight", None, dice=[5])
    while not (t.step == "Combat" and t.side is Side.ALLIED):
        t.do("done")
    t.plan("3813", "d")
    t.do("fight")
    assert t.refused("unit", "g") == "BW-10.4c"
    assert t.refused("unit", "h") == ""


@pytest.mark.rule("BW-10.4e")
def test_the_rulebooks_example():
    """Hex B is the broken 2604: 12SS/12 with two artillery units against 422 and a regiment; 174 helps, 402 cannot."""
    units = "12SS/12 at 2504; 9R at 2504; 388 at 2403; 14Cav at 2604; 422 at 2604; 174 at 2704; 402 at 2505"
    t = table(units)
    t.do("hex", "2604")
    assert {"12SS/12", "9R", "388"} <= t.offers("unit")
    for name in ("12SS/12", "9R", "388"):
        t.do("unit", name)
    t.do("fight")
    assert t.offers("unit") == {"174"}
    assert t.refused("unit", "402") == "BW-10.3a"
    found = t.odds("2604", "12SS/12", "9R", guns=["388"], support=["174"])
    assert (found.attack, found.defense) == (24, 12)
    assert found.modifier == -1
    assert t.column("2604", "12SS/12", "9R", guns=["388"], support=["174"]) == "1-1"
    assert [(line.rule, line.value) for line in found.shifts] == [("BW-9.4d", -1)]


@pytest.mark.rule("BW-10.3a")
@pytest.mark.parametrize("kind", ["infantry", "armor", "artillery", "rocket"])
def test_corps_artillery_next_to_any_enemy_neither_attacks_nor_supports(kind):
    """h in 3816 is within range of both hexes; what matters is whether a German is in 3817, of whatever kind."""
    for beside, attack, defense in (("3818", "", ""), ("3817", "BW-9.1c1", "BW-10.3a")):
        units = f"{FIGHT}; h: Allied artillery at 3816; k: Allied artillery at 4015; x: German {kind} at {beside}"
        t = defending(units)
        assert t.refused("unit", "h") == defense
        t = table(units, "20AM Allied")
        t.do("hex", "3813")
        assert t.refused("unit", "h") == attack
    t = table(f"{FIGHT}; h: Allied artillery at 3816; x: German {kind} at 3817", "20AM Allied")
    assert t.refused("hex", "3817") == "BW-10.2c"  # the gun does not attack what stands beside it


@pytest.mark.rule("BW-10.3a")
def test_german_corps_artillery_next_to_an_enemy_is_silent_too():
    for beside, attack, defense in (("3808", "", ""), ("3809", "BW-9.1c1", "BW-10.3a")):
        units = f"{FIGHT}; g: German artillery at 3810; k: German artillery at 4011; x: Allied artillery at {beside}"
        t = table(units)
        t.do("hex", "3814")
        assert t.refused("unit", "g") == attack
        t = table(units, "20AM Allied")
        t.plan("3813", "d")
        t.do("fight")
        assert t.refused("unit", "g") == defense
