"""The resolution of the buildings, one after the other (GC-ROUND-6)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec.structs import replace

from companion.engine.action_kinds import Act
from companion.engine.game import Action, Event, Refusal, Step
from companion.engine.wording import refuse
from companion.games.gilded_compass import actions, buildings, draws
from companion.games.gilded_compass.buildings.building import DUMMY, Award, Resolution
from companion.games.gilded_compass.events import (
    AbilityTaken,
    ArtifactKept,
    DiceUnrewarded,
    ItemRevealed,
    KnowledgeGained,
    MapTaken,
    SecretTaken,
    SpecialistTaken,
    TileRemoved,
    TilesRemoved,
    TreasureKept,
)
from companion.games.gilded_compass.open_tiles import dummy_choice, places
from companion.games.gilded_compass.stacks import left_of, size, together
from companion.games.gilded_compass.state import NOBODY, Drawing, Phase, State
from companion.games.gilded_compass.tiles import (
    METALS,
    ancient_map,
    covered,
    gold,
    is_unseen,
    record,
    specialist,
    word,
)

"""The owner of a Temple tile that nobody has claimed."""
Handler: TypeAlias = Callable[[State, Award], Step[State]]

_OPEN: Final[Mapping[str, tuple[str, type[Action], Callable[..., Event], str]]] = {
    buildings.ARCHIVES: ("maps", actions.ChooseMap, MapTaken, "GC-ARCHIVE-6"),
    buildings.UNIVERSITY: ("specialists", actions.ChooseSpecialist, SpecialistTaken, "GC-UNI-8"),
    buildings.ILLUMINATI: ("abilities", actions.ChooseAbility, AbilityTaken, "GC-ILLUMINATI-5"),
}
"""For buildings with open tiles: the state's field, the action, the event, and the rule."""
_REMOVES: Final[Mapping[str, str]] = {
    buildings.ARCHIVES: "GC-DUMMY-ARCHIVE",
    buildings.UNIVERSITY: "GC-DUMMY-UNI",
    buildings.ILLUMINATI: "GC-DUMMY-ILLUM",
}
_KEPT: Final[Mapping[str, tuple[str, str]]] = {
    "artifacts": ("artifacts", "GC-AUCTION-1"),
    "missions": ("missions", "GC-GUILD-3"),
    "items": ("items", "GC-TEMPLE-4"),
    "treasures": ("treasures", "GC-GALLEON-6"),
    **dict.fromkeys(METALS, ("trophies", "GC-TOWER-5")),
}
"""For each kind of drawn tile, the player's field that holds it, and the rule."""


def advance(state: State) -> Step[State]:
    """Give the next reward, or continue with the next building."""
    if state.queue:
        award = state.queue[0]
        return _AWARDS[state.resolved](state, award)
    if state.resolving >= 0:
        state = _closed(state)
    resolving = state.resolving + 1
    state = replace(state, resolving=resolving)
    return Step(state, ()) if is_over(state) else _open_building(state)


def is_over(state: State) -> bool:
    """Return whether all buildings have resolved."""
    return state.resolving >= len(state.variant.resolution)


def outcome(state: State, name: str) -> Resolution:
    """Return the rewards of a building if it resolved now."""
    laid: Sequence[str] = getattr(state, _OPEN[name][0]) if name in _OPEN else ()
    return state.building(name).resolve(len(state.players), len(laid))


def _open_building(state: State) -> Step[State]:
    """Start to resolve a building: unrewarded dice go to the Library (GC-ROUND-8)."""
    name = state.resolved
    rewards = outcome(state, name)
    awards = rewards.awards
    if name == buildings.TEMPLE and not state.variant.hides("items"):
        claimed = {award.spot for award in awards}
        free = (i for i in range(len(state.backs)) if i not in claimed)
        awards = (*awards, *(Award(NOBODY, spot=i) for i in free))
    owners = dict.fromkeys(rewards.library)
    events = tuple(
        DiceUnrewarded("GC-ROUND-8", owner, name, rewards.library.count(owner)) for owner in owners
    )
    return Step(replace(state.to_library(rewards.library), queue=awards), events)


