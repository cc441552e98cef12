"""The names of everything that actions and events mention, as keys with parameters."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from companion.engine.game import Action, Event
from companion.engine.holdings import Enter, Entered, HoldingsWords
from companion.engine.text import Param, Seat, Text, text
from companion.engine.wording import Words, minus
from companion.games.gilded_compass.actions import (
    ChooseMap,
    CorrectAbility,
    CorrectTile,
    LayMap,
    Place,
    PlaceDummy,
    WillToWin,
)
from companion.games.gilded_compass.buildings import ARCHIVES, TEMPLE
from companion.games.gilded_compass.buildings.building import DUMMY
from companion.games.gilded_compass.events import DicePlaced, DummyPlaced, Rolled
from companion.games.gilded_compass.holdings import COLOURS, DUAL_MAP, KINDS, MISSIONS
from companion.games.gilded_compass.tiles import ABILITIES, METALS, is_unseen


def colour_name(colour: object) -> Text:
    """Return a colour (or type of artifact) in words."""
    return text(f"colour.{colour}")


def site_name(colour: object) -> Text:
    """Return the name of the place on the map of a colour."""
    return text(f"site.{colour}")


def mission_name(tile: object) -> Text:
    """Return a mission in words, a Dual Map with its colours."""
    kind, *colours = str(tile).split("-")
    if kind == DUAL_MAP and len(colours) == len(("one", "other")):
        first, other = map(colour_name, colours)
        return text("mission.dual_map.colours", one=first, other=other)
    return text(f"mission.{kind}")


def die_name(die: object) -> Text:
    """Return a die in a hand: its value, and whether it is black or the dummy's."""
    kind, _, value = str(die).rpartition("-")
    return text(f"die.{kind or 'own'}", value=value)


def dice_name(dice: object) -> Param:
    """Return dice by their values, ``334``; a page shows them one by one."""
    digits = str(dice)
    if not digits.isdigit():
        return digits
    return text("dice", dice=digits, apart=" ".join(digits))


def sets_name(sets: Sequence[str]) -> Text:
    """Return several sets of dice, such as those that lead to the same place."""
    apart = ", ".join(" ".join(each) for each in sets)
    return text("dice.sets", dice=", ".join(sets), apart=apart)


@lru_cache(maxsize=256)
def tile_name(tile: str) -> Text:
    """Return a tile in words, given as in ``tiles``; all that lie open are named at each action."""
    return _unseen_name(tile) if is_unseen(tile) else _face_name(tile)


def _face_name(tile: str) -> Text:
    kind, _, rest = tile.partition("-")
    parts = rest.split("-")
    if kind in KINDS and len(parts) > 1:
        return text(f"specialist.{kind}", colour=colour_name(parts[0]), value=parts[1])
    if kind in KINDS:
        return text("tile.item", kind=text(f"kind.{kind}"), colour=colour_name(rest))
    if kind in METALS:
        return text(f"tile.{kind}", gold=rest)
    if kind in ABILITIES:
        return text(f"ability.{kind}")
    if kind in MISSIONS:
        return mission_name(tile)
    return _coloured(kind, parts) if kind in COLOURS else text("tile.treasure", gold=kind)


def _unseen_name(tile: str) -> Text:
    """Return a tile with only its back visible."""
    kind, _, back = tile.partition("-")
    if kind in METALS:
        return text("tile.covered", metal=text(f"metal.{kind}"))
    return text("tile.back", back=back_name(back)) if back else text("tile.unseen")


def _held_name(tile: str) -> Text:
    """Return a short name of a tile, to be shown beside its owner's name."""
    name = tile_name(tile)
    is_long = name.key == "place.map" or name.key.startswith("specialist.")
    return text(f"held.{name.key}", **name.params) if is_long else name


def _coloured(colour: str, rest: list[str]) -> Text:
    if rest == [""]:
        return colour_name(colour)
    if len(rest) == 1:
        return text("tile.collection", most=colour_name(colour), also=colour_name(rest[0]))
    return text("place.map", colour=colour_name(colour), high=rest[0], low=rest[1])


