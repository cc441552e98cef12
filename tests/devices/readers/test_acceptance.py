"""What every serial reader must withstand: bad lines, hasty hands, pulled plugs."""

from pathlib import Path
from random import Random

import pytest

from companion.devices import State
from companion.devices.link import READ
from tests.devices.readers.bench import STEP, held, perform
from tests.devices.readers.kinds import KINDS, AnyBench, Kind
from tests.devices.readers.scenes import lie_still, on_a_bad_line

REPEATING = sorted(set(KINDS) - {"array", "hid"})
"""Readers that report a tag again and again while it lies there; silence means it has left."""
PRESENT = sorted(set(KINDS) - {"hid"})


@pytest.fixture(params=sorted(KINDS))
def kind(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


@pytest.fixture(params=REPEATING)
def repeating(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


@pytest.fixture(params=PRESENT)
def present(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


@pytest.mark.slow
def test_every_intact_event_on_a_bad_line_is_reported(tmp_path: Path, kind: Kind) -> None:
    """There are two thousand events here, and ten thousand in labs/long."""
    tally = on_a_bad_line(tmp_path, kind, 2_000)
    assert tally.phantoms == tally.twice == tally.lost == 0
    assert tally.frames > 700
    assert tally.harmed > 10


def test_two_tags_back_to_back_are_both_seen(tmp_path: Path, kind: Kind) -> None:
    first, second = kind.tag(1), kind.tag(2)

    async def scene(bench: AnyBench) -> None:
        frames = [kind.frame(bench.module, tag) for tag in (first, second)]
        await bench.send(b"".join(frames))
        assert bench.collector.tags == [(first, True), (second, True)]

    perform(lambda: kind.bench(tmp_path), scene)


def test_five_tags_a_tenth_of_a_second_apart_are_all_seen(tmp_path: Path, kind: Kind) -> None:
    tags = [kind.tag(n) for n in range(5)]

    async def scene(bench: AnyBench) -> None:
        for tag in tags:
            kind.lay(bench.module, tag)
            await bench.pass_time(0.1, step=0.02)
            kind.lift(bench.module, tag)
        await bench.pass_time(0.5)
        assert [tag for tag, present in bench.collector.tags if present] == tags
        left = [tag for tag, present in bench.collector.tags if not present]
        assert left == (tags if bench.reader.presence else [])

    perform(lambda: kind.bench(tmp_path), scene)


def test_a_missed_read_changes_nothing(tmp_path: Path, repeating: Kind) -> None:
    tag = repeating.tag(1)

    async def scene(bench: AnyBench) -> None:
        lost: list[bytes] = []

        def lose_one(line: bytes) -> bytes:
            if not repeating.shows(line) or lost:
                return line
            lost.append(line)
            return line[:5]

        repeating.lay(bench.module, tag)
        for _ in range(20):
            await bench.pass_time(0.5)
            bench.harm, lost = lose_one, []
            await bench.pass_time(0.5)
            assert lost
        assert bench.collector.tags == [(tag, True)]

    perform(lambda: repeating.bench(tmp_path), scene)


@pytest.mark.slow
def test_a_lift_is_reported_within_300_ms(tmp_path: Path, present: Kind) -> None:
    source = Random(3)

    async def scene(bench: AnyBench) -> None:
        for n in range(50):
            tag = present.tag(n)
            present.lay(bench.module, tag)
            await bench.pass_time(source.uniform(0.4, 0.6), step=0.005)
            present.lift(bench.module, tag)
            lifted = bench.clock.now()
            while (tag, False) not in bench.collector.tags:
                await bench.pass_time(0.005, step=0.005)
            assert bench.clock.now() - lifted <= 0.3
        assert len(bench.collector.tags) == 100

    perform(lambda: present.bench(tmp_path), scene)


@pytest.mark.slow
def test_a_tag_that_lies_still_enters_once(tmp_path: Path, kind: Kind) -> None:
    """It lies there for two minutes; in labs/long, for an hour."""
    lie_still(tmp_path, kind, 120)


@pytest.mark.slow
def test_a_reader_can_be_replugged_a_hundred_times(tmp_path: Path, kind: Kind) -> None:
    """A tag that lies there all the time neither leaves nor enters again."""
    tag = kind.tag(1)

    async def scene(bench: AnyBench) -> None:
        kind.lay(bench.module, tag)
        await bench.pass_time(1)
        before = held()
        for _ in range(100):
            await bench.unplug()
            bench.clock.advance(0.7)
            await bench.replug(within=2)
            await bench.pass_time(0.4)
        assert bench.collector.tags == [(tag, True)]
        assert held() == before

    perform(lambda: kind.bench(tmp_path), scene)


@pytest.mark.slow
def test_a_flood_is_reported_and_costs_little_while_it_lasts(tmp_path: Path, kind: Kind) -> None:
    """A tag that lay there before the flood counts as still there."""
    lying = kind.tag(1)

    async def scene(bench: AnyBench) -> None:
        flood = kind.frame(bench.module, kind.tag(2)) * 3000
        kind.lay(bench.module, lying)
        await bench.pass_time(0.5)
        reported = len(bench.collector.tags)
        while bench.link.is_open:
            await bench.send(flood[:READ])
        states = len(bench.collector.states)
        assert bench.last_status.detail.endswith("unplug it, check its wires")
        read, began = bench.link.total, bench.clock.now()
        for _ in range(600):
            await bench.send(flood[: bench.reader.most // 5])
            await bench.pass_time(STEP)
        assert bench.link.total - read <= bench.reader.most * (bench.clock.now() - began)
        assert len(bench.collector.states) == states
        assert {tag for tag, _ in bench.collector.tags[reported:]} <= {kind.tag(2)}
        assert (lying, False) not in bench.collector.tags
        await bench.pass_time(4)
        assert bench.collector.states[-1] is State.OK

    perform(lambda: kind.bench(tmp_path), scene)


def test_a_reader_may_be_unplugged_in_the_middle_of_a_frame(tmp_path: Path, kind: Kind) -> None:
    """The half frame from before is not joined to what comes afterwards."""
    tag = kind.tag(1)

    async def scene(bench: AnyBench) -> None:
        line = kind.frame(bench.module, tag)
        await bench.send(line[: len(line) // 2])
        await bench.unplug()
        await bench.replug()
        await bench.send(line[len(line) // 2 :])
        await bench.pass_time(0.5)
        assert bench.collector.tags == []

    perform(lambda: kind.bench(tmp_path), scene)


def test_a_tag_that_is_gone_when_the_reader_is_back_leaves(tmp_path: Path, present: Kind) -> None:
    tag = present.tag(1)

    async def scene(bench: AnyBench) -> None:
        present.lay(bench.module, tag)
        await bench.pass_time(1)
        await bench.unplug()
        present.lift(bench.module, tag)
        bench.clock.advance(10)
        assert bench.collector.tags == [(tag, True)]
        await bench.replug(within=2)
        await bench.pass_time(0.4)
        assert bench.collector.tags == [(tag, True), (tag, False)]

    perform(lambda: present.bench(tmp_path), scene)


def test_nothing_is_reported_after_close(tmp_path: Path, kind: Kind) -> None:
    tag = kind.tag(1)

    async def scene(bench: AnyBench) -> None:
        kind.lay(bench.module, tag)
        await bench.settle()
        reports = list(bench.collector.reports)
        bench.reader.close()
        kind.lift(bench.module, tag)
        bench.clock.advance(60)
        assert bench.collector.reports == reports

    perform(lambda: kind.bench(tmp_path), scene)


def test_an_absent_port_is_tried_again_about_every_two_seconds(tmp_path: Path, kind: Kind) -> None:
    async def scene(bench: AnyBench) -> None:
        await bench.unplug()
        began = bench.clock.now()
        tries = 0
        while (due := bench.clock.next_due()) is not None and due - began < 60:
            bench.clock.advance(due - bench.clock.now())
            tries += 1
        assert 31 <= tries <= 32
        assert bench.collector.states[-1] is State.ABSENT
        await bench.replug()

    perform(lambda: kind.bench(tmp_path), scene)
