"""A box and its broker: what is told, when, and what becomes of what others ask."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from companion.daemon.suspended_games import suspended_games, suspended_table
from companion.fleet.journal_sender import IN_FLIGHT, PATIENCE
from companion.fleet.member import BIRTH, HEALTH_S
from companion.session.suspended_games import SuspendedGames
from companion.storage.journal import FILE, Journal
from companion.storage.lineage import FILE as LINEAGE
from companion.table.command import Command
from companion.table.lobby.lobby import Lobby
from companion.table.state import CommandInput, Table
from tests.fleet.broker import serving
from tests.fleet.hub import Hub
from tests.fleet.scene import BASE, SOON, Scene, another_game, box, until


def run(
    folder: Path,
    scene: Callable[[Scene], Coroutine[None, None, None]],
    **settings: Any,  # noqa: ANN401
) -> None:
    async def whole() -> None:
        async with serving() as broker, box(folder, broker, **settings) as there:
            await scene(there)

    asyncio.run(whole())


async def settle(hub: Hub, done: Callable[[], object]) -> None:
    """Let box and hub talk until something is true."""

    def happened() -> object:
        hub.listen()
        return done()

    await until(happened)


def journal_of(scene: Scene) -> list[tuple[int, dict[str, Any]]]:
    """Return all rows of the journal, as they are after the box has been switched off."""
    with Journal.open(scene.folder / FILE) as journal:
        return [
            (
                play.id,
                {
                    "sequence": entry.sequence,
                    "kind": str(entry.kind),
                    "actor": entry.actor,
                    "payload": entry.payload,
                    "clock": entry.clock,
                    "wall": entry.wall,
                },
            )
            for play in journal.plays()
            for entry in journal.entries(play.id)
        ]


def test_a_box_tells_what_it_is_and_what_lies_open(tmp_path: Path) -> None:
    async def scene(there: Scene) -> None:
        await there.join()
        broker = there.broker
        status, state = broker.last("/status"), broker.last("/state")
        assert status["state"] == "online"
        assert status["journal"]
        assert state["phase"] == "playing"
        assert state["players"] == ["Ann", "Ben"]
        assert state["player"] in state["players"]
        assert broker.last("/health")["devices"] == {}
        assert broker.last("/cfg/reported")["settings"]["language"] == "en"
        kept = {topic.removeprefix(BASE) for topic in broker.retained}
        assert kept >= {"status", "state", "view", "picture", "health", "cfg/reported"}
        assert not {"event", "cmd", "reply", "result"} & kept

    run(tmp_path, scene)


def test_an_action_is_told_a_moment_later_and_time_alone_never(tmp_path: Path) -> None:
    async def scene(there: Scene) -> None:
        await there.join()
        states = len(there.broker.of("/state"))
        await there.play(3)
        await there.tell()
        await until(lambda: len(there.broker.of("/state")) > states)
        await until(lambda: there.broker.of("/event"))
        assert {"turn", "round"} & {event["event_type"] for event in there.broker.of("/event")}
        await there.at_rest()
        told = len(there.broker.sent)
        there.clock.advance(30.0)
        await there.session.settled()
        await there.tell()
        await there.at_rest()
        assert len(there.broker.sent) == told

    run(tmp_path, scene)


def test_a_clean_end_says_off_and_a_lost_box_is_told_by_its_will(tmp_path: Path) -> None:
    async def scene(there: Scene) -> None:
        member = await there.join()
        number = there.broker.last("/status")["session"]

        def is_online() -> bool:
            return bool(there.broker.last("/status")["state"] == "online")

        there.broker.drop()
        await until(lambda: there.broker.last("/status")["state"] == "lost")
        assert there.broker.last("/status")["session"] == number
        async with asyncio.timeout(SOON):
            while not is_online():  # the broker knows of the loss before the box does
                there.clock.advance(2.0)
                await asyncio.sleep(0.001)
        assert there.broker.last("/status")["session"] > number
        await until(lambda: len(there.broker.of("/view")) > 1)  # the broker may have forgotten it
        member.close()
        await until(lambda: there.broker.last("/status")["state"] == "off")
        await until(lambda: not there.broker.guests)
        assert there.broker.last("/status")["state"] == "off"

    run(tmp_path, scene)


def test_numbers_of_sessions_go_on_after_a_restart(tmp_path: Path) -> None:
    numbers: list[int] = []

    async def scene(there: Scene) -> None:
        await there.join()
        numbers.append(there.broker.last("/status")["session"])

    run(tmp_path, scene)
    run(tmp_path, scene)
    assert numbers[0] < numbers[1]


def test_without_a_broker_the_table_plays_on_and_nothing_is_lost(tmp_path: Path) -> None:
    async def scene(there: Scene) -> None:
        await there.play(5)
        await there.join()
        hub = Hub(there.broker)
        await settle(hub, lambda: len(hub.rows) == len(there.table.entries))
        there.broker.refuses = True
        there.broker.drop()
        await there.play(6)
        for _ in range(6):
            there.clock.advance(300.0)
            await asyncio.sleep(0.02)
        there.broker.refuses = False
        there.clock.advance(300.0)
        await settle(hub, lambda: len(hub.rows) == len(there.table.entries))

    run(tmp_path, scene)


def test_without_a_hub_no_log_leaves_the_box(tmp_path: Path) -> None:
    async def scene(there: Scene) -> None:
        await there.join()
        await there.play(8)
        await there.tell()
        there.clock.advance(10 * PATIENCE)
        await there.tell()
        assert not any("/log/" in sent.topic for sent in there.broker.sent)

    run(tmp_path, scene)


@pytest.mark.slow
def test_everything_reaches_the_hub_once_and_in_order(tmp_path: Path) -> None:
    scenes: list[tuple[Scene, Hub]] = []

    async def scene(there: Scene) -> None:
        hub = Hub(there.broker)
        await there.join()
        for _ in range(3):
            await there.play(400)
            await another_game(there)
        await there.play(10)
        count = len(there.table.entries)
        await settle(hub, lambda: sum(key[1] == 4 for key in hub.rows) == count)
        assert [result["over"] for result in hub.results.values()][:3] == [True] * 3
        scenes.append((there, hub))

    run(tmp_path, scene)
    there, hub = scenes[0]
    assert [(key[1], row) for key, row in sorted(hub.rows.items())] == journal_of(there)
    assert hub.twice == hub.gaps == 0
    assert {key[1] for key in hub.heads} == {1, 2, 3, 4}


def test_what_is_lost_on_the_way_is_sent_again(tmp_path: Path) -> None:
    async def scene(there: Scene) -> None:
        hub = Hub(there.broker, loses={*range(8, 30, 3)})
        await there.play(60)
        await there.join()
        hub.listen()
        for _ in range(40):
            await there.play(2)
            hub.listen()
        there.clock.advance(2 * PATIENCE)
        await settle(hub, lambda: len(hub.rows) == len(there.table.entries))
        assert hub.gaps

    run(tmp_path, scene)


@pytest.mark.slow
def test_a_silent_hub_gets_a_limited_number_of_messages(tmp_path: Path) -> None:
    async def scene(there: Scene) -> None:
        await there.join()
        hub = Hub(there.broker)
        hub.listen()
        await until(lambda: there.broker.of("/log/1"))
        hub.silent = True
        for _ in range(IN_FLIGHT + 8):
            await there.play(1)
            await asyncio.sleep(0.003)
        sent = len(there.broker.of("/log/1"))
        assert sent <= IN_FLIGHT + 1
        there.clock.advance(PATIENCE + 1)
        await until(lambda: len(there.broker.of("/log/1")) > sent)

    run(tmp_path, scene)


def test_a_restored_journal_gets_a_name_of_its_own(tmp_path: Path) -> None:
    names: list[str] = []
    stale = tmp_path / "stale"

    async def play(there: Scene) -> None:
        await there.play(5)
        await there.join()
        names.append(there.broker.last("/status")["journal"])

    run(tmp_path, play)
    stale.write_bytes((tmp_path / FILE).read_bytes())
    run(tmp_path, play)
    assert names[0] == names[1]
    (tmp_path / FILE).write_bytes(stale.read_bytes())

    async def restored(there: Scene) -> None:
        await there.join()
        status = there.broker.last("/status")
        assert status["journal"] != names[0]
        assert status["before"] == names[0]

    run(tmp_path, restored)


def test_a_card_that_was_copied_back_whole_is_noticed_by_what_the_hub_has(tmp_path: Path) -> None:
    """Journal and name are both old then: only the hub's checksum tells."""

    async def scene(there: Scene) -> None:
        await there.join()
        hub, name = Hub(there.broker), there.member.postman.lineage.name
        hub.cursors[name] = ([1, 3, 0], 12345)  # an entry that this journal has otherwise
        for _ in range(3):
            hub.ack(BASE.rstrip("/"), name)  # the one that the broker has kept, and newer ones
        await settle(hub, lambda: len(there.broker.of("/status")) > 1)
        renamed = there.broker.last("/status")
        assert renamed["before"] == name
        assert json.loads((tmp_path / LINEAGE).read_text())["name"] == renamed["journal"]
        await settle(hub, lambda: len(hub.rows) == len(there.table.entries))
        assert {key[0] for key in hub.rows} == {renamed["journal"]}

    run(tmp_path, scene)


