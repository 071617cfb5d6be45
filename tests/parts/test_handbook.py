"""The rules help tells cases, not test plans."""

from __future__ import annotations

import re

import pytest

from ardennes.parts.data.tables import DataFolder
from ardennes.parts.eye.handbook import LedgerRow, told
from ardennes.titles import KEYS, find

#: The three words where they hold a case together; inside a sentence they are ordinary ones.
SKELETON = re.compile(r"\bgiven\b|(^|[.;:] )(when|then)\b|\bwhen\b[^.;]*[^,d] then\b", re.IGNORECASE)


@pytest.mark.parametrize("key", KEYS)
def test_no_row_of_a_ledger_shows_its_skeleton(key: str):
    for row in DataFolder(find(key).data).rows("ledger.csv", LedgerRow):
        case = told(row.given_when_then)
        assert not SKELETON.search(case), case
        assert not re.search(r"\s[.:;,]|[:;]{2}|: *$|  ", case), case
        assert case == "" or (case.endswith(".") and not case[0].islower()), case
        # nothing is lost on the way but the three words, and a word for looking
        kept = re.findall(r"\d+", case)
        assert kept == re.findall(r"\d+", row.given_when_then), case


@pytest.mark.parametrize(
    ("text", "case"),
    [
        ("Given a US unit when it moves then it stops.", "A US unit. It moves: it stops."),
        ("Given exactly 40 VPs when checked then a victory.", "Exactly 40 VPs: a victory."),
        ("Given X; when it is blown; then refused; given Y; then fine.", "X. It is blown: refused. Y: fine."),
        ("Given a head 4 hexes away then supplied; 5 away then not.", "A head 4 hexes away: supplied. 5 away: not."),
        ("Given a call when it rolls 8 then made, and 9 then not.", "A call. It rolls 8: made. 9: not."),
        ("Given A when B then C and then D, then E.", "A. B: C and then D, then E."),
        ("Given a town when he enters then +3, when he leaves then +3.", "A town. He enters: +3. He leaves: +3."),
        ("Given woods when it goes woods then clear then 3 MP.", "Woods. It goes woods then clear: 3 MP."),
        ("Given Dietrich when released then refused.", "Dietrich. Released: refused."),
        ("", ""),
    ],
)
def test_a_case_is_told(text: str, case: str):
    assert told(text) == case
