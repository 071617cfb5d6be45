"""What the scenes of all titles have alike: the two players, verbs as a client knows them, the key of the drawn map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from ardennes.kernel import Game, Verbs
from ardennes.parts.eye.scenery import Link, Place, Point, Scene, Sheet, SideInfo, Stop, Verb

SIDES = [SideInfo("german", "Germans", "German"), SideInfo("allied", "Allies", "Allied")]


def verbs_of(verbs: Verbs) -> list[Verb]:
    """The verbs of a title as a client needs to know them; cards are offered by number."""
    found = []
    for verb in verbs.by_key.values():
        drawn = "none" if verb.kind is None else verb.kind.drawn
        target = "number" if drawn == "card" else drawn
        found.append(Verb(verb.key, target, verb.gesture, verb.name, verb.hint, letter=verb.letter))
    return found


def sheet_key(sheet: bytes) -> str:
    """A key that changes whenever the drawn map does."""
    return blake2b(sheet, digest_size=8).hexdigest()


def scene_of(game: Game, sheet: bytes, **more: Any) -> Scene:
    """A scene from what a title has: the rest is empty, or follows from the game."""
    title, scenario = game.title, next(s for s in game.title.scenarios if s.key == game.scenario)
    given: dict[str, Any] = {
        "title": title.key,
        "name": title.name,
        "scenario": scenario.key,
        "scenario_name": scenario.name,
        "length": scenario.length,
        "note": scenario.note,
        "options": dict(game.options),
        "sheet": sheet_key(sheet),
        "sides": SIDES,
        "verbs": verbs_of(title.verbs),
        "turns": [Stop("only", "The game", "")],
        "score_name": "points",
        "limits": "",
        "gone": 0xFFFF,
    }
    empty = ("victory", "services", "places", "links", "crossings", "pieces", "reserves", "marks", "overlays", "levels")
    return Scene(**({key: [] for key in empty} | given | more))


def blank_look(pieces: int) -> dict[str, Any]:
    """The fields of a look that a title without such things leaves empty; `Title.laid` lays its own over them."""
    zeros = [0] * pieces
    empty: dict[str, list[int]] = {name: [] for name in ("control", "down", "tokens", "freed")}
    return {"turn": 0, "score": 0, "marks": zeros, "spent": zeros, "strength": [1] * pieces, **empty}


#: Half the side of a place on a plain map, and the margin around all of them.
HALF, MARGIN = 70, 120


def plain_place(id_: int, name: str, at: Point) -> Place:
    """A square place of a small map."""
    outline = f"M{at[0] - HALF} {at[1] - HALF}h{2 * HALF}v{2 * HALF}h-{2 * HALF}z"
    return Place(id_, name, name, "area", at, at, at, outline=outline)


def plain_sheet(places: Sequence[Place], links: Sequence[Link]) -> bytes:
    """A small map drawn without a draughtsman: discs with names, and lines between them."""
    at: Mapping[int, Point] = {place.id: place.at for place in places}
    ways = [f'<path d="M{at[w.a][0]} {at[w.a][1]}L{at[w.b][0]} {at[w.b][1]}"/>' for w in links]
    discs = [f'<circle cx="{p.at[0]}" cy="{p.at[1]}" r="{HALF}"/>' for p in places]
    names = [f'<text x="{p.at[0]}" y="{p.at[1] + HALF + 25}">{p.name}</text>' for p in places]
    drawing = (
        f'<g stroke="#7a5a33" stroke-width="12">{"".join(ways)}</g><g fill="#cdbb94">{"".join(discs)}</g>'
        f'<g text-anchor="middle" font-size="24">{"".join(names)}</g>'
    )
    width, height = (max(point[axis] for point in at.values()) + MARGIN for axis in (0, 1))
    return msgspec.json.encode(Sheet(width, height, HALF, [], [], [], {}, drawing))
