"""Reading orders at a keyboard, with history and completion."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

_session: list[PromptSession[str]] = []


class _Orders(Completer):
    def __init__(self, words: Callable[[str], list[str]]) -> None:
        self.words = words

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        text = document.text_before_cursor
        last = text.rpartition(" ")[2]
        for word in self.words(text):
            yield Completion(word, start_position=-len(last))


def ask(prompt: str, words: Callable[[str], list[str]]) -> str:
    """One line from the keyboard."""
    if not _session:
        _session.append(PromptSession())
    return _session[0].prompt(prompt, completer=_Orders(words)).strip()
