"""What was found by studying each side of a scenario."""

import pytest

import ardennes
from ardennes.kernel import Side
from ardennes.parts.data.tables import DataError
from ardennes.titles.tigers_in_the_mist.mind import styles, valuation

SHORT = ardennes.game("tigers_in_the_mist", "seventh_army")


def test_each_side_of_a_scenario_has_been_studied_by_itself():
    german, allied = (styles.studied("seventh_army", side) for side in (Side.GERMAN, Side.ALLIED))
    assert german != allied
    assert german.tastes
    plain = valuation.weights_of(SHORT.data, "worth.csv")
    keen = valuation.weights_of(SHORT.data, "worth.csv", german.tastes)
    held = valuation.NAMES.index("held")
    assert keen[0][held] == pytest.approx(plain[0][held] * dict(german.tastes)["held"])


def test_a_study_of_something_unknown_is_refused_with_its_row(tmp_path, monkeypatch):
    (tmp_path / "studies.csv").write_text(
        "scenario,side,what,impulse,value,source\nseventh_army,german,courage,,2.0,guess\n"
    )
    monkeypatch.setattr(styles, "DATA", tmp_path)
    styles.studied.cache_clear()
    with pytest.raises(DataError, match="row 2: expected a number of a style or a feature, got 'courage'"):
        styles.studied("seventh_army", Side.GERMAN)
    styles.studied.cache_clear()
