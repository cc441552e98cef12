"""Every message gets one answer; mistakes are reported to their sender only."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.emulation.manual_clock import ManualClock
from companion.engine import registry
from companion.engine.game import Setup
from companion.engine.text import text
from companion.table.command import Command
from companion.table.lobby.lobby import Lobby, open_lobby
from companion.table.state import (
    ActionInput,
    CommandInput,
    LogAnswer,
    Notice,
    StepChange,
    notify,
    with_console,
)
from companion.web.access.rate_limit import TokenBucket
from companion.web.views.offer import for_seat, resolve_option, resolve_space
from companion.web.views.position import Position
from companion.web.views.viewer import SPECTATOR, Viewer
from tests.manifests import manifests
from tests.web.scene import GAMES, NAMES, Scene, Wired, viewers

HOST = Viewer(host=True)
CARD_GAMES = {"compass-points", "essence"}
"""Games whose actions name no spaces."""
Play = Callable[[Scene], Coroutine[None, None, None]]


def run(play: Play, scene: Scene | None = None) -> None:
    asyncio.run(play(scene or Scene()))


def mover(scene: Scene) -> int:
    return scene.table.game.current_player(scene.table.state)


def others_see_nothing(scene: Scene, others: list[Wired]) -> bool:
    return all(scene.pull(other) == [] for other in others)


def lobby() -> Lobby:
    games = tuple(registry.load(name) for name in GAMES)
    opened = open_lobby(manifests(*games), NAMES, Setup(NAMES[:2], "full"), "essence")
    return with_console(opened, language="en", languages=("en", "de"))


def at_a_choice() -> Scene:
    """Return a game in which the first choice leaves several actions: a building for the dice."""
    scene = Scene("gilded-compass")
    for _ in scene.play(200):
        offer = for_seat(Position(scene.table), mover(scene))
        if offer.choices and isinstance(resolve_option(offer, 0), tuple):
            return scene
    raise AssertionError("nobody has had a choice")


class TestASeat:
    def test_narrows_its_choice_until_an_action_is_taken(self) -> None:
        async def play(scene: Scene) -> None:
            seat = mover(scene)
            wired, other = scene.connect(Viewer(seat=seat)), scene.connect()
            before = len(scene.table.entries)
            label = wired.phone.view["choices"]["options"][0]["label"]
            first = await scene.say(wired, "choose", option=0)
            assert first["kind"] == "done"
            assert wired.phone.view["choices"]["selected"] == [label]
            assert others_see_nothing(scene, [other])
            while wired.phone.view["choices"]["selected"]:
                assert (await scene.say(wired, "choose", option=0))["kind"] == "done"
            assert scene.table.entries[before].actor == seat
            assert scene.pull(other) != []

        run(play, at_a_choice())

    def test_can_take_one_choice_back(self) -> None:
        async def play(scene: Scene) -> None:
            wired = scene.connect(Viewer(seat=mover(scene)))
            whole = wired.phone.view["choices"]
            await scene.say(wired, "choose", option=0)
            assert wired.phone.view["choices"] != whole
            assert (await scene.say(wired, "back"))["kind"] == "done"
            assert wired.phone.view["choices"] == whole

        run(play, at_a_choice())

    def test_can_act_by_touching_the_board(self) -> None:
        async def play(scene: Scene) -> None:
            wired = scene.connect(Viewer(seat=mover(scene)))
            place = wired.phone.view["choices"]["options"][0]["places"][0]
            assert (await scene.say(wired, "pick", place=place))["kind"] == "done"
            assert scene.table.entries[-1].payload["space"] == place

        run(play)

    @pytest.mark.slow
    @pytest.mark.parametrize("game", GAMES)
    def test_learns_from_the_rules_why_a_place_is_not_possible(self, game: str) -> None:
        async def play(scene: Scene) -> None:
            refused = 0
            for _ in scene.play(60):
                seat = mover(scene)
                if seat < 0:
                    continue
                wired, other = scene.connect(Viewer(seat=seat)), scene.connect()
                before = scene.stage
                for place in scene.source.sample(sorted(Position(scene.table).spaces), 6):
                    offer = scene.hub.offer(wired.client)
                    if (
                        offer is None
                        or not offer.actions
                        or resolve_space(offer, place) is not None
                    ):
                        continue
                    answer = await scene.say(wired, "pick", place=place)
                    assert answer["kind"] in {"refused", "error"}
                    assert answer["message"]
                    assert answer["kind"] == "refused" or answer["code"] == "no-use"
                    refused += answer["kind"] == "refused" and answer["rule"] != ""
                assert scene.stage is before
                assert others_see_nothing(scene, [other])
                scene.hub.detach(wired.client)
                scene.hub.detach(other.client)
            assert refused or game in CARD_GAMES

        run(play, Scene(game))

    def test_gets_an_error_for_a_place_that_means_nothing(self) -> None:
        async def play(scene: Scene) -> None:
            wired = scene.connect(Viewer(seat=mover(scene)))
            for place in ("f7", "", "seat-1-", "None", "place_piece"):
                assert (await scene.say(wired, "pick", place=place))["code"] == "no-use"

        run(play)

    def test_may_not_act_out_of_turn(self) -> None:
        async def play(scene: Scene) -> None:
            waiting = (mover(scene) + 1) % 3
            wired, other = scene.connect(Viewer(seat=waiting)), scene.connect()
            before = scene.stage
            for kind, fields in (
                ("choose", {"option": 0}),
                ("pick", {"place": "a1"}),
                ("done", {}),
            ):
                answer = await scene.say(wired, kind, **fields)
                assert (answer["kind"], answer["code"]) == ("error", "not-your-turn")
                assert answer["message"] == "It is not your turn."
            assert scene.stage is before
            assert others_see_nothing(scene, [other])

        run(play)

    def test_may_end_its_turn(self) -> None:
        async def play(scene: Scene) -> None:
            wired = scene.connect(Viewer(seat=mover(scene)))
            assert (await scene.say(wired, "done"))["kind"] == "done"

        run(play)

    def test_sees_the_game_and_cannot_play_while_a_step_of_the_log_is_changed(self) -> None:
        async def play(scene: Scene) -> None:
            seats = [scene.connect(Viewer(seat=seat)) for seat in range(3)]
            television = scene.connect()
            scene.change_a_step()
            change = scene.table.choosing
            assert isinstance(change, StepChange)
            scene.publish(change.original)
            for wired in (*seats, television):
                scene.pull(wired)
            before = [dict(wired.phone.view) for wired in (*seats, television)]
            scene.act(LogAnswer(0))
            assert isinstance(scene.table.choosing, StepChange)
            assert scene.table.state != change.original.state
            for wired, view in zip((*seats, television), before, strict=True):
                scene.pull(wired)
                assert wired.phone.view["notice"]["message"] == (
                    "The turn log is being changed: the game waits."
                )
                assert wired.phone.view == view
            for seat, wired in enumerate(seats):
                assert not wired.phone.view["choices"]["options"]
                for kind, fields in (("choose", {"option": 0}), ("done", {}), ("back", {})):
                    changing = scene.stage
                    answer = await scene.say(wired, kind, **fields)
                    assert answer["kind"] in ("error", "done"), (seat, kind)
                    assert scene.stage is changing
                assert (await scene.say(wired, "take_back"))["kind"] == "error"
            scene.act(Command.BACK)
            assert scene.table.steps is change.original.steps

        run(play)

    def test_cannot_choose_an_option_that_does_not_exist(self) -> None:
        async def play(scene: Scene) -> None:
            wired = scene.connect(Viewer(seat=mover(scene)))
            answer = await scene.say(wired, "choose", option=99)
            assert answer["code"] == "no-option"

        run(play)

    def test_cannot_act_on_a_state_that_has_changed(self) -> None:
        """It makes no difference whether the new state has reached the client yet."""

        async def play(scene: Scene) -> None:
            seat = mover(scene)
            wired, other = scene.connect(Viewer(seat=seat)), scene.connect(Viewer(seat=seat))
            seen = wired.phone.seq
            scene.act(ActionInput(scene.table.candidates[0]))
            scene.pull(other)
            before = scene.stage
            for _ in range(2):
                answer = await scene.say(wired, "choose", seq=seen, option=0)
                assert (answer["kind"], answer["code"]) == ("error", "stale")
            assert scene.stage is before
            assert others_see_nothing(scene, [other])

        run(play)

    def test_can_still_act_after_a_change_that_leaves_its_choices_alone(self) -> None:
        async def play(scene: Scene) -> None:
            wired = scene.connect(Viewer(seat=mover(scene)))
            seen = wired.phone.seq
            scene.act(CommandInput(Command.PAUSE))
            scene.pull(wired)
            assert (await scene.say(wired, "choose", seq=seen, option=0))["kind"] == "done"

        run(play)

    def test_hears_that_an_action_could_not_be_saved(self) -> None:
        async def play(scene: Scene) -> None:
            async def fail(_item: object) -> object:
                return notify(scene.table, Notice(text("table.not_saved", what="full")))

            scene.message_handler.ask = fail  # type: ignore[assignment]  # as if the disk were full
            wired = scene.connect(Viewer(seat=mover(scene)))
            await scene.say(wired, "choose", option=0)
            answer = await scene.say(wired, "choose", option=0)
            assert answer["code"] == "not-saved"

        run(play)


SEATS_ONLY: tuple[tuple[str, dict[str, Any]], ...] = (
    ("choose", {"option": 0}),
    ("back", {}),
    ("done", {}),
    ("pick", {"place": "a1"}),
    ("advise", {}),
)
HOST_ONLY = (
    ("command", {"command": "undo"}),
    ("correct", {"option": 0}),
    ("answer", {"option": 0}),
    ("language", {"language": "de"}),
    ("sound", {"on": False}),
    ("brightness", {"level": "low"}),
    ("unseat", {"seat": 0}),
    ("add_time", {"time": 60_000, "seat": None}),
    ("switch_clock", {"seat": 0, "on": False}),
    ("turn_sand_timer", {"time": 60_000}),
    ("set_times", {"control": "none", "main": 0, "extra": 0, "periods": 0}),
    ("raise", {"level": "full"}),
)
BOX_ONLY = (
    ("press", {"button": "a"}),
    ("release", {"button": "a"}),
    ("turn", {"button": "knob", "by": 1}),
    ("lay", {"piece": "token-B", "reader": "board"}),
    ("lift", {"reader": "board"}),
    ("do", {"option": 0}),
)


@pytest.mark.parametrize(
    ("viewer", "messages"),
    [
        (SPECTATOR, (*SEATS_ONLY, *HOST_ONLY, *BOX_ONLY)),
        (HOST, (*SEATS_ONLY, *BOX_ONLY)),
        (Viewer(seat=0), (*HOST_ONLY, *BOX_ONLY)),
    ],
)
def test_each_role_may_only_send_its_own_messages(
    viewer: Viewer, messages: tuple[tuple[str, dict[str, Any]], ...]
) -> None:
    async def play(scene: Scene) -> None:
        next(scene.play())
        wired, other = scene.connect(viewer), scene.connect()
        before = scene.stage
        for kind, fields in messages:
            answer = await scene.say(wired, kind, **fields)
            assert answer["kind"] == "error"
            assert answer["code"] == "not-allowed", (kind, answer)
        assert scene.stage is before
        assert others_see_nothing(scene, [other])

    run(play)


class TestTheReplay:
    def test_shows_a_past_state_as_it_was(self) -> None:
        async def play(scene: Scene) -> None:
            early = scene.connect().phone.view
            steps = len(scene.table.steps)
            for _ in scene.play(12):
                pass
            wired = scene.connect()
            answer = await scene.say(wired, "replay", at=steps)
            scene.pull(wired)
            replay = next(sent for sent in wired.phone.answers if sent["kind"] == "replay")
            assert replay["of"] == len(scene.table.steps)
            same = ("game", "players", "prompt", "summary", "sprites", "picture", "scores")
            assert [replay["view"].get(key) for key in same] == [early.get(key) for key in same]
            assert answer["kind"] == "done"

        run(play)

    def test_labels_a_secret_step_only_as_secret(self) -> None:
        async def play(scene: Scene) -> None:
            secret = next(
                n
                for n, record in enumerate(scene.hub.log.records, 1)
                if record.action is not None and record.action.audience is not None
            )
            wired = scene.connect()
            await scene.say(wired, "replay", at=secret)
            replay = next(sent for sent in wired.phone.answers if sent["kind"] == "replay")
            assert replay["label"] == "in secret"

        run(play)

    def test_refuses_a_step_that_does_not_exist_and_says_how_many_do(self) -> None:
        async def play(scene: Scene) -> None:
            wired = scene.connect()
            answer = await scene.say(wired, "replay", at=9999)
            assert answer["code"] == "no-step"
            assert str(len(scene.table.steps)) in answer["message"]
            scene.publish(lobby())
            scene.pull(wired)
            assert (await scene.say(wired, "replay", at=0))["code"] == "no-game"

        run(play)


def test_errors_are_in_the_language_of_the_client() -> None:
    async def play(scene: Scene) -> None:
        wired = scene.connect(language="de")
        answer = await scene.send(wired, "Hallo")
        assert answer == {
            "kind": "error",
            "of": None,
            "code": "not-json",
            "message": "Das ist kein JSON-Objekt.",
        }

    run(play)


def test_a_client_cannot_have_seen_a_state_of_the_future() -> None:
    async def play(scene: Scene) -> None:
        wired = scene.connect(Viewer(seat=mover(scene)))
        answer = await scene.say(wired, "choose", seq=scene.hub.seq + 1, option=0)
        assert (answer["code"], "seq" in answer["message"]) == ("bad-field", True)

    run(play)


KINDS = (*SEATS_ONLY, *HOST_ONLY, ("replay", {"at": 1}), *BOX_ONLY)
CONTENT = {"replay", "advice"}
"""Kinds of messages that come before the answer that a request is done."""
VALUES = st.integers(-2, 60) | st.sampled_from(["a1", "f6", "undo", "de", "token-B", "", "board"])


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(
            st.integers(0, 5),
            st.sampled_from(KINDS),
            st.dictionaries(st.sampled_from(["option", "place", "seq", "seat", "at"]), VALUES),
        ),
        max_size=12,
    )
)
def test_every_message_gets_one_answer_and_leaves_the_table_intact(
    messages: list[tuple[int, tuple[str, dict[str, Any]], dict[str, Any]]],
) -> None:
    async def play(scene: Scene) -> None:
        everybody = [scene.connect(viewer) for viewer in viewers(scene.table)]
        for who, (kind, fields), changes in messages:
            wired = everybody[who]
            message = {"id": 1, "seq": wired.phone.seq, "kind": kind, **fields, **changes}
            before, count = len(scene.table.entries), len(wired.phone.answers)
            await scene.send(wired, json.dumps(message))
            answers = [sent for sent in wired.phone.answers[count:] if sent["kind"] not in CONTENT]
            assert len(answers) == 1
            if answers[0]["kind"] != "done":
                assert len(scene.table.entries) == before
        for wired in everybody:
            scene.pull(wired)
            assert wired.phone.view == scene.whole(wired).view

    run(play)


def test_a_client_may_send_a_burst_and_then_so_many_messages_a_second() -> None:
    clock = ManualClock()
    allowance = TokenBucket(clock)
    assert [allowance.take() for _ in range(45)] == [True] * 40 + [False] * 5
    clock.advance(0.1)
    assert [allowance.take() for _ in range(4)] == [True, True, False, False]
    clock.advance(100)
    assert sum(allowance.take() for _ in range(100)) == 40


def test_other_allowances_have_other_sizes() -> None:
    clock = ManualClock()
    allowance = TokenBucket(clock, 3, 1)
    assert [allowance.take() for _ in range(4)] == [True] * 3 + [False]
    clock.advance(2)
    assert [allowance.take() for _ in range(3)] == [True, True, False]
