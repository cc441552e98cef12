"""Whatever is answered to the five questions is a sheet without mistakes."""

from itertools import product
from typing import get_args, get_type_hints

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
        assert compile_plan(sheet).order == ("together" if chosen[0] == "together" else "clockwise")
        assert compile_plan(sheet).rounds == (0 if chosen[1] == "open" else int(chosen[1]),)
        assert compile_plan(sheet).has_points == (chosen[2] != "none")
