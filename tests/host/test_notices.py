"""Sentences about the computer are written in one language, and can be said in another."""

from pathlib import Path

import pytest

from companion.engine.message import join, say
from companion.host import notices
from companion.i18n.catalogue import Phrases

WAITS = say("update {version} is installed after the game", version="9.0.0")


def test_a_file_can_be_read_by_people(tmp_path: Path) -> None:
    notices.write(tmp_path, notices.UPDATE, [WAITS], "de")
    told = (tmp_path / notices.UPDATE).read_text(encoding="utf-8")
    assert told.partition("\t")[0] == Phrases("de", tuple).tell(WAITS) != WAITS


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_sentence_is_said_in_any_language(tmp_path: Path, language: str) -> None:
    nested = join(": ", [WAITS, say("yes"), "17"])
    notices.write(tmp_path, notices.UPDATE, [nested, "as it is"], "de")
    first, second = notices.about(tmp_path, notices.UPDATE)
    words = Phrases(language, tuple)
    assert words.tell(first) == words.tell(nested)
    assert second == "as it is"


@pytest.mark.parametrize("made_from", ["{", "[]", "7", '["{x}", {}]', '["{x}", 3]', "null"])
def test_what_cannot_be_read_is_said_as_it_stands(tmp_path: Path, made_from: str) -> None:
    (tmp_path / notices.UPDATE).write_text(f"it waits\t{made_from}\n", encoding="utf-8")
    assert notices.about(tmp_path, notices.UPDATE) == ("it waits",)


def test_everybody_may_read_them_and_nobody_sees_half_of_them(tmp_path: Path) -> None:
    notices.write(tmp_path, notices.UPDATE, [WAITS])
    notices.show_progress(tmp_path, {"step": "wait"})
    files = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    assert files == {notices.UPDATE: 0o644, notices.PROGRESS: 0o644}
