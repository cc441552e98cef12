"""The table of the heavy targets is complete, and `make help` is short."""

import re
import subprocess
from pathlib import Path

import pytest

from tools import labs

TABLE = tuple(labs.labs(labs.RULES.read_text(encoding="utf-8")))
RULES = labs.RULES.read_text(encoding="utf-8")


def make(*arguments: str) -> str:
    command = ("make", "--no-print-directory", *arguments)
    return subprocess.run(command, cwd=labs.ROOT, capture_output=True, text=True, check=True).stdout


def test_help_shows_what_everyone_needs() -> None:
    lines = make("help").splitlines()
    assert len(lines) <= 8
    names = [line.split()[1] for line in lines]
    assert sorted(names) == ["demo", "help", "play", "quick", "test"]


@pytest.mark.slow
def test_labs_lists_every_target_with_what_it_takes_needs_and_proves() -> None:
    listed = make("labs")
    targets = set(re.findall(r"^([a-z]+):", RULES, re.MULTILINE)) - {"labs"}
    assert targets == {lab.name for lab in TABLE}
    for lab in TABLE:
        assert f"make {lab.name} " in listed
    assert max(map(len, listed.splitlines())) <= 100


@pytest.mark.parametrize(
    "folder",
    sorted({path.parent.relative_to(labs.ROOT) for path in labs.ROOT.glob("labs/**/test_*.py")}),
    ids=str,
)
def test_a_target_runs_each_folder_of_tests(folder: Path) -> None:
    (rule,) = re.findall(rf"^{folder.name}:.*\n((?:\t.*\n)+)", RULES, re.MULTILINE)
    assert re.search(rf"pytest .*{folder}\b(?!/)", rule)


def test_the_page_of_the_labs_has_the_same_table() -> None:
    written = labs.PAGE.read_text(encoding="utf-8")
    assert written == labs.page(written, TABLE), "run python3 tools/labs.py --write"
