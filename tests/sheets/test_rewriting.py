"""Other answers change their own lines of a sheet, and leave those of people as they are."""

import pytest

from companion.sheets.questions import Answers, sheet_text
from companion.sheets.rewriting import rewritten
from companion.sheets.sheet import read_sheet

BEFORE = Answers("Ants", 2, 4)
OWN = """\
# Our own rules
title: Ants
players: [2, 4]
bgg: 77  # looked up
hidden: true
categories:
# what counts
- id: ants
  name: Ants
  most: 40
- {id: eggs, name: Eggs, value: 2}
"""


def changed(text: str, **answers: object) -> str:
    after = Answers(**{"title": "Ants", "least": 2, "most": 4, **answers})  # type: ignore[arg-type]
    return rewritten(text, sheet_text(BEFORE), sheet_text(after))


def test_another_number_of_rounds_changes_no_other_line() -> None:
    assert changed(OWN, rounds="7") == f"{OWN}rounds: 7\n"


def test_another_answer_changes_the_line_of_its_key_where_it_is() -> None:
    written = changed(OWN, most=5)
    assert written == OWN.replace("players: [2, 4]", "players: [2, 5]")


def test_another_way_of_counting_replaces_what_was_counted() -> None:
    sheet = read_sheet(changed(OWN, scoring="none"), "")
    assert (sheet.wins, sheet.categories, sheet.bgg, sheet.hidden) == ("named", (), 77, True)


def test_an_answer_that_needs_no_key_removes_it() -> None:
    text = sheet_text(Answers("Ants", rounds="5")) + "bgg: 77"
    written = rewritten(text, sheet_text(Answers("Ants", rounds="5")), sheet_text(BEFORE))
    assert written == sheet_text(BEFORE) + "bgg: 77\n"


@pytest.mark.parametrize("text", ["", "\n", "# nothing yet\n"])
def test_the_first_answers_write_the_whole_sheet(text: str) -> None:
    assert rewritten(text, "", sheet_text(BEFORE)) == text + sheet_text(BEFORE)
