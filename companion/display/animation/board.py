"""A game's board as an image, from the same data as the pages draw it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from PIL import Image, ImageDraw

from companion.display.animation.layout import Item, arrange
from companion.display.animation.lettering import (
    PIPS,
    dots,
    write,
    write_in,
)
from companion.display.animation.shapes import (
    FILLS,
    ink_on,
    outline,
    pattern,
)
from companion.display.painter.icons import Pattern
from companion.engine.picture import Picture, Space, Sprite, Zone
from companion.engine.text import Seat, Text, text
from companion.table.voice import Voice

_FINE: Final = 2
"""The board is drawn so many times as large, and reduced: that smooths its edges."""
_WOOD, _EDGE, _FELT = "#c9a673", "#a9854f", "#f1e6d0"
_SPACE, _RIM, _SOFT = "#e4d5b8", "#cdb991", "#655b4e"
_SHADOW: Final = "#6b5536"
_STAR: Final = "★"
Place = tuple[float, float, float, float]


@dataclass(slots=True, eq=False)
class BoardRenderer:
    """Draws a board ``width`` pixels wide, repeatedly."""

    picture: Picture
    icons: Mapping[str, Pattern]
    voice: Voice
    players: int
    width: int
    _ground: Image.Image | None = None
    _pieces: dict[tuple[object, ...], Image.Image] = field(default_factory=dict)

    @property
    def _unit(self) -> float:
        """Supersampled pixels per unit of the picture."""
        return self.width * _FINE / self.picture.width

    @property
    def _spaces(self) -> list[Space]:
        return [each for each in self.picture.spaces if _played(each.seat, self.players)]

    def paint(self, sprites: Iterable[Sprite]) -> Image.Image:
        """Return the board with its pieces."""
        if self._ground is None:
            self._ground = self._drawn_ground()
        image = self._ground.copy()
        for item in arrange(self.picture, self._spaces, sprites):
            piece = self._piece(item)
            at = (
                round(item.x * self._unit - piece.width / 2),
                round(item.y * self._unit - piece.height / 2),
            )
            image.paste(piece, at, piece)
        return image.reduce(_FINE)

    def _drawn_ground(self) -> Image.Image:
        """Draw the static parts."""
        unit, picture = self._unit, self.picture
        size = self.width * _FINE, round(picture.height * unit / _FINE) * _FINE
        image = Image.new("RGB", size, _WOOD)
        draw = ImageDraw.Draw(image)
        line = max(1, round(unit * 0.4))
        zones = [each for each in picture.zones if _played(each.seat, self.players)]
        for zone in zones:
            box = self._box((zone.x, zone.y, zone.width, zone.height))
            draw.rounded_rectangle(box, 2.5 * unit, _FELT, _EDGE, line)
        self._trail(draw)
        for space in self._spaces:
            box = self._box((space.x, space.y, space.width, space.height), inner=0.4)
            if space.shape == "circle":
                draw.ellipse(_squared(box), _SPACE, _RIM, line)
            else:
                draw.rounded_rectangle(box, unit, _SPACE, _RIM, line)
        for zone in zones:
            self._caption(image, (zone.x, zone.y, zone.width, zone.height), _caption(zone))
        return image

    def _trail(self, draw: ImageDraw.ImageDraw) -> None:
        name = f"{self.picture.trail}-"
        along = [each for each in self._spaces if len(name) > 1 and each.id.startswith(name)]
        along.sort(key=lambda space: int(space.id.removeprefix(name)))
        unit = self._unit
        points = [((s.x + s.width / 2) * unit, (s.y + s.height / 2) * unit) for s in along]
        if points:
            draw.line(points, _FELT, round(17 * unit), joint="curve")

    def _caption(self, image: Image.Image, place: Place, caption: Text) -> None:
        """Write a caption along the top of a zone, or up its side where that is too narrow."""
        x, y, width, height = place
        caption_text, unit = self.voice.long(caption), self._unit
        letters = max(1, len(caption_text)) * 6 * _FINE
        if letters < (width - 3) * unit:
            write(image, ((x + 2) * unit, (y + 2) * unit), caption_text, _FINE, _SOFT)
        elif letters < (height - 3) * unit:
            box = self._box((x + 1, y + 2, 5, height - 4))
            write_in(image, box, caption_text, _SOFT)
        else:
            fit = caption_text[: int((width - 3) * unit / (6 * _FINE))]
            write(image, ((x + 2) * unit, (y + 2) * unit), fit, _FINE, _SOFT)

    def _box(self, place: Place, inner: float = 0) -> tuple[int, int, int, int]:
        x, y, width, height = place
        unit = self._unit
        return (
            round((x + inner) * unit),
            round((y + inner) * unit),
            round((x + width - inner) * unit),
            round((y + height - inner) * unit),
        )

    def _piece(self, item: Item) -> Image.Image:
        """Return a piece as an image with a transparent background, cached by appearance."""
        caption_text = self._piece_text(item)
        size = max(2, round(item.width * self._unit)), max(2, round(item.height * self._unit))
        key = (item.look, caption_text, size, item.sprite.turn % 4, item.fills)
        if key not in self._pieces:
            self._pieces[key] = self._drawn_piece(item, caption_text, size)
        return self._pieces[key]

    def _drawn_piece(self, item: Item, caption_text: str, size: tuple[int, int]) -> Image.Image:
        look = item.look
        lift = 0 if item.fills and look.shape == "square" else max(1, round(size[0] * 0.05))
        image = Image.new("RGBA", (size[0] + 2 * lift, size[1] + 2 * lift))
        if look.fill != "none":
            mask = outline(look.shape, size)
            if lift:
                image.paste(_SHADOW, (lift, 2 * lift), mask)
            image.paste(FILLS[look.fill], (lift, lift), mask)
            marks = pattern(look.pattern, size, self._unit)
            shown = Image.new("L", size)
            shown.paste(marks, mask=mask)
            body = Image.new("RGBA", size, ink_on(look.fill))
            body.putalpha(shown)
            image.alpha_composite(body, (lift, lift))
        self._mark(image, item, caption_text, size)
        return image.rotate(-90 * (item.sprite.turn % 4), expand=True)

    def _piece_text(self, item: Item) -> str:
        """Return the text on a piece: its sign, or the name of a card without an icon."""
        sign = item.sprite.sign or item.look.sign
        bare = item.look.shape == "card" and item.look.pattern == "none"
        if sign or item.look.icon in self.icons or not bare or item.sprite.name is None:
            return sign
        return self.voice.long(item.sprite.name)

    def _mark(
        self, image: Image.Image, item: Item, caption_text: str, size: tuple[int, int]
    ) -> None:
        """Draw an icon, sign, pips or name on a piece."""
        ink, side = ink_on(item.look.fill), min(size)
        across, down = image.width / 2, image.height / 2
        has_icon = item.look.icon in self.icons
        if item.look.shape == "die" and caption_text in PIPS:
            dots(image, caption_text, side, ink)
            return
        if has_icon:
            share, up = (0.5, 0.18) if caption_text.strip() else (0.56, 0.0)
            _icon(image, self.icons[item.look.icon], side * share, down - side * up, ink)
        if caption_text == _STAR:
            star = outline("star", (max(2, side // 2), max(2, side // 2)))
            image.paste(ink, (round(across - star.width / 2), round(down - star.height / 2)), star)
        elif caption_text.strip():
            low = side * (0.26 if has_icon else 0.2 if item.look.shape == "pawn" else 0)
            share = 0.2 if has_icon or item.look.shape == "pawn" else 0.46
            tall = max(share * side, 8.0) if has_icon else share * size[1]
            half = 0.46 * size[0]
            box = (across - half, down + low - tall, across + half, down + low + tall)
            write_in(
                image,
                (round(box[0]), round(box[1]), round(box[2]), round(box[3])),
                caption_text,
                ink,
            )


def _icon(image: Image.Image, rows: Pattern, side: float, middle: float, ink: str) -> None:
    """Draw an icon of pixels in the centre of an image, or slightly above it."""
    columns = max(map(len, rows))
    dot = max(1, int(side / max(columns, len(rows))))
    left, top = image.width / 2 - columns * dot / 2, middle - len(rows) * dot / 2
    draw = ImageDraw.Draw(image)
    for j, row in enumerate(rows):
        for i, pixel in enumerate(row):
            if pixel == "#":
                x, y = round(left + i * dot), round(top + j * dot)
                draw.rectangle((x, y, x + dot - 1, y + dot - 1), fill=ink)


def _played(seat: int | None, players: int) -> bool:
    return seat is None or seat < players


def _caption(zone: Zone) -> Text:
    """Return the caption of a zone, which names the zone's player."""
    return text(zone.caption) if zone.seat is None else text(zone.caption, player=Seat(zone.seat))


def _squared(box: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Return the square in the centre of a box."""
    side = min(box[2] - box[0], box[3] - box[1])
    left, top = (box[0] + box[2] - side) // 2, (box[1] + box[3] - side) // 2
    return left, top, left + side, top + side
