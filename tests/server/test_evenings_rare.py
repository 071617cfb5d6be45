"""What whole evenings do not meet is set up, told to everybody at the table and answered."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from ardennes.kernel import saves
from ardennes.titles import KEYS
from tests.server.club import Club
from tests.server.evenings import EVENINGS, Company, Met, alone, cards_of, kinds_of_steps
from tests.server.sought import Way, ways


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """One server for all that is set up."""
    club = Club(tmp_path_factory.mktemp("rare") / "games.sqlite3")
    yield club
    club.close()


def everything(title: str) -> set[Met]:
    """Every kind of decision and of chance, every card, and all that is ever in a cup."""
    found: set[Met] = {(step, None) for step in kinds_of_steps(title)}
    for evening in EVENINGS:
        if evening.title == title:
            found |= {*alone(evening).could} | cards_of(evening.game)
    return found


def met_by_evenings(title: str) -> set[Met]:
    return {what for evening in EVENINGS if evening.title == title for what in alone(evening).met}


@pytest.mark.parametrize("title", KEYS)
def test_what_no_evening_meets_is_set_up_told_and_answered(
    house: Club, title: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever adds a step, a chit or a card that no evening meets adds a position to `rare`."""
    caplog.set_level(logging.WARNING)
    left = everything(title) - met_by_evenings(title)
    for way in ways(title, left):
        follow(house, way)
        left -= way.met
    assert left == set(), "met by no evening, and no position leads there"
    assert [record.getMessage() for record in caplog.records] == []


def follow(house: Club, way: Way) -> None:
    """A game that begins where a way does, played along it, with all questions asked at its end."""
    made = house.open(saves.dump(way.start), ("person", "person"))
    company = Company(house, made, way.start.game, "rare")
    company.agree()
    company.follow(way.answers)
    company.open_anew()
    company.ask()
    company.shade_all()
    if company.mover is not None:
        company.answer(company.rng)
    company.agree()
    assert company.left_in_english == []
    company.close()


def test_a_kind_of_step_that_nothing_leads_to_is_named() -> None:
    """The search gives up where there is no way, and whoever counts is left with the name."""
    wanted: set[Met] = {("NoSuchStep", None)}
    assert [way.met for way in ways("tigers_in_the_mist", wanted)] == []
