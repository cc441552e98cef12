"""Finished games in the forms of other programs, with the traps that others have met."""

import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest
from msgspec.structs import replace

from companion.engine import registry
from companion.records.archive import ArchivedGame
from companion.records.exports import bgg, bgstats, csv
from companion.records.jsonl import RecordError
from companion.storage import sheet_book
from companion.storage.state_folder import use_sheets
from tests.records.exports.played import NAMES, left, played
from tests.records.exports.schemas import check_all, check_file, check_xml

FEW = 3
"""Games of each kind; `make long` checks twenty."""


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_random_games_fit_the_schemas(name: str) -> None:
    check_all(played(name, FEW))


class TestTheLink:
    def given(self) -> dict[str, object]:
        (game,) = played("compass-points", 1)
        link = bgstats.link(game)
        data: dict[str, object] = json.loads(unquote(link.partition("data=")[2]))
        return data

    def test_dates_a_play_at_its_end_in_universal_time(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TZ", "Pacific/Auckland")
        (game,) = played("compass-points", 1)
        assert game.result is not None
        ended = replace(game, result=replace(game.result, ended=1_795_287_247.9))
        assert bgstats.play(ended)["playDate"] == "2026-11-21 18:54:07"

    def test_says_every_boolean(self) -> None:
        written = json.dumps(self.given())
        for field in ("startPlayer", "winner", "highestWins", "noPoints"):
            assert f'"{field}": true' in written or f'"{field}": false' in written

    def test_has_numbers_where_the_app_wants_numbers(self) -> None:
        players = self.given()["players"]
        assert isinstance(players, list)
        assert all(type(player["score"]) is int for player in players)

    def test_leaves_out_numbers_of_boardgamegeek_that_nobody_has_looked_up(self) -> None:
        assert "bggId" not in json.dumps(self.given())
        assert "bggId" not in json.dumps(bgstats.file(played("compass-points", 1)))

    def test_stays_the_same_for_the_same_game(self) -> None:
        (game,) = played("compass-points", 1)
        assert bgstats.link(game) == bgstats.link(game)
        assert game.result is not None
        other = replace(game, result=replace(game.result, ended=game.result.ended + 1))
        assert bgstats.link(other) != bgstats.link(game)

    def test_is_refused_for_a_game_that_is_not_over(self) -> None:
        with pytest.raises(RecordError, match="is not over"):
            bgstats.link(left("compass-points"))


class TestAGameThatWasLeft:
    def test_is_marked_in_files(self) -> None:
        game = left("inner-compass")
        check_file([game])
        check_xml([game])
        assert 'incomplete="1"' in bgg.plays([game])
        assert '"ignored": true' in json.dumps(bgstats.file([game]))

    def test_has_no_winner(self) -> None:
        rows = list(csv.read(csv.text([left("inner-compass")])))
        assert {row["winner"] for row in rows} == {"0"}
        assert {row["over"] for row in rows} == {"0"}

    def test_is_not_exported_while_it_goes_on(self) -> None:
        game = replace(left("inner-compass"), goes_on=True)
        for write in (bgg.plays, bgstats.file, csv.text):
            with pytest.raises(RecordError, match="is not over"):
                write([game])


def test_a_game_without_a_result_is_named() -> None:
    game = replace(left("compass-points"), result=None)
    with pytest.raises(RecordError, match="game 1 was played under rules"):
        csv.text([game])


def test_a_tie_that_rules_broke_is_marked() -> None:
    (game,) = played("inner-compass", 1)
    assert game.result is not None
    level = replace(game.result, points=(7, 7), winners=(1,), places=(2, 1))
    assert '"manualWinner": true' in json.dumps(bgstats.file([replace(game, result=level)]))
    shared = replace(level, winners=(0, 1), places=(1, 1))
    assert '"manualWinner": false' in json.dumps(bgstats.file([replace(game, result=shared)]))


class TestTheTable:
    def test_makes_no_formula_of_a_name(self) -> None:
        written = csv.text(played("inner-compass", 1))
        assert "'=1+1" in written
        assert ",=1+1" not in written
        assert list(csv.read(written))[1]["player"] == NAMES[1]

    @pytest.mark.parametrize(
        ("damage", "line"),
        [
            (lambda _text: "diary\r\nMonday\r\n", "line 1"),
            (lambda text: text.replace("\r\n", ",\r\n", 2), "line 1"),
            (lambda text: text + "9,compass\r\n", "line 4"),
            (lambda text: text + '9,"compass', "line 3"),
        ],
    )
    def test_that_is_damaged_or_foreign_is_refused_with_its_line(
        self, damage: Callable[[str], str], line: str
    ) -> None:
        written = csv.text(played("inner-compass", 1))
        with pytest.raises(RecordError, match=line):
            list(csv.read(damage(written)))


class TestOfASheet:
    """What a sheet says of a game reaches other programs."""

    def given(self, tmp_path: Path, course: str) -> tuple[ArchivedGame, ...]:
        use_sheets(tmp_path)
        text = f"title: Harbour\nplayers: [2, 2]\nbgg: 822\n{course}"
        return played(sheet_book.add(tmp_path, text), 1)

    def test_its_number_of_boardgamegeek_reaches_all(self, tmp_path: Path) -> None:
        games = self.given(tmp_path, "amounts: [1]\nwins: least\n")
        game = bgstats.play(games[0])["game"]
        assert (game["name"], game["bggId"], game["highestWins"]) == ("Harbour", 822, False)
        (filed,) = bgstats.file(games)["games"]
        assert (filed["bggId"], filed["highestWins"], filed["noPoints"]) == (822, False, False)
        assert 'name="Harbour" objecttype="thing" objectid="822"' in bgg.plays(games)

    def test_a_game_without_points_that_all_win_or_lose(self, tmp_path: Path) -> None:
        (filed,) = bgstats.file(self.given(tmp_path, "wins: together\nfinish: now\n"))["games"]
        assert (filed["cooperative"], filed["noPoints"]) == (True, True)
