"""The command line: exit status, one-sentence errors, and what a newcomer sees."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.journal import FILE as JOURNAL


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )


def test_the_demo_plays_a_whole_game(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    state = tmp_path / "state"
    assert main(["demo", "--seed", "4", "--state", str(state)]) == 0
    said = capfd.readouterr()
    assert said.err == ""
    assert "┌" in said.out
    assert "Player 4" in said.out
    assert len(re.findall(r" wins$", said.out, re.MULTILINE)) >= 1
    assert re.search(r"memories +\d+  IC-EP-1", said.out)
    assert main(["replay", str(state / JOURNAL)]) == 0
    replayed = capfd.readouterr().out
    sheet = said.out[said.out.rindex("┘") + 1 :].strip()
    assert replayed.strip().endswith(sheet)
    assert main(["score", "--json", str(state / JOURNAL)]) == 0
    scored = json.loads(capfd.readouterr().out)
    totals = [0, 0, 0, 0]
    for line in scored["lines"]:
        totals[line["player"]] += line["points"]
    assert totals == scored["returns"]


def test_two_demos_of_one_seed_are_the_same(capfd: pytest.CaptureFixture[str]) -> None:
    shown = []
    for _ in range(2):
        assert main(["demo", "--seed", "9", "--players", "2"]) == 0
        shown.append(capfd.readouterr().out)
    assert shown[0] == shown[1]


def test_selfplay_checks_the_invariants(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["selfplay", "inner-compass", "--players", "3", "--games", "3"]) == 0
    assert "3 games" in capfd.readouterr().out
    assert main(["selfplay", "inner-compass", "--games", "2", "--level", "track", "--json"]) == 0
    games = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [game["violations"] for game in games] == [[], []]


def test_games_lists_what_is_installed(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    assert "inner-compass" in capfd.readouterr().out


def test_ask_answers_line_by_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    questions = tmp_path / "questions.jsonl"
    order = '["Y","B","K","W","R","X"]'
    cost = (
        f'{{"id": "q1", "kind": "cost", "in": {{"order": {order}, "color": "B", "others": false}}}}'
    )
    questions.write_text(f"{cost}\n", encoding="utf-8")
    assert main(["ask", "inner-compass", str(questions)]) == 0
    assert json.loads(capfd.readouterr().out) == {"id": "q1", "out": {"cost": 2}}
    questions.write_text(f"nonsense\n{cost}\n", encoding="utf-8")
    assert main(["ask", "inner-compass", str(questions)]) == 2
    first, second = (json.loads(line) for line in capfd.readouterr().out.splitlines())
    assert first["error"]["code"] == "bad-question"
    assert second["out"] == {"cost": 2}


def test_ask_says_in_german_what_is_wrong(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    questions = tmp_path / "questions.jsonl"
    questions.write_text('{"kind": "setup", "in": {"players": 9}}', encoding="utf-8")
    assert main(["ask", "gilded-compass", str(questions)]) == 2
    error = json.loads(capfd.readouterr().out)["error"]
    assert error["message"] == "in.players: erwartet: 2 bis 5 Personen"


def test_ask_reads_standard_input() -> None:
    asked = run(
        "ask", "inner-compass", stdin='{"id": 1, "kind": "row-ep", "in": {"removed_from_row": 4}}\n'
    )
    assert asked.returncode == 0
    assert json.loads(asked.stdout)["out"] == {"ep": 3}


def test_ask_takes_noise_for_malformed_questions(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    noise = tmp_path / "noise"
    noise.write_bytes(b"\x83\xff\x00{}\n\xfe\n")
    assert main(["ask", "inner-compass", str(noise)]) == 2
    answers = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [each["error"]["code"] for each in answers] == ["bad-question"] * 2
    with noise.open("rb") as stream:
        asked = subprocess.run(
            [sys.executable, "-m", "companion", "ask", "inner-compass"],
            stdin=stream,
            capture_output=True,
            timeout=50,
            check=False,
        )
    assert asked.returncode == 2
    assert asked.stderr == b""


@pytest.mark.usefixtures("on_a_disk")
def test_doctor_names_what_is_missing_and_what_to_do(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor"]) == 0
    assert "emulated" in capfd.readouterr().out
    config = tmp_path / "companion.yaml"
    config.write_text(
        f"state: {tmp_path}\ngpio: mock\n"
        "readers: [{name: board, driver: rdm6300, port: /dev/no-such-port},"
        " {name: track, driver: array, port: 'usb:ffff:ffff'}]\n"
        "panel: {driver: ssd1306, bus: /dev/no-such-bus}\n"
        "web: {port: 8080, bind: 192.0.2.1}\n",
        encoding="utf-8",
    )
    assert main(["doctor", "--config", str(config)]) == 1
    said = capfd.readouterr().out
    assert "/dev/no-such-port is not there" in said
    assert "there is no usb:ffff:ffff: plug it in" in said
    assert "/dev/no-such-bus is not there" in said
    assert "192.0.2.1 is no address of this computer: set `web.bind`" in said


@pytest.mark.usefixtures("on_a_disk")
def test_doctor_tells_where_pages_are_served(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "companion.yaml"
    config.write_text(f"state: {tmp_path}\nweb: {{port: 8080}}\n", encoding="utf-8")
    assert main(["doctor", "--config", str(config)]) == 0
    assert "on 0.0.0.0, port 8080" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("run", "--config", "no-such-file.yaml"), "no-such-file.yaml"),
        (("demo", "--game", "chess"), "there is no game 'chess'; installed are: "),
        (("replay", "no-such-file"), "no-such-file"),
        (("ask", "chess"), "there is no game 'chess'"),
        (("selfplay", "inner-compass", "--players", "9"), "2 to 4 players"),
        (("demo", "--players", "1"), "2 to 4 players"),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_status_2(
    arguments: tuple[str, ...], said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    error = capfd.readouterr().err
    assert error.startswith("companion: ")
    assert said in error
    assert "Traceback" not in error
    assert error.count("\n") == 1


def test_mistakes_in_settings_are_all_told_with_file_and_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "companion.yaml"
    config.write_text("level: deep\nplayers: [Ann]\nbutons: {}\n", encoding="utf-8")
    assert main(["run", "--config", str(config)]) == 2
    error = capfd.readouterr().err
    for line in (1, 2, 3):
        assert f"{config}:{line}: " in error


def test_a_second_daemon_on_the_same_state_says_so(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    from companion.journal import Journal

    with Journal.open(tmp_path / JOURNAL):
        assert main(["demo", "--state", str(tmp_path)]) == 1
    assert "another companion" in capfd.readouterr().err


def test_version_and_help() -> None:
    assert run("--version").stdout.startswith("companion ")
    shown = run("--help")
    assert shown.returncode == 0
    for command in (
        "run",
        "demo",
        "selfplay",
        "replay",
        "score",
        "ask",
        "games",
        "doctor",
        "enrol",
    ):
        assert command in shown.stdout
    assert run("dance").returncode == 2
