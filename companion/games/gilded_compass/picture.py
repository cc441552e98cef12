"""Picture of the table for a browser: open parts, and the private part of each seat."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from companion.engine.board_file import load_picture
from companion.engine.facets import Board
from companion.engine.game import Action, Line, Struct
from companion.engine.picture import (
    FILLS,
    PATTERNS,
    Emblem,
    EmblemPart,
    Look,
    Picture,
    Sprite,
    side_by_side,
)
from companion.engine.text import Seat, Text, text
from companion.games.gilded_compass import printed
from companion.games.gilded_compass.actions import (
    ChooseAbility,
    ChooseMap,
    ChooseSpecialist,
    ChooseTile,
    Place,
    PlaceDummy,
)
from companion.games.gilded_compass.buildings import (
    ARCHIVES,
    AUCTION_HOUSE,
    GALLEON,
    GUILD,
    ILLUMINATI,
)
from companion.games.gilded_compass.buildings.building import DUMMY
from companion.games.gilded_compass.names import back_name, owner_name, tile_name
from companion.games.gilded_compass.state import Phase, Player, State
from companion.games.gilded_compass.tiles import is_unseen, specialist

_SHAPES: Final = MappingProxyType(
    {"map": "card", "cartographer": "circle", "excavator": "square", "artifact": "hexagon"}
)
_GROUPS: Final = tuple(f"group-{column}{row}" for column in "ab" for row in "12345")
_ABILITY_SIGNS: Final = MappingProxyType(
    {"timeless_gift": "↻", "will_to_win": "=", "small_help": "+2", "persuasion": "✎"}
)


def picture(package: str) -> Picture:
    """Return the board, with looks added for tiles of every printed colour."""
    board = load_picture(package)
    coloured = {
        f"{kind}-{fill}": Look(shape, fill, PATTERNS[i % len(PATTERNS)], size=0.8)
        for kind, shape in _SHAPES.items()
        for i, fill in enumerate(FILLS)
    }
    return replace(board, looks=MappingProxyType({**board.looks, **coloured}))


def spots(state: State, action: Action) -> Mapping[str, Struct]:
    """Return the Temple's tile that dice go to, and the tile that is taken."""
    match action:
        case Place(slot=slot) | PlaceDummy(slot=slot) if slot:
            return {f"secret-{slot}": {"building": action.building, "slot": slot}}
        case ChooseMap(colour=colour, high=high, low=low):
            fields: Struct = {"colour": colour, "high": high, "low": low}
            return _tile_spot(state.maps, f"{colour}-{high}-{low}", "map", fields)
        case ChooseSpecialist(kind=kind, colour=colour, value=value):
            fields = {"kind": kind, "colour": colour, "value": value}
            return _tile_spot(state.specialists, f"{kind}-{colour}-{value}", "hired", fields)
        case ChooseAbility(ability=ability):
            return _tile_spot(state.abilities, ability, "secret", {"ability": ability})
        case ChooseTile(tile=tile, place=place):
            laid = (("map", state.maps), ("hired", state.specialists), ("secret", state.abilities))
            at = next((name for name, tiles in laid if tile in tiles), "")
            return {f"{at}-{place}": {"tile": tile, "place": place}} if at else {}
    return {}


def _tile_spot(tiles: Sequence[str], tile: str, place: str, fields: Struct) -> Mapping[str, Struct]:
    if tile not in tiles:
        return {}
    return {f"{place}-{tiles.index(tile) + 1}": fields}


def sprites(state: State) -> tuple[Sprite, ...]:
    """Return all public pieces, building by building; no secret tile (GC-R33)."""
    return (
        *printed.sprites(state),
        *_straights(state),
        *_archives(state),
        *_c_building(state),
        *_university(state),
        *_library(state),
        *_players(state),
        *_hand(state),
    )


def _die(state: State, owner: int, place: str, value: object) -> Sprite:
    look = "die-dummy" if owner == DUMMY else f"die-{state.variant.dice[owner]}"
    return _lying_die(look, owner, place, str(value))


@lru_cache(maxsize=256)
def _lying_die(look: str, owner: int, place: str, value: str) -> Sprite:
    """Return a die; most lie where they are for some actions."""
    name = text("sprite.die", player=owner_name(owner), value=value)
    return Sprite(look, place, name, sign=value)


def _dice(state: State, owner: int, place: str, values: Iterable[int]) -> Iterator[Sprite]:
    for value in values:
        yield _die(state, owner, place, value)


def _straights(state: State) -> Iterator[Sprite]:
    straights = state.guild or state.auction_house
    for rank, straight in enumerate(straights.ranked if straights else (), 1):
        yield from _dice(state, straight.owner, f"straight-{rank}", straight.values)


def _archives(state: State) -> Iterator[Sprite]:
    for i, group in enumerate(state.archives.ranked):
        place = _GROUPS[min(i, len(_GROUPS) - 1)]
        yield from _dice(state, group.owner, place, (group.value,) * group.count)
    for place_, tile in enumerate(state.maps, 1):
        yield _tile(state, tile, f"map-{place_}")


