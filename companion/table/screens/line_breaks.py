"""Lines of a text: broken at spaces, and words that are too long at a syllable, with a hyphen.

The syllables are those of the rule that German, French, Spanish, Italian, Dutch and Polish share: a
new one begins with the last consonant before a vowel, or with consonants that stand together.
"""

import re
from collections.abc import Sequence
from textwrap import wrap
from typing import Final
from unicodedata import normalize

_VOWELS: Final = frozenset("aeiouy")
_TOGETHER: Final = re.compile(
    "bl|br|ch|ck|cl|cr|cz|dr|dz|fl|fr|gl|gr|kl|kr|ph|pl|pr|qu|rz|sh|sz|th|tr"
)
"""Consonants between which no syllable ends; so with *sch*."""
_HEAD: Final = 2
"""Letters that stand at least before a hyphen."""
_TAIL: Final = 3
"""Letters that follow it at least."""
_HYPHEN: Final = "-"


def lines_of(text: str, columns: int, count: int | None = None) -> list[str]:
    """Return a text in lines of at most ``columns`` characters.

    If there are more than ``count``, the last one has the rest, and is longer.
    """
    columns = max(_HEAD + 1, columns)
    lines, rest = list[str](), text
    while rest:
        broken = wrap(rest, columns, break_long_words=False)
        rest = ""
        for number, line in enumerate(broken):
            if len(lines) + 1 == count:
                return [*lines, _joined(broken[number:])]
            if len(line) > columns:
                head, tail = _split(line, columns)
                lines.append(head)
                rest = _joined([tail, *broken[number + 1 :]])
                break
            lines.append(line)
    return lines


def _joined(lines: Sequence[str]) -> str:
    """Return lines as a text again; some end with a hyphen of the text."""
    return "".join(line if line.endswith(_HYPHEN) else f"{line} " for line in lines).rstrip()


def _split(word: str, columns: int) -> tuple[str, str]:
    """Return the beginning of a word that is too long, with a hyphen, and its rest."""
    plain = "".join(normalize("NFKD", letter)[0] for letter in word).lower()
    ends = (at for at in range(columns - 1, _HEAD - 1, -1) if _begins_syllable(plain, at))
    at = next(ends, columns - 1)
    return f"{word[:at]}{_HYPHEN}", word[at:]


def _begins_syllable(word: str, at: int) -> bool:
    """Return whether a syllable begins at a letter, with enough letters before and after it."""
    before, after = word[:at], word[at:]
    if sum(map(str.isalpha, after)) < _TAIL or not _VOWELS.intersection(before):
        return False
    if _TOGETHER.fullmatch(before[-1:] + after[:1]) or (before[-1:] == "s" and after[:2] == "ch"):
        return False
    onset = next((n for n, letter in enumerate(after) if letter in _VOWELS), 0)
    head = after[:onset]
    is_whole = onset == 1 or head == "sch" or bool(_TOGETHER.fullmatch(head))
    return bool(onset) and head.isalpha() and is_whole
