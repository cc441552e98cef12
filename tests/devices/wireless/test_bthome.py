"""BTHome buttons: a press counts once, a recorded one never, and nobody presses for another."""

from collections.abc import Mapping
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.devices import Gesture
from companion.devices.wireless import ButtonReport
from companion.devices.wireless.bthome import REPEATS, BthomeDecoder, EncryptedButton
from tests.devices.wireless.advertisements import (
    ADDRESS,
    DOUBLE,
    EXAMPLE,
    KEY,
    LONG,
    NONE,
    PRESS,
    encrypted,
    measured,
    plain,
)

CLICK = ButtonReport(ADDRESS, Gesture.CLICK)


def click(counter: int) -> ButtonReport:
    return replace(CLICK, counter=counter)


def decoder(key: str = "", counters: Mapping[str, int] = MappingProxyType({})) -> BthomeDecoder:
    return BthomeDecoder(
        lambda address: key if address == ADDRESS else "",
        lambda address: counters.get(address, -1),
    )


@pytest.mark.parametrize(
    ("event", "gesture"),
    [(PRESS, Gesture.CLICK), (DOUBLE, Gesture.DOUBLE_CLICK), (LONG, Gesture.LONG_PRESS)],
)
def test_an_event_is_a_gesture(event: int, gesture: Gesture) -> None:
    sent = plain(measured(7, 85, event))
    assert decoder().read(ADDRESS, sent, 0.0) == (ButtonReport(ADDRESS, gesture, 85),)


@pytest.mark.parametrize("event", [NONE, 3, 5, 6, 0x80, 0x81, 0xFE])
def test_other_events_mean_nothing(event: int) -> None:
    assert decoder().read(ADDRESS, plain(measured(7, None, event)), 0.0) == ()


def test_each_key_of_a_device_is_a_button() -> None:
    sent = plain(measured(1, None, NONE, NONE, LONG, NONE))
    (report,) = decoder().read(ADDRESS, sent, 0.0)  # type: ignore[misc]
    assert report == ButtonReport(f"{ADDRESS}#3", Gesture.LONG_PRESS)


def test_the_battery_may_come_alone() -> None:
    assert decoder().read(ADDRESS, plain(measured(1, 9)), 0.0) == (ButtonReport(ADDRESS, None, 9),)


def test_a_battery_that_is_more_than_full_is_none() -> None:
    """The book of buttons would not take it, and be set aside as damaged at the next start."""
    assert decoder().read(ADDRESS, plain(measured(1, 123)), 0.0) == ()
    assert decoder().read(ADDRESS, plain(measured(2, 101, PRESS)), 1.0) == (CLICK,)


def test_the_example_of_the_specification_is_decrypted() -> None:
    assert decoder(KEY).read(ADDRESS, EXAMPLE, 0.0) == ()
    assert decoder().read(ADDRESS, EXAMPLE, 0.0) == EncryptedButton(ADDRESS, has_key=False)
    assert decoder(KEY[::-1]).read(ADDRESS, EXAMPLE, 0.0) == EncryptedButton(ADDRESS, has_key=True)


def test_a_press_counts_once_however_often_it_is_received() -> None:
    heard = decoder()
    sent = plain(measured(200, None, PRESS))
    got = [heard.read(ADDRESS, sent, at) for at in (0.0, 0.1, 1.0, 30.0, 3600.0)]
    assert got == [(CLICK,), (), (), (), ()]
    assert heard.read(ADDRESS, plain(measured(201, None, PRESS)), 3600.1) == (CLICK,)


def test_without_a_number_the_same_counts_again_after_a_while() -> None:
    heard = decoder()
    sent = plain(measured(None, None, PRESS))
    assert heard.read(ADDRESS, sent, 0.0) == (CLICK,)
    assert heard.read(ADDRESS, sent, REPEATS - 0.1) == ()
    assert heard.read(ADDRESS, sent, 2 * REPEATS) == (CLICK,)


