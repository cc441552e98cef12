"""The hub sends every client exactly what it has not seen yet."""

import json
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from companion.i18n.languages import LANGUAGES
from companion.protocol.box import DoneReply
from companion.table.command import Command
from companion.table.history.entries import transfer_seat
from companion.table.state import ActionInput, CommandInput, Timestamp
from companion.web.updates.publisher import BACKLOG, BEHIND, WAITING
from companion.web.views.json_text import to_json
from companion.web.views.projection import common
from companion.web.views.viewer import SPECTATOR, Surroundings, Viewer
from tests.web.phone import Phone
from tests.web.scene import GAMES, Scene, Wired, speech, viewers


@pytest.fixture
def scene() -> Scene:
    return Scene()


def states(messages: list[str | bytes]) -> list[dict[str, Any]]:
    return [json.loads(message) for message in messages if "state" in str(message)]


def is_current(scene: Scene, wired: Wired) -> bool:
    whole = scene.whole(wired)
    return (whole.view, whole.log) == (wired.phone.view, wired.phone.log)


def mover(scene: Scene) -> Viewer:
    """Return the viewer whose turn it is."""
    return Viewer(seat=scene.table.game.current_player(scene.table.state))


def narrow(scene: Scene, wired: Wired) -> None:
    """Make the first choice towards an action."""
    offer = scene.hub.offer(wired.client)
    assert offer is not None
    scene.hub.select(wired.client, (offer.choices[0].constraint,))


def test_a_new_client_is_greeted_and_gets_everything(scene: Scene) -> None:
    wired = scene.connect(Viewer(seat=1))
    assert wired.phone.role == {"seat": 1, "host": False, "play": False}
    assert wired.phone.view["game"]["id"] == "inner-compass"
    assert wired.phone.view["picture"]["spaces"]
    assert len(wired.phone.log) == len(scene.table.entries)


@pytest.mark.parametrize("game", GAMES)
def test_whoever_takes_over_a_seat_is_named_everywhere(game: str) -> None:
    scene = Scene(game)
    seated = scene.connect(Viewer(seat=0))
    for _ in scene.play(20):
        scene.pull(seated)
    scene.publish(transfer_seat(scene.table, 0, "Zoe", Timestamp(scene.now, 0.0)))
    scene.pull(seated)
    seen, spoken = seated.phone.view, speech("en", scene.table)
    shown = json.loads(to_json(common(scene.table, spoken, Surroundings())))
    assert {key: seen.get(key) for key in shown} == shown
    assert "Ann" not in to_json([seen["sprites"], seen["picture"]])


def test_after_that_it_gets_only_what_has_changed(scene: Scene) -> None:
    wired = scene.connect()
    next(scene.play())
    (state,) = states(scene.pull(wired))
    assert not state["reset"]
    assert "picture" not in state["view"]
    assert "players" not in state["view"]
    assert len(state["log"]) == 1
    assert is_current(scene, wired)
    assert scene.pull(wired) == []


def test_of_a_list_only_what_is_new_is_sent_to_who_can_make_the_rest(scene: Scene) -> None:
    clever, simple = scene.connect(), scene.connect(steps=False)
    for _ in scene.play(20):
        (short,), (long,) = states(scene.pull(clever)), states(scene.pull(simple))
        assert "lists" not in long
        assert ("sprites" in short.get("lists", {})) is ("sprites" in long["view"])
        assert len(str(short)) < 2000
        assert clever.phone.view == simple.phone.view


@pytest.mark.slow
def test_everybody_can_follow_a_game_with_undo_and_pause(scene: Scene) -> None:
    everybody = product(viewers(scene.table), LANGUAGES)
    clients = [scene.connect(viewer, language) for viewer, language in everybody]
    for n, _ in enumerate(scene.play(60)):
        if n % 7 == 0:
            scene.act(CommandInput(Command.UNDO))
        if n % 11 == 0:
            scene.act(CommandInput(Command.PAUSE))
        if n % 3 == 0:
            for wired in clients:
                scene.pull(wired)
    for wired in clients:
        scene.pull(wired)
        assert is_current(scene, wired)
    assert any(line["undone"] for line in clients[0].phone.log)


def test_a_slow_client_skips_states_in_between(scene: Scene) -> None:
    wired = scene.connect()
    before = len(scene.table.entries)
    for _ in scene.play(20):
        pass
    (state,) = states(scene.pull(wired))
    assert len(state["log"]) == len(scene.table.entries) - before
    assert is_current(scene, wired)


def test_the_passing_of_time_alone_sends_nothing(scene: Scene) -> None:
    wired = scene.connect()
    before = scene.hub.seq
    clocks = scene.table.clocks
    assert clocks.running
    for at in (1000, 2000):
        seats = tuple(
            replace(clock, turn=at) if seat in clocks.running else clock
            for seat, clock in enumerate(clocks.seats)
        )
        scene.publish(replace(scene.table, clocks=replace(clocks, seats=seats, at=at)))
    assert scene.hub.seq == before
    assert scene.pull(wired) == []


def test_a_paused_clock_is_sent_with_its_time_at_that_moment(scene: Scene) -> None:
    wired = scene.connect()
    (mover,) = scene.table.clocks.running
    scene.now = 4000
    scene.act(CommandInput(Command.PAUSE))
    (state,) = states(scene.pull(wired))
    assert state["view"]["clock"]["seats"][mover]["used"] == 4000
    scene.act(CommandInput(Command.PAUSE))
    scene.now = 9000
    (state,) = states(scene.pull(wired))
    assert state["view"]["clock"]["seats"][mover]["used"] == 9000


