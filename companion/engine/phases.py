"""Phase table of a game, and the loop that executes it.

A game declares its phases in one place. ``legal_actions``, ``why_not`` and ``apply_action``, the
acting player, the refusal of unknown actions and its rule are derived from that table.
"""

from abc import ABC
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar

from companion.engine import declaration_checks as wrong
from companion.engine.action_kinds import Act as Act  # noqa: PLC0414 - as up to 0.2, for games of others
from companion.engine.action_kinds import List as List  # noqa: PLC0414 - likewise
from companion.engine.action_kinds import OpenList as OpenList  # noqa: PLC0414 - likewise
from companion.engine.action_kinds import always as always  # noqa: PLC0414 - likewise
from companion.engine.action_kinds import never as never  # noqa: PLC0414 - likewise
from companion.engine.action_kinds import refuse_unlisted as refuse_unlisted  # noqa: PLC0414 - likewise
from companion.engine.declarations import state_of, states_of
from companion.engine.every import Domain
from companion.engine.facets import Corrections
from companion.engine.forms import shown
from companion.engine.game import (
    CHANCE,
    SIMULTANEOUS,
    TERMINAL,
    Action,
    Correction,
    IllegalAction,
    Line,
    Refusal,
    ScoreLine,
    Setup,
    Step,
)
from companion.engine.marking import of_draws, records_within
from companion.engine.phase_rules import PhaseRules as PhaseRules  # noqa: PLC0414 - the table's rows
from companion.engine.phase_rules import chance as chance  # noqa: PLC0414 - likewise
from companion.engine.phase_rules import equally as equally  # noqa: PLC0414 - likewise
from companion.engine.phase_rules import (
    first_fields,
    game_of_table,
    lists_by_seat,
    misfits_of_start,
    misfits_of_state,
    mistakes_of,
)
from companion.engine.phase_rules import over as over  # noqa: PLC0414 - likewise
from companion.engine.phase_rules import together as together  # noqa: PLC0414 - likewise
from companion.engine.rules import Rules
from companion.engine.text import Seat, Text, text
from companion.engine.wording import names, refuse

S = TypeVar("S")


class Phases(Generic[S]):
    """The table: the rules of each phase, by ``state.phase``."""

    def __init__(self, table: Mapping[Any, PhaseRules[S]]) -> None:
        """Store the table. Raises ``TypeError`` naming omissions."""
        mistake = next(mistakes_of(table), None)
        if mistake is not None:
            raise TypeError(f"{game_of_table(table)}: {mistake}")
        self.table: Final[Mapping[Any, PhaseRules[S]]] = MappingProxyType(dict(table))
        self._acts: Final[Mapping[Any, Mapping[type[Action], Act[S]]]] = {
            phase: {act.kind: act for act in rules.acts} for phase, rules in table.items()
        }
        self._lists: Final[Mapping[Any, tuple[List[S], ...]]] = {
            phase: lists for phase, rules in table.items() if (lists := lists_by_seat(rules))
        }
        self._open_lists: Final[Mapping[Any, tuple[OpenList[S], ...]]] = {
            phase: _open_lists(rules) for phase, rules in table.items() if phase not in self._lists
        }
        self._who: Final[Mapping[Any, Callable[[S], int] | int]] = {
            phase: rules.who for phase, rules in table.items()
        }
        self._goes_on: Final[Mapping[Any, Callable[[S], Step[S] | None]]] = {
            phase: rules.goes_on for phase, rules in table.items() if rules.goes_on is not None
        }

    def __getitem__(self, state: Any) -> PhaseRules[S]:  # noqa: ANN401 - a state with a phase
        """Return the rules of a state's phase."""
        return self.table[state.phase]

    def act(self, state: Any, kind: type[Action]) -> Act[S] | None:  # noqa: ANN401
        """Return an action kind in a state, ``None`` if its phase does not have it."""
        return self._acts[state.phase].get(kind)

    def current_player(self, state: Any, /) -> int:  # noqa: ANN401 - a state with a phase
        """Return the acting player."""
        who = self._who[state.phase]
        return who if isinstance(who, int) else who(state)

    def is_over(self, state: Any, /) -> bool:  # noqa: ANN401 - a state with a phase
        """Return whether the game is over."""
        return self._who[state.phase] == TERMINAL

    def active_players(self, state: S) -> tuple[int, ...]:
        """Return the players who may act."""
        rules = self[state]
        if rules.active is not None:
            return rules.active(state)
        return () if rules.who == TERMINAL else (self.current_player(state),)

    def legal_actions(self, state: Any, player: int, /) -> tuple[Action, ...]:  # noqa: ANN401
        """Return the legal actions of an active player, in the order of the table."""
        lists = self._lists.get(state.phase)
        found: list[Action] = []
        if lists is not None:
            for of_player in lists:
                found.extend(of_player(state, player))
            return tuple(found)
        for of_all in self._open_lists[state.phase]:
            found.extend(of_all(state))
        return tuple(found)

    def go_on(self, step: Step[S], /) -> Step[S]:
        """Return a step extended by all automatic consequences."""
        done: object = step
        if not isinstance(done, Step):
            mistake = (
                f"the effect of an action returned {shown(done)}; return Step(<state>, <events>)"
            )
            raise TypeError(f"{game_of_table(self.table)}: {mistake}")
        state: Any = step.state
        while (follows := self._goes_on.get(state.phase)) is not None:
            after = follows(state)
            if after is None:
                break
            state, step = after.state, Step(after.state, (*step.events, *after.events))
        if state.phase not in self._who:  # asked here: a call for each step is 1 % of a move
            self.require(state)
        return step

    def require(self, state: Any, /) -> None:  # noqa: ANN401 - a state with a phase
        """Raise ``TypeError`` for a state whose phase is not in the table."""
        phase = getattr(state, "phase", None)
        if phase not in self.table:
            phase_names = ", ".join(map(str, self.table))
            mistake = (
                f"the phase {phase!r} of a state is not in the table; there are: {phase_names}"
            )
            raise TypeError(f"{game_of_table(self.table)}: {mistake}")

    @property
    def last_rule(self) -> str:
        """The rule of the phase after the end."""
        return next(rules.rule for rules in self.table.values() if rules.who == TERMINAL)

    @property
    def acts(self) -> tuple[Act[S], ...]:
        """All action kinds in the table, phase by phase."""
        return tuple(act for acts in self._acts.values() for act in acts.values())

    @property
    def drawn(self) -> tuple[type[Action], ...]:
        """The kinds of actions that CHANCE takes, each once."""
        chance = (rules for rules in self.table.values() if rules.who == CHANCE)
        return tuple(dict.fromkeys(act.kind for rules in chance for act in rules.acts))

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        """All kinds of actions, each once."""
        return tuple(dict.fromkeys(kind for acts in self._acts.values() for kind in acts))


