"""Take-back requests: carried out at once, or after those who acted since have agreed."""

from collections.abc import Awaitable, Callable, Collection, Iterator
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from companion.engine.log import Entry, EntryKind, newest_first
from companion.protocol import page
from companion.protocol.page import RefusedMessageError
from companion.table.command import Command
from companion.table.stage import Stage
from companion.table.state import CommandInput, Table, TableInput


class TakeBackRequest(msgspec.Struct, frozen=True):
    """A seat's request to take back its last step, which the others have to confirm.

    ``length`` is the number of log entries when it was made: any later action ends the request.
    """

    seat: int
    awaited: frozenset[int]
    length: int
    refused: int | None = None
    """Who has said no."""

    def holds(self, table: Table) -> bool:
        """Return whether no player has acted since."""
        return self.length == len(table.entries)

    def answered(self, seat: int, *, agrees: bool) -> "TakeBackRequest":
        """Return the request after a seat has answered it."""
        if not agrees:
            return replace(self, awaited=frozenset(), refused=seat)
        return replace(self, awaited=self.awaited - {seat})


def since(table: Table, seat: int) -> tuple[Entry, ...]:
    """Return a seat's last step and the players' actions since; empty if it has not acted."""
    done: list[Entry] = []
    for entry in _by_people(table):
        done.append(entry)
        if entry.actor == seat:
            return tuple(reversed(done))
    return ()


def _by_people(table: Table) -> Iterator[Entry]:
    """Yield the players' actions, the last first; none while the setup is being laid out.

    One seat cannot take back an action before an edit of the log: that would revert the whole edit.
    """
    edited = table.edits[-1].sequence if table.edits else 0
    for entry in () if table.laying else newest_first(table.entries):
        if entry.sequence <= edited:
            return
        if entry.kind is not EntryKind.CHANCE and entry.actor not in table.setup.robots:
            yield entry


def others(table: Table, seat: int, here: Collection[int | None]) -> frozenset[int]:
    """Return who has to agree: the seats that have acted since and whose phones are connected."""
    return frozenset(entry.actor for entry in since(table, seat)) & frozenset(here) - {seat}


def take_back_offer(table: Table, seat: int) -> str:
    """Return what a seat can do: nothing, take its ``own`` step back, or ``ask`` to do so."""
    actors = (entry.actor for entry in _by_people(table))
    if next(actors, None) == seat:
        return "own"
    return "ask" if seat in actors else ""


@dataclass(slots=True)
class TakeBackRequests:
    """Takes steps back through ``ask``, and shows pending requests through ``refresh``."""

    ask: Callable[[TableInput], Awaitable[Stage]]
    refresh: Callable[[], None]
    wish: TakeBackRequest | None = None

    async def hear(
        self,
        table: Table,
        seat: int,
        message: page.TakeBack | page.Agree,
        here: Collection[int | None],
    ) -> None:
        """Handle a seat's request, or its answer to another's. Raises ``RefusedMessageError``."""
        if isinstance(message, page.Agree):
            await self._answer(table, seat, agrees=message.yes == 1)
            return
        if not since(table, seat):
            raise RefusedMessageError("nothing-back")
        asked_seats = others(table, seat, here)
        if asked_seats:
            self.wish = TakeBackRequest(seat, asked_seats, len(table.entries))
            self.refresh()
        else:
            await self._fulfil(table, seat)

    async def _answer(self, table: Table, seat: int, *, agrees: bool) -> None:
        """Record an answer, and carry out the request if no other answer is pending."""
        wish = self.wish
        if wish is None or not wish.holds(table) or seat not in wish.awaited:
            raise RefusedMessageError("stale")
        self.wish = wish.answered(seat, agrees=agrees)
        self.refresh()
        if agrees and not self.wish.awaited:
            await self._fulfil(table, wish.seat)

    async def _fulfil(self, table: Table, seat: int) -> None:
        for _ in since(table, seat):
            await self.ask(CommandInput(Command.UNDO))
        self.wish = None
        self.refresh()