def _closed(state: State) -> State:
    """Clear the rest of a building: treasures that no player may keep are set aside."""
    if state.resolved == buildings.GALLEON:
        for seat in state.seats:
            state = draws.set_aside(state, state.players[seat].pending)
            state = state.with_player(seat, pending=())
    if state.resolved == buildings.GUILD and state.drawing is not None:
        state = replace(state, under=(*state.under, *state.drawing.tiles))
    return replace(state, drawing=None)


def _next(state: State, events: tuple[Event, ...] = ()) -> Step[State]:
    """Go on to the next reward."""
    return Step(replace(state, queue=state.queue[1:], phase=Phase.RESOLVE), events)


def _choose(state: State, award: Award) -> Step[State]:
    """Let an owner choose an open tile; the dummy's choice leaves the game."""
    kind, _, _, _ = _OPEN[state.resolved]
    laid: tuple[str, ...] = getattr(state, kind)
    if not laid:
        return _next(state)
    if award.owner == DUMMY:
        i = dummy_choice([_worth(state.resolved, tile) for tile in laid])
        left = (*laid[:i], *laid[i + 1 :])
        removed = TileRemoved(_REMOVES[state.resolved], laid[i])
        return _next(replace(state, **{kind: left}), (removed,))
    if len(set(laid)) == 1:
        return _take(state, laid[0])
    return Step(replace(state, phase=Phase.CHOOSE), ())


def _worth(building: str, tile: str) -> int:
    """Return the value that the dummy compares: of maps the high one (GC-R28)."""
    if building == buildings.ARCHIVES:
        return ancient_map(tile).high
    return specialist(tile).value if building == buildings.UNIVERSITY else 0


def _take(state: State, tile: str, place: int = 0) -> Step[State]:
    """Give an open tile to its owner: the one at a place, by default the first of equal ones."""
    kind, _, event, rule = _OPEN[state.resolved]
    seat = state.queue[0].owner
    laid: tuple[str, ...] = getattr(state, kind)
    i = place - 1 if place else laid.index(tile)
    owned = (*getattr(state.players[seat], kind), tile)
    state = state.with_player(seat, **{kind: owned})
    state = replace(state, **{kind: (*laid[:i], *laid[i + 1 :])})
    return _next(state, (event(rule, seat, tile),))


def _open_choices(state: State) -> Iterator[Action]:
    """Yield the open tiles that may be taken, of equal ones also which if it matters (GC-R40).

    Where it does, the action without a place means the first one, as in games of earlier versions.
    """
    kind, action, _, _ = _OPEN[state.resolved]
    tiles: tuple[str, ...] = getattr(state, kind)
    laid = tuple((tile, _worth(state.resolved, tile)) for tile in tiles)
    takers = [award.owner == DUMMY for award in state.queue[1:]]
    for tile in dict.fromkeys(tiles):
        yield record(action, tile)
        chosen = places(laid, tile, takers) if tiles.count(tile) > 1 else ()
        if len(chosen) > 1:
            yield from (actions.ChooseTile(tile, place) for place in chosen)


def distinct(state: State, options: Sequence[Action]) -> tuple[Action, ...]:
    """Return actions without those that only name the first of equal tiles, if all are offered."""
    if state.phase is not Phase.CHOOSE or state.resolved not in _OPEN:
        return tuple(options)
    laid: list[str] = list(getattr(state, _OPEN[state.resolved][0]))
    placed = {it for it in options if isinstance(it, actions.ChooseTile)}
    firsts = {it.tile for it in placed if laid.index(it.tile) + 1 == it.place}
    return tuple(it for it in options if it in placed or word(it) not in firsts)


def _artifacts(state: State, award: Award) -> Step[State]:
    """Let a player draw artifacts; the dummy sets some aside unseen (GC-DUMMY-AUCTION)."""
    if award.owner != DUMMY:
        return _draw(state, award, "artifacts")
    count = min(award.of, size(state.stack("artifacts")) - state.gone)
    removed = TilesRemoved("GC-DUMMY-AUCTION", "artifacts", count)
    return _next(replace(state, gone=state.gone + count), (removed,))


