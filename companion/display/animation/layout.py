"""Layout of a board's spaces and pieces, as on the pages (``static/board/layout.js``)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil
from typing import Final

import msgspec

from companion.engine.picture import Look, Picture, Space, Sprite

_FILLS: Final = 0.9
"""A look that takes at least this share of its space fills it; others lie side by side."""
_SOLID: Final = frozenset({"square", "card"})
"""Shapes that are stretched to their space, rather than kept as wide as high."""
_GAP: Final = 0.92


class Item(msgspec.Struct, frozen=True):
    """An object to draw: its centre and size, and whether it fills its space."""

    sprite: Sprite
    look: Look
    x: float
    y: float
    width: float
    height: float
    fills: bool


def arrange(picture: Picture, spaces: Sequence[Space], sprites: Iterable[Sprite]) -> list[Item]:
    """Return the objects to draw, lowest first: those that fill a space are below the others."""
    by_id = {space.id: space for space in spaces}
    whole: list[Item] = []
    loose: dict[str, list[tuple[Sprite, Look]]] = {}
    for sprite in sprites:
        look, space = picture.looks.get(sprite.look), by_id.get(sprite.place)
        if look is None or space is None:
            continue
        if look.size >= _FILLS:
            whole.append(_filling(sprite, look, space))
        else:
            loose.setdefault(space.id, []).append((sprite, look))
    return whole + list(_loose(loose, by_id))


def _filling(sprite: Sprite, look: Look, space: Space) -> Item:
    side = min(space.width, space.height) * look.size
    width, height = side, side
    if look.shape in _SOLID:
        width, height = space.width * look.size, space.height * look.size
    centre = space.x + space.width / 2, space.y + space.height / 2
    return Item(sprite, look, *centre, width, height, fills=True)


def _loose(
    groups: Mapping[str, Sequence[tuple[Sprite, Look]]], spaces: Mapping[str, Space]
) -> Iterator[Item]:
    """Lay objects side by side, as large as possible."""
    for name, together in groups.items():
        space, count = spaces[name], len(together)
        columns = _best_columns(count, space)
        rows = ceil(count / columns)
        across, down = space.width / columns, space.height / rows
        for i, (sprite, look) in enumerate(together):
            whole = min(space.width, space.height) * look.size
            side = min(whole, across * _GAP, down * _GAP)
            row, column = divmod(i, columns)
            in_row = columns if row < rows - 1 else count - row * columns
            x = space.x + space.width / 2 + (column - (in_row - 1) / 2) * across
            y = space.y + (row + 0.5) * down
            yield Item(sprite, look, x, y, side, side, fills=False)


def _best_columns(count: int, space: Space) -> int:
    """Return the number of columns that makes objects largest."""

    def side(columns: int) -> float:
        return min(space.width / columns, space.height / ceil(count / columns))

    return max(range(1, count + 1), key=lambda columns: (side(columns), columns))
