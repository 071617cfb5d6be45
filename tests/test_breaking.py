"""The command that breaks lines: what it changes, and that it tells a test that notices from one that does not."""

from pathlib import Path

from tests.breaking.asking import noticed
from tests.breaking.changes import PACKAGE, Change, changes, drawn
from tests.breaking.mending import exchanges
from tests.breaking.watching import extent

TEXT = '''"""A rule."""


def room(stack: list[int], most: int = 3) -> bool:
    """§ 3: at most three."""
    if not stack or len(stack) < most:
        tell(f"{most} and {1 + 1}")
        return True
    if not (found := stack.copy()):
        found.clear()
    return bool(stack[0] & 1)


FULL = Rung("3", room, finer=True)


class Room(Step, frozen=True):
    def prompt(self, g: State) -> str:
        return "one" if self.left == 1 else "several"

    def done(self, g: State) -> None:
        g.tell(Left, 2)
'''


def test_each_change_touches_one_thing_of_one_line_and_leaves_a_program(tmp_path: Path) -> None:
    path = tmp_path / "rule.py"
    path.write_text(TEXT, encoding="utf-8")
    found = {change.made(TEXT).splitlines()[change.line - 1].strip() for change in changes(path)}
    assert found == {
        "def room(stack: list[int], most: int = 4) -> bool:",
        "if not stack and len(stack) < most:",
        "if stack or len(stack) < most:",
        "if not stack or len(stack) <= most:",
        "if False:",
        "pass",
        "return False",
        "if (found := stack.copy()):",
        "return bool(stack[1] & 1)",
        "return bool(stack[0] | 1)",
        "return bool(stack[0] & 2)",
    }
    for change in changes(path):
        compile(change.made(TEXT), "rule.py", "exec")


def test_a_seed_draws_the_same_lines_again_and_another_seed_others() -> None:
    once = drawn("tigers_in_the_mist", 30, 5)
    assert once == drawn("tigers_in_the_mist", 30, 5) != drawn("tigers_in_the_mist", 30, 6)
    assert len({(change.path, change.line) for change in once}) == 30


def test_a_test_that_fails_notices_and_a_change_of_nothing_is_not_noticed() -> None:
    test = ["tests/titles/tigers_in_the_mist/test_09_combat.py"]
    path = PACKAGE / "titles" / "tigers_in_the_mist" / "rules" / "combat"
    assert path.exists()
    spot = next(change for file in sorted(path.rglob("*.py")) for change in changes(file))
    row = Path(spot.path).read_text(encoding="utf-8").encode().splitlines()[spot.line - 1]
    same = spot._replace(new=row[spot.start : spot.end].decode())
    assert not noticed(same, test)
    assert noticed(Change(spot.path, 1, 0, 0, "raise SystemExit\n"), test)


def test_only_what_does_not_run_in_loading_is_put_into_a_loaded_program(tmp_path: Path) -> None:
    path = tmp_path / "rule.py"
    path.write_text(TEXT, encoding="utf-8")
    put_in = {}
    for change in changes(path):
        found = exchanges(change)
        put_in[change.made(TEXT).splitlines()[change.line - 1].strip()] = found and {old.co_name for old, _ in found}
    assert put_in["return False"] == put_in["return bool(stack[1] & 1)"] == {"room"}
    assert put_in["def room(stack: list[int], most: int = 4) -> bool:"] is None


def test_a_line_inside_a_statement_belongs_to_all_of_it(tmp_path: Path) -> None:
    path = tmp_path / "rule.py"
    path.write_text("x = (\n    1,\n    2,\n)\nif (\n    x\n    and 1\n):\n    x = 2\n", encoding="utf-8")
    assert [extent(str(path), line) for line in (2, 6, 9)] == [(1, 4), (5, 8), (9, 9)]
