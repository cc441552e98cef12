"""Text notation of a game, in the manner of chess's PGN: tags, then numbered turns.

The grammar is described in ``docs/records.md``. Writing and reading a record yields an equal one:
every entry, including undos and corrections, with its times.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from companion.engine import registry
from companion.engine.rules import AnyGame
from companion.records.jsonl import GameRecord, check
from companion.records.notation.header import read_tags, write_tags
from companion.records.notation.times import began
from companion.records.notation.turns import read_turns, write_turns
from companion.records.recorded_rules import game_of


def write(game: AnyGame, record: GameRecord, result: Sequence[int] = ()) -> Iterator[str]:
    """Yield the lines of a record as text; ``result`` is the points of a finished game.

    Raises ``RecordError`` for a record that cannot be written as text.
    """
    for sequence, entry in enumerate(record.entries, 1):
        check(entry, sequence, len(record.setup.players))
    since = began(record.entries)
    yield from write_tags(record, since, result)
    yield ""
    yield from write_turns(game, record, since)


def read(text: str, find: Callable[[str], AnyGame] = registry.load) -> GameRecord:
    """Return the record in ``text``; ``find`` returns the game with a name.

    Raises ``RecordError``, and the exceptions of ``find``.
    """
    head, since, at = read_tags(text)
    game = game_of(head, find)
    entries, comments = read_turns(game, head.setup, since, text, at)
    return replace(head, entries=tuple(entries), comments=comments)
