"""Archive of a box's games, newest first: search by player, game and day, and summaries."""

from base64 import b32encode
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, Final

import msgspec

from companion.engine import registry
from companion.engine.game import Setup
from companion.engine.log import Entry, EntryKind
from companion.engine.message import reason, say
from companion.engine.ranking import Ranking
from companion.records.result import (
    Result,
    result_from,
    result_of,
    result_struct,
    with_teams,
)
from companion.storage.fields import refuse_controls
from companion.storage.journal import Journal, JournalError, JournalReader, Play
from companion.storage.setup import setup_of
from companion.table.history.entries import resume
from companion.table.previous_games.parties import Party
from companion.table.previous_games.previous_game import SHOWN, PreviousGame, ranked_players
from companion.table.table import Table

if TYPE_CHECKING:
    from companion.records.jsonl import GameRecord

_LAST_DAY: Final = datetime(9999, 12, 30, tzinfo=UTC).timestamp()
_ASIDE: Final = "aside"
"""Marks the summary of a play whose package was missing at a start."""
_KEY: Final = 7
"""Characters of a key: more than 30 bits, and the QR code stays small."""


class ArchivedGame(msgspec.Struct, frozen=True):
    """A game in the archive, or the one on the table, whose time ``ended`` is that of its last act.

    ``title`` is the game's title, or its name if it is no longer installed. Without a ``result``
    the game has other rules, and its moves can no longer be replayed.
    """

    id: int
    game: str
    title: str
    rules_version: str
    setup: Setup
    enter: tuple[str, ...]
    began: float
    ended: float
    goes_on: bool
    result: Result | None

    @property
    def people(self) -> tuple[tuple[str, ...], ...]:
        """The successive players of each seat; one name unless it was handed over."""
        handed = () if self.result is None else self.result.handed
        return tuple(
            (name, *(new_name for there, new_name in handed if there == seat))
            for seat, name in enumerate(self.setup.players)
        )

    @property
    def level(self) -> str:
        """The level at which the game ended; ``setup`` has the one at which it began."""
        raised = None if self.result is None else self.result.level
        return raised or self.setup.level

    @property
    def players(self) -> tuple[str, ...]:
        """The final player of each seat, to whom the result belongs."""
        return tuple(names[-1] for names in self.people)

    @property
    def robots(self) -> tuple[int, ...]:
        """The seats of robots that no player has taken over during the game."""
        return tuple(seat for seat in self.setup.robots if len(self.people[seat]) == 1)

    @property
    def ranking(self) -> Ranking:
        """The sides with their places, points and wins; none without a result."""
        return Ranking(()) if self.result is None else self.result.ranking


class ArchiveSearch(msgspec.Struct, frozen=True):
    """Search criteria of games; empty ones are ignored."""

    player: str = ""
    """A part of a player's name, in any case."""
    game: str = ""
    since: date | None = None
    until: date | None = None
    """Days on this computer's calendar, both included."""

    def finds(self, played: ArchivedGame) -> bool:
        """Return whether a game matches the criteria."""
        names = (name.casefold() for names in played.people for name in names)
        day = local_time(played.ended).date()
        return (
            any(self.player.casefold() in name for name in names)
            and self.game in ("", played.game)
            and (self.since is None or self.since <= day)
            and (self.until is None or day <= self.until)
        )


def list_games(
    journal: JournalReader, search: ArchiveSearch | None = None
) -> tuple[ArchivedGame, ...]:
    """Return the games of a journal, newest first. Raises ``JournalError``."""
    results = journal.summaries()
    found = (_played(journal, play, results.get(play.id)) for play in reversed(journal.plays()))
    return tuple(played for played in found if search is None or search.finds(played))


def finished_games(
    journal: JournalReader, search: ArchiveSearch | None = None, *, on_table: int = 0
) -> tuple[ArchivedGame, ...]:
    """Return the finished or suspended games, newest first, without replaying any.

    Only the game ``on_table`` is replayed: it counts as soon as it is over. Unknown results are
    omitted. Raises ``JournalError``.
    """
    results = journal.summaries()
    found = (
        _archived_game(play, result_from(results.get(play.id, {})))
        if play.finished is not None
        else _played(journal, play, None)
        for play in reversed(journal.plays())
        if play.finished is not None or play.id == on_table
    )
    return tuple(
        played
        for played in found
        if (search is None or search.finds(played))
        and (not played.goes_on or (played.result is not None and played.result.over))
    )


