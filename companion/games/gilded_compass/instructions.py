"""Instructions for making the table match the box.

Instructions for several players have a line for each of them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from companion.engine.game import Action, Event, Step
from companion.engine.shared_actions import ChooseStart
from companion.engine.text import Param, Seat, Text, text
from companion.games.gilded_compass import actions, draws, resolution
from companion.games.gilded_compass.buildings import TEMPLE, TOWER
from companion.games.gilded_compass.diagram import BUILDINGS, count
from companion.games.gilded_compass.events import (
    DiceUnplaced,
    DiceUnrewarded,
    DiePushed,
    KnowledgeGained,
    LeftOver,
    SecretTaken,
    TileRemoved,
    TilesRemoved,
    TreasuresDrawn,
)
from companion.games.gilded_compass.names import WORDS, back_name, tile_name
from companion.games.gilded_compass.state import Phase, State
from companion.games.gilded_compass.tiles import METALS, word
from companion.games.gilded_compass.variant import DICE

_SINGLE: Final[Mapping[type, str]] = {
    DiePushed: "do.push",
    TileRemoved: "do.remove",
    TilesRemoved: "do.remove_unseen",
    TreasuresDrawn: "do.treasures",
}
_ONE_BY_ONE: Final = ("items", *METALS)
"""Kinds of tiles that are drawn one by one, but taken all at once."""
_CHOOSES: Final = (actions.ChooseMap, actions.ChooseSpecialist, actions.ChooseAbility)
_LAID: Final[Mapping[type, str]] = {
    actions.LayMap: "maps",
    actions.LaySpecialist: "specialists",
    actions.LayItem: "backs",
    actions.LayAbility: "abilities",
}
SETUP_SECONDS: Final = {"do.start": 25, "do.start.dummy": 30, "do.collections": 20, "do.lay": 10}
"""Seconds for each instruction of the setup.

They are estimates: 4 s to read it and to confirm it, 6 s to find a tile by its colour and value and
to lay it in its place, 15 s to deal a tile to everybody, and 20 s to take dice and a tile, which
all players do in parallel.
"""


def instructions(before: State, action: Action, step: Step[State]) -> tuple[Text, ...]:
    """Return the instructions after an action, in order."""
    seats, events = len(before.players), step.events
    unplaced = [(it.player, it.count) for it in events if isinstance(it, DiceUnplaced)]
    knowledge = [(it.player, it.tiles) for it in events if isinstance(it, KnowledgeGained)]
    return (
        *_set_up(action, before),
        *_one_of_equals(action, before),
        *_laid_out(action, step.state),
        *_single(events),
        *_secret([event for event in events if isinstance(event, SecretTaken)], seats),
        *_claimed(before, step),
        *_each("do.unplaced", unplaced, seats),
        *_unrewarded([event for event in events if isinstance(event, DiceUnrewarded)], seats),
        *_each("do.knowledge", knowledge, seats),
        *_left_over([event for event in events if isinstance(event, LeftOver)]),
    )


def _set_up(action: Action, before: State) -> Iterator[Text]:
    """Yield what everybody gets as soon as the start player is known (GC-SETUP-5, GC-SETUP-8)."""
    if not isinstance(action, ChooseStart):
        return
    dummy = ".dummy" if before.variant.dummy else ""
    yield text(f"do.start{dummy}", player=Seat(action.player), dice=DICE)
    if before.variant.tiles("collections"):
        yield text("do.collections")


def _one_of_equals(action: Action, before: State) -> Iterator[Text]:
    """Yield which of several equal tiles is taken, where that affects the dummy (GC-R40)."""
    if isinstance(action, actions.ChooseTile):
        yield _taken_text(action.place, before)
    elif isinstance(action, _CHOOSES) and before.phase is Phase.CHOOSE:
        for option in resolution.choices(before):
            if isinstance(option, actions.ChooseTile) and option.tile == word(action):
                yield _taken_text(option.place, before)
                return


def _taken_text(place: int, before: State) -> Text:
    """Return the taken tile, with its place and the number of tiles there."""
    return text(
        "do.take_tile", place=place, at=before.resolved, count=count(before, before.resolved)
    )


def _laid_out(action: Action, after: State) -> Iterator[Text]:
    """Yield each laid-out tile of a kind, as a line of its own, when the last one has been drawn.

    A list of them in one line would not fit on a panel.
    """
    kind = _LAID.get(type(action))
    if kind is None:
        return
    drawn = {"backs": "items"}.get(kind, kind)
    if after.phase is Phase.LAY and draws.to_lay(after) == drawn:
        return
    tiles = getattr(after, kind)
    for place, tile in enumerate(tiles, 1):
        named = _name(kind, tile)
        yield text("do.lay", tile=named, at=BUILDINGS[drawn], place=place, count=len(tiles))


def _name(kind: str, tile: str) -> Text:
    return text("tile.item_back", back=back_name(tile)) if kind == "backs" else tile_name(tile)


def _single(events: Iterable[Event]) -> Iterator[Text]:
    for event in events:
        key = _SINGLE.get(type(event))
        if key is not None:
            yield text(key, **WORDS.facts(event))


def _each(
    key: str, counted: Iterable[tuple[int, int]], seats: int, **params: Param
) -> Iterator[Text]:
    """Yield a line for each player with something to do, without the dummy's dice."""
    numbers = [0] * seats
    for seat, number in counted:
        if seat >= 0:
            numbers[seat] += number
    for seat, number in enumerate(numbers):
        if number:
            yield text(key, player=Seat(seat), n=number, **params)


def _secret(events: Sequence[SecretTaken], seats: int) -> Iterator[Text]:
    for kind in dict.fromkeys(event.kind for event in events if event.kind not in _ONE_BY_ONE):
        secret_tiles = ((event.player, event.tiles) for event in events if event.kind == kind)
        yield from _each("do.secret", secret_tiles, seats, kind=text(f"kind.{kind}"))


def _claimed(before: State, step: Step[State]) -> Iterator[Text]:
    """Yield the tiles that players take from Temple or Tower after the last draw."""
    drawn = any(
        isinstance(event, SecretTaken) and event.kind in _ONE_BY_ONE for event in step.events
    )
    after = step.state
    if not drawn or (after.phase is Phase.DRAW and after.resolved in (TEMPLE, TOWER)):
        return
    owners = [slot.owner for slot in before.temple.slots] if before.temple else []
    if before.tower is not None:
        owners = [*before.tower.left, *before.tower.right]
    claimed = ((owner, 1) for owner in owners if owner is not None)
    kind = "items" if before.temple else "trophies"
    yield from _each("do.secret", claimed, len(before.players), kind=text(f"kind.{kind}"))


def _unrewarded(events: Sequence[DiceUnrewarded], seats: int) -> Iterator[Text]:
    for name in dict.fromkeys(event.building for event in events):
        from_it = ((event.owner, event.count) for event in events if event.building == name)
        yield from _each("do.unrewarded", from_it, seats, building=text(f"building.{name}"))


def _left_over(events: Sequence[LeftOver]) -> Iterator[Text]:
    if events:
        yield text("do.left_over", tiles=sum(event.tiles for event in events))
