"""The best assignment at the end, exactly (GC-END-ASSIGN).

The method. Colours are independent of each other, except for what they share: Dual Maps, which have
two colours each; the Secret Maps; the third places of Second Opinion; and, for Recruit Specialists,
whether the number of assigned specialists is odd. Within a colour, only the numbers of specialists
matter (see ``territory``), so everything that a colour can do fits in a short table (see
``homes``). Colours are settled one after the other. Before a colour is settled, its sides of Dual
Maps are decided one by one: first those whose other side is already known, then those whose other
side is still to come, which stay *open*.

This is dynamic programming: if two sequences of decisions agree in everything that matters later
(the open Dual Maps, this colour's specialists on Dual Maps, the shared resources used so far),
whatever can follow one can follow the other and adds the same. So only the better of them is kept,
and since nothing else is left out, the answer is the best of all assignments. Gold and the number
and values of unassigned specialists are combined into one number that compares gold first (see
``measure``).

The amount of work depends on how many Dual Maps are open at a time; the order of the colours keeps
them few.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from operator import le
from typing import NamedTuple, TypeAlias

import msgspec

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
from companion.games.gilded_compass.final.measure import ScoringTerms
from companion.games.gilded_compass.final.posting import (
    ColourDecision,
    Decision,
    HalfDecision,
    SecondHalfDecision,
    posted,
)
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
    """Return an assignment with the most gold, and among these with the most left over."""
    terms = ScoringTerms.of(holdings, flags)
    duals = [mission.colours for mission in holdings.missions if mission.kind == DUAL_MAP]
    touched = {specialist.colour for specialist in holdings.specialists}.union(*duals)
    lands = [Territory.of(colour, holdings) for colour in COLOURS if colour in touched]
    decisions = _Search(terms, sides(terms)).decisions(_ordered(lands, duals), duals)
    return posted(holdings, lands, decisions, terms)


def _ordered(
    lands: Iterable[Territory], duals: Sequence[tuple[Colour, ...]]
) -> tuple[Territory, ...]:
    """Return the colours in an order in which few Dual Maps are open at a time."""
    left, placed = list(lands), set[Colour]()

    def count_opened(land: Territory) -> int:
        inside = {*placed, land.colour}
        return sum(len(inside.intersection(colours)) == 1 for colours in duals)

    ordered = []
    while left:
        following = min(left, key=count_opened)
        left.remove(following)
        placed.add(following.colour)
        ordered.append(following)
    return tuple(ordered)


class Situation(NamedTuple):
    """Everything about the decisions so far that matters for the rest.

    ``open`` are the Dual Maps with one side decided: the colour of the other side, and this side.
    ``away`` are the current colour's specialists on Dual Maps. ``secrets`` and ``thirds`` count the
    Secret Maps and third places used so far; ``odd`` is 1 if, for Recruit Specialists, a specialist
    still needs a partner.
    """

    open: tuple[tuple[Colour, Side], ...] = ()
    away: Side = Side()
    secrets: int = 0
    thirds: int = 0
    odd: int = 0


class DecisionPath(NamedTuple):
    """A sequence of decisions: its worth on the scale, the last one, and the sequence before it."""

    worth: int
    last: Decision | None = None
    before: "DecisionPath | None" = None


_Steps: TypeAlias = Iterator[tuple[Situation, int, Decision]]
"""Where a decision can lead, what it adds, and the decision itself."""


class _Search(msgspec.Struct, frozen=True):
    """Decides colour by colour and map by map, keeping the best way to each situation."""

    terms: ScoringTerms
    sides: tuple[Side, ...]

    def decisions(
        self, lands: Sequence[Territory], duals: Sequence[tuple[Colour, ...]]
    ) -> tuple[Decision, ...]:
        """Return the decisions on the best way."""
        ways: Mapping[Situation, DecisionPath] = {Situation(): DecisionPath(0)}
        settled: set[Colour] = set()
        for land in lands:
            others = [_other(colours, land.colour) for colours in duals if land.colour in colours]
            for _ in filter(settled.__contains__, others):
                ways = _advanced(ways, partial(self._join, land))
            for other in (colour for colour in others if colour not in settled):
                ways = _advanced(ways, partial(self._halve, land, other))
            homes = Homes.of(land, self.terms)
            options = {away: homes.with_away(away) for away in {now.away for now in ways}}
            ways = _advanced(ways, partial(self._settle, land.colour, options))
            settled.add(land.colour)
        return _made(max(self._ended(ways), key=lambda way: way.worth))

    def _halve(self, land: Territory, other: Colour, now: Situation) -> _Steps:
        """Decide one side of a Dual Map whose other side is still to come."""
        for side, away in self._sides(land, now):
            thirds = now.thirds + (side.number == PAIR)
            if thirds <= self.terms.thirds:
                halves = tuple(sorted((*now.open, (other, side))))
                after = now._replace(open=halves, away=away, thirds=thirds)
                yield after, 0, HalfDecision(land.colour, other, side)

    def _join(self, land: Territory, now: Situation) -> _Steps:
        """Decide the other side of an open Dual Map."""
        half = next(half_open for half_open in now.open if half_open[0] == land.colour)
        _, first = half
        rest = list(now.open)
        rest.remove(half)
        for side, away in self._sides(land, now):
            third = first.number < PAIR and first.number + side.number == THREE
            thirds = now.thirds + third
            if thirds <= self.terms.thirds and is_possible(first, side):
                after = now._replace(open=tuple(rest), away=away, thirds=thirds)
                worth = self.terms.scale.gold * gold(first, side, self.terms)
                yield after, worth, SecondHalfDecision(land.colour, first, side)

    def _sides(self, land: Territory, now: Situation) -> Iterator[tuple[Side, Side]]:
        """Yield what can stand on one side, together with all that are then away."""
        most = Side(*land.numbers, *land.items)
        for side in self.sides:
            away = now.away.plus(side)
            if all(map(le, away, most)):
                yield side, away

    def _settle(
        self, colour: Colour, options: Mapping[Side, Mapping[Load, Plan]], now: Situation
    ) -> _Steps:
        """Decide what the rest of a colour's specialists do."""
        for load, plan in options[now.away].items():
            secrets, thirds = now.secrets + load.secrets, now.thirds + load.thirds
            if secrets <= self.terms.secrets and thirds <= self.terms.thirds:
                odd, pairs = (now.odd + load.odd) % 2, (now.odd + load.odd) // 2
                worth = plan.worth + pairs * self.terms.scale.gold * self.terms.missions[RECRUIT]
                after = Situation(now.open, Side(), secrets, thirds, odd)
                yield after, worth, ColourDecision(colour, plan)

    def _ended(self, ways: Mapping[Situation, DecisionPath]) -> Iterator[DecisionPath]:
        """Yield the complete ways: an empty Secret Map counts as grey (GC-R22)."""
        grey = self.terms.scale.gold * self.terms.missions[SCOUR]
        for now, way in ways.items():
            yield way._replace(worth=way.worth + grey * (now.secrets < self.terms.secrets))


def _advanced(
    ways: Mapping[Situation, DecisionPath], step: Callable[[Situation], _Steps]
) -> Mapping[Situation, DecisionPath]:
    """Return the best way to each situation one decision later."""
    ways_found: dict[Situation, DecisionPath] = {}
    for now, way in ways.items():
        for after, added, decision in step(now):
            worth = way.worth + added
            if after not in ways_found or worth > ways_found[after].worth:
                ways_found[after] = DecisionPath(worth, decision, way)
    return ways_found


def _made(way: DecisionPath) -> tuple[Decision, ...]:
    """Return all decisions of a way, in order."""
    decisions = []
    before: DecisionPath | None = way
    while before is not None and before.last is not None:
        decisions.append(before.last)
        before = before.before
    return tuple(reversed(decisions))


def _other(colours: tuple[Colour, ...], colour: Colour) -> Colour:
    """Return the other colour of a Dual Map."""
    first, another = colours
    return another if first == colour else first
