"""Animated picture (GIF) of a recorded game, with board and panel.

It shows public information only. Its size is bounded: a long game is sampled at equal distances.
"""

from collections.abc import Callable, Iterator
from io import BytesIO
from textwrap import shorten, wrap
from typing import Final

from msgspec.structs import replace
from PIL import Image, ImageDraw

from companion.display.animation.board import BoardRenderer
from companion.display.animation.lettering import write
from companion.display.painter import paint
from companion.i18n.catalogue import Catalogue
from companion.table.screens import replay
from companion.table.screens.view import view
from companion.table.state import Table

MOST: Final = 120
"""Pictures of a film at most."""
LARGEST: Final = 4_000_000
"""Bytes of a film at most, which chats and trackers take."""
_WIDTH: Final = 720
_PANEL: Final = (128, 64)
_SCALE: Final = 2
_EDGE: Final = 12
_GROUND, _INK, _SOFT = "#f2ecdf", "#29231c", "#655b4e"
_OLED: Final = ("#0b0d10", "#e9f2ff")
_STEP: Final = 700
"""Milliseconds for which a picture stands."""
_NAME: Final = 12
"""Letters of a name beside its points."""
_TOTALS: Final = 2
"""Lines of points."""
_END: Final = 4000
_COLOURS: Final = 96
_LINE: Final = 20
"""Pixels from a line of words to the next."""
_LETTERS: Final = (_WIDTH - 3 * _EDGE - _PANEL[0] * _SCALE - 4) // 12
_LINES: Final = 3

Progress = Callable[[int, int], None]
"""Hears how many pictures of how many are drawn."""


def render_gif(
    table: Table, language: str, *, last: int | None = None, progress: Progress | None = None
) -> bytes:
    """Return the steps of a game as an animated GIF, or only the ``last`` ones (at least 1)."""
    whole = replay.steps(table)
    first = 0 if last is None else max(0, whole - last)
    count = min(MOST, whole - first + 1)
    # Three frames give the palette: sampling all of them would render the animation twice.
    some = sorted({first, (first + whole) // 2, whole})
    palette = _palette(_frames(table, language, some, None))
    while True:
        made = _encoded(_frames(table, language, _chosen(first, whole, count), progress), palette)
        if len(made) <= LARGEST or count == 1:
            return made
        count = max(1, int(count * LARGEST / len(made) * 0.9))


def _chosen(first: int, last: int, count: int) -> list[int]:
    """Return a number of steps at equal distances, including the last one."""
    if count == 1:
        return [last]
    return [first + (last - first) * i // (count - 1) for i in range(count)]


def _frames(
    table: Table, language: str, steps: list[int], progress: Progress | None
) -> Iterator[Image.Image]:
    voice = Catalogue(language, table.game, table.setup.players)
    picture, players = table.game.picture, len(table.setup.players)
    board = None
    if picture is not None:
        board = BoardRenderer(picture, table.game.icons, voice, players, _WIDTH - 2 * _EDGE)
    for i, at in enumerate(steps, 1):
        then = replay.after(table, at)
        then = replace(then, clocks=replace(then.clocks, paused=False))
        yield _frame(then, (table, at), board, voice)
        if progress is not None:
            progress(i, len(steps))


def _frame(
    then: Table, of: tuple[Table, int], board: BoardRenderer | None, voice: Catalogue
) -> Image.Image:
    """Return one picture: the board, the panel below it, and the last event."""
    table, at = of
    shown = None if board is None else board.paint(then.game.sprites(then.state))
    top = _EDGE if shown is None else shown.height + 2 * _EDGE
    panel = _panel(then, voice)
    image = Image.new("RGB", (_WIDTH, top + panel.height + _EDGE), _GROUND)
    if shown is not None:
        image.paste(shown, (_EDGE, _EDGE))
    image.paste(panel, (_EDGE, top))
    left = 2 * _EDGE + panel.width
    write(image, (left, top), f"{at}/{replay.steps(table)}", 2, _SOFT)
    label = shorten(replay.label(table, at, voice), _LETTERS * _LINES, placeholder=" …")
    lines = wrap(label, _LETTERS)[:_LINES]
    for number, line in enumerate(lines, 1):
        write(image, (left, top + number * _LINE), line, 2, _INK)
    _totals(image, then, (left, top + (_LINES + 1) * _LINE + 4))
    return image


def _totals(image: Image.Image, then: Table, at: tuple[int, int]) -> None:
    """Write the public points of all seats, as many in a line as fit."""
    names, points = then.setup.players, then.game.returns(then.state)
    label = " · ".join(
        f"{_short(name)}\u00a0{value}" for name, value in zip(names, points, strict=True)
    )
    for number, line in enumerate(wrap(label, _LETTERS)[:_TOTALS]):
        write(image, (at[0], at[1] + number * _LINE), line, 2, _SOFT)


def _short(name: str) -> str:
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"


def _panel(then: Table, voice: Catalogue) -> Image.Image:
    """Return the contents of the panel, enlarged."""
    lit = paint(view(then, voice), _PANEL)
    size = _PANEL[0] * _SCALE, _PANEL[1] * _SCALE
    image = Image.new("RGB", (size[0] + 4, size[1] + 4), _OLED[0])
    image.paste(_OLED[1], (2, 2), lit.resize(size, Image.Resampling.NEAREST))
    ImageDraw.Draw(image).rectangle((0, 0, size[0] + 3, size[1] + 3), outline=_SOFT)
    return image


def _palette(frames: Iterator[Image.Image]) -> Image.Image:
    """Return the colours of some frames, after which no new piece appears."""
    some = list(frames)
    joined = Image.new("RGB", (some[0].width, some[0].height * len(some)))
    for i, image in enumerate(some):
        joined.paste(image, (0, i * image.height))
    return joined.quantize(_COLOURS, dither=Image.Dither.NONE)


def _encoded(frames: Iterator[Image.Image], palette: Image.Image) -> bytes:
    """Return frames as a GIF with one palette; unchanged parts take no space."""
    first, *rest = (
        each.quantize(palette=palette, dither=Image.Dither.NONE, colors=_COLOURS) for each in frames
    )
    stream = BytesIO()
    times = [_STEP] * len(rest) + [_END]
    first.save(
        stream, "GIF", save_all=True, append_images=rest, duration=times, loop=0, optimize=False
    )
    return stream.getvalue()
