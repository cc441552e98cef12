"""Chooses the first stage of a box: a game in progress, a game setup, or a new game."""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path
from shutil import copyfile
from time import time
from typing import Final, NamedTuple, TypeVar

from msgspec.structs import replace

from companion.daemon.seat_names import SeatNames, default_name, spoken_forms
from companion.daemon.suspended_games import suspended_games
from companion.daemon.voice import catalogue
from companion.engine import registry
from companion.engine.fold import Draw
from companion.engine.game import Setup
from companion.engine.manifest import Manifest
from companion.engine.message import (
    Message,
    join,
    reason,
    say,
)
from companion.engine.owners_copy import OwnersCopy
from companion.engine.text import text
from companion.i18n.catalogue import may_say
from companion.i18n.languages import LANGUAGES, Alphabets
from companion.records import archive
from companion.records.archive import record_of, table_of
from companion.session.journal_writer import JournalWriter
from companion.settings import MOCK, Settings
from companion.storage import copies, preferences
from companion.storage.journal import FILE as JOURNAL
from companion.storage.journal import Journal, JournalError, StorageError
from companion.table.lobby.box_settings import BRIGHTNESS
from companion.table.lobby.copy_guide import unconfirmed_questions
from companion.table.lobby.last_game import LastGame
from companion.table.lobby.lobby import Lobby, on_usual, open_lobby
from companion.table.lobby.rematch import party_of
from companion.table.lobby.start import starter_in
from companion.table.previous_games.parties import Party, distinct
from companion.table.stage import Stage
from companion.table.state import with_console
from companion.table.table import (
    Notice,
    Table,
    Timestamp,
    begin,
)

T = TypeVar("T")

LANGUAGE: Final = "language"
"""The key of the preference for the language that was chosen on the box."""
_LOG: Final = logging.getLogger(__name__)


def open_first_stage(
    settings: Settings, folder: Path, draw: Draw, *, ask: bool
) -> tuple[Stage, JournalWriter]:
    """Open the journal, and return the first stage with the writer that makes it durable.

    A game in progress is resumed. Otherwise the players choose on the box (``ask``), or the game in
    the settings starts. If the journal cannot be written, a copy in ``folder`` is read. Raises
    ``JournalError`` if it is in use or cannot be opened.
    """
    opening, journal, unsaved = _journal(settings.state / JOURNAL, folder)
    try:
        going = _in_progress(journal)
        writer = JournalWriter(opening, None if unsaved else journal, going.play, unsaved)
        kept = preferences.load(settings.state)
        chosen = kept.get(LANGUAGE, settings.language)
        language = chosen if chosen in LANGUAGES else settings.language
        speaking = _speaking_settings(settings, language)
        stage = _first(speaking, going, journal, writer, draw, ask=ask)
        played = archive.recent(journal)
        if journal is not writer.journal:
            journal.close()
        if isinstance(stage, Lobby):
            stage = replace(stage, asks_language=journal.play_from(1) is None)
        brightness = kept.get("brightness", BRIGHTNESS[-1])
        shown = with_console(
            stage,
            language=language,
            languages=LANGUAGES,
            alphabets=Alphabets(),
            quiet=kept.get("sound") == "off",
            unsure=_is_unsure(settings, stage),
            brightness=brightness if brightness in BRIGHTNESS else BRIGHTNESS[-1],
            previous_games=played,
        )
        return (on_usual(shown) if isinstance(shown, Lobby) else shown), writer
    except BaseException:
        journal.close()
        raise


