"""The command line on a computer that is set to German."""

import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.storage.journal import FILE as JOURNAL
from companion.storage.journal import Journal
from tests.i18n.test_phrases import ENGLISH, QUOTED

OPTION = re.compile(r"--[a-z-]+")
COMMANDS = (
    *("run", "play", "demo", "selfplay", "replay"),
    *("score", "export", "ask", "rules", "games", "doctor", "enrol", "firmware", "kit", "setup-pi"),
    "hub",
)
Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _german(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", "de_DE.UTF-8")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )


def is_german(text: str) -> bool:
    """Return whether a text, apart from its quotations and options, has no English word."""
    return text != "" and not ENGLISH.search(OPTION.sub("", QUOTED.sub("", text)))


@pytest.mark.parametrize("command", [(), *((command,) for command in COMMANDS)])
def test_help_is_german(command: tuple[str, ...], capsys: Output) -> None:
    with pytest.raises(SystemExit, match="0"):
        main([*command, "--help"])
    output = capsys.readouterr().out
    assert output.startswith("Aufruf: companion")
    assert "diese Hilfe zeigen" in output
    assert is_german(output)


@pytest.mark.slow
def test_help_of_a_process_is_german() -> None:
    process = run("run", "--help")
    assert process.returncode == 0
    assert "ist alles emuliert" in process.stdout
    assert process.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("sheet",), "diese Argumente fehlen: BEFEHL"),
        (("dance",), "'dance' ist nicht möglich (nur "),
        (("replay",), "diese Argumente fehlen: DATEI"),
        (("demo", "--players", "x"), "--players: erwartet: eine Zahl von 1 bis 99"),
        (("demo", "--players"), "ein Wert fehlt"),
        (("play", "--port", "80000"), "--port: erwartet: eine Zahl von 0 bis 65535"),
        (("play", "--port", "http"), "--port: erwartet: eine Zahl von 0 bis 65535"),
        (("games", "--loud"), "unbekannte Argumente: --loud"),
        (("score", "--language", "zz", "x"), "'zz' ist nicht möglich"),
    ],
)
def test_wrong_arguments_are_reported_in_german(
    arguments: tuple[str, ...], message: str, capsys: Output
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
    error = capsys.readouterr().err
    assert "Fehler: " in error
    assert message in error
    assert is_german(error)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("replay", "missing"), "missing: Datei oder Ordner nicht gefunden"),
        (("replay", "/"), "/: Das ist ein Ordner"),
        (("demo", "--game", "chess"), "ein Spiel 'chess' gibt es nicht; installiert sind: "),
        (("demo", "--level", "deep"), "die Stufe 'deep' gibt es nicht"),
        (("ask", "chess"), "ein Spiel 'chess' gibt es nicht"),
        (("selfplay", "inner-compass", "--players", "9"), "ist für 2 bis 4 Personen, nicht für 9"),
        (("run", "--config", "missing.yaml"), "missing.yaml: ist nicht lesbar: Datei oder Ordner"),
    ],
)
def test_a_mistake_is_one_german_sentence(
    arguments: tuple[str, ...], message: str, capsys: Output
) -> None:
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert error.startswith("companion: ")
    assert message in error
    assert error.count("\n") == 1
    assert is_german(error)


RECORDS = [
    ("[]", "Spalte 1: davor fehlt ein Kopffeld: [Game ...]"),
    ('[Game "chess"] x', "[Game ...] muss hier enden"),
    ('[Goal "1"]', "ein Kopffeld 'Goal' gibt es nicht, bekannt: Game"),
    ("{}", "Zeile 1: keine Aufzeichnung eines Spiels"),
    ("nonsense", "Zeile 1: kein JSON-Objekt"),
]


