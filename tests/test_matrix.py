from companion.i18n.languages import LANGUAGES
from tests.i18n.test_words_fit import CELLS, FULLEST, PLAYED
from tests.matrix import SEED, WHOLE, covering

BOTH = [(size, colour) for size in "SML" for colour in ("red", "blue")]


def test_a_sample_holds_each_part_of_each_case_in_the_order_of_the_cases() -> None:
    found = covering(BOTH, lambda case: case, whole=False)
    assert {part for case in found for part in case} == {*"SML", "red", "blue"}
    assert list(found) == [case for case in BOTH if case in found]
    assert len(found) < len(BOTH)


def test_the_same_cases_are_taken_each_time() -> None:
    assert SEED == 39
    assert covering(BOTH, lambda case: case, whole=False) == (
        ("S", "blue"),
        ("M", "red"),
        ("L", "red"),
    )


def test_the_whole_is_everything() -> None:
    assert covering(BOTH, lambda case: case, whole=True) == tuple(BOTH)


def test_texts_are_measured_in_all_that_can_be_played_and_each_game_in_each_language() -> None:
    assert {case for _, case in CELLS} == {*PLAYED}
    assert {*CELLS} >= {(language, case) for language in LANGUAGES for case in FULLEST}
    assert WHOLE or len(CELLS) < len(PLAYED) * len(LANGUAGES) / 3
