"""Mistakes in sheets are named with line, key and remedy."""

import pytest

from companion.schema.mistakes import Invalid
from companion.sheets.sheet import read_sheet, read_turn_structure

HEAD = "title: Test\nplayers: [2, 4]\n"


@pytest.mark.parametrize(
    ("course", "sentence"),
    [
        (
            "wins: named\nround: 3\n",
            "a.yaml:4: round: found an unknown key; did you mean 'rounds'?",
        ),
        ("wins: most\n", "a.yaml:3: wins: write `named` for a game without points"),
        ("wins: named\nrounds: many\n", "a.yaml:4: rounds: found 'many', expected"),
        ("amounts: [1, 1]\n", "a.yaml:3: amounts: name each amount once, and not 0"),
        ("amounts: [1]\nties: [towns]\n", "a.yaml:4: ties[0]: there are: ask"),
        ("amounts: [1]\nteams: [[1, 3], [2, 3]]\n", "a.yaml:4: teams: name each player once"),
        ("wins: last\nrounds: 3\n", "a.yaml:4: rounds: leave it out"),
        (
            "categories:\n- {id: money, name: Money, kind: rank, ranks: [5], most: 5000}\n",
            "a.yaml:4: categories[0].step: at most 200 values",
        ),
        ("categories:\n- {id: money}\n", "a.yaml:4: categories[0].name: give it a name"),
        (
            "categories:\n- {id: sets, name: Sets, table: [1, 3]}\n",
            "a.yaml:4: categories[0].table: `kind: table` and `table` belong together",
        ),
        (
            "wins: named\ncounters: [{id: doom, name: Doom, start: 9, most: 3}]\n",
            "a.yaml:4: counters[0].start: expected one of the values from least to most",
        ),
        (
            "wins: named\ncounters: [{id: doom, name: Doom, steps: [0]}]\n",
            "a.yaml:4: counters[0].steps: name each amount once, and not 0",
        ),
        ("amounts: [1]\ndealer: true\nnext: most\n", "a.yaml:5: next: leave it out"),
        (
            "categories:\n- id: coins\n  name: Coins\n- id: sets\n  name: Sets\n  most: -1\n",
            "a.yaml:8: categories[1].most: most at least as much as least",
        ),
        ("wins: named\ncolours: [red, blue]\n", "a.yaml:4: colours: name a different one for each"),
        ("wins: named\ncolours: [red, blue, red, teal]\n", "a.yaml:4: colours: name a different"),
        ("wins: named\nicon: ant\n", "a.yaml:4: icon: found 'ant', expected up to 7 rows"),
        ("wins: named\nicon: |\n  ..#\n  ####\n", "a.yaml:4: icon: make its rows equally long"),
        (
            "wins: named\norder: together\npriority: true\n",
            "a.yaml:5: priority: leave it out: all play at the same time",
        ),
    ],
)
def test_a_mistake_names_line_key_and_remedy(course: str, sentence: str) -> None:
    with pytest.raises(Invalid) as raised:
        read_sheet(HEAD + course, "a.yaml")
    assert str(raised.value).startswith(sentence)


@pytest.mark.parametrize("title", ["  ", "\\u200b", "a\\nb", "\\u202Etxet", "a\\u2066b", "\\x9b"])
def test_a_title_has_something_to_see_and_nothing_that_turns_it_round(title: str) -> None:
    with pytest.raises(Invalid) as raised:
        read_sheet(f'title: "{title}"\nplayers: [2, 4]\nwins: named\n', "a.yaml")
    assert str(raised.value).startswith("a.yaml:1: title: write something to see")


@pytest.mark.parametrize("title", ["שח", "Jeu d’échecs", "七 並べ", "🎲", "👨\u200d👩"])
def test_a_title_is_written_in_any_script(title: str) -> None:
    sheet = read_sheet(f'title: "{title}"\nplayers: [2, 4]\nwins: named\n', "a.yaml")
    assert sheet.title == title


def test_a_name_of_a_category_has_something_to_see() -> None:
    with pytest.raises(Invalid) as raised:
        read_sheet(HEAD + "categories:\n- id: coins\n  name: {en: ' '}\n", "a.yaml")
    assert str(raised.value).startswith("a.yaml:5: categories[0].name.en: write")


def test_a_lone_surrogate_is_a_mistake_in_its_line() -> None:
    with pytest.raises(Invalid) as raised:
        read_sheet(f"{HEAD}wins: named\n# \ud800\n", "a.yaml")
    assert str(raised.value) == "a.yaml:4: is not written in UTF-8; save it so"


def test_a_course_of_a_game_needs_no_names() -> None:
    assert (
        read_turn_structure("categories: [{id: money}]\n", "table.yaml").categories[0].id == "money"
    )
