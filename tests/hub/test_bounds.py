"""What no page could show is set aside with a reason, and hides nothing else.

The target ``hub`` of labs/fuzz had results among what it spoils, but no spoiled one was ever
stored: each carried on a journal whose end was stored already, and was dropped as a repetition
before anything of it was kept. The target ``results`` gives every one a journal of its own.
"""

import json
import tracemalloc
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import select, update

from companion.engine.log import Entry, EntryKind
from companion.fleet.outbox import EntryBatch
from companion.fleet.result import log_of
from companion.fleet.state import TableConditions, state_of
from companion.fleet.view import page_of
from companion.protocol.bounds import MOST_SEATS
from companion.protocol.extent import Extent
from companion.protocol.journal import JournalPosition
from companion.protocol.mqtt import StateMessage, ViewMessage
from companion.protocol.topics import MqttMessage
from companion.storage.journal.rows import EntryRow
from companion.table.stage import Stage
from companion_hub.bounds import AHEAD, LARGEST, LONGEST_NAME, MOST_LINES
from companion_hub.log_blob import LARGEST_LOG, LAST_ENTRY, pack_rows
from companion_hub.queries import GameSearch, games
from companion_hub.schema import GAME_LOG, PLAY, QUARANTINE
from tests.hub.scene import STATE, BoxJournal, Scene
from tests.hub.test_pages import Get, run
from tests.web.scene import GAMES, voice
from tests.web.scene import Scene as Table

PAGES = ("/", "/games", "/games.csv", "/games/good/1", "/players", "/boxes", "/games?lang=de")


def extent(declared: type[MqttMessage]) -> Extent:
    assert declared.topic.extent is not None
    return declared.topic.extent


SHORT, PAGE = extent(StateMessage), extent(ViewMessage)
YEAR_10000 = 253_402_300_800.0


def of(seats: int, **changed: object) -> dict[str, Any]:
    """Return what says how a game of so many has ended."""
    names = [f"Player {seat}" for seat in range(seats)]
    return {
        "players": names,
        "returns": [1] * seats,
        "seconds": [60] * seats,
        "winners": [0],
        **changed,
    }


MISFITS: list[tuple[str, dict[str, Any]]] = [
    ("time", {"finished": YEAR_10000}),
    ("time", {"finished": 2**52}),
    ("time", {"finished": "now"}),
    ("time", {"finished": -1}),
    ("players", of(300)),
    ("players", of(600)),
    ("players", of(MOST_SEATS + 1)),
    ("players", {"players": ["Ann", "x" * (LONGEST_NAME + 1)]}),
    ("players", {"players": ["Ann", "Ben\nCem"]}),
    ("players", {"players": ["Ann", "Ben\0"]}),
    ("players", {"players": ["Ann", ["Ben"]]}),
    ("players", {"players": None}),
    ("points", {"totals": [10**400, 1]}),
    ("points", {"returns": [LARGEST + 1, 1]}),
    ("points", {"returns": [3]}),
    ("points", {"returns": [True, 1]}),
    ("places", {"places": [3, 1]}),
    ("places", {"places": [-1, 1]}),
    ("winners", {"winners": [2]}),
    ("winners", {"winners": [0] * 1000}),
    ("winners", {"winners": [[0]]}),
    ("seconds", {"seconds": [10**400, 0]}),
    ("seconds", {"seconds": [None, None]}),
    ("lines", {"lines": [[]]}),
    ("lines", {"lines": [[0, 1]]}),
    ("lines", {"lines": [[0, 1, "R", "more"]]}),
    ("lines", {"lines": [[0, 1, {}]]}),
    ("lines", {"lines": [["0", 1, "R"]]}),
    ("lines", {"lines": [[0, 10**400, "R"]]}),
    ("lines", {"lines": [[0, 1, "R"]] * (MOST_LINES + 1)}),
    ("lines", {"lines": "none"}),
    ("level", {"level": "x" * 5000}),
    ("level", {"level": 7}),
    ("over", {"over": "yes"}),
]


async def good(there: Scene) -> None:
    """Let another box play a game."""
    box_journal = BoxJournal("good", "b9")
    await there.hear("status", box_journal.status(), "b9")
    await there.hear("log/1", box_journal.log(1, 2), "b9")
    await there.hear("result", box_journal.result(2), "b9")