@pytest.mark.parametrize(("content", "message"), RECORDS)
def test_a_wrong_file_is_reported_in_german(
    content: str, message: str, tmp_path: Path, capsys: Output
) -> None:
    file = tmp_path / "record"
    file.write_text(content, encoding="utf-8")
    assert main(["replay", str(file)]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.slow
def test_a_wrong_entry_is_reported_in_german(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "record"
    assert main(["demo", "--players", "2", "--state", str(tmp_path)]) == 0
    assert main(["export", "--format", "text", str(tmp_path / JOURNAL)]) == 0
    text = capsys.readouterr().out
    head = text[text.index("[Game") : text.index("\n1. ")]
    file.write_text(f"{head}\n1. Spieler 1: fly(away)\n", encoding="utf-8")
    assert main(["replay", str(file)]) == 2
    assert "'fly(away)' ist keine Aktion; Schreibweise: name(" in capsys.readouterr().err


def test_a_journal_in_use_is_reported_in_german(tmp_path: Path, capsys: Output) -> None:
    with Journal.open(tmp_path / JOURNAL):
        assert main(["demo", "--state", str(tmp_path)]) == 1
    error = capsys.readouterr().err.replace(str(tmp_path), "")
    assert "Ein anderer Begleiter (Prozess " in error
    assert is_german(error)


def test_a_port_in_use_is_named(capsys: Output) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["play", "--port", str(port)]) == 1
    message = f"companion: 127.0.0.1:{port}: Die Adresse wird schon benutzt\n"
    assert capsys.readouterr().err == message


def test_mistakes_in_settings_are_reported_in_german(tmp_path: Path, capsys: Output) -> None:
    config = tmp_path / "companion.yaml"
    config.write_text(
        "game: inner-compass\nplayrs: [A]\nlevel: deep\n"
        "data: {cards: {Y: 0}, player_board: {squares: [YB, Y]}}\n"
        "options: {mode: fast}\nbuzzer: loud\n",
        encoding="utf-8",
    )
    assert main(["run", "--config", str(config)]) == 2
    error = capsys.readouterr().err.removeprefix("companion: ").replace(f"{config}:", "")
    assert error.splitlines() == [
        "2: playrs: ist unbekannt; gemeint ist wohl 'players'",
        "3: level: gefunden: 'deep'; möglich: table, track, scoring, full, final",
        "4: data.cards.Y: erwartet: eine ganze Zahl von Karten, mindestens 1",
        "4: data.player_board.squares: erwartet: gleich lange Zeilen",
        "5: options.mode: erwartet: standard oder advanced",
        "6: buzzer: gefunden: 'loud', erwartet: eine BCM-Pinnummer von 0 bis 27 oder none",
    ]


@pytest.mark.usefixtures("on_a_disk")
def test_doctor_speaks_german(tmp_path: Path, capsys: Output) -> None:
    assert main(["doctor"]) == 0
    assert is_german(capsys.readouterr().out)
    config = tmp_path / "companion.yaml"
    config.write_text(
        f"state: {tmp_path}\ngpio: mock\n"
        "readers: [{name: board, driver: rdm6300, port: /dev/no-such-port}]\n"
        "panel: {driver: none}\n",
        encoding="utf-8",
    )
    assert main(["doctor", "--config", str(config)]) == 1
    output = capsys.readouterr().out
    assert "FEHLER Leser board    /dev/no-such-port ist nicht da: Verkabelung prüfen" in output
    assert "ok     Anzeige        keine eingestellt" in output


@pytest.mark.slow
def test_games_and_random_games_are_counted_in_german(capsys: Output) -> None:
    assert main(["games"]) == 0
    assert "2-4 Personen, Stufen: table, track, scoring, full, final" in capsys.readouterr().out
    assert main(["selfplay", "inner-compass", "--games", "1"]) == 0
    assert "Spiele: 1, Aktionen: " in capsys.readouterr().out


@pytest.mark.slow
def test_the_demo_speaks_german_without_a_configuration(capsys: Output) -> None:
    assert main(["demo", "--seed", "3", "--players", "2"]) == 0
    output = capsys.readouterr().out
    assert "Spieler 2" in output
    assert re.search(r"Erinnerungen +\d+  IC-EP-1", output)


def test_an_explicit_language_overrides_the_environment(capsys: Output) -> None:
    assert main(["replay", "--language", "en", "missing"]) == 2
    assert capsys.readouterr().err == "companion: missing: No such file or directory\n"
