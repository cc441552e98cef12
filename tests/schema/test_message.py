"""Messages are English strings that can be said again in another language."""

import copy
import pickle

from companion.schema.message import (
    Message,
    either,
    join,
    reason,
    say,
    translate,
)

GERMAN = {
    "expected {what} from {low} to {high}": "erwartet: {what} von {low} bis {high}",
    "a pin": "ein Anschluss",
    "{some} or {last}": "{some} oder {last}",
}


def german(template: str) -> str:
    return GERMAN.get(template, template)


def test_a_message_is_its_english_sentence() -> None:
    message = say("expected {what} from {low} to {high}", what="a pin", low=0, high=27)
    assert message == "expected a pin from 0 to 27"
    assert isinstance(message, str)


def test_it_is_translated_with_the_messages_in_it() -> None:
    message = say("expected {what} from {low} to {high}", what=say("a pin"), low=0, high=27)
    assert translate(message, german) == "erwartet: ein Anschluss von 0 bis 27"


def test_a_message_without_translation_stays_english() -> None:
    assert translate(say("no such {thing}", thing="game"), german) == "no such game"
    assert translate("plain", german) == "plain"


def test_values_with_braces_stay_as_they_are() -> None:
    assert say("found {found}", found="{0}") == "found {0}"


def test_it_survives_copies_and_errors() -> None:
    message = say("found {found}", found="x")
    for clone in (copy.deepcopy(message), pickle.loads(pickle.dumps(message))):  # noqa: S301 - ours
        assert isinstance(clone, Message)
        assert clone.params == {"found": "x"}
    assert ValueError(message).args[0].template == "found {found}"


def test_several_messages_make_one_that_is_translated_part_by_part() -> None:
    message = join("; ", [say("a pin"), "{x}", "plain"])
    assert message == "a pin; {x}; plain"
    assert translate(message, german) == "ein Anschluss; {x}; plain"
    assert join(", ", []) == ""


def test_alternatives_are_joined_by_or() -> None:
    assert either(["red"]) == "red"
    assert either([2, 3, 5]) == "2 or 3 or 5"
    assert translate(either(["red", "blue"]), german) == "red oder blue"
    assert translate(either([say("a pin"), "blue"]), german) == "ein Anschluss oder blue"


def test_an_error_keeps_its_message() -> None:
    assert reason(ValueError(say("a pin"))) == "a pin"
    assert translate(reason(ValueError(say("a pin"))), german) == "ein Anschluss"
    assert reason(ValueError("plain", 1)) == "('plain', 1)"
    assert reason(ValueError()) == ""
