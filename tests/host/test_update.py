"""A box takes an update when nobody plays, once, and says in one sentence what it does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.host.update import (
    COMPATIBLE,
    LEFT_ALONE,
    NAME,
    Bundle,
    Situation,
    SystemTrial,
    UpdateStep,
    decide,
    is_played,
    outcome,
    slot,
    version_key,
)

NEW = Bundle("0.3.0", COMPATIBLE)


def test_an_update_is_installed_between_games() -> None:
    """And people are told to leave the power alone."""
    decision = decide(Situation(NEW, running="0.2.0"))
    assert decision.step is UpdateStep.INSTALL
    assert decision.sentence == (
        "installing update 0.3.0: leave stick and power alone, then the box restarts"
    )


def test_without_a_stick_nothing_is_said() -> None:
    """There is nothing to decide."""
    decision = decide(Situation(None, running="0.2.0"))
    assert (decision.step, decision.sentence) == (UpdateStep.NOTHING, None)


@pytest.mark.parametrize(
    ("bundle", "words"),
    [
        (Bundle(trouble="signature verification failed"), "damaged or not signed by us"),
        (Bundle("0.3.0", "somebody-else"), "is for somebody-else, not for this box"),
        (Bundle("0.2.0", COMPATIBLE), "version 0.2.0 is already installed"),
        (Bundle("0.1.9", COMPATIBLE), "version 0.1.9 is older than 0.2.0"),
        (Bundle("0.2.5", COMPATIBLE), "did not start on this box and will not be tried again"),
    ],
)
def test_what_is_not_taken_is_said_in_a_sentence(bundle: Bundle, words: str) -> None:
    """Also while a game goes on: nothing happens anyway."""
    came_back = frozenset({"0.2.5"})
    for playing in (False, True):
        decision = decide(Situation(bundle, "0.2.0", came_back, playing=playing))
        assert decision.step is UpdateStep.NOTHING
        assert words in str(decision.sentence)


def test_versions_are_compared_as_numbers() -> None:
    """0.10 is newer than 0.9."""
    assert decide(Situation(Bundle("0.10.0", COMPATIBLE), "0.9.1")).step is UpdateStep.INSTALL
    mixed = ["0.10", "0.9.1", "0.9", "0.beta.7"]
    assert sorted(mixed, key=version_key) == ["0.beta.7", "0.9", "0.9.1", "0.10"]


@pytest.mark.parametrize(
    ("name", "version"),
    [
        ("compass-companion-0.10.0.raucb", "0.10.0"),
        ("compass-companion_1.raucb", "1"),
        ("compass-companion-1.0..raucb", None),
        (f"compass-companion-{'9' * 5000}.raucb", None),
        ("compass-companion-1.0.raucb.part", None),
        ("compass-companion-1.0\n.raucb", None),
        ("../compass-companion-1.0.raucb", None),
        ("update.raucb", None),
    ],
)
def test_a_name_may_tell_the_version(name: str, version: str | None) -> None:
    named = NAME.fullmatch(name)
    assert (None if named is None else named[1]) == version


BUNDLES = st.one_of(
    st.none(),
    st.builds(
        Bundle,
        st.from_regex(r"[0-9]\.[0-9]{1,2}(\.[0-9a-z]+)?", fullmatch=True),
        st.sampled_from([COMPATIBLE, "other", ""]),
        st.sampled_from(["", "", "broken"]),
    ),
)


@given(
    st.builds(
        Situation,
        BUNDLES,
        st.sampled_from(["0.1.0", "0.2.0"]),
        st.frozensets(st.sampled_from(["0.3.0", "0.4"])),
        st.booleans(),
        st.booleans(),
    )
)
def test_never_during_a_game_nor_on_a_trial_nor_without_trust(situation: Situation) -> None:
    """Whatever comes together, these three hold."""
    bundle = situation.bundle
    if decide(situation).step is UpdateStep.INSTALL:
        assert bundle is not None
        assert not bundle.trouble
        assert bundle.compatible == COMPATIBLE
        assert not situation.playing
        assert not situation.on_trial
        assert bundle.version not in situation.came_back


def test_a_game_left_on_the_shelf_does_not_keep_a_box_old() -> None:
    """After three hours without a touch nobody is disturbed; the game goes on afterwards."""
    assert is_played(1000, 999)
    assert is_played(1000, 5000)
    assert not is_played(LEFT_ALONE + 1000, 1000)
    assert not is_played(1000, None)


def test_a_trial_ends_well_or_comes_back() -> None:
    """The slot that runs tells which; until the box is ready nothing is decided."""
    trial = SystemTrial("0.3.0", "B")
    good, bad = outcome(trial, "B", ready=True), outcome(trial, "A", ready=False)
    assert good is not None
    assert (good.sentence, good.came_back) == ("updated to version 0.3.0", False)
    assert bad is not None
    assert bad.came_back
    assert "the previous version is back" in bad.sentence
    assert outcome(trial, "B", ready=False) is None
    assert outcome(None, "A", ready=True) is None


def test_the_command_line_of_the_kernel_names_the_slot() -> None:
    """It is written by the installer of the system."""
    assert slot(["root=PARTUUID=1-05", "ro", "rauc.slot=B", "quiet"]) == "B"
    assert slot(["quiet"]) == ""
