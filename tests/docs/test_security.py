"""The page of guarantees: each promise names a test, and each of those tests exists."""

import re

import pytest

from tests.docs.named import ROOT, names_in

PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
TEST = re.compile(r"`((?:tests|labs)/[\w/]+\.py)::([\w:]+)`")
ROWS = [
    line.strip("| ").split(" | ")
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith(("| ---", "| promise"))
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row[0]))
def test_each_promise_names_its_test(row: list[str]) -> None:
    promise, test = row
    assert promise
    assert TEST.fullmatch(test)


@pytest.mark.parametrize(("file", "name"), TEST.findall(PAGE))
def test_the_tests_exist(file: str, name: str) -> None:
    assert name in names_in(file)


def test_there_are_promises_for_all_three() -> None:
    headings = re.findall("^## (.*)", PAGE, re.MULTILINE)
    assert [heading.partition(",")[0] for heading in headings] == [
        "For a player",
        "For the table",
        "For the owner",
        "What is not promised",
    ]
    assert len(ROWS) > 20


def test_how_to_report_a_hole_is_linked_both_ways() -> None:
    assert "(../SECURITY.md)" in PAGE
    assert "(docs/security.md)" in (ROOT / "SECURITY.md").read_text(encoding="utf-8")
