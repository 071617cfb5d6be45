"""37 German army artillery, and German artillery command."""

import pytest

import ardennes
from ardennes.kernel import Side
from ardennes.titles.bitter_woods.box import scenarios
from ardennes.titles.bitter_woods.rules.movement import travel
from tests.titles.bitter_woods.table import Table

GUNS, COMMAND = ("army_artillery",), ("artillery_command",)


@pytest.mark.rule("BW-37.1a")
def test_army_artillery_stacks_for_free_and_fires_by_its_own_range():
    units = "ArmyArt/A5 at 3806; a: German 5PA infantry at 3813; d: Allied infantry at 3814"
    t = Table("20AM German", units, phase="combat", options=GUNS)
    t.do("hex", "3814")
    assert t.grid.distance(t.hex("3806"), t.hex("3814")) == t.box.units.rows[t.unit("ArmyArt/A5")].range == 8
    assert t.refused("unit", "ArmyArt/A5") == ""
    full = "; ".join(f"f{n}: German 5PA infantry at 3806" for n in range(3))
    t = Table("20AM German", "ArmyArt/A5 at 3806; m: German 5PA infantry at 3807; " + full, options=GUNS)
    assert t.game.title.broken(t.g) == []
    t = Table("20AM German", "ArmyArt/A5 at 3806; m: German 5PA infantry at 3807", options=GUNS)
    assert t.why_move("m", "3806") == ""


@pytest.mark.rule("BW-37.1b", "BW-5.2g")
def test_army_artillery_does_not_move_at_all():
    """Not even the one hex that every other unit may."""
    t = Table("20AM German", "ArmyArt/A5 at 3806; g: 401 at 3808", options=GUNS)
    assert t.refused("unit", "ArmyArt/A5") == "BW-37.1b"
    assert t.refused("unit", "g") == ""


@pytest.mark.rule("BW-37.1b")
def test_army_artillery_that_has_to_retreat_is_lost():
    t = Table("20AM Allied", "a: Allied armor at 3813; ArmyArt/A5 at 3814; b: German infantry at 3814", options=GUNS)
    assert t.retreats("b", 1)
    t.must_retreat(1, "ArmyArt/A5", "b")
    while t.step in ("Retreat", "RetreatTo"):
        t.fall_back()
    assert t.where("ArmyArt/A5") == "gone"
    assert t.where("b") != "gone"


@pytest.mark.rule("BW-37.1c")
def test_army_artillery_starts_where_the_card_says():
    """In its own army, away from the enemy. Plan Martin, where it is placed freely, has no set-up here."""
    game = ardennes.game("bitter_woods", "six_turn", options=dict.fromkeys(GUNS, True))
    g = game.start(1)
    for army in ("6PA", "5PA", "7A"):
        gun = g.box.units.unit(f"ArmyArt/A{army[0]}")
        assert g.on_map(gun)
        assert g.box.units.rows[gun].army == army
        assert not g.next_to(g.side.enemy, g.place[gun])
    assert not scenarios.registry()["plan_martin"].playable
    plain = ardennes.game("bitter_woods", "six_turn").start(1)
    assert not plain.on_map(plain.box.units.unit("ArmyArt/A6"))


@pytest.mark.rule("BW-37.2a", "BW-37.2b2")
@pytest.mark.parametrize(
    ("gun", "army", "area", "rule"),
    [
        ("9R", "6PA", "5PA", "BW-37.2a"),
        ("388", "6PA", "5PA", "BW-37.2a"),
        ("401", "5PA", "6PA", "BW-37.2a"),
        ("766", "5PA", "7A", "BW-37.2b2"),
        ("408", "7A", "5PA", "BW-37.2b2"),
    ],
)
def test_artillery_keeps_to_its_army(gun, army, area, rule):
    """The gun stands at the border of its sector and may not step over; without the rule, and from 19AM, it may."""
    box = ardennes.game("bitter_woods", "campaign").data
    grid = box.map.grid
    inside = box.sectors[army] & ~box.boundary_ends & grid.board
    there = box.map.areas[area] & ~box.sectors[army]
    pairs = [
        (a, b) for a in grid.cells if inside >> a & 1 for b in grid.cells if there >> b & 1 and grid.adjacent(a, b)
    ]
    tried = 0
    for here, beyond in pairs:
        units, to = f"{gun} at {grid.number(here)}", grid.number(beyond)
        if Table("18AM German", units).why_move(gun, to):
            continue
        tried += 1
        assert Table("18AM German", units, options=COMMAND).why_move(gun, to) == rule
        assert Table("19AM German", units, options=COMMAND).why_move(gun, to) == ""
        if tried == 3:
            return
    assert tried


@pytest.mark.rule("BW-37.2b1")
@pytest.mark.parametrize(("gun", "army"), [("766", "5PA"), ("408", "7A")])
def test_artillery_uses_the_road_between_its_sectors_and_fires_from_it(gun, army):
    box = ardennes.game("bitter_woods", "campaign").data
    grid, road = box.map.grid, box.sectors["5PA"] & box.sectors["7A"]
    inside = box.sectors[army] & ~road & grid.board
    pairs = [(a, b) for a in grid.cells if inside >> a & 1 for b in grid.cells if road >> b & 1 and grid.adjacent(a, b)]
    why = [
        Table("18AM German", f"{gun} at {grid.number(here)}", options=COMMAND).why_move(gun, grid.number(there))
        for here, there in pairs
    ]
    assert "" in why
    assert "BW-37.2b2" not in why
    friend = next(u for u in box.players[Side.GERMAN] if box.units.rows[u].army == army and box.units.fights[u])
    units = f"{gun} at 1332; f: {box.units.rows[friend].id} at 1333; d: Allied infantry at 1334"
    t = Table("18AM German", units, options=COMMAND, phase="combat")
    t.do("hex", "1334")
    assert t.refused("unit", gun) == ""


