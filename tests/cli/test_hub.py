"""`companion hub`: the same as `companion-hub`, if that is installed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion_hub.cli import main as hub

ROOT = Path(__file__).parents[2]
Output = pytest.CaptureFixture[str]


@pytest.mark.slow
def test_the_call_is_handed_on(tmp_path: Path) -> None:
    settings, database = tmp_path / "hub.toml", tmp_path / "hub.sqlite3"
    settings.write_text(f'[database]\nurl = "sqlite+aiosqlite:///{database}"\n')
    assert main(["hub", "migrate", "--config", str(settings)]) == 0
    assert database.exists()
    assert main(["hub", "forget-accounts", "--config", str(settings)]) == 0


def written(folder: Path, url: str) -> str:
    settings = folder / "hub.toml"
    settings.write_text(f'[database]\nurl = "{url}"\n')
    return str(settings)


@pytest.mark.slow
@pytest.mark.parametrize("words", [[], ["run"]])
def test_without_a_command_it_runs(tmp_path: Path, words: list[str]) -> None:
    settings = tmp_path / "hub.toml"
    settings.write_text(
        f'[database]\nurl = "sqlite+aiosqlite:///{tmp_path}/hub.sqlite3"\n'
        "[pages]\nport = 0\n[broker]\nport = 1\n"
    )
    call = [sys.executable, "-m", "companion_hub", "--config", str(settings), *words]
    paths = os.pathsep.join(str(ROOT / each) for each in ("", "hub"))
    given = {**os.environ, "PYTHONPATH": paths}
    with subprocess.Popen(call, stderr=subprocess.PIPE, text=True, env=given) as process:
        assert process.stderr is not None
        assert "no broker" in process.stderr.readline()
        process.terminate()
        assert process.wait(60) == 0


def test_an_option_may_stand_behind_the_command(tmp_path: Path, capsys: Output) -> None:
    settings = written(tmp_path, f"sqlite+aiosqlite:///{tmp_path}/h.db")
    assert (hub(["migrate", "--config", settings]), capsys.readouterr().err) == (0, "")
    assert (tmp_path / "h.db").exists()


def test_settings_that_cannot_be_read_are_a_sentence(tmp_path: Path, capsys: Output) -> None:
    assert hub(["--config", str(tmp_path / "none")]) == 2
    said = capsys.readouterr().err
    assert said == f"{tmp_path}/none cannot be read: No such file or directory\n"


@pytest.mark.parametrize("what", ["run", "migrate", "forget-accounts", "removed"])
def test_without_settings_nothing_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output, what: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("companion_hub.cli.USUAL", tmp_path / "none.toml")
    assert main(["hub", what]) == 2
    assert "give a file with --config" in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("what", ["forget-accounts", "removed"])
def test_a_database_that_is_elsewhere_is_not_begun_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output, what: str
) -> None:
    monkeypatch.chdir(tmp_path)
    settings = written(tmp_path, "sqlite+aiosqlite:///hub.sqlite3")
    assert main(["hub", what, "--config", settings]) == 2
    assert f"there is no database {tmp_path / 'hub.sqlite3'}" in capsys.readouterr().err
    assert not (tmp_path / "hub.sqlite3").exists()


def test_a_folder_that_takes_nothing_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    place = tmp_path / "hub.sqlite3"
    # Root may write everywhere.
    monkeypatch.setattr("os.access", lambda path, _mode: Path(path) != tmp_path)
    for what in ("run", "migrate"):
        settings = written(tmp_path, f"sqlite+aiosqlite:///{place}")
        assert main(["hub", what, "--config", settings]) == 2
        assert f"{place} cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("sqlite+aiosqlite:////dev/null/hub.sqlite3", "there is no folder /dev/null"),
        ("nonsense", "database.url: found 'nonsense'"),
        ("mysql+nothing://a/b", "expected sqlite+aiosqlite"),
    ],
)
def test_a_database_that_cannot_be_is_a_sentence(
    tmp_path: Path, capsys: Output, url: str, said: str
) -> None:
    assert hub(["--config", written(tmp_path, url), "migrate"]) == 2
    message = capsys.readouterr().err
    assert said in message
    assert message.count("\n") == 1


def test_a_file_that_is_no_database_is_a_sentence(tmp_path: Path, capsys: Output) -> None:
    place = tmp_path / "hub.sqlite3"
    place.write_text("no database at all, but a text of some length" * 99)
    assert hub(["--config", written(tmp_path, f"sqlite+aiosqlite:///{place}"), "migrate"]) == 1
    said = capsys.readouterr().err
    assert said == "the database does not answer: file is not a database\n"


@pytest.mark.parametrize(
    ("language", "usage", "head", "mistake"),
    [
        ("en", "usage: ", "Collects games of boxes.", "pages.ports is unknown; there are: bind"),
        ("de", "Aufruf: ", "Sammelt Spiele von Boxen.", "pages.ports ist unbekannt; es gibt: bind"),
        ("es", "uso: ", "Reúne las partidas", "pages.ports es desconocido; hay: bind"),
        (
            "fr",
            "usage\u00a0: ",
            "Rassemble les parties",
            "pages.ports est inconnu\u00a0; il y a\u00a0: bind",
        ),
        ("it", "uso: ", "Raccoglie le partite", "pages.ports è sconosciuto; ci sono: bind"),
        ("nl", "aanroep: ", "Verzamelt partijen", "pages.ports is onbekend; er zijn: bind"),
        ("pl", "użycie: ", "Zbiera partie", "pages.ports jest nieznane; są: bind"),
    ],
)
def test_the_hubs_command_speaks_every_language(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Output,
    language: str,
    usage: str,
    head: str,
    mistake: str,
) -> None:
    monkeypatch.setenv("LANGUAGE", language)
    with pytest.raises(SystemExit, match="0"):
        hub(["--help"])
    said = capsys.readouterr().out
    assert said.startswith(usage)
    assert head in said
    settings = tmp_path / "hub.toml"
    settings.write_text("[pages]\nports = 1\n")
    assert hub(["--config", str(settings)]) == 2
    assert mistake in capsys.readouterr().err


def test_wrong_settings_of_the_hub_are_told(tmp_path: Path, capsys: Output) -> None:
    settings = tmp_path / "hub.toml"
    settings.write_text("[pages]\nports = 1\n")
    assert main(["hub", "--config", str(settings)]) == 2
    assert "pages.ports is unknown" in capsys.readouterr().err


def test_a_box_without_the_hub_says_so_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setitem(sys.modules, "companion_hub.cli", None)
    assert main(["hub"]) == 1
    assert capsys.readouterr().err.startswith("companion: the hub is not installed here (")
