"""The level ``final``: the players' holdings are entered at the end (GC-END-1).

Possible holdings are the tiles of the owner's copy that no other player has entered.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from companion.engine.game import Setup, Step
from companion.engine.holdings import (
    Holding,
    HoldingsPhase,
    HoldingsProgress,
    HoldingsQuestion,
    no_holdings,
    number,
)
from companion.games.gilded_compass import draws, rounds, scoring, tiles
from companion.games.gilded_compass.events import GameOver
from companion.games.gilded_compass.names import ENTRIES
from companion.games.gilded_compass.stacks import UNSEEN, Stack, size, stack
from companion.games.gilded_compass.state import Phase, Player, State

_KNOWLEDGE: Final = "knowledge"
_MOST_KNOWLEDGE: Final = 99
"""More than anybody can have; the game itself has no limit (GC-LIB-3)."""
_ABILITIES: Final = "abilities"
_LISTS: Final[Mapping[str, str]] = {
    "maps": "GC-END-MAP",
    "specialists": "GC-END-SPEC",
    "missions": "GC-END-ASSIGN",
    "items": "GC-END-ITEM",
    "trophies": "GC-END-TROPHY",
}
"""Kinds of tiles entered one by one, with the rule that counts them."""
_COUNTED: Final[Mapping[str, str]] = {"artifacts": "GC-END-ART", "treasures": "GC-END-TREAS"}
"""Kinds of tiles entered as numbers, for each of a few different tiles."""


class Ended(State, frozen=True):
    """A game that the box has not tracked, with holdings entered by the players."""

    progress: tuple[HoldingsProgress, ...] = ()


def first(setup: Setup) -> State:
    """Return the state before anything is laid out, or at ``final`` level, entered."""
    state = rounds.first(setup)
    if setup.level != "final":
        return state
    seats = len(state.players)
    players = (Player(knowledge=0),) * seats
    return Ended(state.variant, players, Phase.ENTER, progress=no_holdings(seats))


def _pile(state: State, kind: str) -> Stack:
    """Return all tiles of a kind; players no longer look at the backs of items."""
    if kind == "trophies":
        return tuple(tile for metal in tiles.METALS for tile in state.variant.tiles(metal))
    pile = state.variant.tiles(kind)
    if kind != "items":
        return pile
    return stack(draws.front(tile) for tile, copies in pile for _ in range(copies))


def _questions(state: Ended, seat: int) -> tuple[HoldingsQuestion, ...]:
    return tuple(_holdings_questions(state, seat))


def _holdings_questions(state: Ended, seat: int) -> Iterator[HoldingsQuestion]:
    yield _list(state, seat, "maps")
    yield _list(state, seat, "specialists")
    yield number(_KNOWLEDGE, "GC-END-KNOW", _MOST_KNOWLEDGE)
    yield _list(state, seat, "missions")
    yield from _numbers(state, seat, "artifacts")
    own = state.players[seat].collection
    wanted = [it.collection for it in state.players]
    collections = tuple(
        Holding(f"collection.{tile}", int(own == tile or (not own and tile not in wanted)))
        for tile, _ in state.variant.tiles("collections")
    )
    yield HoldingsQuestion("collection", "GC-END-ART", collections, 1)
    yield _list(state, seat, "items")
    yield _list(state, seat, "trophies")
    others = sum(len(it.abilities) for it in state.players) - len(state.players[seat].abilities)
    yield number(_ABILITIES, "GC-END-ABIL", size(state.variant.tiles("abilities")) - others)
    yield from _numbers(state, seat, "treasures")


def _list(state: Ended, seat: int, kind: str) -> HoldingsQuestion:
    return HoldingsQuestion(kind, _LISTS[kind], tuple(_held(state, seat, kind)))


def _numbers(state: Ended, seat: int, kind: str) -> Iterator[HoldingsQuestion]:
    for holding in _held(state, seat, kind):
        yield number(holding.key, _COUNTED[kind], holding.most)


def _held(state: Ended, seat: int, kind: str) -> Iterator[Holding]:
    """Yield the tiles of a kind, each with the number not entered by other players."""
    others = [it for other, it in enumerate(state.players) if other != seat]
    used_tiles = [tile for other in others for tile in getattr(other, kind)]
    for tile, copies in _pile(state, kind):
        yield Holding(f"{kind}.{tile}", copies - used_tiles.count(tile))


def _count(state: Ended, seat: int, key: str) -> int:
    player = state.players[seat]
    kind, _, tile = key.partition(".")
    if kind == _KNOWLEDGE:
        return player.knowledge
    if kind == _ABILITIES:
        return len(player.abilities)
    if kind == "collection":
        return int(player.collection == tile)
    owned: tuple[str, ...] = getattr(player, kind)
    return owned.count(tile)


def _put(state: Ended, seat: int, key: str, count: int) -> Ended:
    kind, _, tile = key.partition(".")
    if kind == _KNOWLEDGE:
        return _with(state, seat, knowledge=count)
    if kind == _ABILITIES:
        return _with(state, seat, abilities=(UNSEEN,) * count)
    if kind == "collection":
        return _with(state, seat, collection=tile * count)
    others = [it for it in getattr(state.players[seat], kind) if it != tile]
    return _with(state, seat, **{kind: (*others, *(tile,) * count)})


def _with(state: Ended, seat: int, **changes: object) -> Ended:
    player = replace(state.players[seat], **changes)
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    return replace(state, players=players)


def _finish(state: Ended) -> Step[Ended]:
    return Step(replace(state, phase=Phase.OVER), (GameOver("GC-ROUND-7"),))


def _resume(state: Ended) -> Ended:
    return replace(state, phase=Phase.ENTER)


ENTERING: Final = HoldingsPhase[Ended](
    "GC-END-1", _questions, _count, _put, _finish, _resume, scoring.returns, ENTRIES
)
"""Possible holdings of a player at the end."""