def _c_building(state: State) -> Iterator[Sprite]:
    """Yield the pieces in the building on the right."""
    crowds = state.illuminati or state.galleon
    for rank, crowd in enumerate(crowds.ranked if crowds else (), 1):
        yield from _dice(state, crowd.owner, f"crowd-{rank}", crowd.dice)
    for i, tile in enumerate(state.abilities, 1):
        yield _tile(state, tile, f"secret-{i}")
    owners = [slot.owner for slot in state.temple.slots] if state.temple else []
    for i, (back, owner) in enumerate(zip_longest(state.backs, owners[: len(state.backs)]), 1):
        place = f"secret-{i}"
        yield from _item(place, back, is_free=owner is None)
        if owner is not None:
            yield from _dice(state, owner, place, map(int, back.partition("/")[0]))
    if state.tower is not None:
        for side, half in (("left", state.tower.left), ("right", state.tower.right)):
            for floor, owner in enumerate(half, 1):
                if owner is not None:
                    yield _die(state, owner, f"tower-{side}-{floor}", "•")


@lru_cache(maxsize=256)
def _item(place: str, back: str, *, is_free: bool) -> tuple[Sprite, ...]:
    """Return a tile of the Temple; its required dice are visible until it is claimed."""
    name = text("sprite.item", pairs=back_name(back))
    if is_free and "/" in back:
        return (Sprite("back", place, name, sign=back_name(back)),)
    back_side = back if is_free else ""
    faces = (Sprite("face", place, sign=value) for value in back_side)
    return (Sprite("back", place, name, sign=" "), *faces)


def _university(state: State) -> Iterator[Sprite]:
    for entrance, die in enumerate(state.university.row, 1):
        yield _die(state, die.owner, f"entrance-{entrance}", die.value)
    for i, tile in enumerate(state.specialists, 1):
        yield _tile(state, tile, f"hired-{i}")


def _library(state: State) -> Iterator[Sprite]:
    for seat in state.seats:
        if seat in state.library.dice:
            yield _die(state, seat, f"shelf-{seat + 1}", f"×{state.library.dice.count(seat)}")


def _players(state: State) -> Iterator[Sprite]:
    """Yield the open tiles of each player, and the number of secret ones."""
    for seat, player in enumerate(state.players, 1):
        for tile in player.maps:
            yield _tile(state, tile, f"seat-{seat}-maps")
        for tile in player.specialists:
            yield _tile(state, tile, f"seat-{seat}-specialists")
        tokens = f"seat-{seat}-tokens"
        yield _count("knowledge", tokens, player.knowledge)
        for tile in (*player.abilities, *player.treasures):
            yield _tile(state, tile, tokens)
        for tile in () if state.variant.is_secret("artifacts") else player.artifacts:
            yield _tile(state, tile, tokens)
        hidden = _hidden(state, player)
        if hidden:
            yield _count("hidden", tokens, hidden)


@lru_cache(maxsize=256)
def _count(look: str, place: str, n: int) -> Sprite:
    """Return the number of a player's tiles of a kind, which few actions change."""
    return Sprite(look, place, text(f"sprite.{look}", n=n), sign=str(n))


def _hidden(state: State, player: Player) -> int:
    """Return how many secret tiles a player has."""
    artifacts = player.artifacts if state.variant.is_secret("artifacts") else ()
    piles = (player.items, player.missions, player.trophies, player.pending, artifacts)
    return sum(map(len, piles)) + bool(player.collection)


def _hand(state: State) -> Iterator[Sprite]:
    """Yield the values of the current player's dice, as far as known to the box."""
    if state.unseen_dice:
        return
    place = f"seat-{state.current + 1}-dice"
    yield from _dice(state, state.current, place, state.hand.own)
    for value in state.hand.black:
        name = text("die.black", value=str(value))
        yield Sprite("die-black", place, name, sign=str(value))
    yield from _dice(state, DUMMY, place, state.hand.dummy)


def _tile(state: State, tile: str, place: str) -> Sprite:
    """Return an open tile, in the colour that is printed on the owner's copy."""
    return _lying_tile(state.variant.colours, tile, place)


@lru_cache(maxsize=256)
def _lying_tile(colours: tuple[tuple[str, str], ...], tile: str, place: str) -> Sprite:
    kind, *rest = tile.split("-")
    name = tile_name(tile)
    printed = dict(colours)
    if kind in ("cartographer", "excavator"):
        meaning = specialist(tile)
        return Sprite(f"{kind}-{printed[meaning.colour]}", place, name, sign=str(meaning.value))
    if kind in _ABILITY_SIGNS:
        return Sprite("ability", place, name, sign=_ABILITY_SIGNS[kind])
    if kind in printed and rest:
        return Sprite(f"map-{printed[kind]}", place, name, sign="/".join(rest))
    if kind in printed:
        return Sprite(f"artifact-{printed[kind]}", place, name)
    return Sprite("treasure", place, name, sign=tile)


