"""What `--json` prints: what its schema says, and the same figures as the lines for people."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.cli import json_output, main
from companion.engine import registry
from companion.storage.journal import FILE, Journal
from tests.records.exports.played import records, store
from tools.json_schemas import EXPORTED

Output = pytest.CaptureFixture[str]


@pytest.fixture
def config(tmp_path: Path) -> tuple[str, str]:
    """Return the settings of a box that has followed two games, one of them in teams."""
    with Journal.open(tmp_path / FILE) as journal:
        for game in ("inner-compass", "compass-points"):
            store(journal, *records(game, 1))
    settings = tmp_path / "companion.yaml"
    settings.write_text(f"state: {tmp_path}\n", encoding="utf-8")
    return "--config", str(settings)


def printed(capsys: Output, kind: str, *call: str, status: int = 0) -> Any:  # noqa: ANN401
    """Return what a call prints, after a check that it is of the kind that the schema names."""
    assert main([*call, "--json"]) == status
    output = capsys.readouterr()
    assert output.err == ""
    document = json.loads(output.out)
    declared = EXPORTED["cli"][1][kind]
    read = msgspec.convert(document, declared, strict=True)
    assert json.loads(msgspec.json.encode(read)) == document, (
        "nothing is printed that is not declared"
    )
    return document


def test_installed_games_are_listed_with_what_can_be_chosen(capsys: Output) -> None:
    listed = printed(capsys, "games", "games")["games"]
    assert [game["game"] for game in listed] == [*registry.names()]
    (essence,) = (game for game in listed if game["game"] == "essence")
    assert essence["players"] == [2, 3, 4, 5, 6, 7]
    assert essence["levels"] == ["table", "full"]
    assert essence["options"]["double_points"] == ["without", "with"]
    assert printed(capsys, "games show", "games", "show", "essence") == essence


def test_games_that_were_played_are_printed_with_their_ranking(
    config: tuple[str, str], capsys: Output
) -> None:
    archive = printed(capsys, "games played", "games", "played", *config)
    teams, alone = archive["games"]
    assert archive["archive"]["games"] == 2
    assert [teams["number"], alone["number"]] == [2, 1]
    assert [len(side["seats"]) for side in teams["ranking"]] == [2, 2]
    assert sum(side["wins"] for side in alone["ranking"]) == pytest.approx(1)
    assert (
        main(["export", str(Path(config[1]).parent / FILE), "--play", "2", "--format", "csv"]) == 0
    )
    _, row, *_ = capsys.readouterr().out.splitlines()
    assert row.startswith(f"{teams['id']},compass-points,{teams['ended'][:10]}")
    assert printed(capsys, "games played N", "games", "played", "2", *config) == teams
    found = printed(capsys, "games played", "games", "played", "--game", "inner-compass", *config)
    assert found["games"] == [alone]


@pytest.mark.usefixtures("on_a_disk")
def test_findings_of_the_doctor_are_printed_with_whether_all_is_sound(
    tmp_path: Path, capsys: Output
) -> None:
    config = tmp_path / "companion.yaml"
    config.write_text(f"state: {tmp_path}\n", encoding="utf-8")
    diagnosis = printed(capsys, "doctor", "doctor", "--config", str(config))
    assert diagnosis["sound"] is True
    assert {"subject": "panel", "sound": True, "words": "ssd1306, emulated"} in diagnosis[
        "findings"
    ]
    config.write_text(
        f"state: {tmp_path}\npanel: {{driver: ssd1306, bus: /dev/no-such-bus}}\n", encoding="utf-8"
    )
    diagnosis = printed(capsys, "doctor", "doctor", "--config", str(config), status=1)
    assert diagnosis["sound"] is False
    (panel,) = (each for each in diagnosis["findings"] if each["subject"] == "panel")
    assert "/dev/no-such-bus does not exist" in panel["words"]


def test_figures_are_rows_with_the_names_of_their_columns() -> None:
    class Table(msgspec.Struct):
        key: str
        columns: tuple[str, ...]
        rows: tuple[tuple[object, ...], ...]

    table: Any = Table("seats", ("game", "seat", "share"), (("essence", 1, 62.5),))
    assert json.loads(msgspec.json.encode(json_output.figures_of(8, (table,)))) == {
        "games": 8,
        "tables": {"seats": [{"game": "essence", "seat": 1, "share": 62.5}]},
    }
