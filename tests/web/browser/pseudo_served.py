"""Boxes and a hub that speak the pseudo-language, in a process of its own.

Languages are those that a program finds when it starts. It serves a box from a card before a game,
one whose pieces are being laid out, one in the middle of a game of each level of each game, and a
hub, with what it keeps in the folder that it is given; it prints where they are as JSON, and ends
with its input.
"""

import asyncio
import random
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

import msgspec
from aiohttp.test_utils import TestServer
from aiohttp.web import Application

from companion.daemon import card_maintenance
from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.records.random_play import record
from companion.session.computer_control import ComputerControl, UpdateProgress
from companion.storage.journal import FILE as JOURNAL
from companion.storage.journal import Journal
from companion.table.command import Command
from companion.table.table import Table, begin, handle
from companion_hub.broker_accounts import EnrolmentConfig
from companion_hub.pages.server import HubServer
from companion_hub.settings import BrokerAddress
from tests.hub.club.operator_client import CHEAP, Ledger
from tests.hub.scene import scene
from tests.records.exports import played
from tests.web.box import Served, serving
from tests.web.browser import plan
from tests.web.browser.served_hub import furnish
from tests.web.routes.test_computer import Card

NAMES: Final = tuple(f"Ŷ{number}" for number in range(1, 8))
"""Names that no language changes, with letters that no English word has."""
SEED: Final = 14
STEPS: Final = 28
CARD: Final = "card"
"""The box from a card, before a game."""
BEGUN: Final = "begun"
"""The box whose pieces are being laid out."""


class Place(msgspec.Struct, frozen=True):
    """Where something is served, what opens it, and the addresses that it answers."""

    address: str
    key: str = ""
    code: str = ""
    host_code: str = ""
    routes: tuple[str, ...] = ()


class Places(msgspec.Struct, frozen=True):
    """All that is served: boxes by their names, and the hub."""

    boxes: dict[str, Place]
    hub: Place


def levels() -> tuple[tuple[str, str], ...]:
    """Return each game with each of its levels."""
    return tuple((name, level) for name in registry.names() for level in registry.load(name).levels)


def seated(name: str) -> tuple[str, ...]:
    """Return who plays a game: as few as can."""
    return NAMES[: registry.load(name).players[0]]


def begun(name: str, level: str) -> tuple[Table, random.Random]:
    """Return a game whose pieces are not laid out yet, and its source of randomness."""
    source = random.Random(SEED)
    setup = Setup(seated(name), level)
    return begin(registry.load(name), setup, (), plan.NOW, sampler(source)).table, source


def in_the_middle(name: str, level: str) -> Table:
    """Return a game after some random steps."""
    table, source = begun(name, level)
    while table.laying:
        table = handle(table, Command.CONFIRM, plan.NOW, sampler(source)).table
    return plan.after(plan.steps_from(table, source, plan.at_random(SEED)), STEPS)


def routes(app: Application) -> tuple[str, ...]:
    """Return the addresses that a server answers when a browser looks."""
    found = {
        route.resource.canonical
        for route in app.router.routes()
        if route.method == "GET" and route.resource is not None
    }
    return tuple(sorted(found))


def of_a_card(card: Card) -> None:
    """Let boxes of this process run from a card."""
    computer = ComputerControl(card.switch("off"), card.switch("restart"), card)
    card_maintenance.computer = lambda *_: computer


def keep(folder: Path, name: str, table: Table) -> Path:
    """Write the journal of a game for a box; return the box's folder."""
    plan.record(folder / name / "state", table)
    return folder / name


def place_of(served: Served) -> Place:
    """Return where a box is."""
    runner, seats = served.server._runner, served.gateway.seats  # noqa: SLF001 - there is no other way
    assert runner is not None
    key = served.server.play_address.rpartition("key=")[2]
    return Place(served.base, key, seats.code, seats.host_code, routes(runner.app))


def furnished(folder: Path) -> tuple[Path, ...]:
    """Write what the boxes have been played on; return their folders."""
    before = folder / CARD / "state"
    before.mkdir(parents=True)
    with Journal.open(before / JOURNAL) as journal:
        for game, level in levels():
            played.store(journal, record(registry.load(game), Setup(seated(game), level), SEED))
    keep(folder, BEGUN, begun("inner-compass", "full")[0])
    for game, level in levels():
        keep(folder, f"{game}-{level}", in_the_middle(game, level))
    return tuple(sorted(folder.iterdir()))


async def boxes(folders: tuple[Path, ...], stack: AsyncExitStack) -> dict[str, Place]:
    """Start all boxes."""
    served = {
        each.name: await stack.enter_async_context(serving(each, play=True, ask=each.name == CARD))
        for each in folders
    }
    return {name: place_of(one) for name, one in served.items()}


@asynccontextmanager
async def hub(folder: Path) -> AsyncIterator[Place]:
    """Run a hub with a club."""
    async with scene(folder) as there:
        how = EnrolmentConfig(Ledger(), BrokerAddress(), "club")
        pages = HubServer(there.store, there.live, there.counts, there.answer, enrolment=how)
        pages.accounts.cost = CHEAP
        await furnish(there, pages)
        app = pages.app()
        server = TestServer(app)
        await server.start_server()
        yield Place(str(server.make_url("/")).rstrip("/"), routes=routes(app))
        await server.close()


async def main(folder: Path, folders: tuple[Path, ...]) -> None:
    """Serve until the input ends."""
    of_a_card(Card(zone="Asia/Tokyo", on_its_way=UpdateProgress("h", "nothing")))
    async with AsyncExitStack() as stack:
        there = await boxes(folders, stack)
        club = await stack.enter_async_context(hub(folder))
        sys.stdout.buffer.write(msgspec.json.encode(Places(there, club)) + b"\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    where = Path(sys.argv[1])
    (where / "boxes").mkdir()
    asyncio.run(main(where, furnished(where / "boxes")))
