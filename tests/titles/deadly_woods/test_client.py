"""What the browser client is told of a game: all of it fits together, in every position of a bold game."""

import json
from pathlib import Path

import msgspec
import pytest

from ardennes.board.cells import cells
from ardennes.kernel import Action, Game, Side, Unknown
from ardennes.parts.eye.scenery import Look
from ardennes.titles.deadly_woods import TITLE
from ardennes.titles.deadly_woods.box.numbers import DATA
from ardennes.titles.deadly_woods.box.tables import AssetKind, Chit
from ardennes.titles.deadly_woods.rules.zones import zone
from ardennes.titles.deadly_woods.state import BOX, OFF_MAP
from ardennes.titles.deadly_woods.table import look
from tests.titles.deadly_woods.record import bold_game
from tests.titles.deadly_woods.table import Table

GAME = Game.of(TITLE, "german_attack")
SCENE = TITLE.scene(GAME)
LEDGER = {line.partition(",")[0] for line in (DATA / "ledger.csv").read_text(encoding="utf-8").splitlines()}
SYMBOLS = Path(__file__).parents[3] / "web" / "symbols.json"


@pytest.fixture(scope="module")
def played():
    """Positions of a bold game, every thirty-first decision, with what happened."""
    found = []
    match = bold_game(GAME, 3, lambda m: found.append(m.state.copy()) if len(m.moves) % 31 == 0 else None)
    return match, [g for g in found if g.stack]


def told(g) -> Look:
    return msgspec.convert(json.loads(msgspec.json.encode(TITLE.look(g.sight(g.side)))), Look)


def test_every_hex_bridge_and_verb_is_on_the_scene():
    hexmap = GAME.data.map
    assert [place.id for place in SCENE.places] == list(hexmap.grid.cells)
    assert [crossing.id for crossing in SCENE.crossings] == list(range(len(hexmap.bridges)))
    assert {v.key for v in SCENE.verbs} == set(TITLE.domain(GAME))
    assert [piece.id for piece in SCENE.pieces] == list(range(len(GAME.data.units) + len(GAME.data.assets)))


def test_rules_told_by_the_scene_are_in_the_ledger():
    rules = [mark.rule for mark in SCENE.marks] + [overlay.rule for overlay in SCENE.overlays]
    rules += [chit.rule for chit in SCENE.chits] + [track.rule for track in SCENE.tracks]
    rules += [table.rule for table in SCENE.tables] + [reserve.rule for reserve in SCENE.reserves]
    rules += [badge.rule for place in SCENE.places for badge in place.badges]
    rules += [fact.rule for piece in SCENE.pieces for fact in piece.facts if fact.rule]
    for scenario in ("german_attack", "campaign"):
        rules += [fact.rule for fact in TITLE.scene(Game.of(TITLE, scenario)).victory]
    assert [rule for rule in rules if rule not in LEDGER] == []


def test_every_symbol_is_drawn_by_the_client():
    drawn = json.loads(SYMBOLS.read_text(encoding="utf-8"))
    assert {piece.symbol[4:10] for piece in SCENE.pieces} <= set(drawn)


@pytest.mark.rule("DW-2.3.1.1b")
def test_counters_show_a_face_for_every_step():
    by_name = {piece.name: piece for piece in SCENE.pieces}
    assert by_name["1SS/Peiper"].faces == ["8-6-6", "5-4-6", "(2-2-6)"]
    assert by_name["1SS/Peiper"].strength == 3
    assert len(by_name["101/502"].faces) == 2
    assert by_name["VdH"].faces == ["(1-1-0)"]


def test_victory_tells_the_handicap():
    plain = TITLE.scene(Game.of(TITLE, "german_attack"))
    harder = TITLE.scene(Game.of(TITLE, "german_attack", {"handicap": 2}))
    assert "need 4 VP hexes" in plain.victory[1].text
    assert "need 6 VP hexes" in harder.victory[1].text
    assert "with 6 of them" in harder.victory[2].text, "sudden death is never easier than the end"
    assert [level.low for level in harder.levels] == [6, 0]
    easiest = TITLE.scene(Game.of(TITLE, "campaign", {"handicap": -3}))
    assert [level.low for level in easiest.levels] == [1, 0], "nobody wins without a single hex"


@pytest.mark.rule("DW-3.4f")
def test_a_handicap_counts_at_the_end():
    held = ["St. Vith", "Bastogne", "Houffalize", "Malmédy"]
    for handicap, winner in ((0, Side.GERMAN), (1, Side.ALLIED)):
        t = Table(
            "T6 end",
            "d: Allied infantry at 0303",
            german=held,
            scenario="german_attack",
            options={"handicap": handicap},
        )
        assert t.g.result.winner is winner


def test_a_look_tells_every_position(played):
    _, positions = played
    assert len(positions) > 15
    for g in positions:
        seen = told(g)
        count = len(g.place)
        assert [p for p in seen.place if 0 < p < OFF_MAP] == [p for p in (*g.place, *g.asset) if p < OFF_MAP]
        assert {unit for unit in range(count) if seen.marks[unit] & 1} == {u for u in range(count) if g.lost[u]}
        assert [bridge for bridge, _ in seen.down] == cells(g.blown)
        assert seen.choices == {verb: list(targets) for verb, targets in g.choices().items()}
        assert TITLE.look(g.sight(None))["choices"] == {}


