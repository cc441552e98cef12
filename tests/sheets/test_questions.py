"""Whatever is answered to the five questions is a sheet without mistakes."""

from itertools import product
from typing import get_args, get_type_hints

from companion.sheets.games import game_of, manifest_of
from companion.sheets.plan import compile_plan
from companion.sheets.questions import Answers, sheet_text
from companion.sheets.sheet import read_sheet


def test_every_answer_leads_to_a_sheet() -> None:
    hints = get_type_hints(Answers)
    names = ("turns", "rounds", "scoring")
    for chosen in product(*(get_args(hints[name]) for name in names)):
        answers = Answers('Our "game": 1', 3, 5, *chosen)
        sheet = read_sheet(sheet_text(answers), "")
        assert (sheet.title, sheet.players) == ('Our "game": 1', (3, 5))
        order = "clockwise" if chosen[0] == "one_by_one" else chosen[0]
        assert compile_plan(sheet).order == order
        assert compile_plan(sheet).rounds == (0 if chosen[1] == "open" else int(chosen[1]),)
        assert compile_plan(sheet).has_points == (chosen[2] != "none")


def test_a_look_is_written_and_read() -> None:
    answers = Answers("Ants", 2, 3, colours=("teal", "red", "brown"), icon="#.#\n.#.\n")
    sheet = read_sheet(sheet_text(answers), "")
    assert (sheet.colours, sheet.icon.split()) == (("teal", "red", "brown"), ["#.#", ".#."])
    assert game_of("ants", sheet).seat_colours == sheet.colours
    assert manifest_of(sheet).icon == sheet.icon
