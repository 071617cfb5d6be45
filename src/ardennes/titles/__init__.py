"""The published games, one package each. A title is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module

from ardennes.kernel import Title, Unknown

#: Titles that can be played, in the order they are offered.
KEYS = ("tigers_in_the_mist", "bitter_woods")


def find(key: str) -> Title:
    """The title with this key; `Unknown` lists the keys there are."""
    if key not in KEYS:
        raise Unknown("title", key, KEYS)
    title = import_module(f"ardennes.titles.{key}").TITLE
    assert isinstance(title, Title)
    return title
