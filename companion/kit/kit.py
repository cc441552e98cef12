"""Writes the complete kit of a game into a folder."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any, Final, Protocol

import msgspec

from companion.engine.game import Piece
from companion.engine.message import say
from companion.engine.rules import AnyGame
from companion.engine.text import Text, titled
from companion.kit import (
    carrier,
    documents,
    labels,
    overlay,
)
from companion.kit.drawing import (
    A4,
    DrawingPage,
    Mark,
    TextElement,
    ruler,
)
from companion.kit.needs import Needs, needs, shopping_list

_LEFT: Final = 20.0
_WIDTH: Final = 86
"""Characters in a line of the first page."""
_HERE: Final = "here"
"""The place of the one reader of a game that asks for none."""

Tell = Callable[[str], str]
"""Puts a message into the reader's language."""


class KitVoice(Protocol):
    """The words of a game in one language."""

    def long(self, message: Text, /) -> str:
        """Return the full wording of a text."""


class Kit(msgspec.Struct, frozen=True):
    """A generated file, and its purpose."""

    files: tuple[Path, ...]
    needed: Needs


def make(
    game: AnyGame,
    state: Any,  # noqa: ANN401
    voice: KitVoice,
    tell: Tell,
    folder: Path,
    *,
    others: Iterable[Any] = (),
) -> Kit:
    """Write labels, overlays and the carrier of a game, for the pieces in ``state``.

    Pieces that only occur in ``others`` of its states are included. Raises ``DocumentError`` if
    nothing can be printed, ``OSError`` if the folder cannot be written.
    """
    listed = {each.id: each for of in (state, *others) for each in game.pieces(of)}
    pieces = tuple(listed.values())
    laid = overlay.overlays(game.places(state), game.picture)
    needed = needs(pieces, laid)
    folder.mkdir(parents=True, exist_ok=True)
    title = _title(game, voice)
    sheets = (*_first(title, needed, tell), *_labels(game, pieces, voice, tell))
    files = [folder / "labels.pdf"]
    documents.write_pdf(sheets, files[0], f"{title}: {tell(say('labels'))}")
    whole = tuple(_overlays(title, laid, voice, tell))
    files.append(folder / "overlay.pdf")
    scale = tell(_scale())
    tiled = (tile for _, title, page in whole for tile in overlay.tiles(page, title, scale))
    documents.write_pdf(tiled, files[-1], f"{title}: {tell(say('where readers lie'))}")
    for name, _, page in whole:
        files.append(folder / f"overlay-{name}.svg")
        files[-1].write_text(documents.as_svg(page), encoding="utf-8")
    if needed.carriers:
        files.append(folder / "carrier.stl")
        files[-1].write_bytes(carrier.as_stl(carrier.triangles()))
    return Kit(tuple(files), needed)


def _title(game: AnyGame, voice: KitVoice) -> str:
    return voice.long(titled(game.title, game.titles))


def _scale() -> str:
    return say("printed at 100 %, this ruler is 100 mm long: measure it")


def _first(title: str, needed: Needs, tell: Tell) -> Iterator[DrawingPage]:
    """Yield the page with the shopping list and the next steps."""
    heading = tell(say("What {game} needs beside the box", game=title))
    marks: list[Mark] = [TextElement(_LEFT, 30, heading, 6, "start", bold=True)]
    y = 44.0
    for number, line in enumerate(_steps(needed), 1):
        for i, part in enumerate(wrap(tell(line), _WIDTH)):
            if i == 0:
                marks.append(TextElement(_LEFT, y, f"{number}.", 4, "start", bold=True))
            marks.append(TextElement(_LEFT + 8, y, part, 4, "start"))
            y += 6
        y += 3
    marks += ruler(_LEFT, A4[1] - 20, tell(_scale()))
    yield DrawingPage(*A4, tuple(marks))


def _steps(needed: Needs) -> tuple[str, ...]:
    return (
        *shopping_list(needed),
        say("Print at 100 %, not fitted to the page, and measure the ruler."),
        say(
            "Stick each tag to its piece, in the middle, where no metal is; then its label over it."
        ),
        say("Teach the box which tag is which: companion enrol, or the menu of the box."),
    )


def _labels(
    game: AnyGame, pieces: Sequence[Piece], voice: KitVoice, tell: Tell
) -> Iterator[DrawingPage]:
    looks = game.picture.looks if game.picture is not None else {}
    wanted = tuple(
        labels.Label(voice.long(piece.name), looks.get(piece.look), piece.sign) for piece in pieces
    )
    title = tell(say("{game}: labels", game=_title(game, voice)))
    return labels.sheets(wanted, game.icons, title, tell(_scale()))


def _overlays(
    title: str, laid: Sequence[overlay.Overlay], voice: KitVoice, tell: Tell
) -> Iterator[tuple[str, str, DrawingPage]]:
    """Yield file name, title and drawing of each overlay; without places, that of one reader."""
    if not laid:
        single = overlay.overlays((_HERE,), None)[0]
        name = tell(say("hold pieces here"))
        yield "reader", f"{title}: {name}", overlay.overlay_page(single, {_HERE: name})
        return
    for zone in laid:
        names = {spot.place: spot.place for spot in zone.spots}
        if zone.caption == overlay.BESIDE:
            caption, file = tell(say("beside the board")), "beside"
        else:
            caption, file = voice.long(Text(zone.caption, {})), zone.caption.rpartition(".")[2]
        yield file, f"{title}: {caption}", overlay.overlay_page(zone, names)
