"""The time to find a collection's best total: random hands, odd hands, hands made to be hard."""

import random
import time
from collections.abc import Callable, Sequence

from companion.games.compass_jewels.best import Best, best
from companion.games.compass_jewels.cards import KINDS
from labs.bench.reference import multiple

DECK = KINDS * 2
LIMIT = 20.0
"""What the hint for up to twenty cards may cost, as a multiple of the reference."""
HANDS = 300
CLIMB = 4.0
"""Seconds to spend on the search for a hand that takes longer."""

Make = Callable[[random.Random], Sequence[str]]


def timed(cards: Sequence[str]) -> tuple[float, Best]:
    started = time.process_time()
    answer = best(cards)
    return time.process_time() - started, answer


def sampled(size: int) -> Make:
    return lambda source: source.sample(DECK, size)


def doubled(size: int) -> Make:
    """Make hands in which every kind occurs twice."""
    return lambda source: source.sample(KINDS, size // 2) * 2


def one_middle_less(size: int) -> Make:
    """Make hands without one of the middles, so that links are rarer."""
    return lambda source: source.sample([card for card in DECK if card[0] in "RYG"], size)


def few_kinds(size: int) -> Make:
    """Make hands that no deck can give: many copies of few kinds."""
    return lambda source: source.choices(source.sample(KINDS, source.randrange(2, 9)), k=size)


def test_up_to_twenty_cards_take_little() -> None:
    print()
    makers = {
        "17 of the deck": sampled(17),
        "20 of the deck": sampled(20),
        "20, all twice": doubled(20),
        "20 of three middles": one_middle_less(20),
        "20 of few kinds": few_kinds(20),
        "28 of the deck": sampled(28),
        "36 of the deck": sampled(36),
        "36 of few kinds": few_kinds(36),
        "60, the deck": sampled(60),
    }
    for name, make in makers.items():
        source = random.Random(7)
        timings = [timed(make(source)) for _ in range(HANDS)]
        times = [seconds * 1000 for seconds, _ in timings]
        sure = sum(answer.exact for _, answer in timings)
        print(
            f"{name:<22}mean{sum(times) / HANDS:>8.2f} ms, worst{max(times):>8.1f} ms,"
            f" exact {sure} of {HANDS}"
        )
        if int(name[:2]) <= 20:
            assert sure == HANDS
            assert multiple(max(times) / 1000) < LIMIT


def test_a_hand_that_is_made_to_be_hard() -> None:
    """Climb: keep a change of cards whenever it takes longer; each card of the deck occurs once."""
    print()
    for size in (17, 20, 36):
        source = random.Random(size)
        hand = source.sample(range(len(DECK)), size)
        longest, hardest = timed([DECK[i] for i in hand])
        until = time.perf_counter() + CLIMB
        while time.perf_counter() < until:
            candidate = list(hand)
            for _ in range(source.choice((1, 1, 2, 3))):
                spare = [i for i in range(len(DECK)) if i not in candidate]
                candidate[source.randrange(size)] = source.choice(spare)
            seconds, answer = timed([DECK[i] for i in candidate])
            if seconds > longest:
                hand, longest, hardest = candidate, seconds, answer
        print(f"{size} cards, hard: {longest * 1000:.1f} ms, exact: {hardest.exact}")
        assert size > 20 or (hardest.exact and multiple(longest) < LIMIT)
