"""Figures over games, checked against what plain Python counts."""

import csv
import time
from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path
from statistics import mean

import pytest

from companion.cli import main
from companion.records.jsonl import write
from companion.records.result_lines import GameResult, line_of, read
from companion.records.statistics.figures import FigureTable, figures
from companion.storage.journal import FILE, Journal
from tests.records.exports.played import PLAIN_NAMES, left, played, records, store

GAMES = ("inner-compass", "compass-points", "essence")


@pytest.fixture(scope="module")
def games() -> list[GameResult]:
    lines = [line_of(game) for name in GAMES for game in played(name, 6, PLAIN_NAMES)]
    return list(read([*lines, line_of(left("inner-compass"))]))


@pytest.fixture(scope="module")
def tables(games: list[GameResult]) -> dict[str, FigureTable]:
    count, found = figures(games)
    assert count == len(games)
    return {table.key: table for table in found}


def test_wins_and_points_of_a_player(
    games: list[GameResult], tables: dict[str, FigureTable]
) -> None:
    points, wins = defaultdict(list), defaultdict[tuple[str, str], Fraction](Fraction)
    for game in games:
        for seat, name in enumerate(game.players if game.result.over else ()):
            ranking = game.result.ranking
            points[name, game.game].append(ranking.points[seat])
            wins[name, game.game] += ranking.wins[seat]
    found = {(row[0], row[1]): row for row in tables["players"].rows}
    assert found.keys() == points.keys()
    for key, row in found.items():
        assert row[2] == len(points[key])
        assert row[3] == pytest.approx(float(wins[key]), abs=0.006)
        assert row[7] == pytest.approx(mean(points[key]), abs=0.051)
        assert row[5] <= row[4] <= row[6]


def test_points_by_rule(games: list[GameResult], tables: dict[str, FigureTable]) -> None:
    points = Counter[tuple[str, str]]()
    for game in games:
        for _seat, count, rule in game.result.lines if game.result.over else ():
            points[game.game, rule] += count
    assert {(row[0], row[1]): row[2] for row in tables["rules"].rows} == dict(points)


def test_seats_and_lengths(games: list[GameResult], tables: dict[str, FigureTable]) -> None:
    seats = Counter[tuple[str, int, int]]()
    for game in games:
        for seat in range(len(game.players) if game.result.over else 0):
            seats[game.game, len(game.players), seat + 1] += 1
    assert {row[:3]: row[3] for row in tables["seats"].rows} == dict(seats)
    lengths = {row[0]: row[3] for row in tables["games"].rows}
    for name in GAMES:
        own = [game.result.length / 60 for game in games if game.game == name]
        assert lengths[name] == pytest.approx(mean(own), abs=0.051)


def test_no_games_give_no_tables() -> None:
    assert figures([]) == (0, ())


def test_records_results_journals_and_folders_give_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    box, folder = tmp_path / "box", tmp_path / "records"
    box.mkdir()
    folder.mkdir()
    games = records("inner-compass", 3)
    with Journal.open(box / FILE) as journal:
        for number, recorded in enumerate(games):
            store(journal, recorded)
            lines = "\n".join(write(recorded))
            (folder / f"{number}.jsonl").write_text(lines, encoding="utf-8")
    settings = tmp_path / "companion.yaml"
    settings.write_text(f"state: {box}\n", encoding="utf-8")
    config = ("--config", str(settings))
    results = tmp_path / "results"
    assert main(["games", "played", *config, "--export", "results", "--to", str(results)]) == 0
    ways = {
        "a": [str(folder)],
        "b": ["--box", *config],
        "c": [str(results)],
        "d": [str(box / FILE)],
    }
    for way, arguments in ways.items():
        assert main(["stats", *arguments, "--csv", str(tmp_path / way)]) == 0
    for table in (tmp_path / "a").iterdir():
        for way in "bcd":
            assert sorted((tmp_path / way / table.name).read_text().splitlines()) == sorted(
                table.read_text().splitlines()
            )
    capsys.readouterr()
    assert main(["stats", str(results)]) == 0
    assert "Figures of 3 games" in capsys.readouterr().out
    assert main(["stats"]) == 2
    results.write_text("{}\n" + results.read_text())
    assert main(["stats", str(results)]) == 2


def test_nothing_is_cut_in_a_terminal_of_80_columns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    results = tmp_path / "results"
    lines = [line_of(game) for name in GAMES for game in played(name, 3)]
    results.write_text("\n".join(lines), encoding="utf-8")
    assert main(["stats", str(results)]) == 0
    output = capsys.readouterr().out
    assert "…" not in output
    assert max(map(len, output.splitlines())) <= 80
    assert "wins by seat · inner-compass" in output
    for name in {name for game in played("essence", 3) for name in game.players}:
        assert name in output  # names may be folded, but these are short


def test_the_page_has_every_table_and_draws_the_same_twice(tmp_path: Path) -> None:
    results = tmp_path / "results"
    results.write_text("\n".join(line_of(game) for game in played("inner-compass", 3)))
    pages = []
    for _ in range(2):
        assert main(["stats", str(results), "--html", str(tmp_path / "page.html")]) == 0
        pages.append((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert pages[0] == pages[1]
    assert pages[0].count("<svg ") == 3
    assert "=1+1" in pages[0]
    assert "IC-EP-1" in pages[0]


def test_ten_thousand_games_take_at_most_five_seconds(tmp_path: Path) -> None:
    results = tmp_path / "results"
    lines = [line_of(game) for game in played("inner-compass", 20)] * 500
    results.write_text("\n".join(lines), encoding="utf-8")
    began = time.process_time()
    assert main(["stats", str(results), "--csv", str(tmp_path / "tables")]) == 0
    assert time.process_time() - began < 5
    with (tmp_path / "tables" / "games.csv").open(encoding="utf-8") as stream:
        assert [row["games"] for row in csv.DictReader(stream)] == ["10000"]


@pytest.mark.parametrize("seed", [2, 3, 4])
def test_the_answers_of_a_short_study_are_drawn(tmp_path: Path, seed: int) -> None:
    """Somebody wins all of its games, or none."""
    picture = tmp_path / "answers.svg"
    given = ["--games", "5", "--seed", str(seed), "--workers", "1", "--picture", str(picture)]
    assert main(["study", "compass-points", "--to", str(tmp_path / "study.results"), *given]) == 0
    assert picture.read_text(encoding="utf-8").startswith("<?xml")