def next_lobby(
    settings: Settings, last: Table | None, before: Sequence[archive.ArchivedGame] = ()
) -> Lobby:
    """Return a lobby preset to the answers of the last game, or to the settings.

    Without a last game, the games from ``before`` the box was switched on count: they supply the
    names in seating order, and the next first player.

    The games of the time ``before`` the box was switched on count if there is no last one: who has
    played together finds the names in their order, and who begins next.
    """
    starter = None if last is None else starter_in(log_step.entry for log_step in last.steps)
    again = _last_game(last, before)
    language = settings.language if last is None else last.console.language
    if again is None:
        usual, game, enter = _usual(settings), settings.game, _entered(settings)
    else:
        usual, game, enter = again.setup, again.game, again.enter
    if last is None and before:
        starter = None if before[0].result is None else before[0].result.starter
    games = offered_games()
    playable = _playable(games, game)
    if playable != game:  # its package is gone: another stands in until one is chosen
        game, usual, again, enter = playable, replace(usual, options={}, data={}), None, None
    parties = _parties(settings, last, before)
    people = chain.from_iterable(
        [name for seat, name in enumerate(party.players) if seat not in party.robots]
        for party in (Party(usual.players, usual.robots), *parties)
    )
    player_names = tuple(dict.fromkeys((*settings.players, *people)))
    naming = _seat_names(game, player_names)
    usual = replace(usual, players=tuple(default_name(language, name) for name in usual.players))
    lobby = open_lobby(games, naming[language].names, usual, game)
    lobby = with_console(lobby, language=language, languages=LANGUAGES, alphabets=Alphabets())
    if last is not None:
        kept = last.console
        lobby = with_console(
            lobby, quiet=kept.quiet, brightness=kept.brightness, previous_games=kept.previous_games
        )
    lobby = replace(
        lobby,
        starter=starter,
        last=None if _is_public(settings) else again,
        enter=enter,
        virtual=settings.gpio == MOCK,
        robots=naming[language].robots,
        naming=naming,
        parties=tuple(_speaking(party, language) for party in parties),
        copies={} if settings.gpio == MOCK else _copies(settings, games),
    )
    return on_usual(lobby)


def _last_game(last: Table | None, before: Sequence[archive.ArchivedGame]) -> LastGame | None:
    """Return the last game so that it can be played again, ``None`` if there is none."""
    if last is not None:
        party = party_of(last)
        return LastGame(last.game.id, last.setup, last.enter, party.begins)
    if not before:
        return None
    party = archive.party_of(before[0])
    return LastGame(before[0].game, before[0].setup, frozenset(before[0].enter), party.begins)


def _is_public(settings: Settings) -> bool:
    """Return whether the next players are likely to be different people."""
    return settings.web is not None and settings.web.public


def _entered(settings: Settings) -> frozenset[str] | None:
    """Return what the table has to enter according to the settings, ``None`` if they do not say."""
    return frozenset(settings.enter) if settings.enter else None


def _usual(settings: Settings) -> Setup:
    """Return the setup in the settings, at the game's recommended level if they name none."""
    setup, game = _setup(settings), _unless_broken(registry.load, settings.game)
    if game is None or settings.is_level_set or settings.level != game.levels[0]:
        return setup
    return replace(setup, level=game.recommended.level or game.levels[-1])


def _parties(
    settings: Settings, last: Table | None, before: Sequence[archive.ArchivedGame]
) -> tuple[Party, ...]:
    """Return the groups that have played here, the latest first; none in a public place."""
    if _is_public(settings):
        return ()
    if last is None:
        return distinct(map(archive.party_of, before))
    earlier = (game.party for game in last.console.previous_games if game.party is not None)
    return distinct((party_of(last), *earlier))


def _speaking(party: Party, language: str) -> Party:
    """Return a group with its default names in a language."""
    return replace(party, players=tuple(default_name(language, name) for name in party.players))


def _speaking_settings(settings: Settings, language: str) -> Settings:
    """Return settings in the language chosen on the box, with its default names in it."""
    players = tuple(default_name(language, name) for name in settings.players)
    return replace(settings, language=language, players=players)


def _is_unsure(settings: Settings, stage: Stage) -> bool:
    """Return whether a game in progress rests on assumptions about the owner's copy."""
    if isinstance(stage, Lobby) or settings.gpio == MOCK:
        return False
    copy = _copies(settings, [stage.game.id])[stage.game.id]
    return bool(unconfirmed_questions(stage.game, copy))


def _copies(settings: Settings, games: Iterable[str]) -> dict[str, OwnersCopy]:
    """Return what is known about the owner's copies by game; the settings count as confirmed."""
    kept = copies.load(settings.state)
    by_game = {game: kept.get(game, OwnersCopy()) for game in games}
    own = by_game.get(settings.game)
    if own is not None and settings.data:
        declared = {
            question.key
            for question in registry.load(settings.game).copy_questions(settings.data)
            if question.key in settings.data
            or (question.path and question.path[0] in settings.data)
        }
        by_game[settings.game] = replace(own, confirmed=own.confirmed | declared)
    return by_game


def _seat_names(game: str, player_names: tuple[str, ...]) -> SeatNames:
    known, said = registry.load(game), spoken_forms(player_names)
    may_clash = [code for code in LANGUAGES if may_say(code, known, said)]
    return SeatNames(player_names, lambda code: catalogue(code, game, ()), may_clash)


def offered_games() -> dict[str, Manifest]:
    """Return the games on offer, those from sheets last; broken ones are left out."""
    names = (*registry.names(), *registry.sheets())
    found = ((name, _unless_broken(registry.manifest, name)) for name in names)
    return {name: manifest for name, manifest in found if manifest is not None}