def back_name(back: object) -> str:
    """Return the back of a Temple tile: ``2+5``."""
    return "/".join("+".join(pair) for pair in str(back).split("/"))


def owner_name(owner: object) -> Param:
    """Return the name of a player or of the dummy."""
    return text("player.dummy") if owner == DUMMY else Seat(int(str(owner)))


_NUMBERS: Final = frozenset({"knowledge", "abilities", "artifacts", "treasures"})
"""Holdings entered as numbers at the end."""


def holding_name(key: str) -> Text:
    """Return the name of a possible holding, or the question about it."""
    kind, _, tile = key.partition(".")
    if kind == "artifacts":
        return text("entry.artifacts", colour=colour_name(tile))
    return tile_name(tile) if tile else text(f"entry.{kind}")


ENTRIES: Final = HoldingsWords(
    holding_name,
    lambda key: key.partition(".")[0] in _NUMBERS,
    lambda n: text("line.gold", n=n),
)


_FIELDS: Final[Mapping[str, Callable[[object], Param]]] = {
    "player": owner_name,
    "owner": owner_name,
    "colour": colour_name,
    "most": colour_name,
    "also": colour_name,
    "artifact": colour_name,
    "mission": mission_name,
    "building": lambda value: text(f"building.{value}"),
    "kind": lambda value: text(f"kind.{value}"),
    "ability": lambda value: text(f"ability.{value}"),
    "metal": lambda value: text(f"metal.{value}"),
    "dice": dice_name,
    "black": dice_name,
    "dummy": dice_name,
    "die": die_name,
    "back": back_name,
    "tile": lambda value: tile_name(str(value)),
    "change": minus,
    "group": lambda value: text("group.extend", n=str(value)) if value else text("group.new"),
    "slot": lambda value: text("slot", n=str(value)),
    "count": lambda value: text("count", n=value) if isinstance(value, int) else str(value),
    "what": ENTRIES.what_name,
    "has": lambda value: text("has.menu.yes" if value else "has.menu.no"),
}


def _variant(action: Action) -> str:
    """Return the suffix of a placement's key, for buildings with further choices."""
    if not isinstance(action, Place | PlaceDummy | WillToWin):
        return ""
    if action.building == ARCHIVES and action.group:
        return ".extend"
    return ".slot" if action.building == TEMPLE else ""


def rank_name(building: str, rank: int) -> Text:
    """Return a place in a building in its own terms: a rank, entrance, floor or tile."""
    return text(f"rank.{building}", n=rank)


class _Words(Words, frozen=True):
    def action_name(self, action: Action) -> Text:
        """Return an action in words; placements include their building's choices."""
        if isinstance(action, Enter):
            return ENTRIES.action_name(action)
        name = super().action_name(action)
        if isinstance(action, ChooseMap | LayMap):
            return text(name.key, **{**name.params, "site": site_name(action.colour)})
        if isinstance(action, CorrectAbility | CorrectTile):
            has = text("has.yes" if action.has else "has.no")
            held = {"tile": _held_name(action.tile)} if isinstance(action, CorrectTile) else {}
            return text(name.key, **{**name.params, **held, "has": has})
        return Text(f"{name.key}{_variant(action)}", name.params)

    def describe(self, event: Event) -> Text:
        """Return an event in words; placements include the dice's new place."""
        if isinstance(event, Entered):
            return ENTRIES.describe(event)
        description = super().describe(event)
        more = ".extra" if getattr(event, "extra", False) else ""
        if isinstance(event, Rolled) and (event.black, event.dummy) != ("-", "-"):
            more = ".more"
        where: dict[str, Param] = {}
        if isinstance(event, DicePlaced | DummyPlaced):
            where["where"] = rank_name(event.building, event.rank)
        return text(f"{description.key}{more}", **description.params, **where)


WORDS: Final = _Words(
    _FIELDS,
    {
        "building": text("choose.building"),
        **dict.fromkeys(("dice", "die", "group"), text("choose.dice")),
    },
)