async def see_good(get: Get) -> None:
    """See the game of another box on every page that shows games."""
    for path in PAGES:
        page = await get(path)
        assert "Ann" in page or path in ("/", "/boxes"), path


async def aside(there: Scene) -> dict[str, str]:
    """Return why results were set aside, by their journals."""
    async with there.store.engine.connect() as db:
        found = await db.execute(select(QUARANTINE.c.journal, QUARANTINE.c.reason))
        return {row.journal: row.reason for row in found}


@pytest.mark.slow
@pytest.mark.parametrize("reason", dict(MISFITS))
def test_a_result_that_no_page_could_show_is_set_aside_and_the_box_goes_on(
    tmp_path: Path, reason: str
) -> None:
    async def act(there: Scene, get: Get) -> None:
        await good(there)
        misfits = [wrong for why, wrong in MISFITS if why == reason]
        for number, wrong in enumerate(misfits):
            journal, box = f"bad{number}", f"b{number}"
            box_journal = BoxJournal(journal, box)
            await there.hear("log/1", box_journal.log(1, 2), box)
            _, ack = await there.hear("result", {**box_journal.result(2), **wrong}, box)
            assert ack["result"], "the box need not send it again"
            assert (await aside(there))[journal] == reason, wrong
            after = JournalPosition(1, 2, result=True)
            await there.hear("log/2", box_journal.log(1, 3, 2, after), box)
            _, ack = await there.hear("result", box_journal.result(3, 2), box)
            assert (ack["play"], ack["result"]) == (2, True), wrong
            await get(f"/games/{journal}/1", 404)
        assert len(await aside(there)) == len(misfits)
        began = process_time()
        await see_good(get)
        assert process_time() - began < 2
        assert f"{len(misfits) + 1} games" in await get("/games?lang=en")
        assert "Player 0" not in await get("/players")

    run(tmp_path, act)


@pytest.mark.slow
def test_a_clock_may_be_ahead_for_a_day(tmp_path: Path) -> None:
    async def act(there: Scene, _get: Get) -> None:
        there.store.now = lambda: 1e9
        for journal, ahead in (("j1", AHEAD), ("j2", AHEAD + 1)):
            await there.hear(
                "result",
                {**BoxJournal(journal).result(0, 1, JournalPosition()), "finished": 1e9 + ahead},
            )
        assert await aside(there) == {"j2": "time"}

    run(tmp_path, act)


@pytest.mark.slow
def test_a_result_that_is_sent_again_as_it_should_be_counts(tmp_path: Path) -> None:
    """A game goes on after its end, and ends once more."""

    async def act(there: Scene, get: Get) -> None:
        box_journal = BoxJournal()
        await there.hear("log/1", box_journal.log(1, 2))
        await there.hear("result", {**box_journal.result(2), "seconds": []})
        await there.hear("log/1", box_journal.log(3, 4, after=JournalPosition(1, 2, result=True)))
        await there.hear("result", box_journal.result(4))
        assert await aside(there) == {}
        assert "1 game" in await get("/games")

    run(tmp_path, act)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("players", [["Ann"], 5]),
        ("players", ["Ann", "Ben"] * 20),
        ("outcome", None),
        ("outcome", {"returns": ["x", 1]}),
        ("outcome", {"returns": [3, 1], "winners": [0], "lines": [5]}),
        ("finished", YEAR_10000),
        ("began", 2.0**53),
        ("robots", [[]]),
    ],
)
def test_a_row_that_somebody_else_has_written_hides_no_other(
    tmp_path: Path, column: str, value: object
) -> None:
    async def act(there: Scene, get: Get) -> None:
        await good(there)
        await there.hear("result", BoxJournal("bad").result(0, 1, JournalPosition()))
        async with there.store.writing() as db:
            bad = PLAY.update().where(PLAY.c.journal == "bad")
            await db.execute(bad.values({column: value}))
        await see_good(get)
        await get("/games/bad/1", 404)
        assert [each.journal for each in await games(there.store, GameSearch())] == ["good"]

    run(tmp_path, act)


