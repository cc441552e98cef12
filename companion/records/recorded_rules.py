"""Rules of recorded games: those installed, or those of the sheet in the record."""

from collections.abc import Callable
from functools import lru_cache

from companion.engine import registry
from companion.engine.message import reason, say
from companion.engine.rules import AnyGame
from companion.records.jsonl import GameRecord, RecordError
from companion.schema.mistakes import Invalid


def game_of(record: GameRecord, find: Callable[[str], AnyGame] | None = None) -> AnyGame:
    """Return the game of a record; ``find`` returns the one with a name, by default if installed.

    Raises ``RecordError`` if the sheet in it is not that of its game, else as ``find``.
    """
    if record.sheet:
        return _game_of_sheet(record.game, record.sheet)
    return (find or registry.load)(record.game)


def sheet_of(game: str) -> str:
    """Return the sheet that a record of a game needs elsewhere, empty for all but own sheets."""
    from companion.storage import own_shelf  # a box that starts asks for none

    return own_shelf.text(game) if own_shelf.has(game) else ""


# A study reads thousands of records of the same game.
@lru_cache(maxsize=64)
def _game_of_sheet(name: str, text: str) -> AnyGame:
    from companion.sheets import games
    from companion.sheets.sheet import read_sheet
    from companion.storage.sheet_book import id_of

    try:
        sheet = read_sheet(text, f"{name}.yaml")
    except Invalid as error:
        raise RecordError(reason(error)) from error
    if id_of(sheet, text) != name:
        message = say(
            "the sheet in the record is not that of {game}: export the game again where it was "
            "played",
            game=name,
        )
        raise RecordError(message)
    return games.game_of(name, sheet)
