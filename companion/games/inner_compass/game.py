"""Inner Compass: its rules and its facets."""

from companion.engine import facets, holdings
from companion.engine.data import icons
from companion.engine.figures import DialTotal
from companion.engine.phases import PhasedRules
from companion.engine.shared_actions import ChooseStart
from companion.games.inner_compass import (
    actions,
    events,
    hosting,
    memory,
    owners_copy,
    prompts,
    scoring,
    turn,
    variant,
)
from companion.games.inner_compass import diagram as drawings
from companion.games.inner_compass import instructions as tasks
from companion.games.inner_compass.check import wrong_data
from companion.games.inner_compass.corrections import CORRECTIONS, why_no_correction
from companion.games.inner_compass.entering import Ended, first
from companion.games.inner_compass.pieces import pieces, place_name, placements, places
from companion.games.inner_compass.rules import PHASES
from companion.games.inner_compass.state import State
from companion.sheets.level import OUTLINE


class InnerCompass(
    PhasedRules[State],
    facets.SecretScore[State],
    facets.Board[State],
    facets.Tags[State],
    facets.Corrections[State],
    facets.Invariants[State],
    facets.Robots[State],
    facets.RulesQuestions,
):
    """The rules of Inner Compass (rules file of that name); see the README beside this file."""

    id = "inner-compass"
    players = variant.MANIFEST.players
    levels, outline = variant.LEVELS, OUTLINE
    apart, recommended = (variant.FINAL,), variant.RECOMMENDED
    choices, further_options = variant.CHOICES, variant.FURTHER
    seat_colours = variant.PIECES
    shuffles = ("place_section", "draw_tile", "place_token", "choose_start")
    deals, setup_seconds = ("deal",), tasks.SETUP_SECONDS
    turn_ends, interrupts = (actions.EndTurn,), (actions.ClearLine,)
    secret_turns = (actions.EnterCube, actions.EnterCount, actions.EnterHand)
    records = (State, Ended, actions, events, ChooseStart, holdings, DialTotal)
    phases = PHASES
    by_hand, carried = CORRECTIONS, (DialTotal, actions.CorrectTurn)
    icons = icons(__package__)
    words = prompts.WORDS

    wrong_data = staticmethod(wrong_data)
    begin = staticmethod(first)
    returns = staticmethod(scoring.returns)
    winners = staticmethod(scoring.winners)
    decided = staticmethod(scoring.decided)
    score_breakdown = staticmethod(scoring.score_breakdown)
    open_score = staticmethod(scoring.open_score)
    why_no_correction = staticmethod(why_no_correction)
    known_position = staticmethod(hosting.known_position)
    violations = staticmethod(facets.later(f"{__package__}.invariants", "violations"))
    guess = facets.later(f"{__package__}.guess", "guess")
    prompt = staticmethod(prompts.prompt)
    offer_name = staticmethod(prompts.offer_name)
    instructions = staticmethod(tasks.instructions)
    instruction_states = staticmethod(tasks.instruction_states)
    supply_tokens = staticmethod(tasks.supply_tokens)
    supply_task = staticmethod(tasks.supply_task)
    setup_rules = staticmethod(hosting.setup_rules)
    copy_questions = staticmethod(owners_copy.copy_questions)
    completed = staticmethod(owners_copy.completed)
    in_play = staticmethod(hosting.in_play)
    due = staticmethod(prompts.due)
    reminders = staticmethod(prompts.reminders)
    summary = staticmethod(prompts.summary)
    status = staticmethod(prompts.status)
    pieces = staticmethod(pieces)
    placements = staticmethod(placements)
    places = staticmethod(places)
    place_name = staticmethod(place_name)
    diagram = staticmethod(drawings.diagram)
    chooser = staticmethod(drawings.chooser)
    choice_diagrams = staticmethod(drawings.choice_diagrams)
    text_diagrams = staticmethod(drawings.text_diagrams)
    square_name = staticmethod(drawings.square_name)
    leads_to = staticmethod(drawings.leads_to)
    settled = staticmethod(turn.settled)
    distinct = staticmethod(memory.distinct)
    sprites = staticmethod(facets.later(f"{__package__}.picture", "sprites"))
    spots = staticmethod(facets.later(f"{__package__}.picture", "spots"))
    own_emblem = facets.later(f"{__package__}.picture", "own_emblem")
    private = staticmethod(facets.later(f"{__package__}.picture", "private"))
    ask = staticmethod(facets.later(f"{__package__}.ask", "ask"))
