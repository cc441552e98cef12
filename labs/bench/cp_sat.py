"""The best assignment of the Gilded Compass as a model for OR-tools' CP-SAT solver.

It was written from the rules file (sections 11 and 12), not from the code that it checks.
"""

from collections import Counter
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from companion.games.gilded_compass.flags import Flags
from companion.games.gilded_compass.holdings import (
    BROADEN,
    CARTO,
    CARTOGRAPHER,
    COLOURS,
    DUAL_MAP,
    EXCAV,
    EXCAVATOR,
    HIRE,
    KINDS,
    RECRUIT,
    SCOUR,
    SECOND,
    SECRET_MAP,
    UNITE,
    AncientMap,
    Holdings,
    Mission,
    Specialist,
)

Place = AncientMap | Mission
Variable = Any
"""OR-tools may not be installed, and then has no types."""


SECONDS = 5.0
"""The solver's time limit; after it, the best known solution counts."""


@dataclass(frozen=True)
class Solution:
    """The best value that the solver found, and the bound above which it proved there is none.

    Both count ``weight`` for each gold, minus one for each assigned specialist.
    """

    weight: int
    found: int
    bound: int


def solved(holdings: Holdings, flags: Flags) -> Solution:
    """Return CP-SAT's solution for the best assignment."""
    return _Model(holdings, flags).solved()


