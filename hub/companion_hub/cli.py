"""The command ``companion-hub``."""

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from getpass import getuser
from pathlib import Path
from typing import Final

from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from companion.engine.message import Message, either, reason, say
from companion.i18n.catalogue import Phrases
from companion.i18n.command_line import argparse_speaks, language_of
from companion.i18n.system_errors import describe_error, system_cause
from companion_hub import __version__
from companion_hub.club.accounts import Accounts
from companion_hub.club.audit import Audit
from companion_hub.club.removals import (
    QuarantinedResults,
    RemovalError,
    RemovalKind,
    Removals,
)
from companion_hub.hub import run
from companion_hub.message_parsing import BoxId
from companion_hub.migrate import migrate
from companion_hub.pages.layout import HubPageContext
from companion_hub.rater import Rater
from companion_hub.settings import HubSettings, HubSettingsError, load
from companion_hub.source import nothing
from companion_hub.store import Store, open_store

USUAL: Final = Path("/etc/compass-companion/hub.toml")
PACKAGE: Final = "companion_hub"
"""The package with the words of this command."""
_DATABASES: Final = ("sqlite+aiosqlite:///FILE", "postgresql+psycopg:///DATABASE")
_WRONG: Final = 2
"""The status of a process whose settings are wrong: trying again does not help."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, by default with the arguments of the process; return its status."""
    given = sys.argv[1:] if arguments is None else arguments
    words = Phrases(language_of((), os.environ), tuple, package=PACKAGE)
    with argparse_speaks(words.language):
        options = _parser(words).parse_args(given)
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    try:
        what = options.what or "run"
        settings = _settings(options.config, what)
        asyncio.run(_DO[what](settings, options, words))
    except HubSettingsError as error:
        return _complain(words.tell(reason(error)), _WRONG)
    except RemovalError as error:
        return _complain(HubPageContext(words.language).say(str(error)))
    except SQLAlchemyError as error:
        why = str(getattr(error, "orig", None) or error).splitlines()[0]
        return _complain(words.tell(say("the database does not answer: {why}", why=why)))
    except OSError as error:
        return _complain(words.tell(describe_error(error)))
    return 0


def _complain(sentence: str, status: int = 1) -> int:
    """Print an error, and return the exit status."""
    print(sentence, file=sys.stderr)
    return status


def _parser(words: Phrases) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion-hub", description=words("Collects games of boxes.")
    )
    parser.add_argument(
        "--version", action="version", version=__version__, help=words("show the version")
    )
    _add_config(parser, words, None)
    adding = parser.add_subparsers(dest="what", metavar=words("COMMAND"), required=False)
    for name, does in _COMMANDS.items():
        command = adding.add_parser(name, help=words.tell(does))
        _add_config(command, words, argparse.SUPPRESS)
        if name == "removed":
            command.add_argument(
                "box",
                nargs="?",
                default="",
                metavar=words("SITE/BOX"),
                help=words("list all results of this box that were set aside"),
            )
        if name in ("remove", "put-back"):
            command.add_argument("kind", choices=[*RemovalKind])
            command.add_argument(
                "subject",
                metavar=words("SUBJECT"),
                help=words("JOURNAL/NUMBER of a result, a name, SITE/BOX of a box"),
            )
    return parser


def _add_config(parser: argparse.ArgumentParser, words: Phrases, usual: object) -> None:
    """Add the option that is accepted before and after the command."""
    parser.add_argument(
        "--config",
        type=Path,
        default=usual,
        metavar=words("FILE"),
        help=words("settings ({file} if that is there)").format(file=USUAL),
    )


_COMMANDS: Final[Mapping[str, Message]] = {
    "run": say("run the hub; so does no command at all"),
    "migrate": say("only bring its tables up to date"),
    "forget-accounts": say("forget all operators"),
    "removed": say("list what is removed, and results that were set aside"),
    "remove": say("show a result, a player's name, or a box with all it sends, no more"),
    "put-back": say("show again what was removed"),
}


def _settings(file: Path | None, what: str) -> HubSettings:
    """Return the settings. Raises ``HubSettingsError``, also if there are none."""
    if file is None and not USUAL.is_file():
        raise HubSettingsError(
            say("there are no settings at {file}: give a file with --config", file=USUAL)
        )
    try:
        settings = load(file or USUAL)
    except OSError as error:
        raise HubSettingsError(
            say("{file} cannot be read: {error}", file=file or USUAL, error=system_cause(error))
        ) from None
    _check_database(settings.database, is_new=what in ("run", "migrate"))
    return settings


