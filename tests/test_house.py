"""The figures of the house, counted on a small made-up title."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests import house

RULES = '''"""Rules of a made-up game."""

from ardennes.kernel.rungs import Rung, Rungs, each

# Who may march.
MARCHERS = Rungs(
    named,
    Rung("X-1a", "it is tired", lambda g, step, left: left & g.tired),
    Rung("X-1b", "it is lost", each(lost)),
)


def lost(g, step, unit):
    return g.beyond >> unit & 1


def rested(g):
    return g.units & ~g.tired


def rest(g) -> None:
    g.tired = 0


class Order(Question[State], frozen=True):
    """1.1 Who marches."""

    asks: ClassVar[str] = "Who marches?"

    @pick(lambda step, g: g.units, by=MARCHERS)
    def unit(self, g, unit):
        g.march(unit)
        g.thirds = 0

    def helper(self, g):
        return 1
'''


@pytest.fixture
def title(tmp_path: Path) -> Path:
    folder = tmp_path / "src" / "ardennes" / "titles" / "made_up"
    (folder / "data").mkdir(parents=True)
    (folder / "data" / "ledger.csv").write_text("id,text\nX-1a,a\nX-1.1b,b\nX-9.9,c\n", encoding="utf-8")
    (folder / "rules.py").write_text(RULES, encoding="utf-8")
    (folder / "mind.py").write_text("thirds = 1\n", encoding="utf-8")
    return folder


@pytest.fixture
def rules(title: Path) -> house.Module:
    [module] = house.modules(title / "rules")
    return module


def test_every_line_is_of_one_kind(rules):
    kinds = house.kinds(rules)
    assert (kinds["doc"], kinds["import"], kinds["comment"]) == (2, 1, 1)
    assert sum(kinds.values()) == len(RULES.splitlines())


def test_the_mind_is_not_counted(title, rules):
    assert house.code_of(title) == house.kinds(rules)["code"]


def test_a_condition_stands_twice_where_a_list_has_all_its_names(rules):
    found = house.said_twice(rules)
    assert found.conditions == 2
    assert [one.rpartition(" / ")[2] for one in found.twice] == ["rested"], "what only does something is no list"


def test_the_deeds_of_a_decision_are_what_its_answers_do(rules):
    form = house.form_of(rules)
    assert (form.steps, form.deeds, form.rungs) == (12, 3, 5)
    assert form.form == 9


def test_an_option_touches_the_modules_that_name_it(title):
    assert house.touched(title, {"thirds"}, set()) == {"rules.py"}
    assert house.touched(title, {"thirds"}, {"rules"}) == set()


def test_a_section_leads_to_what_names_it(title):
    assert house.places(title) == [1], "X-1a is found by its id, X-9.9 nowhere"


def test_a_long_function_that_is_one_value_is_a_table(title):
    body = "".join(f"        {number},\n" for number in range(50))
    text = f"def table():\n    return [\n{body}    ]\n\n\ndef deed():\n    x = [\n{body}    ]\n    return x\n"
    (title / "box.py").write_text(text, encoding="utf-8")
    doing, tables = house.long_functions(title)
    assert [one.split()[0] for one in doing] == ["box.py:deed"]
    assert [one.split()[0] for one in tables] == ["box.py:table"]


def test_the_figures_of_a_house_are_a_table(tmp_path, title):
    for key in house.ROWS:
        shutil.copytree(title, title.parent / key)
    lines = [*house.report(tmp_path)]
    assert len(lines) == 8
    assert all(line.startswith("|") for line in lines)
