"""What a client shows of leaders, fuel dumps and events: overlays, marks, markers in hexes, tracks."""

from ardennes.kernel import Side
from ardennes.titles.bitter_woods.table import overlays, scene, tracks
from tests.titles.bitter_woods.table import Table


def test_the_range_of_leaders_is_an_overlay_where_there_are_leaders():
    t = Table("20AM German", "Middleton at 3814; Manteuffel at 3820", options=("leaders",))
    assert [o.key for o in scene.overlays(t.box)][-1] == "leaders"
    assert [o.key for o in scene.overlays(Table("20AM German").box)] == ["zones", "supply", "sectors"]
    shown = overlays.shade(t.g.sight(Side.GERMAN), "leaders")
    assert shown.places[t.hex("3814")] == "allied"
    assert shown.places[t.hex("3820")] == "german"
    assert shown.places[t.hex("3817")] == "both"
    assert "Middleton (1 left)" in shown.notes[t.hex("3814")]
    used = bytes(int(unit == t.unit("Middleton")) for unit in range(len(t.g.place)))
    t = Table("20AM German", "Middleton at 3814; Manteuffel at 3820", options=("leaders",), influenced=used)
    assert t.hex("3814") not in overlays.shade(t.g.sight(Side.GERMAN), "leaders").places


def test_counters_of_leaders_say_influence_range_and_movement():
    t = Table("20AM German", "Patton at 3814", options=("leaders",))
    piece = scene.piece(t.box, t.unit("Patton"))
    assert piece.faces == ["3-5-5", "3-5-5"]
    assert piece.factors == "influence 3, range 5, movement 5"
    assert piece.kind == "leader"
    assert t.g.describe(t.unit("Patton")) == "Patton 3-5-5"


def test_a_track_shows_what_leaders_can_still_do():
    t = Table("18AM German", "Middleton at 3814", options=("leaders",))
    (track,) = tracks.tracks(t.box)
    shown = [(track.spaces[marker.at].name, marker.text) for marker in tracks.markers(t.g)]
    assert shown == [("Middleton", "1 left")]
    assert tracks.tracks(Table("18AM German").box) == []


def test_the_overlay_of_dumps_is_the_same_for_both_sides_and_shrinks_with_the_search():
    t = Table("18AM German", "a: German armor at 3814", options=("fuel_dumps",))
    shown = overlays.shade(t.g.sight(Side.GERMAN), "dumps")
    assert set(shown.places) == set(t.box.matrix.sites[0]) | set(t.box.matrix.sites[1])
    assert shown == overlays.shade(t.g.sight(Side.ALLIED), "dumps")
    first = min(t.box.matrix.sites[0])
    t = Table("18AM German", "a: German armor at 3814", options=("fuel_dumps",), searched=1 << first)
    assert first not in overlays.shade(t.g.sight(Side.GERMAN), "dumps").places
