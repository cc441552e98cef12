"""Conservation of pieces: which fields hold them, so that none is lost or duplicated.

A field's type carries a mark, such as ``discard: Annotated[tuple[str, ...], Held("cards")]``. The
marks determine whether a state contains all pieces of a kind, and which pieces remain for a robot's
guess at hidden ones.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from companion.engine.records import Mark, marks, records_in, replace
from companion.engine.visibility import Hidden, Secret
from companion.moved import former_names

R = TypeVar("R")


def each_piece(value: Any) -> Iterable[str | None]:  # noqa: ANN401 - a field's value
    """Return the pieces in a tuple of them, or the piece that is the field's value."""
    return value if isinstance(value, tuple) else (value or None,)


class PieceField(Mark, frozen=True):
    """A field that holds pieces of a ``kind``, which may depend on its record and on the piece.

    ``pieces`` returns them from the field's value, with repetitions; ``None`` is an empty place. By
    default, the value is a tuple of pieces, or a piece.
    """

    kind: str | Callable[[Any, str], str]
    pieces: Callable[[Any], Iterable[str | None]] = each_piece

    def kind_of(self, record: Any, piece: str) -> str:  # noqa: ANN401
        """Return the kind of a piece in the field of a record."""
        return self.kind if isinstance(self.kind, str) else self.kind(record, piece)


class _Place(msgspec.Struct, frozen=True):
    """A field with pieces, and its visibility."""

    name: str
    held: PieceField
    is_hidden: bool
    is_secret: bool


@lru_cache(maxsize=256)
def _places(cls: Any) -> tuple[_Place, ...]:  # noqa: ANN401 - a type of records
    return tuple(
        _Place(
            name,
            mark,
            any(isinstance(other, Hidden) for other in all_marks),
            any(isinstance(other, Secret) for other in all_marks),
        )
        for name, all_marks in marks(cls).items()
        for mark in all_marks
        if isinstance(mark, PieceField)
    )


@lru_cache(maxsize=256)
def _holders(cls: Any) -> tuple[str, ...]:  # noqa: ANN401 - a type of records
    """Return the fields that hold pieces, with their records."""
    within = records_in(cls).items()
    return tuple(
        name for name, types in within if any(_places(each) or _holders(each) for each in types)
    )


def _holding(record: Any, *, but_hidden: bool = False) -> Iterator[tuple[Any, _Place]]:  # noqa: ANN401
    """Yield every field with pieces in a state, with its record; hidden ones only on request."""
    cls: Any = type(record)
    for place in _places(cls):
        if not (but_hidden and place.is_hidden):
            yield record, place
    for name in _holders(cls):
        value = getattr(record, name)
        for part in value if isinstance(value, tuple) else (value,):
            if part is not None:
                yield from _holding(part, but_hidden=but_hidden)


def pieces_in(record: Any, *, but_hidden: bool = False) -> Iterator[tuple[str, str]]:  # noqa: ANN401
    """Yield all pieces in a state, each with its kind; unseen ones only on request."""
    for holder, place in _holding(record, but_hidden=but_hidden):
        for piece in place.held.pieces(getattr(holder, place.name)):
            if piece is not None:
                yield place.held.kind_of(holder, piece), piece


def of_kind(state: Any, kind: str) -> Counter[str]:  # noqa: ANN401 - any game's state
    """Return how often a state contains each piece of a kind, in any place."""
    counts: Counter[Any] = Counter()
    for holder, place in _holding(state):
        mark = place.held
        pieces = mark.pieces(getattr(holder, place.name))
        if mark.kind == kind:
            counts.update(pieces)
        elif not isinstance(mark.kind, str):
            counts.update(
                each for each in pieces if each is not None and mark.kind(holder, each) == kind
            )
    del counts[None]  # empty places
    return counts


def differences(state: Any, kind: str, there_are: Mapping[str, int]) -> Counter[str]:  # noqa: ANN401
    """Return the surplus of each piece in a state; a negative number means lost pieces.

    If all pieces are conserved, the result is empty.
    """
    counts = of_kind(state, kind)
    counts.subtract(there_are)
    return Counter({piece: n for piece, n in counts.items() if n})


class UnseenPieces:
    """The pieces of each kind that a seat cannot see, in random order."""

    def __init__(
        self,
        there_are: Mapping[str, Mapping[str, int]],
        state: Any,  # noqa: ANN401 - any game's state, as the seat sees it
        source: Random,
        is_covered: Callable[[str], bool] = lambda _piece: False,
    ) -> None:
        """Subtract the visible pieces of a state from those that ``there_are``, and shuffle.

        ``is_covered`` returns whether a piece of the state is a placeholder for an unseen one.
        """
        visible = Counter(
            each for each in pieces_in(state, but_hidden=True) if not is_covered(each[1])
        )
        self._is_covered = is_covered
        self.left: dict[str, list[str]] = {}
        for kind, pieces in there_are.items():
            left = Counter({piece: n - visible[kind, piece] for piece, n in pieces.items()})
            self.left[kind] = list(left.elements())
            source.shuffle(self.left[kind])

    def take(self, kind: str, count: int) -> tuple[str, ...]:
        """Return the next pieces of a kind; too few only after many corrections."""
        pile = self.left.get(kind, [])
        drawn, self.left[kind] = pile[:count], pile[count:]
        return tuple(drawn)

    def uncovered(self, record: R) -> R:
        """Return a record with pieces of the right kinds in its secret fields, none covered."""
        cls: Any = type(record)
        places = (place for place in _places(cls) if place.is_secret)
        return replace(record, **{place.name: self._filled(record, place) for place in places})

    def _filled(self, record: object, place: _Place) -> object:
        value = getattr(record, place.name)
        pieces = tuple(
            next(iter(self.take(place.held.kind_of(record, piece), 1)), piece)
            if piece is not None and self._is_covered(piece)
            else piece
            for piece in each_piece(value)
        )
        return pieces if isinstance(value, tuple) else pieces[0] or value


if not TYPE_CHECKING:  # or any name would pass for one of this module
    __getattr__ = former_names(__name__)
