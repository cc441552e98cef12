"""Advice for a seat: what each choice would change and, on request, which one is best."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from companion.table.table import Table
from companion.web.views.viewer import SPECTATOR, Viewer
from tests.web.scene import Scene, Wired

Play = Callable[[Scene], Coroutine[None, None, None]]


def run(play: Play, name: str = "gilded-compass") -> None:
    asyncio.run(play(Scene(name)))


def on_turn(scene: Scene) -> int:
    """Play until a seat has dice to place, and return that seat."""
    while not outlook(scene.table):
        next(scene.play())
    return scene.table.game.current_player(scene.table.state)


def outlook(table: Table) -> tuple[object, ...]:
    return table.game.outlook(table.state, table.game.current_player(table.state))


def advice(scene: Scene, wired: Wired) -> list[dict[str, Any]]:
    scene.pull(wired)
    return [answer for answer in wired.phone.answers if answer["kind"] == "advice"]


def test_the_player_on_turn_sees_what_each_choice_would_change() -> None:
    async def play(scene: Scene) -> None:
        seat = on_turn(scene)
        own = scene.connect(Viewer(seat=seat)).phone.view
        neighbour = scene.connect(Viewer(seat=(seat + 1) % 3)).phone.view
        assert len(own["outlook"]) == len(outlook(scene.table))
        assert all(line["left"] and line["right"] for line in own["outlook"])
        assert neighbour["outlook"] == []
        assert "outlook" not in scene.connect(SPECTATOR).phone.view

    run(play)


def test_only_a_client_that_asks_is_told_what_is_best() -> None:
    async def play(scene: Scene) -> None:
        seat = on_turn(scene)
        asking, other = scene.connect(Viewer(seat=seat)), scene.connect(Viewer(seat=seat))
        assert advice(scene, asking) == []
        assert (await scene.say(asking, "advise"))["kind"] == "done"
        first, *rest = advice(scene, asking)[0]["lines"]
        assert first["left"].startswith("If the round ended now")
        assert rest
        assert advice(scene, other) == []

    run(play)


def test_only_a_seat_may_ask() -> None:
    async def play(scene: Scene) -> None:
        on_turn(scene)
        for viewer in (SPECTATOR, Viewer(host=True), Viewer(play=True)):
            answer = await scene.say(scene.connect(viewer), "advise")
            assert answer["code"] == "not-allowed"

    run(play)


def test_there_is_no_advice_about_choices_that_have_changed() -> None:
    async def play(scene: Scene) -> None:
        wired = scene.connect(Viewer(seat=on_turn(scene)))
        before = scene.table
        while outlook(scene.table) == outlook(before):
            next(scene.play())
        assert (await scene.say(wired, "advise"))["code"] == "stale"
        assert advice(scene, wired) == []

    run(play)


def test_a_game_without_advice_answers_with_no_lines() -> None:
    async def play(scene: Scene) -> None:
        wired = scene.connect(Viewer(seat=scene.table.game.current_player(scene.table.state)))
        assert wired.phone.view["outlook"] == []
        assert (await scene.say(wired, "advise"))["kind"] == "done"
        assert advice(scene, wired)[0]["lines"] == []

    run(play, "inner-compass")
