"""Messages from others: whatever they hold, the box takes only what it knows."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.fleet.inbound import (
    Ack,
    CommandRequest,
    DesiredSettings,
    ReplayRequest,
    ack_of,
    desired_of,
    request_of,
    want_of,
    why_not,
)
from companion.fleet.remote_settings import settings_change
from companion.protocol import mqtt
from companion.protocol.journal import JournalPosition
from companion.protocol.mqtt import LONGEST_AT_BOX as LONGEST
from companion.protocol.payload import NotUnderstoodError, message_in
from companion.storage.journal import HighWaterMark
from companion.table.state import Console
from tests.web.scene import Scene


def request_in(payload: bytes, now: float) -> CommandRequest:
    return request_of(message_in(payload, mqtt.CommandRequestMessage), now)


def ack_in(payload: bytes) -> Ack:
    return ack_of(message_in(payload, mqtt.AckMessage))


def want_in(payload: bytes) -> ReplayRequest:
    return want_of(message_in(payload, mqtt.ReplayRequestMessage))


def desired_in(payload: bytes) -> DesiredSettings:
    return desired_of(message_in(payload, mqtt.DesiredSettingsMessage))


def test_a_request() -> None:
    assert request_in(b'{"id":"a","command":"undo"}', 0.0) == CommandRequest("a", "undo")
    assert request_in(b'{"command":"pause"}', 0.0) == CommandRequest("", "pause")


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        (b"", "no-json"),
        (b"\xff\xfe", "no-json"),
        (b"[1]", "no-object"),
        (b'{"command":"\\ud800"}', "no-object"),
        (b" " * (LONGEST + 1), "too-long"),
        (b'{"command":"undo","until":"yesterday"}', "bad-until"),
        (b'{"command":"undo","until":5}', "bad-until"),
        (b'{"command":"undo","until":"2026-01-01T00:00:00+00:00"}', "too-late"),
        (b'{"command":"format"}', "unknown-command"),
        (b'{"command":"undo","id":[]}', "bad-id"),
    ],
)
def test_what_is_no_request(payload: bytes, code: str) -> None:
    with pytest.raises(NotUnderstoodError, match=code):
        request_in(payload, 1.8e9)


def test_acknowledgements_and_wants() -> None:
    payload = b'{"journal":"j","play":3,"sequence":7,"result":true,"crc":9}'
    assert ack_in(payload) == Ack("j", JournalPosition(3, 7, result=True), HighWaterMark(3, 7, 9))
    assert want_in(b'{"birth":true}') == ReplayRequest(birth=True)
    assert want_in(payload) == ReplayRequest(journal="j", after=JournalPosition(3, 7, result=True))


@settings(max_examples=25)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_nothing_but_our_own_error_comes_out(payload: bytes) -> None:
    for read in (ack_in, want_in, desired_in, lambda each: request_in(each, 0.0)):
        try:
            read(payload)
        except NotUnderstoodError:
            continue


@settings(max_examples=25)
@given(
    st.dictionaries(
        st.sampled_from(["journal", "play", "sequence", "crc", "result", "settings", "id"]),
        st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.none()),
    )
)
def test_fields_of_the_wrong_kind(data: dict[str, object]) -> None:
    from json import dumps

    for read in (ack_in, want_in, desired_in):
        try:
            read(dumps(data).encode())
        except NotUnderstoodError:
            continue


def test_what_makes_no_sense_now() -> None:
    table = Scene("compass-jewels").table
    assert why_not(CommandRequest("", "resume"), table) == "already"
    assert why_not(CommandRequest("", "pause"), table) == ""
    assert why_not(CommandRequest("", "undo"), Scene("compass-jewels").table) in (
        "",
        "nothing-to-undo",
    )


def test_settings() -> None:
    console = Console(language="en", languages=("en", "de"))
    wanted = settings_change(
        console, {"sound": "off", "language": "zz", "brightness": "low", "x": 1}
    )
    assert wanted.changes == {"quiet": True, "brightness": "low"}
    assert wanted.kept == {"sound": "off", "brightness": "low"}
    assert wanted.refused == {"language": "one of en, de", "x": "unknown"}


def test_a_value_that_is_no_text() -> None:
    wanted = settings_change(Console(languages=("en",)), {"language": ["en"], "sound": None})
    assert set(wanted.refused) == {"language", "sound"}
