"""The arithmetic of draws: SHA-256, fair numbers, and tickets that follow the probabilities."""

import hashlib
from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.draws.picks import Outcomes, outcome_at, pick, seed_of, shares
from companion.games.inner_compass.actions import CorrectEP

SECRET = bytes(range(32))
CRITICAL = 20.52
"""The chi-squared at 5 degrees of freedom that chance exceeds once in 1,000 times."""


def outcomes(*chances: float) -> Outcomes:
    return tuple((CorrectEP(seat, 1), chance) for seat, chance in enumerate(chances))


def test_the_seed_is_the_hash_of_secret_and_times() -> None:
    data = SECRET + (1234).to_bytes(8, "big") + (2345).to_bytes(8, "big")
    assert seed_of(SECRET, (1234, 2345)) == hashlib.sha256(data).digest()


def test_a_pick_is_the_hash_of_seed_and_number() -> None:
    seed = seed_of(SECRET, ())
    block = hashlib.sha256(seed + bytes((0, 0, 0, 3)) + bytes(4)).digest()
    assert pick(seed, 3, 720) == int.from_bytes(block, "big") % 720


@given(st.binary(min_size=32, max_size=32), st.integers(0, 99), st.integers(1, 2**255))
def test_a_pick_is_below_the_total(seed: bytes, index: int, total: int) -> None:
    assert 0 <= pick(seed, index, total) < total


def test_digests_that_would_favour_small_numbers_are_skipped() -> None:
    """Above half of the range, every second digest is skipped on average."""
    total = 2**255 + 1
    seeds = [seed_of(SECRET, (number,)) for number in range(200)]
    first = [hashlib.sha256(seed + bytes(8)).digest() for seed in seeds]
    skipped = [int.from_bytes(block, "big") >= total for block in first]
    assert 60 < sum(skipped) < 140
    for seed, block, again in zip(seeds, first, skipped, strict=True):
        assert (pick(seed, 0, total) != int.from_bytes(block, "big") % total) is again


def test_six_orders_are_equally_likely() -> None:
    drawn: Counter[tuple[int, ...]] = Counter()
    for number in range(6000):
        seed = seed_of(SECRET, (number,))
        rest = [0, 1, 2]
        drawn[tuple(rest.pop(pick(seed, index, len(rest))) for index in range(3))] += 1
    assert set(drawn) == set(permutations(range(3)))
    assert sum((count - 1000) ** 2 / 1000 for count in drawn.values()) < CRITICAL


@pytest.mark.parametrize("number", [1, 2, 3, 7, 69, 720, 1771])
def test_equally_likely_outcomes_have_one_ticket_each(number: int) -> None:
    assert shares(outcomes(*[1 / number] * number)) == (1,) * number


def test_tickets_follow_the_probabilities() -> None:
    assert shares(outcomes(1 / 6, 1 / 3, 1 / 2)) == (1, 2, 3)
    assert shares(outcomes(2 / 69, 67 / 69)) == (2, 67)


@given(st.lists(st.integers(1, 50), min_size=1, max_size=12))
def test_tickets_are_exact(weights: list[int]) -> None:
    found = shares(outcomes(*(weight / sum(weights) for weight in weights)))
    assert [Fraction(share, sum(found)) for share in found] == [
        Fraction(weight, sum(weights)) for weight in weights
    ]


def test_probabilities_that_do_not_add_up_exactly_are_taken_as_they_are() -> None:
    """The sum of tickets is then that of the binary fractions."""
    chances = (0.1234567891, 0.8765432109)
    found = shares(outcomes(*chances))
    assert Fraction(found[0], found[1]) == Fraction(chances[0]) / Fraction(chances[1])


def test_a_number_leads_to_the_outcome_that_holds_the_ticket() -> None:
    drawn = [outcome_at(outcomes(1 / 6, 1 / 3, 1 / 2), number) for number in range(6)]
    assert [action.player for action in drawn if isinstance(action, CorrectEP)] == [
        *[0, 1, 1],
        *[2, 2, 2],
    ]
    with pytest.raises(IndexError):
        outcome_at(outcomes(1 / 2, 1 / 2), 2)
