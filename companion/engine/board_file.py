"""Reads a game's ``board.yaml``: single spaces and grids of spaces, zones, looks.

``phone.yaml`` beside it says what a phone shows of them.
"""

from collections.abc import Collection, Iterator, Sequence
from fnmatch import fnmatchcase
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from companion.engine.forms import name_of_file
from companion.engine.picture import (
    Fill,
    Look,
    Pattern,
    PhoneLayout,
    Picture,
    PieceKind,
    ShapeName,
    Space,
    Zone,
)
from companion.engine.text import Seat, Text, enumeration, text
from companion.schema.bounds import Few, Word
from companion.schema.message import say
from companion.schema.mistakes import Path, dotted_path
from companion.schema.yaml_reader import line_in_yaml, read_yaml

FILE: Final = "board.yaml"
PHONE_FILE: Final = "phone.yaml"

_FAR: Final = Meta(ge=-10_000, le=10_000)
_Length: TypeAlias = Annotated[int, _FAR] | Annotated[float, _FAR]
"""A whole length stays one, which is shorter in the messages to a page."""
_Pair: TypeAlias = tuple[_Length, _Length]
_POSITIVE: Final = Meta(gt=0, le=10_000)
_Positive: TypeAlias = Annotated[int, _POSITIVE] | Annotated[float, _POSITIVE]
_Size: TypeAlias = tuple[_Positive, _Positive]
"""A width and a height, or the distances from one place to the next."""
_Seat: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
_Seats: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
_Named: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
_Axis: TypeAlias = _Named | Annotated[tuple[_Named, ...], Meta(min_length=1, max_length=100)]
"""The names of columns or rows: the letters of a text, or a list."""
_Several: TypeAlias = Annotated[tuple[Word, ...], Meta(max_length=500)]


