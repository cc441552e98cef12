"""A sentence goes to another machine as a code with values, and is said there."""

from typing import Any

import pytest

from companion.i18n.catalogue import Phrases
from companion.protocol.mqtt import HealthMessage
from companion.protocol.phrase import phrase_of, words_of
from companion.schema.message import join, say
from companion.schema.reading import read

NO_ANSWER = say("no PN532 answers on {port}: check its wires and its switches", port="COM1")
BOTH = join("; ", [NO_ANSWER, say("lamp '{lamp}': {fault}", lamp="seat1", fault="in use")])
GERMAN = Phrases("de", tuple)


@pytest.mark.parametrize(
    ("message", "german"),
    [
        (NO_ANSWER, "an COM1 antwortet kein PN532: Leitungen und Schalter prüfen"),
        (
            BOTH,
            "an COM1 antwortet kein PN532: Leitungen und Schalter prüfen; Lampe „seat1“: in use",
        ),
        (say("a later version says {what}", what=NO_ANSWER), f"a later version says {NO_ANSWER}"),
    ],
)
def test_it_is_said_in_the_language_of_who_reads_it(message: str, german: str) -> None:
    phrase: Any = phrase_of(message)
    assert words_of(phrase, lambda code: code) == message
    if "later" not in message:
        assert words_of(phrase, GERMAN) == german


def test_plain_words_have_no_code() -> None:
    assert phrase_of("No such file or directory") is None


def test_what_is_deeper_than_two_levels_is_english() -> None:
    phrase: Any = phrase_of(join(" ", [join(" ", [NO_ANSWER])]))
    assert words_of(phrase, GERMAN) == NO_ANSWER


def test_a_hub_reads_it() -> None:
    phrase = phrase_of(BOTH)
    message = read(HealthMessage, {"v": 1, "reasons": {"reader": phrase}})
    assert message.reasons is not None
    assert message.reasons["reader"].code == "{part0}; {part1}"


@pytest.mark.parametrize("code", ["{x.__class__}", "{x:>99999999}", "{x!r}", "{", "{0[0]}", "{y}"])
def test_a_code_asks_for_nothing_but_its_values(code: str) -> None:
    """Whoever is connected can send it."""
    assert words_of({"code": code, "values": {"x": "1"}}, GERMAN) == code