def _playable(games: Mapping[str, Manifest], usual: str) -> str:
    """Return the usual game if its rules can be imported, else the first one whose rules can."""
    names = (usual, *games) if usual in games else games
    return next(name for name in names if _unless_broken(registry.load, name) is not None)


def load_all() -> None:
    """Import the rules of all games; a game whose package is broken is logged."""
    for name in registry.names():
        _unless_broken(registry.load, name)


def _unless_broken(load: Callable[[str], T], name: str) -> T | None:
    """Load part of a game; return ``None`` and log the reason if the game is broken."""
    try:
        return load(name)
    except registry.UnknownGameError as error:
        _LOG.error("%s", error)
        return None


def _setup(settings: Settings) -> Setup:
    return Setup(
        settings.players,
        settings.level,
        settings.options,
        settings.data,
        settings.clock,
        settings.robots,
    )


class GameInProgress(NamedTuple):
    """The game that was in progress when the box was switched off, if it can be resumed."""

    play: int
    """Its number, 0 for none."""
    table: Table | None
    reports: list[Message]
    """What is to be said of those that cannot go on."""


def _journal(path: Path, folder: Path) -> tuple[Callable[[], Journal], Journal, str]:
    """Open the journal; return it with the reason if it is only a readable copy in ``folder``."""
    opening = partial(Journal.open, path)
    try:
        journal = opening()
    except StorageError as error:
        _LOG.error("not saved: %s", error)
        # What was committed last is in the write-ahead log alone, until SQLite's next checkpoint.
        for suffix in ("", "-wal"):
            with suppress(OSError):
                copyfile(f"{path}{suffix}", folder / f"{JOURNAL}{suffix}")
        return opening, Journal.open(folder / JOURNAL), reason(error)
    return opening, journal, ""


def _first(
    settings: Settings,
    going: GameInProgress,
    journal: Journal,
    writer: JournalWriter,
    draw: Draw,
    *,
    ask: bool,
) -> Stage:
    """Resume the game in progress; else ask, or start the game in the settings.

    A report of repairs to the journal is logged, and shown with the game.
    """
    if journal.report:
        _LOG.warning("%s", journal.report)
    play, table, reports = going
    report = join(" ", [*([journal.report] if journal.report else []), *reports])
    if table is not None:
        how = "is over, and its ranking is shown" if table.is_over else "goes on"
        _LOG.info("game %d, %s, %s", play, table.game.title, how)
        return _with_report(table, report)
    if ask:
        # In a public place the next guests are others.
        public = _is_public(settings)
        before = () if public else _of_games_here(archive.latest_games(journal))
        left = () if public else suspended_games(journal)
        lobby = next_lobby(settings, None, before)
        lobby = replace(lobby, left=left)
        return _with_report(lobby, report)
    game = registry.load(settings.game)
    deals = () if settings.gpio == MOCK else game.deals
    enter = (*settings.enter, *deals)
    outcome = begin(game, _setup(settings), enter, Timestamp(0, time()), draw)
    writer.begin(outcome.table, time())
    writer.append(outcome.entries)
    writer.flush()
    _LOG.info("game %d, %s, begins", writer.play, game.title)
    return _with_report(outcome.table, report)


def _of_games_here(games: Sequence[archive.ArchivedGame]) -> tuple[archive.ArchivedGame, ...]:
    """Return the entries whose game is still installed."""
    here = (*registry.names(), *registry.sheets())
    return tuple(played for played in games if played.game in here)


def _with_report(stage: Stage, report: str) -> Stage:
    if not report:
        return stage
    return with_console(stage, cover=Notice(text("table.journal", what=report), refused=False))


def _in_progress(journal: Journal) -> GameInProgress:
    """Return the game in progress; one that cannot be resumed is reported.

    Such a game is suspended, because its package may be installed again.
    """
    reports: list[Message] = []
    while (play := journal.current()) is not None:
        try:
            table = table_of(record_of(play, journal.entries(play.id)))
            return GameInProgress(play.id, table, reports)
        except (JournalError, ValueError) as error:
            reports.append(
                say(
                    "Game {play} cannot go on and is set aside: {reason}",
                    play=play.id,
                    reason=reason(error),
                )
            )
            _LOG.warning("%s", reports[-1])
            try:
                archive.set_aside(journal, play)
            except JournalError as trouble:  # a full disk: the next start tries again
                _LOG.warning("%s", trouble)
                break
    return GameInProgress(0, None, reports)
