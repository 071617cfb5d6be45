"""13.0 Bridges."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.bitter_woods.events import BridgeRebuilt, DemolitionRolled
from ardennes.titles.bitter_woods.rules import bridges
from ardennes.titles.bitter_woods.state import Duty
from tests.titles.bitter_woods.table import Table

#: Stavelot 1912 and the forest 1913 face each other over a bridge of the Amblève; so do 2311 and 2411 farther west.
ACROSS = "d: Allied infantry at 1912; x: German infantry at 1913"
NEAR = "d: Allied infantry at 1912; x: German infantry at 1914"


def charges(units: str, date: str = "20AM Allied", **more: object) -> Table:
    """The end of the combat phase; a second bridge keeps the phase open."""
    other = "p: Allied infantry at 2311; q: German infantry at 2411"
    return Table(date, f"{units}; {other}", phase="demolition", air=(0, 0), **more)  # type: ignore[arg-type]


def needed(t: Table, bridge: str) -> int:
    return bridges.needed(t.g, t.side, t.bridge(bridge))


# ---- 13.1 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-13.1a")
def test_each_bridge_is_tried_once_when_combat_is_over():
    t = Table("20AM Allied", f"{ACROSS}; p: Allied infantry at 2311; q: German infantry at 2411", phase="combat")
    assert t.step == "Combat"
    assert t.refused("bridge", "1912/1913") == "BW-4d"
    t.do("done")
    assert t.step == "Demolition"
    t.do("bridge", "1912/1913", dice=[6])
    assert "1912/1913" not in t.blown()
    assert t.refused("bridge", "1912/1913") == "BW-13.1a"
    t.do("bridge", "2311/2411", dice=[1])
    assert "2311/2411" in t.blown()


@pytest.mark.rule("BW-13.1a")
def test_both_sides_blow_bridges():
    t = charges(ACROSS, "20AM German")
    assert t.side is Side.GERMAN
    t.do("bridge", "1912/1913", dice=[3])
    assert "1912/1913" in t.blown()


@pytest.mark.rule("BW-13.1b")
def test_an_enemy_must_be_near_and_a_friend_at_the_bridge():
    t = charges("d: Allied infantry at 1912; x: German infantry at 1915")
    assert t.refused("bridge", "1912/1913") == "BW-13.1b"
    t = charges("d: Allied infantry at 1911; x: German infantry at 1914")
    assert t.refused("bridge", "1912/1913") == "BW-13.1b"
    t = charges(NEAR)
    assert t.refused("bridge", "1912/1913") == ""


@pytest.mark.rule("BW-13.1c")
def test_artillery_blows_no_bridges():
    t = charges(NEAR.replace("infantry at 1912", "artillery at 1912"))
    assert t.refused("bridge", "1912/1913") == "BW-13.1c"
    for kind in ("cavalry", "armor", "parachute"):
        t = charges(NEAR.replace("infantry at 1912", f"{kind} at 1912"))
        assert t.refused("bridge", "1912/1913") == ""


@pytest.mark.rule("BW-13.1d")
def test_with_the_enemy_across_a_bridge_falls_on_one_to_three():
    for die in range(1, 7):
        t = charges(ACROSS)
        t.do("bridge", "1912/1913", dice=[die])
        assert ("1912/1913" in t.blown()) == (die <= 3)
        assert t.told(DemolitionRolled)[-1].needed == 3


@pytest.mark.rule("BW-13.1e")
def test_with_the_enemy_one_hex_away_a_bridge_falls_on_one_to_four():
    for die in range(1, 7):
        t = charges(NEAR)
        t.do("bridge", "1912/1913", dice=[die])
        assert ("1912/1913" in t.blown()) == (die <= 4)
    t = charges("d: Allied infantry at 1912; x: German infantry at 1911")  # on the near bank, but next to the bridge
    assert needed(t, "1912/1913") == 4


@pytest.mark.rule("BW-13.1f")
def test_the_rulebooks_example():
    """A with the enemy at its far end, B with one a hex away, C without a unit that could blow it."""
    third = "g: Allied artillery at 3018; z: German infantry at 3118"
    t = charges(f"{ACROSS}; e: Allied infantry at 2521; y: German infantry at 2720; {third}")
    assert (needed(t, "1912/1913"), needed(t, "2521/2620")) == (3, 4)
    assert {"1912/1913", "2521/2620"} <= t.offers("bridge")
    assert t.refused("bridge", "3018/3118") == "BW-13.1c"
    assert t.refused("bridge", "3723/3623") == "BW-13.1b"


# ---- 13.2 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-13.2a")
def test_a_blown_bridge_is_a_river_without_one_for_both_sides():
    for side in ("German", "Allied"):
        whole = Table(f"20AM {side}", f"a: {side} infantry at 1912")
        broken = Table(f"20AM {side}", f"a: {side} infantry at 1912", blown=["1912/1913"])
        assert whole.step_cost("a", "1913") in ("1/3", "1/4")
        assert broken.step_cost("a", "1913") == "3"  # forest, and 1 MP more for the river
    t = Table("20AM German", "a: German heavy armor at 1912", blown=["1912/1913"])
    assert t.step_cost("a", "1913") == ""


# ---- 13.3 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-13.3a")
def test_bridges_are_rebuilt_where_they_were():
    """Between 1812 and 1912 runs the river too, but there was never a bridge."""
    t = Table("20AM German", "a: German infantry at 1812; b: German infantry at 1912", blown=["1912/1913"])
    assert t.refused("repair", "a") == "BW-13.3a"
    assert t.refused("repair", "b") == ""
    t = Table("20AM German", "b: German infantry at 1912")
    assert t.refused("repair", "b") == "BW-13.3a"  # it stands
    t = Table("20AM Allied", "b: Allied infantry at 1912", blown=["1912/1913"])
    assert t.refused("repair", "b") == ""


@pytest.mark.rule("BW-13.3b")
def test_the_builder_begins_its_turn_there_and_is_no_artillery():
    t = Table(
        "20AM German", "a: German infantry at 1911; g: German artillery at 1912; b: PzB150 at 1912", blown=["1912/1913"]
    )
    assert t.refused("repair", "g") == "BW-13.3b"
    assert t.refused("repair", "b") == ""
    t.move("a", "1912")
    assert t.refused("repair", "a") == "BW-13.3b"


@pytest.mark.rule("BW-13.3b")
def test_one_unit_builds_a_bridge():
    t = Table("20AM German", "a: German infantry at 1912; b: German infantry at 1912", blown=["1912/1913"])
    t.do("repair", "a")
    assert t.refused("repair", "b") == "BW-13.3b"


def building(units: str, *dice: int, date: str = "20AM German") -> Table:
    """Unit a begins to rebuild the bridge at Stavelot, and the construction phase comes."""
    t = Table(date, units, blown=["1912/1913"], air=(0, 0))
    t.do("repair", "a")
    mover = t.g.mover
    while t.g.mover is mover and t.step != "Construction":
        t.do("done", None, dice if t._rolls_next() else ())
    return t


@pytest.mark.rule("BW-13.3c")
def test_the_builder_neither_moves_nor_fights():
    t = Table(
        "20AM German",
        "a: German infantry at 1912; x: Allied infantry at 1911; b: German infantry at 1912",
        blown=["1912/1913"],
    )
    t.do("repair", "a")
    assert t.refused("unit", "a") == "BW-13.3c"
    t.do("done")
    t.do("hex", "1911")
    assert t.refused("unit", "a") == "BW-13.3c"
    assert t.refused("unit", "b") == ""


@pytest.mark.rule("BW-13.3d")
def test_the_bridge_is_complete_when_the_builder_has_crossed():
    t = building("a: German infantry at 1912")
    assert t.step == "Construction"
    t.do("bridge", "1912/1913")
    assert t.where("a") == "1913"
    assert t.blown() == set()
    assert t.told(BridgeRebuilt)


@pytest.mark.rule("BW-13.3d")
def test_an_enemy_on_the_other_bank_prevents_it():
    t = building("a: German infantry at 1912; x: Allied infantry at 1913")
    assert t.g.mover is Side.ALLIED  # nothing could be completed
    assert t.blown() == {"1912/1913"}
    t = building("a: German infantry at 1912; x: Allied infantry at 1914; y: Allied infantry at 2012")
    t.do("bridge", "1912/1913")  # from one zone of control to another
    assert t.where("a") == "1913"


@pytest.mark.rule("BW-13.3d")
def test_the_owner_may_leave_it():
    t = building("a: German infantry at 1912")
    t.do("done")
    assert t.where("a") == "1912"
    assert t.blown() == {"1912/1913"}
    assert t.g.builders == ()


@pytest.mark.rule("BW-13.3e")
def test_others_cross_with_the_builder_as_stacking_allows():
    friends = "b: German heavy armor at 1912; c: German infantry at 1912; f: German infantry at 1913"
    t = building(f"a: German infantry at 1912; {friends}")
    t.do("bridge", "1912/1913")
    assert t.step == "Crossing"
    assert t.offers("unit") == {"b", "c"}
    assert t.refused("unit", "f") == "BW-13.3e"
    t.do("unit", "b")
    assert t.where("b") == "1913"
    assert t.where("c") == "1912"
    assert t.step != "Crossing" or t.refused("unit", "c") == "BW-13.3e"


@pytest.mark.rule("BW-13.3e")
def test_who_has_crossed_has_moved():
    t = building("a: German infantry at 1912; b: German infantry at 1912")
    t.do("bridge", "1912/1913")
    t.do("unit", "b")
    assert t.has("a", "moved")
    assert t.has("b", "moved")


@pytest.mark.rule("BW-13.4")
def test_the_germans_rebuild_eight_bridges():
    t = Table(
        "20AM German",
        "a: German infantry at 1912; b: German infantry at 2411",
        blown=["1912/1913", "2311/2411"],
        rebuilt=7,
    )
    t.do("repair", "a")
    assert t.refused("repair", "b") == "BW-13.4"
    t = Table("20AM German", "a: German infantry at 1912", blown=["1912/1913"], rebuilt=8)
    assert t.refused("repair", "a") == "BW-13.4"
    t = Table("20AM Allied", "a: Allied infantry at 1912", blown=["1912/1913"], rebuilt=8)
    assert t.refused("repair", "a") == ""
    t = building("a: German infantry at 1912")
    t.do("bridge", "1912/1913")
    assert t.g.rebuilt == 1


@pytest.mark.rule("BW-13.3c", "BW-13.3e")
def test_who_builds_another_bridge_does_not_cross_along():
    """Stavelot 1912 has two bridges, to 1913 and to 2012."""
    units = "a: German infantry at 1912; b: German infantry at 1912; c: German infantry at 1912"
    t = Table("20AM German", units, blown=["1912/1913", "1912/2012"], air=(0, 0))
    t.do("repair", "a")
    t.do("bridge", "1912/1913")
    t.do("repair", "b")
    assert t.g.builders == ((t.unit("a"), t.bridge("1912/1913")), (t.unit("b"), t.bridge("1912/2012")))
    while t.step != "Construction":
        t.do("done")
    t.do("bridge", "1912/1913")
    assert t.step == "Crossing"
    assert t.offers("unit") == {"c"}
    assert t.refused("unit", "b") == "BW-13.3c"


@pytest.mark.rule("BW-13.3c")
@pytest.mark.parametrize(("kind", "who"), [("ENG", "GERMAN"), ("CA", "GERMAN"), ("", "")])
def test_a_unit_bound_to_fight_begins_no_bridge(kind, who):
    t = Table("20AM German", "a: German infantry at 1912; x: Allied infantry at 1911", blown=["1912/1913"])
    a, x = t.unit("a"), t.unit("x")
    if kind == "ENG":
        t.g.duties = (Duty(kind, Side[who], t.hex("1911"), (a,), (x,), active=True),)
    elif kind == "CA":
        t.g.duties = (Duty(kind, Side[who], t.hex("1912"), (x,), (a,), active=True),)
    assert t.refused("repair", "a") == ("BW-13.3c" if kind else "")


@pytest.mark.rule("BW-13.3c")
def test_an_engagement_of_others_keeps_nobody_from_a_bridge():
    units = "a: German infantry at 1912; b: German infantry at 1911; x: Allied infantry at 1811"
    t = Table("20AM German", units, blown=["1912/1913"])
    t.g.duties = (Duty("ENG", Side.GERMAN, t.hex("1811"), (t.unit("b"),), (t.unit("x"),), active=True),)
    assert t.refused("repair", "a") == ""