def _open_lists(rules: PhaseRules[S]) -> tuple[OpenList[S], ...]:
    """Return the functions that together list the legal actions of a phase, for any player."""
    outcomes, legal = rules.chance, rules.legal
    if outcomes is not None:
        return (lambda state: [action for action, _ in outcomes(state)],)
    if legal is not None:
        return (legal,)
    return tuple(act.open_choices for act in rules.acts)


class PhasedRules(Rules[S], ABC):
    """Rules of a game whose state has a ``phase``, and mostly the ``current`` seat."""

    phases: Phases[Any]
    """Phases of the game."""

    def __init__(self) -> None:
        """Prepare JSON and notation. Raises ``TypeError`` naming a mistake in the declarations."""
        super().__init__()
        settings = self.by_hand if isinstance(self, Corrections) else ()
        self._settings: Final = frozenset(act.kind for act in settings)

    def _named(self) -> tuple[str, ...]:
        return (*super()._named(), "phases")

    def _mistakes(self, types: Collection[type]) -> Iterator[str]:
        """Yield inconsistencies in the game's declarations."""
        yield from super()._mistakes(types)
        by_hand = self.by_hand if isinstance(self, Corrections) else ()
        drawn = {"shuffles": self.shuffles, "deals": self.deals}
        yield from wrong.of_tables(self.phases.kinds, by_hand, types)
        yield from wrong.of_chance(drawn, self.phases.drawn)
        inside = records_within(states_of(type(self), types))
        yield from of_draws(self.phases.drawn, inside)
        yield from wrong.of_values((*self.phases.acts, *by_hand))
        state = state_of(type(self))
        yield from misfits_of_state(self.phases.table, max(self.players), state)
        if type(self).begin is PhasedRules.begin:
            yield from misfits_of_start(state)

    def _kernel_texts(self, types: Iterable[type]) -> dict[str, Collection[str]]:
        """Return also how phases are announced, and how what they do not know is refused."""
        cls, texts = type(self), super()._kernel_texts(types)
        for phase, rules in self.phases.table.items():
            if cls.prompt is PhasedRules.prompt:
                texts[f"prompt.{phase}"] = (
                    () if rules.who in (CHANCE, SIMULTANEOUS) else ("player",)
                )
            if cls.not_now is PhasedRules.not_now:
                texts[f"refusal.not-now-{phase}"] = ()
        by_hand = self.by_hand if isinstance(self, Corrections) else ()
        declared = (it for act in (*self.phases.acts, *by_hand) for it in act.fields.values())
        for domain in declared:
            # A code shared by several domains may only use parameters that all of them provide.
            if isinstance(domain, Domain):
                key = f"refusal.{domain.code}"
                texts[key] = [name for name in domain.params if name in texts.get(key, (name,))]
        return texts

    def new_initial_state(self, setup: Setup, /) -> S:
        """Return the state before the first action. Raises ``SetupError``."""
        state = super().new_initial_state(setup)
        self.phases.require(state)
        return state

    def begin(self, setup: Setup, /) -> S:
        """Return the state before the first action: in the first phase, the rest as by default.

        Its ``seats`` are the number of players, its ``players`` as many records.
        """
        cls, first = state_of(type(self)), next(iter(self.phases.table))
        assert cls is not None  # noqa: S101 - asked when the game was imported
        state: S = cls(**first_fields(cls, first, len(setup.players)))
        return state

    def current_player(self, state: S, /) -> int:
        """Return the acting player by the table of phases."""
        return self.phases.current_player(state)

    def active_players(self, state: S, /) -> tuple[int, ...]:
        """Return the active players by the table of phases."""
        return self.phases.active_players(state)

    def awaited(self, state: S, /) -> tuple[int, ...]:
        """Return the awaited players by the table of phases."""
        awaited = self.phases[state].awaited
        return self.active_players(state) if awaited is None else awaited(state)

    def untimed(self, state: S, /) -> tuple[int, ...] | None:
        """Return the turns that go on after time that is nobody's, by the table of phases."""
        untimed = self.phases[state].untimed
        return None if untimed is None else untimed(state)

    def is_terminal(self, state: S, /) -> bool:
        """Return whether the game is over, by the table of phases."""
        return self.phases.is_over(state)

    def chance_outcomes(self, state: S, /) -> tuple[tuple[Action, float], ...]:
        """Return CHANCE's outcomes by the table of phases; empty if a seat acts."""
        outcomes = self.phases[state].chance
        return () if outcomes is None else outcomes(state)

    def legal_actions(self, state: S, player: int, /) -> tuple[Action, ...]:
        """Return the legal actions of ``player``, in the order of the table."""
        who = self.phases.current_player(state)
        acts = player == who if who != SIMULTANEOUS else player in self.active_players(state)
        if not acts:
            return ()
        return self.phases.legal_actions(state, player)

    def why_not(self, state: S, action: Action, /) -> Refusal | None:
        """Return the refusal of an action, ``None`` if it is legal or a possible correction."""
        act = self.phases.act(state, type(action))
        if act is None or act.former:
            return self._refusal(state, action)
        return act.check(state, action)

    def _refusal(self, state: S, action: Action) -> Refusal | None:
        """Return the refusal of an action that the phase does not have."""
        if type(action) not in self._settings:
            return self.not_now(state)
        assert isinstance(self, Corrections)  # noqa: S101 - the settings come from there
        assert isinstance(action, Correction)  # noqa: S101
        return self.why_not_correct(state, action)

    def not_now(self, state: S, /) -> Refusal:
        """Return the refusal of an action that the phase does not have: ``not-now-<phase>``."""
        phase: str = state.phase  # type: ignore[attr-defined]  # the class says that there is one
        return refuse(f"not-now-{phase}", self.phases[state].rule)

    def apply_action(self, state: S, action: Action, /) -> Step[S]:
        """Return the state after an action and its consequences. Raises ``IllegalAction``."""
        step = self.act(state, action)
        return step if type(action) in self._settings else self.phases.go_on(step)

    def act(self, state: S, action: Action, /) -> Step[S]:
        """Return the effect of an action without its consequences. Raises ``IllegalAction``."""
        act = self.phases.act(state, type(action))
        recorded = act is not None and act.former and act.check(state, action) is None
        refusal = None if recorded else self.why_not(state, action)
        if refusal is not None:
            raise IllegalAction(action, refusal)
        if act is not None:
            return act.effect(state, action)
        assert isinstance(self, Corrections)  # noqa: S101 - everything else is refused
        assert isinstance(action, Correction)  # noqa: S101
        step: Step[S] = self.correct(state, action)
        return step

    def winners(self, state: S, /) -> tuple[int, ...]:
        """Return the seats with the most points, after the end; several may share the win."""
        if not self.is_terminal(state):
            return ()
        totals = self.returns(state)
        return tuple(seat for seat, points in enumerate(totals) if points == max(totals))

    def score_breakdown(self, state: S, /) -> tuple[ScoreLine, ...]:
        """Return a line for each seat that has points, citing the rule of the last phase."""
        return tuple(
            ScoreLine(seat, points, self.phases.last_rule, text("score.points", n=points))
            for seat, points in enumerate(self.returns(state))
            if points
        )

    def prompt(self, state: S, player: int, /) -> Text:  # noqa: ARG002 - one prompt for all
        """Return the prompt for the next action: the message ``prompt.<phase>``.

        Its ``player`` is the acting seat, after the end the winner.
        """
        phase: str = state.phase  # type: ignore[attr-defined]  # the class says that there is one
        current = self.current_player(state)
        named = (current,) if current >= 0 else self.winners(state)
        return Text(f"prompt.{phase}", {"player": names(named)} if named else {})

    def summary(self, state: S, /) -> tuple[Line, ...]:
        """Return the players with their points."""
        marked = self.active_players(state) or self.winners(state)
        return tuple(
            Line(
                text("table.player", player=Seat(seat)),
                text("table.points", n=points),
                mark="turn" if seat in marked else "",
            )
            for seat, points in enumerate(self.returns(state))
        )
