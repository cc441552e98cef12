"""`make test` runs all its parts, and `make trust` all its runs; both fail at the end."""

import os
import re
import select
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]


def run(*command: str, folder: Path = ROOT, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": "/usr/bin:/bin", **more}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("commands", "status"),
    [
        (("echo one", "echo two"), 0),
        (("echo one; false", "echo two"), 1),
        (("echo one", "echo two; exit 5"), 1),
        (("echo one; kill -9 $$", "echo two"), 1),
    ],
)
def test_all_commands_are_run_and_the_failure_comes_at_the_end(
    commands: tuple[str, ...], status: int
) -> None:
    done = run(str(ROOT / "tools" / "together"), *commands)
    assert done.returncode == status
    assert done.stdout.split() == ["one", "two"]
    assert ("These have failed:" in done.stderr) is bool(status)


def test_commands_run_at_the_same_time(tmp_path: Path) -> None:
    """Each waits for the other: one after the other, they would never end."""
    meet = "mkfifo pipe; echo {} >pipe", "until test -p pipe; do :; done; cat pipe"
    done = run("timeout", "20", str(ROOT / "tools" / "together"), *meet, folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, "{}\n")


def test_nothing_runs_on_if_the_first_command_is_interrupted(tmp_path: Path) -> None:
    other = "sleep 60 & echo $! >pid; wait"
    first = "until test -s pid; do :; done; kill -INT $PPID; sleep 0.1"
    # A shell cannot trap what is ignored where it begins, as in the background of another one.
    heard = "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); "
    heard += "os.execv(sys.argv[1], sys.argv[1:])"
    together = str(ROOT / "tools" / "together")
    done = run(sys.executable, "-c", heard, together, first, other, folder=tmp_path)
    assert done.returncode == 130
    assert has_ended(int((tmp_path / "pid").read_text(encoding="ascii")))


def has_ended(process: int) -> bool:
    """Tell whether a process ends, for which a busy machine may take a while."""
    try:
        descriptor = os.pidfd_open(process)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([descriptor], [], [], 10)[0])
    finally:
        os.close(descriptor)


def test_the_tests_in_a_browser_are_run_whatever_the_others_have_shown() -> None:
    """The recipe itself, with a pytest that fails; the last sentence is not said then."""
    plan = run("make", "--dry-run", "tests", "pytest=false")
    (recipe,) = re.findall("tools/together .*", plan.stdout)
    assert recipe.count("false ") == 2
    assert "tests/web/browser" in recipe.rpartition('" "')[2]
    done = run("sh", "-c", f"{recipe} && echo good")
    assert (done.returncode, done.stdout) == (1, "")


def test_trust_counts_the_runs_that_succeed(tmp_path: Path) -> None:
    once = "test -e been || { touch been; echo flaky; exit 1; }"
    done = run(str(ROOT / "tools" / "trust"), "3", "sh", "-c", once, folder=tmp_path)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "2 of 3"
    assert (tmp_path / "build" / "trust" / "1.log").read_text(encoding="utf-8") == "flaky\n"
    assert run(str(ROOT / "tools" / "trust"), "2", "true", folder=tmp_path).returncode == 0


def test_a_run_that_hangs_has_failed(tmp_path: Path) -> None:
    done = run(str(ROOT / "tools" / "trust"), "1", "sleep", "60", folder=tmp_path, LIMIT="0.2")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "0 of 1"
