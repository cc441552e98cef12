"""A box of version 0.2.0 that plays a game and tells a broker: `play.py PORT FOLDER STEPS`.

It runs with the packages of that version, which have no hardware. When the game is played it waits
for a line on its input, and prints whatever the test wants to know of it.
"""

import asyncio
import json
import random
import sys
from functools import partial
from pathlib import Path

import companion
from companion.devices.clock import LoopClock
from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import CHANCE, Setup
from companion.fleet.discovery import Device
from companion.fleet.member import Member
from companion.i18n.catalogue import Catalogue
from companion.session.journal_writer import JournalWriter
from companion.session.session import Session
from companion.settings import FleetSettings
from companion.storage.journal import FILE, Journal
from companion.table.stage import Stage
from companion.table.state import Take, showing
from companion.table.table import Moment, Table, begin

PAUSE = 0.01
"""Seconds between two actions."""


def voice(language: str, stage: Stage, players: tuple[str, ...]) -> Catalogue:
    return Catalogue(language, registry.load(stage.game.id), players)


async def play(session: Session, steps: int) -> None:
    """Take random actions, as many as the game still has."""
    source = random.Random(3)
    for _ in range(steps):
        table = session.table
        seats = [seat for seat in table.game.active_players(table.state) if seat != CHANCE]
        rules, state = table.game, table.state
        legal = [action for seat in seats for action in rules.legal_actions(state, seat)]
        if not legal:
            return
        await session.ask(Take(source.choice(legal)))
        await asyncio.sleep(PAUSE)


def no_lobby(_table: Table) -> None:
    raise AssertionError("no second game is begun")


async def main(port: int, folder: Path, steps: int) -> None:
    draw = sampler(random.Random(3))
    clock = LoopClock(asyncio.get_running_loop())
    opening = partial(Journal.open, folder / FILE)
    journal = opening()
    writer = JournalWriter(opening, journal)
    game = registry.load("compass-jewels")
    outcome = begin(game, Setup(("Ann", "Ben"), game.levels[-1]), (), Moment(0, 1000.0), draw)
    table = showing(outcome.table, language="en", languages=("en", "de"))
    writer.begin(table, 1000.0)
    writer.append(outcome.entries)
    writer.flush()
    session = Session(
        stage=table,
        writer=writer,
        clock=clock,
        draw=draw,
        tags=lambda _table: {},
        lobby=no_lobby,  # type: ignore[arg-type] # it returns nothing
    )
    device = Device("Table 7", "Back room", companion.__version__, "")
    settings = FleetSettings("127.0.0.1", "table-7", "club", port)
    member = Member(session, settings, folder, device, voice, random.Random(1))
    running = asyncio.ensure_future(session.run())
    member.start()
    await play(session, steps)
    print(json.dumps({"file": companion.__file__, "over": session.table.is_over}), flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    console, stage = session.stage.console, session.table
    told = {
        "language": console.language,
        "paused": stage.clocks.paused,
        "entries": len(stage.entries),
        "points": list(stage.game.returns(stage.state)),
    }
    print(json.dumps(told), flush=True)
    member.close()
    running.cancel()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])))
