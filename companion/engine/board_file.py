"""Reads a game's ``board.yaml``: single spaces and grids of spaces, zones, looks."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.engine.data import load
from companion.engine.picture import (
    FILLS,
    PATTERNS,
    SHAPES,
    Look,
    Picture,
    PieceKind,
    Space,
    Zone,
)
from companion.engine.text import Seat, Text, enumeration, text


def load_picture(package: str, name: str = "board.yaml") -> Picture:
    """Return the picture in a package's YAML file. Raises ``ValueError`` naming the mistake."""
    board = load(package, name)
    width, height = board["size"]
    spaces = tuple(space for entry in board["spaces"] for space in _spaces(entry))
    twice = {space.id for space in spaces if [other.id for other in spaces].count(space.id) > 1}
    if twice:
        raise ValueError(f"{name}: the space {min(twice)} is described twice")
    looks = {str(key): Look(**value) for key, value in board["looks"].items()}
    for key, look in looks.items():
        if look.shape not in SHAPES or look.fill not in FILLS or look.pattern not in PATTERNS:
            raise ValueError(f"{name}: looks.{key}: no such shape, fill or pattern")
    zones = tuple(zone for entry in board.get("zones", ()) for zone in _zones(entry))
    emblems = {str(key): str(look) for key, look in board.get("emblems", {}).items()}
    undrawn = sorted({*emblems.values()} - looks.keys())
    if undrawn:
        raise ValueError(f"{name}: emblems: nobody has drawn {undrawn[0]}")
    frozen = MappingProxyType(looks), MappingProxyType(emblems)
    trail, kinds = board.get("trail", ""), MappingProxyType(dict(_kinds(board)))
    return Picture(width, height, spaces, zones, *frozen, trail, kinds)


def _kinds(board: Mapping[str, Any]) -> Iterator[tuple[str, PieceKind]]:
    for entry in board.get("kinds", ()):
        kind = PieceKind(entry["name"], entry["rule"])
        yield from ((name, kind) for name in entry["of"])


def _spaces(described: Mapping[str, Any]) -> Iterator[Space]:
    """Yield a single space or the spaces of a grid, once or for each seat."""
    for seat, x, y in _offsets(described):
        prefix = "" if seat is None else f"seat-{seat + 1}-"
        shape = described.get("shape", "square")
        if "grid" in described:
            yield from _grid(described, prefix, (x, y), seat, shape)
        else:
            width, height = described["size"]
            label = _label(described, seat)
            yield Space(prefix + described["id"], x, y, width, height, shape, label, seat)


def _grid(
    described: Mapping[str, Any],
    prefix: str,
    at: tuple[float, float],
    seat: int | None,
    shape: str,
) -> Iterator[Space]:
    """Yield the spaces of a grid, named by its ``[columns, rows]`` as the pattern ``id`` says.

    ``cell`` is the distance from one space to the next, and their size unless there is a ``size``.
    """
    columns, rows = (_names(axis) for axis in described["grid"])
    across, down = described["cell"]
    width, height = described.get("size", described["cell"])
    form = described.get("id", "{column}{row}")
    for j, row in enumerate(rows):
        for i, column in enumerate(columns):
            name = prefix + form.format(column=column, row=row)
            x, y = at[0] + i * across, at[1] + j * down
            label = _label(described, seat, column=column, row=row)
            yield Space(name, x, y, width, height, shape, label, seat)


def _label(described: Mapping[str, Any], seat: int | None, **at: str) -> Text | None:
    """Return what a space is called: whose it is, then the keys and words of its ``label``.

    They are patterns like the ``id`` of a grid, whose texts may have ``column`` and ``row``, too.
    """
    written = described.get("label", ())
    keys = [written] if isinstance(written, str) else written
    parts = [text(str(key).format(**at), **at) for key in keys]
    if seat is not None and parts:
        return enumeration("plain", (Seat(seat), *parts))
    return enumeration("plain", parts) if len(parts) > 1 else next(iter(parts), None)


def _names(values: str | Sequence[object]) -> list[str]:
    return [str(value) for value in values]


def _zones(described: Mapping[str, Any]) -> Iterator[Zone]:
    width, height = described["size"]
    for seat, x, y in _offsets(described):
        strip = described.get("strip", seat is not None)
        team = described.get("team", 0)
        yield Zone(described["caption"], x, y, width, height, seat, strip, team)


def _offsets(described: Mapping[str, Any]) -> Iterator[tuple[int | None, float, float]]:
    """Yield a seat and a position: once, or for each of ``seats``, every one a ``step`` further."""
    x, y = described["at"]
    if "seats" not in described:
        yield described.get("seat"), x, y
        return
    across, down = described["step"]
    for seat in range(described["seats"]):
        yield seat, x + seat * across, y + seat * down
