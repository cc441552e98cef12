"""The Order of the Gilded Compass: its rules and its facets."""

from functools import cached_property

from companion.engine import data, facets, figures, holdings
from companion.engine.game import Line
from companion.engine.phases import PhasedRules
from companion.engine.picture import Picture
from companion.engine.shared_actions import ChooseStart
from companion.games.gilded_compass import actions, advice, events, names, prompts, scoring, variant
from companion.games.gilded_compass.check import wrong_data
from companion.games.gilded_compass.corrections import CORRECTIONS, why_no_correction
from companion.games.gilded_compass.diagram import choice_diagrams, text_diagrams
from companion.games.gilded_compass.entering import Ended, first
from companion.games.gilded_compass.instructions import SETUP_SECONDS, instructions
from companion.games.gilded_compass.pieces import pieces
from companion.games.gilded_compass.resolution import distinct
from companion.games.gilded_compass.rules import PHASES
from companion.games.gilded_compass.state import State, UnseenDice
from companion.sheets.level import OUTLINE


class GildedCompass(
    PhasedRules[State],
    facets.SecretScore[State],
    facets.Advice[State],
    facets.Board[State],
    facets.Tags[State],
    facets.Corrections[State],
    facets.Invariants[State],
    facets.Robots[State],
    facets.RulesQuestions,
):
    """The rules of the game (rules file of that name); see the README beside this file."""

    id = "gilded-compass"
    players = variant.MANIFEST.players
    levels = variant.LEVELS
    outline = OUTLINE
    apart = (variant.FINAL,)
    choices = variant.CHOICES
    followed_choices = ("dice", "unplaced_dice")
    further_options, recommended = variant.FURTHER, variant.RECOMMENDED
    choice_players = variant.CHOICE_PLAYERS
    seat_colours = variant.DICE_COLOURS
    shuffles = variant.SHUFFLES
    turn_ends, setup_seconds = (actions.EndTurn,), SETUP_SECONDS
    secret_turns = ()
    records = (State, UnseenDice, Ended, actions, events, ChooseStart, holdings, figures)
    phases = PHASES
    by_hand = CORRECTIONS
    carried = (actions.CorrectRound,)
    icons = data.icons(__package__)
    words = names.WORDS

    wrong_data = staticmethod(wrong_data)
    kept_options = staticmethod(variant.kept_options)
    begin = staticmethod(first)
    returns = staticmethod(scoring.returns)
    winners = staticmethod(scoring.winners)
    decided = staticmethod(scoring.decided)
    score_breakdown = staticmethod(scoring.score_breakdown)
    open_score = staticmethod(scoring.open_score)
    why_no_correction = staticmethod(why_no_correction)
    known_position = staticmethod(facets.later(f"{__package__}.hosting", "known_position"))
    violations = staticmethod(facets.later(f"{__package__}.invariants", "violations"))
    guess = facets.later(f"{__package__}.guess", "guess")
    prompt = staticmethod(prompts.prompt)
    instructions = staticmethod(instructions)
    choice_diagrams = staticmethod(choice_diagrams)
    text_diagrams = staticmethod(text_diagrams)
    copy_questions = staticmethod(facets.later(f"{__package__}.hosting", "copy_questions"))
    setup_rules = staticmethod(facets.later(f"{__package__}.hosting", "setup_rules"))
    in_play = staticmethod(facets.later(f"{__package__}.hosting", "in_play"))
    distinct = staticmethod(distinct)
    reminders = staticmethod(prompts.reminders)
    summary = staticmethod(prompts.summary)
    status = staticmethod(prompts.status)
    pieces = staticmethod(pieces)
    sprites = staticmethod(facets.later(f"{__package__}.picture", "sprites"))
    spots = staticmethod(facets.later(f"{__package__}.picture", "spots"))
    own_emblem = facets.later(f"{__package__}.picture", "own_emblem")
    private = staticmethod(facets.later(f"{__package__}.picture", "private"))
    ask = staticmethod(facets.later(f"{__package__}.ask", "ask"))

    @cached_property
    def picture(self) -> Picture:
        """The board as a browser draws it, with tiles in every printed colour."""
        from companion.games.gilded_compass.picture import picture

        return picture(__package__)

    def outlook(self, state: State, player: int, /) -> tuple[Line, ...]:
        """Return the effects of the current player's placements."""
        return tuple(advice.outlook(state)) if player == self.current_player(state) else ()

    def advice(self, state: State, player: int, /) -> tuple[Line, ...]:
        """Return the best placements of the current player, separately for each building."""
        return tuple(advice.advice(state)) if player == self.current_player(state) else ()
