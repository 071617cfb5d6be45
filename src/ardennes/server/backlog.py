"""What waits to be read, by link and in all: pages that do not read may not fill our memory together either."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ardennes.server.connection import Connection


class Backlog:
    """The pages of a server that have not read what they were sent.

    Beyond a limit the slowest is cut off: the one that has taken nothing for the longest time, however little waits for
    it. Whoever reads, on however slow a line, takes a message now and then and is behind those who do not.
    """

    #: So many bytes may wait for all the pages of a link, and for everybody. A page alone has `Connection`'s patience.
    LINK_BYTES = 8_000_000
    ALL_BYTES = 64_000_000

    def __init__(self) -> None:
        self.all = 0
        self._links: Counter[str] = Counter()
        #: The bytes that wait for each page, those first that have taken nothing for the longest time.
        self._pages: dict[Connection, int] = {}

    def of(self, link: str) -> int:
        """The bytes that wait for the pages of a link."""
        return self._links[link]

    def add(self, page: Connection, size: int) -> None:
        """So many bytes wait for a page; pages are cut off if that is too much, perhaps this one."""
        self._count(page, size)
        while self._links[page.seat.token] > self.LINK_BYTES and self._cut(page.seat.token):
            pass
        while self.all > self.ALL_BYTES and self._cut(None):
            pass

    def taken(self, page: Connection, size: int) -> None:
        """A page took so many bytes: it is not the slowest."""
        if page in self._pages:
            self._count(page, -size)
            if left := self._pages.pop(page):
                self._pages[page] = left

    def drop(self, page: Connection) -> None:
        """A page is gone, with all that waits for it."""
        if page in self._pages:
            self._count(page, -self._pages[page])
            del self._pages[page]

    def _count(self, page: Connection, size: int) -> None:
        link = page.seat.token
        self._pages[page] = self._pages.get(page, 0) + size
        self.all += size
        self._links[link] += size
        if not self._links[link]:
            del self._links[link]

    def _cut(self, link: str | None) -> bool:
        """Cut off the slowest page of a link, or of all. One that waits alone has its own patience."""
        pages = [page for page in self._pages if link is None or page.seat.token == link]
        if len(pages) < 2:
            return False
        pages[0].give_up()
        return True
