"""The real Home Assistant finds a box, shows its table, and its buttons reach it."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.devices.clock import LoopClock
from companion.fleet.discovery import discovery
from companion.fleet.state import TableConditions, state_of
from companion.table.command import Command
from companion.table.state import CommandInput
from labs.fleet.servers import Mosquitto, mosquitto
from labs.homeassistant.program import Home, home_assistant, version
from tests.fleet.broker import Broker
from tests.fleet.scene import Scene, box, until

START = 90.0
"""Seconds within which Home Assistant has started on a busy computer."""
SOON = 20.0
IDENTITY = "companion_club_table-7"


def value(home: Home, key: str) -> Any:  # noqa: ANN401 - JSON
    return home.states.get(f"{IDENTITY}_{key}", {}).get("state")


async def shown(home: Home, **expected: object) -> None:
    """Wait until entities have these states."""

    def right() -> bool:
        return all(value(home, key) == str(state) for key, state in expected.items())

    try:
        await until(right, SOON)
    except TimeoutError:
        found = {key: value(home, key) for key in expected}
        raise AssertionError(f"{found} instead of {expected}") from None


async def follows(home: Home, there: Scene) -> None:
    """Wait until Home Assistant shows what lies on the table."""
    state = state_of(there.table, TableConditions())
    points = {f"points{seat}": each for seat, each in enumerate(state["points"])}
    player = "unknown" if state["player"] is None else state["player"]
    since = "unknown" if state["turn_since"] is None else state["turn_since"]
    await shown(
        home, player=player, phase=state["phase"], round=state["round"], since=since, **points
    )


async def evening(there: Scene, home: Home, broker: Mosquitto) -> None:
    there.session.clock = LoopClock(asyncio.get_running_loop())
    member = there.member_of()
    member.start()
    wanted = discovery(member.topics, member.device)["cmps"]
    unique = {component["unique_id"] for component in wanted.values()}
    await until(lambda: unique <= home.states.keys(), START)
    print(f"\nHome Assistant {version()}: {len(unique)} entities")
    await follows(home, there)
    assert value(home, "points2") == "unavailable"  # nobody sits there
    assert value(home, "problem") == "off"

    await there.play(6)
    await follows(home, there)
    turn = home.states[f"{IDENTITY}_turn"]
    assert turn["attributes"]["event_type"] in {"turn", "round"}
    assert turn["attributes"]["player"] in there.table.setup.players

    home.press(f"{IDENTITY}_pause")
    await until(lambda: there.table.clocks.paused, SOON)
    await shown(home, phase="paused")
    home.press(f"{IDENTITY}_pause")
    await shown(home, phase="playing")
    before = len(there.table.steps)
    home.press(f"{IDENTITY}_undo")
    await until(lambda: len(there.table.steps) < before, SOON)
    await follows(home, there)
    await shown_event(home, "undo")

    broker.kill()
    await shown(home, player="unavailable")
    broker.start()
    await until(lambda: value(home, "player") != "unavailable", 60)
    await follows(home, there)

    await there.play(400)
    await follows(home, there)
    await shown(home, phase="over", player="unknown")
    await shown_event(home, "game_over")
    await there.session.ask(CommandInput(Command.UNDO))
    await shown(home, phase="playing")
    member.close()
    await shown(home, player="unavailable", pause="unavailable")
    assert home.complaints == [] or all("onnect" in line for line in home.complaints)


async def shown_event(home: Home, kind: str) -> None:
    def right() -> bool:
        turn = home.states[f"{IDENTITY}_turn"]
        return bool(turn["attributes"].get("event_type") == kind)

    await until(right, SOON)


async def secret(there: Scene, home: Home) -> None:
    there.session.clock = LoopClock(asyncio.get_running_loop())
    there.member_of().start()
    await until(lambda: f"{IDENTITY}_points0" in home.states, START)
    await follows(home, there)
    assert value(home, "points0") == "unavailable"


def run(
    folder: Path,
    scene: Callable[[Scene, Home, Mosquitto], Any],
    **how: Any,  # noqa: ANN401
) -> None:
    async def whole(broker: Mosquitto, home: Home) -> None:
        async with box(folder, Broker(broker.port), **how) as there:
            await scene(there, home, broker)

    with (
        mosquitto(folder / "broker") as broker,
        home_assistant(folder / "home", broker.port) as home,
    ):
        asyncio.run(whole(broker, home))


def test_an_evening(tmp_path: Path) -> None:
    run(tmp_path, evening)


def test_secret_points_are_unavailable(tmp_path: Path) -> None:
    run(tmp_path, lambda there, home, _broker: secret(there, home), game="gilded-compass")
