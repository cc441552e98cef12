"""The command line: exit status, one-sentence errors, and what a newcomer sees."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.engine import registry
from companion.storage.journal import FILE as JOURNAL
from tests.docs.rules.ids import GAMES, anchors, is_example
from tests.engine.conformance.pebbles import Game

SHORT_DEMO = ("demo", "--game", "compass-jewels", "--players", "2")


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in a separate process."""
    return subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )


@pytest.mark.slow
def test_the_demo_plays_a_whole_game(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    state = tmp_path / "state"
    assert main(["demo", "--seed", "4", "--state", str(state)]) == 0
    captured = capfd.readouterr()
    assert captured.err == ""
    assert "┌" in captured.out
    assert "Player 4" in captured.out
    assert len(re.findall(r" wins$", captured.out, re.MULTILINE)) >= 1
    assert re.search(r"memories +\d+  IC-EP-1", captured.out)
    assert main(["replay", str(state / JOURNAL)]) == 0
    replayed = capfd.readouterr().out
    sheet = captured.out[captured.out.rindex("┘") + 1 :].strip()
    assert replayed.strip().endswith(sheet)
    assert main(["score", "--json", str(state / JOURNAL)]) == 0
    scored = json.loads(capfd.readouterr().out)
    totals = [0, 0, 0, 0]
    for line in scored["lines"]:
        totals[line["player"]] += line["points"]
    assert totals == scored["returns"]


@pytest.mark.slow
def test_two_demos_with_one_seed_are_equal(capfd: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for _ in range(2):
        assert main([*SHORT_DEMO, "--seed", "9"]) == 0
        outputs.append(capfd.readouterr().out)
    assert outputs[0] == outputs[1]


@pytest.mark.slow
def test_selfplay_checks_the_invariants(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["selfplay", "inner-compass", "--players", "3", "--games", "3"]) == 0
    assert "3 games" in capfd.readouterr().out
    assert main(["selfplay", "inner-compass", "--games", "2", "--level", "track", "--json"]) == 0
    games = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [game["violations"] for game in games] == [[], []]


def test_games_lists_what_is_installed(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A title that is not a proper name is in the language of the call."""
    monkeypatch.setenv("LANGUAGE", "de")
    assert main(["games"]) == 0
    told = capfd.readouterr().out
    assert "inner-compass" in told
    assert "Freier Tisch" in told
    assert "Open table" not in told


class TestRules:
    def test_are_printed_in_words_with_their_ids_and_their_page(
        self, capfd: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["rules", "inner-compass", "IC-R16"]) == 0
        assert capfd.readouterr().out == (
            "IC-R16\n"
            "  Neither pieces nor your own cubes make a memory dearer, only cubes of others.\n"
            "\n"
            "docs/rules/inner-compass.md#ic-r16\n"
        )

    def test_are_printed_in_german(self, capfd: pytest.CaptureFixture[str]) -> None:
        assert main(["rules", "essence", "ES-R16", "--language", "de"]) == 0
        assert "Eine Münze wird vor dem Aufdecken gelegt" in capfd.readouterr().out

    @pytest.mark.parametrize("typed", ["ic-r1", "R1", "IC-R1", "r1"])
    def test_can_be_asked_for_in_small_letters_and_without_prefix(
        self, typed: str, capfd: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["rules", "inner-compass", typed]) == 0
        assert capfd.readouterr().out.startswith("IC-R1\n")

    @pytest.mark.parametrize(
        ("game", "words", "count"),
        [
            *(("inner-compass", words, 3) for words in ("IC-TRACK", "track", "trac")),
            ("gilded-compass", "gc-r", 40),
            ("gilded-compass", "gc-illuminati", 7),
        ],
    )
    def test_with_a_common_prefix_are_printed_together(
        self, game: str, words: str, count: int, capfd: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["rules", game, words]) == 0
        output = capfd.readouterr().out
        assert len([line for line in output.splitlines() if line.isupper()]) == count
        assert output.endswith(f"\ndocs/rules/{game}.md\n")

    @pytest.mark.parametrize("game", GAMES)
    def test_are_all_printed_in_the_order_of_their_page(
        self, game: str, capfd: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["rules", game]) == 0
        lines = capfd.readouterr().out.splitlines()
        ids = [line for line in lines if line and line[0].isupper()]
        assert ids == [rule for rule in anchors(game) if not is_example(rule)]

    def test_that_do_not_exist_lead_to_similar_ones(
        self, capfd: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["rules", "inner-compass", "ic-costs-1"]) == 2
        error = capfd.readouterr().err
        assert error.startswith(
            "companion: there is no rule 'ic-costs-1'; the nearest are: IC-COST"
        )

    def test_of_a_game_without_texts_cannot_be_printed(
        self, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(registry, "load", lambda _: Game())
        assert main(["rules", "pebbles"]) == 2
        assert capfd.readouterr().err == "companion: Pebbles brings no words for its rules\n"


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


def test_ask_reports_errors_in_german(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    questions = tmp_path / "questions.jsonl"
    questions.write_text('{"kind": "setup", "in": {"players": 9}}', encoding="utf-8")
    assert main(["ask", "gilded-compass", str(questions)]) == 2
    error = json.loads(capfd.readouterr().out)["error"]
    assert error["message"] == "in.players: gefunden: 9, erwartet: 2 bis 5 Spieler"


@pytest.mark.slow
def test_ask_reads_standard_input() -> None:
    process = run(
        "ask", "inner-compass", stdin='{"id": 1, "kind": "row-ep", "in": {"removed_from_row": 4}}\n'
    )
    assert process.returncode == 0
    assert json.loads(process.stdout)["out"] == {"ep": 3}


@pytest.mark.slow
def test_ask_treats_noise_as_malformed_questions(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    noise = tmp_path / "noise"
    noise.write_bytes(b"\x83\xff\x00{}\n\xfe\n")
    assert main(["ask", "inner-compass", str(noise)]) == 2
    answers = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [answer["error"]["code"] for answer in answers] == ["bad-question"] * 2
    with noise.open("rb") as stream:
        process = subprocess.run(
            [sys.executable, "-m", "companion", "ask", "inner-compass"],
            stdin=stream,
            capture_output=True,
            timeout=50,
            check=False,
        )
    assert process.returncode == 2
    assert process.stderr == b""


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
    output = capfd.readouterr().out
    assert "/dev/no-such-port does not exist" in output
    assert "there is no usb:ffff:ffff: plug it in" in output
    assert "/dev/no-such-bus does not exist" in output
    assert "192.0.2.1 is not an address of this computer: set `web.bind`" in output


@pytest.mark.usefixtures("on_a_disk")
def test_doctor_reports_where_pages_are_served(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "companion.yaml"
    config.write_text(f"state: {tmp_path}\nweb: {{port: 8080}}\n", encoding="utf-8")
    assert main(["doctor", "--config", str(config)]) == 0
    assert "on 0.0.0.0, port 8080" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("run", "--config", "no-such-file.yaml"), "no-such-file.yaml"),
        (("demo", "--game", "chess"), "there is no game 'chess'; installed are: "),
        (("replay", "no-such-file"), "no-such-file"),
        (("ask", "chess"), "there is no game 'chess'"),
        (("rules", "chess"), "there is no game 'chess'"),
        (("rules", "essence", "es-r99"), "there is no rule 'es-r99'; the nearest are: ES-R9"),
        (("selfplay", "inner-compass", "--players", "9"), "2 to 4 players"),
        (("demo", "--players", "1"), "2 to 4 players"),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_status_2(
    arguments: tuple[str, ...], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    error = capfd.readouterr().err
    assert error.startswith("companion: ")
    assert message in error
    assert "Traceback" not in error
    assert error.count("\n") == 1


def test_all_mistakes_in_settings_are_reported_with_file_and_line(
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
    from companion.storage.journal import Journal

    with Journal.open(tmp_path / JOURNAL):
        assert main(["demo", "--state", str(tmp_path)]) == 1
    assert "another companion" in capfd.readouterr().err


@pytest.mark.slow
def test_version_and_help_are_printed() -> None:
    assert run("--version").stdout.startswith("companion ")
    process = run("--help")
    assert process.returncode == 0
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
        assert command in process.stdout
    assert run("dance").returncode == 2


@pytest.mark.slow
def test_a_file_whose_name_is_not_valid_text_can_still_be_named(tmp_path: Path) -> None:
    state = tmp_path / "state"
    assert main([*SHORT_DEMO, "--state", str(state)]) == 0
    settings = tmp_path / "companion.yaml"
    settings.write_text("state: state\n", encoding="utf-8")
    name = os.fsdecode(os.fsencode(tmp_path) + b"/b\xffx")
    done = run("backup", name, "--config", str(settings))
    assert (done.returncode, done.stderr) == (0, "")
    assert r"b\udcffx: 1 games" in done.stdout


@pytest.mark.slow
def test_a_box_that_starts_imports_no_other_command_and_does_not_speak() -> None:
    others = ("study", "played", "statistics", "film", "kit", "enrol", "phones", "setup_pi", "hub")
    seldom = (*(f"companion.cli.{name}" for name in others), "companion.display.screen_reader")
    program = (
        "import sys; from companion import daemon, cli; from companion.cli.parser import build; "
        "from companion.i18n.catalogue import Phrases; build(Phrases('de', tuple), ['run']); "
        f"print([name for name in {seldom} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
