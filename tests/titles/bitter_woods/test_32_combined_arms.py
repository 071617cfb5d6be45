"""32.0 The combined arms bonus."""

import pytest

from tests.titles.bitter_woods.table import Table

#: Armor, infantry and a gun in three different places, around 3814 in the open.
ARMS = "t: German armor at 3813; i: German infantry at 3915; g: German artillery at 3711; d: Allied infantry at 3814"


def table(units: str = ARMS, **more: object) -> Table:
    options = ("combined_arms", "bombardments")
    return Table("20AM German", units, phase="combat", air=(0, 0), options=options, **more)  # type: ignore[arg-type]


def shift(t: Table, target: str, *names: str, guns: tuple[str, ...] = ()) -> int:
    return sum(line.value for line in t.odds(target, *names, guns=guns).shifts if line.rule.startswith("BW-32"))


@pytest.mark.rule("BW-32a")
def test_armor_infantry_and_artillery_together_shift_one_column():
    t = table()
    assert t.box.ground.open >> t.hex("3814") & 1
    assert shift(t, "3814", "t", "i", guns=("g",)) == 1
    assert shift(t, "3814", "t", "i") == 0
    assert shift(t, "3814", "t", guns=("g",)) == 0
    assert shift(t, "3814", "i", guns=("g",)) == 0
    odds = t.odds("3814", "t", "i", guns=["g"])
    assert odds.column == odds.base + 1


@pytest.mark.rule("BW-32a")
def test_armored_infantry_and_rockets_do_as_well():
    t = table(
        "t: German armor at 3813; i: German armored infantry at 3813; r: German rocket at 3714; d: 28/110 at 3814"
    )
    assert shift(t, "3814", "t", "i", "r") == 1


@pytest.mark.rule("BW-32a")
@pytest.mark.parametrize("ground", ["clear", "light_woods", "town", "forest", "broken"])
def test_only_in_clear_ground_and_light_woods(ground):
    t = table()
    hexes = t.grid.numbers(t.box.ground.boards[ground])
    inner = [h for h in hexes if t.grid.neighbours[t.hex(h)].bit_count() == 6]
    t.g.put(t.unit("d"), t.hex(inner[0]))
    around = t.grid.numbers(t.grid.neighbours[t.hex(inner[0])])
    t.g.put(t.unit("t"), t.hex(around[0]))
    t.g.put(t.unit("i"), t.hex(around[1]))
    assert shift(t, inner[0], "t", "i", guns=("g",)) == (ground in ("clear", "light_woods"))


def test_without_the_option_there_is_no_bonus():
    t = Table("20AM German", ARMS, phase="combat", air=(0, 0))
    assert shift(t, "3814", "t", "i", guns=("g",)) == 0


@pytest.mark.rule("BW-32b")
@pytest.mark.parametrize(("die", "bonus"), [(6, 1), (1, 0)])
def test_a_bombardment_counts_if_it_shocked_a_defender(die, bonus):
    t = table(f"{ARMS}; h: German artillery at 3811")
    t.plan("3814", "g", "h")
    t.do("bombard", dice=[die])
    assert shift(t, "3814", "t", "i") == bonus


@pytest.mark.rule("BW-32c")
def test_a_position_or_a_fortification_cancels_it():
    t = table(f"{ARMS}, improved")
    assert shift(t, "3814", "t", "i", guns=("g",)) == 0
    assert any(line.rule == "BW-32c" for line in t.odds("3814", "t", "i", guns=["g"]).shifts)
    t = table()
    t.g.forts |= 1 << t.hex("3814")  # no fortification lies in the open on this map; the rule holds all the same
    assert shift(t, "3814", "t", "i", guns=("g",)) == 0
