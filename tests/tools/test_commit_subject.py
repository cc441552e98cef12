"""Which first lines of commits are taken, and what is said of others."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools import commit_subject
from tools.commit_subject import LONGEST, mistakes


@pytest.mark.parametrize(
    "message",
    [
        "web: send log lines once per language",
        "web: send log lines once per language\n\nThey were written for each page.\n",
        "inner compass: build prompts from what is legal\n\n# Please enter the message",
        "# a comment first\nlabs/bench: compare with a reference",
        f"web: {'a' * (LONGEST - 5)}",
        'Merge branch "main"',
        'Revert "web: send log lines once per language"',
        f"fixup! web: {'a' * LONGEST}",
        "web: a\n# ------------------------ >8 ------------------------\ndiff --git a b\n",
    ],
)
def test_good_subjects_are_taken(message: str) -> None:
    assert not list(mistakes(message))


@pytest.mark.parametrize(
    ("message", "remedy"),
    [
        ("What the page of a table shows is written once", 'Write "area: change"'),
        ("", 'Write "area: change"'),
        ("Web: send log lines once", 'Write "area: change"'),
        ("web:send log lines once", 'Write "area: change"'),
        ("web: ", 'Write "area: change"'),
        ("web: send log lines once.", "full stop"),
        (f"web: {'a' * (LONGEST - 4)}", f"from {LONGEST + 1} to at most {LONGEST}"),
        ("web: send log lines\nonce per language", "second line"),
    ],
)
def test_a_mistake_is_named_with_its_remedy(message: str, remedy: str) -> None:
    (sentence,) = mistakes(message)
    assert remedy in sentence


@pytest.mark.parametrize(("subject", "status"), [("web: mend it", 0), ("Mended", 1)])
def test_the_hook_refuses_by_its_status(tmp_path: Path, subject: str, status: int) -> None:
    file = tmp_path / "COMMIT_EDITMSG"
    file.write_text(f"{subject}\n", encoding="utf-8")
    command = [sys.executable, commit_subject.__file__, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == status
    assert bool(done.stderr) is bool(status)