@pytest.mark.slow
@pytest.mark.parametrize("secrets", ["after_end", "live"])
def test_logs_with_secrets_leave_the_box_after_the_end(tmp_path: Path, secrets: str) -> None:
    async def scene(there: Scene) -> None:
        await there.join()
        hub = Hub(there.broker)
        await settle(hub, lambda: hub.cursors or there.broker.retained.get(f"{BASE}ack"))
        while not there.table.is_over:
            await there.play(20)
            hub.listen()
            await asyncio.sleep(0.005)
            if secrets == "after_end" and not there.table.is_over:
                assert not hub.rows
                assert not there.broker.of("/result")
        await settle(hub, lambda: hub.results)
        assert len(hub.rows) == len(there.table.entries)
        assert hub.results[there.member.postman.lineage.name, 1]["over"]

    run(tmp_path, scene, game="essence", players=2, secrets=secrets)


def test_a_game_that_was_left_closes_without_a_result(tmp_path: Path) -> None:
    async def scene(there: Scene) -> None:
        await there.join()
        hub = Hub(there.broker)
        await there.play(4)
        await settle(hub, lambda: there.member.postman.acked is not None)
        await another_game(there)
        assert not there.table.entries, "the game before is told though this one stands still"
        await settle(hub, lambda: hub.results)
        (result,) = hub.results.values()
        assert result["over"] is False
        assert "returns" not in result

    run(tmp_path, scene, game="compass-points", players=4)


