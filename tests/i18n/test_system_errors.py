"""Errors of the operating system are told in its own words, or translated."""

import errno
import os

import pytest

from companion.i18n.catalogue import Phrases
from companion.i18n.system_errors import cause, explained

GERMAN = Phrases("de", tuple)


@pytest.mark.parametrize("number", [errno.ENOENT, errno.EACCES, errno.ENOSPC, errno.EADDRINUSE])
def test_the_usual_causes_are_in_the_systems_own_words(number: int) -> None:
    words = cause(OSError(number, os.strerror(number)))
    assert words == os.strerror(number)
    assert GERMAN.tell(words) != words


def test_the_file_is_named_if_it_is_known() -> None:
    error = FileNotFoundError(errno.ENOENT, "No such file or directory", "box.yaml")
    assert explained(error) == "box.yaml: No such file or directory"
    assert GERMAN.tell(explained(error)) == "box.yaml: Datei oder Ordner nicht gefunden"
    assert explained(OSError(errno.ENOSPC, "full")) == "No space left on device"


def test_other_causes_stay_as_the_system_says_them() -> None:
    assert cause(OSError(errno.EXDEV, "Invalid cross-device link")) == "Invalid cross-device link"
    assert cause(OSError("out of paper")) == "out of paper"
