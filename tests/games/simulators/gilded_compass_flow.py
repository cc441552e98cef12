"""What both halves of the simulator of Order of the Gilded Compass ask: players and chance."""

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any, TypeVar

from tests.games.simulators.gilded_compass_table import DUMMY

Struct = dict[str, Any]
CHANCE = -1
K = TypeVar("K")
T = TypeVar("T")


@dataclass(frozen=True)
class Request:
    """What is asked: a seat about `legal` actions, or chance about `outcomes`."""

    actor: int
    legal: Sequence[Struct] = ()
    outcomes: Sequence[tuple[Struct, Fraction]] = ()


Flow = Generator[Request, Struct, T]
"""A part of the game: it yields requests and is sent actions."""


def draw(name: str, stack: Counter[K], fields: Callable[[K], Struct]) -> Flow[K]:
    """Draw a tile from a stack; the action `name` says which."""
    tiles = {tile: count for tile, count in stack.items() if count}
    total = sum(tiles.values())
    named = {tile: {"type": name, **fields(tile)} for tile in tiles}
    drawn = yield Request(
        CHANCE, outcomes=[(named[tile], Fraction(count, total)) for tile, count in tiles.items()]
    )
    tile = next(tile for tile, struct in named.items() if struct == drawn)
    stack[tile] -= 1
    return tile


def several(count: int, part: Callable[[], Flow[K]]) -> Flow[list[K]]:
    """Carry out a part of the game so many times."""
    results: list[K] = []
    while len(results) < count:
        results.append((yield from part()))
    return results


def choose(
    actor: int, name: str, tiles: list[K], fields: Callable[[K], Struct], *, silently: bool = True
) -> Flow[K]:
    """Let a player take one of some tiles; nobody is asked about one, or `silently` equal ones."""
    if len(tiles) == 1 or (silently and all(tile == tiles[0] for tile in tiles)):
        return tiles.pop(0)
    named = [{"type": name, **fields(tile)} for tile in tiles]
    chosen = yield Request(actor, legal=named)
    return tiles.pop(named.index(chosen))  # the first of equal ones


def choose_open(
    takers: Sequence[Any],
    name: str,
    tiles: list[K],
    fields: Callable[[K], Struct],
    pick: Callable[[list[K]], K],
) -> Flow[K]:
    """Let the first of `takers` take one of some open tiles, `pick` being the dummy's choice.

    Of equal tiles the player says which, if it matters to what the others can get (GC-R40).
    """
    if all(tile == tiles[0] for tile in tiles):
        return tiles.pop(0)
    followers = [taker == DUMMY for taker in takers[1:]]
    actions: list[tuple[Struct, int]] = []
    for tile in dict.fromkeys(tiles):
        actions.append(({"type": name, **fields(tile)}, tiles.index(tile)))
        places: dict[str, int] = {}
        for index, other in enumerate(tiles):
            if other == tile:
                rest = tiles[:index] + tiles[index + 1 :]
                places.setdefault(continuations(rest, followers, pick), index)
        if len(places) > 1:
            written = "-".join(map(str, fields(tile).values()))
            for index in places.values():
                action = {"type": "choose_tile", "tile": written, "place": index + 1}
                actions.append((action, index))
    chosen = yield Request(takers[0], legal=[action for action, _ in actions])
    return tiles.pop(next(index for action, index in actions if action == chosen))


def continuations(tiles: list[K], dummies: Sequence[bool], pick: Callable[[list[K]], K]) -> str:
    """Write down everything that others can take, by turns; equal strings are equal prospects."""
    if not tiles or True not in dummies:
        return str(sorted(map(str, tiles)))
    if dummies[0]:
        rest = list(tiles)
        rest.remove(pick(rest))
        return continuations(rest, dummies[1:], pick)
    branches = {
        f"{tile}: {continuations(tiles[:index] + tiles[index + 1 :], dummies[1:], pick)}"
        for index, tile in enumerate(tiles)
    }
    return f"[{' | '.join(sorted(branches))}]"


def roll(count: int) -> Flow[list[int]]:
    """Roll dice: up to four are reported one by one, more by how many show 1, 2 and so on."""
    values: list[int] = []
    if count <= 4:
        while len(values) < count:
            die = yield Request(
                CHANCE, outcomes=[(rolled(value, 1), Fraction(1, 6)) for value in range(1, 7)]
            )
            values.append(die["value"])
        return values
    for value in range(1, 7):
        left = count - len(values)
        if left:
            shows = Fraction(1, 7 - value)
            outcomes = [
                (rolled(value, n), comb(left, n) * shows**n * (1 - shows) ** (left - n))
                for n in range(left + 1)
            ]
            report = yield Request(CHANCE, outcomes=[each for each in outcomes if each[1]])
            values += [value] * report["count"]
    return values


def rolled(value: int, count: int) -> Struct:
    return {"type": "roll", "value": value, "count": count}
