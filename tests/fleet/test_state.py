"""What lies open, and what has happened, in the words of automations."""

from msgspec.structs import replace

from companion.devices import DeviceStatus, State
from companion.display.lamps_and_sounds import on_turn
from companion.engine import registry
from companion.engine.game import Setup
from companion.engine.text import text
from companion.fleet.events import TableEvent, event_of, table_events
from companion.fleet.state import (
    Phase,
    TableConditions,
    alike,
    differs,
    phase_of,
    state_of,
    table_conditions,
)
from companion.table.clocks.kinds import ClockKind, Control
from companion.table.clocks.time_control import SeatClock
from companion.table.command import Command
from companion.table.lobby.lobby import open_lobby
from companion.table.state import (
    ActionInput,
    CommandInput,
    Notice,
    StepChange,
    with_console,
)
from tests.manifests import manifests
from tests.web.scene import NAMES, Scene


def test_phases_of_an_evening() -> None:
    game = registry.load("compass-jewels")
    lobby = open_lobby(manifests(game), ("Ann", "Ben"), Setup(("Ann", "Ben"), "full"), game.id)
    assert phase_of(lobby) is Phase.NONE
    assert state_of(lobby, TableConditions())["points"] == []
    assert phase_of(replace(lobby, given=(("game", game.id),))) is Phase.SETUP
    scene = Scene("compass-jewels")
    assert phase_of(scene.table) is Phase.PLAYING
    scene.act(CommandInput(Command.PAUSE))
    assert phase_of(scene.table) is Phase.PAUSED
    clock = state_of(scene.table, TableConditions())["clock"]
    assert (clock["running"], clock["left"]) == ([], None)
    control = Control(ClockKind.SUDDEN_DEATH, 300_000)
    seats = (SeatClock(300_000), SeatClock(299_999))
    limited = replace(scene.table, clocks=replace(scene.table.clocks, control=control, seats=seats))
    assert state_of(limited, TableConditions())["clock"]["left"] == [300, 299]
    for _ in scene.play():
        pass
    assert phase_of(scene.table) is Phase.OVER
    over = state_of(scene.table, TableConditions())
    assert over["player"] is None
    assert over["winners"] == list(scene.table.game.winners(scene.table.state))


def test_a_state_and_a_lobby_have_the_same_fields() -> None:
    scene = Scene("compass-points")
    game = scene.table.game
    lobby = open_lobby(manifests(game), scene.table.setup.players, scene.table.setup, game.id)
    assert (
        state_of(lobby, TableConditions()).keys() == state_of(scene.table, TableConditions()).keys()
    )


def test_devices_out_of_service_are_named() -> None:
    scene = Scene()
    devices = [DeviceStatus("board", State.ABSENT), DeviceStatus("panel", State.OK)]
    table = with_console(scene.table, unsaved="the card is full")
    found = table_conditions(devices, table)
    assert found == TableConditions(("board",), unsaved=True)
    assert state_of(table, found)["readers_bad"] == ["board"]


def test_time_alone_makes_no_difference() -> None:
    state = state_of(Scene().table, TableConditions())
    assert not differs(state, {**state, "elapsed": 99, "clock": None})
    assert differs(state, {**state, "round": 99})
    assert differs(None, state)
    table = Scene().table
    assert alike(table, replace(table, clocks=replace(table.clocks, at=5)))
    assert not alike(table, replace(table, clocks=replace(table.clocks, paused=True)))
    assert not alike(table, with_console(table, quiet=True))


def test_a_turn_lasts_since_it_began() -> None:
    scene = Scene("compass-points", seed=5)
    for _ in scene.play(20):
        state = state_of(scene.table, TableConditions())
        assert state["turn_since"] is None or state["turn_since"].endswith("+00:00")


def test_events_of_a_game() -> None:
    scene = Scene("compass-jewels", seed=4)
    seen: list[TableEvent] = []
    before = None
    table = scene.table
    assert list(table_events(None, table, table.entries)) == []
    other = Scene("compass-jewels", seed=5).table
    assert list(table_events(other, table, table.entries)) == [TableEvent.GAME_BEGAN]
    before = table
    for _ in range(400):
        action = scene.choose()
        if action is None:
            break
        scene.act(ActionInput(action))
        new = scene.table.entries[len(before.entries) :]
        seen += table_events(before, scene.table, new)
        before = scene.table
    assert seen[-1] is TableEvent.GAME_OVER
    assert {TableEvent.TURN, TableEvent.ROUND} <= set(seen)
    scene.act(CommandInput(Command.UNDO))
    new = scene.table.entries[len(before.entries) :]
    assert TableEvent.UNDO in list(table_events(before, scene.table, new))
    event = event_of(TableEvent.TURN, scene.table, ("Ann", "Ben"))
    assert event["player"] == ("Ann", "Ben")[event["seat"]]


def test_a_refusal_names_its_rule() -> None:
    table = Scene().table
    refused = replace(table, refusal=Notice(text("table.refused"), "IC-AP-1"))
    assert list(table_events(table, refused, ())) == [TableEvent.REFUSED]
    assert event_of(TableEvent.REFUSED, refused, table.setup.players)["rule"] == "IC-AP-1"


def test_a_setup_makes_no_events() -> None:
    game = registry.load("compass-jewels")
    lobby = open_lobby(manifests(game), ("Ann", "Ben"), Setup(("Ann", "Ben"), "full"), game.id)
    assert list(table_events(Scene().table, lobby, ())) == []


def test_a_change_of_an_earlier_step_is_no_event_and_leaves_the_state() -> None:
    scene = Scene()
    scene.change_a_step()
    changed = scene.table
    assert isinstance(changed.choosing, StepChange)
    original = changed.choosing.original
    assert changed.state is not original.state
    assert state_of(changed, TableConditions()) == state_of(original, TableConditions())
    assert not [*table_events(original, changed, ())]
    assert event_of(TableEvent.TURN, changed, NAMES) == event_of(TableEvent.TURN, original, NAMES)
    assert on_turn(changed) == on_turn(original)
