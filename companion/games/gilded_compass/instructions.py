"""What people must do at the table so that it matches the box.

What concerns several players at once is one instruction, with a number for each seat in order.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from companion.engine.game import Action, Event, Step
from companion.engine.text import Seat, Text, text
from companion.games.gilded_compass import actions, draws
from companion.games.gilded_compass.buildings import TEMPLE, TOWER
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
from companion.games.gilded_compass.tiles import METALS
from companion.games.gilded_compass.variant import DICE

_SINGLE: Final[Mapping[type, str]] = {
    DiePushed: "do.push",
    TileRemoved: "do.remove",
    TilesRemoved: "do.remove_unseen",
    TreasuresDrawn: "do.treasures",
}
_ONE_BY_ONE: Final = ("items", *METALS)
"""Kinds of tiles that are drawn one by one, but taken all at once."""
_LAID: Final[Mapping[type, str]] = {
    actions.LayMap: "maps",
    actions.LaySpecialist: "specialists",
    actions.LayItem: "backs",
    actions.LayAbility: "abilities",
}


def instructions(before: State, action: Action, step: Step[State]) -> tuple[Text, ...]:
    """Return what to do at the table after an action, in order."""
    seats = len(before.players)
    return (
        *_set_up(action, before),
        *_laid_out(action, step.state),
        *_single(step.events),
        *_secret([event for event in step.events if isinstance(event, SecretTaken)], seats),
        *_claimed(before, step),
        *_unplaced([event for event in step.events if isinstance(event, DiceUnplaced)], seats),
        *_unrewarded([event for event in step.events if isinstance(event, DiceUnrewarded)], seats),
        *_knowledge([event for event in step.events if isinstance(event, KnowledgeGained)], seats),
        *_left_over([event for event in step.events if isinstance(event, LeftOver)]),
    )


def _set_up(action: Action, before: State) -> Iterator[Text]:
    """Yield what everybody gets as soon as the start player is known (GC-SETUP-5, GC-SETUP-8)."""
    if not isinstance(action, actions.ChooseStart):
        return
    dummy = ".dummy" if before.variant.dummy else ""
    yield text(f"do.start{dummy}", player=Seat(action.player), dice=DICE)
    if before.variant.tiles("collections"):
        yield text("do.collections")


def _laid_out(action: Action, after: State) -> Iterator[Text]:
    """Yield the laid-out tiles of a kind when the last one has been drawn."""
    kind = _LAID.get(type(action))
    due = draws.to_lay(after) if after.phase is Phase.LAY else None
    if kind is None or due == {"backs": "items"}.get(kind, kind):
        return
    tiles: tuple[str, ...] = getattr(after, kind)
    names = [_name(kind, tile) for tile in tiles]
    listed = names[0]
    for name in names[1:]:
        listed = text("names.list", first=listed, last=name)
    what = text("kind.items" if kind == "backs" else f"kind.{kind}")
    yield text("do.lay", what=what, tiles=listed, count=len(tiles))


def _name(kind: str, tile: str) -> Text:
    return text("tile.back", back=back_name(tile)) if kind == "backs" else tile_name(tile)


def _single(events: Iterable[Event]) -> Iterator[Text]:
    for event in events:
        key = _SINGLE.get(type(event))
        if key is not None:
            yield text(key, **WORDS.facts(event))


def _numbers(seats: int, pairs: Iterable[tuple[int, int]]) -> str:
    """Return a number for each seat in order, without the dummy's dice."""
    numbers = [0] * seats
    for seat, number in pairs:
        if seat >= 0:
            numbers[seat] += number
    return " ".join(map(str, numbers))


def _secret(events: Sequence[SecretTaken], seats: int) -> Iterator[Text]:
    for kind in dict.fromkeys(event.kind for event in events if event.kind not in _ONE_BY_ONE):
        numbers = _numbers(
            seats, ((event.player, event.tiles) for event in events if event.kind == kind)
        )
        yield text("do.secret", kind=text(f"kind.{kind}"), numbers=numbers)


def _claimed(before: State, step: Step[State]) -> Iterator[Text]:
    """Yield what all players take from Temple or Tower when the last tile has been drawn."""
    drawn = any(
        isinstance(event, SecretTaken) and event.kind in _ONE_BY_ONE for event in step.events
    )
    after = step.state
    if not drawn or (after.phase is Phase.DRAW and after.resolved in (TEMPLE, TOWER)):
        return
    owners = [slot.owner for slot in before.temple.slots] if before.temple else []
    if before.tower is not None:
        owners = [*before.tower.left, *before.tower.right]
    numbers = _numbers(len(before.players), ((owner, 1) for owner in owners if owner is not None))
    kind = "items" if before.temple else "trophies"
    yield text("do.secret", kind=text(f"kind.{kind}"), numbers=numbers)


def _unplaced(events: Sequence[DiceUnplaced], seats: int) -> Iterator[Text]:
    if events:
        numbers = _numbers(seats, ((event.player, event.count) for event in events))
        yield text("do.unplaced", numbers=numbers)


def _unrewarded(events: Sequence[DiceUnrewarded], seats: int) -> Iterator[Text]:
    for building in dict.fromkeys(event.building for event in events):
        from_it = ((event.owner, event.count) for event in events if event.building == building)
        numbers = _numbers(seats, from_it)
        yield text("do.unrewarded", building=text(f"building.{building}"), numbers=numbers)


def _knowledge(events: Sequence[KnowledgeGained], seats: int) -> Iterator[Text]:
    if events:
        numbers = _numbers(seats, ((event.player, event.tiles) for event in events))
        yield text("do.knowledge", numbers=numbers)


def _left_over(events: Sequence[LeftOver]) -> Iterator[Text]:
    if events:
        yield text("do.left_over", tiles=sum(event.tiles for event in events))