@pytest.mark.rule("DW-2.2.2a")
def test_the_cup_tells_what_is_in_it_and_what_was_drawn(played):
    _, positions = played
    for g in positions:
        cup = told(g).cup
        assert {one.chit: one.count for one in cup.inside} == {n: count for n, count in enumerate(g.cup) if count}
        assert [one.chit for one in cup.drawn] == [chit for chit, _ in g.rounds]
        assert sum(one.now for one in cup.drawn) <= 1
        if cup.odds:
            german, allied = cup.odds[0].chance, cup.odds[1].chance
            assert german + allied == pytest.approx(1)


def test_a_supply_check_is_no_round_of_the_track():
    t = Table("T4 German move", "a: German armor at 2418", track=[("supply_check", "supply_check")])
    drawn = look.laid(t.g.sight(t.g.side))["cup"].drawn
    check = next(one for one in drawn if one.chit == Chit.SUPPLY_CHECK)
    assert (check.counts, check.when) == (False, "")
    assert drawn[-1].now


@pytest.mark.rule("DW-14.4e2")
def test_the_opening_rounds_permit_less_and_say_so():
    g = GAME.start(1)
    (now,) = look.laid(g.sight(None))["cup"].drawn
    assert now.note == "Combat round. Every unit next to an enemy may attack."
    later = Table("T4 German move", "a: German armor at 2418")
    assert "armor that did not move may attack" in look.laid(later.g.sight(None))["cup"].drawn[-1].note


def test_assets_lie_in_their_boxes_and_on_the_map():
    t = Table("T4 German move", "a: German armor at 2418", assets={"A-ENG-V-1": "3306"})
    seen, first = told(t.g), len(t.g.place)
    german, allied = seen.trays
    engineer = next(n for n, asset in enumerate(t.g.box.assets) if asset.id == "A-ENG-V-1")
    assert seen.place[first + engineer] == t.g.box.map.cell("3306")
    assert first + engineer not in allied.pieces
    guns = t.g.box.assets_of(Side.GERMAN, AssetKind.ARTILLERY)
    assert {first + n for n in guns if t.g.asset[n] == BOX} <= set(german.pieces)


def test_every_choice_has_a_meaning(played):
    _, positions = played
    moves = 0
    for g in positions:
        for verb, targets in g.choices().items():
            for target in list(targets)[:6]:
                hint = TITLE.hint(g.sight(g.side), Action(verb, target))
                assert hint.label
                if len(hint.path) > 1:
                    moves += 1
                    assert hint.path[-1] == target
                    grid = g.box.grid
                    assert all(grid.adjacent(a, b) for a, b in zip(hint.path, hint.path[1:], strict=False))
    assert moves > 0


def test_a_battle_tells_who_fights_and_who_could():
    t = Table("T4 German combat", "a: G-26-a at 2418; b: G-26-b at 2418; d: Allied infantry V at 2518")
    while "hex" not in t.g.choices():
        t.end()
    t.do("hex", "2518")
    t.do("unit", "b")
    seen = told(t.g)
    assert seen.battle.attackers == [t.unit("a")]
    assert seen.battle.able == [t.unit("b")]
    assert seen.battle.defenders == [t.unit("d")]
    assert seen.focus == t.g.box.map.cell("2518")


def test_every_event_has_a_picture_without_marks_a_client_does_not_know(played):
    match, _ = played
    kinds = set()
    for move in match.moves:
        for event in move.events:
            picture = TITLE.picture(GAME, event)
            kinds.add(picture.kind)
            for unknown in ("{asset:", "{formation:", "{chit:", "{army:"):
                assert unknown not in picture.text
    assert {"move", "note", "impulse", "loss", "bridge"} <= kinds


def test_overlays_show_zones_supply_areas_and_leashes():
    g = GAME.start(1)
    sight = g.sight(None)
    german = zone(g, Side.GERMAN)
    shading = TITLE.shade(sight, "zones")
    assert {cell for cell, tint in shading.places.items() if tint in ("german", "both")} == set(cells(german))
    assert TITLE.shade(sight, "supply").places[g.box.bastogne] in ("allied", "both")
    armies = TITLE.shade(sight, "armies")
    assert armies.places[g.box.st_vith] == "medium"
    assert "boundaries bind" in armies.legend["low"]
    assert "high" in TITLE.shade(sight, "leashes").places.values(), "the 14th Parachute Regiment is bound on turn 1"
    entries = TITLE.shade(sight, "entries")
    assert sorted(set(entries.notes.values())) == list("ABCDEFGHIJKLM")
    with pytest.raises(Unknown):
        TITLE.shade(sight, "weather")


def test_the_rules_help_tells_every_row_of_the_ledger():
    ids = {rule.id for chapter in TITLE.handbook().chapters for rule in chapter.rules}
    assert ids == LEDGER - {"id"}
