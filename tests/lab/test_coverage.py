"""Coverage of the ledgers: which tests prove which rows, and the status an installed package shows."""

import pytest

from ardennes.kernel import Unknown
from ardennes.lab import coverage
from ardennes.titles import KEYS


@pytest.mark.parametrize("title", KEYS)
def test_the_status_kept_with_a_title_is_current(title):
    for path, text in coverage.status_files(title).items():
        assert path.read_text(encoding="utf-8") == text, f"run `ardennes rules {title} --write`"


def test_an_installed_package_shows_the_status_it_was_built_with(monkeypatch):
    checkout = coverage.status("tigers_in_the_mist")
    monkeypatch.setattr(coverage, "tests_folder", lambda: None)
    assert coverage.status("tigers_in_the_mist") == checkout


def test_a_row_is_covered_by_the_tests_that_carry_its_id(tmp_path):
    (tmp_path / "test_rules.py").write_text(
        "import pytest\n"
        "@pytest.mark.rule('TM-8.52', 'TM-8.53')\n"
        "def test_digging(): ...\n"
        "class TestRoads:\n"
        "    @pytest.mark.rule('TM-8.53')\n"
        "    def test_march(self): ...\n"
        "@pytest.mark.rule('TM-8.54')\n"
        "def helper(): ...\n",
        encoding="utf-8",
    )
    name = f"{tmp_path.name}/test_rules.py"
    assert coverage.marked_tests(tmp_path) == {
        "TM-8.52": [f"{name}::test_digging"],
        "TM-8.53": [f"{name}::test_digging", f"{name}::TestRoads::test_march"],
    }


def test_an_unknown_title_lists_the_ledgers_there_are():
    with pytest.raises(Unknown, match="tigers_in_the_mist"):
        coverage.ledger("monopoly")
