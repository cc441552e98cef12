"""Essence behind the kernel's ``Game`` protocol; every method calls the module in charge."""

from functools import cached_property
from typing import TYPE_CHECKING

from companion.engine.base import BaseGame
from companion.engine.data import icons, merged
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
    SetupError,
    Step,
    Struct,
)
from companion.engine.message import say
from companion.engine.text import Param, Text
from companion.games.essence import (
    actions,
    corrections,
    events,
    observation,
    prompts,
    rounds,
    rules,
    scoring,
)
from companion.games.essence.check import check
from companion.games.essence.instructions import instructions
from companion.games.essence.invariants import violations
from companion.games.essence.pieces import pieces
from companion.games.essence.state import Phase, State
from companion.games.essence.variant import DATA, PAWNS, PLAYERS, variant

if TYPE_CHECKING:
    from companion.engine.picture import Picture, Sprite


class Essence(BaseGame[State]):
    """The rules of Essence (rules file of that name); see the README beside this file."""

    id = "essence"
    title = "Essence"
    players = PLAYERS
    choices = (
        ("double_points", ("without", "with")),
        ("phrases", ("screen", "cards")),
        ("expansion_e1", ("without", "with")),
    )
    seat_choices = (("colours", PAWNS),)
    shuffles = ("draw_question", "draw_phrase")
    icons = icons(__package__)
    rules_version = "1"

    def __init__(self) -> None:
        """Prepare the notation of this game's records."""
        super().__init__(State, actions, events)

    @cached_property
    def picture(self) -> "Picture":
        """The board as a browser draws it."""
        from companion.engine.board_file import load_picture  # the box itself draws none

        return load_picture(__package__)

    def check(self, data: Struct, options: Struct) -> tuple[Problem, ...]:
        """Return the mistakes in an owner's data and options."""
        return check(DATA, data, options)

    def new_initial_state(self, setup: Setup) -> State:
        """Return the state before the first round (ES-SETUP-1)."""
        self.require(setup)
        settings = variant(setup, merged(DATA, setup.data))
        if len(settings.pawns) < len(setup.players):
            raise SetupError(say("options.colours: expected a colour for each player"))
        return rounds.set_up(settings)

    def current_player(self, state: State) -> int:
        """Return the seat that acts, or ``CHANCE``, ``SIMULTANEOUS`` or ``TERMINAL``."""
        return rules.current_player(state)

    def active_players(self, state: State) -> tuple[int, ...]:
        """Return who may act: everybody while votes are being laid."""
        return rules.active_players(state)

    def awaited(self, state: State) -> tuple[int, ...]:
        """Return whom the table waits for: not those who have voted, though they may still act."""
        return rules.awaited(state)

    def audience(self, state: State, news: Action | Event) -> tuple[int, ...] | None:  # noqa: ARG002
        """Return who may know of an action: only the player who votes knows the vote (ES-R8)."""
        return (news.player,) if isinstance(news, actions.Vote) else None

    def legal_actions(self, state: State, player: int) -> tuple[Action, ...]:
        """Return what ``player`` may do."""
        return rules.legal_actions(state, player)

    def why_not(self, state: State, action: Action) -> Refusal | None:
        """Return why an action is refused."""
        return rules.why_not(state, action)

    def apply_action(self, state: State, action: Action) -> Step[State]:
        """Return the state after an action."""
        return rules.apply_action(state, action)

    def corrections(self, state: State) -> tuple[Correction, ...]:
        """Return what the table may set by hand."""
        return corrections.corrections(state)

    def chance_outcomes(self, state: State) -> tuple[tuple[Action, float], ...]:
        """Return the draws of CHANCE with their probabilities."""
        return rules.chance_outcomes(state)

    def is_terminal(self, state: State) -> bool:
        """Tell whether the game is over (ES-END-1, ES-END-3)."""
        return state.phase is Phase.OVER

    def returns(self, state: State) -> tuple[int, ...]:
        """Return the fields that the pawns have reached."""
        return scoring.returns(state)

    def winners(self, state: State) -> tuple[int, ...]:
        """Return who has won (ES-END-5, ES-END-6)."""
        return scoring.winners(state)

    def score_breakdown(self, state: State) -> tuple[ScoreLine, ...]:
        """Return lines that say what moved each pawn."""
        return scoring.score_breakdown(state)

    def violations(self, before: State, step: Step[State]) -> tuple[str, ...]:
        """Return the invariants that an action broke."""
        return violations(before, step)

    def ask(self, kind: str, question: Struct) -> object:
        """Answer a question about the rules. Raises ``QuestionError`` for a malformed one."""
        from companion.games.essence.ask import ask  # no table asks: load it when needed

        return ask(kind, question)

    def observation(self, state: State, player: int) -> Struct:
        """Return what a seat may see (ES-R8)."""
        return observation.observation(state, player)

    def sprites(self, state: State) -> "tuple[Sprite, ...]":
        """Return what lies open on the table (ES-R8)."""
        from companion.games.essence.picture import sprites

        return sprites(state)

    def private(self, state: State, player: int) -> tuple[Line, ...]:
        """Return the seat's own vote (ES-R8)."""
        from companion.games.essence.picture import private

        return private(state, player)

    def prompt(self, state: State, player: int) -> Text:
        """Return what is to be done next."""
        return prompts.prompt(state, player)

    def instructions(self, before: State, action: Action, step: Step[State]) -> tuple[Text, ...]:  # noqa: ARG002
        """Return what people must do at the table."""
        return instructions(step)

    def summary(self, state: State) -> tuple[Line, ...]:
        """Return question and phrases while votes are being laid, else the pawns' fields."""
        return prompts.summary(state)

    def status(self, state: State) -> Text | None:
        """Return the number of the round."""
        return prompts.status(state)

    def describe(self, event: Event) -> Text:
        """Return what happened in words."""
        return prompts.describe(event)

    def action_name(self, action: Action) -> Text:
        """Return an action in words, as an item of a menu."""
        return prompts.action_name(action)

    def value_name(self, field: str, value: object) -> Param:
        """Return a field's value in words, as an item of a menu."""
        return prompts.value_name(field, value)

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """Return the pieces that may carry a tag (ES-DATA-5)."""
        return pieces(state)
