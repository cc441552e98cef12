"""The best possible total of a collection, exactly (CJ-R9, section 12 of the rules).

The method. A card shows four *links*: a border colour and, clockwise next to it, the following
one. A jewel is a closed chain of four links on four cards (see ``jewels``). Read as a set of links
there are only 70 *patterns*: 10 of two colours (``x>y y>x`` twice, 3 points), 30 of three
(``x>y y>x x>z z>x``, 2 points), 30 of four (1 point). So instead of fours of cards, of which 20
cards have 4,845, a multiset of patterns is searched: it can be built exactly if each of its links
can be given a card of its own that shows it, which is a matching of links to cards. Which cards
these are is settled by augmenting paths; a matching never has to be undone, as whatever a set of
links can be given, its cards can be kept by a larger set (the cards used only grow).

The search takes patterns in order of points and keeps to that order, so that each multiset comes
up once. It is cut in two ways that lose nothing: the cards that are left make at most a quarter as
many jewels, none worth more than the pattern that is taken next; and a pattern that cannot be
added now cannot be added later either. ``EFFORT`` bounds the number of patterns tried,
so that even a hand far beyond what a player collects is answered soon; if it is used up the answer
says that it may not be the best.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Final, TypeAlias

from companion.games.compass_jewels.cards import COLOURS, border
from companion.games.compass_jewels.jewels import POINTS, SIZE, Jewel, lay

Link: TypeAlias = str
"""Two colours, the second clockwise next to the first: ``RG``."""
Matching: TypeAlias = tuple[int, ...]
"""For each card the number of the link that it serves for, ``_FREE`` for none."""

EFFORT: Final = 100_000
"""How many patterns are tried at the most, in less than a second. Hands of 20 cards of the deck,
made to be hard, need 2,400; 20 cards of any kinds 13,000; 36 cards of the deck 1,000 (see the
bench)."""
_FREE: Final = -1


@dataclass(frozen=True, slots=True)
class Best:
    """A set of jewels from a collection; ``exact`` tells that none has more points."""

    jewels: tuple[Jewel, ...]
    points: int
    exact: bool = True


def _links(chain: str) -> tuple[Link, ...]:
    return tuple(one + other for one, other in zip(chain, chain[1:] + chain[:1], strict=True))


_LINKS: Final = tuple(one + other for one, other in permutations(COLOURS, 2))


def _chains() -> Iterator[str]:
    """Yield a closed chain of each pattern, those worth most first."""
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
    """Return the jewels of most points that can be made of ``cards``, however they lie now.

    At most ``effort`` patterns are tried. Equal hands give equal answers.
    """
    search = _Search(sorted(cards), effort)
    search.go(range(len(CHAINS)), (_FREE,) * len(cards), (), 0)
    return Best(search.jewels(), search.points, search.effort > 0)


@dataclass(slots=True)
class _Search:
    """One search; the matching and patterns of most ``points`` so far."""

    cards: Sequence[str]
    effort: int
    points: int = 0
    patterns: tuple[int, ...] = ()
    matching: Matching = ()
    showing: tuple[int, ...] = field(init=False)
    """For each link the cards that show it, as bits."""

    def __post_init__(self) -> None:
        shown = [_links(border(each)) for each in self.cards]
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
        """Try to add each of ``patterns``, and go on with those that are not before it."""
        if points > self.points:
            self.points, self.patterns, self.matching = points, chosen, matching
        room = len(self.cards) // SIZE - len(chosen)
        possible = {}
        worthy = self._worthy(patterns, points, room)
        for pattern in patterns[:worthy]:
            self.effort -= 1
            more = self._add(matching, _DEMANDS[pattern])
            if more is not None:
                possible[pattern] = more
        later = [*possible, *patterns[worthy:]]
        for i, (pattern, more) in enumerate(possible.items()):
            if self.effort <= 0 or not self._worthy([pattern], points, room):
                return
            self.go(later[i:], more, (*chosen, pattern), points + _POINTS[pattern])

    def _worthy(self, patterns: Sequence[int], points: int, room: int) -> int:
        """Return how many of ``patterns``, in order, could still lead to more points."""
        return sum(points + room * _POINTS[pattern] > self.points for pattern in patterns)

    def _add(self, matching: Matching, demand: Sequence[int]) -> Matching | None:
        """Return a matching with four more links; ``None`` if there is none."""
        trial = list(matching)
        for link in demand:
            if not self._serve(trial, link, [0]):
                return None
        return tuple(trial)

    def _serve(self, matching: list[int], link: int, seen: list[int]) -> bool:
        """Find a card for a link, others giving way if need be (an augmenting path)."""
        left = self.showing[link] & ~seen[0]
        while left:
            bit = left & -left
            seen[0] |= bit
            i = bit.bit_length() - 1
            if matching[i] == _FREE or self._serve(matching, matching[i], seen):
                matching[i] = link
                return True
            left = self.showing[link] & ~seen[0]
        return False

    def jewels(self) -> tuple[Jewel, ...]:
        """Return the best patterns as cards, each used once."""
        serving: dict[int, list[str]] = {}
        for each, link in zip(self.cards, self.matching, strict=False):
            serving.setdefault(link, []).append(each)
        return tuple(
            lay(CHAINS[pattern], [serving[link].pop() for link in _DEMANDS[pattern]])
            for pattern in self.patterns
        )
