"""Codes, claims on seats, and a limit on guessing."""

from pathlib import Path

import pytest

from companion.emulation.manual_clock import ManualClock
from companion.storage.logins import FILE, LoginFile, login_of
from companion.web.access.join_code import HOME, PUBLIC, CodePolicy
from companion.web.access.seats import Attempt, DeniedError, Seats

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
    return Seats(clock, listener)


def attempt(seats: Seats, code: str | None = None, token: str = "", address: str = HERE) -> Attempt:
    return Attempt(address, seats.code if code is None else code, token, 40)


def wrong(seats: Seats, address: str = HERE) -> str:
    with pytest.raises(DeniedError) as caught:
        seats.join(attempt(seats, "none", address=address), 0, PLAYERS)
    return caught.value.code


def test_codes_are_digits_and_differ_between_runs(clock: ManualClock, listener: Listener) -> None:
    many = [Seats(clock, listener) for _ in range(20)]
    assert all(len(seats.code) == 4 and seats.code.isdecimal() for seats in many)
    assert all(len(seats.host_code) == 6 and seats.host_code.isdecimal() for seats in many)
    assert len({seats.code for seats in many}) > 1
    assert len({seats.key for seats in many}) == 20


def test_the_code_gives_a_seat_to_one_browser(seats: Seats) -> None:
    who = login_of(seats.join(attempt(seats), 1, PLAYERS))
    assert seats.seat_of(seats.rights(who), PLAYERS) == 1
    assert not seats.rights(who).host
    assert seats.rights(who).since == 40
    assert dict(seats.claims(PLAYERS)) == {1: who}
    with pytest.raises(DeniedError) as caught:
        seats.join(attempt(seats), 1, PLAYERS)
    assert (caught.value.code, caught.value.status) == ("taken", 409)
    assert caught.value.params == {"player": "Ben"}


def test_a_player_may_take_another_seat_or_the_same_again(seats: Seats) -> None:
    token = seats.join(attempt(seats), 1, PLAYERS)
    assert seats.join(attempt(seats, token=token), 1, PLAYERS) == token
    assert seats.join(attempt(seats, token=token), 2, PLAYERS) == token
    assert dict(seats.claims(PLAYERS)) == {2: login_of(token)}


def test_a_made_up_token_is_replaced(seats: Seats) -> None:
    made_up = "mine"
    assert seats.join(attempt(seats, token=made_up), 1, PLAYERS) != made_up
    assert seats.seat_of(seats.rights(login_of(made_up)), PLAYERS) is None


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_there_are_no_more_seats_than_players(seats: Seats, seat: int) -> None:
    with pytest.raises(DeniedError) as caught:
        seats.join(attempt(seats), seat, PLAYERS)
    assert caught.value.code == "no-seat"


def test_the_hosts_code_makes_a_host_but_gives_no_seat(seats: Seats) -> None:
    with pytest.raises(DeniedError):
        seats.host(attempt(seats))
    token = seats.host(attempt(seats, seats.host_code))
    assert seats.rights(login_of(token)).host
    assert not seats.rights(login_of(token)).play
    seats.join(attempt(seats, token=token), 0, PLAYERS)
    assert seats.rights(login_of(token)).host


def test_the_printed_key_gives_all_rights(seats: Seats) -> None:
    who = login_of(seats.open(attempt(seats, seats.key)))
    assert seats.rights(who).play
    assert seats.rights(who).host


def test_the_host_can_free_a_seat(seats: Seats) -> None:
    who = login_of(seats.join(attempt(seats), 1, PLAYERS))
    assert seats.unseat(1, PLAYERS) == who
    assert seats.unseat(1, PLAYERS) is None
    assert seats.join(attempt(seats), 1, PLAYERS)


def test_leaving_gives_up_all_rights(seats: Seats) -> None:
    who = login_of(seats.join(attempt(seats), 1, PLAYERS))
    seats.leave(who)
    assert dict(seats.claims(PLAYERS)) == {}
    assert seats.seat_of(seats.rights(who), PLAYERS) is None
    seats.leave("nobody")


