"""A game as text for people, in the manner of chess's PGN: tags, then numbered turns.

The grammar is described in ``docs/records.md``. What is written and read again is equal: every
entry, undos and corrections included, with its times.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from companion.engine import registry
from companion.engine.game import AnyGame
from companion.records.jsonl import Record, check
from companion.records.notation.header import read_tags, write_tags
from companion.records.notation.times import began
from companion.records.notation.turns import read_turns, write_turns


def write(game: AnyGame, record: Record, result: Sequence[int] = ()) -> Iterator[str]:
    """Yield the lines of a record as text; ``result`` are the points of a game that has ended.

    Raises ``RecordError`` for what text cannot hold.
    """
    for sequence, entry in enumerate(record.entries, 1):
        check(entry, sequence, len(record.setup.players))
    since = began(record.entries)
    yield from write_tags(record, since, result)
    yield ""
    yield from write_turns(game, record, since)


def read(text: str, find: Callable[[str], AnyGame] = registry.load) -> Record:
    """Return the record in ``text``; ``find`` returns a game by its name.

    Raises ``RecordError``, and what ``find`` raises.
    """
    head, since, at = read_tags(text)
    game = find(head.game)
    entries = read_turns(game, head.setup.players, since, text, at)
    return replace(head, entries=tuple(entries))
