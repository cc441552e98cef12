"""Rules of one phase: the acting players and their actions, with checks of the declaration."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from itertools import chain
from operator import attrgetter
from typing import Any, Final, Generic, TypeVar

import msgspec

from companion.engine.action_kinds import Act, List, OpenList, game_of
from companion.engine.every import Domain
from companion.engine.forms import misfit, misfits_in
from companion.engine.game import CHANCE, SIMULTANEOUS, TERMINAL, Action, Correction, Step
from companion.engine.records import fields_of, records_in

S = TypeVar("S")

CURRENT: Final = attrgetter("current")
"""Returns the seat whose turn it is, where a state says it."""
_CHARACTERS: Final = (CHANCE, SIMULTANEOUS, TERMINAL)
_NAME: Final = re.compile(r"[a-z]+([-_][a-z]+)*")


class PhaseRules(msgspec.Struct, Generic[S], frozen=True):
    """One phase: the id of its rule, the acting players, and their actions."""

    rule: str
    """Cited when something is tried that the phase does not know."""
    acts: tuple[Act[S], ...] = ()
    """Possible actions, the usual one first."""
    who: Callable[[S], int] | int = CURRENT
    """The seat that acts, or ``CHANCE``, ``SIMULTANEOUS``, ``TERMINAL``."""
    chance: Callable[[S], tuple[tuple[Action, float], ...]] | None = None
    """The actions of CHANCE with their probabilities, if this phase is CHANCE's."""
    active: Callable[[S], tuple[int, ...]] | None = None
    """The seats that may act, if they are several."""
    awaited: Callable[[S], tuple[int, ...]] | None = None
    """Those of them for whom the game waits, if not for all."""
    untimed: Callable[[S], tuple[int, ...]] | None = None
    """The seats whose turns go on afterwards, if the time of this phase is nobody's."""
    goes_on: Callable[[S], Step[S] | None] | None = None
    """Automatic step of this phase; ``None`` once it waits for somebody."""
    legal: Callable[[S], Iterable[Action]] | None = None
    """All legal actions, where one list has actions of several kinds."""
    apart: bool = False
    """Whether only levels that stand apart have this phase."""


def chance(
    rule: str,
    outcomes: Callable[[S], tuple[tuple[Action, float], ...]],
    acts: tuple[Act[S], ...],
    goes_on: Callable[[S], Step[S] | None] | None = None,
) -> PhaseRules[S]:
    """Return a phase in which CHANCE acts."""
    return PhaseRules(rule, acts, CHANCE, outcomes, goes_on=goes_on)


def equally(
    rule: str, *acts: Act[S], goes_on: Callable[[S], Step[S] | None] | None = None
) -> PhaseRules[S]:
    """Return a phase in which CHANCE takes any action listed by ``acts``, all equally likely."""
    every: tuple[object, ...] = acts
    for act in every:
        if isinstance(act, Act) and act.needs_choices:
            mistake = f"{act.kind.__name__} has fields without values; declare them with `outcome`"
            raise TypeError(f"{game_of(act.kind)}: {mistake}")

    def outcomes(state: S) -> tuple[tuple[Action, float], ...]:
        actions = [action for act in acts for action in act.open_choices(state)]
        likely = 1 / max(1, len(actions))
        return tuple([(action, likely) for action in actions])

    return chance(rule, outcomes, acts, goes_on)


def together(
    rule: str,
    acts: tuple[Act[S], ...],
    active: Callable[[S], tuple[int, ...]],
    awaited: Callable[[S], tuple[int, ...]] | None = None,
) -> PhaseRules[S]:
    """Return a phase in which several seats may act.

    An action whose ``player`` is declared to be among the ``active`` is taken by that seat: nobody
    has to list what each of them may do.
    """
    return PhaseRules(rule, acts, SIMULTANEOUS, active=active, awaited=awaited)


def lists_by_seat(rules: PhaseRules[S]) -> tuple[List[S], ...]:
    """Return the functions that list what a seat may do in a phase; none if all may do the same."""
    own = [_is_of_actor(act, rules) for act in rules.acts]
    if not any(own) and not any(act.for_seat for act in rules.acts):
        return ()
    return tuple(
        _of_seat(act.open_choices) if is_own and act.for_seat is None else act.choices
        for act, is_own in zip(rules.acts, own, strict=True)
    )


def _is_of_actor(act: Act[Any], rules: PhaseRules[Any]) -> bool:
    """Tell whether the seat that takes an action is the one that it names as its player."""
    declared = act.fields.get("player")
    values = declared.values if isinstance(declared, Domain) else declared
    return rules.active is not None and values is rules.active


def _of_seat(listed: OpenList[S]) -> List[S]:
    def of_seat(state: S, player: int) -> list[Action]:
        return [each for each in listed(state) if getattr(each, "player", None) == player]

    return of_seat


def first_fields(state: Any, phase: object, seats: int) -> dict[str, object]:  # noqa: ANN401
    """Return what a state begins with, beside its defaults.

    It is in the ``phase``; ``seats`` is how many play, and ``players`` has a record for each.
    """
    names = {field.name for field in fields_of(state)}
    first: dict[str, object] = {"phase": phase, "seats": seats}
    for cls in records_in(state).get("players", ()):
        first["players"] = (cls(),) * seats
    return {name: value for name, value in first.items() if name in names}


