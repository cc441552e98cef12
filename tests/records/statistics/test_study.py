"""Studies: the same games each time, none lost or doubled whatever ends them."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from companion.cli import main
from companion.engine import registry
from companion.engine.game import SetupError
from companion.records.jsonl import RecordError
from companion.records.result_lines import read
from companion.records.statistics import estimates
from companion.records.statistics.study import (
    StudyPlan,
    played_seeds,
    run,
    simulate,
)

PLAN = StudyPlan("compass-points", 4, "full", 6)


def played(path: Path) -> list[int]:
    return [json.loads(line)["seed"] for line in path.read_text().splitlines()]


def play(path: Path, plan: StudyPlan = PLAN) -> list[int]:
    return list(run(plan, path, workers=1))


def test_one_plan_gives_one_file(tmp_path: Path) -> None:
    assert play(tmp_path / "a") == [0, 1, 2, 3, 4, 5, 6]
    play(tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert played(tmp_path / "a") == [1, 2, 3, 4, 5, 6]


@pytest.mark.slow
def test_wherever_a_file_is_torn_the_rest_is_played(tmp_path: Path) -> None:
    play(tmp_path / "a")
    whole = (tmp_path / "a").read_bytes()
    line = whole.index(b"\n") + 1
    for cut in (0, 1, 20, line - 1, line, line + 1, len(whole) - 1, len(whole)):
        path = tmp_path / "torn"
        path.write_bytes(whole[:cut])
        play(path)
        assert path.read_bytes() == whole


def test_more_games_go_on_where_fewer_ended(tmp_path: Path) -> None:
    play(tmp_path / "a", StudyPlan("compass-points", 4, "full", 3))
    assert play(tmp_path / "a") == [3, 4, 5, 6]
    assert Counter(played(tmp_path / "a")) == Counter(range(1, 7))


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ("Dear diary\n", "line 1"),
        ("Dear diary", "line 1"),
        ('{"format":"companion-result/2"}\n', "line 1"),
        ('{"format":"companion-result/1"}\n', "line 1"),
    ],
)
def test_what_is_no_study_is_left_alone(tmp_path: Path, written: str, named: str) -> None:
    path = tmp_path / "a"
    path.write_text(written)
    with pytest.raises(RecordError, match=named):
        play(path)
    assert path.read_text() == written


def test_a_device_is_no_file_for_results() -> None:
    with pytest.raises(RecordError, match="not a regular file"):
        play(Path("/dev/zero"))


def test_another_study_needs_another_file(tmp_path: Path) -> None:
    play(tmp_path / "a")
    before = (tmp_path / "a").read_bytes()
    for other in (
        StudyPlan("compass-points", 4, "full", 6, seed=2),
        StudyPlan("compass-points", 4, "full", 6, searching=1),
        StudyPlan("compass-points", 4, "full", 5),
        StudyPlan("inner-compass", 4, "track", 6),
    ):
        with pytest.raises(RecordError, match="another study"):
            play(tmp_path / "a", other)
        assert (tmp_path / "a").read_bytes() == before


def test_a_setup_that_cannot_be_plays_nothing(tmp_path: Path) -> None:
    with pytest.raises(SetupError):
        play(tmp_path / "a", StudyPlan("compass-points", 9, "full", 6))
    assert not (tmp_path / "a").exists()


def test_options_are_compared(tmp_path: Path) -> None:
    vary = {"mode": ("standard", "advanced")}
    play(tmp_path / "a", StudyPlan("inner-compass", 2, "track", 3, vary=vary))
    groups = estimates.by_setup(read((tmp_path / "a").read_text().splitlines()), ["mode"])
    assert {label: len(games) for label, games in groups.items()} == {
        "mode=standard": 3,
        "mode=advanced": 3,
    }


@pytest.mark.slow
def test_a_robot_that_searches_is_one() -> None:
    game = registry.load("compass-points")
    plan = StudyPlan("compass-points", 4, "full", 1, searching=2, playouts=2)
    (task,) = plan.tasks()
    assert task.setup.players == ("random 1", "random 2", "search 3", "search 4")
    assert simulate(game, task) == simulate(game, task)


def test_answers_add_up(tmp_path: Path) -> None:
    play(tmp_path / "a")
    games = list(read((tmp_path / "a").read_text().splitlines()))
    won = sum(answer.value for answer in estimates.wins(games)) * len(games) / 100
    assert round(won) == sum(len(game.result.winners) for game in games)
    for answer in (*estimates.points(games), *estimates.rules(games), *estimates.starting(games)):
        assert answer.low <= answer.value <= answer.high
    of = {answer.label: answer.of for answer in estimates.starting(games)}
    assert of == {"first": 6, "others": 18}


@pytest.mark.slow
def test_a_killed_study_loses_and_doubles_no_game(tmp_path: Path) -> None:
    path = tmp_path / "a"
    command = [sys.executable, "-m", "companion", "study", "compass-points"]
    command += ["--games", "40", "--workers", "2", "--to", str(path)]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=quiet, stderr=quiet) as study:
        while not path.exists() or not path.stat().st_size:
            os.sched_yield()
        children = Path(f"/proc/{study.pid}/task/{study.pid}/children").read_text().split()
        study.send_signal(signal.SIGKILL)
        study.wait()
    assert children
    ends = time.monotonic() + 30
    while any(_runs(child) for child in children):
        assert time.monotonic() < ends, "a worker has survived"
        os.sched_yield()
    assert subprocess.run(command, check=False, capture_output=True).returncode == 0
    assert Counter(played(path)) == Counter(range(1, 41))
    assert len(played_seeds(path, StudyPlan("compass-points", 4, "full", 40))) == 40


def _runs(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_the_command_prints_intervals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    to = ("--to", str(tmp_path / "a"), "--workers", "1")
    assert main(["study", "compass-points", "--games", "6", *to]) == 0
    out, err = capsys.readouterr()
    assert "wins by seat, percent" in out
    assert "CP-SCORE-1" in out
    assert "games a second and core" in err
    assert main(["study", "compass-points", "--option", "mode", *to]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    values = ("[", "!!python/object:a", "*a", "2001-99-99", "{a", "[" * 3000, "", "a: b")
    for value in values:
        assert main(["study", "compass-points", "--option", f"mode={value}", *to]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert main(["study", "compass-points", "--search", "9", *to]) == 2


@pytest.mark.slow
@pytest.mark.parametrize("of", range(1, 200))
def test_every_share_lies_within_its_interval(of: int) -> None:
    """In percent, too: a drawing measures from the share to both ends."""
    for hits in range(of + 1):
        found = estimates.share("", [(float(n < hits), 1) for n in range(of)])
        assert 0 <= found.low <= found.value <= found.high <= 100


def test_answers_are_in_the_words_and_numbers_of_the_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played = ["study", "compass-points", "--games", "2", "--workers", "1"]
    monkeypatch.setenv("LANGUAGE", "de")
    assert main([*played, "--to", str(tmp_path / "results")]) == 0
    told = capsys.readouterr().out
    assert re.search(r"wer zuerst handelt +\d+,\d\d +\d+,\d\d … \d+,\d\d  \(n=\d+\)", told)
    assert "zufällig 1" in told
    assert not re.search(r"\d\.\d\d\b|random|first|others", told)
