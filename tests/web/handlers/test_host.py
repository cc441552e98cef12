"""What hosts can do, and what they are told if they cannot."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.table.command import Command
from companion.table.effects import LeaveGame
from companion.table.state import GameProgress, with_console
from companion.table.table import Timestamp, begin
from companion.web.views.viewer import Surroundings, Viewer
from tests.web.handlers.test_message_handler import (
    HOST,
    lobby,
    others_see_nothing,
    run,
)
from tests.web.scene import Scene

LED = Surroundings(lead=0, arrived=("Ann", "Ben"), claimed=frozenset({0, 1}))
"""Surroundings in which the first phone leads."""


class TestAHost:
    def test_can_undo_pause_and_resume(self) -> None:
        async def play(scene: Scene) -> None:
            host = scene.connect(HOST)
            next(scene.play())
            scene.pull(host)
            assert (await scene.say(host, "command", command="undo"))["kind"] == "done"
            assert host.phone.log[-1]["kind"] == "undo"
            assert (await scene.say(host, "command", command="pause"))["kind"] == "done"
            assert scene.table.clocks.paused
            assert (await scene.say(host, "command", command="pause"))["code"] == "stale"
            assert (await scene.say(host, "command", command="resume"))["kind"] == "done"
            assert not scene.table.clocks.paused

        run(play)

    def test_hears_when_a_command_changes_nothing(self) -> None:
        async def play(scene: Scene) -> None:
            host = scene.connect(HOST)

            async def swallow(_item: object) -> object:
                return scene.table

            scene.message_handler.hosting.ask = swallow  # type: ignore[assignment]  # a table that knows no remedy
            answer = await scene.say(host, "command", command="next")
            assert answer["code"] == "no-effect"
            assert answer["message"] == "That changes nothing now."

        run(play)

    def test_hears_what_comes_first_while_the_setup_is_laid_out_and_can_leave(self) -> None:
        async def play(scene: Scene) -> None:
            game, setup = scene.table.game, scene.table.setup
            laying = begin(game, setup, (), Timestamp(0, 0.0), scene.draw).table
            scene.publish(with_console(laying, language="en", languages=("en", "de")))
            host = scene.connect(HOST)
            assert host.phone.view["can"].keys() == {"confirm", "back", "leave"}
            for command in ("undo", "correct"):
                answer = await scene.say(host, "command", command=command)
                assert answer["code"] == "no-effect"
            await scene.say(host, "command", command="leave")
            assert scene.effects == (LeaveGame(),)

        run(play)

    def test_can_undo_only_what_it_has_seen(self) -> None:
        async def play(scene: Scene) -> None:
            host = scene.connect(HOST)
            next(scene.play())
            before = scene.stage
            answer = await scene.say(host, "command", command="undo")
            assert answer["code"] == "stale"
            assert scene.stage is before

        run(play)

    def test_can_correct_the_table(self) -> None:
        async def play(scene: Scene) -> None:
            host = scene.connect(HOST)
            assert "corrections" not in host.phone.view
            await scene.say(host, "correcting", open=True)
            while scene.table.entries[-1].kind != "correction":
                options = host.phone.view["corrections"]["options"]
                answer = await scene.say(host, "correct", option=len(options) - 1)
                assert answer["kind"] == "done"

        run(play)

    def test_can_repair_the_log(self) -> None:
        async def play(scene: Scene) -> None:
            host = scene.connect(HOST)
            assert "log" not in host.phone.view["can"], "nothing has been played"
            assert (await scene.say(host, "command", command="log"))["code"] == "no-effect"
            next(scene.play())
            scene.pull(host)
            steps = len(scene.table.steps)
            assert (await scene.say(host, "command", command="log"))["kind"] == "done"
            asked = host.phone.view["corrections"]
            assert asked["selected"] == ["Turn log"]
            answer = await scene.say(host, "correct", option=len(asked["options"]))
            assert answer["code"] == "no-option"
            await scene.say(host, "correct", option=0)
            labels = [option["label"] for option in host.phone.view["corrections"]["options"]]
            await scene.say(host, "correct", option=labels.index("Delete it"))
            (applied,) = host.phone.view["corrections"]["options"]
            assert applied["label"] == "Apply"
            assert len(scene.table.steps) == steps
            scene.act(Command.BACK)
            answer = await scene.say(host, "correct", option=0)
            assert answer["code"] == "stale", "the panel has closed the log"
            assert "corrections" not in host.phone.view
            await scene.say(host, "command", command="log")
            await scene.say(host, "correct", option=0)
            await scene.say(host, "command", command="back")
            assert host.phone.view["corrections"]["selected"] == ["Turn log"]
            await scene.say(host, "correct", option=0)
            await scene.say(host, "correct", option=labels.index("Delete it"))
            assert (await scene.say(host, "correct", option=0))["kind"] == "done"
            assert scene.table.entries[-1].kind == "edit"
            assert len(scene.table.steps) < steps
            assert "corrections" not in host.phone.view

        run(play)

    def test_can_take_back_one_choice_of_a_correction(self) -> None:
        async def play(scene: Scene) -> None:
            host = scene.connect(HOST)
            await scene.say(host, "correcting", open=True)
            whole = host.phone.view["corrections"]
            await scene.say(host, "correct", option=0)
            assert host.phone.view["corrections"] != whole
            await scene.say(host, "command", command="back")
            assert host.phone.view["corrections"] == whole
            await scene.say(host, "correcting", open=False)
            assert "corrections" not in host.phone.view

        run(play)

    def test_can_answer_the_questions_of_the_setup(self) -> None:
        async def play(scene: Scene) -> None:
            scene.publish(lobby())
            host = scene.connect(HOST)
            title = host.phone.view["lobby"]["title"]
            assert (await scene.say(host, "answer", option=3))["kind"] == "done"
            assert host.phone.view["lobby"]["title"] != title
            assert (await scene.say(host, "answer", option=99))["code"] == "no-option"
            assert (await scene.say(host, "command", command="back"))["kind"] == "done"
            assert host.phone.view["lobby"]["title"] == title
            assert (await scene.say(host, "command", command="pause"))["code"] == "no-game"

        run(play)

    def test_has_nothing_to_answer_during_a_game(self) -> None:
        async def play(scene: Scene) -> None:
            assert (await scene.say(scene.connect(HOST), "answer", option=0))["code"] == "no-setup"

        run(play)

    def test_can_change_the_language_of_the_box(self) -> None:
        async def play(scene: Scene) -> None:
            host = scene.connect(HOST)
            await scene.say(host, "language", language="de")
            assert scene.table.console.language == "de"
            assert host.phone.view["language"] == "de"
            assert (await scene.say(host, "language", language="xx"))["code"] == "bad-field"

        run(play)

    def test_can_set_sound_and_brightness_of_the_box_without_touching_the_game(self) -> None:
        async def play(scene: Scene) -> None:
            host, other = scene.connect(HOST), scene.connect()
            assert (host.phone.view["sound"], host.phone.view["brightness"]) == (True, "full")
            scene.act(Command.MENU)
            opened, entries = scene.table.console.cover, scene.table.entries
            scene.pull(other)
            for on in (False, False, True):
                assert (await scene.say(host, "sound", on=on))["kind"] == "done"
                assert scene.table.console.quiet is not on
                assert host.phone.view["sound"] is on
            for level in ("low", "middle", "full"):
                assert (await scene.say(host, "brightness", level=level))["kind"] == "done"
                assert scene.table.console.brightness == host.phone.view["brightness"] == level
            assert (scene.table.console.cover, scene.table.entries) == (opened, entries)
            assert others_see_nothing(scene, [other])

        run(play)

    def test_can_set_sound_and_brightness_before_a_game(self) -> None:
        async def play(scene: Scene) -> None:
            scene.publish(lobby())
            host = scene.connect(HOST)
            await scene.say(host, "sound", on=False)
            await scene.say(host, "brightness", level="middle")
            assert scene.stage.console.quiet
            assert scene.stage.console.brightness == "middle"
            assert (host.phone.view["sound"], host.phone.view["brightness"]) == (False, "middle")

        run(play)

    @pytest.mark.parametrize(
        ("kind", "fields"),
        [
            ("sound", {"on": 1}),
            ("sound", {}),
            ("brightness", {"level": "dark"}),
            ("brightness", {"level": 2}),
        ],
    )
    def test_can_set_only_what_exists(self, kind: str, fields: dict[str, Any]) -> None:
        async def play(scene: Scene) -> None:
            before = scene.stage
            assert (await scene.say(scene.connect(HOST), kind, **fields))["code"] == "bad-field"
            assert scene.stage is before

        run(play)

    def test_can_change_the_clocks(self) -> None:
        async def play(scene: Scene) -> None:
            host = scene.connect(HOST)
            times = {"control": "sudden_death", "main": 600_000, "extra": 0, "periods": 0}
            assert (await scene.say(host, "set_times", **times))["kind"] == "done"
            assert (await scene.say(host, "add_time", time=60_000, seat=1))["kind"] == "done"
            assert (await scene.say(host, "switch_clock", seat=0, on=False))["kind"] == "done"
            clock = host.phone.view["clock"]
            assert (clock["kind"], clock["stopped"]) == ("sudden_death", [0])
            first, second = (each["left"] for each in clock["seats"][:2])
            assert first <= 600_000 < second <= 660_000
            assert (await scene.say(host, "switch_clock", seat=0, on=True))["kind"] == "done"
            assert host.phone.view["clock"]["stopped"] == []

        run(play)

    @pytest.mark.parametrize(
        ("kind", "fields"),
        [
            ("add_time", {"time": 60_000, "seat": 9}),
            ("add_time", {"time": 10**9, "seat": None}),
            ("add_time", {"time": 60_000}),
            ("switch_clock", {"seat": 9, "on": False}),
            ("turn_sand_timer", {"time": 10**12}),
            ("set_times", {"control": "sand", "main": 1000, "extra": 0, "periods": 0}),
            ("set_times", {"control": "fischer", "main": 0, "extra": 0, "periods": 0}),
            ("set_times", {"control": "fischer", "main": 10**12, "extra": 0, "periods": 0}),
        ],
    )
    def test_can_give_the_clocks_only_times_that_exist(
        self, kind: str, fields: dict[str, Any]
    ) -> None:
        async def play(scene: Scene) -> None:
            before = scene.stage
            assert (await scene.say(scene.connect(HOST), kind, **fields))["code"] == "bad-field"
            assert scene.stage is before

        run(play)

    def test_cannot_change_clocks_before_a_game(self) -> None:
        async def play(scene: Scene) -> None:
            scene.publish(lobby())
            answer = await scene.say(scene.connect(HOST), "add_time", time=60_000, seat=None)
            assert answer["code"] == "no-game"

        run(play)

    def test_can_raise_the_game_to_a_higher_level(self) -> None:
        async def play(scene: Scene) -> None:
            names = ("Ann", "Ben")
            game = registry.load("inner-compass")
            draw = sampler(random.Random(1))
            scene.publish(begin(game, Setup(names, "table"), (), Timestamp(0, 0.0), draw).table)
            host = scene.connect(HOST)
            assert list(host.phone.view["levels"]) == ["track", "scoring", "full", "final"]
            assert (await scene.say(host, "raise", level="full"))["kind"] == "done"
            assert not host.phone.view.get("levels")
            assert "Everything" in host.phone.log[-1]["text"]
            answer = await scene.say(host, "raise", level="track")
            assert (answer["code"], "finish its setup" in answer["message"]) == ("no-level", True)
            assert (await scene.say(host, "command", command="undo"))["kind"] == "done"
            assert len(host.phone.view["levels"]) == 4

        run(play)

    def test_can_free_a_seat(self) -> None:
        async def play(scene: Scene) -> None:
            host = scene.connect(HOST)
            assert (await scene.say(host, "unseat", seat=0))["kind"] == "done"
            assert (await scene.say(host, "unseat", seat=1))["code"] == "nobody-there"
            assert scene.unseated == [0, 1]

        run(play)

    def test_can_leave_the_game(self) -> None:
        async def play(scene: Scene) -> None:
            await scene.say(scene.connect(HOST), "command", command="leave")
            assert scene.effects == (LeaveGame(),)

        run(play)

    def test_knows_no_other_commands(self) -> None:
        async def play(scene: Scene) -> None:
            answer = await scene.say(scene.connect(HOST), "command", command="format")
            assert answer["code"] == "bad-field"

        run(play)


class TestThePhoneThatLeads:
    def test_goes_back_in_the_setup(self) -> None:
        async def play(scene: Scene) -> None:
            scene.publish(lobby())
            leading, other = scene.connect(Viewer(seat=0)), scene.connect(Viewer(seat=1))
            assert leading.phone.view["can"] == {}
            title = leading.phone.view["lobby"]["title"]
            await scene.say(leading, "answer", option=3)
            assert leading.phone.view["can"].keys() == {"back"}
            assert "can" not in other.phone.view
            answer = await scene.say(other, "command", command="back")
            assert answer["code"] == "not-allowed"
            for command in ("undo", "leave", "confirm"):
                answer = await scene.say(leading, "command", command=command)
                assert answer["code"] == "not-allowed"
            assert (await scene.say(leading, "command", command="back"))["kind"] == "done"
            assert leading.phone.view["lobby"]["title"] == title

        run(play, Scene(surroundings=LED))

    def test_says_what_is_in_place_and_no_more(self) -> None:
        async def play(scene: Scene) -> None:
            game, setup = scene.table.game, scene.table.setup
            laying = begin(game, setup, (), Timestamp(0, 0.0), scene.draw).table
            scene.publish(with_console(laying, language="en", languages=("en", "de")))
            leading, other = scene.connect(Viewer(seat=0)), scene.connect(Viewer(seat=1))
            assert leading.phone.view["can"].keys() == {"confirm", "back", "leave"}
            count = len(scene.table.tasks)
            answer = await scene.say(other, "command", command="confirm")
            assert answer["code"] == "not-allowed"
            assert (await scene.say(leading, "command", command="confirm"))["kind"] == "done"
            assert len(scene.table.tasks) == count - 1
            await scene.say(leading, "command", command="back")
            assert not scene.table.laying
            for command in ("confirm", "back", "undo", "leave"):
                answer = await scene.say(leading, "command", command=command)
                assert answer["code"] == "not-allowed"

        run(play, Scene(surroundings=LED))

    def test_leads_from_a_game_that_is_over_to_another(self) -> None:
        async def play(scene: Scene) -> None:
            assert "leave" not in scene.connect(Viewer(seat=0)).phone.view["can"], "a game goes on"
            scene.publish(replace(scene.table, progress=GameProgress.STOPPED))
            leading, other = scene.connect(Viewer(seat=0)), scene.connect(Viewer(seat=1))
            assert leading.phone.view["can"].keys() == {"leave"}
            answer = await scene.say(other, "command", command="leave")
            assert answer["code"] == "not-allowed"
            answer = await scene.say(leading, "command", command="leave")
            assert answer["code"] == "no-effect", "it is a session that leaves a game"

        run(play, Scene(surroundings=LED))
