"""What no page could show is set aside with a reason, and hides nothing else.

The target ``hub`` of tests/fuzz had results among what it spoils, but no spoiled one was ever
stored: each carried on a journal whose end was stored already, and was dropped as a repetition
before anything of it was kept. The target ``results`` gives every one a journal of its own.
"""

import json
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from sqlalchemy import select

from companion.fleet.outbox import Position
from companion_hub.bounds import AHEAD, LARGEST, LONGEST_NAME, MOST_LINES, MOST_SEATS
from companion_hub.queries import Search, games
from companion_hub.schema import PLAY, QUARANTINE
from companion_hub.wire import LAST_ENTRY
from tests.hub.scene import Scene, Told
from tests.hub.test_pages import Get, run

PAGES = ("/", "/games", "/games.csv", "/games/good/1", "/players", "/boxes", "/games?lang=de")
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
    told = Told("good", "b9")
    await there.hear("status", told.status(), "b9")
    await there.hear("log/1", told.log(1, 2), "b9")
    await there.hear("result", told.result(2), "b9")


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


@pytest.mark.parametrize(("reason", "wrong"), MISFITS)
def test_a_result_that_no_page_could_show_is_set_aside_and_the_box_goes_on(
    tmp_path: Path, reason: str, wrong: dict[str, Any]
) -> None:
    async def act(there: Scene, get: Get) -> None:
        await good(there)
        told = Told("bad")
        await there.hear("log/1", told.log(1, 2))
        _, ack = await there.hear("result", {**told.result(2), **wrong})
        assert ack["result"], "the box need not send it again"
        assert await aside(there) == {"bad": reason}
        await there.hear("log/2", told.log(1, 3, 2, Position(1, 2, result=True)))
        _, ack = await there.hear("result", told.result(3, 2))
        assert (ack["play"], ack["result"]) == (2, True)
        began = process_time()
        await see_good(get)
        assert process_time() - began < 2
        assert "2 games" in await get("/games?lang=en")
        await get("/games/bad/1", 404)
        assert "Player 0" not in await get("/players")

    run(tmp_path, act)


def test_a_clock_may_be_ahead_for_a_day(tmp_path: Path) -> None:
    async def act(there: Scene, _get: Get) -> None:
        there.store.now = lambda: 1e9
        for journal, ahead in (("j1", AHEAD), ("j2", AHEAD + 1)):
            await there.hear(
                "result", {**Told(journal).result(0, 1, Position()), "finished": 1e9 + ahead}
            )
        assert await aside(there) == {"j2": "time"}

    run(tmp_path, act)


def test_a_result_that_is_sent_again_as_it_should_be_counts(tmp_path: Path) -> None:
    """A game goes on after its end, and ends once more."""

    async def act(there: Scene, get: Get) -> None:
        told = Told()
        await there.hear("log/1", told.log(1, 2))
        await there.hear("result", {**told.result(2), "seconds": []})
        await there.hear("log/1", told.log(3, 4, after=Position(1, 2, result=True)))
        await there.hear("result", told.result(4))
        assert await aside(there) == {}
        assert "1 game" in await get("/games")

    run(tmp_path, act)


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
        await there.hear("result", Told("bad").result(0, 1, Position()))
        async with there.store.writing() as db:
            bad = PLAY.update().where(PLAY.c.journal == "bad")
            await db.execute(bad.values({column: value}))
        await see_good(get)
        await get("/games/bad/1", 404)
        assert [each.journal for each in await games(there.store, Search())] == ["good"]

    run(tmp_path, act)


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
        log = Told("bad").log(1, 2)
        await there.hear("log/1", {**log, "head": {"setup": {**log["head"]["setup"], **setup}}})
        assert there.refused("head") == 1
        await there.hear("result", Told("bad").result(0, 1, Position()))
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
        sound = {"v": 1, **(Told().status() if name == "status" else {})}
        await there.hear("status", Told().status())
        await there.hear(name, {**sound, **wrong})
        assert there.refused("fields") == 1
        for path in ("/", "/boxes", "/boxes/club/b1"):
            assert "lost" not in await get(path)

    run(tmp_path, act)


@pytest.mark.parametrize(
    ("reason", "wrong"),
    [
        ("fields", {"journal": "../x"}),
        ("fields", {"journal": "j1~"}),
        ("fields", {"journal": ""}),
        ("fields", {"began": YEAR_10000}),
        ("too-many-entries", {"first": LAST_ENTRY + 1}),
        ("entries", {"payload": {"x": "x" * 200_000}}),
    ],
)
def test_entries_that_no_page_could_show_are_refused(
    tmp_path: Path, reason: str, wrong: dict[str, Any]
) -> None:
    async def act(there: Scene, _get: Get) -> None:
        log = Told().log(1, 1)
        (entry,) = log["entries"]
        entry |= {"sequence": wrong.pop("first", 1), "payload": wrong.pop("payload", {})}
        await there.hear("log/1", {**log, **wrong})
        assert there.refused(reason) == 1

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
            payload = json.dumps(Told("same", f"b{number}").log(1, 2)).encode()
            there.worker.hear(f"companion/v1/club/b{number}/log/1", payload)
        await there.worker.settled()
        acks = [ack for topic, ack in there.answers if topic.endswith("/ack")]
        assert [(ack["journal"], ack["sequence"]) for ack in acks] == [("same", 2)] * 30
        async with there.store.engine.connect() as db:
            names = [*(await db.execute(select(PLAY.c.journal))).scalars()]
        assert len({*names}) == 30

    run(tmp_path, act)
