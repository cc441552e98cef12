"""The Order of the Gilded Compass behind the kernel's ``Game`` protocol."""

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
from companion.games.gilded_compass import (
    actions,
    advice,
    corrections,
    events,
    names,
    observation,
    prompts,
    rounds,
    rules,
    scoring,
)
from companion.games.gilded_compass.buildings import B_BUILDINGS, C_BUILDINGS
from companion.games.gilded_compass.check import check
from companion.games.gilded_compass.instructions import instructions
from companion.games.gilded_compass.invariants import violations
from companion.games.gilded_compass.pieces import pieces
from companion.games.gilded_compass.state import Phase, State
from companion.games.gilded_compass.variant import DATA, LEVELS, PLAYERS, VARIANTS, variant

if TYPE_CHECKING:
    from companion.engine.picture import Picture, Sprite


class GildedCompass(BaseGame[State]):
    """The rules of the game (rules file of that name); see the README beside this file."""

    id = "gilded-compass"
    title = "Gilded Compass"
    players = PLAYERS
    levels = LEVELS
    choices = (("b_building", B_BUILDINGS), ("c_building", C_BUILDINGS), ("variant", VARIANTS))
    shuffles = (
        *("choose_start", "deal_collection"),
        *("lay_map", "lay_specialist", "lay_item", "lay_ability", "roll"),
        *("draw_artifact", "draw_mission", "draw_item", "draw_treasure", "draw_trophy"),
    )
    rules_version = "1"
    icons = icons(__package__ or "")

    def __init__(self) -> None:
        """Prepare the notation of this game's records."""
        super().__init__(State, actions, events)

    @cached_property
    def picture(self) -> "Picture":
        """The board as a browser draws it."""
        from companion.games.gilded_compass.picture import picture

        return picture(__package__ or "")

    def check(self, data: Struct, options: Struct) -> tuple[Problem, ...]:
        """Return the mistakes in an owner's data and options."""
        return check(DATA, data, options)

    def new_initial_state(self, setup: Setup) -> State:
        """Return the state before anything is laid out (GC-SETUP-1)."""
        self.require(setup)
        return rounds.seated(variant(setup, merged(DATA, setup.data)), len(setup.players))

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
        """Return what the table may set by hand."""
        return corrections.corrections(state)

    def chance_outcomes(self, state: State) -> tuple[tuple[Action, float], ...]:
        """Return the draws of CHANCE with their probabilities."""
        return rules.chance_outcomes(state) if rules.current_player(state) == CHANCE else ()

    def is_terminal(self, state: State) -> bool:
        """Tell whether the game is over (GC-ROUND-7)."""
        return state.phase is Phase.OVER

    def returns(self, state: State) -> tuple[int, ...]:
        """Return everybody's gold (GC-END-1)."""
        return scoring.returns(state)

    def winners(self, state: State) -> tuple[int, ...]:
        """Return who has won (GC-END-TIE-1 to GC-END-TIE-3)."""
        return scoring.winners(state)

    def score_breakdown(self, state: State) -> tuple[ScoreLine, ...]:
        """Return the lines that make up the gold, including who is assigned where."""
        return scoring.score_breakdown(state)

    def open_score(self, state: State) -> tuple[ScoreLine, ...]:
        """Return the score lines without secret tiles (GC-R33)."""
        return scoring.open_score(state)

    def reminders(self, state: State, action: Action) -> tuple[Text, ...]:
        """Return a reminder that dice could be rolled again."""
        return prompts.reminders(state, action)

    def violations(self, before: State, step: Step[State]) -> tuple[str, ...]:
        """Return the invariants that an action broke."""
        return violations(before, step)

    def ask(self, kind: str, question: Struct) -> object:
        """Answer a question about the rules. Raises ``QuestionError`` for a malformed one."""
        from companion.games.gilded_compass.ask import ask  # no table asks: load it when needed

        return ask(kind, question)

    def observation(self, state: State, player: int) -> Struct:
        """Return what a seat may see (GC-R33)."""
        return observation.observation(state, player, self.to_struct(state))

    def audience(self, state: State, news: Action | Event) -> tuple[int, ...] | None:
        """Return who may know of a drawn tile (GC-R33)."""
        return observation.audience(state, news)

    def prompt(self, state: State, player: int) -> Text:  # noqa: ARG002 - one prompt for all
        """Return what is to be done next."""
        return prompts.prompt(state)

    def instructions(self, before: State, action: Action, step: Step[State]) -> tuple[Text, ...]:
        """Return what people must do at the table."""
        return instructions(before, action, step)

    def summary(self, state: State) -> tuple[Line, ...]:
        """Return dice and buildings, tiles or players; after the end, the ranking."""
        return prompts.summary(state)

    def status(self, state: State) -> Text | None:
        """Return the round."""
        return prompts.status(state)

    def sprites(self, state: State) -> "tuple[Sprite, ...]":
        """Return what lies open on the table."""
        from companion.games.gilded_compass.picture import sprites

        return sprites(state)

    def private(self, state: State, player: int) -> tuple[Line, ...]:
        """Return a seat's secret tiles."""
        from companion.games.gilded_compass.picture import private

        return private(state, player)

    def outlook(self, state: State, player: int) -> tuple[Line, ...]:
        """Return what the placements of the current player would change."""
        return tuple(advice.outlook(state)) if player == rules.current_player(state) else ()

    def advice(self, state: State, player: int) -> tuple[Line, ...]:
        """Return the best placements of the current player, separately for each building."""
        return tuple(advice.advice(state)) if player == rules.current_player(state) else ()

    def describe(self, event: Event) -> Text:
        """Return what happened in words."""
        return names.describe(event)

    def action_name(self, action: Action) -> Text:
        """Return an action in words, as an item of a menu."""
        return names.action_name(action)

    def value_name(self, field: str, value: object) -> Param:
        """Return a field's value in words, as an item of a menu."""
        return names.value_name(field, value)

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """Return the pieces that may carry a tag."""
        return pieces(state)
