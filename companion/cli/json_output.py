"""Types of the output of `--json`; ``docs/schemas/cli.json`` is generated from them.

Names are keys and never translated; titles and the doctor's sentences are in the language of the
call. Times of day are ISO 8601 with their zone.
"""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from companion.i18n.catalogue import Phrases
from companion.schema.bounds import Data

if TYPE_CHECKING:
    from companion.doctor.finding import Finding
    from companion.engine.rules import AnyGame
    from companion.records.archive import ArchivedGame
    from companion.records.statistics.figures import FigureTable
    from companion.storage.journal import JournalReader


class InstalledGame(msgspec.Struct, frozen=True):
    """A game that is installed."""

    game: str
    title: str
    rules_version: str
    players: tuple[int, ...]
    """How many can play."""
    levels: tuple[str, ...]
    options: Mapping[str, tuple[str | int | bool, ...]]
    """What can be chosen, the usual value first."""


class Installed(msgspec.Struct, frozen=True):
    """The output of `companion games --json`."""

    games: tuple[InstalledGame, ...]


class RankedSide(msgspec.Struct, frozen=True):
    """A side of the ranking: players who win together, as defined in ``docs/statistics.md``."""

    seats: tuple[int, ...]
    """Counted from 0."""
    place: int
    points: int
    wins: float


class PlayedGame(msgspec.Struct, frozen=True):
    """A game that a box has followed; the output of `companion games played N --json`."""

    number: int
    id: str
    """What names the game everywhere, a UUID (RFC 9562)."""
    game: str
    title: str
    rules_version: str
    level: str
    options: Data
    players: tuple[str, ...]
    """Who sat in each seat in the end."""
    robots: tuple[int, ...]
    """The seats of robots."""
    began: str
    ended: str
    goes_on: bool
    over: bool | None
    """Whether it was played to its end; null where nobody knows: it was played by other rules."""
    ranking: tuple[RankedSide, ...]
    """The sides that are still there, best first."""


class ArchiveExtent(msgspec.Struct, frozen=True):
    """The number of games in an archive, and its limit."""

    games: int
    bytes: int
    most_bytes: int


class Archive(msgspec.Struct, frozen=True):
    """The output of `companion games played --json`: the games that match the search."""

    games: tuple[PlayedGame, ...]
    archive: ArchiveExtent


Figure = str | int | float | bool | None


class Figures(msgspec.Struct, frozen=True):
    """The output of `companion stats --json`; ``docs/statistics.md`` defines the figures."""

    games: int
    tables: Mapping[str, tuple[Mapping[str, Figure], ...]]
    """The rows of each table, with the names of the columns in the CSV files."""


class CheckedSubject(msgspec.Struct, frozen=True):
    """A finding of the doctor: a description if it is ``sound``, otherwise the remedy."""

    subject: str
    sound: bool
    words: str


class Diagnosis(msgspec.Struct, frozen=True):
    """The output of `companion doctor --json`."""

    sound: bool
    """Whether every finding is."""
    findings: tuple[CheckedSubject, ...]


def print_json(document: msgspec.Struct) -> None:
    """Print a document as indented JSON."""
    print(json.dumps(msgspec.to_builtins(document, enc_hook=str), indent=2, ensure_ascii=False))


def installed_game(game: "AnyGame", words: Phrases) -> InstalledGame:
    """Return the title, the numbers of players and the options of an installed game."""
    choices: dict[str, Any] = {name: tuple(values) for name, values in game.choices}
    further: dict[str, Any] = {option.name: tuple(option.values) for option in game.further_options}
    return InstalledGame(
        game=game.id,
        title=game.titles.get(words.language, game.title),
        rules_version=game.rules_version,
        players=tuple(game.players),
        levels=tuple(game.all_levels),
        options={**choices, **further},
    )


def played_game(played: "ArchivedGame") -> PlayedGame:
    """Return a game of an archive; of a game in progress, only what its list entry shows."""
    from companion.records.archive import local_time
    from companion.records.exports import identity

    options: Any = dict(played.setup.options)
    return PlayedGame(
        number=played.id,
        id=str(identity(played)),
        game=played.game,
        title=played.title,
        rules_version=played.rules_version,
        level=played.level,
        options=options,
        players=played.players,
        robots=played.robots,
        began=local_time(played.began).isoformat(),
        ended=local_time(played.ended).isoformat(),
        goes_on=played.goes_on,
        over=None if played.result is None else played.result.over,
        ranking=tuple(
            RankedSide(side.seats, side.place, side.points, float(side.wins))
            for side in played.ranking.ordered
        ),
    )


def archive_of(games: "Sequence[ArchivedGame]", journal: "JournalReader") -> Archive:
    """Return games with the size of their archive."""
    size = journal.size()
    extent = ArchiveExtent(size.games, size.logs, size.most)
    return Archive(tuple(map(played_game, games)), extent)


def figures_of(count: int, tables: "Sequence[FigureTable]") -> Figures:
    """Return the tables about a number of games by their keys."""
    named = {
        table.key: tuple(dict(zip(table.columns, row, strict=True)) for row in table.rows)
        for table in tables
    }
    return Figures(count, named)


def diagnosis_of(findings: "Sequence[Finding]", words: Phrases) -> Diagnosis:
    """Return findings in the language of the call."""
    checked = (CheckedSubject(it.subject, it.sound, words.tell(it.words)) for it in findings)
    return Diagnosis(all(it.sound for it in findings), tuple(checked))