class _Model:
    def __init__(self, holdings: Holdings, flags: Flags) -> None:
        self.cp = import_module("ortools.sat.python.cp_model")
        self.model = self.cp.CpModel()
        self.holdings = holdings
        self.flags = flags
        self.missions = Counter(mission.kind for mission in holdings.missions)
        mission_maps = [
            mission for mission in holdings.missions if mission.kind in (DUAL_MAP, SECRET_MAP)
        ]
        self.places: tuple[Place, ...] = (*holdings.maps, *mission_maps)
        self.gold: list[Variable] = []
        self.used: list[Variable] = []
        self.pairs: list[Variable] = []
        self.thirds: list[Variable] = []
        self.secret: list[tuple[Variable, dict[str, Variable]]] = []
        """For each Secret Map, whether it is used, and its colour."""
        self.x = {
            (i, p): self.fresh()
            for i, specialist in enumerate(holdings.specialists)
            for p, place in enumerate(self.places)
            if _may_stand(specialist, place)
        }
        self.e = {key: self.fresh() for key in self.x if self._works(key[1])}

    def fresh(self) -> Variable:
        return self.model.NewBoolVar("")

    def _works(self, place: int) -> bool:
        """Return whether items work at a place (GC-END-ITEM, GC-R25)."""
        return self.flags.items_on_mission_maps or isinstance(self.places[place], AncientMap)

    def solved(self) -> Solution:
        self._specialists()
        for number, place in enumerate(self.places):
            self._place(number, place)
        self.model.Add(sum(self.thirds) <= self.missions[SECOND])
        self._missions()
        assigned = sum(self.x.values())
        weight = len(self.holdings.specialists) + 1
        self.model.Maximize(weight * sum(self.gold) - assigned)
        solver = self.cp.CpSolver()
        solver.parameters.num_workers = 2
        solver.parameters.max_time_in_seconds = SECONDS
        assert solver.Solve(self.model) in (self.cp.OPTIMAL, self.cp.FEASIBLE)
        base = weight * self.missions[UNITE]
        gold, bound = round(solver.ObjectiveValue()), round(solver.BestObjectiveBound())
        return Solution(weight, gold + base, bound + base)

    def _specialists(self) -> None:
        """GC-END-SPEC, GC-END-ITEM: each specialist once, and each item once."""
        items = Counter((item.kind, item.colour) for item in self.holdings.items)
        equipped: dict[tuple[str, str], list[Variable]] = {}
        for i, specialist in enumerate(self.holdings.specialists):
            self.model.AddAtMostOne(x for (j, _), x in self.x.items() if j == i)
            for key in (key for key in self.x if key[0] == i):
                self.gold.append(specialist.value * self.x[key])
                if key in self.e:
                    self.model.AddImplication(self.e[key], self.x[key])
                    self.gold.append(specialist.value * self.e[key])
                    equipped.setdefault((specialist.kind, specialist.colour), []).append(
                        self.e[key]
                    )
        for kind, several in equipped.items():
            self.model.Add(sum(several) <= items[kind])

    def _place(self, number: int, place: Place) -> None:
        """GC-END-PLACE, GC-R23: one specialist, or a pair, or a pair and a third."""
        used, pair, third, doubled = (self.fresh() for _ in range(4))
        assigned = {i: x for (i, p), x in self.x.items() if p == number}
        self.model.Add(sum(assigned.values()) <= used + pair + third)
        self.model.Add(sum(assigned.values()) >= used)
        self.model.AddImplication(pair, used)
        self.model.AddImplication(third, pair)
        self._pair(assigned, pair, place)
        for kind in KINDS:
            several = [e for (i, p), e in self.e.items() if p == number and self._is(i, kind)]
            self.model.Add(sum(several) >= doubled)
        self.used.append(used)
        self.pairs.append(pair)
        self.thirds.append(third)
        self._worth(place, used, pair, doubled)

    def _is(self, i: int, kind: str) -> bool:
        return self.holdings.specialists[i].kind == kind

    def _pair(self, assigned: dict[int, Variable], pair: Variable, place: Place) -> None:
        if isinstance(place, Mission) and place.kind == DUAL_MAP:
            first, second = place.colours
            self._either_way(assigned, pair, ((first, second), (second, first)))
            return
        self._either_way(assigned, pair, tuple((colour, colour) for colour in COLOURS))
        if isinstance(place, Mission):
            colour = {name: self.fresh() for name in COLOURS}
            self.model.AddAtMostOne(colour.values())
            for i, x in assigned.items():
                self.model.AddImplication(x, colour[self.holdings.specialists[i].colour])
            for name, chosen in colour.items():
                several = [x for i, x in assigned.items() if self._colour(i) == name]
                self.model.Add(sum(several) >= chosen)
            self.secret.append((sum(colour.values()), colour))

    def _colour(self, i: int) -> str:
        return self.holdings.specialists[i].colour

    def _either_way(
        self, assigned: dict[int, Variable], pair: Variable, ways: tuple[tuple[str, str], ...]
    ) -> None:
        """A pair is a cartographer of one colour and an excavator of another."""
        chosen = [self.fresh() for _ in ways]
        self.model.Add(sum(chosen) >= pair)
        for way, (first, second) in zip(chosen, ways, strict=True):
            for kind, colour in ((CARTOGRAPHER, first), (EXCAVATOR, second)):
                able = (
                    x
                    for i, x in assigned.items()
                    if self._is(i, kind) and self._colour(i) == colour
                )
                self.model.Add(sum(able) >= way)

    def _worth(self, place: Place, used: Variable, pair: Variable, doubled: Variable) -> None:
        """GC-END-MAP, GC-MISSION-DUAL, GC-MISSION-SECRET."""
        if isinstance(place, AncientMap):
            self.gold += [place.low + (place.high - place.low) * used, place.high * doubled]
        elif place.kind == SECRET_MAP:
            self.gold += [1 * used, 1 * doubled]
        else:
            self.gold += [3 * pair, 3 * doubled]

    def _missions(self) -> None:
        specialists = self.holdings.specialists
        cartographers = [x for (i, _), x in self.x.items() if self._is(i, CARTOGRAPHER)]
        excavators = [x for (i, _), x in self.x.items() if self._is(i, EXCAVATOR)]
        halves = self.model.NewIntVar(0, len(specialists), "")
        self.model.Add(2 * halves <= sum(self.x.values()))
        ancient = [
            used
            for used, place in zip(self.used, self.places, strict=True)
            if isinstance(place, AncientMap)
        ]
        self.gold += [
            self.missions[CARTO] * sum(cartographers),
            self.missions[EXCAV] * sum(excavators),
            self.missions[RECRUIT] * halves,
            self.missions[HIRE] * sum(ancient),
            self.missions[UNITE] * sum(self.pairs),
        ]
        for colour in COLOURS:
            self._colour_missions(colour)
        grey = self.fresh()
        self.model.Add(sum(1 - used for used, _ in self.secret) >= grey)
        self.gold.append(self.missions[SCOUR] * grey)

    def _colour_missions(self, colour: str) -> None:
        """GC-MISSION-BROADEN, GC-MISSION-SCOUR."""
        among, seen = self.fresh(), self.fresh()
        self.model.Add(sum(x for (i, _), x in self.x.items() if self._colour(i) == colour) >= among)
        known = sum(
            colour == place.colour if isinstance(place, AncientMap) else colour in place.colours
            for place in self.places
        )
        self.model.Add(known + sum(colours[colour] for _, colours in self.secret) >= seen)
        self.gold += [self.missions[BROADEN] * among, self.missions[SCOUR] * seen]


def _may_stand(specialist: Specialist, place: Place) -> bool:
    if isinstance(place, AncientMap):
        return specialist.colour == place.colour
    return place.kind == SECRET_MAP or specialist.colour in place.colours
