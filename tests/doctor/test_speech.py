"""The doctor tells whether a box that is to speak has a program for it."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.doctor.speech import examine
from tests.rig import settings


@pytest.mark.parametrize(
    ("program", "sound", "words"),
    [("sh -c cat", True, "sh speaks"), ("no-such-thing", False, "apt install no-such-thing")],
)
def test_the_program_is_looked_for(
    tmp_path: Path, program: str, *, sound: bool, words: str
) -> None:
    usual = settings(tmp_path)
    speaking = replace(usual, sound=replace(usual.sound, speech=program))
    (finding,) = examine(speaking)
    assert finding.sound == sound
    assert words in finding.words


def test_a_silent_box_needs_none(tmp_path: Path) -> None:
    assert list(examine(settings(tmp_path))) == []
