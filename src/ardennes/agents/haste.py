"""Whether somebody waits and wants an answer now: who searches for a better one then takes the best so far."""

from __future__ import annotations

from collections.abc import Callable


def _never() -> bool:
    return False


_bell: Callable[[], bool] = _never


def listen(bell: Callable[[], bool] | None) -> None:
    """Where this process hears that it should hurry; without a bell nobody is ever in a hurry."""
    global _bell  # noqa: PLW0603 - one process thinks about one thing at a time
    _bell = bell or _never


def pressed() -> bool:
    """Whether to take the best answer so far."""
    return _bell()
