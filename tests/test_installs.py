"""Which Pythons `tests.installs` tries the wheel with."""

import os
import sys
from pathlib import Path

import pytest

from tests.installs import PYTHONS, lowest, pythons, version_of

OWN = sys.version_info[:2]


def test_a_python_is_known_by_what_it_says(tmp_path: Path) -> None:
    assert version_of(sys.executable) == OWN
    assert version_of(str(tmp_path / "python3.12")) is None
    if os.name == "posix":  # a name that leads nowhere, as those of version managers may
        (tmp_path / "python3.12").write_text("#!/bin/sh\nexit 127\n", encoding="utf-8")
        (tmp_path / "python3.12").chmod(0o755)
        assert version_of(str(tmp_path / "python3.12")) is None


def test_pythons_are_found_by_name_and_by_the_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert pythons("") == {}
    assert pythons(sys.executable) == {}, "it is the one that asks"
    named = os.pathsep.join([str(tmp_path / "nowhere"), "", sys.executable, sys.executable])
    assert pythons(named, own=(2, 7)) == ({OWN: sys.executable} if OWN in PYTHONS else {})
    if os.name == "posix":
        (tmp_path / f"python{OWN[0]}.{OWN[1]}").symlink_to(sys.executable)
        assert list(pythons("", own=(2, 7))) == [OWN]


def test_the_lowest_versions_are_those_that_are_declared() -> None:
    assert lowest(["uvloop>=0.21; sys_platform != 'win32'", "numpy>=1.26"]) == ["uvloop==0.21", "numpy==1.26"]
