"""The language of the terminal."""

from __future__ import annotations

import typer

from ardennes.kernel.languages import catalogue, languages
from ardennes.kernel.words import SPEAKER


def speak(code: str | None) -> str | None:
    """Speak a language until the command ends; None leaves it at that of the environment."""
    if code is not None:
        if code not in languages():
            raise typer.BadParameter(f"expected one of {', '.join(languages())}, got {code!r}")
        SPEAKER.set(catalogue(code))
    return code
