"""The end scoring of Order of the Gilded Compass, from docs/rules/gilded-compass.md alone.

The best assignment (GC-END-ASSIGN) is found by exhaustion: the specialists are assigned one after
another in every way, and of the ways that lead to the same occupation of all places the best stays.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

COLOURS = ("desert", "jungle", "water", "fire", "holy", "dark")
KINDS = ("cartographer", "excavator")


@dataclass
class Holdings:
    """What a player owns; `missions` are named as in the log, such as `dual_map-holy-dark`."""

    knowledge: int = 1  # GC-SETUP-8
    maps: list[tuple[str, int, int]] = field(default_factory=list)
    """Colour, high and low gold value."""
    specialists: list[tuple[str, str, int]] = field(default_factory=list)
    """Type, colour and value."""
    items: list[tuple[str, str]] = field(default_factory=list)
    """Type and colour."""
    missions: list[str] = field(default_factory=list)
    artifacts: Counter[str] = field(default_factory=Counter)
    collection: tuple[str, str] = ("", "")
    """The most wanted type of artifact, and the one that is also wanted."""
    abilities: Counter[str] = field(default_factory=Counter)
    treasures: list[int] = field(default_factory=list)
    trophies: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Member:
    """An assigned specialist."""

    kind: str
    colour: str
    equipped: bool


Members = tuple[Member, ...]


@dataclass(frozen=True)
class Place:
    """An ancient map with its values, or a Dual or Secret Map."""

    kind: str
    colours: tuple[str, ...]
    high: int
    low: int = 0

    def admits(self, members: Members, member: Member) -> bool:
        """Whether the colours fit (GC-END-PLACE, GC-MISSION-DUAL, GC-MISSION-SECRET)."""
        if self.kind == "secret":
            return all(other.colour == member.colour for other in members)
        return member.colour in self.colours

    def is_pair(self, one: Member, other: Member) -> bool:
        """Whether two are a cartographer and an excavator as the place wants them."""
        differ = one.colour != other.colour
        return one.kind != other.kind and differ == (self.kind == "dual")

    def is_regular(self, members: Members) -> bool:
        """Whether these may stand here together; of three, two are a pair (GC-R23)."""
        pairs = [(a, b) for n, a in enumerate(members) for b in members[:n]]
        return len(members) < 2 or any(self.is_pair(one, other) for one, other in pairs)

    def gold(self, members: Members) -> int:
        """The value of the place itself (GC-END-MAP, GC-END-ITEM, section 11).

        On Dual and Secret Maps nobody is equipped unless an option allows it (GC-R25).
        """
        worth = self.high if len(members) >= (2 if self.kind == "dual" else 1) else self.low
        equipped = {member.kind for member in members if member.equipped}
        return 2 * worth if len(equipped) == len(KINDS) else worth


Worth = tuple[int, int, int]
"""Gold, unassigned specialists, and the sum of their values; compared in this order."""


@dataclass(frozen=True)
class State:
    """Who stands in each place; whether anywhere a third one; parity (RECRUIT); items left."""

    places: tuple[Members, ...]
    third: bool = False
    odd: bool = False
    items: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Assigner:
    """Looks for the best assignment of a player."""

    holdings: Holdings
    options: Mapping[str, Any]

    def owns(self, mission: str) -> bool:
        return mission in self.holdings.missions

    def ancient(self, colour: str) -> list[Place]:
        """The ancient maps of a colour."""
        maps = self.holdings.maps
        return [Place("ancient", (own,), high, low) for own, high, low in maps if own == colour]

    def special(self) -> list[Place]:
        """The Dual and Secret Maps."""
        names = [mission.split("-") for mission in self.holdings.missions]
        dual = [Place("dual", tuple(colours), 3) for name, *colours in names if name == "dual_map"]
        return dual + [Place("secret", COLOURS, 1) for name, *_ in names if name == "secret_map"]

    def best(self) -> Worth:
        """The gold of the best assignment with what decides ties (GC-END-ASSIGN, GC-END-TIE-2).

        The colours follow one another, as only Dual and Secret Maps take several.
        """
        special = self.special()
        states: dict[State, Worth] = {State(((),) * len(special)): (0, 0, 0)}
        for colour in COLOURS:
            ancient = self.ancient(colour)
            items = tuple(sorted(item for item in self.holdings.items if item[1] == colour))
            states = {
                replace(state, places=state.places + ((),) * len(ancient), items=items): so_far
                for state, so_far in states.items()
            }
            for specialist in self.holdings.specialists:
                if specialist[1] == colour:
                    states = self.after(states, special + ancient, specialist)
            states = self.closed(states, len(special), ancient, colour)
        return max(
            (so_far[0] + self.special_gold(special, state.places), *so_far[1:])
            for state, so_far in states.items()
            if all(map(Place.is_regular, special, state.places))
        )

    def after(
        self, states: dict[State, Worth], places: list[Place], specialist: tuple[str, str, int]
    ) -> dict[State, Worth]:
        """What is possible after one more specialist, each with its best worth."""
        found: dict[State, Worth] = {}
        for state, so_far in states.items():
            for successor, more in self.assign(places, state, specialist):
                total = (so_far[0] + more[0], so_far[1] + more[1], so_far[2] + more[2])
                found[successor] = max(found.get(successor, total), total)
        return found

    def closed(
        self, states: dict[State, Worth], special: int, ancient: list[Place], colour: str
    ) -> dict[State, Worth]:
        """Count the ancient maps of a colour and forget who stands there."""
        found: dict[State, Worth] = {}
        for state, so_far in states.items():
            groups = state.places[special:]
            if not all(map(Place.is_regular, ancient, groups)):
                continue
            gold = so_far[0] + self.ancient_gold(ancient, groups)
            if self.owns("broaden_your_expertise"):
                gold += any(m.colour == colour for members in state.places for m in members)
            rest = replace(state, places=state.places[:special], items=())
            total = (gold, *so_far[1:])
            found[rest] = max(found.get(rest, total), total)
        return found

    def assign(
        self, places: list[Place], state: State, specialist: tuple[str, str, int]
    ) -> Iterator[tuple[State, Worth]]:
        """Yield what a specialist can do: nothing, or stand somewhere, with an item or without."""
        kind, colour, value = specialist
        yield state, (0, 1, value)
        for index, place in enumerate(places):
            members = state.places[index]
            third = len(members) == 2
            if len(members) > 2 or (third and (state.third or not self.owns("second_opinion"))):
                continue
            for equipped in (False, True):
                member = Member(kind, colour, equipped)
                usable = place.kind == "ancient" or self.options["items_on_mission_maps"]  # GC-R25
                if equipped and not (usable and (kind, colour) in state.items):
                    continue
                if not place.admits(members, member):
                    continue
                now = tuple(sorted((*members, member), key=str))
                left = list(state.items)
                if equipped:
                    left.remove((kind, colour))
                odd = self.owns("recruit_specialists") and not state.odd
                gold = value * (1 + equipped) + self.bonus(kind, place) + (state.odd and not odd)
                occupied = (*state.places[:index], now, *state.places[index + 1 :])
                yield State(occupied, state.third or third, odd, tuple(left)), (gold, 0, 0)

    def bonus(self, kind: str, place: Place) -> int:
        """What CARTO and EXCAV give for a specialist (GC-R24)."""
        counts = place.kind == "ancient" or self.options["specialists_on_mission_maps"]
        mission = {"cartographer": "congregate_cartographers", "excavator": "gather_the_excavators"}
        return int(counts and self.owns(mission[kind]))

    def ancient_gold(self, places: list[Place], groups: tuple[Members, ...]) -> int:
        """What ancient maps of a colour give, with HIRE and UNITE."""
        gold = sum(map(Place.gold, places, groups))
        if self.owns("hire_the_right_hunters"):
            gold += sum(members != () for members in groups)
        return gold + self.united(groups)

    def united(self, groups: tuple[Members, ...]) -> int:
        """How many places count for UNITE, if the player has it."""
        if not self.owns("unite_the_specialists"):
            return 0
        return sum(len({member.kind for member in members}) == len(KINDS) for members in groups)

    def special_gold(self, places: list[Place], groups: tuple[Members, ...]) -> int:
        """What Dual and Secret Maps give, with SCOUR, and the 1 of UNITE."""
        gold = sum(map(Place.gold, places, groups)) + self.united(groups)
        gold += self.owns("unite_the_specialists")
        if self.owns("scour_the_globe"):
            colours = {colour for colour, *_ in self.holdings.maps}
            for place, members in zip(places, groups, strict=True):
                if place.kind == "secret":  # GC-R22
                    colours |= {member.colour for member in members} or {"grey"}
                else:
                    colours |= set(place.colours)
            gold += len(colours)
        return gold


def other_gold(holdings: Holdings) -> int:
    """All gold that does not depend on the assignment (GC-END-1)."""
    most, also = holdings.collection
    missions = {
        "dive_for_doubloons": 1 + 2 * (len(holdings.treasures) // 3),
        "embrace_the_guild": 1 + len(holdings.missions),
        "find_the_maps": 1 + len(holdings.maps) // 2,
        "join_the_illuminati": holdings.abilities.total(),
        "loot_the_tower": len(holdings.trophies) // 3,
        "raid_the_temple": 1 + len(holdings.items) // 2,
    }
    return (
        sum(missions.get(mission, 0) for mission in holdings.missions)
        + holdings.knowledge // 2  # GC-END-KNOW
        + sum(n * {most: 4, also: 2}.get(kind, 1) for kind, n in holdings.artifacts.items())
        + holdings.abilities.total()  # GC-END-ABIL
        + sum(holdings.treasures)  # GC-END-TREAS
        + sum(holdings.trophies)  # GC-END-TROPHY
    )


def worth(holdings: Holdings, options: Mapping[str, Any]) -> Worth:
    """A player's gold, unassigned specialists, and the sum of their values (GC-END-1)."""
    gold, unassigned, values = Assigner(holdings, options).best()
    return gold + other_gold(holdings), unassigned, values


def winners(worths: list[Worth], *, by_value: bool) -> list[int]:
    """The seats that win (GC-END-TIE-1 to -3, GC-R26)."""
    ranks = [each if by_value else each[:2] for each in worths]
    return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