def _missions(state: State, award: Award) -> Step[State]:
    """Let a player draw missions, or choose from those that were passed on (GC-GUILD-1)."""
    handed = state.drawing.tiles if state.drawing else ()
    return _draw(state, award, "missions", handed)


def _items(state: State, award: Award) -> Step[State]:
    """Turn a Temple tile over; the dummy's is set aside unseen (GC-DUMMY-TEMPLE)."""
    slot = award.spot or 0
    if award.owner != DUMMY:
        return _draw(state, award, "items")
    gone = together(state.gone_items, (state.backs[slot],))
    removed = TilesRemoved("GC-DUMMY-TEMPLE", "items", 1)
    return _next(replace(state, gone_items=gone), (removed,))


def _treasures(state: State, award: Award) -> Step[State]:
    """Let a player keep treasures drawn in this round (GC-GALLEON-6, GC-GALLEON-7)."""
    pending = state.players[award.owner].pending
    state = state.with_player(award.owner, pending=())
    return _draw(state, award, "treasures", pending)


def _trophies(state: State, award: Award) -> Step[State]:
    """Let a player draw a trophy of the floor's metal, and look at it (GC-TOWER-5, GC-R39)."""
    return _draw(state, replace(award, draw=1), METALS[(award.spot or 1) - 1])


def _draw(state: State, award: Award, kind: str, tiles: tuple[str, ...] = ()) -> Step[State]:
    left = 1 if kind == "items" else award.draw
    drawing = Drawing(kind, award.owner, left, tiles, award.keep, award.spot or 0)
    return Step(replace(state, drawing=drawing, phase=Phase.DRAW), ())


def _knowledge(state: State, award: Award) -> Step[State]:
    """Give knowledge for dice in the Library (GC-LIB-2)."""
    knowledge = state.players[award.owner].knowledge + award.keep
    state = state.with_player(award.owner, knowledge=knowledge)
    return _next(state, (KnowledgeGained("GC-LIB-2", award.owner, award.keep),))


_AWARDS: Final[Mapping[str, Handler]] = {
    buildings.ARCHIVES: _choose,
    buildings.UNIVERSITY: _choose,
    buildings.ILLUMINATI: _choose,
    buildings.AUCTION_HOUSE: _artifacts,
    buildings.GUILD: _missions,
    buildings.TEMPLE: _items,
    buildings.GALLEON: _treasures,
    buildings.TOWER: _trophies,
    buildings.LIBRARY: _knowledge,
}


def drawn(state: State) -> Step[State]:
    """Continue once all tiles are drawn: a player chooses which to keep, unless there is no choice.

    If the box knows the treasures, the highest are kept, because nothing in the game rewards a
    lower one (GC-END-TREAS, GC-MISSION-DIVE).
    """
    drawing = state.drawing
    assert drawing is not None  # noqa: S101 - the phase says so
    if state.resolving < 0:
        pending = (*state.players[drawing.owner].pending, *drawing.tiles)
        state = state.with_player(drawing.owner, pending=pending)
        return Step(replace(state, drawing=None, phase=Phase.PLACE), ())
    if drawing.owner == NOBODY:
        revealed = ItemRevealed("GC-TEMPLE-4", draws.front(drawing.tiles[0]))
        return _next(replace(state, drawing=None), (revealed,))
    if drawing.kind == "treasures":
        return _treasure(state, drawing)
    if len(drawing.tiles) <= drawing.keep or all(map(is_unseen, drawing.tiles)):
        return _kept(state, drawing.tiles[: drawing.keep])
    return Step(replace(state, phase=Phase.CHOOSE), ())


def _treasure(state: State, drawing: Drawing) -> Step[State]:
    if any(map(is_unseen, drawing.tiles)):
        return Step(replace(state, phase=Phase.CHOOSE), ())
    best = sorted(drawing.tiles, key=gold, reverse=True)[: drawing.keep]
    return _kept(state, tuple(best))


