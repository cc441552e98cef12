"""Guessing stays slow whatever somebody tries, even from many addresses and across restarts."""

from hypothesis import given
from hypothesis import strategies as st

from companion.emulation.manual_clock import ManualClock
from companion.protocol.http.code_guesses import (
    ALL,
    HOUR,
    PAUSE,
    WRONG,
    WRONG_OF_ALL,
    CodeGuesses,
)

ADDRESSES = tuple(f"192.0.2.{number}" for number in range(9))


def ignore() -> None:
    """Do nothing: a listener that these tests do not need."""


def restarted(guesses: CodeGuesses) -> CodeGuesses:
    """Return the guesses after a restart, when the clock of the loop starts over."""
    after = CodeGuesses(ManualClock(), ignore)
    after.go_on(guesses.paused(), guesses.counting())
    return after


@given(
    st.lists(
        st.tuples(
            st.sampled_from(ADDRESSES),
            st.sampled_from([0.0, 0.1, 1.0, 7.0, 20.0, 61.0]),
            st.booleans(),
        ),
        max_size=300,
    )
)
def test_no_minute_has_more_wrong_codes_than_are_allowed(
    steps: list[tuple[str, float, bool]],
) -> None:
    clock = ManualClock()
    guesses, passed = CodeGuesses(clock, ignore), 0.0
    tried: list[tuple[float, str]] = []
    for address, wait, restarts in steps:
        clock.advance(wait)
        passed += wait
        if restarts and wait == 1.0:
            guesses = restarted(guesses)
            assert isinstance(guesses.clock, ManualClock)
            clock = guesses.clock
        if not guesses.wait(address):
            guesses.wrong(address)
            tried.append((passed, address))
    for begin, address in tried:
        minute = [who for when, who in tried if begin <= when < begin + PAUSE]
        assert minute.count(address) <= WRONG
        assert len(minute) <= WRONG_OF_ALL


def test_a_block_starts_over_after_a_restart() -> None:
    clock = ManualClock()
    guesses = CodeGuesses(clock, ignore)
    for _ in range(WRONG):
        guesses.wrong(ADDRESSES[0])
    clock.advance(PAUSE - 1)
    assert guesses.wait(ADDRESSES[0]) == 1
    assert restarted(guesses).wait(ADDRESSES[0]) == PAUSE


def test_a_block_on_everyone_blocks_each_address() -> None:
    guesses = CodeGuesses(ManualClock(), ignore)
    guesses.go_on([ALL], {})
    assert guesses.paused() == (ALL,)
    assert all(guesses.wait(address) == PAUSE for address in ADDRESSES)


def test_impossible_counts_are_cut() -> None:
    """A count in a forged file blocks nobody by itself, and takes no memory."""
    guesses = CodeGuesses(ManualClock(), ignore)
    guesses.go_on([], {ADDRESSES[0]: 10**9, ALL: -3})
    assert dict(guesses.counting()) == {ADDRESSES[0]: WRONG - 1}
    assert not guesses.wait(ADDRESSES[0])


def test_wrong_codes_are_counted_for_an_hour() -> None:
    clock = ManualClock()
    guesses = CodeGuesses(clock, ignore)
    for address in (*ADDRESSES, ADDRESSES[0]):
        guesses.wrong(address)
        clock.advance(60)
    assert guesses.of_an_hour() == {address: 1 + (address == ADDRESSES[0]) for address in ADDRESSES}
    clock.advance(HOUR - 9 * 60 - 1)
    assert guesses.of_an_hour() == dict.fromkeys((*ADDRESSES[1:], ADDRESSES[0]), 1)
    clock.advance(HOUR)
    assert guesses.of_an_hour() == {}
