"""Essence: its rules and its facets."""

from companion.engine import facets
from companion.engine.data import icons
from companion.engine.figures import DialTotal
from companion.engine.phases import PhasedRules
from companion.engine.shared_actions import ComeBack, Leave
from companion.engine.text import Text, text
from companion.games.essence import actions, events, prompts, rounds, scoring
from companion.games.essence.check import wrong_data
from companion.games.essence.corrections import CORRECTIONS, why_no_correction
from companion.games.essence.diagram import text_diagrams
from companion.games.essence.instructions import in_play, instructions, setup_rules
from companion.games.essence.observation import observation
from companion.games.essence.pieces import pieces
from companion.games.essence.rules import PHASES
from companion.games.essence.state import State
from companion.games.essence.variant import CHOICES, FURTHER, MANIFEST, PAWNS
from companion.sheets.level import OUTLINE


class Essence(
    PhasedRules[State],
    facets.Secrets[State],
    facets.Board[State],
    facets.Tags[State],
    facets.Corrections[State],
    facets.Invariants[State],
    facets.Robots[State],
    facets.RulesQuestions,
):
    """The rules of Essence (rules file of that name); see the README beside this file."""

    id = "essence"
    players = MANIFEST.players
    outline = OUTLINE
    choices = CHOICES
    further_options = FURTHER
    seat_choices = (("colours", PAWNS),)
    shuffles = ("draw_question", "draw_phrase")
    turn_ends = (actions.EndRound,)
    reports = (actions.LayRest, actions.LayUnread)
    leaving = Leave
    coming_back = ComeBack
    records = (State, actions, events, Leave, ComeBack, DialTotal)
    phases = PHASES
    by_hand = CORRECTIONS
    carried = (Leave, DialTotal, actions.CorrectTurn)
    icons = icons(__package__)
    words = prompts.WORDS
    secret_turns = ()

    wrong_data = staticmethod(wrong_data)
    begin = staticmethod(rounds.first)
    returns = staticmethod(scoring.returns)
    winners = staticmethod(scoring.winners)
    gone = staticmethod(scoring.gone)
    score_breakdown = staticmethod(scoring.score_breakdown)
    why_no_correction = staticmethod(why_no_correction)
    violations = staticmethod(facets.later(f"{__package__}.invariants", "violations"))
    observation = staticmethod(observation)
    guess = facets.later(f"{__package__}.guess", "guess")
    only_people = (actions.LayRest, actions.LayUnread, actions.Show)
    prompt = staticmethod(prompts.prompt)
    offer_name = staticmethod(prompts.offer_name)
    instructions = staticmethod(instructions)
    text_diagrams = staticmethod(text_diagrams)
    copy_questions = staticmethod(facets.later(f"{__package__}.owners_copy", "copy_questions"))
    setup_rules = staticmethod(setup_rules)
    in_play = staticmethod(in_play)
    summary = staticmethod(prompts.summary)
    status = staticmethod(prompts.status)
    pieces = staticmethod(pieces)
    sprites = staticmethod(facets.later(f"{__package__}.picture", "sprites"))
    spots = staticmethod(facets.later(f"{__package__}.picture", "spots"))
    private = staticmethod(facets.later(f"{__package__}.picture", "private"))
    ask = staticmethod(facets.later(f"{__package__}.ask", "ask"))

    def seat_question(self, seat: int, /) -> Text:
        """Return the question who sits in a seat: the oldest in the first one (ES-SETUP-5)."""
        return super().seat_question(seat) if seat else text("lobby.oldest")
