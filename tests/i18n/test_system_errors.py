"""Errors of the operating system are reported in its own words, or translated."""

import errno
import os

import pytest

from companion.i18n.catalogue import Phrases
from companion.i18n.system_errors import describe_error, system_cause

GERMAN = Phrases("de", tuple)


@pytest.mark.parametrize("number", [errno.ENOENT, errno.EACCES, errno.ENOSPC, errno.EADDRINUSE])
def test_common_causes_have_the_systems_words_and_a_translation(number: int) -> None:
    words = system_cause(OSError(number, os.strerror(number)))
    assert words == os.strerror(number)
    assert GERMAN.tell(words) != words


def test_the_file_is_named_if_it_is_known() -> None:
    error = FileNotFoundError(errno.ENOENT, "No such file or directory", "box.yaml")
    assert describe_error(error) == "box.yaml: No such file or directory"
    assert GERMAN.tell(describe_error(error)) == "box.yaml: Datei oder Ordner nicht gefunden"
    assert describe_error(OSError(errno.ENOSPC, "full")) == "No space left on device"


def test_other_causes_are_not_translated() -> None:
    assert (
        system_cause(OSError(errno.EXDEV, "Invalid cross-device link"))
        == "Invalid cross-device link"
    )
    assert system_cause(OSError("out of paper")) == "out of paper"
