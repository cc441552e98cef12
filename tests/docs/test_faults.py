"""Each fault of docs/faults.md has a test that exists."""

import re

import pytest

from tests.docs.named import ROOT, names_in

TABLE, _, _ = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8").partition("\n## ")
ROWS = [line for line in TABLE.splitlines() if line.startswith("|")][2:]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip()[:40])
def test_the_test_of_a_fault_is_there(row: str) -> None:
    test = re.search(r"`((?:tests|labs)/[\w/]+\.py)::([\w:]+)`", row)
    assert test, row
    file, name = test.groups()
    assert name in names_in(file)


def test_every_fault_has_a_row() -> None:
    assert len(ROWS) > 20
