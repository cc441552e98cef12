"""A game as one file: small enough to send, and with everything that its scripts need."""

import gzip
import json
import re
from base64 import b64decode

import pytest

from companion.records.jsonl import RecordError
from companion.web.routes import shared_game
from tests.records.exports.played import records

LARGEST = 300_000
"""Bytes of a file."""


def game_in(page: str) -> dict[str, object]:
    match = re.search(r'<script id="game" type="text/plain">([^<]*)', page)
    assert match is not None
    game: dict[str, object] = json.loads(gzip.decompress(b64decode(match[1])))
    return game


@pytest.mark.slow
@pytest.mark.parametrize("name", ["inner-compass", "compass-jewels"])
def test_every_step_is_in_the_file_and_only_what_changed(name: str) -> None:
    (recorded,) = records(name, 1)
    page = shared_game.shared_game(recorded, "en")
    assert len(page.encode()) < LARGEST
    steps = game_in(page)["steps"]
    assert isinstance(steps, list)
    assert len(steps) == len(recorded.entries) + 1
    assert {"sprites", "totals", "turn"} <= steps[0]["view"].keys()
    assert any("sprites" not in step["view"] for step in steps[1:])


@pytest.mark.slow
def test_its_scripts_are_in_the_file_and_import_nothing() -> None:
    page = shared_game.shared_game(records("compass-points", 1)[0], "de")
    assert "customElements.define" in page
    assert not re.search(r"^\s*import\b|\bimport\(", page, re.MULTILINE)
    assert page.count("</script>") == 2


@pytest.mark.slow
def test_nothing_leads_out_of_the_file() -> None:
    page = shared_game.shared_game(records("compass-points", 1)[0], "en")
    assert not re.search(r'(src|href)="(?!data:)', page)
    assert "default-src &#x27;none&#x27;" in page


@pytest.mark.slow
def test_a_team_has_one_line_in_the_curve() -> None:
    assert (
        shared_game.shared_game(records("compass-points", 1)[0], "en").count('class="chart-line')
        == 2
    )


@pytest.mark.slow
def test_names_are_never_markup() -> None:
    page = shared_game.shared_game(records("compass-points", 1)[0], "en")
    assert "<b>Dua" not in page


@pytest.mark.slow
def test_one_record_gives_one_file() -> None:
    (recorded,) = records("compass-points", 1)
    assert shared_game.shared_game(recorded, "en") == shared_game.shared_game(recorded, "en")


def test_a_game_that_does_not_follow_the_rules_is_named() -> None:
    (recorded,) = records("compass-points", 1)
    broken = [*recorded.entries[5:]]
    renumbered = tuple(
        type(entry)(i, entry.kind, entry.actor, entry.payload) for i, entry in enumerate(broken, 1)
    )
    wrong = type(recorded)(recorded.game, "1", recorded.setup, (), renumbered)
    with pytest.raises(RecordError, match="rules version 1"):
        shared_game.shared_game(wrong, "en")
