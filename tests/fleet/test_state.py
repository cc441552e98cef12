"""What lies open, and what has happened, in the words of automations."""

from msgspec.structs import replace

from companion.devices import DeviceStatus, State
from companion.engine import registry
from companion.engine.game import Setup
from companion.engine.text import text
from companion.fleet.events import Happening, event_of, happenings
from companion.fleet.state import Around, Phase, alike, around, differs, phase_of, state_of
from companion.table.command import Command
from companion.table.lobby.lobby import open_lobby
from companion.table.state import Notice, Order, Take, showing
from companion.table.time_control import Control, Kind, SeatClock
from tests.manifests import manifests
from tests.web.scene import Scene


def test_phases_of_an_evening() -> None:
    game = registry.load("compass-jewels")
    lobby = open_lobby(manifests(game), ("Ann", "Ben"), Setup(("Ann", "Ben"), "full"), game.id)
    assert phase_of(lobby) is Phase.NONE
    assert state_of(lobby, Around())["points"] == []
    assert phase_of(replace(lobby, given=(("game", game.id),))) is Phase.SETUP
    scene = Scene("compass-jewels")
    assert phase_of(scene.table) is Phase.PLAYING
    scene.act(Order(Command.PAUSE))
    assert phase_of(scene.table) is Phase.PAUSED
    clock = state_of(scene.table, Around())["clock"]
    assert (clock["running"], clock["left"]) == ([], None)
    banks = replace(scene.table.clocks, seats=(SeatClock(300_000), SeatClock(299_999)))
    limited = replace(scene.table, control=Control(Kind.SUDDEN_DEATH, 300_000), clocks=banks)
    assert state_of(limited, Around())["clock"]["left"] == [300, 299]
    for _ in scene.play():
        pass
    assert phase_of(scene.table) is Phase.OVER
    over = state_of(scene.table, Around())
    assert over["player"] is None
    assert over["winners"] == list(scene.table.game.winners(scene.table.state))


def test_a_state_and_a_lobby_have_the_same_fields() -> None:
    scene = Scene("compass-points")
    game = scene.table.game
    lobby = open_lobby(manifests(game), scene.table.setup.players, scene.table.setup, game.id)
    assert state_of(lobby, Around()).keys() == state_of(scene.table, Around()).keys()


def test_devices_out_of_service_are_named() -> None:
    scene = Scene()
    devices = [DeviceStatus("board", State.ABSENT), DeviceStatus("panel", State.OK)]
    table = showing(scene.table, unsaved="the card is full")
    found = around(devices, table)
    assert found == Around(("board",), unsaved=True)
    assert state_of(table, found)["readers_bad"] == ["board"]


def test_time_alone_makes_no_difference() -> None:
    state = state_of(Scene().table, Around())
    assert not differs(state, {**state, "elapsed": 99, "clock": None})
    assert differs(state, {**state, "round": 99})
    assert differs(None, state)
    table = Scene().table
    assert alike(table, replace(table, clocks=replace(table.clocks, at=5)))
    assert not alike(table, replace(table, clocks=replace(table.clocks, paused=True)))
    assert not alike(table, showing(table, quiet=True))


def test_a_turn_lasts_since_it_began() -> None:
    scene = Scene("compass-points", seed=5)
    for _ in scene.play(20):
        state = state_of(scene.table, Around())
        assert state["turn_since"] is None or state["turn_since"].endswith("+00:00")


def test_events_of_a_game() -> None:
    scene = Scene("compass-jewels", seed=4)
    seen: list[Happening] = []
    before = None
    table = scene.table
    assert list(happenings(None, table, table.entries)) == []
    other = Scene("compass-jewels", seed=5).table
    assert list(happenings(other, table, table.entries)) == [Happening.GAME_BEGAN]
    before = table
    for _ in range(400):
        action = scene.choose()
        if action is None:
            break
        scene.act(Take(action))
        new = scene.table.entries[len(before.entries) :]
        seen += happenings(before, scene.table, new)
        before = scene.table
    assert seen[-1] is Happening.GAME_OVER
    assert {Happening.TURN, Happening.ROUND} <= set(seen)
    scene.act(Order(Command.UNDO))
    new = scene.table.entries[len(before.entries) :]
    assert Happening.UNDO in list(happenings(before, scene.table, new))
    event = event_of(Happening.TURN, scene.table, ("Ann", "Ben"))
    assert event["player"] == ("Ann", "Ben")[event["seat"]]


def test_a_refusal_names_its_rule() -> None:
    table = Scene().table
    refused = replace(table, refusal=Notice(text("table.refused"), "IC-AP-1"))
    assert list(happenings(table, refused, ())) == [Happening.REFUSED]
    assert event_of(Happening.REFUSED, refused, table.setup.players)["rule"] == "IC-AP-1"


def test_a_setup_makes_no_events() -> None:
    game = registry.load("compass-jewels")
    lobby = open_lobby(manifests(game), ("Ann", "Ben"), Setup(("Ann", "Ben"), "full"), game.id)
    assert list(happenings(Scene().table, lobby, ())) == []
