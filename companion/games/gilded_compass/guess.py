"""What a robot takes the table to be, given what its seat sees (GC-R33)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from companion.engine.rules import Rules
from companion.games.gilded_compass.stacks import UNSEEN, stack
from companion.games.gilded_compass.state import State
from companion.games.gilded_compass.tiles import METALS, back_of
from companion.games.gilded_compass.variant import Variant

_HELD: Final = ("items", "missions", "pending", "trophies", "artifacts")
_OPEN: Final = ("maps", "specialists", "abilities", "treasures")


def guess(
    game: Rules[State], first: State, observation: Mapping[str, Any], _player: int, source: Random
) -> State:
    """Return a state with any tiles where the player sees only backs.

    Tiles that left the game openly are no longer seen either: they may be in a stack again.
    """
    piles = _Piles(first.variant, observation, source)
    stacks = {kind: piles.reserve(kind, size) for kind, size in observation["stacks"].items()}
    players = [_filled(seen, piles) for seen in observation["players"]]
    drawing = observation["drawing"]
    if drawing is not None:
        kind = drawing["kind"]
        drawing = {**drawing, "tiles": [piles.seen(kind, tile) for tile in drawing["tiles"]]}
    aside = piles.take("treasures", observation["aside"])
    under = piles.take("missions", observation["under"])
    rest = {key: value for key, value in observation.items() if key != "variant"}
    left = [
        (kind, stack([*reserved, *piles.take(kind, observation["stacks"][kind] - len(reserved))]))
        for kind, reserved in stacks.items()
    ]
    guessed = {"players": players, "drawing": drawing, "aside": stack(aside), "under": under}
    return game.with_fields(first, {**rest, **guessed, "stacks": left})


class _Piles:
    """The tiles of each kind that the player does not see, in random order."""

    def __init__(self, variant: Variant, observation: Mapping[str, Any], source: Random) -> None:
        """Shuffle what is not seen anywhere."""
        seen = Counter(_words(observation))
        self.observation = observation
        self.left: dict[str, list[str]] = {}
        for kind, _ in variant.copy:
            hidden = []
            for tile, count in variant.stack(kind):
                hidden += [tile] * max(0, count - seen[tile])
            source.shuffle(hidden)
            self.left[kind] = hidden

    def take(self, kind: str, count: int) -> list[str]:
        """Return the next tiles of a kind; none are left only if the table has corrected much."""
        pile = self.left.get(kind, [])
        taken, self.left[kind] = pile[:count], pile[count:]
        return taken

    def reserve(self, kind: str, size: int) -> list[str]:
        """Return items for the stack that fit the backs that lie or have left face down."""
        if kind != "items" or not size:
            return []
        gone = [back for back, count in self.observation["gone_items"] for _ in range(count)]
        reserved = []
        for back in (*self.observation["backs"], *gone):
            fitting = [tile for tile in self.left[kind] if back_of(tile) == back]
            reserved += fitting[:1]
            if fitting:
                self.left[kind].remove(fitting[0])
        return reserved

    def seen(self, kind: str, tile: str) -> str:
        """Return a tile that is seen, or any of its kind for one that others hold."""
        return next(iter(self.take(kind, 1)), tile) if _is_masked(tile) else tile


def _is_masked(tile: str) -> bool:
    """Tell whether the player sees nothing of a tile but its kind."""
    return tile.endswith(UNSEEN)


def _filled(seen: Mapping[str, Any], piles: _Piles) -> Mapping[str, Any]:
    """Return a player with tiles in place of the backs that are seen."""
    filled = dict(seen)
    for field in _HELD:
        kind = "treasures" if field == "pending" else field
        filled[field] = [piles.seen(_kind(kind, tile), tile) for tile in seen[field]]
    if seen["collection"]:
        filled["collection"] = piles.seen("collections", seen["collection"])
    return filled


def _kind(kind: str, tile: str) -> str:
    metal = tile.partition("-")[0]
    return metal if metal in METALS else kind


def _words(observation: Mapping[str, Any]) -> Iterator[str]:
    """Yield every tile that is seen face up."""
    places: list[Sequence[str]] = [observation["maps"], observation["specialists"]]
    places.append(observation["abilities"])
    for player in observation["players"]:
        places += (player[field] for field in (*_HELD, *_OPEN))
        places.append([player["collection"]])
    if observation["drawing"] is not None:
        places.append(observation["drawing"]["tiles"])
    for place in places:
        yield from (tile for tile in place if tile and not _is_masked(tile))
