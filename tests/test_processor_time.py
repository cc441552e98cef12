"""A test that takes long is listed unless it is marked."""

from pathlib import Path

import pytest

from tests.outcomes import Outcomes
from tests.processor_time import Listing

LIMIT = 0.03
FILE = f"""
import select, subprocess, sys, time
import pytest

def work():
    end = time.process_time() + 2 * {LIMIT}
    while time.process_time() < end:
        pass

@pytest.fixture
def own():
    work()

@pytest.fixture(scope="module")
def shared():
    work()

def test_brief():
    pass

def test_waiting():
    select.select([], [], [], 2 * {LIMIT})

def test_long():
    work()

@pytest.mark.parametrize("n", [1])
def test_with_a_long_fixture(own, n):
    pass

def test_with_a_long_fixture_of_all(shared):
    pass

def test_with_a_program():
    subprocess.run([sys.executable, "-c", "sum(range(3_000_000))"], check=True)

@pytest.mark.slow
def test_marked():
    work()
"""


@pytest.fixture(scope="module")
def listing(tmp_path_factory: pytest.TempPathFactory) -> Listing:
    folder = tmp_path_factory.mktemp("project")
    (folder / "test_costs.py").write_text(FILE, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = slow\n", encoding="utf-8")
    listing = Listing(LIMIT)
    options = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--rootdir", str(folder))
    assert pytest.main([*options, str(folder)], [Outcomes(), listing]) == pytest.ExitCode.OK
    return listing


@pytest.mark.slow
def test_only_what_takes_long_by_itself_and_has_no_mark_is_listed(listing: Listing) -> None:
    names = [Path(name).name for _, name in listing.unmarked]
    assert names == [
        f"test_costs.py::test_{name}"
        for name in ("long", "with_a_long_fixture[1]", "with_a_program")
    ]


def test_the_listing_begins_with_the_costliest(listing: Listing) -> None:
    *listed, total = listing.lines()
    assert len(listed) == len(listing.unmarked)
    seconds = [float(line.split()[3]) for line in listed]
    assert seconds == sorted(seconds, reverse=True)
    assert total.endswith(" s of processor time in tests")


def test_where_nothing_is_measured_nothing_is_said() -> None:
    assert Listing().lines() == []
