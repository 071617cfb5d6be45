"""What the browser client is told of a game: all of it fits together, in every position of a random game."""

import json
import random
from pathlib import Path

import msgspec
import pytest

from ardennes.board.cells import cells
from ardennes.kernel import Action, Game, Match, Side, Unknown
from ardennes.parts.data.tables import DataFolder
from ardennes.parts.eye.scenery import Look
from ardennes.titles import find
from ardennes.titles.bitter_woods.box import OFF_MAP
from ardennes.titles.bitter_woods.box.scenarios import DATA
from ardennes.titles.bitter_woods.rules import zones
from ardennes.titles.bitter_woods.table import overlays, scene

TITLE = find("bitter_woods")
GAME = Game.of(TITLE, "six_turn")
SCENE = TITLE.scene(GAME)
LEDGER = {line.partition(",")[0] for line in (DATA / "ledger.csv").read_text(encoding="utf-8").splitlines()}
SYMBOLS = Path(__file__).parents[3] / "web" / "symbols.json"


@pytest.fixture(scope="module")
def played():
    """Positions of a random game, every thirty-first decision, with what happened."""
    dice = random.Random(3)
    match = Match(GAME, 5)
    found = []
    for number in range(1200):
        if match.state.result is not None:
            break
        offer = [Action(verb, target) for verb, targets in match.state.choices().items() for target in targets]
        match.play(dice.choice(offer))
        if number % 31 == 0:
            found.append(match.state.copy())
    return match, found


def test_every_hex_and_bridge_is_on_the_scene():
    hexmap = GAME.data.map
    assert [place.id for place in SCENE.places] == list(hexmap.grid.cells)
    assert [crossing.id for crossing in SCENE.crossings] == list(range(len(hexmap.bridges)))
    assert {v.key for v in SCENE.verbs} == set(TITLE.domain(GAME))


def test_rules_told_by_the_scene_are_in_the_ledger():
    told = [mark.rule for mark in SCENE.marks] + [overlay.rule for overlay in SCENE.overlays]
    told += [fact.rule for fact in SCENE.victory] + [table.rule for table in SCENE.tables]
    told += [badge.rule for place in SCENE.places for badge in place.badges]
    assert [rule for rule in told if rule not in LEDGER] == []
    campaign = TITLE.scene(Game.of(TITLE, "campaign"))
    assert [fact.rule for fact in campaign.victory if fact.rule not in LEDGER] == []


def test_every_symbol_is_drawn_by_the_client():
    drawn = json.loads(SYMBOLS.read_text(encoding="utf-8"))
    assert {piece.symbol[4:10] for piece in SCENE.pieces} <= set(drawn)


def test_counters_show_both_their_sides():
    peiper = next(piece for piece in SCENE.pieces if piece.name == "1SS/Peiper")
    assert peiper.faces == ["15-6-5", "8-6-5"]


def test_the_table_of_results_is_told_whole():
    (table,) = SCENE.tables
    assert table.columns[0] == "1-6"
    assert dict(table.rows)["1"][:3] == ["1A2", "A2", "A2"]


def test_bridges_are_not_printed_on_the_sheet_of_a_game():
    sheet = msgspec.json.decode(TITLE.sheet(GAME))
    assert 'id="rivers"' in sheet["drawing"]
    assert 'id="bridges"' not in sheet["drawing"]


def test_a_look_tells_every_position(played):
    _, positions = played
    assert len(positions) > 20
    for g in positions:
        told = msgspec.convert(json.loads(msgspec.json.encode(TITLE.look(g.sight(g.side)))), Look)
        assert [p for p, real in zip(told.place, g.place, strict=True) if real < OFF_MAP] == [
            p for p in g.place if p < OFF_MAP
        ]
        assert {unit for unit, bits in enumerate(told.marks) if bits & 1} == set(cells(g.reduced))
        assert [bridge for bridge, _ in told.down] == cells(g.blown)
        assert told.choices == {verb: list(targets) for verb, targets in g.choices().items()}
        assert TITLE.look(g.sight(None))["choices"] == {}


def test_every_choice_has_a_meaning(played):
    _, positions = played
    moves = 0
    for g in positions:
        for verb, targets in g.choices().items():
            for target in list(targets)[:6]:
                hint = TITLE.hint(g.sight(g.side), Action(verb, target))
                assert hint.label
                if hint.path:
                    moves += 1
                    assert hint.path[-1] == target
                    grid = g.box.map.grid
                    assert all(grid.adjacent(a, b) for a, b in zip(hint.path, hint.path[1:], strict=False))
    assert moves > 0


def test_every_event_has_a_picture(played):
    match, _ = played
    kinds = {TITLE.picture(GAME, event).kind for move in match.moves for event in move.events}
    assert {"move", "note", "impulse"} <= kinds


def test_overlays_show_zones_and_supply():
    g = GAME.start(1)
    shading = overlays.shade(g.sight(None), "zones")
    german = zones.zone(g, Side.GERMAN)
    assert {cell for cell, tint in shading.places.items() if tint in ("german", "both")} == set(cells(german))
    supply = overlays.shade(g.sight(None), "supply")
    bastogne = g.box.bastogne
    assert supply.places[bastogne] == "both", "on 16AM every German unit is in supply (12.3)"
    assert overlays.shade(g.sight(None), "sectors").places[g.box.st_vith] == "medium"
    with pytest.raises(Unknown):
        TITLE.shade(g.sight(None), "weather")


def test_the_rules_help_has_every_chapter_of_the_basic_game():
    book = TITLE.handbook()
    told = {rule.id for chapter in book.chapters for rule in chapter.rules}
    rows = DataFolder(DATA).rows("ledger.csv", _Row)
    basic = {row.id for row in rows if row.section.split(".")[0].isdigit() and int(row.section.split(".")[0]) <= 17}
    assert basic <= told


class _Row(msgspec.Struct, frozen=True):
    id: str
    section: str
    kind: str = ""
    obligation: str = ""
    given_when_then: str = ""


def test_the_turn_track_tells_weather_and_aircraft():
    stops = {stop.key: stop.note for stop in scene.scene(Game.of(TITLE, "campaign")).turns}
    assert stops["16AM"] == ""
    assert stops["17AM"] == "2 German aircraft, 2 Allied aircraft"
    assert any("mud" in note for note in stops.values())