@pytest.mark.slow
@pytest.mark.parametrize(
    "setup",
    [
        {"robots": 5},
        {"robots": [[]]},
        {"robots": [0, 0]},
        {"robots": [99]},
        {"players": 5},
        {"players": ["x"] * 300},
        {"level": {}},
        {"data": {"x": "x" * 300_000}},
    ],
)
def test_a_setup_that_no_page_could_show_is_refused(tmp_path: Path, setup: dict[str, Any]) -> None:
    async def act(there: Scene, get: Get) -> None:
        await good(there)
        log = BoxJournal("bad").log(1, 2)
        await there.hear("log/1", {**log, "head": {"setup": {**log["head"]["setup"], **setup}}})
        assert there.refused("head") == 1
        await there.hear("result", BoxJournal("bad").result(0, 1, JournalPosition()))
        await see_good(get)

    run(tmp_path, act)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("health", {"devices": {f"d{n}": {"state": "lost"} for n in range(500)}}),
        ("health", {"devices": {"x" * 5000: {"state": "lost"}}}),
        ("health", {"devices": {"d": {"state": "lost", "detail": "x" * 5000}}}),
        ("health", {"devices": {"d": {"state": ["lost"]}}}),
        ("health", {"bad_frames": {"d": 10**400}}),
        ("health", {"bad_frames": {"d": [[]]}}),
        ("health", {"card_used": 10**400}),
        ("cfg/reported", {"refused": {f"r{n}": "no" for n in range(500)}}),
        ("cfg/reported", {"refused": {"sound": ["no"]}}),
        ("cfg/reported", {"settings": {"sound": {"x": "y"}}}),
        ("status", {"journal": "a/b"}),
        ("status", {"journal": "j" * 100}),
        ("status", {"before": "<b>"}),
    ],
)
def test_whatever_a_box_says_of_itself_is_bounded(
    tmp_path: Path, name: str, wrong: dict[str, Any]
) -> None:
    async def act(there: Scene, get: Get) -> None:
        sound = {"v": 1, **(BoxJournal().status() if name == "status" else {})}
        await there.hear("status", BoxJournal().status())
        await there.hear(name, {**sound, **wrong})
        assert there.refused("fields") == 1
        for path in ("/", "/boxes", "/boxes/club/b1"):
            assert "lost" not in await get(path)

    run(tmp_path, act)


def nested(levels: int) -> dict[str, Any]:
    """Return an object with so many levels."""
    return {"x": nested(levels - 1)} if levels > 1 else {}