def _check_database(url: str, *, is_new: bool) -> None:
    """Check that the database exists, or with ``is_new`` that it can be created.

    Raises ``HubSettingsError``.
    """
    try:
        place = make_url(url)
        place.get_dialect()
    except SQLAlchemyError:
        raise HubSettingsError(
            say("database.url: found {url!r}, expected {kinds}", url=url, kinds=either(_DATABASES))
        ) from None
    if place.get_backend_name() != "sqlite" or place.database in (None, "", ":memory:"):
        return
    file = Path(place.database or "").absolute()
    if not file.exists() and not is_new:
        raise HubSettingsError(
            say(
                "there is no database {file}: give its whole path in database.url,"
                " or call this in the folder in which the hub runs",
                file=file,
            )
        )
    wanted = file if file.exists() else file.parent
    if not file.parent.is_dir():
        raise HubSettingsError(
            say("database.url: there is no folder {folder}: make it first", folder=file.parent)
        )
    if not all(os.access(each, os.W_OK) for each in (wanted, file.parent)):
        raise HubSettingsError(
            say("database.url: {file} cannot be written: give this account the rights", file=file)
        )


async def _run(settings: HubSettings, _options: argparse.Namespace, _words: Phrases) -> None:
    await run(settings)


async def _migrate(settings: HubSettings, _options: argparse.Namespace, _words: Phrases) -> None:
    async with _database(settings):
        pass


async def _forget_accounts(
    settings: HubSettings, _options: argparse.Namespace, _words: Phrases
) -> None:
    async with _database(settings) as store:
        await Accounts(store).forget_all()


@asynccontextmanager
async def _database(settings: HubSettings) -> AsyncIterator[Store]:
    """Migrate the tables, and open the database."""
    store = open_store(settings.database)
    try:
        await migrate(store.engine)
        yield store
    finally:
        await store.close()


async def _remove(settings: HubSettings, options: argparse.Namespace, words: Phrases) -> None:
    """Remove or restore an object, and recompute ratings."""
    kind, puts_back = RemovalKind(options.kind), options.what == "put-back"
    async with _database(settings) as store:
        removals, who = Removals(store), _who()
        if puts_back:
            await removals.put_back(kind, options.subject)
        else:
            await removals.remove(kind, options.subject, who)
        action = f"{kind}_put_back" if puts_back else f"{kind}_withheld"
        await Audit(store).note(who, SHELL, action, options.subject[:_LONGEST])
        print(words.tell(_done(kind, options.subject, puts_back=puts_back)), flush=True)
        await Rater(store, nothing).catch_up()


def _done(kind: str, subject: str, *, puts_back: bool) -> Message:
    if puts_back:
        return say(
            "put back: {kind} {subject}; ratings are worked out anew ...",
            kind=kind,
            subject=subject,
        )
    return say(
        "removed: {kind} {subject}; ratings are worked out anew ...", kind=kind, subject=subject
    )


async def _removed(settings: HubSettings, options: argparse.Namespace, words: Phrases) -> None:
    async with _database(settings) as store:
        removals = Removals(store)
        for each in await removals.listed():
            print(f"{_day(each.at)}  {each.kind:6}  {each.label}  ({each.account or '-'})")
        at = 0
        while found := await _set_aside(removals, options.box, at):
            for box in found:
                _print_misfits(box, words, is_whole=bool(options.box))
            at += 1


async def _set_aside(removals: Removals, box: str, at: int) -> list[QuarantinedResults]:
    """Return a page of the quarantined results, of all boxes or of one."""
    if not box:
        return await removals.misfits(at)
    site, _, name = box.rpartition("/")
    return await removals.misfits_of(BoxId(site, name), at)


def _print_misfits(box: QuarantinedResults, words: Phrases, *, is_whole: bool) -> None:
    name, more = f"{box.site}/{box.box}", box.count - len(box.shown)
    for each in box.shown:
        line = say(
            "set aside  {journal}/{play} of {box}: {reason}",
            journal=each.journal,
            play=each.play,
            box=name,
            reason=each.reason,
        )
        print(f"{_day(each.at)}  {words.tell(line)}")
    if more and not is_whole:
        rest = say("... and {more} more of {box}: companion-hub removed {box}", more=more, box=name)
        print(words.tell(rest))


def _day(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"


def _who() -> str:
    """Return the user of the command, as far as the system knows."""
    try:
        return getuser()[:_LONGEST]
    except (OSError, KeyError):
        return ""


_LONGEST: Final = 100
SHELL: Final = "shell"
"""Stands in the audit log for the address of whoever has typed a command."""
Do = Callable[[HubSettings, argparse.Namespace, Phrases], Coroutine[None, None, None]]
_DO: Final[Mapping[str, Do]] = {
    "run": _run,
    "migrate": _migrate,
    "forget-accounts": _forget_accounts,
    "remove": _remove,
    "put-back": _remove,
    "removed": _removed,
}
