"""Compass, the game of cards and checkers, behind the kernel's ``Game`` protocol."""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from companion.engine.base import BaseGame
from companion.engine.data import icons, merged
from companion.engine.diagram import Diagram
from companion.engine.game import (
    Action,
    Correction,
    Event,
    Line,
    Piece,
    Problem,
    Refusal,
    ScoreLine,
    Setup,
    Step,
    Struct,
)
from companion.engine.text import Param, Text
from companion.games.compass_jewels import (
    actions,
    corrections,
    events,
    prompts,
    rules,
    scoring,
    setup,
)
from companion.games.compass_jewels.board import diagram
from companion.games.compass_jewels.check import check
from companion.games.compass_jewels.instructions import instructions
from companion.games.compass_jewels.invariants import violations
from companion.games.compass_jewels.observation import observation
from companion.games.compass_jewels.pieces import pieces, placements
from companion.games.compass_jewels.state import Phase, State
from companion.games.compass_jewels.variant import (
    COLOURS_OF_CHECKERS,
    DATA,
    PLAYERS,
    SOURCES,
    variant,
)

if TYPE_CHECKING:
    from companion.engine.picture import Picture, Sprite


class CompassJewels(BaseGame[State]):
    """The rules of Compass (rules file ``compass-jewels``); see the README beside this file."""

    id = "compass-jewels"
    title = "Compass"
    players = PLAYERS
    choices = (("orientation_source", SOURCES),)
    seat_choices = (("checkers", COLOURS_OF_CHECKERS),)
    shuffles = ("deal", "choose_start")
    deals = ("lay", "enter_turn")
    icons = icons(__package__ or "")
    rules_version = "1"

    def __init__(self) -> None:
        """Prepare the notation of this game's records."""
        super().__init__(State, actions, events)

    @cached_property
    def picture(self) -> "Picture":
        """The board as a browser draws it."""
        from companion.engine.board_file import load_picture  # the box itself draws none

        return load_picture(__package__ or "")

    def check(self, data: Struct, options: Struct) -> tuple[Problem, ...]:
        """Return the mistakes in an owner's data and options."""
        return check(DATA, data, options)

    def new_initial_state(self, setup_: Setup) -> State:
        """Return the state before the first card is laid (CJ-SETUP-1)."""
        self.require(setup_)
        return setup.begin(variant(setup_, merged(DATA, setup_.data)))

    def current_player(self, state: State) -> int:
        """Return the seat that acts, or ``CHANCE`` or ``TERMINAL``."""
        return rules.current_player(state)

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
        """Return what the table may set by hand (CJ-R19)."""
        return corrections.corrections(state)

    def chance_outcomes(self, state: State) -> tuple[tuple[Action, float], ...]:
        """Return the draws of CHANCE with their probabilities."""
        return rules.chance_outcomes(state)

    def is_terminal(self, state: State) -> bool:
        """Tell whether both players have declared (CJ-END-1)."""
        return state.phase is Phase.OVER

    def returns(self, state: State) -> tuple[int, ...]:
        """Return the points of the declared jewels (CJ-SCORE-4)."""
        return scoring.returns(state)

    def winners(self, state: State) -> tuple[int, ...]:
        """Return who has won (CJ-END-1, CJ-END-2)."""
        return scoring.winners(state)

    def score_breakdown(self, state: State) -> tuple[ScoreLine, ...]:
        """Return the lines that make up the totals."""
        return scoring.score_breakdown(state)

    def violations(self, before: State, step: Step[State]) -> tuple[str, ...]:
        """Return the invariants that an action broke."""
        return violations(before, step)

    def ask(self, kind: str, question: Struct) -> object:
        """Answer a question about the rules. Raises ``QuestionError`` for a malformed one."""
        from companion.games.compass_jewels.ask import ask  # no table asks: load it when needed

        return ask(kind, question)

    def observation(self, state: State, player: int) -> Struct:  # noqa: ARG002 - all is open
        """Return what a seat may see: everything (CJ-R13)."""
        return observation(state, self.to_struct(state))

    def sprites(self, state: State) -> "tuple[Sprite, ...]":
        """Return what lies on the table."""
        from companion.games.compass_jewels.picture import sprites

        return sprites(state)

    def prompt(self, state: State, player: int) -> Text:  # noqa: ARG002 - one prompt for all
        """Return what is to be done next."""
        return prompts.prompt(state)

    def instructions(self, before: State, action: Action, step: Step[State]) -> tuple[Text, ...]:  # noqa: ARG002
        """Return what people must do at the table."""
        return instructions(step.state, step.events)

    def summary(self, state: State) -> tuple[Line, ...]:
        """Return collections and checkers; in phase two, points; after the end, the ranking."""
        return prompts.summary(state)

    def status(self, state: State) -> Text | None:
        """Return a note that somebody is blocked or that the game is over, else ``None``."""
        return prompts.status(state)

    def diagram(self, state: State) -> Diagram | None:
        """Return the area with middles and checkers."""
        return diagram(state)

    def describe(self, event: Event) -> Text:
        """Return what happened in words."""
        return prompts.describe(event)

    def action_name(self, action: Action) -> Text:
        """Return an action in words, as an item of a menu."""
        return prompts.action_name(action)

    def value_name(self, field: str, value: object) -> Param:
        """Return a field's value in words, as an item of a menu."""
        return prompts.value_name(field, value)

    def placements(self, state: State) -> Mapping[str, frozenset[str]]:
        """Return what should stand where."""
        return placements(state)

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """Return the pieces that may carry a tag."""
        return pieces(state)
