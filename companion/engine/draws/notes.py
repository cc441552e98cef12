"""Notes about draws in a log: the commitment before a draw, and its inputs afterwards.

Both are the payload of a checkpoint, so that programs without support for draws ignore them.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from companion.engine.draws.picks import digest
from companion.engine.log import Entry, EntryKind
from companion.schema.bounds import entire
from companion.schema.mistakes import Invalid
from companion.schema.reading import read

T = TypeVar("T")

SECRET_SIZE: Final = 32
"""The length of a secret in bytes: 256 bits, as long as its digest."""
NONCE_SIZE: Final = 16
"""The length of a nonce in bytes: long enough that none ever comes again."""

_Digest: TypeAlias = Annotated[str, Meta(max_length=64, pattern=entire("[0-9a-f]{64}"))]
_Nonce: TypeAlias = Annotated[str, Meta(max_length=32, pattern=entire("[0-9a-f]{32}"))]
_Pick: TypeAlias = Annotated[str, Meta(max_length=620, pattern=entire(r"\d{1,309}/\d{1,309}"))]
_SomeOf: TypeAlias = Annotated[tuple[T, ...], Meta(min_length=1, max_length=10_000)]
_Seat: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
_Milliseconds: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]


class Commitment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A commitment to the next draw: the SHA-256 of the secret, in hex.

    The secret is derived from the box's key and the ``nonce``; it is not stored. ``first`` is the
    starting seat if it was decided in advance.
    """

    commitment: _Digest
    nonce: _Nonce
    first: _Seat | None = None

    @property
    def shown(self) -> str:
        """The beginning of the hash for a panel: two groups of four digits."""
        return short(self.commitment)


class Reveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The inputs of a draw, whose entries precede this note.

    ``times`` are the times of the key presses, on the table's clock. ``picks`` has one text for
    each entry that was drawn from several outcomes, such as ``"417/720"``: which of so many equally
    likely tickets. The commitment to the secret of the next draw comes with it. ``seed`` is what
    secret and times lead to, in hex: without it, other times could lead to the same few picks.
    Draws recorded before there was one have ``None``.
    """

    secret: _Digest
    times: _SomeOf[_Milliseconds]
    picks: _SomeOf[_Pick]
    commitment: _Digest
    nonce: _Nonce
    seed: _Digest | None = None

    @property
    def following(self) -> Commitment:
        """The commitment to the next draw."""
        return Commitment(self.commitment, self.nonce)


DrawNote: TypeAlias = Commitment | Reveal


def short(number: str) -> str:
    """Return the first eight digits of a hexadecimal number in two groups."""
    return f"{number[:4]} {number[4:8]}"


def is_commitment(secret: str, commitment: str) -> bool:
    """Return whether a commitment matches a secret; both are in hex."""
    return digest(bytes.fromhex(secret)).hex() == commitment


def payload_of(draw_note: DrawNote) -> dict[str, object]:
    """Return a note as a checkpoint's payload: a JSON object."""
    struct: dict[str, object] = msgspec.to_builtins(draw_note)
    return {key: list(item) if isinstance(item, tuple) else item for key, item in struct.items()}


def note_in(payload: Mapping[str, object]) -> DrawNote | None:
    """Return the note about draws in a checkpoint, ``None`` without one."""
    if "commitment" not in payload:
        return None
    kind: Any = Reveal if "secret" in payload else Commitment
    try:
        found: DrawNote = read(kind, dict(payload))
    except Invalid:
        return None
    return found if payload_of(found) == payload else None


def note_of(entry: Entry) -> DrawNote | None:
    """Return the note about draws in an entry, ``None`` without one."""
    return note_in(entry.payload) if entry.kind is EntryKind.CHECKPOINT else None


def settled_starter(entries: Iterable[Entry]) -> int | None:
    """Return the starting seat decided in advance, ``None`` if it is drawn."""
    first = next(iter(entries), None)
    found = None if first is None else note_of(first)
    return found.first if isinstance(found, Commitment) else None


def last_commitment(entries: Iterable[Entry]) -> Commitment | None:
    """Return the last commitment in a log, including entries that were undone."""
    for entry in reversed(tuple(entries)):
        found = note_of(entry)
        if found is not None:
            return found.following if isinstance(found, Reveal) else found
    return None
