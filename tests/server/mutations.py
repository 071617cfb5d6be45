"""Hostile input by the thousand, the same for the same seed."""

from __future__ import annotations

import copy
import json
import os
import random
from typing import Any

#: How many times the usual number of mutations; the suite runs once, a long night may run more.
TIMES = int(os.environ.get("ARDENNES_HOSTILE", "1"))

JUNK: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    0,
    1,
    3,
    255,
    256,
    65_535,
    1_000_000,
    2**31,
    2**63,
    -(2**63) - 1,
    10**30,
    0.5,
    1e300,
    "",
    "x",
    "²",
    "0",
    "-1",
    "\x00",
    "__class__",
    "é" * 300,
    [],
    {},
    [[]],
    [0, 0],
    [-1],
    [1_000_000],
    {"0": 1},
    {"²": 1},
    {"-1": 1},
    ["Turn", {}],
    [["Turn", {"day": 10**9}]],
)


def mutated(value: Any, rng: random.Random) -> Any:
    """A copy of JSON data with one place in it changed, dropped, doubled or swapped."""
    data = copy.deepcopy(value)
    spots: list[tuple[Any, Any]] = []
    _collect(data, spots)
    holder, key = rng.choice(spots)
    kind = rng.randrange(6)
    if kind == 0 and isinstance(holder, list):
        del holder[key]
    elif kind == 0:
        holder.pop(key)
    elif kind == 1 and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))
    elif kind == 1:
        holder[f"{key}x"] = copy.deepcopy(holder[key])
    elif kind == 2 and type(holder[key]) is int:
        holder[key] += rng.choice((-1, 1, 7, 100, 10_000))
    elif kind == 3:
        other, where = rng.choice(spots)
        holder[key] = copy.deepcopy(other[where])
    elif kind == 4:
        holder[key] = nested(rng.choice((3, 40, 400)))
    else:
        holder[key] = copy.deepcopy(rng.choice(JUNK))
    return data


def _collect(data: Any, spots: list[tuple[Any, Any]]) -> None:
    # A long list counts for a few of its places only, so that short fields are changed as often.
    if isinstance(data, dict):
        items: list[tuple[Any, Any]] = list(data.items())
    else:
        items = list(enumerate(data[:6]))
    for key, item in items:
        spots.append((data, key))
        if isinstance(item, dict | list):
            _collect(item, spots)


def nested(depth: int) -> Any:
    """A list in a list in a list."""
    data: Any = 0
    for _ in range(depth):
        data = [data]
    return data


def garbled(text: str, rng: random.Random) -> str:
    """A text with one to three of its lines or characters changed."""
    for _ in range(rng.randrange(1, 4)):
        lines = text.split("\n")
        at = rng.randrange(len(lines))
        kind = rng.randrange(9)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(at, lines[rng.randrange(len(lines))])
        elif kind == 2:
            lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
        elif kind == 3:
            lines = lines[:at]
        elif kind == 4:
            words = lines[at].split(" ")
            words[rng.randrange(len(words))] = rng.choice(
                ("²", "--5", "9" * 5000, "-1", "", ">", "__init__", "\x00", "x" * 3000, "None", "\u2028", "1e9")
            )
            lines[at] = " ".join(words)
        elif kind == 5:
            lines[at] += rng.choice((" > 1", " > 99", " > ²", " > " + "9" * 5000, " 7", "\x1c", "[" * 900))
        elif kind == 6:
            spot = rng.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:spot] + chr(rng.randrange(1, 0x3000)) + lines[at][spot:]
        elif kind == 7:
            lines[at] = rng.choice(
                ("rules ²", "rules 0", "seed --5", "option x on", "moves", "table 0 {}", "position 0")
            )
        else:
            lines[at] = lines[at].swapcase()
        text = "\n".join(lines)
    return text


def deep_json(depth: int) -> str:
    """JSON nested beyond what any reader follows."""
    return "[" * depth + "]" * depth


def frames(rng: random.Random, at: int) -> bytes | str:
    """A message over a socket, more or less like those of a client."""
    good: dict[str, Any] = rng.choice(
        (
            {"t": "act", "at": at, "verb": "unit", "target": 3},
            {"t": "undo", "at": at, "all": False},
            {"t": "why", "at": at, "target": 3, "verbs": ["unit"]},
            {"t": "hints", "at": at},
            {"t": "odds", "at": at, "verb": "area", "target": 3},
            {"t": "shade", "at": at, "overlay": "supply"},
            {"t": "inspect", "at": at, "place": 21},
        )
    )
    kind = rng.randrange(8)
    if kind == 0:
        return "".join(chr(rng.randrange(1, 0x2FF)) for _ in range(rng.randrange(200)))
    if kind == 1:
        return rng.randbytes(rng.randrange(200))
    if kind == 2:
        return json.dumps(good)[: rng.randrange(40)]
    if kind == 3:
        return deep_json(rng.randrange(1000))
    if kind == 4:
        return json.dumps({**good, "verb": rng.choice(("__class__", "copy", "play", "", "unit", "area", "x" * 500))})
    if kind == 5:
        return json.dumps({**good, "target": rng.choice((-1, 255, 10**6, 2**63, -(2**70), 10**400, None, "1", 1.5))})
    return json.dumps(mutated(good, rng))