def test_a_claim_lasts_only_while_the_same_player_has_the_seat(seats: Seats) -> None:
    who = login_of(seats.join(attempt(seats), 1, PLAYERS))
    assert seats.seat_of(seats.rights(who), ("Ann", "Ben")) == 1
    assert seats.seat_of(seats.rights(who), ("Ben", "Ann")) is None
    assert seats.seat_of(seats.rights(who), ("Ann",)) is None
    assert dict(seats.claims(("Ben", "Ann"))) == {}


class TestGuessing:
    def test_the_fifth_wrong_code_blocks_the_address_for_a_minute(
        self, seats: Seats, clock: ManualClock, listener: Listener
    ) -> None:
        assert [wrong(seats) for _ in range(5)] == ["wrong-code"] * 5
        assert listener.calls == 5
        assert seats.guesses.paused() == (HERE,)
        with pytest.raises(DeniedError) as caught:
            seats.join(attempt(seats), 0, PLAYERS)
        assert (caught.value.code, caught.value.status) == ("too-many", 429)
        assert caught.value.params == {"seconds": 60}
        clock.advance(59)
        assert wrong(seats) == "too-many"
        clock.advance(1)
        assert seats.guesses.paused() == ()
        assert listener.calls == 6
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

    def test_a_code_may_be_typed_in_groups(self, seats: Seats) -> None:
        spaced = f" {seats.code[:2]} {seats.code[2:]} "
        assert seats.join(attempt(seats, spaced), 0, PLAYERS)

    def test_a_patient_guesser_is_counted_for_an_hour(
        self, seats: Seats, clock: ManualClock
    ) -> None:
        for _ in range(20):
            assert wrong(seats) == "wrong-code"
            clock.advance(15)
        assert seats.guesses.paused() == ()
        assert dict(seats.guesses.of_an_hour()) == {HERE: 20}
        clock.advance(3600)
        assert dict(seats.guesses.of_an_hour()) == {}


class Restarted:
    """A box whose daemon starts again and again on the same folder."""

    def __init__(self, folder: Path, code_policy: CodePolicy = HOME) -> None:
        self.folder = folder
        self.code_policy = code_policy
        self.days = 20_000.0

    def start(self) -> Seats:
        file = LoginFile(self.folder / FILE, lambda: self.days * 86_400)
        return Seats(ManualClock(), lambda: None, file, self.code_policy)


@pytest.fixture
def box(tmp_path: Path) -> Restarted:
    return Restarted(tmp_path)


class TestRestarts:
    def test_codes_and_key_stay(self, box: Restarted) -> None:
        one, other = box.start(), box.start()
        assert (one.code, one.host_code, one.key) == (other.code, other.host_code, other.key)

    def test_a_phone_keeps_its_seat_and_the_host_stays_host(self, box: Restarted) -> None:
        seats = box.start()
        seated = seats.join(attempt(seats), 1, PLAYERS)
        host = seats.host(attempt(seats, seats.host_code))
        play = seats.open(attempt(seats, seats.key))
        seats = box.start()
        assert seats.seat_of(seats.rights(login_of(seated)), PLAYERS) == 1
        assert not seats.rights(login_of(seated)).host
        assert seats.rights(login_of(host)).host
        assert seats.rights(login_of(play)).play
        assert seats.join(attempt(seats, token=seated), 2, PLAYERS) == seated

    def test_a_player_who_left_or_was_unseated_has_no_seat(self, box: Restarted) -> None:
        seats = box.start()
        left = login_of(seats.join(attempt(seats), 0, PLAYERS))
        unseated = login_of(seats.join(attempt(seats), 1, PLAYERS))
        seats.leave(left)
        seats.unseat(1, PLAYERS)
        seats = box.start()
        assert dict(seats.claims(PLAYERS)) == {}
        assert not seats.door.logins
        assert seats.seat_of(seats.rights(unseated), PLAYERS) is None

    def test_a_seat_does_not_pass_to_the_next_player(self, box: Restarted) -> None:
        seats = box.start()
        who = login_of(seats.join(attempt(seats), 0, PLAYERS))
        seats = box.start()
        assert seats.seat_of(seats.rights(who), ("Xenia", "Ben")) is None

    def test_a_lockout_survives_the_restart(self, box: Restarted) -> None:
        seats = box.start()
        for _ in range(5):
            wrong(seats)
        seats = box.start()
        assert wrong(seats) == "too-many"
        assert seats.join(attempt(seats, address=THERE), 0, PLAYERS)

    def test_wrong_codes_before_the_restart_count(self, box: Restarted) -> None:
        seats = box.start()
        for _ in range(4):
            assert wrong(seats) == "wrong-code"
        seats = box.start()
        assert [wrong(seats), wrong(seats)] == ["wrong-code", "too-many"]

    def test_guesses_from_many_addresses_count_together(self, box: Restarted) -> None:
        for i in range(30):
            assert wrong(box.start(), f"192.0.2.{i}") == "wrong-code"
        assert wrong(box.start(), "192.0.2.200") == "too-many"

    def test_a_lockout_that_is_over_is_forgotten(self, tmp_path: Path) -> None:
        clock = ManualClock()
        seats = Seats(clock, lambda: None, LoginFile(tmp_path / FILE))
        for _ in range(5):
            wrong(seats)
        clock.advance(61)
        assert Seats(clock, lambda: None, LoginFile(tmp_path / FILE)).guesses.paused() == ()

    def test_a_phone_that_stays_away_for_a_month_is_forgotten(self, box: Restarted) -> None:
        seats = box.start()
        here = login_of(seats.join(attempt(seats), 0, PLAYERS))
        away = login_of(seats.join(attempt(seats), 1, PLAYERS))
        for _ in range(30):
            box.days += 1
            seats = box.start()
            seats.meet([here])
        assert set(seats.door.logins) == {here, away}
        box.days += 1
        assert set(box.start().door.logins) == {here}

    def test_a_clock_that_jumps_by_years_costs_one_day(self, box: Restarted) -> None:
        seats = box.start()
        who = login_of(seats.join(attempt(seats), 0, PLAYERS))
        for days in (0, 40_000, 20_000, 5, 90_000):
            box.days = days
            assert set(box.start().door.logins) == {who}
        assert box.start().door.day == seats.door.day + 5


