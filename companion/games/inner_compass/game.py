"""Inner Compass behind the kernel's ``Game`` protocol."""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from companion.engine.base import BaseGame
from companion.engine.data import icons, merged
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
from companion.games.inner_compass.instructions import instructions
from companion.games.inner_compass.invariants import violations
from companion.games.inner_compass.observation import audience, observation, open_score
from companion.games.inner_compass.pieces import pieces, place_name, placements
from companion.games.inner_compass.state import Phase, State
from companion.games.inner_compass.variant import DATA, LEVELS, PLAYERS, variant

if TYPE_CHECKING:
    from companion.engine.picture import Picture, Sprite


class InnerCompass(BaseGame[State]):
    """The rules of Inner Compass (rules file of that name); see the README beside this file."""

    id = "inner-compass"
    title = "Inner Compass"
    players = PLAYERS
    levels = LEVELS
    choices = (("mode", ("standard", "advanced")),)
    shuffles = ("place_section", "draw_tile", "place_token", "choose_start")
    deals = ("deal",)
    rules_version = "1"
    icons = icons(__package__ or "")

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
        """Return the state before anything is laid out (IC-SETUP-1)."""
        self.require(setup_)
        return setup.begin(variant(setup_, merged(DATA, setup_.data)), len(setup_.players))

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

    def open_score(self, state: State) -> tuple[ScoreLine, ...]:
        """Return the score lines without secret EP (IC-R29)."""
        return open_score(state, self.score_breakdown(state))

    def reminders(self, state: State, action: Action) -> tuple[Text, ...]:
        """Return what a player gives up by declining a bonus card or a row's EP."""
        return prompts.reminders(state, action)

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

    def audience(self, state: State, news: Action | Event) -> tuple[int, ...] | None:
        """Return who may know of a dealt card (IC-R29)."""
        return audience(state, news)

    def prompt(self, state: State, player: int) -> Text:  # noqa: ARG002 - one prompt for all
        """Return what is to be done next."""
        return prompts.prompt(state)

    def instructions(self, before: State, action: Action, step: Step[State]) -> tuple[Text, ...]:
        """Return what people must do at the table (IC-AP-5)."""
        return instructions(before, action, step)

    def summary(self, state: State) -> tuple[Line, ...]:
        """Return the track with EP and prices; after the end, the ranking."""
        return prompts.summary(state)

    def status(self, state: State) -> Text | None:
        """Return the countdown of the last turns, or the totals if they are shown."""
        return prompts.status(state)

    def sprites(self, state: State) -> "tuple[Sprite, ...]":
        """Return what lies open on the table."""
        from companion.games.inner_compass.picture import sprites

        return sprites(state)

    def private(self, state: State, player: int) -> tuple[Line, ...]:
        """Return a seat's own EP and hand (IC-R29)."""
        from companion.games.inner_compass.picture import private

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

    def placements(self, state: State) -> Mapping[str, frozenset[str]]:
        """Return what should stand where (IC-AP-3)."""
        return placements(state)

    def place_name(self, state: State, place: str) -> Text:
        """Return a place in words; on the track, the emotion that it is below."""
        return place_name(state, place)

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """Return the pieces that may carry a tag."""
        return pieces(state)
