"""What tables of rule tests do at every position they come to: what is offered is what no rung keeps out."""

from __future__ import annotations

from ardennes.kernel import Choice, State


def agree(g: State) -> None:
    """The list of each question of a position, made for speed or not, holds all that its rungs let through.

    The position is a copy: what a list finds out and keeps must not help the test that goes on with it.
    """
    asked = g.copy()
    top = asked.stack[-1] if asked.stack else None
    if isinstance(top, Choice):
        for question in top.judged(asked):
            listed = question.offered(asked) & question.those
            free = question.rungs.free(asked, question.about, question.those)
            assert listed == free, f"{question.name}: {bin(listed ^ free)} is judged otherwise"
