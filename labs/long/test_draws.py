"""Draws are fair: every order of the six emotion tokens comes up equally often."""

from collections import Counter
from typing import Final

from companion.engine.draws.committed import CommittedDraws
from companion.engine.draws.picks import pick, seed_of

DRAWS: Final = 1_000_000
TOKENS: Final = "BKRWXY"
ORDERS: Final = 720
CRITICAL: Final = 841.9
"""The chi-squared at 719 degrees of freedom that chance exceeds once in 1,000 times.

Wilson and Hilferty, 1931: 719 * (1 - 2 / (9 * 719) + 3.0902 * sqrt(2 / (9 * 719))) ** 3.
"""
KEY: Final = bytes(range(32))


def test_all_orders_of_the_emotion_track_are_equally_likely() -> None:
    """The box draws as in a game, with another secret and other presses each time."""
    nonces = iter(range(DRAWS))
    draws = CommittedDraws(KEY, lambda size: next(nonces).to_bytes(size, "big"))
    orders: Counter[str] = Counter()
    for number in range(DRAWS):
        secret = draws.secret(draws.commit())
        assert secret is not None
        seed = seed_of(secret, (number % 4001, number % 5003))
        rest, order = TOKENS, ""
        for index in range(len(TOKENS)):
            token = rest[pick(seed, index, len(rest))]
            rest, order = rest.replace(token, ""), order + token
        orders[order] += 1
    assert len(orders) == ORDERS
    expected = DRAWS / ORDERS
    chi_squared = sum((count - expected) ** 2 / expected for count in orders.values())
    print(f"chi-squared {chi_squared:.1f} at {ORDERS - 1} degrees of freedom, {DRAWS:,} draws")
    assert chi_squared < CRITICAL
