"""A result remembers who sat there at the end, and whether the owner's copy was confirmed."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli import main
from companion.engine.log import EntryKind
from companion.i18n.catalogue import Catalogue
from companion.records import archive
from companion.records.jsonl import RecordError, read, write
from companion.records.result import result_from, result_of, result_struct
from companion.storage.journal import FILE, Journal
from companion.table import played
from companion.table.state import Table, showing
from companion.web import archive_page, share
from companion.web.archive_page import Frame
from companion.web.words import words
from tests.records.exports.played import records, store


def table(*, unsure: bool) -> Table:
    return showing(archive.table_of(records("compass-jewels", 1)[0]), unsure=unsure)


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
        kept, (listed,) = archive.one(journal, number), archive.recent(journal)
    over = showing(table(unsure=unsure), played=(listed,))
    (page,) = played.pages(over, Catalogue("en", over.game, over.setup.players), 6)
    assert {row.value for row in page.rows} == {f"{mark}0"}
    frame = Frame("en", words("en"), host=False)
    assert f"<td>{mark}0</td>" in archive_page.places(frame, kept)
    settings = tmp_path / "companion.yaml"
    settings.write_text(f"state: {tmp_path}\ngame: compass-jewels\nplayers: [Ann, Ben]\n")
    assert main(["games", "played", "--config", str(settings)]) == 0
    assert f"Ann {mark}0," in capfd.readouterr().out


def test_a_result_of_an_older_companion_is_taken_as_sure() -> None:
    result = result_of(table(unsure=True))
    older = result_struct(result)
    del older["unsure"]
    assert result_from(older) == replace(result, unsure=False)


def test_a_game_bears_the_names_of_those_who_sat_there_at_the_end(tmp_path: Path) -> None:
    (recorded,) = records("compass-jewels", 1)
    half = len(recorded.entries) // 2
    before = recorded.entries[:half]
    taken = replace(before[-1], sequence=half + 1, kind=EntryKind.CHECKPOINT, actor=0)
    entries = (
        *before,
        replace(taken, payload={"seat": 0, "name": "Zoe"}),
        *(replace(entry, sequence=entry.sequence + 1) for entry in recorded.entries[half:]),
    )
    handed = replace(recorded, entries=entries)
    assert read(list(write(handed))) == handed
    with Journal.open(tmp_path / FILE) as journal:
        number = store(journal, handed)
        kept, (listed,) = archive.one(journal, number), archive.recent(journal)
        assert archive.record(journal, number) == handed
    assert kept.setup.players == archive.played_of(handed, 1).setup.players == ("Zoe", "=1+1")
    assert {each.name for each in listed.ranking} == {"Zoe", "=1+1"}
    shown = share.page(handed, "en")
    assert '<th scope="row">Zoe</th>' in shown
    assert '<th scope="row">Ann</th>' not in shown


@pytest.mark.parametrize(
    "payload",
    [
        {"seat": 2, "name": "Zoe"},
        {"seat": True, "name": "Zoe"},
        {"seat": 0},
        {"seat": 0, "name": "Zoe", "left": 1},
        {"stopped": 1},
        {"left": True},
    ],
)
def test_a_checkpoint_says_nothing_else(payload: dict[str, object]) -> None:
    (recorded,) = records("compass-jewels", 1)
    entry = replace(recorded.entries[0], kind=EntryKind.CHECKPOINT, payload=payload)
    with pytest.raises(RecordError, match="payload of a checkpoint is empty"):
        read(list(write(replace(recorded, entries=(entry,)))))
