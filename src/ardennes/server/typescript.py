"""The shapes that travel, as TypeScript: `python -m ardennes.server.typescript > web/src/wire/types.ts`."""

from __future__ import annotations

from msgspec import inspect as look

from ardennes.lab import luck
from ardennes.parts import odds
from ardennes.parts.eye import learning, scenery
from ardennes.parts.mind import advice
from ardennes.server import messages

HEADER = """// Written by `python -m ardennes.server.typescript`; do not edit.
// A test compares this file with the server's shapes.
"""

#: Fields that are `Any` in Python because the server passes on what a title made.
KNOWN = {
    ("Welcome", "look"): "Look",
    ("Position", "look"): "Partial<Look>",
    ("Frame", "look"): "Partial<Look>",
    ("Frames", "look"): "Look",
    ("Replay", "look"): "Look",
    ("Meaning", "hints"): "Hint[]",
    ("ToldOdds", "forecast"): "Forecast | null",
    ("Shaded", "shading"): "Shading",
}

#: Names that mean two things in Python; a browser needs both at once.
RENAMED: dict[type, str] = {
    messages.Forecast: "ToldOdds",
    messages.Because: "ToldWhy",
    odds.Chance: "Headline",
    advice.Reason: "Argument",
    luck.Battle: "Throw",
    luck.Point: "Moment",
}

ROOTS: tuple[type, ...] = (
    scenery.Scene,
    scenery.Sheet,
    scenery.MapPage,
    scenery.Look,
    scenery.Hint,
    scenery.Shading,
    scenery.Handbook,
    learning.Learning,
    odds.Forecast,
    *messages.FromClient.__args__,
    *messages.ToClient.__args__,
    messages.Menu,
    messages.NewGame,
    messages.GameInfo,
    messages.Replay,
    messages.WrittenOrder,
    messages.Review,
    messages.Problem,
)


def name_of(cls: type) -> str:
    """A shape's name in TypeScript."""
    return RENAMED.get(cls, cls.__name__)


def word(kind: look.Type, found: dict[type, look.StructType]) -> str:
    """A type in TypeScript's words; shapes it mentions are added to `found`."""
    if isinstance(kind, look.StructType):
        _add(kind, found)
        return name_of(kind.cls)
    if isinstance(kind, look.IntType | look.FloatType):
        return "number"
    if isinstance(kind, look.StrType):
        return "string"
    if isinstance(kind, look.BoolType):
        return "boolean"
    if isinstance(kind, look.NoneType):
        return "null"
    if isinstance(kind, look.LiteralType):
        return " | ".join(f'"{value}"' for value in sorted(map(str, kind.values)))
    if isinstance(kind, look.UnionType):
        return " | ".join(dict.fromkeys(word(part, found) for part in kind.types))
    if isinstance(kind, look.TupleType):
        return "[" + ", ".join(word(part, found) for part in kind.item_types) + "]"
    if isinstance(kind, look.NamedTupleType):
        return "[" + ", ".join(word(field.type, found) for field in kind.fields) + "]"
    if isinstance(kind, look.ListType | look.VarTupleType):
        inner = word(kind.item_type, found)
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if isinstance(kind, look.DictType):
        key = "number" if isinstance(kind.key_type, look.IntType) else "string"
        return f"Record<{key}, {word(kind.value_type, found)}>"
    if isinstance(kind, look.AnyType):
        return "unknown"
    raise TypeError(f"no TypeScript for {kind}")


def _add(kind: look.StructType, found: dict[type, look.StructType]) -> None:
    if kind.cls not in found:
        found[kind.cls] = kind
        for field in kind.fields:
            word(field.type, found)


def interface(kind: look.StructType, found: dict[type, look.StructType]) -> str:
    """One shape."""
    name = name_of(kind.cls)
    lines = [f"/** {(kind.cls.__doc__ or '').strip().splitlines()[0]} */", f"export interface {name} {{"]
    if kind.tag_field:
        lines.append(f'  {kind.tag_field}: "{kind.tag}";')
    sparse = kind.cls.__struct_config__.omit_defaults
    for field in kind.fields:
        type_ = KNOWN.get((name, field.encode_name), word(field.type, found))
        optional = "?" if not field.required and (sparse or kind.cls in _FROM_CLIENT) else ""
        lines.append(f"  {field.encode_name}{optional}: {type_};")
    return "\n".join([*lines, "}"])


_FROM_CLIENT = (*messages.FromClient.__args__, messages.NewGame)


def types() -> str:
    """The whole file."""
    found: dict[type, look.StructType] = {}
    for kind in look.multi_type_info(ROOTS):
        assert isinstance(kind, look.StructType)
        _add(kind, found)
    parts = [interface(kind, found) for kind in list(found.values())]
    ours = " | ".join(name_of(cls) for cls in messages.FromClient.__args__)
    theirs = " | ".join(name_of(cls) for cls in messages.ToClient.__args__)
    parts += [f"export type FromClient = {ours};", f"export type ToClient = {theirs};"]
    return HEADER + "\n" + "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    print(types(), end="")
