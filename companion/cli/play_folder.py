"""The folder in which `companion play` stores its games, and the choice of the one to resume."""

from collections.abc import Mapping
from pathlib import Path
from time import time
from typing import Final

from companion.engine.message import Message, say
from companion.records.archive import record_of, table_of
from companion.records.result import result_of, result_struct
from companion.storage.journal import FILE as JOURNAL
from companion.storage.journal import Journal, JournalError, JournalInUseError, StorageError

_NAME: Final = "compass-companion"


def home(environment: Mapping[str, str]) -> Path | None:
    """Return the folder of the user's games, created if new (XDG Base Directory Specification).

    ``None`` if it cannot be written.
    """
    given = environment.get("XDG_DATA_HOME", "")
    try:
        base = Path(given) if given.startswith("/") else Path.home() / ".local" / "share"
        folder = base / _NAME
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # the latter without a home
        return None
    return folder


def game_in_progress(state: Path, game: str | None, players: int | None) -> Message | None:
    """Return a message about the game in progress in a folder, ``None`` if there is none.

    If it is over, or another ``game`` or another number of ``players`` is requested, it is
    suspended, so that the requested game can start. Raises ``JournalError`` if another process uses
    the folder.
    """
    try:
        with Journal.open(state / JOURNAL) as journal:
            return _going_on(journal, game, players)
    except JournalInUseError as error:
        raise JournalError(
            say(
                "another companion (process {holder}) plays with the games in {folder}: go on at "
                "its page, stop it, or give this one a folder of its own: --state FOLDER",
                holder=error.holder,
                folder=state,
            )
        ) from error
    except StorageError:  # it is played all the same, and the panel says that nothing is saved
        return None


def _going_on(journal: Journal, game: str | None, players: int | None) -> Message | None:
    play = journal.current()
    if play is None:
        return None
    try:
        table = table_of(record_of(play, journal.entries(play.id)))
    except (JournalError, ValueError):
        return None  # the start sets it aside, and says so
    fits = game in (None, play.game) and players in (None, len(table.setup.players))
    title, names = table.game.title, ", ".join(table.setup.players)
    if game is not None and (table.is_over or not fits):
        journal.finish(play.id, time(), result_struct(result_of(table)))
        if table.is_over:
            return None
        return say(
            "{title} with {players} is suspended: the setup of a game offers to resume it.",
            title=title,
            players=names,
        )
    if table.is_over:
        return None
    return say(
        "{title} with {players} resumes. For another game, leave it in the menu, "
        "or start with --game.",
        title=title,
        players=names,
    )
