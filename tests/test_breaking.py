"""The command that breaks lines: what it changes, and that it tells a test that notices from one that does not."""

from pathlib import Path

from tests.breaking import PACKAGE, Change, changes, drawn, noticed

TEXT = '''"""A rule."""


def room(stack: list[int], most: int = 3) -> bool:
    """§ 3: at most three."""
    if not stack or len(stack) < most:
        tell(f"{most} and {1 + 1}")
        return True
    return bool(stack[0] & 1)


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
