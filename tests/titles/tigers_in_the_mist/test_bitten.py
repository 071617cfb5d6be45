"""Positions that games rarely lead to, each for a rung that would not be needed elsewhere (`tests.titles.test_bitten`).

Where a question is not asked at all when a rule forbids all its answers, it is put here as if it were.
"""

import pytest

from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.rules.bridges import ChooseSite, Demolition
from ardennes.titles.tigers_in_the_mist.rules.movement.phase import Marching
from tests.titles.tigers_in_the_mist.table import Table, rolls
from tests.titles.tigers_in_the_mist.test_10_bridges import WORKER, building

FRIEND = "; friend: German foot 1 in Marnach"
SITE = "51-70"


def asked(t: Table, step) -> Table:
    """The question that the rules would not ask."""
    t.g.push(step)
    t.g._choices = t.g.memo = None
    return t


def site(t: Table, name: str = "e", bridge: str = SITE) -> str:
    """Why an engineer may not build a bridge."""
    reason = asked(t, ChooseSite(Side.GERMAN, t.unit(name))).why("bridge", bridge)
    return "" if reason is None else reason.rule


@pytest.mark.rule("TM-10.12a", "TM-10.12b1", "TM-10.13a", "TM-10.14a", "TM-13.24")
@pytest.mark.parametrize(
    ("units", "when", "rule"),
    [
        (f"e: German engineer 1 in Dasburg{FRIEND}", "17-1 German", ""),
        (f"e: German engineer 1 in Dasburg, moved{FRIEND}", "17-2 German", "TM-10.14a"),
        (f"e: German engineer 1 in Dasburg, attacked{FRIEND}", "17-2 German", "TM-10.14a"),
        (f"e: German engineer 1 in Dasburg, held{FRIEND}", "17-2 German", "TM-10.14a"),
        ("e: German engineer 1 in Dasburg", "17-1 German", "TM-10.12b1"),
        (f"e: German engineer 1 in Dasburg; d: Allied infantry 1 in Dasburg{FRIEND}", "17-1 German", "TM-10.13a"),
    ],
)
def test_what_an_engineer_may_not_have_done_or_beside_it(units, when, rule):
    assert site(building(units, when=when)) == rule


@pytest.mark.rule("TM-10.12a")
def test_an_engineer_that_came_today():
    t = building(f"e: German engineer 1 in Daleiden{FRIEND}", moves=(("e", "Dasburg"),))
    assert site(t) == "TM-10.12a"
    assert "did not begin the day" in t.why("bridge", SITE).text


@pytest.mark.rule("TM-10.14b")
def test_a_battle_in_its_area():
    t = building(
        f"e: German engineer 1 in Dasburg; o: German foot 1 in Dasburg; d: Allied infantry 1 in Dasburg{FRIEND}"
    )
    t.fight("Dasburg", rolls(calls=[9], fire=[10], attacker_fire=[1]), also=["o"])
    assert site(t) == "TM-10.14b"


@pytest.mark.rule("TM-10.16a", "TM-10.17")
def test_one_attempt_for_an_engineer_and_for_a_bridge():
    t = building(f"e: German engineer 1 in Irrel; f: German engineer 1 in Dasburg{FRIEND}")
    t.do("unit", "worker", [10])
    assert site(t, "e", "10-11") == "TM-10.17"
    t.g.pop()
    t.g.sites = 0
    assert site(t, "worker", "10-11") == "TM-10.16a"


@pytest.mark.rule("TM-13.24")
def test_an_engineer_out_of_supply():
    shut = ["Bleialf", "Habscheid", "Burg-Reuland", "St.-Vith", "Manderfeld"]
    ring = "".join(f"; x{n}: Allied infantry 1 in {area.replace('-', ' ')}" for n, area in enumerate(shut))
    units = "e: German engineer 1 in Winterspelt; f: German foot 1 in Schonberg"
    t = Table("17-1 German", f"{WORKER}{units}{ring}", blown=["73-74", "10-11"])
    t.end_movement()
    assert site(t, "e", "73-74") == "TM-13.24"


def blowing(units: str, when: str = "17-1 German") -> Table:
    """The enemy is about to cross from Waimes to Malmedy."""
    t = Table(when, f"a: German armor 2 in Waimes; {units}")
    return asked(t, Demolition(Side.ALLIED, t.bridge("79-80")))


@pytest.mark.rule("TM-10.24a", "TM-10.25b", "TM-10.26", "TM-13.24")
def test_who_blows_no_bridge():
    assert blowing("d: Allied engineer 1 in Malmedy").why("unit", "d") is None
    assert blowing("d: Allied engineer 1 in Malmedy", "16-3 German").why("unit", "d").rule == "TM-10.26"
    both = blowing("d: Allied engineer 1 in Malmedy; g: German foot 1 in Malmedy")
    assert both.why("unit", "d").rule == "TM-10.24a"
    tried = blowing("d: Allied engineer 1 in Malmedy")
    tried.g.tried |= 1 << tried.bridge("79-80")
    tried.g._choices = tried.g.memo = None
    assert tried.why("unit", "d").rule == "TM-10.25b"
    ring = ("Spa", "Stavelot", "Ligneuville", "Hoffrai", "Eupen", "Verviers")
    names = Table("17-1 German").g.box.map.names
    germans = "".join(f"; r{n}: German foot 2 in {area}" for n, area in enumerate(ring) if area in names)
    cut = blowing(f"d: Allied engineer 1 in Malmedy{germans}")
    assert not cut.supplied("d")
    assert cut.why("unit", "d").rule == "TM-13.24"


@pytest.mark.rule("TM-12.25")
def test_who_left_the_map_stays_away():
    t = Table("18-1 German", "u: German armor 1 in H; o: German foot 1 in Prum")
    asked(t, Marching(Side.GERMAN, (t.unit("u"),)))
    near = next(
        area for area in t.g.box.map.names if area and t.g.box.map.neighbours[t.place("H")] >> t.place(area) & 1
    )
    assert t.why("area", near).rule == "TM-12.25"


@pytest.mark.rule("TM-11.14b")
def test_one_shift_an_impulse():
    t = Table("17-1 Allied", "u: Allied infantry 3 in E, waiting", reserves=False)
    t.do("unit", "u")
    t.do("shift", "F")
    asked(t, Marching(Side.ALLIED, (t.unit("u"),)))
    assert t.why("shift", "E").rule == "TM-11.14b"
