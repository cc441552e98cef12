"""Pairing: Swiss rounds for tables of any size, and round-robin groups.

Libraries offer the Swiss systems of chess, for two at a board; most games here are for two to four.
Hence this own implementation: pure, and small.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

import msgspec

Met = Mapping[frozenset[int], int]
"""How often each two have played each other."""


class Round(msgspec.Struct, frozen=True):
    """Tables, the best first, and the players with a bye."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


def sizes(count: int, size: int, smallest: int) -> tuple[int, ...]:
    """Return the sizes of as few tables as possible, as even as possible, the larger ones first.

    If these cannot seat everybody, as few players as possible are left over.
    """
    for seated in range(count, 0, -1):
        tables = -(-seated // size)
        base, more = divmod(seated, tables)
        if base >= smallest:
            return (base + 1,) * more + (base,) * (tables - more)
    return ()


def swiss(
    order: Sequence[int], met: Met, byes: Mapping[int, int], size: int, smallest: int
) -> Round:
    """Return a round in which neighbours in ``order`` play, without meeting again if possible.

    A bye goes to the last of those who have had the fewest. At tables for two there are no repeated
    pairings as long as there are more than twice as many players as rounds played.
    """
    wanted = sizes(len(order), size, smallest)
    left = len(order) - sum(wanted)
    last_first = order[::-1]
    free = sorted(last_first, key=lambda each: byes.get(each, 0))[:left]
    waiting = [each for each in order if each not in free]
    tables: list[list[int]] = []
    for places in wanted:
        table = [waiting.pop(0)]
        while len(table) < places:
            # The first of the best: the next in the order whom this table has met least.
            following = min(waiting, key=lambda each: _meetings((*table, each), met))
            waiting.remove(following)
            table.append(following)
        tables.append(table)
    _part(tables, met)
    return Round(tuple(map(tuple, tables)), tuple(free))


def _meetings(table: Sequence[int], met: Met) -> int:
    """Return how often the players at a table have met before."""
    return sum(met.get(frozenset(pair), 0) for pair in combinations(table, 2))


def _part(tables: list[list[int]], met: Met) -> None:
    """Exchange players between tables as long as that reduces repeated pairings."""
    while any(_exchange(tables, at, met) for at in range(len(tables))):
        pass


def _exchange(tables: list[list[int]], at: int, met: Met) -> bool:
    """Exchange a player with a nearby table if both tables gain; return whether that was done."""
    here = tables[at]
    if not _meetings(here, met):
        return False
    for other in sorted(range(len(tables)), key=lambda each: abs(each - at)):
        there = tables[other]
        if other == at:
            continue
        before = _meetings(here, met) + _meetings(there, met)
        for mine, theirs in product(range(len(here)), range(len(there))):
            here[mine], there[theirs] = there[theirs], here[mine]
            if _meetings(here, met) + _meetings(there, met) < before:
                return True
            here[mine], there[theirs] = there[theirs], here[mine]
    return False


def groups(order: Sequence[int], count: int) -> tuple[tuple[int, ...], ...]:
    """Distribute players to groups in snake order, so that groups are equally strong."""
    dealt: list[list[int]] = [[] for _ in range(count)]
    for at, player in enumerate(order):
        lap, place = divmod(at, count)
        dealt[count - 1 - place if lap % 2 else place].append(player)
    return tuple(map(tuple, dealt))


def round_robin(group: Sequence[int]) -> Iterator[Round]:
    """Return the rounds in which all pairs of a group meet once (the circle method)."""
    circle: list[int | None] = [*group, *([None] if len(group) % 2 else [])]
    half = len(circle) // 2
    for _ in range(len(circle) - 1):
        pairs = [*zip(circle[:half], reversed(circle[half:]), strict=True)]
        tables = tuple((one, two) for one, two in pairs if one is not None and two is not None)
        seated = {each for table in tables for each in table}
        yield Round(tables, tuple(each for each in group if each not in seated))
        circle = [circle[0], circle[-1], *circle[1:-1]]
