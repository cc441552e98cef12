"""The command ``companion-hub``."""

import argparse
import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from companion_hub import __version__
from companion_hub.club.accounts import Accounts
from companion_hub.hub import run
from companion_hub.migrate import up_to_date
from companion_hub.settings import HubSettings, SettingsError, load, settings_of
from companion_hub.store import Store, open_store

USUAL: Final = Path("/etc/compass-companion/hub.toml")
_WRONG: Final = 2
"""The status of a process whose settings are wrong: trying again does not help."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, with the arguments of the process if none are given; return its status."""
    parser = argparse.ArgumentParser(prog="companion-hub", description="Collects games of boxes.")
    parser.add_argument("--version", action="version", version=__version__)
    parser.add_argument("--config", type=Path, help=f"settings ({USUAL} if that is there)")
    parser.add_argument(
        "what",
        nargs="?",
        choices=[*_DO],
        default="run",
        help="run the hub, or only bring its tables up to date, or forget all operators",
    )
    asked = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    try:
        settings = _settings(asked.config)
        asyncio.run(_DO[asked.what](settings))
    except SettingsError as error:
        print(error, file=sys.stderr)
        return _WRONG
    except SQLAlchemyError as error:
        print(f"the database does not answer: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _settings(file: Path | None) -> HubSettings:
    if file is None and not USUAL.exists():
        return settings_of({})
    return load(file or USUAL)


async def _migrate(settings: HubSettings) -> None:
    async with _database(settings):
        pass


async def _forget_accounts(settings: HubSettings) -> None:
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


_DO: Final[Mapping[str, Callable[[HubSettings], Coroutine[None, None, None]]]] = {
    "run": run,
    "migrate": _migrate,
    "forget-accounts": _forget_accounts,
}
