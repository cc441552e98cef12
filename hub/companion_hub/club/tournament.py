"""Tournament as a value: entrants, rounds, results, standings, next round."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from typing import Final

import msgspec

from companion_hub.club.pairing import Round, groups, round_robin, swiss

PAIR: Final = 2
LARGEST: Final = 256
"""The most entrants."""
_HALF: Final = Fraction(1, 2)


class PairingSystem(StrEnum):
    """The pairing system of the rounds."""

    SWISS = "swiss"
    GROUPS = "groups"


class TournamentError(ValueError):
    """An operation is impossible; its text is the message key of the reason."""


class Entrant(msgspec.Struct, frozen=True):
    """A participant; ``active`` until they leave."""

    number: int
    name: str
    active: bool = True


class Pairing(msgspec.Struct, frozen=True):
    """The players at a table in a round, in seating order; a single one has a bye."""

    round: int
    table: int
    players: tuple[int, ...]
    site: str = ""
    box: str = ""
    began: float = 0.0
    places: tuple[int, ...] = ()
    """The place of each, 1 for winners; empty until there is a result."""
    journal: str = ""
    play: int = 0

    @property
    def is_bye(self) -> bool:
        """Whether there is no opponent."""
        return len(self.players) == 1

    def shares(self) -> tuple[Fraction, ...]:
        """Return each player's score: the share of opponents that they have beaten.

        A tie counts half, a bye as a win.
        """
        if self.is_bye:
            return (Fraction(1),)
        others = len(self.players) - 1
        return tuple(
            (sum(place > mine for place in self.places) + _HALF * (self.places.count(mine) - 1))
            / others
            for mine in self.places
        )


class TournamentStanding(msgspec.Struct, frozen=True):
    """The standing of a participant."""

    entrant: Entrant
    score: Fraction
    strength: Fraction
    """The scores of the opponents (Buchholz): for each table that was played, their mean."""
    played: int


class Tournament(msgspec.Struct, frozen=True):
    """The complete state of a tournament."""

    id: int
    name: str
    game: str
    kind: PairingSystem
    size: int
    """The most players at a table."""
    smallest: int
    """The fewest."""
    rounds: int
    groups: int = 1
    over: bool = False
    made: float = 0.0
    rooms: tuple[tuple[str, str], ...] = ()
    """The boxes at which it is played: site and name, for the first table, the second..."""
    entrants: tuple[Entrant, ...] = ()
    pairings: tuple[Pairing, ...] = msgspec.field(default=())

    @property
    def round(self) -> int:
        """The number of the last round, 0 before the first."""
        return max((each.round for each in self.pairings), default=0)

    @property
    def awaited(self) -> tuple[Pairing, ...]:
        """The pairings without a result."""
        return tuple(each for each in self.pairings if not each.places and not each.is_bye)

    def name_of(self, number: int) -> str:
        """Return the name of an entrant."""
        return next(each.name for each in self.entrants if each.number == number)

    def standings(self) -> list[TournamentStanding]:
        """Return all standings, the best first."""
        scores: dict[int, Fraction] = {each.number: Fraction(0) for each in self.entrants}
        played: Counter[int] = Counter()
        for pairing in self._decided():
            for number, share in zip(pairing.players, pairing.shares(), strict=True):
                scores[number] += share
                played[number] += 1
        strengths: dict[int, Fraction] = dict.fromkeys(scores, Fraction(0))
        for pairing in self._decided():
            whole = sum(scores[number] for number in pairing.players)
            for number in pairing.players if not pairing.is_bye else ():
                strengths[number] += (whole - scores[number]) / (len(pairing.players) - 1)
        rows = [
            TournamentStanding(
                each, scores[each.number], strengths[each.number], played[each.number]
            )
            for each in self.entrants
        ]
        return sorted(rows, key=lambda row: (-row.score, -row.strength, row.entrant.number))

    def parts(self) -> tuple[tuple[int, ...], ...]:
        """Return the participants' numbers by group; a single group if there are none."""
        everybody = [each.number for each in self.entrants]
        if self.kind is PairingSystem.SWISS:
            return (tuple(everybody),)
        return groups(everybody, self.groups)

    def next_round(self, now: float) -> tuple[Pairing, ...]:
        """Return the pairings of the next round. Raises ``TournamentError``."""
        if self.over:
            raise TournamentError("tournament_over")
        if self.awaited:
            raise TournamentError("results_missing")
        if self.round >= self.rounds:
            raise TournamentError("no_more_rounds")
        found = Round((), ()) if len(self._active()) < self.smallest else self._paired()
        if not found.tables:
            raise TournamentError("too_few")
        number, firsts = self.round + 1, self._firsts()
        rooms = [*self.rooms, *[("", "")] * len(found.tables)]
        seated = [
            Pairing(number, at + 1, _seated(table, firsts), *rooms[at], began=now)
            for at, table in enumerate(found.tables)
        ]
        free = [
            Pairing(number, len(seated) + at + 1, (each,), began=now)
            for at, each in enumerate(found.byes)
        ]
        return (*seated, *free)

    def _active(self) -> list[int]:
        return [each.number for each in self.entrants if each.active]

    def _paired(self) -> Round:
        if self.kind is PairingSystem.SWISS:
            order = [row.entrant.number for row in self.standings() if row.entrant.active]
            return swiss(order, self._met(), self._byes(), self.size, self.smallest)
        rounds = [self._in_group(part) for part in self.parts()]
        tables = tuple(table for each in rounds for table in each.tables)
        return Round(tables, tuple(number for each in rounds for number in each.byes))

    def _in_group(self, part: Sequence[int]) -> Round:
        """Return the next round of a group: players meet those whom they have met least."""
        here = [number for number in part if number in self._active()]
        if self.size == PAIR:
            players = [*round_robin(part)]
            if self.round >= len(players):
                return Round(())
            paired = players[self.round]
            tables = tuple(table for table in paired.tables if {*table} <= {*here})
            seated = {number for table in tables for number in table}
            return Round(tables, tuple(number for number in here if number not in seated))
        turned = here[self.round % len(here) :] + here[: self.round % len(here)] if here else here
        return swiss(turned, self._met(), self._byes(), self.size, self.smallest)

    def _decided(self) -> Iterator[Pairing]:
        return (each for each in self.pairings if each.places or each.is_bye)

    def _met(self) -> Mapping[frozenset[int], int]:
        return Counter(
            frozenset(pair) for each in self.pairings for pair in combinations(each.players, 2)
        )

    def _byes(self) -> Mapping[int, int]:
        return Counter(each.players[0] for each in self.pairings if each.is_bye)

    def _firsts(self) -> Mapping[int, int]:
        return Counter(each.players[0] for each in self.pairings if not each.is_bye)


def _seated(table: Sequence[int], firsts: Mapping[int, int]) -> tuple[int, ...]:
    """Return the seating order: the player who has started least often starts."""
    return tuple(sorted(table, key=lambda number: firsts.get(number, 0)))


def places_of(given: Sequence[int]) -> tuple[int, ...]:
    """Return the ranks entered by hand, if they are valid. Raises ``TournamentError``."""
    if not given or min(given) != 1 or max(given) > len(given):
        raise TournamentError("bad_places")
    return tuple(given)


def same(name: str, other: str) -> bool:
    """Return whether two names probably belong to one person."""
    return " ".join(name.split()).casefold() == " ".join(other.split()).casefold()
