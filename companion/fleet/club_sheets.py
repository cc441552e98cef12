"""Sheets of a club: the box sends its own to the hub, and reads those of other boxes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from companion.protocol.payload import NotUnderstoodError, object_in
from companion.schema.mistakes import Invalid
from companion.schema.reading import read
from companion.storage.own_shelf import ClubSheet, ExchangeError
from companion.storage.sheet_book import LONGEST

if TYPE_CHECKING:
    from companion.fleet.member import Member

_LIST: Final = "/sheets.json"
_MOST_BYTES: Final = 1_000_000
"""Bytes of the list that are read: of as many sheets as a hub has, in all languages."""
_MOST: Final = 1000
_Name: TypeAlias = Annotated[str, Meta(max_length=60, pattern="^[a-z0-9-]+$")]
_Title: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
_Titles: TypeAlias = Annotated[dict[_Title, _Title], Meta(min_length=1, max_length=20)]


class _Listed(msgspec.Struct, frozen=True):
    name: _Name
    title: _Title | _Titles


class _SheetList(msgspec.Struct, frozen=True):
    sheets: Annotated[tuple[_Listed, ...], Meta(max_length=_MOST)] = ()


ReadFromHub: TypeAlias = Callable[[str, int], bytes]
"""Returns what is at a path of the hub, of a bounded size; raises ``OSError`` or ``ValueError``."""


@dataclass(slots=True)
class ClubSheets:
    """The sheets at a hub; ``fetch`` reads from its pages, if their address is known.

    ``member`` returns the connection to the broker, ``None`` before it is there.
    """

    fetch: ReadFromHub | None
    member: Callable[[], "Member | None"]

    @property
    def lists(self) -> bool:
        """Whether the sheets of other boxes can be read."""
        return self.fetch is not None

    def listed(self) -> tuple[ClubSheet, ...]:
        """Return all sheets at the hub. Raises ``ExchangeError``; it blocks."""
        try:
            found = read(_SheetList, object_in(self._fetched(_LIST, _MOST_BYTES), _MOST_BYTES))
        except (NotUnderstoodError, Invalid):
            raise ExchangeError from None
        return tuple(ClubSheet(each.name, each.title) for each in found.sheets)

    def text(self, name: str) -> str:
        """Return a sheet at the hub. Raises ``ExchangeError``; it blocks."""
        try:
            # As many bytes as the longest sheet has in any script.
            return self._fetched(f"/sheets/{name}.yaml", 4 * LONGEST).decode()
        except UnicodeDecodeError:
            raise ExchangeError from None

    def _fetched(self, path: str, most: int) -> bytes:
        if self.fetch is None:
            raise ExchangeError
        try:
            return self.fetch(path, most)
        except (OSError, ValueError):
            raise ExchangeError from None

    def send(self, text: str) -> None:
        """Send a sheet to the hub. Raises ``ExchangeError`` without a connection."""
        member = self.member()
        if member is None or not member.send_sheet(text):
            raise ExchangeError
