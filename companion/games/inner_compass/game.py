"""Inner Compass behind the kernel's ``Game`` protocol."""

from collections.abc import Mapping
from typing import Any, Final

from companion.engine.codec import Codec
from companion.engine.data import merged
from companion.engine.game import (
    CHANCE,
    Action,
    Correction,
    Event,
    Line,
    Piece,
    Problem,
    Refusal,
    ScoreLine,
    Setup,
    SetupError,
    Step,
    Struct,
)
from companion.engine.text import Param, Text
from companion.games.inner_compass import (
    actions,
    corrections,
    events,
    prompts,
    rules,
    scoring,
    setup,
)
from companion.games.inner_compass.check import check
from companion.games.inner_compass.config import DATA, LEVELS, PLAYERS, config
from companion.games.inner_compass.instructions import instructions
from companion.games.inner_compass.invariants import violations
from companion.games.inner_compass.observation import observation
from companion.games.inner_compass.pieces import pieces, placements
from companion.games.inner_compass.state import Phase, State


def _records(module: Any, base: type) -> list[type]:  # noqa: ANN401 - a module
    found = (each for each in vars(module).values() if isinstance(each, type))
    return [each for each in found if issubclass(each, base) and each.__module__ == module.__name__]


class InnerCompass:
    """The rules of Inner Compass (rules file of that name); see the README beside this file."""

    id: Final = "inner-compass"
    title: Final = "Inner Compass"
    players: Final = PLAYERS
    levels: Final[tuple[str, ...]] = LEVELS
    choices: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (("mode", ("standard", "advanced")),)
    shuffles: Final = ("place_section", "draw_tile", "place_token", "choose_start")
    deals: Final = ("deal",)
    rules_version: Final = "1"

    def __init__(self) -> None:
        """Prepare the notation of this game's records."""
        self._codec = Codec([State, *_records(actions, Action), *_records(events, Event)])

    def check(self, data: Struct, options: Struct) -> tuple[Problem, ...]:
        """Return the mistakes in an owner's data and options."""
        return check(DATA, data, options)

    def new_initial_state(self, setup_: Setup) -> State:
        """Return the state before anything is laid out (IC-SETUP-1)."""
        if len(setup_.players) not in PLAYERS:
            raise SetupError(f"Inner Compass is for 2 to 4 players, not {len(setup_.players)}")
        if setup_.level not in LEVELS:
            raise SetupError(f"no tracking level {setup_.level!r}, there are {', '.join(LEVELS)}")
        wrong = [each for each in self.check(setup_.data, setup_.options) if not each.warning]
        if wrong:
            raise SetupError(
                "; ".join(f"{'.'.join(map(str, each.path))}: {each.message}" for each in wrong)
            )
        return setup.begin(config(setup_, merged(DATA, setup_.data)), len(setup_.players))

    def current_player(self, state: State) -> int:
        """Return the seat that acts, or ``CHANCE`` or ``TERMINAL``."""
        return rules.current_player(state)

    def active_players(self, state: State) -> tuple[int, ...]:
        """Return who may act: nobody ever acts out of turn."""
        return () if self.is_terminal(state) else (rules.current_player(state),)

    def legal_actions(self, state: State, player: int) -> tuple[Action, ...]:
        """Return what ``player`` may do."""
        return rules.legal_actions(state) if player == rules.current_player(state) else ()

    def why_not(self, state: State, action: Action) -> Refusal | None:
        """Return why an action is refused."""
        return rules.why_not(state, action)

    def apply_action(self, state: State, action: Action) -> Step[State]:
        """Return the state after an action."""
        return rules.apply_action(state, action)

    def corrections(self, state: State) -> tuple[Correction, ...]:
        """Return what the table may set by hand (IC-AP-4)."""
        return corrections.corrections(state)

    def chance_outcomes(self, state: State) -> tuple[tuple[Action, float], ...]:
        """Return the draws of CHANCE with their probabilities."""
        return rules.chance_outcomes(state) if rules.current_player(state) == CHANCE else ()

    def is_terminal(self, state: State) -> bool:
        """Tell whether the game is over (IC-END-4)."""
        return state.phase is Phase.OVER

    def returns(self, state: State) -> tuple[int, ...]:
        """Return the totals (IC-END-5)."""
        return scoring.returns(state)

    def winners(self, state: State) -> tuple[int, ...]:
        """Return who has won (IC-TIE-1, IC-TIE-2)."""
        return scoring.winners(state)

    def score_breakdown(self, state: State) -> tuple[ScoreLine, ...]:
        """Return the lines that make up the totals."""
        return scoring.score_breakdown(state)

    def violations(self, before: State, step: Step[State]) -> tuple[str, ...]:
        """Return the invariants of the rules file (section 9) that an action broke."""
        return violations(before, step)

    def ask(self, kind: str, question: Struct) -> Struct:
        """Answer a question about the rules. Raises ``QuestionError`` for a malformed one."""
        from companion.games.inner_compass.ask import ask  # no table asks: load it when needed

        return ask(kind, question)

    def observation(self, state: State, player: int) -> Struct:
        """Return what a seat may see (IC-R29)."""
        return observation(state, player, self.to_struct(state))

    def prompt(self, state: State, player: int) -> Text:  # noqa: ARG002 - one prompt for all
        """Return what is to be done next."""
        return prompts.prompt(state)

    def instructions(self, before: State, action: Action, step: Step[State]) -> tuple[Text, ...]:
        """Return what people must do at the table (IC-AP-5)."""
        return instructions(before, action, step)

    def summary(self, state: State) -> tuple[Line, ...]:
        """Return the track with EP and prices, after the end the ranking."""
        return prompts.summary(state)

    def status(self, state: State) -> Text | None:
        """Return the countdown of the last turns or shown totals."""
        return prompts.status(state)

    def describe(self, event: Event) -> Text:
        """Return an event in words."""
        return prompts.describe(event)

    def action_name(self, action: Action) -> Text:
        """Return an action as a choice."""
        return prompts.action_name(action)

    def value_name(self, field: str, value: object) -> Param:
        """Return a field's value as a choice."""
        return prompts.value_name(field, value)

    def placements(self, state: State) -> Mapping[str, frozenset[str]]:
        """Return what should stand where (IC-AP-3)."""
        return placements(state)

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """Return the pieces that may carry a tag."""
        return pieces(state)

    def make_action(self, name: str, values: Struct) -> Action:
        """Return the action of that name with whatever values are known."""
        return self._codec.make_action(name, values)

    def action_to_string(self, action: Action) -> str:
        """Return an action's notation."""
        return self._codec.action_to_string(action)

    def string_to_action(self, notation: str) -> Action:
        """Return the action of a notation."""
        return self._codec.string_to_action(notation)

    def to_struct(self, value: Any) -> dict[str, object]:  # noqa: ANN401 - any of the records
        """Return a record as a JSON object."""
        return self._codec.to_struct(value)

    def from_struct(self, struct: Struct) -> Any:  # noqa: ANN401 - any of the records
        """Return the record of a JSON object."""
        return self._codec.from_struct(struct)
