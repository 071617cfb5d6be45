"""The server's interface as a page, from what the code declares.

`python -m ardennes.server.reference > docs/api.md` writes it.
"""

from __future__ import annotations

import inspect
from typing import Any

import msgspec
from msgspec import NODEFAULT
from msgspec import inspect as look

from ardennes.server import messages
from ardennes.server.app import App
from ardennes.server.typescript import KNOWN, name_of, word

HEADER = """# The server's interface

<!-- Written by `python -m ardennes.server.reference`; a test compares it with the code. -->

For programs that play on a server as the browser client does. A running server describes its HTTP part by itself, with
every shape, at `/api/schema/openapi.json`. Types are written as TypeScript writes them; shapes that are only named here
stand in that description or in `web/src/wire/types.ts`.

A program on the same machine as the server may list and start games; from elsewhere one plays by a seat's secret token.

## HTTP
"""

PLAY = """
## WebSocket

All play goes over `/play/TOKEN`, as text messages with one JSON object each; `t` says which one it is. The server
begins with `welcome`. Whoever answers a decision says at which position he looked (`at`). A question is answered by the
message of the same name, or as its line says.
"""


def routes() -> list[str]:
    """Every request there is, with its answer."""
    lines = ["| request | what it does | answer |", "| --- | --- | --- |"]
    document = App(None).api.openapi_schema.to_schema()
    for path, operations in sorted(document["paths"].items()):
        for method, operation in sorted(operations.items()):
            text = _cell(operation.get("description", operation.get("summary", "")))
            lines.append(f"| `{method.upper()} {path}` | {text} | {_answer(operation['responses'])} |")
    return lines


def _answer(responses: dict[str, Any]) -> str:
    """What comes back when all is well."""
    ((_, found),) = [(status, answer) for status, answer in responses.items() if status.startswith("2")]
    for kind, content in found.get("content", {}).items():
        return f"`{_shape(content.get('schema', {}))}`" if kind == "application/json" else kind
    return ""


def _shape(schema: dict[str, Any]) -> str:
    """A schema in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if schema.get("type") == "array":
        return f"{_shape(schema['items'])}[]"
    if schema.get("type") == "object":
        return f"Record<string, {_shape(schema['additionalProperties'])}>"
    return " or ".join(_shape(one) for one in schema["oneOf"]) if "oneOf" in schema else str(schema["type"])


def message(cls: type) -> list[str]:
    """A message: what it is for, and its fields."""
    kind = look.type_info(cls)
    assert isinstance(kind, look.StructType)
    lines = [f"#### `{kind.tag}`", "", " ".join(inspect.cleandoc(cls.__doc__ or "").split()), ""]
    rows = []
    for field in kind.fields:
        type_ = KNOWN.get((name_of(cls), field.encode_name), word(field.type, {}))
        rest = "" if field.required else f"`{_json(field.default)}` if left out"
        rows.append(f"| `{field.encode_name}` | `{_cell(type_)}` | {rest} |")
    return [*lines, "| field | type | |", "| --- | --- | --- |", *rows, ""] if rows else lines


def _json(value: object) -> str:
    """A default, also one that is made anew each time, such as an empty list."""
    return "[]" if value is NODEFAULT else msgspec.json.encode(value).decode()


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def page() -> str:
    """The whole page."""
    lines = [HEADER, *routes(), PLAY, "### What a player says", ""]
    for cls in messages.FromClient.__args__:
        lines += message(cls)
    lines += ["### What the server says", ""]
    for cls in messages.ToClient.__args__:
        lines += message(cls)
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    print(page(), end="")
