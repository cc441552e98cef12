"""Compass, the game of cards and checkers: its rules and its facets."""

from companion.engine import facets, holdings
from companion.engine.data import icons
from companion.engine.figures import DialTotal
from companion.engine.game import Action
from companion.engine.options import Recommendation
from companion.engine.phases import PhasedRules
from companion.engine.shared_actions import ChooseStart
from companion.games.compass_jewels import actions, declaring, events, prompts, scoring
from companion.games.compass_jewels.board import (
    choice_diagrams,
    diagram,
    square_name,
    text_diagrams,
)
from companion.games.compass_jewels.check import wrong_data
from companion.games.compass_jewels.corrections import CORRECTIONS, why_no_correction
from companion.games.compass_jewels.entering import first
from companion.games.compass_jewels.instructions import in_play, instructions, setup_rules
from companion.games.compass_jewels.observation import observation
from companion.games.compass_jewels.pieces import pieces, placements, places
from companion.games.compass_jewels.rules import PHASES
from companion.games.compass_jewels.state import Phase, State, Told
from companion.games.compass_jewels.variant import (
    CHOICES,
    COLOURS_OF_CHECKERS,
    FURTHER,
    MANIFEST,
    SCORING,
)
from companion.sheets.level import OUTLINE


class CompassJewels(
    PhasedRules[State],
    facets.Board[State],
    facets.Tags[State],
    facets.Corrections[State],
    facets.Invariants[State],
    facets.Robots[State],
    facets.RulesQuestions,
):
    """The rules of Compass (rules file ``compass-jewels``); see the README beside this file."""

    id = "compass-jewels"
    title = MANIFEST.title
    players = MANIFEST.players
    outline = OUTLINE
    apart = (SCORING,)
    choices = CHOICES
    followed_choices = ("orientation_source",)
    further_options = FURTHER
    recommended = Recommendation(SCORING)
    seat_choices = (("checkers", COLOURS_OF_CHECKERS),)
    shuffles = ("deal", "choose_start")
    deals = ("lay", "enter_turn")
    rules_version = "2"
    records = (State, Told, actions, events, ChooseStart, holdings, DialTotal)
    phases = PHASES
    by_hand = CORRECTIONS
    carried = (actions.CorrectTurn,)
    why_no_correction = staticmethod(why_no_correction)
    icons = icons(__package__)
    words = prompts.WORDS

    wrong_data = staticmethod(wrong_data)
    begin = staticmethod(first)
    returns = staticmethod(scoring.returns)
    winners = staticmethod(scoring.winners)
    score_breakdown = staticmethod(scoring.score_breakdown)
    violations = staticmethod(facets.later(f"{__package__}.invariants", "violations"))
    observation = observation
    guess = facets.later(f"{__package__}.guess", "guess")
    prompt = staticmethod(prompts.prompt)
    instructions = staticmethod(instructions)
    copy_questions = staticmethod(facets.later(f"{__package__}.owners_copy", "copy_questions"))
    completed = staticmethod(facets.later(f"{__package__}.owners_copy", "completed"))
    setup_rules = staticmethod(setup_rules)
    in_play = staticmethod(in_play)
    summary = staticmethod(prompts.summary)
    status = staticmethod(prompts.status)
    diagram = staticmethod(diagram)
    square_name = staticmethod(square_name)
    choice_diagrams = staticmethod(choice_diagrams)
    text_diagrams = staticmethod(text_diagrams)
    pieces = staticmethod(pieces)
    placements = staticmethod(placements)
    places = staticmethod(places)
    sprites = staticmethod(facets.later(f"{__package__}.picture", "sprites"))
    own_emblem = facets.later(f"{__package__}.picture", "own_emblem")
    ask = staticmethod(facets.later(f"{__package__}.ask", "ask"))

    def sure(self, state: State, player: int, /) -> Action | None:
        """Return the next step towards the best jewels, which are known exactly (CJ-R9)."""
        mine = state.phase is Phase.DECLARE and player == state.current
        return declaring.best_next(state) if mine else None