def test_an_encrypted_press_counts_once_and_a_recorded_one_never() -> None:
    heard = decoder(KEY)
    presses = [encrypted(measured(n, None, PRESS), 10 + n) for n in range(3)]
    assert heard.read(ADDRESS, presses[0], 0.0) == (click(10),)
    assert heard.read(ADDRESS, presses[2], 1.0) == (click(12),)
    # Counters below 100 as well, which the library takes for a change of the battery.
    for at, recorded in enumerate(presses):
        assert heard.read(ADDRESS, recorded, 100.0 + at) == ()
    assert heard.read(ADDRESS, encrypted(measured(3, None, PRESS), 13), 200.0) == (click(13),)


def test_what_was_recorded_before_a_restart_never_counts_and_what_is_new_does() -> None:
    heard = decoder(KEY, {ADDRESS: 12})
    for counter in (11, 12):
        assert heard.read(ADDRESS, encrypted(measured(1, None, PRESS), counter), 0.0) == ()
    assert heard.read(ADDRESS, encrypted(measured(2, None, PRESS), 13), 1.0) == (click(13),)


def test_a_button_that_is_learned_anew_may_count_from_the_beginning() -> None:
    counters = {ADDRESS: 500}
    heard = decoder(KEY, counters)
    sent = encrypted(measured(1, None, PRESS), 1)
    assert heard.read(ADDRESS, sent, 0.0) == ()
    counters.clear()
    assert heard.read(ADDRESS, sent, 1.0) == (click(1),)
    assert heard.read(ADDRESS, sent, 2.0) == ()


def test_a_forged_counter_does_not_lock_a_button_out() -> None:
    heard = decoder(KEY)
    forged = encrypted(measured(1, None, PRESS), 2**32 - 1, key="00" * 16)
    assert heard.read(ADDRESS, forged, 0.0) == EncryptedButton(ADDRESS, has_key=True)
    assert heard.read(ADDRESS, encrypted(measured(1, None, PRESS), 1), 0.1) == (click(1),)


def test_who_has_a_key_is_not_heard_without_it() -> None:
    assert decoder(KEY).read(ADDRESS, plain(measured(1, None, PRESS)), 0.0) == ()


def test_a_press_of_another_address_cannot_be_passed_off() -> None:
    other = encrypted(measured(1, None, PRESS), 1, address="54:48:E6:8F:80:A6")
    assert decoder(KEY).read(ADDRESS, other, 0.0) == EncryptedButton(ADDRESS, has_key=True)


def test_a_key_that_is_learned_later_counts_at_once() -> None:
    keys: dict[str, str] = {}
    heard = BthomeDecoder(lambda address: keys.get(address, ""), lambda _: -1)
    sent = encrypted(measured(1, None, PRESS), 1)
    assert heard.read(ADDRESS, sent, 0.0) == EncryptedButton(ADDRESS, has_key=False)
    keys[ADDRESS] = KEY
    assert heard.read(ADDRESS, sent, 0.1) == (click(1),)


@pytest.mark.parametrize("sent", [b"", b"\x40", b"\x41", b"\x45" * 8, b"\x20\x3a\x01", b"\x46\x01"])
def test_what_is_cut_short_or_of_another_version_is_nothing(sent: bytes) -> None:
    assert decoder(KEY).read(ADDRESS, sent, 0.0) == ()


@given(st.binary(max_size=40), st.sampled_from(["", KEY]))
def test_nothing_that_is_sent_can_stop_anybody(sent: bytes, key: str) -> None:
    read = decoder(key).read(ADDRESS, sent, 0.0)
    assert isinstance(read, EncryptedButton) or all(
        each.button.startswith(ADDRESS) for each in read
    )


def test_a_street_of_sensors_is_forgotten_again() -> None:
    heard = decoder()
    for n in range(300):
        heard.read(f"54:48:E6:8F:{n // 256:02X}:{n % 256:02X}", plain(measured(1, 50)), 0.0)
    assert heard.read(ADDRESS, plain(measured(1, None, PRESS)), 0.0) == (CLICK,)
