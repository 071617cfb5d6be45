"""What players write: shown to others as it was written, and never as anything else.

Control characters, ends of lines and marks that turn the direction of writing could make a name look like another one,
or a word like a line of somebody else. Names with any of them are refused; in what is said they are shown.
"""

from __future__ import annotations

import unicodedata

#: Characters of form that belong to writing and to pictures: they join letters, or keep them apart.
JOINERS = "\u200c\u200d"
#: Kinds of characters that are not seen themselves.
UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")


def plain(text: str) -> bool:
    r"""Whether everything in a text can be seen, or is a space.

    >>> plain("Erika 👩‍🚒"), plain("Erika\n"), plain("\u202eakirE")
    (True, False, False)
    """
    return not any(_unseen(character) for character in text)


def visible(text: str) -> str:
    r"""A text in which everything can be seen.

    >>> visible("up \u202enwod\x00")
    'up \\u202enwod\\x00'
    """
    return "".join(
        character.encode("unicode_escape").decode() if _unseen(character) else character for character in text
    )


def _unseen(character: str) -> bool:
    return unicodedata.category(character) in UNSEEN and character not in JOINERS
