"""Ten thousand noisy placements at level full, without one wrong move."""

from itertools import count

from tests.table.test_noise import play_noisily

PLACEMENTS = 10_000


def test_ten_thousand_noisy_placements() -> None:
    done = 0
    for seed in count(100):
        done += play_noisily(seed, turns=10_000)
        if done >= PLACEMENTS:
            return