@pytest.mark.slow
def test_a_game_that_was_left_is_told_to_its_end_when_it_goes_on(tmp_path: Path) -> None:
    async def scene(there: Scene) -> None:
        await there.join()
        hub = Hub(there.broker)
        await there.play(4)
        left = there.table.entries
        await another_game(there)
        await there.play(2)
        await settle(hub, lambda: hub.results)
        await there.session.ask(CommandInput(Command.LEAVE))
        await go_on_with(there, 1)
        assert there.table.entries == left
        await there.play(400)
        await settle(hub, lambda: len(hub.results) == 3)
        ends = [(key[1], result["over"]) for key, result in hub.results.items()]
        assert ends == [(1, False), (2, False), (3, True)]
        rows = [row for key, row in sorted(hub.rows.items()) if key[1] == 3]
        assert len(rows) == len(there.table.entries) > len(left)
        assert hub.gaps == 0

    run(tmp_path, scene)


async def go_on_with(there: Scene, play: int) -> None:
    """Take a game that was left up again, as if it had been chosen from the list."""
    session = there.session
    session.next_game.left = SuspendedGames(session.writer, suspended_games, suspended_table)
    assert isinstance(session.stage, Lobby)
    await session._take_up(session.stage, play)  # noqa: SLF001 - the list has its own tests


