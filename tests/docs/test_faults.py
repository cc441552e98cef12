"""Each fault of docs/faults.md has a test that exists."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TABLE, _, _ = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8").partition("\n## ")
ROWS = [line for line in TABLE.splitlines() if line.startswith("|")][2:]


def functions(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip()[:40])
def test_the_test_of_a_fault_is_there(row: str) -> None:
    test = re.search(r"`(tests/[^`]+)::(test_[^`]+)`", row)
    assert test, row
    file, name = test.groups()
    assert name in set(functions(ROOT / file))


def test_every_fault_has_a_row() -> None:
    assert len(ROWS) > 20