def test_another_game_is_sent_as_a_whole(scene: Scene) -> None:
    wired = scene.connect(Viewer(host=True))
    for _ in scene.play(5):
        pass
    scene.pull(wired)
    scene.publish(Scene("essence").table)
    (state,) = states(scene.pull(wired))
    assert state["reset"]
    assert is_current(scene, wired)
    assert wired.phone.view["game"]["id"] == "essence"


class TestComingBack:
    def test_brings_what_was_missed_and_no_more(self, scene: Scene) -> None:
        wired = scene.connect(Viewer(seat=0))
        scene.hub.detach(wired.client)
        for _ in scene.play(9):
            pass
        back = scene.connect(Viewer(seat=0), phone=wired.phone, again=True)
        assert is_current(scene, back)
        fresh = scene.connect(Viewer(seat=0))
        assert len(fresh.phone.log) == len(back.phone.log)

    def test_does_not_resend_the_log(self, scene: Scene) -> None:
        wired = scene.connect()
        scene.hub.detach(wired.client)
        for _ in scene.play(3):
            pass
        again = scene.connect(phone=wired.phone, again=True)
        scene.hub.detach(again.client)
        phone = Phone(seq=wired.phone.seq)
        late = scene.connect(phone=phone, again=True)
        assert late.phone.log == []

    def test_after_too_long_brings_everything(self, scene: Scene) -> None:
        wired = scene.connect()
        scene.hub.detach(wired.client)
        for _ in range(BACKLOG):
            scene.act(CommandInput(Command.PAUSE))
        back = scene.connect(phone=wired.phone, again=True)
        assert is_current(scene, back)

    @pytest.mark.parametrize("since", [0, 1, 999, 1_000_000])
    def test_with_a_state_that_never_existed_brings_everything(
        self, scene: Scene, since: int
    ) -> None:
        wired = scene.connect(phone=Phone(seq=since), again=True)
        assert is_current(scene, wired)

    def test_forgets_the_selection(self, scene: Scene) -> None:
        viewer = mover(scene)
        wired = scene.connect(viewer)
        narrow(scene, wired)
        scene.pull(wired)
        assert wired.phone.view["choices"]["selected"]
        scene.hub.detach(wired.client)
        back = scene.connect(viewer, phone=wired.phone, again=True)
        assert is_current(scene, back)

    def test_without_the_seat_it_had_forgets_its_secrets(self, scene: Scene) -> None:
        wired = scene.connect(Viewer(seat=0))
        assert wired.phone.view["private"]
        scene.hub.detach(wired.client)
        back = scene.connect(SPECTATOR, phone=wired.phone, again=True)
        assert not {"seat", "private", "choices"} & set(back.phone.view)


class TestDropping:
    def test_a_client_that_takes_nothing_is_dropped(self, scene: Scene) -> None:
        stuck, healthy = scene.connect(), scene.connect()
        stuck.client.busy = True
        for _ in range(BEHIND + 1):
            assert not stuck.dropped
            scene.act(CommandInput(Command.PAUSE))
            scene.pull(healthy)
        assert stuck.dropped
        assert not healthy.dropped
        back = scene.connect(phone=stuck.phone, again=True)
        assert is_current(scene, back)

    def test_a_client_that_is_slow_for_a_while_is_kept(self, scene: Scene) -> None:
        wired = scene.connect()
        for n in range(3 * BEHIND):
            wired.client.busy = n % 50 != 0
            scene.act(CommandInput(Command.PAUSE))
        assert not wired.dropped

    def test_a_client_that_does_not_take_its_answers_is_dropped(self, scene: Scene) -> None:
        wired = scene.connect()
        for n in range(WAITING + 1):
            assert not wired.dropped
            wired.client.answer(DoneReply(n))
        assert wired.dropped


class TestSharing:
    def test_clients_with_equal_views_are_sent_equal_messages(self, scene: Scene) -> None:
        first, second = scene.connect(), scene.connect()
        next(scene.play())
        (message,), (copy,) = scene.pull(first), scene.pull(second)
        assert message == copy

    def test_a_selection_is_not_shared(self, scene: Scene) -> None:
        choosing, other = scene.connect(mover(scene)), scene.connect(mover(scene))
        narrow(scene, choosing)
        assert set(states(scene.pull(choosing))[0]["view"]) == {"choices"}
        assert scene.pull(other) == []

    def test_a_selection_ends_when_the_choices_change(self, scene: Scene) -> None:
        wired = scene.connect(mover(scene))
        narrow(scene, wired)
        scene.act(ActionInput(scene.table.candidates[0]))
        scene.pull(wired)
        assert wired.client.selection == ()
        assert is_current(scene, wired)


def test_changes_around_the_table_are_sent_too(scene: Scene) -> None:
    wired = scene.connect()
    scene.surroundings = Surroundings(claimed=frozenset({1}), here=frozenset({1}))
    scene.publish(scene.stage)
    (state,) = states(scene.pull(wired))
    assert set(state["view"]) == {"players"}
    ben = {
        "name": "Ben",
        "colour": "teal",
        "claimed": True,
        "here": True,
        "robot": False,
        "lead": False,
        "asked": False,
    }
    assert wired.phone.view["players"][1] == ben


def test_messages_are_compact_and_do_not_escape_umlauts() -> None:
    assert to_json({"a": [1, "ü"]}) == '{"a":[1,"ü"]}'
