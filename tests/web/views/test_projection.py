"""What each viewer of a table is shown."""

import asyncio
from random import Random

import pytest
from msgspec.structs import replace

from companion.devices import DeviceStatus, State
from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import ScoreLine, Setup
from companion.engine.text import text
from companion.table.lobby.lobby import open_lobby
from companion.table.play import begin
from companion.table.stage import Stage
from companion.table.state import (
    GameProgress,
    JoinInfo,
    ReminderInput,
    TagInput,
    Timestamp,
    with_console,
)
from companion.table.task import setup_minutes
from companion.web.views.projection import common, private_part
from companion.web.views.viewer import (
    SPECTATOR,
    Alert,
    Hardware,
    Surroundings,
    Viewer,
)
from tests.manifests import manifests
from tests.web.scene import GAMES, NAMES, SEATS, Scene, speech, viewers

JOIN = JoinInfo("HTTP://192.0.2.7/J/4821", "4821", "907311")
AROUND = Surroundings(
    claimed=frozenset({0, 1}),
    here=frozenset({1}),
    devices=(DeviceStatus("panel", State.OK), DeviceStatus("reader", State.ABSENT, "look there")),
    bad_frames={"reader": 7},
    join=JOIN,
    alerts=(Alert("guesses", (("address", "192.0.2.9"),)),),
    hardware=Hardware((128, 64), ("a",), ("seat1",), ("board",)),
)


def seen(stage: Stage, viewer: Viewer = SPECTATOR, language: str = "en") -> dict[str, object]:
    spoken = speech(language, stage)
    return {
        **common(stage, spoken, AROUND),
        **private_part(stage, viewer, spoken, AROUND),
    }


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_shown_to_everybody_in_every_language(game: str) -> None:
    scene = Scene(game)
    for n, _ in enumerate(scene.play(120)):
        if n % 20 == 0:
            for viewer in viewers(scene.table):
                for language in ("en", "de"):
                    view = seen(scene.table, viewer, language)
                    assert view["prompt"]
                    assert view["players"]


def test_a_view_has_the_turn_and_the_players() -> None:
    scene = Scene()
    view = seen(scene.table)
    mover = scene.table.game.current_player(scene.table.state)
    assert view["turn"] == {
        "current": mover,
        "awaited": [mover],
        "over": False,
        "winners": [],
        "laying": False,
        "drawing": False,
        "paused": False,
    }
    assert view["players"] == [
        {
            "name": "Ann",
            "colour": "orange",
            "claimed": True,
            "here": False,
            "robot": False,
            "lead": False,
            "asked": False,
        },
        {
            "name": "Ben",
            "colour": "teal",
            "claimed": True,
            "here": True,
            "robot": False,
            "lead": False,
            "asked": False,
        },
        {
            "name": "Cleo",
            "colour": "purple",
            "claimed": False,
            "here": False,
            "robot": False,
            "lead": False,
            "asked": False,
        },
    ]


def test_a_spectator_sees_nothing_private() -> None:
    own_keys = {"seat", "private", "choices", "corrections", "devices", "join", "tray", "alerts"}
    assert not own_keys & set(seen(Scene().table))


def test_a_seat_sees_its_hand_and_on_its_turn_its_choices() -> None:
    scene = Scene()
    mover = scene.table.game.current_player(scene.table.state)
    mine, other = (seen(scene.table, Viewer(seat=seat)) for seat in (mover, (mover + 1) % 3))
    assert mine["seat"] == mover
    assert mine["private"] != other["private"]
    assert mine["choices"]["mine"]  # type: ignore[index]
    assert other["choices"] == {"mine": False, "selected": [], "options": []}


def test_everybody_sees_that_something_is_not_saved() -> None:
    table = with_console(Scene().table, unsaved="the disk is full")
    for viewer in (SPECTATOR, Viewer(seat=0), Viewer(host=True)):
        assert "do not pull the plug. the disk is full" in str(seen(table, viewer)["unsaved"])
    assert seen(Scene().table)["unsaved"] == ""


def test_everybody_is_told_that_points_rest_on_assumptions_about_the_copy() -> None:
    sure = Scene().table
    for viewer in (SPECTATOR, Viewer(seat=0), Viewer(host=True)):
        assert seen(sure, viewer)["unsure"] is False
        assert seen(with_console(sure, unsure=True), viewer)["unsure"] is True


def test_a_replay_shows_the_mark_of_the_copy_too() -> None:
    async def play() -> None:
        scene = Scene()
        scene.publish(with_console(scene.table, unsure=True))
        wired = scene.connect()
        await scene.say(wired, "replay", at=0)
        replay = next(sent for sent in wired.phone.answers if sent["kind"] == "replay")
        assert replay["view"]["unsure"] is True

    asyncio.run(play())