class TestInPublic:
    @pytest.fixture
    def box(self, tmp_path: Path) -> Restarted:
        return Restarted(tmp_path, PUBLIC)

    def test_codes_are_longer(self, box: Restarted) -> None:
        seats = box.start()
        assert (len(seats.code), len(seats.host_code)) == (8, 10)

    def test_the_next_game_has_its_own_code_and_free_seats(self, box: Restarted) -> None:
        seats = box.start()
        before = attempt(seats)
        seated = login_of(seats.join(before, 0, PLAYERS))
        host = login_of(seats.host(attempt(seats, seats.host_code)))
        seats.renew()
        assert seats.seat_of(seats.rights(seated), PLAYERS) is None
        assert seats.rights(host).host
        with pytest.raises(DeniedError) as caught:
            seats.join(before, 0, PLAYERS)
        assert (caught.value.code, caught.value.status) == ("old-code", 403)
        assert seats.join(attempt(seats), 0, PLAYERS)
        assert box.start().code == seats.code != before.code

    def test_an_old_code_counts_as_a_wrong_one(self, box: Restarted) -> None:
        seats = box.start()
        before = attempt(seats)
        seats.renew()
        for _ in range(5):
            with pytest.raises(DeniedError):
                seats.join(before, 0, PLAYERS)
        assert wrong(seats) == "too-many"

    def test_an_old_code_makes_nobody_host(self, box: Restarted) -> None:
        seats = box.start()
        before = attempt(seats)
        seats.renew()
        with pytest.raises(DeniedError) as caught:
            seats.host(before)
        assert caught.value.code == "wrong-code"

    def test_a_box_taken_there_has_new_codes_and_says_so(self, box: Restarted) -> None:
        box.code_policy = HOME
        at_home = box.start()
        box.code_policy = PUBLIC
        seats = box.start()
        assert (len(seats.code), len(seats.host_code)) == (8, 10)
        with pytest.raises(DeniedError) as caught:
            seats.join(attempt(at_home), 0, PLAYERS)
        assert caught.value.code == "old-code"

    def test_phones_are_forgotten_after_a_day(self, box: Restarted) -> None:
        seats = box.start()
        seats.join(attempt(seats), 0, PLAYERS)
        box.days += 1
        assert box.start().door.logins
        box.days += 1
        assert not box.start().door.logins
