"""Printed values of the buildings: the rewards of each rank or floor, and ranks as ladders."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from companion.engine.picture import Emblem, EmblemPart, Sprite
from companion.engine.text import text
from companion.games.gilded_compass.buildings.straights import FIVE
from companion.games.gilded_compass.state import State
from companion.games.gilded_compass.tiles import METALS

_ARTIFACTS: Final = ((2, 3), (1, 2), (1, 1))
"""How many artifacts each rank keeps, of how many it draws (GC-AUCTION-1)."""
_MISSIONS: Final = ((1, 3), (1, 2), (1, 1))
"""The same for missions, which go on from rank to rank (GC-GUILD-1)."""
_REWARDED: Final = 2
_REWARDED_OF_FIVE: Final = 3
_RANKS: Final = 5
_VALUES: Final = {"left": "1-3", "right": "4-6"}
"""The dice for each half of the Tower (GC-TOWER-2)."""


def sprites(state: State) -> Iterator[Sprite]:
    """Yield the rewards that identify a building; those of tiles are the tiles."""
    players = len(state.players)
    if state.auction_house is not None:
        yield from _straights("artifacts", _ARTIFACTS, players)
    if state.guild is not None:
        yield from _straights("missions", _MISSIONS, players)
    if state.galleon is not None:
        for rank in range(1, players + 1):
            keep = 2 if rank == 1 else 1
            name = text("sprite.worth.treasures", n=keep, rank=rank)
            yield Sprite("worth-treasures", f"worth-crowd-{rank}", name, sign=str(keep))
    if state.tower is not None:
        for side, half in (("left", state.tower.left), ("right", state.tower.right)):
            for floor, (owner, metal) in enumerate(zip(half, METALS, strict=True), 1):
                if owner is None:
                    name = text("sprite.floor", values=_VALUES[side], metal=text(f"metal.{metal}"))
                    place = f"tower-{side}-{floor}"
                    yield Sprite(f"floor-{metal}", place, name, sign=_VALUES[side])


def _straights(kind: str, kept: tuple[tuple[int, int], ...], players: int) -> Iterator[Sprite]:
    rewarded = _REWARDED_OF_FIVE if players == FIVE else _REWARDED
    for rank in range(1, players + 1):
        place = f"worth-straight-{rank}"
        if rank > rewarded:
            yield Sprite("worth-nothing", place, text("sprite.worth.nothing", rank=rank))
            continue
        keep, drawn = kept[rank - 1]
        name = text(f"sprite.worth.{kind}", n=keep, drawn=drawn, rank=rank)
        yield Sprite(f"worth-{kind}", place, name, sign=f"{keep}/{drawn}")


@lru_cache(maxsize=8)
def ladder(rank: int) -> Emblem:
    """Return a ladder on which a rank is marked, the first at the top."""
    step = 1 / _RANKS
    return tuple(
        EmblemPart("rung-own", 0, y * step, 0.8, step * 0.9)
        if y == min(rank, _RANKS) - 1
        else EmblemPart("rung", 0.2, y * step, 0.4, step * 0.9)
        for y in range(_RANKS)
    )
