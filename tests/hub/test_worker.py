"""What a hub stores, acknowledges, asks for and refuses."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from companion.protocol.journal import JournalPosition
from companion.protocol.mqtt import LogMessage
from companion.protocol.payload import NotUnderstoodError
from companion_hub import store_transaction
from companion_hub.club.tables import METADATA
from companion_hub.message_parsing import batch_of, origin_of
from companion_hub.migrate import differences
from companion_hub.queries import GameSearch, games
from companion_hub.schema import ENTRY, GAME_LOG, PLAY
from tests.hub.scene import BoxJournal, Scene, read, scene
from tests.matrix import example_count


def run(folder: Path, act: Callable[[Scene], Coroutine[None, None, None]]) -> None:
    async def whole() -> None:
        async with scene(folder) as there:
            await act(there)

    asyncio.run(whole())


async def counted(there: Scene, table: Any) -> int:  # noqa: ANN401 - a table
    async with there.store.engine.connect() as db:
        return (await db.execute(select(func.count()).select_from(table))).scalar_one()


def test_the_tables_are_those_that_the_migrations_make(tmp_path: Path) -> None:
    async def act(there: Scene) -> None:
        async with there.store.engine.connect() as db:
            assert await db.run_sync(differences, METADATA) == []

    run(tmp_path, act)


def test_a_box_that_is_there_hears_where_to_go_on(tmp_path: Path) -> None:
    async def act(there: Scene) -> None:
        box_journal = BoxJournal()
        await there.hear("status", box_journal.status())
        (topic, ack), (other, want) = there.answers
        assert (topic, other) == ("companion/v1/club/b1/ack", "companion/v1/club/b1/want")
        assert {**want, "crc": 0} == ack
        assert ack == {"journal": "j1", "play": 0, "sequence": 0, "result": False, "crc": 0}
        await there.hear("log/1", box_journal.log(1, 4))
        await there.hear("status", box_journal.status(session=2))
        _, ack = there.answers[-2]
        assert (ack["play"], ack["sequence"], ack["crc"]) == (1, 4, box_journal.crc(1, 4))

    run(tmp_path, act)


@pytest.mark.parametrize(
    "spoiled",
    [
        {"head": {"setup": json.loads("[" * 70 + "]" * 70)}},
        {"head": {"setup": {"x": json.loads("[" * 70 + "]" * 70)}}},
        {"head": {"setup": {"x": 1e999}}},
    ],
)
def test_a_setup_that_no_database_takes(tmp_path: Path, spoiled: dict[str, Any]) -> None:
    async def act(there: Scene) -> None:
        written = json.dumps({**BoxJournal().log(1, 2), **spoiled}).replace("Infinity", "1e999")
        await there.hear("log/1", written.encode())
        assert there.refused("head") == 1

    run(tmp_path, act)


def test_entries_are_stored_once_however_often_they_come(tmp_path: Path) -> None:
    async def act(there: Scene) -> None:
        box_journal = BoxJournal()
        for first, last in ((1, 3), (1, 3), (2, 5), (1, 5), (4, 6)):
            await there.hear("log/1", box_journal.log(first, last))
        assert there.answers[-1][1]["sequence"] == 6
        rows = await there.store.log("j1", 1)
        assert [row[0] for row in rows] == [1, 2, 3, 4, 5, 6]
        assert rows[-1][-1] == box_journal.crc(1, 6)
        assert json.loads(rows[2][3]) == {"type": "take", "n": 3}

    run(tmp_path, act)


def test_messages_that_wait_are_stored_together(tmp_path: Path) -> None:
    """What comes while the database writes is one transaction, and one answer for each box."""

    async def act(there: Scene) -> None:
        box_journal, other = BoxJournal(), BoxJournal("j2", "b2")
        done: list[int] = []
        messages = [
            *(("b1", "log/1", box_journal.log(n, n)) for n in range(1, 4)),
            ("b2", "log/1", other.log(1, 2)),
            ("b1", "result", box_journal.result(3)),
            ("b1", "log/2", box_journal.log(1, 2, 2, JournalPosition(1, 3, result=True))),
            ("b2", "log/1", other.log(5, 6)),
            ("b2", "log/1", {**other.log(3, 4), "entries": "none"}),
        ]
        for n, (box, name, data) in enumerate(messages):
            written = json.dumps(data).encode()
            topic = f"companion/v1/club/{box}/{name}"
            there.worker.hear(topic, written, partial(done.append, n))
        await there.worker.settled()
        assert sorted(done) == [*range(len(messages))]
        acks = [(topic[18:], ack["play"], ack["sequence"]) for topic, ack in there.answers]
        assert acks == [("b1/ack", 2, 2), ("b2/ack", 1, 2), ("b2/want", 1, 2)]
        assert len(await there.store.log("j1", 1)) == 3
        assert there.refused("entries") == 1

    run(tmp_path, act)


def test_a_message_that_cannot_be_stored_holds_up_no_other(tmp_path: Path) -> None:
    async def act(there: Scene) -> None:
        async with there.store.engine.begin() as db:
            await db.exec_driver_sql(
                "CREATE TRIGGER no BEFORE INSERT ON entry WHEN new.journal = 'j2'"
                " BEGIN SELECT raise(ABORT, 'worn out'); END"
            )
        done: list[str] = []
        for box, journal in (("b1", "j1"), ("b2", "j2"), ("b3", "j3")):
            written = json.dumps(BoxJournal(journal, box).log(1, 3)).encode()
            topic = f"companion/v1/club/{box}/log/1"
            there.worker.hear(topic, written, partial(done.append, box))
        await there.worker.settled()
        assert done == ["b1", "b3"]
        assert there.refused("database") == 1
        assert await counted(there, ENTRY) == 6

    run(tmp_path, act)


@pytest.mark.slow
def test_a_game_belongs_to_the_month_in_which_the_hub_heard_of_it(tmp_path: Path) -> None:
    """The clock of a box may stand anywhere; that of the hub does not."""

    async def act(there: Scene) -> None:
        box_journal = BoxJournal(began=0.0)
        there.store.now = lambda: 1_798_761_599.0  # the last second of 2026
        await there.hear("log/1", box_journal.log(1, 3))
        there.store.now = lambda: 1_798_761_600.0
        await there.hear("log/1", box_journal.log(4, 5))
        await there.hear("result", box_journal.result(5))
        await there.hear("log/2", box_journal.log(1, 2, 2, JournalPosition(1, 5, result=True)))
        async with there.store.engine.connect() as db:
            months = (await db.execute(select(PLAY.c.month).order_by(PLAY.c.play))).scalars()
            assert [*months] == [202612, 202701]
            assert (await db.execute(select(GAME_LOG.c.month))).scalar_one() == 202612
        assert len(await there.store.log("j1", 1)) == 5

    run(tmp_path, act)


def test_a_gap_is_asked_for(tmp_path: Path) -> None:
    async def act(there: Scene) -> None:
        box_journal = BoxJournal()
        await there.hear("log/1", box_journal.log(1, 3))
        topic, want = await there.hear("log/1", box_journal.log(5, 6))
        assert topic.endswith("/want")
        assert want == {"journal": "j1", "play": 1, "sequence": 3, "result": False}
        skipped = box_journal.log(1, 2, play=2, after=JournalPosition(1, 9))
        topic, _ = await there.hear("log/2", skipped)
        assert topic.endswith("/want")
        assert await counted(there, ENTRY) == 3

    run(tmp_path, act)


@pytest.mark.slow
def test_a_finished_game_is_one_blob(tmp_path: Path) -> None:
    async def act(there: Scene) -> None:
        box_journal = BoxJournal()
        await there.hear("log/1", box_journal.log(1, 5))
        before = await there.store.log("j1", 1)
        _, ack = await there.hear("result", box_journal.result(5))
        assert ack["result"]
        assert await counted(there, ENTRY) == 0
        assert await there.store.log("j1", 1) == before
        _, again = await there.hear("result", box_journal.result(5))
        assert again == ack
        _, ack = await there.hear(
            "log/2", box_journal.log(1, 2, 2, JournalPosition(1, 5, result=True))
        )
        assert (ack["play"], ack["sequence"]) == (2, 2)

    run(tmp_path, act)


@pytest.mark.slow
def test_a_game_that_goes_on_after_its_end_ends_once_more(tmp_path: Path) -> None:
    async def act(there: Scene) -> None:
        box_journal = BoxJournal()
        await there.hear("log/1", box_journal.log(1, 5))
        await there.hear("result", box_journal.result(5))
        await there.hear("log/1", box_journal.log(6, 8, after=JournalPosition(1, 5, result=True)))
        assert len(await there.store.log("j1", 1)) == 8
        await there.hear("result", box_journal.result(8, points=(0, 7)))
        assert [row[0] for row in await there.store.log("j1", 1)] == [*range(1, 9)]
        async with there.store.engine.connect() as db:
            outcome = (await db.execute(select(PLAY.c.outcome))).scalar_one()
        assert outcome["returns"] == [0, 7]

    run(tmp_path, act)


def test_another_journal_under_the_same_name_is_answered_with_what_is_stored(
    tmp_path: Path,
) -> None:
    """The box compares the checksum with its own journal, and gives that another name."""

    async def act(there: Scene) -> None:
        box_journal = BoxJournal()
        await there.hear("log/1", box_journal.log(1, 4))
        topic, ack = await there.hear("log/1", box_journal.log(5, 6, salt=9))
        assert topic.endswith("/ack")
        assert (ack["sequence"], ack["crc"]) == (4, box_journal.crc(1, 4))
        _, ack = await there.hear("log/1", box_journal.log(2, 4, salt=9))
        assert ack["sequence"] == 4
        taken = {"fate": "conflict"}
        assert there.counts.registry.get_sample_value("companion_messages_total", taken) == 2

    run(tmp_path, act)


@pytest.mark.slow
def test_a_game_that_a_restored_journal_tells_again_counts_once(tmp_path: Path) -> None:
    async def act(there: Scene) -> None:
        for journal in ("j1", "j2"):
            box_journal = BoxJournal(journal)
            await there.hear("log/1", box_journal.log(1, 4))
            await there.hear("result", box_journal.result(4))
        async with there.store.engine.connect() as db:
            copied = (await db.execute(select(PLAY.c.copied).order_by(PLAY.c.journal))).scalars()
            assert [*copied] == [False, True]

    run(tmp_path, act)


def test_a_game_that_was_left_has_no_points(tmp_path: Path) -> None:
    async def act(there: Scene) -> None:
        box_journal = BoxJournal()
        await there.hear("log/1", box_journal.log(1, 2))
        await there.hear("result", box_journal.result(2, points=None))
        _, ack = await there.hear(
            "result", box_journal.result(0, 2, JournalPosition(1, 2, result=True), None)
        )
        assert (ack["play"], ack["sequence"], ack["result"]) == (2, 0, True)
        async with there.store.engine.connect() as db:
            assert [*(await db.execute(select(PLAY.c.over))).scalars()] == [False, False]

    run(tmp_path, act)


@pytest.mark.slow
@pytest.mark.parametrize("topic", ["club/b2", "other/b1"])
def test_a_journal_belongs_to_its_box_and_its_site(tmp_path: Path, topic: str) -> None:
    """Whoever names a journal first keeps nobody from one of the same name."""

    async def act(there: Scene) -> None:
        site, _, box = topic.partition("/")
        await there.hear("log/1", BoxJournal().log(1, 2))
        _, want = await there.hear("log/1", BoxJournal(box=box).log(3, 4), box, site)
        assert (want["journal"], want["sequence"]) == ("j1", 0)
        theirs = BoxJournal(box=box).log(1, 4, salt=7)
        answered, ack = await there.hear("log/1", theirs, box, site)
        assert (answered, ack["journal"]) == (f"companion/v1/{topic}/ack", "j1")
        _, ack = await there.hear("result", {**BoxJournal(box=box).result(4), "crc": 0}, box, site)
        assert (ack["journal"], ack["result"]) == ("j1", True)
        _, ack = await there.hear("log/1", BoxJournal().log(3, 5))
        assert ack["sequence"] == 5
        assert len(await there.store.log("j1", 1)) == 5
        (found,) = await games(there.store, GameSearch())
        assert (found.site, found.box) == (site, box)
        assert len(await there.store.log(found.journal, 1)) == 4

    run(tmp_path, act)


def test_a_box_begins_no_end_of_journals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_transaction, "JOURNALS", 3)

    async def act(there: Scene) -> None:
        for number in range(5):
            await there.hear("status", BoxJournal(f"j{number}").status(session=number))
        assert there.refused("too-many-journals") == 2
        await there.hear("log/1", BoxJournal("j2").log(1, 2))
        await there.hear("status", BoxJournal("j9", "b2").status(), "b2")
        assert there.refused("too-many-journals") == 2
        assert there.answers[-1][1]["journal"] == "j9"

    run(tmp_path, act)


def test_an_old_death_is_no_news(tmp_path: Path) -> None:
    async def act(there: Scene) -> None:
        box_journal = BoxJournal()
        await there.hear("status", box_journal.status(session=5))
        await there.hear("status", box_journal.status("lost", session=4))
        states = [there.live.listed()[0].is_online]
        await there.hear("status", box_journal.status("lost", session=5))
        states.append(there.live.listed()[0].is_online)
        await there.hear("status", BoxJournal("j2").status(session=1, before="j1"))
        states.append(there.live.listed()[0].is_online)
        assert states == [True, False, True]

    run(tmp_path, act)


@pytest.mark.parametrize(
    ("name", "payload", "reason"),
    [
        ("log/1", b"", "no-json"),
        ("log/1", b"\xff\xfe\x00", "no-json"),
        ("state", b"[" * 40_000, "no-json"),
        ("state", b"7", "no-object"),
        ("state", b'{"v":1,"x":NaN}', "no-json"),
        ("state", b'{"v":1,"x":' + b"[" * 70 + b"]" * 70 + b"}", "no-json"),
        ("log/1", b'{"v":1,"x":"\\ud800"}', "no-object"),
        ("state", b'{"v":2}', "version"),
        ("log/1", b'{"v":1}', "entries"),
        ("result", b'{"v":1}', "fields"),
        ("status", b'{"v":1}', "fields"),
        ("state", b'{"v":1,"x":"' + b"x" * 10_000_000 + b'"}', "too-long"),
    ],
)
def test_bad_messages_are_counted_under_a_reason(
    tmp_path: Path, name: str, payload: bytes, reason: str
) -> None:
    async def act(there: Scene) -> None:
        await there.hear(name, payload)
        assert there.refused(reason) == 1
        assert not there.answers

    run(tmp_path, act)


def test_a_wrong_checksum_is_not_stored(tmp_path: Path) -> None:
    async def act(there: Scene) -> None:
        await there.hear("log/1", {**BoxJournal().log(1, 2), "crc": 5})
        assert there.refused("checksum") == 1
        assert await counted(there, ENTRY) == 0
        _, ack = await there.hear("log/1", BoxJournal().log(1, 2))
        assert ack["sequence"] == 2

    run(tmp_path, act)


def test_a_clock_in_1970_and_entries_out_of_order(tmp_path: Path) -> None:
    async def act(there: Scene) -> None:
        box_journal = BoxJournal(began=0.0)
        log = box_journal.log(1, 3)
        await there.hear("log/1", {**log, "entries": log["entries"][::-1]})
        assert there.refused("order") == 1
        _, ack = await there.hear("log/1", log)
        assert ack["sequence"] == 3

    run(tmp_path, act)


def test_a_database_that_fails_acknowledges_nothing(tmp_path: Path) -> None:
    async def act(there: Scene) -> None:
        async with there.store.engine.begin() as db:
            await db.exec_driver_sql("ALTER TABLE entry RENAME TO gone")
        await there.hear("log/1", BoxJournal().log(1, 2))
        assert there.refused("database") == 1
        assert not there.answers
        async with there.store.engine.begin() as db:
            await db.exec_driver_sql("ALTER TABLE gone RENAME TO entry")
        _, ack = await there.hear("log/1", BoxJournal().log(1, 2))
        assert ack["sequence"] == 2

    run(tmp_path, act)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)


@settings(max_examples=example_count(20))
@given(st.data())
def test_no_field_of_the_wrong_kind_gets_through(data: st.DataObject) -> None:
    """Nothing but our own error comes out, whatever stands in a field."""
    box_journal = BoxJournal()
    sound = {
        "log/1": box_journal.log(1, 2),
        "result": box_journal.result(2),
        "status": box_journal.status(),
    }
    name, message = data.draw(st.sampled_from([*sound.items()]))
    spoiled = {**message, data.draw(st.sampled_from([*message])): data.draw(VALUES)}
    try:
        sent, parsed = read(name, spoiled)
        if isinstance(sent, LogMessage):
            batch_of(sent, parsed)
    except NotUnderstoodError:
        pass


@pytest.mark.parametrize("topic", ["", "a/b", "companion/v2/c/b/state", "companion/v1/club/b1"])
def test_what_is_no_topic_of_a_box(topic: str) -> None:
    with pytest.raises(NotUnderstoodError, match="topic"):
        origin_of(topic)


@pytest.mark.slow
def test_a_game_that_was_left_and_taken_up_again_is_one_game(tmp_path: Path) -> None:
    """The box tells it anew, under the number of the journal's last game, from its beginning."""

    async def act(there: Scene) -> None:
        box_journal = BoxJournal()
        await there.hear("log/1", box_journal.log(1, 2))
        await there.hear("result", box_journal.result(2, points=None))
        again = {"began": box_journal.play(1).began}
        await there.hear(
            "log/2", {**box_journal.log(1, 4, 2, JournalPosition(1, 2, result=True)), **again}
        )
        await there.hear("result", {**box_journal.result(4, 2), **again})
        found = await games(there.store, GameSearch())
        assert [(each.play, each.over) for each in found] == [(2, True)]

    run(tmp_path, act)