def _kept(state: State, tiles: tuple[str, ...]) -> Step[State]:
    """Give drawn tiles to their owner; once enough are kept, the rest is discarded.

    Artifacts that are not kept are set aside (GC-AUCTION-2).
    """
    drawing = state.drawing
    assert drawing is not None  # noqa: S101 - callers have drawn
    seat, (field, rule) = drawing.owner, _KEPT[drawing.kind]
    own = (*getattr(state.players[seat], field), *map(_fronted, tiles))
    state = state.with_player(seat, **{field: own})
    left = list(drawing.tiles)
    for tile in tiles:
        left.remove(tile if tile in left else covered(tile))
    keep = drawing.keep - len(tiles)
    state = replace(state, drawing=replace(drawing, tiles=tuple(left), keep=keep))
    events = _tile_events(state, drawing, tiles, rule)
    if keep and left:
        return Step(replace(state, phase=Phase.CHOOSE), events)
    if drawing.kind == "treasures":
        state = draws.set_aside(state, tuple(left))
    if drawing.kind != "missions":
        state = replace(state, drawing=None)
    return _next(state, events)


def _fronted(tile: str) -> str:
    """Return a tile in its owner's form: the back of an item no longer matters."""
    unseen = is_unseen(tile)
    return draws.front(tile) if tile.count("-") > 1 and not unseen and _is_item(tile) else tile


def _is_item(tile: str) -> bool:
    return tile.startswith(("cartographer", "excavator"))


def _tile_events(
    state: State, drawing: Drawing, tiles: tuple[str, ...], rule: str
) -> tuple[Event, ...]:
    """Return the public events about kept tiles (GC-R33)."""
    seat = drawing.owner
    if state.variant.is_secret(drawing.kind) and drawing.kind != "treasures":
        return (SecretTaken(rule, seat, drawing.kind, len(tiles)),) if tiles else ()
    event = TreasureKept if drawing.kind == "treasures" else ArtifactKept
    return tuple(event(rule, seat, tile) for tile in tiles)


def chooser(state: State) -> int:
    """Return the seat that chooses a reward."""
    return state.queue[0].owner


def choices(state: State) -> tuple[Action, ...]:
    """Return the choices of the player who gets a reward."""
    if state.resolved in _OPEN:
        return tuple(_open_choices(state))
    drawing = state.drawing
    if drawing is None:
        return ()
    if drawing.kind == "treasures":
        return tuple(actions.KeepTreasure(gold(tile)) for tile, _ in hidden_treasures(state))
    if state.variant.is_secret(drawing.kind):
        return tuple(actions.Keep(place) for place in range(1, len(drawing.tiles) + 1))
    return tuple(actions.KeepArtifact(tile) for tile in dict.fromkeys(drawing.tiles))


def hidden_treasures(state: State) -> tuple[tuple[str, int], ...]:
    """Return the treasures that have not been laid face up."""
    kept = (tile for player in state.players for tile in player.treasures)
    return left_of(state.variant.tiles("treasures"), kept)


def why_not(state: State, action: Action) -> Refusal | None:
    """Return why a tile cannot be taken."""
    if action in choices(state):
        return None
    name = state.resolved
    return refuse("not-to-choose", _OPEN[name][3] if name in _OPEN else "GC-ROUND-6")


def choose(state: State, action: Action) -> Step[State]:
    """Take an open tile."""
    if isinstance(action, actions.ChooseTile):
        return _take(state, action.tile, action.place)
    return _take(state, word(action))


def keep_one(
    state: State, action: actions.Keep | actions.KeepArtifact | actions.KeepTreasure
) -> Step[State]:
    """Keep one of the drawn tiles."""
    drawing = state.drawing
    assert drawing is not None  # noqa: S101 - why_not has asked
    tile = drawing.tiles[action.place - 1] if isinstance(action, actions.Keep) else word(action)
    return _kept(state, (tile,))


CHOOSING: Final = (
    *(
        Act(kind, choose, why_not)
        for kind in (
            actions.ChooseMap,
            actions.ChooseSpecialist,
            actions.ChooseAbility,
            actions.ChooseTile,
        )
    ),
    *(
        Act(kind, keep_one, why_not)
        for kind in (actions.KeepArtifact, actions.Keep, actions.KeepTreasure)
    ),
)
"""Possible rewards."""
