"""Preparation and resolution of a round of Order of the Gilded Compass, from the rules alone."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.games.simulators.gilded_compass_flow import (
    Flow,
    Struct,
    choose,
    choose_open,
    draw,
    several,
)
from tests.games.simulators.gilded_compass_score import COLOURS, KINDS, Holdings
from tests.games.simulators.gilded_compass_table import DUMMY, Owner, Slot, Table

Map = tuple[str, int, int]
Specialist = tuple[str, str, int]
Item = tuple[str, str]

TABLE = {2: (6, 4, 2), 3: (6, 5, 3), 4: (5, 6, 4), 5: (5, 7, 4)}
"""By players: rounds, entrances, tiles of the Temple (GC-SETUP-2)."""
MAPS = 4
ABILITIES = 3
ABILITY_NAMES = ("timeless_gift", "will_to_win", "small_help", "persuasion")
BACKS = ("25", "16")
SINGLE_MISSIONS = (
    "broaden_your_expertise",
    "congregate_cartographers",
    "embrace_the_guild",
    "gather_the_excavators",
    "find_the_maps",
    "hire_the_right_hunters",
    "recruit_specialists",
    "scour_the_globe",
    "second_opinion",
    "unite_the_specialists",
)
BUILDING_MISSIONS = {
    "galleon": "dive_for_doubloons",
    "illuminati": "join_the_illuminati",
    "tower": "loot_the_tower",
    "temple": "raid_the_temple",
}
METALS = ("bronze", "silver", "gold")
PAIRS = tuple(zip(COLOURS, (*COLOURS[1:], COLOURS[0]), strict=True))
"""The default colours of collections and Dual Maps."""


def map_fields(tile: Map) -> Struct:
    return dict(zip(("colour", "high", "low"), tile, strict=True))


def specialist_fields(tile: Specialist) -> Struct:
    return dict(zip(("kind", "colour", "value"), tile, strict=True))


def artifact_fields(tile: str) -> Struct:
    return {"artifact": tile}


def highest_map(maps: list[tuple[str, int, int]]) -> tuple[str, int, int]:
    """The map that the dummy takes (GC-DUMMY-ARCHIVE, GC-R28)."""
    return max(maps, key=lambda tile: tile[1])


def highest_specialist(tiles: list[tuple[str, str, int]]) -> tuple[str, str, int]:
    """The specialist that the dummy takes (GC-DUMMY-UNI)."""
    return max(tiles, key=lambda tile: tile[2])


@dataclass
class Stacks:
    """The face-down tiles of the assumed copy (section 15)."""

    maps: Counter[Map]
    specialists: Counter[Specialist]
    collections: Counter[tuple[str, str]]
    artifacts: Counter[str]
    missions: Counter[str]
    returned_missions: list[str]
    """Those under the stack, in the order in which they were put there (GC-GUILD-1)."""
    item_backs: Counter[str]
    """The backs in the stack."""
    items: dict[str, Counter[Item]]
    """By back, the items whose fronts nobody has seen."""
    abilities: Counter[str]
    treasures: Counter[int]
    treasures_aside: Counter[int]
    trophies: dict[str, Counter[int]]


def stacks(c_building: str | None) -> Stacks:
    """Shuffle the tiles; missions of buildings that are not in play leave (GC-SETUP-6)."""
    missions = [*SINGLE_MISSIONS, "secret_map", "secret_map"]
    missions += [f"dual_map-{one}-{other}" for one, other in PAIRS]
    if c_building is not None:
        missions.append(BUILDING_MISSIONS[c_building])
    of_each = [(kind, colour) for kind in KINDS for colour in COLOURS]
    return Stacks(
        maps=Counter((colour, high, high - 1) for colour in COLOURS for high in range(1, 5)),
        specialists=Counter((*each, value) for each in of_each for value in range(1, 4)),
        collections=Counter(PAIRS),
        artifacts=Counter(dict.fromkeys(COLOURS, 6)),
        missions=Counter(missions),
        returned_missions=[],
        item_backs=Counter(dict.fromkeys(BACKS, len(of_each))),
        items={back: Counter(of_each) for back in BACKS},
        abilities=Counter(dict.fromkeys(ABILITY_NAMES, 5)),
        treasures=Counter({1: 8, 2: 14, 3: 8}),
        treasures_aside=Counter(),
        trophies={
            "bronze": Counter({0: 1, 1: 10, 2: 1}),
            "silver": Counter({1: 5, 2: 6, 3: 1}),
            "gold": Counter({1: 1, 2: 6, 3: 5}),
        },
    )


@dataclass
class Round:
    """The open tiles and the dice of a round."""

    stacks: Stacks
    holdings: list[Holdings]
    options: Mapping[str, Any]
    table: Table
    maps: list[Map] = field(default_factory=list)
    specialists: list[Specialist] = field(default_factory=list)
    abilities: list[str] = field(default_factory=list)
    drawn_treasures: dict[Owner, list[int]] = field(default_factory=dict)

    @property
    def rewarded(self) -> int:
        """How many straights are rewarded (GC-RUN-5)."""
        return 3 if len(self.holdings) == 5 else 2

    def prepare(self) -> Flow[None]:
        """Lay out maps, specialists, and items or abilities (GC-ROUND-1)."""
        _, entrances, items = TABLE[len(self.holdings)]
        for _ in range(MAPS):
            self.maps.append((yield from draw("lay_map", self.stacks.maps, map_fields)))
        for _ in range(entrances):
            tile = yield from draw("lay_specialist", self.stacks.specialists, specialist_fields)
            self.specialists.append(tile)
        if self.table.c_building == "temple":
            for _ in range(items):
                back = yield from draw("lay_item", self.stacks.item_backs, lambda b: {"back": b})
                self.table.temple.append(Slot(back))
        if self.table.c_building == "illuminati":
            for _ in range(ABILITIES):
                tiles = self.stacks.abilities
                name = yield from draw("lay_ability", tiles, lambda a: {"ability": a})
                self.abilities.append(name)

    def draw_treasures(self, owner: Owner, count: int) -> Flow[None]:
        """Draw treasures at once; of an empty stack, those set aside (GC-GALLEON-4, -5)."""
        for _ in range(count):
            if not self.stacks.treasures.total():
                self.stacks.treasures = self.stacks.treasures_aside
                self.stacks.treasures_aside = Counter()
            if not self.stacks.treasures.total():
                return
            gold = yield from draw("draw_treasure", self.stacks.treasures, lambda g: {"gold": g})
            self.drawn_treasures.setdefault(owner, []).append(gold)

    # Resolution (GC-ROUND-6c)

    def resolve(self) -> Flow[None]:
        """Resolve the buildings in the order of the option (GC-R6)."""
        b_building = self.auction if self.table.b_building == "auction_house" else self.guild
        c_building = {
            "temple": self.temple,
            "illuminati": self.illuminati,
            "galleon": self.galleon,
            "tower": self.tower,
        }.get(self.table.c_building or "")
        order = [b_building, self.archives, *([c_building] if c_building else [])]
        place = {"after_c": len(order), "after_archives": 2, "first": 0}
        order.insert(place[self.options["university_resolves"]], self.university)
        for building in order:
            yield from building()
        for owner, dice in self.table.library.items():  # GC-LIB-2, GC-DUMMY-6
            if owner != DUMMY:
                self.holdings[owner].knowledge += dice

    def archives(self) -> Flow[None]:
        ranks = self.table.archive_ranks()
        owners = [owner for owner, _, _ in ranks]
        for rank, (owner, _, count) in enumerate(ranks):
            if not self.maps:
                self.table.library[owner] += count  # GC-ARCHIVE-7
            elif owner == DUMMY:  # GC-DUMMY-ARCHIVE, GC-R28
                self.maps.remove(highest_map(self.maps))
            else:
                tile = yield from choose_open(
                    owners[rank:], "choose_map", self.maps, map_fields, highest_map
                )
                self.holdings[owner].maps.append(tile)

    def university(self) -> Flow[None]:
        owners = [owner for owner, _ in self.table.university]
        for rank, owner in enumerate(owners):
            tiles = self.specialists
            if owner == DUMMY:  # GC-DUMMY-UNI
                tiles.remove(highest_specialist(tiles))
            else:
                tile = yield from choose_open(
                    owners[rank:], "choose_specialist", tiles, specialist_fields, highest_specialist
                )
                self.holdings[owner].specialists.append(tile)

    def straight_ranks(self) -> list[Owner]:
        """Return who is rewarded; the dice of the others go to the Library (GC-RUN-5)."""
        ranks = self.table.straight_ranks()
        for owner in ranks[self.rewarded :]:
            low, high = self.table.straights[owner]
            self.table.library[owner] += high - low + 1
        return ranks[: self.rewarded]

    def auction(self) -> Flow[None]:
        for rank, owner in enumerate(self.straight_ranks()):
            if owner == DUMMY:  # GC-DUMMY-AUCTION; unseen (GC-DUMMY-5), and they always suffice
                continue
            drawn = yield from several((3, 2, 1)[rank], self.draw_artifact)  # GC-AUCTION-1
            for _ in range((2, 1, 1)[rank]):
                kept = yield from self.keep_artifact(owner, drawn)
                self.holdings[owner].artifacts[kept] += 1

    def keep_artifact(self, owner: Owner, drawn: list[str]) -> Flow[str]:
        """Keep one of some artifacts; if they are secret, by its place (GC-R33)."""
        if not self.options["artifacts_open"]:
            return keep_secretly(owner, drawn)
        return choose(owner, "keep_artifact", drawn, artifact_fields, silently=False)

    def draw_artifact(self) -> Flow[str]:
        return draw("draw_artifact", self.stacks.artifacts, artifact_fields)

    def guild(self) -> Flow[None]:
        ranks = self.straight_ranks()
        if not ranks or ranks == [DUMMY]:  # GC-DUMMY-GUILD
            return
        drawn = yield from several(2 if ranks[0] == DUMMY else 3, self.draw_mission)
        for owner in ranks:
            if owner != DUMMY:
                self.holdings[owner].missions.append((yield from keep_secretly(owner, drawn)))
        self.stacks.returned_missions += drawn  # GC-GUILD-1, -2

    def draw_mission(self) -> Flow[str]:
        if not self.stacks.missions.total():
            self.stacks.missions[self.stacks.returned_missions.pop(0)] += 1
        return (yield from draw("draw_mission", self.stacks.missions, lambda m: {"mission": m}))

    def temple(self) -> Flow[None]:
        """Owners take their tiles, then the others are revealed (GC-TEMPLE-4, GC-DUMMY-TEMPLE)."""
        for slot in self.table.temple:
            if slot.owner not in (None, DUMMY):
                item = yield from self.draw_item(slot)
                self.holdings[slot.owner].items.append(item)
        for slot in self.table.temple:
            if slot.owner is None:
                yield from self.draw_item(slot)

    def draw_item(self, slot: Slot) -> Flow[Item]:
        stack = self.stacks.items[slot.pair]
        return draw("draw_item", stack, lambda i: {"kind": i[0], "colour": i[1]})

    def illuminati(self) -> Flow[None]:
        ranks = self.table.group_ranks()
        for owner in ranks[2:]:  # GC-ILLUMINATI-5
            self.table.library[owner] += len(self.table.groups[owner])
        if len(ranks) == 1:  # GC-ILLUMINATI-6
            takers = [ranks[0]] * (1 if ranks[0] == DUMMY else 2)
        elif ranks:
            # GC-DUMMY-ILLUM: the first of two dummies' tiles is the topmost, the last just leaves.
            takers = [ranks[0], ranks[1], *([ranks[0]] if ranks[0] != DUMMY else [])]
        else:
            takers = []  # GC-R15
        for rank, owner in enumerate(takers):
            if owner == DUMMY:
                self.abilities.pop(0)
            else:
                tile = yield from choose_open(
                    takers[rank:],
                    "choose_ability",
                    self.abilities,
                    lambda a: {"ability": a},
                    lambda tiles: tiles[0],
                )
                self.holdings[owner].abilities[tile] += 1

    def galleon(self) -> Flow[None]:
        ranks = self.table.group_ranks()
        if len(ranks) == 1 and ranks[0] != DUMMY and len(self.table.groups[ranks[0]]) == 1:
            yield from self.draw_treasures(ranks[0], 1)  # GC-GALLEON-7
        strict = len(ranks) > 1 and ranks[1] == DUMMY and self.options["dummy_galleon_strict"]
        for rank, owner in enumerate(ranks):
            if owner == DUMMY:
                continue
            drawn = sorted(self.drawn_treasures.get(owner, []), reverse=True)
            keeps = 2 if rank == 0 else 1  # GC-GALLEON-6, GC-DUMMY-GALLEON-1
            if strict and rank > 1:  # GC-DUMMY-GALLEON-2
                keeps = 0
                self.table.library[owner] += len(self.table.groups[owner])
            self.holdings[owner].treasures += drawn[:keeps]
            self.stacks.treasures_aside.update(drawn[keeps:])

    def tower(self) -> Flow[None]:
        for half in self.table.tower:  # GC-TOWER-5
            for metal, owner in zip(METALS, half, strict=False):
                if owner != DUMMY:  # GC-DUMMY-TOWER
                    trophy = yield from draw(
                        "draw_trophy", self.stacks.trophies[metal], trophy_fields(metal)
                    )
                    self.holdings[owner].trophies.append(trophy)


def trophy_fields(metal: str) -> Callable[[int], Struct]:
    return lambda gold: {"metal": metal, "gold": gold}


def keep_secretly(owner: Owner, drawn: list[str]) -> Flow[str]:
    """Keep one of some missions or artifacts by its place: what it is stays secret (GC-GUILD-3)."""
    places = list(range(1, len(drawn) + 1))
    place = yield from choose(owner, "keep", places, lambda place: {"place": place})
    kept = drawn[place - 1]
    # The rules do not say in which order the rest is handed on. In the log it stands as if, of two
    # equal tiles, the first had been kept, as with open ones (GC-R40).
    drawn.remove(kept)
    return kept
