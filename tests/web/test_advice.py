"""What a seat is told about its choices: what they would change, and what is best if it asks."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from companion.table.table import Table
from companion.web.viewer import SPECTATOR, Viewer
from tests.web.scene import Scene, Wired

Play = Callable[[Scene], Coroutine[None, None, None]]


def run(play: Play, name: str = "gilded-compass") -> None:
    asyncio.run(play(Scene(name)))


def on_turn(scene: Scene) -> int:
    """Play until somebody has dice to place, and return who."""
    while not outlook(scene.table):
        next(scene.play())
    return scene.table.game.current_player(scene.table.state)


def outlook(table: Table) -> tuple[object, ...]:
    return table.game.outlook(table.state, table.game.current_player(table.state))


def told(scene: Scene, wired: Wired) -> list[dict[str, Any]]:
    scene.pull(wired)
    return [each for each in wired.phone.answers if each["kind"] == "advice"]


def test_whoever_is_on_turn_sees_what_each_choice_would_change() -> None:
    async def play(scene: Scene) -> None:
        seat = on_turn(scene)
        own = scene.connect(Viewer(seat=seat)).phone.view
        other = scene.connect(Viewer(seat=(seat + 1) % 3)).phone.view
        assert len(own["outlook"]) == len(outlook(scene.table))
        assert all(line["left"] and line["right"] for line in own["outlook"])
        assert other["outlook"] == []
        assert "outlook" not in scene.connect(SPECTATOR).phone.view

    run(play)


def test_nobody_is_told_what_is_best_who_has_not_asked() -> None:
    async def play(scene: Scene) -> None:
        seat = on_turn(scene)
        asking, other = scene.connect(Viewer(seat=seat)), scene.connect(Viewer(seat=seat))
        assert told(scene, asking) == []
        assert (await scene.say(asking, "advise"))["kind"] == "done"
        first, *rest = told(scene, asking)[0]["lines"]
        assert first["left"].startswith("If the round ended now")
        assert rest
        assert told(scene, other) == []

    run(play)


def test_only_a_seat_may_ask() -> None:
    async def play(scene: Scene) -> None:
        on_turn(scene)
        for viewer in (SPECTATOR, Viewer(host=True), Viewer(play=True)):
            answer = await scene.say(scene.connect(viewer), "advise")
            assert answer["code"] == "not-allowed"

    run(play)


def test_advice_on_what_has_changed_is_not_given() -> None:
    async def play(scene: Scene) -> None:
        wired = scene.connect(Viewer(seat=on_turn(scene)))
        before = scene.table
        while outlook(scene.table) == outlook(before):
            next(scene.play())
        assert (await scene.say(wired, "advise"))["code"] == "stale"
        assert told(scene, wired) == []

    run(play)


def test_a_game_without_advice_says_nothing() -> None:
    async def play(scene: Scene) -> None:
        wired = scene.connect(Viewer(seat=scene.table.game.current_player(scene.table.state)))
        assert wired.phone.view["outlook"] == []
        assert (await scene.say(wired, "advise"))["kind"] == "done"
        assert told(scene, wired)[0]["lines"] == []

    run(play, "inner-compass")
