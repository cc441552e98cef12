"""Persists data beside the journal: enrolled tags, preferences, owners' copies."""

import logging
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final, TypeAlias

import msgspec

from companion.engine.owners_copy import OwnersCopy
from companion.i18n.system_errors import describe_error
from companion.session.journal_writer import JournalWriter
from companion.table.enrolment import Enrolment, seat_of_button
from companion.table.lobby.box_settings import preferences
from companion.table.lobby.start import GameStart
from companion.table.state import Console

Write: TypeAlias = Callable[[], None]
"""Stores something durably. Raises ``OSError``."""
_LOG: Final = logging.getLogger(__name__)


def _nowhere(_key: str, _value: object) -> None:
    """Store nothing."""


class Persistence(msgspec.Struct, frozen=True):
    """Storage of everything that outlives a game; without a place it is not stored."""

    learn: Callable[[str, str], None] = _nowhere
    """Stores a tag that people have enrolled, with the id of its piece."""
    learn_button: Callable[[str, int], None] = _nowhere
    """Stores a button without wires, by its address, with its seat, counted from 0."""
    prefer: Callable[[str, str], None] = _nowhere
    """Stores what somebody has set on the box, by its name."""
    copy: Callable[[str, OwnersCopy], None] = _nowhere
    """Stores what people have said about their copy of a game."""

    def tags(self, before: Enrolment | None, after: Enrolment | None) -> Iterator[Write]:
        """Yield the writes for the tags or buttons of an enrolment."""
        if after is None:
            return
        learned = () if before is None else before.learned
        for tag, piece in after.learned:
            if (tag, piece) in learned:
                continue
            if after.of_buttons:
                yield partial(self.learn_button, tag, seat_of_button(piece))
            else:
                yield partial(self.learn, tag, piece)

    def preferences(self, before: Console, after: Console) -> Iterator[Write]:
        """Yield the writes for changed preferences."""
        current = preferences(before)
        for key, chosen in preferences(after).items():
            if chosen != current[key]:
                yield partial(self.prefer, key, chosen)

    def copies(self, start: GameStart) -> Iterator[Write]:
        """Yield the writes for confirmed facts about a copy."""
        if start.copy is not None:
            yield partial(self.copy, start.game.id, start.copy)


async def keep(writer: JournalWriter, writes: Iterable[Write]) -> str:
    """Write small files next to the journal; return the reason if that failed."""
    trouble = ""
    for write in writes:
        try:
            await writer.apart(write)
        except OSError as error:
            trouble = describe_error(error)
            _LOG.error("not kept: %s", trouble)
    return trouble