def recent(journal: JournalReader) -> tuple[PreviousGame, ...]:
    """Return the latest finished games for a panel. Raises ``JournalError``."""
    return tuple(
        _for_panel(played) for played in latest_games(journal) if played.result is not None
    )


def latest_games(journal: JournalReader) -> tuple[ArchivedGame, ...]:
    """Return the latest finished games, without replaying any. Raises ``JournalError``."""
    return _archived_games(journal.latest(SHOWN))


def suspended_plays(journal: JournalReader, most: int) -> tuple[ArchivedGame, ...]:
    """Return the latest suspended games that have started, without replaying any.

    Raises ``JournalError``.
    """
    return _archived_games(journal.left(most))


def _archived_games(found: Iterable[tuple[Play, Mapping[str, Any]]]) -> tuple[ArchivedGame, ...]:
    return tuple(_archived_game(play, result_from(summary)) for play, summary in found)


def _for_panel(played: ArchivedGame) -> PreviousGame:
    result, names = played.result, played.players
    assert result is not None  # noqa: S101 - the caller has checked
    ranking = ranked_players(names, played.ranking)
    day = local_time(played.ended).date().isoformat()
    return PreviousGame(
        *(played.id, registry.titled_game(played.game), day, ranking, result.over),
        party=party_of(played),
        unsure=result.unsure,
        key=key_of(played),
    )


def key_of(played: ArchivedGame) -> str:
    """Return the access key of a game as shown on the panel: seven letters and digits.

    It is derived from the start time of the game in microseconds, which is not displayed anywhere,
    so that it is stable without being stored.
    """
    from hashlib import sha256  # with OpenSSL, for which there is time once a game has ended

    identity = f"{played.id} {played.game} {played.began!r}".encode()
    return b32encode(sha256(identity).digest()).decode("ascii")[:_KEY]


def read_game(journal: JournalReader, play: int) -> ArchivedGame:
    """Return one game of a journal. Raises ``JournalError``."""
    return _played(journal, journal.play(play), journal.summaries().get(play))


def store_missing_results(journal: Journal, most: int = 1) -> int:
    """Store missing results of at most ``most`` games; return their number.

    Games finished by an older companion have none, nor do games whose package was missing.
    """
    plays = ((journal.play(play), summary) for play, summary in journal.summaries().items())
    unknown = [play for play, summary in plays if not summary or _is_back(play, summary)][-most:]
    for play in unknown:
        result = _replayed(journal, play)
        journal.remember(play.id, {"unknown": True} if result is None else result_struct(result))
    return len(unknown)


def record(journal: JournalReader, play: int) -> "GameRecord":
    """Return a game as a record. Raises ``JournalError`` if there is none or its moves are gone."""
    found = journal.play(play)
    entries = journal.entries(play)
    if not entries:
        message = say("the moves of game {play} are gone; only its result is kept", play=play)
        raise JournalError(message)
    return record_of(found, entries)


def record_of(play: Play, entries: Sequence[Entry]) -> "GameRecord":
    """Return a play with its log as a record. Raises ``RecordError`` if it cannot be one."""
    from companion.records.jsonl import GameRecord, check
    from companion.records.recorded_rules import sheet_of

    setup, enter = setup_of(play.setup)
    for number, entry in enumerate(entries, 1):
        check(entry, number, len(setup.players))
    sheet = sheet_of(play.game)
    return GameRecord(play.game, play.rules_version, setup, enter, tuple(entries), sheet=sheet)


def set_aside(journal: Journal, play: Play) -> None:
    """Suspend a play that cannot continue, without a result.

    Raises ``JournalError`` if its log cannot be read or written.
    """
    entries = journal.entries(play.id)
    ended = entries[-1].wall if entries else play.began
    actions = sum(entry.kind is EntryKind.ACTION for entry in entries)
    marker = {"unknown": True, "over": False, "actions": actions, _ASIDE: True}
    journal.finish(play.id, ended, marker)