@pytest.mark.slow
def test_an_undo_after_the_end_leads_to_another_result(tmp_path: Path) -> None:
    async def scene(there: Scene) -> None:
        await there.join()
        hub = Hub(there.broker)
        await there.play(400)
        assert there.table.is_over
        await settle(hub, lambda: hub.results)
        first = next(iter(hub.results.values()))
        await there.session.ask(CommandInput(Command.UNDO))
        await there.play(400)
        await settle(hub, lambda: next(iter(hub.results.values())) != first)
        second = next(iter(hub.results.values()))
        assert second["sequence"] > first["sequence"]
        assert second["returns"] == list(there.table.game.returns(there.table.state))

    run(tmp_path, scene)


@pytest.mark.slow
def test_seats_instead_of_names(tmp_path: Path) -> None:
    async def scene(there: Scene) -> None:
        await there.join()
        hub = Hub(there.broker)
        await there.play(400)
        await there.tell()
        await settle(hub, lambda: hub.results)
        everything = b"".join(sent.payload for sent in there.broker.sent)
        assert b"Ann" not in everything
        assert b"Ben" not in everything
        assert there.broker.last("/state")["players"] == ["1", "2"]

    run(tmp_path, scene, names="seats")


async def answer(there: Scene, command: dict[str, Any], **how: bool) -> dict[str, Any]:
    known = len(there.broker.of("/reply"))
    there.broker.publish(f"{BASE}cmd", command, **how)
    await until(lambda: len(there.broker.of("/reply")) > known)
    replied: dict[str, Any] = there.broker.last("/reply")
    return replied


def _paused(there: Scene) -> bool:
    return there.table.clocks.paused


def test_commands_do_what_a_host_may(tmp_path: Path) -> None:
    async def scene(there: Scene) -> None:
        await there.join()
        await there.play(2)
        assert (await answer(there, {"id": "1", "command": "pause"}))["done"]
        assert _paused(there)
        assert (await answer(there, {"id": "2", "command": "pause"}))["refused"] == "already"
        assert (await answer(there, {"id": "3", "command": "toggle_pause"}))["done"]
        assert not _paused(there)
        before = len(there.table.steps)
        assert (await answer(there, {"id": "4", "command": "undo"}))["of"] == "4"
        assert len(there.table.steps) < before
        refused = await answer(there, {"id": "5", "command": "sudo"})
        assert refused["refused"] == "unknown-command"

    run(tmp_path, scene)


def test_late_retained_and_repeated_commands_do_nothing(tmp_path: Path) -> None:
    async def scene(there: Scene) -> None:
        await there.join()
        late = {"id": "1", "command": "pause", "until": "2020-01-01T00:00:00Z"}
        assert (await answer(there, late))["refused"] == "too-late"
        there.broker.publish(f"{BASE}cmd", {"id": "2", "command": "pause"}, now=True)
        assert (await answer(there, {"id": "3", "command": "pause"}))["done"]
        there.broker.publish(f"{BASE}cmd", {"id": "3", "command": "resume"})
        soon = {"id": "4", "command": "pause", "until": "2199-01-01T00:00:00+00:00"}
        assert (await answer(there, soon))["refused"] == "already"
        assert there.table.clocks.paused

    run(tmp_path, scene)


def test_bad_messages_are_answered_with_a_code_and_nothing_else(tmp_path: Path) -> None:
    async def scene(there: Scene) -> None:
        await there.join()
        for payload in (b"", b"\xff", b"[]", b"{", b"[" * 9000, b"x" * 20_000, b'{"command":[]}'):
            for name in ("cmd", "ack", "want", "cfg/desired"):
                there.broker.publish(f"{BASE}{name}", payload)
        there.broker.publish(f"{BASE}ack", {"journal": [], "play": -1})
        there.broker.publish(f"{BASE}unheard/of", b"")
        done = await answer(there, {"id": "last", "command": "pause"})
        await until(lambda: there.broker.last("/reply")["of"] == "last")
        assert done

    run(tmp_path, scene)


def test_home_assistant_is_told_again_when_it_is_born(tmp_path: Path) -> None:
    async def scene(there: Scene) -> None:
        await there.join()
        await until(lambda: len(there.broker.of("/config")) == 1)
        there.broker.publish("homeassistant/status", b"online")
        await asyncio.sleep(0.02)
        there.clock.advance(BIRTH)
        await until(lambda: len(there.broker.of("/config")) == 2)
        there.broker.publish("homeassistant/status", b"offline")
        await asyncio.sleep(0.02)
        there.clock.advance(BIRTH)
        assert len(there.broker.of("/config")) == 2

    run(tmp_path, scene)


