"""The owner's rulings (section 15): defaults, accepted values, and errors for others."""

import pytest

from companion.engine.game import SetupError
from companion.engine.shapes import wrong
from companion.games.gilded_compass import GAME
from companion.games.gilded_compass.flags import (
    DEFAULT,
    FLAGS,
    RULINGS,
    UNPLACED_DICE,
    Flags,
    chosen,
    flags,
)
from tests.games.gilded_compass.tables import setup

PATH = ("data", "flags")


def test_without_any_they_are_as_the_rules_file_says() -> None:
    """GC-R5, GC-R6, GC-R12, GC-R24, GC-R25, GC-R26, GC-R29, GC-R33, GC-R37."""
    assert flags({}) == DEFAULT
    assert DEFAULT.unplaced_dice_to_library
    assert DEFAULT.extend_per_end == 1
    assert not DEFAULT.items_on_mission_maps
    assert DEFAULT.dummy_galleon_strict
    assert not DEFAULT.tie_by_value
    assert DEFAULT.artifacts_open
    assert DEFAULT.university_resolves == "after_c"
    assert DEFAULT.specialists_on_mission_maps
    assert not DEFAULT.rerolls_after_placing


def test_the_usual_value_of_each_ruling_comes_first() -> None:
    rulings = {"unplaced_dice": UNPLACED_DICE, **RULINGS}
    assert flags(chosen({name: values[0] for name, values in rulings.items()})) == DEFAULT
    for name, values in rulings.items():
        assert len({flags(chosen({name: value})) for value in values}) == len(values)
        assert not any(GAME.option_kinds[name].expected(value) for value in values)


def test_every_ruling_can_be_set_as_an_option() -> None:
    """GC-R5 is asked for at each setup, the others stand in the list of further options."""
    changed = {name: values[1] for name, values in RULINGS.items()}
    differing = flags(chosen({"unplaced_dice": "nothing", **changed}))
    for flag in Flags.__struct_fields__:
        assert getattr(differing, flag) != getattr(DEFAULT, flag), flag
    assert "unplaced_dice" in dict(GAME.choices)
    assert [option.name for option in GAME.further_options] == list(RULINGS)


@pytest.mark.parametrize("to_library", [True, False])
def test_flags_of_an_earlier_version_are_options_now(*, to_library: bool) -> None:
    former = {"unplaced_dice_to_library": to_library, "tie_by_value": True}
    assert flags(chosen(GAME.kept_options({"flags": former}))) == flags(former)
    assert GAME.kept_options({}) == {}


def test_an_option_holds_before_a_flag_among_the_data_of_an_earlier_version() -> None:
    data = {"flags": {"tie_by_value": True, "extend_per_end": "unlimited"}}
    recorded = GAME.new_initial_state(setup(data=data)).variant.flags
    assert recorded == Flags(tie_by_value=True, extend_per_end=None)
    changed = GAME.new_initial_state(setup(data=data, extend_per_end=1)).variant.flags
    assert changed == Flags(tie_by_value=True)


def test_a_wrong_option_is_refused() -> None:
    with pytest.raises(SetupError, match=r"options\.university_resolves: expected after_c"):
        GAME.new_initial_state(setup(university_resolves="last"))


@pytest.mark.parametrize(("setting", "means"), [(1, 1), (2, 2), ("unlimited", None)])
def test_straights_grow_by_a_number_or_without_limit(setting: object, means: int | None) -> None:
    """GC-R12."""
    assert list(wrong(FLAGS, PATH, {"extend_per_end": setting})) == []
    assert flags({"extend_per_end": setting}) == Flags(extend_per_end=means)


@pytest.mark.parametrize("value", [0, -1, True, None, "all", 1.0, [1]])
def test_other_limits_are_none(value: object) -> None:
    (problem,) = wrong(FLAGS, PATH, {"extend_per_end": value})
    assert problem.path == ("data", "flags", "extend_per_end")
    assert problem.message == "expected 1 or more, or unlimited"


@pytest.mark.parametrize("value", [0, 1, "true", None])
def test_the_others_are_true_or_false(value: object) -> None:
    (problem,) = wrong(FLAGS, ("here",), {"tie_by_value": value})
    assert (problem.path, problem.message) == (("here", "tie_by_value"), "expected true or false")


def test_an_unknown_flag_is_reported_with_the_known_ones() -> None:
    (problem,) = wrong(FLAGS, PATH, {"tie_by_values": True})
    assert problem.path == ("data", "flags", "tie_by_values")
    assert problem.message.startswith("no such key, there are: unplaced_dice_to_library, ")
