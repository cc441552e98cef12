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

from companion.i18n.languages import DEFAULT
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
from companion_hub.migrate import up_to_date
from companion_hub.pages.layout import HubPageContext
from companion_hub.rater import Rater
from companion_hub.settings import HubSettings, HubSettingsError, load
from companion_hub.source import nothing
from companion_hub.store import Store, open_store

USUAL: Final = Path("/etc/compass-companion/hub.toml")
_WRONG: Final = 2
"""The status of a process whose settings are wrong: trying again does not help."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, with the arguments of the process if none are given; return its status."""
    options = _parser().parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    try:
        what = options.what or "run"
        settings = _settings(options.config, what)
        asyncio.run(_DO[what](settings, options))
    except HubSettingsError as error:
        print(error, file=sys.stderr)
        return _WRONG
    except RemovalError as error:
        print(HubPageContext(DEFAULT).say(str(error)), file=sys.stderr)
        return 1
    except SQLAlchemyError as error:
        why = str(getattr(error, "orig", None) or error).splitlines()[0]
        print(f"the database does not answer: {why}", file=sys.stderr)
        return 1
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion-hub", description="Collects games of boxes.")
    parser.add_argument("--version", action="version", version=__version__)
    _add_config(parser, None)
    words = parser.add_subparsers(dest="what", metavar="COMMAND", required=False)
    for name, does in _COMMANDS.items():
        word = words.add_parser(name, help=does)
        _add_config(word, argparse.SUPPRESS)
        if name == "removed":
            about = "list all results of this box that were set aside"
            word.add_argument("box", nargs="?", default="", metavar="SITE/BOX", help=about)
        if name in ("remove", "put-back"):
            word.add_argument("kind", choices=[*RemovalKind])
            word.add_argument(
                "subject", help="JOURNAL/NUMBER of a result, a name, SITE/BOX of a box"
            )
    return parser


def _add_config(parser: argparse.ArgumentParser, usual: object) -> None:
    """Add the option that may stand before and behind the command."""
    parser.add_argument(
        "--config", type=Path, default=usual, help=f"settings ({USUAL} if that is there)"
    )


_COMMANDS: Final[Mapping[str, str]] = {
    "run": "run the hub; so does no command at all",
    "migrate": "only bring its tables up to date",
    "forget-accounts": "forget all operators",
    "removed": "list what is removed, and results that were set aside",
    "remove": "show a result, a player's name, or a box with all it sends, no more",
    "put-back": "show again what was removed",
}


def _settings(file: Path | None, what: str) -> HubSettings:
    """Return the settings. Raises ``HubSettingsError``, also where none are."""
    if file is None and not USUAL.is_file():
        raise HubSettingsError(f"there are no settings at {USUAL}: give a file with --config")
    try:
        settings = load(file or USUAL)
    except OSError as error:
        reason = error.strerror or str(error)
        raise HubSettingsError(f"{file or USUAL} cannot be read: {reason}") from None
    _check_database(settings.database, is_new=what in ("run", "migrate"))
    return settings


def _check_database(url: str, *, is_new: bool) -> None:
    """Look whether there is a place for a database; ``is_new`` if it may be made.

    Raises ``HubSettingsError``.
    """
    try:
        place = make_url(url)
        place.get_dialect()
    except SQLAlchemyError:
        kinds = "sqlite+aiosqlite:///FILE or postgresql+psycopg:///DATABASE"
        raise HubSettingsError(f"database.url: found {url!r}, expected {kinds}") from None
    if place.get_backend_name() != "sqlite" or place.database in (None, "", ":memory:"):
        return
    file = Path(place.database or "").absolute()
    if not file.exists() and not is_new:
        raise HubSettingsError(
            f"there is no database {file}: give its whole path in database.url,"
            " or call this in the folder in which the hub runs"
        )
    wanted = file if file.exists() else file.parent
    if not file.parent.is_dir():
        raise HubSettingsError(f"database.url: there is no folder {file.parent}: make it first")
    if not all(os.access(each, os.W_OK) for each in (wanted, file.parent)):
        raise HubSettingsError(
            f"database.url: {file} cannot be written: give this account the rights"
        )


async def _run(settings: HubSettings, _options: argparse.Namespace) -> None:
    await run(settings)


async def _migrate(settings: HubSettings, _options: argparse.Namespace) -> None:
    async with _database(settings):
        pass


async def _forget_accounts(settings: HubSettings, _options: argparse.Namespace) -> None:
    async with _database(settings) as store:
        await Accounts(store).forget_all()


@asynccontextmanager
async def _database(settings: HubSettings) -> AsyncIterator[Store]:
    """Bring the tables up to date, and give access to them."""
    store = open_store(settings.database)
    try:
        await up_to_date(store.engine)
        yield store
    finally:
        await store.close()


async def _remove(settings: HubSettings, options: argparse.Namespace) -> None:
    """Remove something, or put it back, and work ratings out anew."""
    kind, puts_back = RemovalKind(options.kind), options.what == "put-back"
    async with _database(settings) as store:
        removals, who = Removals(store), _who()
        if puts_back:
            await removals.put_back(kind, options.subject)
        else:
            await removals.remove(kind, options.subject, who)
        action = f"{kind}_put_back" if puts_back else f"{kind}_withheld"
        await Audit(store).note(who, SHELL, action, options.subject[:_LONGEST])
        done = "put back" if puts_back else "removed"
        print(f"{done}: {kind} {options.subject}; ratings are worked out anew ...", flush=True)
        await Rater(store, nothing).catch_up()


async def _removed(settings: HubSettings, options: argparse.Namespace) -> None:
    async with _database(settings) as store:
        removals = Removals(store)
        for each in await removals.listed():
            print(f"{_day(each.at)}  {each.kind:6}  {each.label}  ({each.account or '-'})")
        at = 0
        while found := await _set_aside(removals, options.box, at):
            for box in found:
                _print_misfits(box, is_whole=bool(options.box))
            at += 1


async def _set_aside(removals: Removals, box: str, at: int) -> list[QuarantinedResults]:
    """Return a page of the results that were set aside, of all boxes or of one."""
    if not box:
        return await removals.misfits(at)
    site, _, name = box.rpartition("/")
    return await removals.misfits_of(BoxId(site, name), at)


def _print_misfits(box: QuarantinedResults, *, is_whole: bool) -> None:
    name, more = f"{box.site}/{box.box}", box.count - len(box.shown)
    for each in box.shown:
        where = f"{each.journal}/{each.play} of {name}"
        print(f"{_day(each.at)}  set aside  {where}: {each.reason}")
    if more and not is_whole:
        print(f"... and {more} more of {name}: companion-hub removed {name}")


def _day(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"


def _who() -> str:
    """Return who has typed the command, as far as the system knows."""
    try:
        return getuser()[:_LONGEST]
    except (OSError, KeyError):
        return ""


_LONGEST: Final = 100
SHELL: Final = "shell"
"""Stands in the audit log for the address of whoever has typed a command."""
Do = Callable[[HubSettings, argparse.Namespace], Coroutine[None, None, None]]
_DO: Final[Mapping[str, Do]] = {
    "run": _run,
    "migrate": _migrate,
    "forget-accounts": _forget_accounts,
    "remove": _remove,
    "put-back": _remove,
    "removed": _removed,
}