WHOLE: list[tuple[str, str, dict[str, Any]]] = [
    ("too-long", "state", {"x": ["y" * 4000] * 13}),
    ("too-long", "view", {"x": ["y" * 4000] * 63}),
    ("too-long", "picture", {"x": "\N{COMPASS}" * 90_000}),
    ("too-deep", "state", {"x": nested(SHORT.levels)}),
    ("too-deep", "view", {"x": nested(PAGE.levels)}),
    ("too-deep", "picture", {"x": nested(60)}),
    ("too-many-items", "state", {"x": [0] * SHORT.items}),
    ("too-many-items", "view", {"x": [[] for _ in range(PAGE.items)]}),
    ("too-many-items", "picture", {"x": [{"n": 0}] * (PAGE.items // 2)}),
    ("text-too-long", "state", {"x": "y" * (SHORT.text + 1)}),
    ("text-too-long", "view", {"x": [{"prompt": "y" * (PAGE.text + 1)}]}),
    ("text-too-long", "picture", {"y" * (PAGE.text + 1): 0}),
    ("fields", "state", {"players": ["Ann"] * (MOST_SEATS + 1)}),
    ("fields", "view", {"players": [{"name": "Ann"}] * (MOST_SEATS + 1)}),
    ("fields", "view", {"players": [{"name": ["Ann"]}]}),
    ("fields", "view", {"players": ["Ann"]}),
    ("fields", "picture", {"picture": "board"}),
]
SHOWN = {
    "state": STATE,
    "view": {"v": 1, "prompt": "Move", "players": [{"name": "Ann"}, {"name": "Ben"}]},
    "picture": {"v": 1, "picture": {"size": [1, 1]}},
}


@pytest.mark.slow
@pytest.mark.parametrize(("reason", "name", "wrong"), WHOLE)
def test_a_table_is_shown_as_it_was_when_a_message_about_it_is_too_large(
    tmp_path: Path, reason: str, name: str, wrong: dict[str, Any]
) -> None:
    """The target ``results`` had no view and no picture, and bounded pages, not messages."""

    async def act(there: Scene, get: Get) -> None:
        for topic, sound in {"status": BoxJournal().status(), **SHOWN}.items():
            await there.hear(topic, sound)
        paths = ("/", "/table/club/b1", "/table/club/b1/view.json", "/boxes/club/b1")
        before = [await get(path) for path in paths]
        await there.hear(name, {**SHOWN[name], **wrong})
        assert there.refused(reason) == 1
        assert [await get(path) for path in paths] == before
        await there.hear("state", {**STATE, "round": 8})
        assert "round 8" in await get("/?lang=en")

    run(tmp_path, act)


def test_what_is_as_large_as_may_be_is_shown(tmp_path: Path) -> None:
    async def act(there: Scene, get: Get) -> None:
        await there.hear("status", BoxJournal().status())
        large = {**nested(PAGE.levels - 1), "y": ["z" * PAGE.text] * 12, "n": [0] * 10_000}
        await there.hear("view", {"v": 1, "large": large})
        assert json.loads(await get("/table/club/b1/view.json"))["view"]["large"] == large

    run(tmp_path, act)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_a_game_has_a_fifth_of_what_it_may_have(game: str) -> None:
    table = Table(game, seed=1)
    for _ in table.play(8):
        state = state_of(table.table, TableConditions())
        page = page_of(table.table, voice_for, given=True)
        for extent, written in (
            (SHORT, json.dumps(state)),
            (PAGE, page.view),
            (PAGE, page.picture),
        ):
            assert 5 * len(written.encode()) <= extent.size
            fifth = replace(extent, items=extent.items // 5, levels=extent.levels // 2)
            assert fifth.excess(json.loads(written)) == ""


def voice_for(language: str, stage: Stage, players: tuple[str, ...]) -> Any:  # noqa: ANN401
    return voice(language, stage.game.id, players)


@pytest.mark.parametrize(
    ("reason", "wrong"),
    [
        ("fields", {"journal": "../x"}),
        ("fields", {"journal": "j1~"}),
        ("fields", {"journal": ""}),
        ("fields", {"began": YEAR_10000}),
        ("entries", {"payload": {"x": "x" * 200_000}}),
    ],
)
def test_entries_that_no_page_could_show_are_refused(
    tmp_path: Path, reason: str, wrong: dict[str, Any]
) -> None:
    async def act(there: Scene, _get: Get) -> None:
        log = BoxJournal().log(1, 1)
        (entry,) = log["entries"]
        entry |= {"sequence": wrong.pop("first", 1), "payload": wrong.pop("payload", {})}
        await there.hear("log/1", {**log, **wrong})
        assert there.refused(reason) == 1

    run(tmp_path, act)


async def tell(there: Scene, count: int, size: int) -> tuple[str, dict[str, Any]]:
    """Play a game of so many entries, each with so many letters; return the last answer."""
    box_journal, crc = BoxJournal(), 0
    tail = {"type": "take", "x": "x" * size}
    for first in range(1, count + 1, 1000 if size < 1000 else 9):
        last = min(count, first + (999 if size < 1000 else 8))
        entries = [
            Entry(n, EntryKind.ACTION, 0, tail, 1000 * n, 1e9 + n) for n in range(first, last + 1)
        ]
        for entry in entries:
            crc = EntryRow.of(1, entry, crc).crc
        after = JournalPosition(1, first - 1) if first > 1 else JournalPosition()
        batch = EntryBatch(box_journal.play(), after, tuple(entries), crc)
        await there.hear("log/1", log_of(batch, (box_journal.box, box_journal.journal), given=True))
    ended = box_journal.result(0, 1, JournalPosition(1, count))
    return await there.hear("result", {**ended, "sequence": count, "crc": crc})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reason", "count", "size", "kept"),
    [
        ("log-too-long", 40, 90_000, 18),
        ("too-many-entries", LAST_ENTRY + 500, 10, LAST_ENTRY),
    ],
)
def test_a_log_beyond_the_bounds_is_kept_up_to_them_and_its_box_goes_on(
    tmp_path: Path, reason: str, count: int, size: int, kept: int
) -> None:
    async def act(there: Scene, get: Get) -> None:
        topic, acknowledged = await tell(there, count, size)
        assert topic.endswith("/ack")
        assert (acknowledged["sequence"], acknowledged["result"]) == (count, True)
        assert there.refused(reason) > 0
        lines = (await get("/games/j1/1.jsonl")).splitlines()
        assert [json.loads(line)["sequence"] for line in lines[1:]] == [*range(1, kept + 1)]
        (found,) = await games(there.store, GameSearch())
        assert found.entries == kept

    run(tmp_path, act)


NEW_STEP = {"kind": "action", "actor": 1, "payload": {"type": "pass"}, "clock": 1, "wall": 2.5}


@pytest.mark.parametrize(
    ("steps", "kept"),
    [([2, {**NEW_STEP, "was": 1}], True), ([{**NEW_STEP, "payload": {"x": [{}]}}], False)],
)
def test_an_edit_of_a_log_is_kept_with_the_steps_that_it_puts_in(
    tmp_path: Path, steps: list[object], *, kept: bool
) -> None:
    edit = {"first": 1, "replaced": 2, "steps": steps}

    async def act(there: Scene, get: Get) -> None:
        box_journal = BoxJournal()
        entries = [Entry(n, EntryKind.ACTION, 0, {"type": "take"}, n, 1e9) for n in (1, 2)]
        entries.append(Entry(3, EntryKind.EDIT, 0, edit, 3, 1e9))
        crc = 0
        for entry in entries:
            crc = EntryRow.of(1, entry, crc).crc
        batch = EntryBatch(box_journal.play(), JournalPosition(), tuple(entries), crc)
        await there.hear("log/1", log_of(batch, (box_journal.box, box_journal.journal), given=True))
        assert (there.refused("entries") == 0) is kept
        if kept:
            ended = box_journal.result(0, 1, JournalPosition(1, 3))
            await there.hear("result", {**ended, "sequence": 3, "crc": crc})
            last = (await get("/games/j1/1.jsonl")).splitlines()[-1]
            assert json.loads(last)["payload"] == edit

    run(tmp_path, act)


@pytest.mark.slow
def test_a_log_behind_a_gap_is_not_shown(tmp_path: Path) -> None:
    """Small entries are kept behind large ones that were not: they are not part of a game."""

    async def act(there: Scene, get: Get) -> None:
        await there.hear("log/1", BoxJournal().log(1, 4))
        await there.hear("result", BoxJournal().result(4))
        rows = [(n, "action", 0, "{}", n, 1e9, 1) for n in (1, 2, 4)]
        async with there.store.writing() as db:
            await db.execute(update(GAME_LOG).values(data=pack_rows(rows)))
        assert len((await get("/games/j1/1.jsonl")).splitlines()) == 1 + 2

    run(tmp_path, act)


@pytest.mark.slow
def test_a_log_that_an_older_version_has_kept_is_read_no_further_than_the_bounds(
    tmp_path: Path,
) -> None:
    payload = json.dumps({"type": "take", "x": "x" * 4800})
    rows = [(n, "action", 0, payload, n, 1e9, 1) for n in range(1, 20_001)]
    blob = pack_rows(rows)  # 100 MB

    async def act(there: Scene, get: Get) -> None:
        await there.hear("log/1", BoxJournal().log(1, 4))
        await there.hear("result", BoxJournal().result(4))
        async with there.store.writing() as db:
            await db.execute(update(GAME_LOG).values(data=blob))
        tracemalloc.start()
        try:
            text = await get("/games/j1/1.jsonl")
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert len(text.splitlines()) == 1 + LARGEST_LOG // len(payload)
        assert peak < 10 * LARGEST_LOG

    run(tmp_path, act)


@pytest.mark.parametrize("box", ["a/b", "B1", "b" * 40, "b?x", "%2e"])
def test_a_box_whose_name_stands_in_no_address_is_not_known(tmp_path: Path, box: str) -> None:
    async def act(there: Scene, _get: Get) -> None:
        there.worker.hear(f"companion/v1/club/{box}/state", json.dumps({"v": 1}).encode())
        assert not there.live.boxes

    run(tmp_path, act)


def test_many_journals_of_many_boxes_are_met_at_once(tmp_path: Path) -> None:
    async def act(there: Scene, _get: Get) -> None:
        for number in range(30):
            payload = json.dumps(BoxJournal("same", f"b{number}").log(1, 2)).encode()
            there.worker.hear(f"companion/v1/club/b{number}/log/1", payload)
        await there.worker.settled()
        acks = [ack for topic, ack in there.answers if topic.endswith("/ack")]
        assert [(ack["journal"], ack["sequence"]) for ack in acks] == [("same", 2)] * 30
        async with there.store.engine.connect() as db:
            names = [*(await db.execute(select(PLAY.c.journal))).scalars()]
        assert len({*names}) == 30

    run(tmp_path, act)