class _Place(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The position of an element: one, or one for each of ``seats``, ``step`` apart."""

    at: _Pair
    seat: _Seat | None = None
    seats: _Seats | None = None
    step: _Pair | None = None

    def __post_init__(self) -> None:
        """Refuse seats without a step, or one upon the other."""
        if self.seats is not None and not any(self.step or ()):
            raise ValueError(say("a step from each of the seats to the next"))

    def offsets(self) -> Iterator[tuple[int | None, float, float]]:
        """Yield the seats and positions."""
        x, y = self.at
        if self.seats is None or self.step is None:
            yield self.seat, x, y
            return
        across, down = self.step
        for seat in range(self.seats):
            yield seat, x + seat * across, y + seat * down


class _Spaces(_Place, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A single space, or a ``grid`` of spaces, named by column and row after the pattern ``id``.

    ``cell`` is the distance from one space to the next, and their size unless there is a ``size``.
    """

    id: Word = ""
    size: _Size | None = None
    shape: ShapeName = "square"
    label: Word | Few[Word] = ()
    grid: tuple[_Axis, _Axis] | None = None
    cell: _Size | None = None

    def __post_init__(self) -> None:
        """Reject an element that is neither a single space nor a grid."""
        super().__post_init__()
        if self.grid is None and (not self.id or self.size is None):
            raise ValueError(say("an id and a size, or a grid and its cell"))
        if self.grid is not None and self.cell is None:
            raise ValueError(say("an id and a size, or a grid and its cell"))
        at = {} if self.grid is None else {"column": "", "row": ""}
        try:
            for pattern in (self.id, *self._label_keys):
                pattern.format(**at)
        except (LookupError, ValueError, AttributeError):
            braces = "{column}, {row}"
            raise ValueError(
                say("no other braces than {braces}, in a grid", braces=braces)
            ) from None

    def spaces(self) -> Iterator[Space]:
        """Yield the spaces, once or for each seat."""
        for seat, x, y in self.offsets():
            prefix = "" if seat is None else f"seat-{seat + 1}-"
            if self.grid is None:
                width, height = self.size or (0, 0)
                label = self._label(seat)
                yield Space(prefix + self.id, x, y, width, height, self.shape, label, seat)
            else:
                yield from self._grid(self.grid, prefix, (x, y), seat)

    def _grid(
        self, grid: tuple[Sequence[str], Sequence[str]], prefix: str, at: _Pair, seat: int | None
    ) -> Iterator[Space]:
        columns, rows = grid
        across, down = self.cell or (0, 0)
        width, height = self.size or (across, down)
        form = self.id or "{column}{row}"
        for j, row in enumerate(rows):
            for i, column in enumerate(columns):
                name = prefix + form.format(column=column, row=row)
                x, y = at[0] + i * across, at[1] + j * down
                label = self._label(seat, column=column, row=row)
                yield Space(name, x, y, width, height, self.shape, label, seat)

    def _label(self, seat: int | None, **at: str) -> Text | None:
        """Return the name of a space: its owner, then the keys and words of its ``label``.

        They are patterns like the ``id`` of a grid, whose texts may have ``column`` and ``row``.
        """
        parts = [text(key.format(**at), **at) for key in self._label_keys]
        if seat is not None and parts:
            return enumeration("plain", (Seat(seat), *parts))
        return enumeration("plain", parts) if len(parts) > 1 else next(iter(parts), None)

    @property
    def _label_keys(self) -> tuple[str, ...]:
        return (self.label,) if isinstance(self.label, str) else self.label


class _Zones(_Place, frozen=True, kw_only=True, forbid_unknown_fields=True):
    caption: _Named
    size: _Size
    team: _Seat = 0

    def zones(self) -> Iterator[Zone]:
        width, height = self.size
        for seat, x, y in self.offsets():
            yield Zone(self.caption, x, y, width, height, seat, self.team)


class _Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    shape: ShapeName = "square"
    fill: Fill = "none"
    pattern: Pattern = "none"
    icon: Word = ""
    sign: Word = ""
    size: _Positive = 0.8
    name: Word = ""
    drawn: bool = False


class _Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: _Named
    rule: _Named
    of: _Several


class _Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file ``board.yaml``."""

    size: _Size
    spaces: Annotated[tuple[_Spaces, ...], Meta(max_length=500)]
    looks: Annotated[dict[Word, _Look], Meta(max_length=500)]
    zones: Annotated[tuple[_Zones, ...], Meta(max_length=100)] = ()
    emblems: Annotated[dict[Word, Word], Meta(max_length=500)] = msgspec.field(default_factory=dict)
    trail: Word = ""
    kinds: Few[_Kind] = ()


def _mistakes(board: _Board) -> Iterator[tuple[Path, str]]:
    """Yield where parts of a board do not fit together, and what is wrong there."""
    ids: set[str] = set()
    for i, entry in enumerate(board.spaces):
        for space in entry.spaces():
            if space.id in ids:
                yield ("spaces", i), f"the space {space.id} is described twice; rename one"
            ids.add(space.id)
            yield from _beyond(("spaces", i), f"the space {space.id}", space, board.size)
    for i, zone_entry in enumerate(board.zones):
        for zone in zone_entry.zones():
            yield from _beyond(("zones", i), "the zone", zone, board.size)
    for key, look in board.emblems.items():
        if look not in board.looks:
            yield ("emblems", key), f"nobody has drawn {look}; name one of looks"
    if board.trail and not any(each.startswith(f"{board.trail}-") for each in ids):
        yield ("trail",), f"no space is called {board.trail}-0; name the first part of their ids"


def _beyond(path: Path, what: str, place: Space | Zone, size: _Size) -> Iterator[tuple[Path, str]]:
    """Yield that something reaches over the edge of the board, where nobody would see it."""
    right, bottom = place.x + place.width, place.y + place.height
    width, height = size
    if min(place.x, place.y) < 0 or right > width or bottom > height:
        corners = f"from {place.x:g}, {place.y:g} to {right:g}, {bottom:g}"
        yield path, f"{what} reaches {corners}, over the edge; keep it within {width:g}, {height:g}"


class _Phone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file ``phone.yaml``."""

    mine: Few[Word] = ()
    place: Few[Word] = ()
    overview: Few[Word] = ()


def load_picture(package: str, name: str = FILE) -> Picture:
    """Return the picture in a package's YAML file.

    Raises ``ValueError`` naming file, line and field of a mistake, and the expected value.
    """
    source = files(package).joinpath(name).read_text(encoding="utf-8")
    name = name_of_file(package, name)
    board = read_yaml(_Board, source, name)
    for path, mistake in _mistakes(board):
        line = line_in_yaml(source, path)
        raise ValueError(f"{name}:{line}: {dotted_path(path)}: {mistake}")
    spaces = tuple(space for entry in board.spaces for space in entry.spaces())
    looks = {key: Look(*msgspec.structs.astuple(look)) for key, look in board.looks.items()}
    zones = tuple(zone for entry in board.zones for zone in entry.zones())
    kinds = {each: PieceKind(kind.name, kind.rule) for kind in board.kinds for each in kind.of}
    return Picture(
        *board.size,
        spaces,
        zones,
        MappingProxyType(looks),
        MappingProxyType(board.emblems),
        board.trail,
        MappingProxyType(kinds),
        _phone_layout(package, spaces, zones),
    )


def _phone_layout(package: str, spaces: Collection[Space], zones: Collection[Zone]) -> PhoneLayout:
    """Return the layout in a package's file, else all zones as overview.

    Raises ``ValueError`` naming a zone or a space that the board does not have.
    """
    captions = tuple(dict.fromkeys(zone.caption for zone in zones))
    own = {space.id.partition("-")[2].partition("-")[2] for space in spaces if space.seat == 0}
    file = files(package).joinpath(PHONE_FILE)
    if not file.is_file():
        return PhoneLayout(overview=captions, mine=tuple(sorted(own)))
    name = name_of_file(package, PHONE_FILE)
    phone = read_yaml(_Phone, file.read_text(encoding="utf-8"), name)
    for key, named in (("place", phone.place), ("overview", phone.overview)):
        for caption in named:
            if caption not in captions:
                raise ValueError(f"{name}: {key}: the board has no zone {caption}")
    unseen = sorted({*captions} - {*phone.place, *phone.overview}) if phone.place else []
    if unseen:
        raise ValueError(f"{name}: neither place nor overview has the zone {unseen[0]}")
    for pattern in phone.mine:
        if not any(fnmatchcase(name, pattern) for name in own):
            raise ValueError(f"{name}: mine: no seat has a space {pattern}")
    return PhoneLayout(phone.place, phone.overview, phone.mine)
