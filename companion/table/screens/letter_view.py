"""The letters for a name, as a grid on a panel."""

from msgspec.structs import replace

from companion.engine.text import text
from companion.table.name_entry import GridMark, NameEntry, question, spelled
from companion.table.screens.headline import KeyLayout
from companion.table.screens.screen import LetterGrid, Row, RowMark, Screen
from companion.table.voice import Voice


def letter_screen(entry: NameEntry, voice: Voice) -> Screen:
    """Return the screen with the name so far above the letters, without labels of keys.

    Its row is what is marked, for displays that draw no grid.
    """
    row, column = divmod(entry.at, len(entry.rows[0]))
    return Screen(
        title=voice.short(question(entry).ask),
        rows=(Row(voice.short(spelled(entry)), mark=RowMark.CURSOR),),
        letters=LetterGrid(
            entry.rows,
            row,
            None if entry.mark is GridMark.ROW else column,
            voice.short(text("dial.take")) if entry.name else "",
            is_done=entry.mark is GridMark.DONE,
        ),
    )


def with_held_key(screen: Screen, voice: Voice, keys: KeyLayout) -> Screen:
    """Return the screen with the key that ends a name from every letter; small boxes have none."""
    grid = screen.letters
    if grid is None or not grid.done or keys is not KeyLayout.FULL:
        return screen
    return replace(screen, letters=replace(grid, held=voice.short(text("dial.held"))))