_RANKED: Final = frozenset(
    f"rank.{building}" for building in (ARCHIVES, AUCTION_HOUSE, GUILD, ILLUMINATI, GALLEON)
)
"""The texts of ranks that stand on a ladder."""
_SIDE: Final = 0.75
"""The side of a die in an emblem, whose height is 1."""
_BESIDE: Final = 0.8125
"""From the left side of a die to that of the next one: in sixteenths, which JSON writes exactly."""
_SHOWN_SETS: Final = 3
"""How many sets of dice an emblem draws."""


def own_emblem(game: Board[State], state: State, message: Text) -> Emblem:
    """Return the emblem of a text: dice, a building's sign, a tile."""
    drawn = _dice_emblem(state, message) or _tile_emblem(state, message)
    return drawn or Board.own_emblem(game, state, message)


def _dice_emblem(state: State, message: Text) -> Emblem:
    """Return the dice that a text names, or their ladder."""
    key, params = message.key, message.params
    if key in ("dice", "die.own"):
        return _faces(str(params.get("dice", params.get("value"))))
    if key == "dice.sets":
        return _sets(str(params["dice"]))
    if key in ("do.start", "do.start.dummy"):
        return _taken_at_start(state, message)
    rank = params.get("n")
    return printed.ladder(rank) if key in _RANKED and isinstance(rank, int) else ()


def _tile_emblem(state: State, message: Text) -> Emblem:
    """Return the tile that a text names."""
    key, params = message.key, message.params
    if key == "tile.item_back":
        return _back(str(params["back"]))
    if key.startswith("ability."):
        return (EmblemPart("ability", sign=_ABILITY_SIGNS[key.removeprefix("ability.")]),)
    colour = params.get("colour")
    if isinstance(colour, Text):
        return _coloured(state, message, colour.key.removeprefix("colour."))
    if key.startswith("colour."):
        return (EmblemPart(f"artifact-{dict(state.variant.colours)[key.removeprefix('colour.')]}"),)
    return ()


@lru_cache(maxsize=256)
def _sets(dice: str) -> Emblem:
    return side_by_side(map(_faces, dice.split(", ")[:_SHOWN_SETS]), 0.4)


@lru_cache(maxsize=256)
def _faces(dice: str) -> Emblem:
    values = [value for value in dice if value.isdigit()]
    above = (1 - _SIDE) / 2
    return tuple(
        EmblemPart("die", i * _BESIDE, above, _SIDE, _SIDE, sign=value)
        for i, value in enumerate(values)
    )


def _taken_at_start(state: State, message: Text) -> Emblem:
    """Return what everybody takes: dice, in the start player's colour, and a knowledge tile."""
    player, dice = message.params["player"], message.params["dice"]
    own = state.variant.dice[player.index] if isinstance(player, Seat) else 1
    dummy = [EmblemPart("die-dummy", sign="×2")] if message.key == "do.start.dummy" else []
    taken = [EmblemPart(f"die-{own}", sign=f"×{dice}"), *dummy, EmblemPart("knowledge")]
    return side_by_side([(part,) for part in taken])


@lru_cache(maxsize=64)
def _back(printed_dice: str) -> Emblem:
    """Return the back of a tile of the Temple: the dice that it asks for."""
    if "/" in printed_dice:
        return (EmblemPart("back", sign=printed_dice),)
    return _faces(printed_dice)


def _coloured(state: State, message: Text, colour: str) -> Emblem:
    """Return a map or a specialist in the colour that is printed on the owner's copy."""
    params, printed = message.params, dict(state.variant.colours).get(colour)
    if printed is None:
        return ()
    if "high" in params:
        return (EmblemPart(f"map-{printed}", sign=f"{params['high']}/{params['low']}"),)
    named = params.get("kind")
    key = named.key if isinstance(named, Text) else message.key
    kind = next((kind for kind in ("cartographer", "excavator") if key.endswith(kind)), "")
    return (EmblemPart(f"{kind}-{printed}", sign=str(params.get("value", ""))),) if kind else ()


def private(state: State, seat: int) -> tuple[Line, ...]:
    """Return a seat's secret tiles (GC-R33)."""
    return (*_drawn(state, seat), *_secrets(state, state.players[seat]))


def _drawn(state: State, seat: int) -> Iterator[Line]:
    """Yield the tiles that a seat now chooses from, by their numbers."""
    drawing = state.drawing
    if drawing is None or drawing.owner != seat or not state.variant.is_secret(drawing.kind):
        return
    if state.phase is not Phase.CHOOSE:
        return
    for place, tile in enumerate(drawing.tiles, 1):
        if not is_unseen(tile):
            yield Line(text("private.choose", place=place), tile_name(tile))


def _secrets(state: State, player: Player) -> Iterator[Line]:
    piles: tuple[tuple[str, tuple[str, ...]], ...] = (
        ("collection", (player.collection,) if player.collection else ()),
        ("mission", player.missions),
        ("item", player.items),
        ("trophy", player.trophies),
        ("treasure", player.pending),
        ("artifact", player.artifacts if state.variant.is_secret("artifacts") else ()),
    )
    for kind, tiles in piles:
        for tile in tiles:
            if not is_unseen(tile):
                yield Line(text(f"private.{kind}"), tile_name(tile))
