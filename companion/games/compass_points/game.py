"""The game of four compass points behind the kernel's ``Game`` protocol."""

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
from companion.games.compass_points import (
    actions,
    corrections,
    events,
    prompts,
    rules,
    scoring,
)
from companion.games.compass_points.board import board
from companion.games.compass_points.check import check
from companion.games.compass_points.diagram import diagram
from companion.games.compass_points.instructions import instructions
from companion.games.compass_points.invariants import violations
from companion.games.compass_points.observation import audience, observation
from companion.games.compass_points.pieces import pieces
from companion.games.compass_points.state import Phase, Player, State
from companion.games.compass_points.variant import DATA, PLAYERS, TEAMS, variant

if TYPE_CHECKING:
    from companion.engine.picture import Picture, Sprite


class CompassPoints(BaseGame[State]):
    """The rules of the game with one pawn and two teams; see the README beside this file."""

    id = "compass-points"
    title = "Compass Points"
    players = PLAYERS
    teams = TEAMS
    rules_version = "1"
    icons = icons(__package__)

    def __init__(self) -> None:
        """Prepare the notation of this game's records."""
        super().__init__(State, actions, events)

    @cached_property
    def picture(self) -> "Picture":
        """The board as a browser draws it."""
        from companion.engine.board_file import load_picture  # the box itself draws none

        return load_picture(__package__)

    def check(self, data: Struct, options: Struct) -> tuple[Problem, ...]:
        """Return the mistakes in an owner's board (CP-DATA-1)."""
        return check(data, options)

    def new_initial_state(self, setup: Setup) -> State:
        """Return the state before the first card, the pawn in the centre (CP-SETUP-1)."""
        self.require(setup)
        settings = variant(merged(DATA, setup.data))
        return State(settings, (Player(),) * len(setup.players), board(settings).centre)

    def current_player(self, state: State) -> int:
        """Return the seat that acts, or ``SIMULTANEOUS`` or ``TERMINAL``."""
        return rules.current_player(state)

    def active_players(self, state: State) -> tuple[int, ...]:
        """Return who may act: one seat, or the team that chooses a corner (CP-R16)."""
        return rules.active_players(state)

    def audience(self, state: State, news: Action | Event) -> tuple[int, ...] | None:  # noqa: ARG002
        """Return who may know which speed card has been laid (CP-SPEED-2)."""
        return audience(news)

    def legal_actions(self, state: State, player: int) -> tuple[Action, ...]:
        """Return what ``player`` may do."""
        return rules.legal_actions(state) if player in rules.active_players(state) else ()

    def why_not(self, state: State, action: Action) -> Refusal | None:
        """Return why an action is refused."""
        return rules.why_not(state, action)

    def apply_action(self, state: State, action: Action) -> Step[State]:
        """Return the state after an action."""
        return rules.apply_action(state, action)

    def corrections(self, state: State) -> tuple[Correction, ...]:
        """Return what the table may set by hand."""
        return corrections.corrections(state)

    def chance_outcomes(self, state: State) -> tuple[tuple[Action, float], ...]:  # noqa: ARG002
        """Return nothing: this game has no chance."""
        return ()

    def is_terminal(self, state: State) -> bool:
        """Tell whether the game is over (CP-END-1)."""
        return state.phase is Phase.OVER

    def returns(self, state: State) -> tuple[int, ...]:
        """Return the scores of the players; those of ``teams`` are added together (CP-END-3)."""
        return scoring.returns(state)

    def winners(self, state: State) -> tuple[int, ...]:
        """Return the seats of the winning team, or all after a draw (CP-END-3, CP-END-4)."""
        return scoring.winners(state)

    def score_breakdown(self, state: State) -> tuple[ScoreLine, ...]:
        """Return the lines that make up the scores."""
        return scoring.score_breakdown(state)

    def violations(self, before: State, step: Step[State]) -> tuple[str, ...]:
        """Return the invariants that an action broke."""
        return violations(before, step)

    def ask(self, kind: str, question: Struct) -> object:
        """Answer a question about the rules. Raises ``QuestionError`` for a malformed one."""
        from companion.games.compass_points.ask import ask  # no table asks: load it when needed

        return ask(kind, question)

    def observation(self, state: State, player: int) -> Struct:
        """Return what a seat may see (CP-SPEED-2)."""
        return observation(state, player, self.to_struct(state))

    def prompt(self, state: State, player: int) -> Text:  # noqa: ARG002 - one prompt for all
        """Return what is to be done next."""
        return prompts.prompt(state)

    def instructions(self, before: State, action: Action, step: Step[State]) -> tuple[Text, ...]:  # noqa: ARG002
        """Return what people must do at the table."""
        return instructions(step)

    def summary(self, state: State) -> tuple[Line, ...]:
        """Return players and teams with their scores; after the end, the ranking."""
        return prompts.summary(state)

    def status(self, state: State) -> Text:
        """Return the round and the square of the pawn."""
        return prompts.status(state)

    def diagram(self, state: State) -> Diagram | None:
        """Return the board with the pawn and its last path."""
        return diagram(state)

    def sprites(self, state: State) -> "tuple[Sprite, ...]":
        """Return what lies open on the table."""
        from companion.games.compass_points.picture import sprites

        return sprites(state)

    def private(self, state: State, player: int) -> tuple[Line, ...]:
        """Return the speed card that a seat has laid (CP-SPEED-2)."""
        from companion.games.compass_points.picture import private

        return private(state, player)

    def describe(self, event: Event) -> Text:
        """Return what happened in words."""
        return prompts.describe(event)

    def action_name(self, action: Action) -> Text:
        """Return an action in words, as an item of a menu."""
        return prompts.action_name(action)

    def value_name(self, field: str, value: object) -> Param:
        """Return a field's value in words, as an item of a menu."""
        return prompts.value_name(field, value)

    def pieces(self, state: State) -> tuple[Piece, ...]:  # noqa: ARG002 - the same in every state
        """Return the cards that may carry a tag."""
        return pieces()
