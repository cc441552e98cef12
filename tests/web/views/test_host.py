"""What a host is shown besides the game."""

import segno
from msgspec.structs import replace

from companion.devices import DeviceStatus, State
from companion.engine.message import say
from companion.table.command import Command
from companion.table.state import CommandInput
from companion.web.views.projection import private_part
from companion.web.views.viewer import Viewer
from tests.web.scene import Scene, speech
from tests.web.views.test_projection import AROUND, JOIN, seen


def test_the_host_sees_devices_claims_codes_and_alerts() -> None:
    view = seen(Scene().table, Viewer(host=True))
    assert view["devices"] == [
        {"name": "panel", "state": "ok", "detail": "", "bad": 0},
        {"name": "reader", "state": "absent", "detail": "look there", "bad": 7},
    ]
    assert view["claims"] == [{"seat": 0, "here": False}, {"seat": 1, "here": True}]
    code = segno.make_qr(JOIN.address, error="m", boost_error=False)
    assert view["join"] == {
        "address": JOIN.address,
        "code": "4821",
        "reachable": True,
        "qr": ["".join(".#"[dark] for dark in row) for row in code.matrix],
    }
    assert view["alerts"] == [
        "Wrong codes came from 192.0.2.9: nobody joins from there for a minute.",
        "reader does not answer: look there",
    ]
    assert view["corrections"]["options"]  # type: ignore[index]
    assert "private" not in view


def test_a_device_failure_is_described_in_the_hosts_language() -> None:
    scene = Scene()
    surroundings = replace(
        AROUND, devices=(DeviceStatus("reader", State.ABSENT, say("no answer")),)
    )
    spoken = speech("de", scene.table)
    part = private_part(scene.table, Viewer(host=True), spoken, surroundings)
    assert part["devices"][0]["detail"] == "keine Antwort"
    assert part["alerts"][-1].endswith(": keine Antwort")


def test_the_host_sees_which_commands_are_possible() -> None:
    scene = Scene()
    can = seen(scene.table, Viewer(host=True))["can"]
    assert can == {
        "pause": "Pause",
        "correct": "Correct",
        "confirm": "Choose",
        "back": "Clock",
        "next": "Choose",
        "previous": "Choose",
        "leave": "Leave the game",
    }
    next(scene.play())
    scene.act(CommandInput(Command.PAUSE))
    can = seen(scene.table, Viewer(host=True), "de")["can"]
    assert can == {
        "log": "Zugprotokoll",
        "undo": "Zurücknehmen",
        "resume": "Weiter",
        "correct": "Korrigieren",
        "confirm": "Weiter",
        "leave": "Spiel verlassen",
    }


def test_the_host_is_offered_the_next_game_after_the_end() -> None:
    scene = Scene()
    scene.end_early()
    can = seen(scene.table, Viewer(host=True))["can"]
    assert can == {
        "undo": "Go on",
        "confirm": "New game",
        "next": "Next",
        "previous": "Previous",
        "leave": "Leave the game",
    }
