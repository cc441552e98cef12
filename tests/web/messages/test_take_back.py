"""A seat takes back its own last step; those who have acted since are asked."""

import asyncio

from companion.engine.log import Splice
from companion.table.history.entries import edit
from companion.table.state import Timestamp
from companion.web.messages.take_back import since, take_back_offer
from companion.web.views.viewer import Viewer
from tests.web.scene import Scene, Wired


def mover(scene: Scene) -> int:
    return scene.table.game.current_player(scene.table.state)


def acted(count: int) -> tuple[Scene, list[int], list[Wired]]:
    """Return a game after some steps, who took them, and a phone for each seat."""
    scene, movers = Scene("compass-jewels"), []
    phones = [scene.connect(Viewer(seat=seat)) for seat in range(2)]

    async def play() -> None:
        for _ in range(count):
            seat = mover(scene)
            movers.append(seat)
            scene.pull(phones[seat])
            option = phones[seat].phone.view["choices"]["options"][0]
            place = option["places"][0]
            assert (await scene.say(phones[seat], "pick", place=place))["kind"] == "done"

    asyncio.run(play())
    for phone in phones:
        scene.pull(phone)
    return scene, movers, phones


def test_one_s_own_last_step_is_taken_back_at_once() -> None:
    scene, movers, phones = acted(1)
    assert take_back_offer(scene.table, movers[0]) == "own"
    assert phones[movers[0]].phone.view["undo"] == "own"
    assert phones[1 - movers[0]].phone.view["undo"] == ""
    asyncio.run(scene.say(phones[movers[0]], "take_back"))
    assert since(scene.table, movers[0]) == ()
    assert mover(scene) == movers[0]


def test_those_who_have_acted_since_are_asked() -> None:
    scene, movers, phones = acted(2)
    first, second = movers
    assert first != second
    assert phones[first].phone.view["undo"] == "ask"
    asyncio.run(scene.say(phones[first], "take_back"))
    scene.pull(phones[second])
    wish = {"seat": first, "asked": [second], "refused": None}
    assert phones[second].phone.view["wish"] == wish
    assert len(since(scene.table, first)) == 2
    asyncio.run(scene.say(phones[second], "agree", yes=1))
    assert since(scene.table, first) == ()
    assert mover(scene) == first


def test_nothing_happens_when_somebody_does_not_agree() -> None:
    scene, (first, second), phones = acted(2)
    before = len(scene.table.entries)
    asyncio.run(scene.say(phones[first], "take_back"))
    scene.pull(phones[second])
    asyncio.run(scene.say(phones[second], "agree", yes=0))
    scene.pull(phones[first])
    assert phones[first].phone.view["wish"]["refused"] == second
    assert len(scene.table.entries) == before


def test_whoever_was_not_asked_cannot_answer() -> None:
    scene, (first, second), phones = acted(2)
    asyncio.run(scene.say(phones[first], "take_back"))
    scene.pull(phones[first])
    answer = asyncio.run(scene.say(phones[first], "agree", yes=1))
    assert answer["code"] == "stale"
    scene.pull(phones[second])
    asyncio.run(scene.say(phones[second], "pick", place="a1"))
    assert len(since(scene.table, first)) >= 2


def test_whoever_has_done_nothing_has_nothing_to_take_back() -> None:
    scene, _, phones = acted(0)
    answer = asyncio.run(scene.say(phones[0], "take_back"))
    assert answer["code"] == "nothing-back"


def test_nobody_takes_back_alone_what_was_done_before_an_edit_of_the_log() -> None:
    scene, movers, _ = acted(2)
    after = edit(scene.table, Splice(1, 0, ()), Timestamp(0, 0.0))
    assert [take_back_offer(after, seat) for seat in movers] == ["", ""]
