"""The long run of Compass: `make long`, some minutes.

1,000 random games keep all invariants, and score lines sum to the totals after every action; the
actions listed in a state are exactly the legal ones. For thousands of hands, brute force finds the
same best total.
"""

import random
from itertools import cycle, islice, product

import pytest

from companion.engine.game import Setup
from companion.games.compass_jewels import GAME
from companion.games.compass_jewels.best import best
from companion.games.compass_jewels.cards import KINDS
from companion.games.compass_jewels.variant import SOURCES
from tests.games.compass_jewels.tables import NAMES, hand, walk
from tests.games.compass_jewels.test_best import brute
from tests.games.compass_jewels.test_rules import agrees, probe

GAMES = 1000
PARTS = 4
PROBES = 8
"""Random actions, of any kind and with any values, that are tried in a fifth of the states."""
HANDS = 2000
OPTIONS = [
    {"orientation_source": source, "auto_jewels": auto, "repetition_stop": stop}
    for source, auto, stop in product(SOURCES, (False, True), (3, 0, 2))
]


@pytest.mark.parametrize("part", range(PARTS))
def test_games_keep_the_invariants(part: int) -> None:
    for seed, options in islice(enumerate(cycle(OPTIONS)), part, GAMES, PARTS):
        source = random.Random(seed)
        for moment in walk(Setup(NAMES, options=options), seed):
            assert GAME.violations(moment.before, moment.step) == ()
            totals = [0, 0]
            for line in GAME.score_breakdown(moment.step.state):
                totals[line.player] += line.points
            assert tuple(totals) == GAME.returns(moment.step.state)
            if source.random() < 0.2:
                for action in GAME.legal_actions(moment.before, GAME.current_player(moment.before)):
                    assert GAME.why_not(moment.before, action) is None
                for _ in range(PROBES):
                    agrees(moment.before, probe(source))


@pytest.mark.parametrize("part", range(PARTS))
def test_the_best_is_what_brute_force_finds(part: int) -> None:
    source = random.Random(part)
    for _ in range(HANDS // PARTS):
        cards = hand(source, source.randrange(8, 13))
        assert best(cards).points == brute(cards), cards
        kinds = source.sample(KINDS, source.randrange(3, 9))
        few = source.choices(kinds, k=source.randrange(12, 17))
        assert best(few).points == brute(few), few
