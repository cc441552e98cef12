"""The best possible total of a collection, exactly (CJ-R9, section 12 of the rules).

The method. A card shows four *links*: each of its border colours together with the next one
clockwise. A jewel is a closed chain of four links on four cards (see ``jewels``). As sets of links,
there are only 70 *patterns* of jewels: 10 with two colours (``x>y y>x`` twice, 3 points), 30 with
three (``x>y y>x x>z z>x``, 2 points) and 30 with four (1 point). Instead of choosing among groups
of four cards, of which 20 cards have 4,845, the search therefore looks for a multiset of patterns.
Such a multiset can be built if and only if every one of its links can have its own card that shows
it: a matching of links to cards. Augmenting paths find one. A matching never has to be undone,
because a larger set of links can always keep the cards of a smaller one (the set of cards in use
only grows).

The search tries patterns in order of points and keeps to that order, so that each multiset comes
up only once. Two cuts shorten it without losing anything: the remaining cards make at most a
quarter as many jewels, none of them worth more than the next pattern; and a pattern that cannot be
added now cannot be added later either. ``EFFORT`` limits the work, so that even a collection far
larger than any player's is answered soon. If the limit is reached, the answer says that it may not
be the best.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, permutations
from typing import Final, TypeAlias

import msgspec

from companion.games.compass_jewels.cards import COLOURS, KEPT, border
from companion.games.compass_jewels.jewels import POINTS, SIZE, Jewel, lay

Link: TypeAlias = str
"""Two border colours, the second next to the first in clockwise direction, such as ``RG``."""
Matching: TypeAlias = tuple[int, ...]
"""For each card, the number of the link that it is used for, or ``_FREE``."""

EFFORT: Final = 300_000
"""The most patterns to try, times the number of cards, since each takes as long as there are cards.

The hardest known collections of 20 cards from the deck need 2,400 patterns, 20 cards of arbitrary
kinds 13,000, and 36 cards from the deck 1,000 (see the benchmark)."""
_FREE: Final = -1
_ANSWERS: Final = 64
"""How many answers are kept: a robot that thinks ahead meets the same collections often."""


class Best(msgspec.Struct, frozen=True):
    """A set of jewels from a collection; ``exact`` if no set has more points."""

    jewels: tuple[Jewel, ...]
    points: int
    exact: bool = True


@lru_cache(maxsize=KEPT)
def _links(chain: str) -> tuple[Link, ...]:
    return tuple(one + other for one, other in zip(chain, chain[1:] + chain[:1], strict=True))


_LINKS: Final = tuple(one + other for one, other in permutations(COLOURS, 2))


def _chains() -> Iterator[str]:
    """Yield one closed chain for each pattern, those worth the most points first."""
    for x, y in combinations(COLOURS, 2):
        yield x + y + x + y
    for x in COLOURS:
        yield from (x + y + x + z for y, z in combinations(COLOURS.replace(x, ""), 2))
    for first, *others in combinations(COLOURS, SIZE):
        yield from (first + "".join(rest) for rest in permutations(others))


CHAINS: Final = tuple(_chains())
"""The 70 patterns, each as the colours of one of its chains."""
_POINTS: Final = tuple(POINTS[len(set(chain))] for chain in CHAINS)
_DEMANDS: Final = tuple(tuple(_LINKS.index(link) for link in _links(chain)) for chain in CHAINS)


def best(cards: Sequence[str], effort: int = EFFORT) -> Best:
    """Return the jewels worth the most points that ``cards`` can make, in any orientation.

    ``effort`` limits the work as ``EFFORT`` does. Equal collections give equal answers.
    """
    return _best(tuple(sorted(cards)), effort)


@lru_cache(maxsize=_ANSWERS)
def _best(cards: Sequence[str], effort: int) -> Best:
    if len(cards) < SIZE:
        return Best((), 0)
    search = _Search(cards, effort // len(cards))
    search.go(range(len(CHAINS)), (_FREE,) * len(cards), (), 0)
    return Best(search.jewels(), search.points, search.effort > 0)


@dataclass(slots=True)
class _Search:
    """One search, with the patterns and the matching that have made the most ``points`` so far."""

    cards: Sequence[str]
    effort: int
    points: int = 0
    patterns: tuple[int, ...] = ()
    matching: Matching = ()
    showing: tuple[int, ...] = field(init=False)
    """For each link, the cards that show it, as a bit set."""

    def __post_init__(self) -> None:
        shown = [_links(border(card)) for card in self.cards]
        self.showing = tuple(
            sum(1 << i for i, links in enumerate(shown) if link in links) for link in _LINKS
        )

    def go(
        self,
        patterns: Sequence[int],
        matching: Matching,
        chosen: tuple[int, ...],
        points: int,
    ) -> None:
        """Try to add each of ``patterns``, then continue with that pattern and the later ones."""
        if points > self.points:
            self.points, self.patterns, self.matching = points, chosen, matching
        jewels_left = len(self.cards) // SIZE - len(chosen)
        possible = {}
        worthy = self._worthy(patterns, points, jewels_left)
        for pattern in patterns[:worthy]:
            self.effort -= 1
            more = self._add(matching, _DEMANDS[pattern])
            if more is not None:
                possible[pattern] = more
        later = [*possible, *patterns[worthy:]]
        for i, (pattern, more) in enumerate(possible.items()):
            if self.effort <= 0 or not self._worthy([pattern], points, jewels_left):
                return
            self.go(later[i:], more, (*chosen, pattern), points + _POINTS[pattern])

    def _worthy(self, patterns: Sequence[int], points: int, jewels_left: int) -> int:
        """Return how many of ``patterns``, in order, could still lead to more points."""
        return sum(points + jewels_left * _POINTS[pattern] > self.points for pattern in patterns)

    def _add(self, matching: Matching, demand: Sequence[int]) -> Matching | None:
        """Return a matching with the four links of ``demand`` added, or ``None``."""
        trial = list(matching)
        for link in demand:
            if not self._serve(trial, link, [0]):
                return None
        return tuple(trial)

    def _serve(self, matching: list[int], link: int, visited: list[int]) -> bool:
        """Find a card for a link, moving other links if necessary (an augmenting path)."""
        left = self.showing[link] & ~visited[0]
        while left:
            bit = left & -left
            visited[0] |= bit
            i = bit.bit_length() - 1
            if matching[i] == _FREE or self._serve(matching, matching[i], visited):
                matching[i] = link
                return True
            left = self.showing[link] & ~visited[0]
        return False

    def jewels(self) -> tuple[Jewel, ...]:
        """Return the cards of the best patterns as jewels, each card used once."""
        serving: dict[int, list[str]] = {}
        for card, link in zip(self.cards, self.matching, strict=False):
            serving.setdefault(link, []).append(card)
        return tuple(
            lay(CHAINS[pattern], [serving[link].pop() for link in _DEMANDS[pattern]])
            for pattern in self.patterns
        )