def test_a_seat_waits_while_the_setup_is_laid_out() -> None:
    scene = Scene()
    laying = replace(scene.table, progress=GameProgress.LAYING_OUT)
    for seat in range(3):
        assert not seen(laying, Viewer(seat=seat))["choices"]["mine"]  # type: ignore[index]
    assert seen(laying, Viewer(host=True))["can"] == {
        "confirm": "Laid",
        "back": "All done",
        "leave": "Leave the game",
    }


def test_everybody_sees_how_long_the_rest_of_a_setup_takes() -> None:
    game, moment = registry.load("inner-compass"), Timestamp(0, 0.0)
    setup = Setup(NAMES[:2], "scoring")
    laying = begin(game, setup, (), moment, sampler(Random(1))).table
    one = replace(laying, tasks=laying.tasks[:1])
    for viewer in (SPECTATOR, Viewer(seat=1), Viewer(play=True)):
        minutes = setup_minutes(game, laying.tasks)
        assert minutes > 1
        assert seen(laying, viewer)["status"] == f"about {minutes} minutes"
        assert seen(one, viewer, "de")["status"] == "etwa 1 Minute"


def test_the_hosts_own_code_is_sent_to_nobody() -> None:
    for viewer in viewers(Scene().table):
        assert "907311" not in str(seen(Scene().table, viewer))


def test_the_play_page_sees_the_hardware() -> None:
    view = seen(Scene().table, Viewer(play=True))
    assert view["hardware"] == {
        "panel": [128, 64],
        "buttons": ["a"],
        "lamps": ["seat1"],
        "readers": ["board"],
        "knobs": [],
    }
    assert {"piece": "token-B", "name": "Token Sadness"} in view["tray"]  # type: ignore[operator]
    assert view["choices"]["mine"]  # type: ignore[index]


def test_a_setup_is_shown_as_a_question() -> None:
    games = manifests(*map(registry.load, GAMES))
    lobby = open_lobby(games, NAMES, Setup(NAMES[:2], "full"), "essence")
    lobby = with_console(lobby, language="en", languages=("en", "de"))
    view = seen(lobby, Viewer(host=True), "de")
    assert view["game"] is None
    assert view["lobby"]["key"] == "game"  # type: ignore[index]
    assert view["lobby"]["answers"][1] == "Essence"  # type: ignore[index]
    assert view["can"] == {}


def test_points_are_hidden_as_long_as_the_game_hides_them() -> None:
    scene = Scene("inner-compass", count=2)
    assert seen(scene.table)["totals"] is None
    open_ = Scene("compass-jewels")
    assert seen(open_.table)["totals"] == [0, 0]
    for _ in open_.play():
        pass
    view = seen(open_.table)
    assert view["totals"] == list(open_.table.game.returns(open_.table.state))
    assert view["turn"]["winners"] == list(open_.table.game.winners(open_.table.state))  # type: ignore[index]
    assert len(view["scores"]) == len(open_.table.game.score_breakdown(open_.table.state))  # type: ignore[arg-type]


def test_a_score_line_names_the_spaces_that_it_counts() -> None:
    from companion.web.views.position import _named

    words = text("score", squares="b3, c4", inner=text("more", at="r1c2"), n=3)
    known = frozenset({"b3", "c4", "d5", "seat-2-r1c2"})
    assert _named(ScoreLine(1, 3, "X-1", words), known) == ("b3", "c4", "seat-2-r1c2")


def test_the_boards_of_absent_players_are_not_drawn() -> None:
    scene = Scene("inner-compass", count=2)
    drawn = scene.connect().phone.view["picture"]
    assert not [space for space in drawn["spaces"] if space["id"].startswith("seat-3")]
    assert len([zone for zone in drawn["zones"] if "Ann" in zone["caption"]]) == 1
    assert SEATS["inner-compass"] == 3


def test_a_game_that_is_over_is_neither_paused_nor_said_to_be_over_twice() -> None:
    scene = Scene("compass-jewels", seed=5)
    for _ in scene.play(2000):
        pass
    assert scene.table.is_over
    paused = replace(scene.table, clocks=replace(scene.table.clocks, paused=True))
    view = seen(paused, SPECTATOR)
    assert view["turn"]["over"]  # type: ignore[index]
    assert not view["turn"]["paused"]  # type: ignore[index]
    assert view["status"] == ""


def test_what_is_still_to_be_done_is_marked_as_due() -> None:
    scene = Scene()
    scene.act(ReminderInput())
    notice = seen(scene.table, SPECTATOR)["notice"]
    assert notice["due"]  # type: ignore[index]
    scene.act(TagInput("T1", None))
    assert not seen(scene.table, SPECTATOR)["notice"]["due"]  # type: ignore[index]