@pytest.mark.rule("BW-37.2a")
def test_sixth_army_artillery_does_not_fire_over_its_boundary():
    box = ardennes.game("bitter_woods", "campaign").data
    grid = box.map.grid
    beyond = next(c for c in grid.cells if not box.sectors["6PA"] >> c & 1 and grid.distance(c, grid.cell("0915")) == 3)
    target = grid.number(beyond)
    near = next(n for n in grid.numbers(grid.neighbours[beyond]))
    units = f"9R at {near}; a: German 6PA infantry at {near}; d: Allied infantry at {target}"

    def refused(when, options):
        t = Table(when, units, phase="combat", options=options)
        t.do("hex", target)
        return t.refused("unit", "9R")

    assert refused("17AM German", COMMAND) == "BW-37.2a"
    assert refused("17AM German", ()) == ""
    assert refused("19AM German", COMMAND) == ""


@pytest.mark.rule("BW-37.2c", "BW-37.2d")
def test_corps_artillery_fights_for_its_own_army():
    units = "401 at 3811; a: German 6PA infantry at 3813; b: German 5PA infantry at 3714; d: Allied infantry at 3814"
    t = Table("18PM German", units, phase="combat", options=COMMAND)
    t.plan("3814", "a", "401")
    assert t.refused("fight") == "BW-37.2c"
    t.do("unit", "b")
    assert t.refused("fight") == ""
    t = Table("19AM German", units, phase="combat", options=COMMAND)
    t.plan("3814", "a", "401")
    assert t.refused("fight") == ""
    defence = "401 at 3811; a: German 6PA infantry at 3814; u: Allied armor at 3815"
    for when, asked in (("18PM Allied", False), ("19AM Allied", True)):
        t = Table(when, defence, phase="combat", air=(0, 0), options=COMMAND)
        t.plan("3814", "u")
        other = t.trial()
        other.do("fight", None, [] if asked else [5])
        assert (other.step == "ChooseSupport") is asked


@pytest.mark.rule("BW-37.2c")
def test_corps_artillery_bombards_beside_its_own_army():
    units = "401 at 3811; 766 at 3811; a: German 6PA infantry at 3813; d: Allied infantry at 3814"
    both = (*COMMAND, "bombardments")
    t = Table("18PM German", units, phase="combat", options=both)
    t.plan("3814", "a", "401", "766")
    assert t.refused("bombard") == "BW-37.2c"
    t = Table("18PM German", units + "; b: German 5PA infantry at 3915", phase="combat", options=both)
    t.plan("3814", "a", "401", "766")
    assert t.refused("bombard") == ""


@pytest.mark.rule("BW-37.2d", "BW-37.2f")
def test_a_gun_that_came_free_of_boundaries_is_not_free_of_command():
    units = "401 at 3811; a: German 6PA infantry at 3813; d: Allied infantry at 3814"
    for when, rule in (("18AM German", "BW-37.2c"), ("19AM German", "")):
        t = Table(when, units, phase="combat", options=(*COMMAND, "bombardments"))
        t.g.freed |= 1 << t.unit("401")
        t.plan("3814", "a", "401")
        assert t.refused("fight") == rule
    assert t.retreats("401", 1), "a boundary never stops a retreat"


@pytest.mark.rule("BW-37.2e", "BW-37.2d")
@pytest.mark.parametrize(
    ("unit", "here", "there", "free"),
    [
        ("401", "2420", "2520", True),  # west of 2417
        ("401", "2416", "2417", False),  # on it
        ("401", "1629", "1730", False),  # west of no end that matters to the 5th Panzer Army, or on one
        ("408", "1731", "1730", False),
        ("408", "1731", "1832", True),  # the 7th Army has but one boundary
        ("2Pz/3", "2318", "2417", True),  # a mechanized unit has to enter the end itself
        ("2Pz/3", "2420", "2520", False),
    ],
)
def test_guns_come_free_west_of_the_end_and_tanks_on_it(unit, here, there, free):
    t = Table("18AM German", f"{unit} at {here}; d: Allied infantry at 3801", options=COMMAND)
    if t.why_move(unit, there):
        t.must_retreat(1, unit)
        travel.go(t.g, t.unit(unit), (t.hex(here), t.hex(there)))
    else:
        t.move(unit, there)
    assert bool(t.g.freed >> t.unit(unit) & 1) is free


@pytest.mark.rule("BW-37.2g")
def test_command_does_not_bind_rockets():
    units = "r: German 5PA rocket at 3714; g: 401 at 3811; a: German 6PA infantry at 3813; d: Allied infantry at 3814"
    t = Table("18AM German", units, phase="combat", options=COMMAND)
    t.plan("3814", "a", "r")
    assert t.refused("fight") == ""
    t.do("unit", "g")
    assert t.refused("fight") == "BW-37.2c"
