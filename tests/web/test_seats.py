"""Codes, claims on seats, and a limit on guessing."""

import pytest

from companion.emulation.manual_clock import ManualClock
from companion.web.seats import Attempt, DeniedError, Guesses, Seats

PLAYERS = ("Ann", "Ben", "Cleo")
HERE, THERE = "192.0.2.7", "192.0.2.8"


class Listener:
    calls = 0

    def __call__(self) -> None:
        self.calls += 1


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def listener() -> Listener:
    return Listener()


@pytest.fixture
def seats(clock: ManualClock, listener: Listener) -> Seats:
    return Seats(Guesses(clock, listener))


def attempt(seats: Seats, code: str | None = None, token: str = "", address: str = HERE) -> Attempt:
    return Attempt(address, seats.code if code is None else code, token, 40)


def wrong(seats: Seats, address: str = HERE) -> str:
    with pytest.raises(DeniedError) as caught:
        seats.join(attempt(seats, "none", address=address), 0, PLAYERS)
    return caught.value.code


def test_codes_are_digits_and_differ_between_runs(clock: ManualClock, listener: Listener) -> None:
    many = [Seats(Guesses(clock, listener)) for _ in range(20)]
    assert all(len(seats.code) == 4 and seats.code.isdecimal() for seats in many)
    assert all(len(seats.host_code) == 6 and seats.host_code.isdecimal() for seats in many)
    assert len({seats.code for seats in many}) > 1
    assert len({seats.key for seats in many}) == 20


def test_the_code_gives_a_seat_to_one_browser(seats: Seats) -> None:
    token = seats.join(attempt(seats), 1, PLAYERS)
    assert seats.seat_of(seats.rights(token), PLAYERS) == 1
    assert not seats.rights(token).host
    assert seats.rights(token).since == 40
    assert dict(seats.claims(PLAYERS)) == {1: token}
    with pytest.raises(DeniedError) as caught:
        seats.join(attempt(seats), 1, PLAYERS)
    assert (caught.value.code, caught.value.status) == ("taken", 409)
    assert caught.value.params == {"player": "Ben"}


def test_a_player_may_take_another_seat_or_the_same_again(seats: Seats) -> None:
    token = seats.join(attempt(seats), 1, PLAYERS)
    assert seats.join(attempt(seats, token=token), 1, PLAYERS) == token
    assert seats.join(attempt(seats, token=token), 2, PLAYERS) == token
    assert dict(seats.claims(PLAYERS)) == {2: token}


def test_a_made_up_token_is_replaced(seats: Seats) -> None:
    made_up = "mine"
    assert seats.join(attempt(seats, token=made_up), 1, PLAYERS) != made_up
    assert seats.seat_of(seats.rights(made_up), PLAYERS) is None


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_there_are_no_more_seats_than_players(seats: Seats, seat: int) -> None:
    with pytest.raises(DeniedError) as caught:
        seats.join(attempt(seats), seat, PLAYERS)
    assert caught.value.code == "no-seat"


def test_the_hosts_code_makes_a_host_but_gives_no_seat(seats: Seats) -> None:
    with pytest.raises(DeniedError):
        seats.host(attempt(seats))
    token = seats.host(attempt(seats, seats.host_code))
    assert seats.rights(token).host
    assert not seats.rights(token).play
    seats.join(attempt(seats, token=token), 0, PLAYERS)
    assert seats.rights(token).host


def test_the_printed_key_gives_all_rights(seats: Seats) -> None:
    token = seats.open(attempt(seats, seats.key))
    assert seats.rights(token).play
    assert seats.rights(token).host


def test_the_host_can_free_a_seat(seats: Seats) -> None:
    token = seats.join(attempt(seats), 1, PLAYERS)
    assert seats.unseat(1, PLAYERS) == token
    assert seats.unseat(1, PLAYERS) is None
    assert seats.join(attempt(seats), 1, PLAYERS)


def test_leaving_gives_up_all_rights(seats: Seats) -> None:
    token = seats.join(attempt(seats), 1, PLAYERS)
    seats.leave(token)
    assert dict(seats.claims(PLAYERS)) == {}
    assert seats.rights(token).seat is None
    seats.leave("nobody")


def test_a_claim_lasts_only_while_the_same_player_has_the_seat(seats: Seats) -> None:
    token = seats.join(attempt(seats), 1, PLAYERS)
    assert seats.seat_of(seats.rights(token), ("Ann", "Ben")) == 1
    assert seats.seat_of(seats.rights(token), ("Ben", "Ann")) is None
    assert seats.seat_of(seats.rights(token), ("Ann",)) is None
    assert dict(seats.claims(("Ben", "Ann"))) == {}


class TestGuessing:
    def test_the_fifth_wrong_code_blocks_the_address_for_a_minute(
        self, seats: Seats, clock: ManualClock, listener: Listener
    ) -> None:
        assert [wrong(seats) for _ in range(5)] == ["wrong-code"] * 5
        assert listener.calls == 1
        assert seats.guesses.paused() == (HERE,)
        with pytest.raises(DeniedError) as caught:
            seats.join(attempt(seats), 0, PLAYERS)
        assert (caught.value.code, caught.value.status) == ("too-many", 429)
        assert caught.value.params == {"seconds": 60}
        clock.advance(59)
        assert wrong(seats) == "too-many"
        clock.advance(1)
        assert seats.guesses.paused() == ()
        assert listener.calls == 2
        assert seats.join(attempt(seats), 0, PLAYERS)

    def test_other_addresses_are_not_blocked(self, seats: Seats) -> None:
        for _ in range(5):
            wrong(seats)
        assert seats.join(attempt(seats, address=THERE), 0, PLAYERS)

    def test_wrong_codes_count_for_a_minute(self, seats: Seats, clock: ManualClock) -> None:
        for _ in range(20):
            assert wrong(seats) == "wrong-code"
            clock.advance(15)

    def test_guessing_from_many_addresses_does_not_help(self, seats: Seats) -> None:
        for i in range(30):
            assert wrong(seats, f"192.0.2.{i}") == "wrong-code"
        assert wrong(seats, "192.0.2.200") == "too-many"
        assert "" in seats.guesses.paused()

    def test_ipv6_neighbours_count_as_one_address(self, seats: Seats) -> None:
        for i in range(5):
            assert wrong(seats, f"2001:db8::{i}") == "wrong-code"
        assert wrong(seats, "2001:db8::beef") == "too-many"
        assert wrong(seats, "2001:db8:0:1::1") == "wrong-code"

    def test_the_hosts_code_cannot_be_guessed_faster(self, seats: Seats) -> None:
        for _ in range(5):
            with pytest.raises(DeniedError):
                seats.host(attempt(seats, "000"))
        with pytest.raises(DeniedError) as caught:
            seats.host(attempt(seats, seats.host_code))
        assert caught.value.code == "too-many"

    def test_a_code_of_odd_characters_is_simply_wrong(self, seats: Seats) -> None:
        for code in ("", "\uff14\uff18\uff12\uff11", "\ud800", "x" * 4000):
            with pytest.raises(DeniedError) as caught:
                seats.join(attempt(seats, code), 0, PLAYERS)
            assert caught.value.code == "wrong-code"