def test_who_wants_no_home_assistant_tells_it_nothing(tmp_path: Path) -> None:
    async def scene(there: Scene) -> None:
        await there.join()
        assert not any(sent.topic.startswith("homeassistant") for sent in there.broker.sent)

    run(tmp_path, scene, homeassistant="")


def test_health_is_told_seldom(tmp_path: Path) -> None:
    async def scene(there: Scene) -> None:
        await there.join()
        there.session.bad_frames = lambda: {"board": 3}
        there.clock.advance(HEALTH_S / 2)
        await asyncio.sleep(0.02)
        assert len(there.broker.of("/health")) == 1
        there.clock.advance(HEALTH_S)
        await until(lambda: len(there.broker.of("/health")) == 2)
        assert there.broker.last("/health")["bad_frames"] == {"board": 3}

    run(tmp_path, scene)


def test_a_broker_that_refuses_is_named_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(there: Scene) -> None:
        there.broker.refuses = True
        there.session.clock = there.clock
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await there.join()
        for _ in range(3):
            await until(lambda: there.member.connection is None)
            known = there.broker.connects
            there.clock.advance(300.0)
            await until(lambda known=known: there.broker.connects > known)  # type: ignore[misc]
        assert isinstance(there.session.stage, Table)

    run(tmp_path, scene)
    refusals = [record for record in caplog.records if "refuses" in record.getMessage()]
    assert len(refusals) == 1


def test_a_box_that_is_thrown_out_again_and_again_asks_for_another_of_its_name(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(there: Scene) -> None:
        member = await there.join()
        for times in range(1, 4):
            there.broker.drop()
            await until(lambda: member.connection is None)
            asked = "another box named table-7?" in caplog.messages[-1]
            assert asked == (times == 3)
            known = there.broker.connects
            there.clock.advance(30.0)
            await until(lambda known=known: there.broker.connects > known and member._connected_at)  # type: ignore[misc] # noqa: SLF001

    run(tmp_path, scene)


@pytest.mark.slow
def test_a_broker_that_restarts_is_not_taken_for_another_box_of_its_name(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It is away for a while, comes back, and may be restarted again at once."""

    async def scene(there: Scene) -> None:
        member = await there.join()
        for _ in range(3):
            there.broker.drop()
            await until(lambda: member.connection is None)
            there.broker.refuses = True
            for _ in range(4):  # the waits grow meanwhile
                known = there.broker.connects
                there.clock.advance(300.0)
                await until(lambda known=known: there.broker.connects > known)  # type: ignore[misc]
                await until(lambda: member.connection is None)
            there.broker.refuses = False
            known = there.broker.connects
            there.clock.advance(300.0)
            await until(lambda known=known: there.broker.connects > known and member._connected_at)  # type: ignore[misc] # noqa: SLF001

    run(tmp_path, scene)
    assert "another box" not in caplog.text


def test_the_account_is_the_box_and_its_password_stands_in_a_file(tmp_path: Path) -> None:
    secret = tmp_path / "password"
    secret.write_text("open sesame\n")

    async def scene(there: Scene) -> None:
        await there.join()
        assert (there.broker.user, there.broker.password) == ("table-7", "open sesame")

    run(tmp_path, scene, password=secret)


def test_a_connection_is_kept_alive_by_pings(tmp_path: Path) -> None:
    async def scene(there: Scene) -> None:
        await there.join()
        client = there.member.connection
        assert client is not None
        there.clock.advance(14.0)
        assert there.broker.pings == 0
        client._client._last_msg_out -= 60  # noqa: SLF001 - paho has a clock of its own
        there.clock.advance(2.0)
        await until(lambda: there.broker.pings == 1)

    run(tmp_path, scene)


def test_a_journal_that_is_not_there_stops_nobody(tmp_path: Path) -> None:
    async def scene(there: Scene) -> None:
        journal, there.session.writer.journal = there.session.writer.journal, None
        await there.join()
        assert there.broker.last("/status")["journal"] == ""
        there.session.writer.journal = journal

    run(tmp_path, scene)
