"""What the pages at a game are told. A fault here costs whom it concerns a view, and nobody a move."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from ardennes.kernel import Choice, Side, Sight, notes
from ardennes.kernel.languages import speaking
from ardennes.kernel.words import phrase
from ardennes.parts.eye.spoken import encoded
from ardennes.parts.title import title_of
from ardennes.server import frames
from ardennes.server.messages import Bad, Position, Present, SeatLink, Welcome
from ardennes.server.store import TABLE

if TYPE_CHECKING:
    from ardennes.server.connection import Connection
    from ardennes.server.live import LiveGame

log = logging.getLogger("ardennes.server")

#: What those hear to whom a position cannot be shown. The game itself is well.
NOT_SHOWN = phrase(
    "this position cannot be shown: it is our fault, not yours. Nothing is lost and the game goes on; "
    "the server's log says what happened"
)

#: A kind of seat, and the language that is spoken there.
Audience = tuple[int | None, str]


class Telling:
    """The pages at one game, and what each kind of them was told last.

    All of an audience are told the same at the same time. What cannot be made for one of them, veiled and encoded, is
    not sent in any other form: that audience hears so in words, is told what it may answer if that can be told, and is
    owed the whole position.
    """

    def __init__(self, game: LiveGame) -> None:
        self.game = game
        self.connections: set[Connection] = set()
        #: The last look that each audience was told.
        self._looks: dict[Audience, dict[str, Any]] = {}
        #: Audiences that lack something, and the position at which that was written to the log.
        self._owed: dict[Audience, int] = {}

    # ---- positions -----------------------------------------------------------------------------------------

    def positions(self, by: Side, written: int, number: int) -> list[tuple[Audience, bytes]]:
        """The position with this number, for every audience, as what changed since it last looked. Never raises.

        Of the log they have the moves that were `written` before.
        """
        found = []
        for audience in {connection.audience for connection in self.connections}:
            keep = self.game.chronicle.of(audience[0]).ends[written - 1]
            with speaking(audience[1]):
                try:
                    whole = audience in self._owed or audience not in self._looks
                    found.append((audience, self._position(audience, by, number, 0 if whole else keep, whole)))
                except Exception:
                    self._owe(audience, number)
                    found += [(audience, encoded(Bad(NOT_SHOWN))), (audience, self._blank(audience, by, number, keep))]
        return found

    def _position(self, audience: Audience, by: Side | None, number: int, keep: int, whole: bool) -> bytes:
        """A position for one audience, which then owes it nothing more."""
        seat, _ = audience
        game = self.game
        state = game.match.state
        side = game.side_of(seat)
        look = title_of(game.match.game).look(state.sight(side))
        undo, reaches = game.undo_for(side)
        told = look if whole else frames.change(self._looks.get(audience), look)
        lines = game.chronicle.of(seat).read(keep)
        data = encoded(Position(number, told, keep, lines, undo, reaches, by, whole))
        self._looks[audience] = look
        self._owed.pop(audience, None)
        return data

    def _blank(self, audience: Audience, by: Side, number: int, keep: int) -> bytes:
        """That there is a new position, and nothing of it but who decides, and what he may answer or take back."""
        side, decides = self.game.side_of(audience[0]), self.game.match.state.side
        undo = self.game.match.can_undo if side is not None and side is decides else 0
        look: dict[str, Any] = {"side": decides, "prompt": NOT_SHOWN, "rule": "", **self._answers_of(side)}
        return encoded(Position(number, look, keep, [], undo, "", by))

    def _answers_of(self, side: Side | None) -> dict[str, Any]:
        """What a side may answer where the rest cannot be shown, so that its game goes on; nothing if that breaks."""
        try:
            return answers(self.game.match.state.sight(side))
        except Exception:
            return {"choices": {}, "labels": {}, "lifts": []}

    def _owe(self, audience: Audience, number: int) -> None:
        """Remember who lacks a position; the log has the traceback, once for each position."""
        if self._owed.get(audience) != number:
            log.exception("game %s, position %s: it cannot be shown to %s", self.game.row.id, number, audience)
        self._owed[audience] = number

    def send(self, told: list[tuple[Audience, bytes]]) -> None:
        """Send what was made for each audience. Who came when nothing could be shown is welcomed now."""
        for audience, data in told:
            for connection in [one for one in self.connections if one.audience == audience]:
                if connection.welcomed:
                    connection.push(data)
        for connection in [one for one in self.connections if not one.welcomed]:
            self._welcome(connection)

    def refresh(self, connection: Connection) -> None:
        """The view once more, for a page that answered a position that had passed; once in a position.

        It has the log already, or the next message brings it: what is sent is small.
        """
        game = self.game
        if game.pending or connection.refreshed == game.number:
            return  # the position is on its way, or was sent
        connection.refreshed = game.number
        audience = connection.audience
        with speaking(connection.language):
            try:
                keep = 0 if audience in self._owed else len(game.chronicle.of(audience[0]).lines)
                connection.push(self._position(audience, None, game.number, keep, True))
            except Exception:
                self._owe(audience, game.number)
                connection.push(encoded(Bad(NOT_SHOWN)))

    def make_up(self, connection: Connection) -> None:
        """Try once more to show an audience what it is owed."""
        if not connection.welcomed:
            self._welcome(connection)
        elif connection.audience in self._owed and not self.game.pending:
            self._show_whole(connection.audience)

    def show_all(self) -> None:
        """The whole position to everybody: the game stands elsewhere than it was told."""
        self._looks.clear()
        for connection in self.connections:
            connection.refreshed = -1
        for audience in {connection.audience for connection in self.connections}:
            self._show_whole(audience)

    def _show_whole(self, audience: Audience) -> None:
        with speaking(audience[1]):
            try:
                data = self._position(audience, None, self.game.number, 0, True)
            except Exception:
                self._owe(audience, self.game.number)
                data = encoded(Bad(NOT_SHOWN))
        self.send([(audience, data)])

    # ---- coming and going ----------------------------------------------------------------------------------

    def join(self, connection: Connection) -> None:
        """Somebody opens the game: everything he may see, and word to the others."""
        self.connections.add(connection)
        self._welcome(connection)
        self._tell_presence()

    def _welcome(self, connection: Connection) -> None:
        with speaking(connection.language):
            try:
                message, look = self._greeting(connection)
                data = encoded(message)
            except Exception:
                self._owe(connection.audience, self.game.number)
                connection.push(encoded(Bad(NOT_SHOWN)))
                return
        self._looks.setdefault(connection.audience, look)
        connection.welcomed = True
        connection.push(data)

    def _greeting(self, connection: Connection) -> tuple[Welcome, dict[str, Any]]:
        live, seat, side = self.game, connection.seat.side, connection.side
        match = live.match
        game = match.game
        look = title_of(game).look(match.state.sight(side))
        undo, reaches = live.undo_for(side)
        since = 0 if seat in (None, TABLE) else len(match.moves) - frames.moves_since(match, side)
        message = Welcome(
            live.row.id,
            live.name,
            game.title.key,
            game.scenario,
            dict(game.options),
            seat,
            [SeatLink(seat.side, seat.kind) for seat in live.seats if seat.kind not in ("watch", "table")],
            live.number,
            look,
            live.chronicle.of(seat).read(),
            undo,
            reaches,
            match.commitment,
            since,
            self.present(),
            notes.read(live.row.problem),
            live.talk(),
        )
        return message, look

    def leave(self, connection: Connection) -> None:
        """Somebody closes the page."""
        self.connections.discard(connection)
        if not any(other.audience == connection.audience for other in self.connections):
            self._looks.pop(connection.audience, None)
            self._owed.pop(connection.audience, None)
        self._tell_presence()

    def present(self) -> list[int | None]:
        """The sides that are looking."""
        sides = {connection.seat.side for connection in self.connections}
        return sorted(sides, key=lambda side: (side is None, side))

    def _tell_presence(self) -> None:
        self.everybody(encoded(Present(self.present())))

    # ---- words ---------------------------------------------------------------------------------------------

    def everybody(self, data: bytes) -> None:
        """The same message to everybody at the table."""
        for connection in [*self.connections]:
            connection.push(data)

    def words(self, text: str) -> None:
        """A word of the house, fixed or as a note, to everybody at the table."""
        for connection in [*self.connections]:
            with speaking(connection.language):
                connection.push(encoded(Bad(notes.read(text))))


def answers(sight: Sight) -> dict[str, Any]:
    """What may be answered, and what of it only takes something up, without anything else of a look."""
    found: dict[str, Any] = {"choices": {}, "labels": {}, "lifts": []}
    try:
        found["choices"] = {verb: [*targets] for verb, targets in sight.choices().items()}
        step = sight.state.stack[-1] if sight.state.stack else None
        found["lifts"] = sorted(step.lifts) if isinstance(step, Choice) else []
        label = title_of(sight.state.game).label
        found["labels"] = {verb: label(sight, verb, None) for verb, to in found["choices"].items() if None in to}
        encoded(found)
    except Exception:  # a page has names of its own for buttons
        return {**found, "choices": found["choices"] if _fit(found["choices"]) else {}, "labels": {}}
    return found


def _fit(thing: object) -> bool:
    """Whether something can go over the wire."""
    try:
        encoded(thing)
    except Exception:
        return False
    return True
