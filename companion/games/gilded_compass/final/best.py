"""The best assignment at the end, exactly (GC-END-ASSIGN).

The method. Colours have nothing to do with each other but for what they share: Dual Maps, which
have two colours each, the Secret Maps, the third place of Second Opinion and, for Recruit
Specialists, whether the number of assigned specialists is odd. Within a colour numbers of
specialists are enough (see ``territory``), so that all it can do is a short table (see ``homes``).
Colours are settled one after the other. Before a colour is settled, its sides of Dual Maps are
decided one by one: first of those whose other side is known already, then of those whose other
side is to come, which stay *open*.

It is dynamic programming: if two ways to have come so far agree in all that matters for the rest
(the open Dual Maps, this colour's specialists on Dual Maps, what is taken of what colours share),
whatever can follow one can follow the other and adds as much. So of each kind only the better is
kept, and as nothing else is left out, the answer is the best of all assignments. Gold, the number
and the values of unassigned specialists are one number that compares gold first (see ``measure``).

How much there is to keep depends on how many Dual Maps are open at a time; colours are taken in an
order that keeps them few.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import le
from typing import NamedTuple, TypeAlias

from companion.games.gilded_compass.final.assignment import Assignment
from companion.games.gilded_compass.final.dual import (
    PAIR,
    THREE,
    Side,
    gold,
    is_possible,
    sides,
)
from companion.games.gilded_compass.final.homes import Homes, Load, Plan
from companion.games.gilded_compass.final.measure import Terms
from companion.games.gilded_compass.final.posting import Decision, Halved, Joined, Settled, posted
from companion.games.gilded_compass.final.territory import Territory
from companion.games.gilded_compass.flags import DEFAULT, Flags
from companion.games.gilded_compass.holdings import (
    COLOURS,
    DUAL_MAP,
    RECRUIT,
    SCOUR,
    Colour,
    Holdings,
)


def best(holdings: Holdings, flags: Flags = DEFAULT) -> Assignment:
    """Return an assignment of most gold; of these one that leaves the most specialists over."""
    terms = Terms.of(holdings, flags)
    duals = [each.colours for each in holdings.missions if each.kind == DUAL_MAP]
    touched = {each.colour for each in holdings.specialists}.union(*duals)
    lands = [Territory.of(colour, holdings) for colour in COLOURS if colour in touched]
    decisions = _Search(terms, sides(terms)).decisions(_ordered(lands, duals), duals)
    return posted(holdings, lands, decisions, terms)


def _ordered(
    lands: Iterable[Territory], duals: Sequence[tuple[Colour, ...]]
) -> tuple[Territory, ...]:
    """Return the colours so that few Dual Maps are open between them."""
    left, known = list(lands), set[Colour]()

    def opened(land: Territory) -> int:
        inside = {*known, land.colour}
        return sum(len(inside.intersection(colours)) == 1 for colours in duals)

    ordered = []
    while left:
        following = min(left, key=opened)
        left.remove(following)
        known.add(following.colour)
        ordered.append(following)
    return tuple(ordered)


class Situation(NamedTuple):
    """What of the way so far matters for the rest.

    ``open`` are the Dual Maps with one side decided: the colour of the other, and this side.
    ``away`` are the specialists of the present colour on Dual Maps. Of what colours share, so many
    ``secrets`` and ``thirds`` are taken; ``odd`` is 1 if a specialist waits for another for Recruit
    Specialists.
    """

    open: tuple[tuple[Colour, Side], ...] = ()
    away: Side = Side()
    secrets: int = 0
    thirds: int = 0
    odd: int = 0


class Way(NamedTuple):
    """A way to have come so far: its worth on the scale, the last decision, the way before it."""

    worth: int
    last: Decision | None = None
    before: "Way | None" = None


_Steps: TypeAlias = Iterator[tuple[Situation, int, Decision]]
"""Where a decision can lead, what it adds, and the decision itself."""


@dataclass(frozen=True, slots=True)
class _Search:
    """Decides colour by colour, Dual Map by Dual Map, and keeps the best way to each situation."""

    terms: Terms
    sides: tuple[Side, ...]

    def decisions(
        self, lands: Sequence[Territory], duals: Sequence[tuple[Colour, ...]]
    ) -> tuple[Decision, ...]:
        """Return what is decided on the best way."""
        ways: Mapping[Situation, Way] = {Situation(): Way(0)}
        known: set[Colour] = set()
        for land in lands:
            others = [_other(colours, land.colour) for colours in duals if land.colour in colours]
            for _ in filter(known.__contains__, others):
                ways = _advanced(ways, partial(self._join, land))
            for other in (each for each in others if each not in known):
                ways = _advanced(ways, partial(self._halve, land, other))
            homes = Homes.of(land, self.terms)
            options = {away: homes.with_away(away) for away in {now.away for now in ways}}
            ways = _advanced(ways, partial(self._settle, land.colour, options))
            known.add(land.colour)
        return _made(max(self._ended(ways), key=lambda way: way.worth))

    def _halve(self, land: Territory, other: Colour, now: Situation) -> _Steps:
        """Decide one side of a Dual Map whose other side is to come."""
        for side, away in self._sides(land, now):
            thirds = now.thirds + (side.number == PAIR)
            if thirds <= self.terms.thirds:
                halves = tuple(sorted((*now.open, (other, side))))
                after = now._replace(open=halves, away=away, thirds=thirds)
                yield after, 0, Halved(land.colour, other, side)

    def _join(self, land: Territory, now: Situation) -> _Steps:
        """Decide the other side of an open Dual Map."""
        half = next(each for each in now.open if each[0] == land.colour)
        _, one = half
        rest = list(now.open)
        rest.remove(half)
        for side, away in self._sides(land, now):
            third = one.number < PAIR and one.number + side.number == THREE
            thirds = now.thirds + third
            if thirds <= self.terms.thirds and is_possible(one, side):
                after = now._replace(open=tuple(rest), away=away, thirds=thirds)
                worth = self.terms.scale.gold * gold(one, side, self.terms)
                yield after, worth, Joined(land.colour, one, side)

    def _sides(self, land: Territory, now: Situation) -> Iterator[tuple[Side, Side]]:
        """Yield what specialists and items allow on one side, and all that are then away."""
        most = Side(*land.numbers, *land.items)
        for side in self.sides:
            away = now.away.plus(side)
            if all(map(le, away, most)):
                yield side, away

    def _settle(
        self, colour: Colour, options: Mapping[Side, Mapping[Load, Plan]], now: Situation
    ) -> _Steps:
        """Decide what else a colour does."""
        for load, plan in options[now.away].items():
            secrets, thirds = now.secrets + load.secrets, now.thirds + load.thirds
            if secrets <= self.terms.secrets and thirds <= self.terms.thirds:
                odd, pairs = (now.odd + load.odd) % 2, (now.odd + load.odd) // 2
                worth = plan.worth + pairs * self.terms.scale.gold * self.terms.missions[RECRUIT]
                after = Situation(now.open, Side(), secrets, thirds, odd)
                yield after, worth, Settled(colour, plan)

    def _ended(self, ways: Mapping[Situation, Way]) -> Iterator[Way]:
        """Yield the ways at the end: an empty Secret Map is grey (GC-R22)."""
        grey = self.terms.scale.gold * self.terms.missions[SCOUR]
        for now, way in ways.items():
            yield way._replace(worth=way.worth + grey * (now.secrets < self.terms.secrets))


def _advanced(
    ways: Mapping[Situation, Way], step: Callable[[Situation], _Steps]
) -> Mapping[Situation, Way]:
    """Return the best way to each situation one decision later."""
    found: dict[Situation, Way] = {}
    for now, way in ways.items():
        for after, added, decision in step(now):
            worth = way.worth + added
            if after not in found or worth > found[after].worth:
                found[after] = Way(worth, decision, way)
    return found


def _made(way: Way) -> tuple[Decision, ...]:
    """Return all decisions of a way, the first one first."""
    made = []
    before: Way | None = way
    while before is not None and before.last is not None:
        made.append(before.last)
        before = before.before
    return tuple(reversed(made))


def _other(colours: tuple[Colour, ...], colour: Colour) -> Colour:
    """Return the other colour of a Dual Map."""
    one, another = colours
    return another if one == colour else one
