"""A table with its journal in a fleet: no hardware, no pages, time by hand."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from companion.daemon.voice import catalogue_naming
from companion.emulation.manual_clock import ManualClock
from companion.engine import registry
from companion.engine.fold import Draw, sampler
from companion.engine.game import CHANCE, Setup
from companion.engine.log import Entry
from companion.fleet.discovery import Device
from companion.fleet.member import AFTERWARDS, Member
from companion.session.controls import Controls
from companion.session.journal_writer import JournalWriter
from companion.session.session import Session
from companion.settings import FleetSettings
from companion.storage.journal import FILE, Journal
from companion.table.command import Command
from companion.table.lobby.lobby import Lobby, open_lobby
from companion.table.state import ActionInput, CommandInput, with_console
from companion.table.table import (
    Table,
    Timestamp,
    begin,
    handle,
)
from tests.fleet.broker import Broker
from tests.manifests import manifests

NAMES = ("Ann", "Ben", "Cleo", "Dan")
SOON = 10.0
"""Real seconds within which something must happen that does not wait for the clock."""
BASE = "companion/v1/club/table-7/"


async def until(happened: Callable[[], object], seconds: float = SOON) -> None:
    """Let the event loop run until something has happened, while the manual clock stands still."""
    async with asyncio.timeout(seconds):
        while not happened():  # noqa: ASYNC110 - there is no event to wait for
            await asyncio.sleep(0.001)


def fresh(name: str, draw: Draw, players: int) -> tuple[Table, tuple[Entry, ...]]:
    """Return a table that has been laid out, with its first entries."""
    game = registry.load(name)
    outcome = begin(game, Setup(NAMES[:players], game.levels[-1]), (), Timestamp(0, 1000.0), draw)
    table = with_console(outcome.table, language="en", languages=("en", "de"))
    if table.laying:
        laid = handle(table, Command.BACK, Timestamp(0, 1000.0), draw)
        return laid.table, laid.table.entries
    return table, outcome.entries


@dataclass
class Scene:
    """A box that can join a fleet."""

    folder: Path
    broker: Broker
    settings: FleetSettings
    session: Session
    clock: ManualClock
    source: random.Random
    members: list[Member] = field(default_factory=list)

    @property
    def member(self) -> Member:
        return self.members[-1]

    @property
    def table(self) -> Table:
        return self.session.table

    def member_of(self) -> Member:
        """Return what tells the broker about the table, not started yet."""
        member = Member(
            self.session,
            self.settings,
            self.folder,
            Device("Table 7", "Back room", "1.0", "http://table.local/"),
            catalogue_naming,
            random.Random(1),
        )
        self.members.append(member)
        return member

    async def join(self) -> Member:
        """Let the box connect, and wait until it has told what it is."""
        member = self.member_of()
        known = len(self.broker.of("/view"))
        member.start()
        await until(lambda: len(self.broker.of("/view")) > known)
        return member

    async def play(self, steps: int) -> None:
        """Take random actions, as many as the game still has."""
        for _ in range(steps):
            table = self.table
            seats = [seat for seat in table.game.active_players(table.state) if seat != CHANCE]
            rules, state = table.game, table.state
            legal = [action for seat in seats for action in rules.legal_actions(state, seat)]
            if not legal:
                return
            self.clock.advance(1.0)
            await self.session.ask(ActionInput(self.source.choice(legal)))

    async def at_rest(self) -> None:
        """Wait until the box does nothing more, and the broker has heard all of it."""
        await until(lambda: not self.member._tasks)  # noqa: SLF001 - what still runs
        known = -1
        while known != len(self.broker.sent):
            known = len(self.broker.sent)
            await asyncio.sleep(0.02)

    async def tell(self) -> None:
        """Let the moment pass after which a stage is told."""
        self.clock.advance(AFTERWARDS)
        await asyncio.sleep(0.01)


@asynccontextmanager
async def box(
    folder: Path,
    broker: Broker,
    game: str = "compass-jewels",
    *,
    players: int = 2,
    seed: int = 3,
    **settings: object,
) -> AsyncIterator[Scene]:
    """Run a table with its journal; it does not join yet."""
    source = random.Random(seed)
    draw, clock = sampler(source), ManualClock()
    opening = partial(Journal.open, folder / FILE)
    journal = opening()
    writer = JournalWriter(opening, journal)
    table, entries = fresh(game, draw, players)
    writer.begin(table, 1000.0)
    writer.append(entries)
    writer.flush()
    session = Session(
        stage=table,
        writer=writer,
        clock=clock,
        draw=draw,
        controls=Controls(lambda _table: {}),
        lobby=next_game,
    )
    usual = FleetSettings("127.0.0.1", "table-7", "club", broker.port)
    chosen = replace(usual, **settings)
    scene = Scene(folder, broker, chosen, session, clock, source)
    running = asyncio.ensure_future(session.run())
    try:
        yield scene
    finally:
        for member in scene.members:
            member.close()
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        session.close()


def next_game(last: Table) -> Lobby:
    lobby = open_lobby(manifests(last.game), last.setup.players, last.setup, last.game.id)
    return with_console(lobby, language="en", languages=("en", "de"))


async def another_game(scene: Scene) -> None:
    """Leave the game and set the same one up once more, confirming every answer."""
    await scene.session.ask(CommandInput(Command.LEAVE))
    for _ in range(50):
        if isinstance(scene.session.stage, Table):
            break
        await scene.session.ask(Command.CONFIRM)
    if scene.table.laying:
        await scene.session.ask(Command.BACK)
