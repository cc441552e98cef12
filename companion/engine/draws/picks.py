"""Draws as arithmetic: a secret and the times of key presses determine an outcome.

``docs/draws.md`` describes the same steps, so that another program can verify a draw.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import Final, TypeAlias

from companion.engine.game import Action

Outcomes: TypeAlias = tuple[tuple[Action, float], ...]
"""What can be drawn: each action with its probability, as in ``chance_outcomes``."""

BITS: Final = 256
"""The length of a digest, and with it the range of the numbers between which is drawn."""
_ROUNDING: Final = 1e-12
"""How far a probability may be from the fraction that is meant: binary fractions are rounded."""
_FINEST: Final = 1_000_000
"""The largest denominator that a probability is taken for: 1 / 720 is not a binary fraction."""


def digest(data: bytes) -> bytes:
    """Return the SHA-256 of some bytes (FIPS 180-4)."""
    from hashlib import sha256  # with OpenSSL, which most boxes need for nothing else

    return sha256(data).digest()


def seed_of(secret: bytes, times: Iterable[int]) -> bytes:
    """Return the seed of a draw: a secret, and the times of key presses in milliseconds."""
    return digest(secret + b"".join(time.to_bytes(8, "big") for time in times))


def pick(seed: bytes, index: int, total: int) -> int:
    """Return a number below ``total``, each equally likely: pick ``index`` of a draw.

    Digests at the upper end, which would favour small numbers, are skipped.
    """
    fair = (1 << BITS) // total * total
    attempt = 0
    while True:
        block = digest(seed + index.to_bytes(4, "big") + attempt.to_bytes(4, "big"))
        number = int.from_bytes(block, "big")
        if number < fair:
            return number % total
        attempt += 1


def shares(outcomes: Outcomes) -> tuple[int, ...]:
    """Return the number of equally likely tickets for each outcome, in order."""
    exact = [Fraction(chance) for _, chance in outcomes]
    near = [chance.limit_denominator(_FINEST) for chance in exact]
    meant = sum(near) == 1 and all(
        abs(one - other) < _ROUNDING for one, other in zip(near, exact, strict=True)
    )
    chances = near if meant else exact
    unit = lcm(*(chance.denominator for chance in chances))
    return tuple(int(chance * unit) for chance in chances)


def outcome_at(outcomes: Outcomes, number: int) -> Action:
    """Return the outcome that owns ticket ``number``. Raises ``IndexError`` if there is none."""
    return holder(outcomes, shares(outcomes), number)


def holder(outcomes: Outcomes, tickets: tuple[int, ...], number: int) -> Action:
    """Return the outcome that owns ticket ``number``, given how many ``tickets`` each has."""
    for (action, _), share in zip(outcomes, tickets, strict=True):
        number -= share
        if number < 0:
            return action
    raise IndexError