def misfits_of_start(state: type | None) -> Iterator[str]:
    """Yield why a state cannot begin with its defaults, of a game that does not say how."""
    if state is None:
        yield "nobody says how it begins; define begin(self, setup)"
        return
    of_player = records_in(state).get("players", ())
    known = {"phase", "seats", *(("players",) if of_player else ())}
    for cls in (state, *of_player):
        for field in fields_of(cls):
            if field.is_required and (cls is not state or field.name not in known):
                what = f"{cls.__name__}.{field.name} has no value to begin with"
                yield f"{what}; give it one, or define begin(self, setup)"


def over(rule: str) -> PhaseRules[Any]:
    """Return the phase after the end."""
    return PhaseRules(rule, (), TERMINAL)


def mistakes_of(table: Any) -> Iterator[str]:  # noqa: ANN401 - as declared
    """Yield omissions in a table of phases: a phase, a rule, legal actions."""
    if not isinstance(table, Mapping):
        yield from misfit(Mapping[Any, PhaseRules[Any]], table, "the table of phases")
        return
    for phase, rules in table.items():
        yield from _of_phase(phase, rules)
    if not any(rules.who == TERMINAL for rules in table.values()):
        yield "there is no end: give the phase after the last action `over(<rule>)`"
    named = type(next(iter(table), None))
    for phase in named if issubclass(named, Enum) else ():
        if phase not in table:
            yield f"the phase {phase!r} is not in the table; say what the game waits for"


def _of_phase(phase: object, rules: Any) -> Iterator[str]:  # noqa: ANN401 - as declared
    what = f"the phase {phase!r}"
    if not isinstance(phase, str) or not _NAME.fullmatch(phase):
        yield f"{what} is not a word of small letters and hyphens; rename it"
    if not isinstance(rules, PhaseRules):
        yield from misfit(PhaseRules, rules, what)
        return
    rule: object = rules.rule
    acts: object = rules.acts
    if not rule or not isinstance(rule, str):
        yield f"{what} cites no rule; begin its PhaseRules with the rule's id"
    if not isinstance(acts, tuple):
        yield f"{what} has acts that are not a tuple; write `(<act>,)`"
        return
    for mistake in misfits_in(rules, what):
        yield from chain.from_iterable(_of_act(act, what) for act in acts)
        yield mistake
    yield from _of_player(what, rules)
    yield from _of_acts(what, rules)


def _of_act(act: object, what: str) -> Iterator[str]:
    """Yield mistakes in an action, by its name."""
    if isinstance(act, Act) and isinstance(act.kind, type):
        yield from misfits_in(act, f"{act.kind.__name__} in {what}")


def _of_player(what: str, rules: PhaseRules[Any]) -> Iterator[str]:
    if rules.who == CHANCE and rules.chance is None:
        yield f"{what} is CHANCE's without outcomes; declare it with `chance`"
    if rules.who == SIMULTANEOUS and rules.active is None:
        yield f"{what} is for several seats; declare it with `together`"
    if rules.who != TERMINAL and not rules.acts and rules.goes_on is None:
        yield f"nothing can be done in {what}; give it acts, or `over(<rule>)`"


def _of_acts(what: str, rules: PhaseRules[Any]) -> Iterator[str]:
    kinds = [act.kind for act in rules.acts]
    for act in rules.acts:
        name = act.kind.__name__
        if kinds.count(act.kind) > 1:
            yield f"{what} lists {name} twice; keep one"
        if issubclass(act.kind, Correction):
            yield f"{what} lists the correction {name}; list it in `by_hand`"
        if act.needs_choices and rules.chance is None and rules.legal is None:
            yield (
                f"{name} in {what} has fields, but nobody says "
                "which values are legal; give its Act `legal`"
            )


def misfits_of_state(
    table: Mapping[Any, PhaseRules[Any]], seats: int, state: type | None
) -> Iterator[str]:
    """Yield seats in a table that a game does not have, and fields that its state lacks."""
    for phase, rules in table.items():
        who = rules.who
        if isinstance(who, int) and who not in _CHARACTERS and who not in range(seats):
            yield f"the phase {phase!r} is seat {who}'s; name a seat from 0 to {seats - 1}"
    if state is None:
        return
    defaults = {field.name: field.default for field in fields_of(state)}
    has_turns = any(rules.who is CURRENT for rules in table.values())
    for name in ("phase", "current") if has_turns else ("phase",):
        if name not in defaults and not hasattr(state, name):
            yield f"the state {state.__name__} has no {name}; give it a field `{name}`"
    first = defaults.get("phase")
    if isinstance(first, str) and first not in table:
        there = ", ".join(map(str, table))
        yield f"{state.__name__}.phase begins as {first!r}; begin with one in the table: {there}"


def game_of_table(table: Any) -> str:  # noqa: ANN401 - as declared
    """Return the package of a game, for error messages."""
    rows = table.values() if isinstance(table, Mapping) else ()
    listed: list[Any] = [rules.acts for rules in rows if isinstance(rules, PhaseRules)]
    every: Iterator[object] = chain.from_iterable(
        acts for acts in listed if isinstance(acts, tuple)
    )
    kinds = [act.kind for act in every if isinstance(act, Act)]
    return game_of(*kinds) if kinds else "a table of phases"
