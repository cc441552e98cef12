"""A result remembers whether the owner's copy was confirmed, wherever it is shown."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.cli import main
from companion.engine.log import Splice, new_step
from companion.fleet.result import outcome_of
from companion.i18n.catalogue import Catalogue
from companion.protocol.http.page_words import page_words
from companion.records import archive
from companion.records.exports import csv
from companion.records.player_statistics import player_statistics
from companion.records.result import result_from, result_of, result_struct
from companion.storage.journal import FILE, Journal
from companion.table.history.entries import edit
from companion.table.lobby.rematch import party_of
from companion.table.screens import previous_games
from companion.table.state import Table, Timestamp, with_console
from companion.web.pages import archive_page
from companion.web.pages.archive_page import PageContext
from tests.records.exports.played import NAMES, records, store


def table(*, unsure: bool) -> Table:
    return with_console(archive.table_of(records("compass-jewels", 1)[0]), unsure=unsure)


@pytest.mark.parametrize("unsure", [True, False])
def test_points_on_assumptions_stay_marked(
    unsure: bool,  # noqa: FBT001 - of a parametrized test
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    mark = "~" if unsure else ""
    (recorded,) = records("compass-jewels", 1)
    with Journal.open(tmp_path / FILE) as journal:
        number = store(journal, recorded)
        journal.remember(number, result_struct(result_of(table(unsure=unsure))))
        kept, (listed,) = archive.read_game(journal, number), archive.recent(journal)
    over = with_console(table(unsure=unsure), previous_games=(listed,))
    (page,) = previous_games.pages(over, Catalogue("en", over.game, over.setup.players), 6)
    assert {row.value for row in page.rows} == {f"{mark}0"}
    frame = PageContext("en", page_words("en"), host=False)
    assert f"<td>{mark}0</td>" in archive_page.ranking_table(frame, kept)
    settings = tmp_path / "companion.yaml"
    settings.write_text(f"state: {tmp_path}\ngame: compass-jewels\nplayers: [Ann, Ben]\n")
    assert main(["games", "played", "--config", str(settings)]) == 0
    assert f"Ann {mark}0," in capfd.readouterr().out


def test_a_result_of_an_older_companion_is_taken_as_sure() -> None:
    result = result_of(table(unsure=True))
    older = result_struct(result)
    del older["unsure"]
    assert result_from(older) == replace(result, unsure=False)


@pytest.mark.slow
def test_whoever_has_left_the_game_has_no_place_anywhere(tmp_path: Path) -> None:
    """ES-R18."""
    recorded = records("essence", 3)[-1]
    end = archive.table_of(recorded)
    end = replace(end, state=end.state.with_player(0, away=True))
    result = result_of(end)
    assert result.places[0] == 0
    assert min(result.places[1:]) == 1
    assert outcome_of(end)["places"] == [*result.places]
    assert len(previous_games.previous_game(1, "today", end).ranking) == len(result.places) - 1
    with Journal.open(tmp_path / FILE) as journal:
        number = store(journal, recorded)
        journal.remember(number, result_struct(result))
        kept, (listed,) = archive.read_game(journal, number), archive.recent(journal)
    assert NAMES[0] not in {each.name for each in listed.ranking}
    assert NAMES[0] not in {each.name for each in player_statistics([kept])}
    assert [row["place"] for row in csv.rows(kept)] == ["", *result.places[1:]]
    page = archive_page.ranking_table(PageContext("en", page_words("en"), host=False), kept)
    assert f'<td>–</td><th scope="row">{NAMES[0]}</th><td>–</td>' in page


def test_who_began_and_what_was_played_follow_an_edit_of_the_log() -> None:
    before = archive.table_of(records("inner-compass", 2)[0])
    number, first = next(
        (n, step.entry)
        for n, step in enumerate(before.steps, 1)
        if step.entry.payload["type"] == "choose_start"
    )
    other = (int(str(first.payload["player"])) + 1) % len(before.setup.players)
    new = new_step(replace(first, payload={**first.payload, "player": other}), number)
    after = edit(
        before, Splice(number, len(before.steps) + 1 - number, (new,)), Timestamp(10**9, 1e9)
    )
    result = result_of(after)
    assert (result_of(before).starter, result.starter) == (first.payload["player"], other)
    assert party_of(after).starter == other
    assert (result.actions, result.undone) == (0, len(before.steps) + 1 - number)