def _is_back(play: Play, summary: Mapping[str, Any]) -> bool:
    """Return whether a play was suspended because its package was missing, and that is back."""
    return bool(summary.get(_ASIDE)) and _installed_rules(play.game) == play.rules_version


def check_continuable(journal: JournalReader) -> None:
    """Raise ``ValueError`` unless every game in progress of a journal can be replayed.

    Games with rules other than the installed ones are not checked. Nor may a setup contain a
    control character, for instance in a name: this box never writes one.
    """
    for play in journal.plays():
        refuse_controls(play.setup)
        entries = journal.entries(play.id)
        if play.finished is None:
            unfinished = record_of(play, entries)
            if _installed_rules(play.game) == play.rules_version:
                table_of(unfinished)


def _installed_rules(game: str) -> str:
    """Return the version of a game's rules, empty if the game is not installed."""
    try:
        return registry.load(game).rules_version
    except registry.UnknownGameError:
        return ""


def archived_game(recorded: "GameRecord", number: int) -> ArchivedGame:
    """Return a recorded game as one of an archive, with the ``number`` that it is to have."""
    from companion.records.recorded_rules import game_of

    game = game_of(recorded)
    result = result_of(table_of(recorded))
    began = recorded.entries[0].wall if recorded.entries else 0.0
    return ArchivedGame(
        number,
        recorded.game,
        game.title,
        recorded.rules_version,
        recorded.setup,
        recorded.enter,
        began,
        result.ended,
        goes_on=False,
        result=result,
    )


def table_of(recorded: "GameRecord") -> Table:
    """Return the table at the end of a record. Raises ``RecordError`` if the rules do not fit."""
    from companion.records.jsonl import RecordError  # a box that starts only lists its games
    from companion.records.recorded_rules import game_of

    game = game_of(recorded)
    try:
        return resume(game, recorded.setup, recorded.enter, recorded.entries)
    except Exception as error:
        message = say(
            "this game was recorded under rules version {recorded} and does not follow {installed}:"
            " {error}",
            recorded=recorded.rules_version,
            installed=game.rules_version,
            error=reason(error),
        )
        raise RecordError(message) from error


def party_of(played: ArchivedGame) -> Party:
    """Return the players of a game, and who began it."""
    starter = None if played.result is None else played.result.starter
    return Party(played.setup.players, played.setup.robots, starter)


def _played(journal: JournalReader, play: Play, summary: Mapping[str, Any] | None) -> ArchivedGame:
    if summary and not _is_back(play, summary):
        return _archived_game(play, result_from(summary))
    return _archived_game(play, _replayed(journal, play))


def _archived_game(play: Play, result: Result | None) -> ArchivedGame:
    setup, enter = setup_of(play.setup)
    if result is not None:
        result = with_teams(result, play.game)
    if result is not None and not result.fits(len(setup.players)):
        result = None
    ended = play.finished or play.began
    return ArchivedGame(
        play.id,
        play.game,
        _title(play.game),
        play.rules_version,
        setup,
        enter,
        _on_calendar(play.began),
        _on_calendar(ended if result is None or not result.ended else result.ended),
        goes_on=play.finished is None,
        result=result,
    )


def local_time(wall: float) -> datetime:
    """Return a time (POSIX seconds) in this computer's time zone."""
    return datetime.fromtimestamp(wall, UTC).astimezone()


def _on_calendar(seconds: float) -> float:
    """Return a time (POSIX) limited to the range of dates, for corrupt values on disk."""
    return min(max(seconds, 0.0), _LAST_DAY)


def _replayed(journal: JournalReader, play: Play) -> Result | None:
    """Return the result of a game from its log, if the installed rules can follow it."""
    try:
        entries = journal.entries(play.id)
        return result_of(table_of(record_of(play, entries))) if entries else None
    except (JournalError, ValueError):
        return None


def _title(game: str) -> str:
    found = registry.find_manifest(game)
    return game if found is None else found.title
