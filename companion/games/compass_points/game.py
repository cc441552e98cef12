"""The game of four compass points: its rules and its facets."""

from companion.engine import facets
from companion.engine.data import icons
from companion.engine.figures import DialTotal
from companion.engine.game import Refusal
from companion.engine.phases import PhasedRules
from companion.engine.text import Seat, Text, text
from companion.engine.wording import refuse
from companion.games.compass_points import actions, events, prompts, rounds, scoring
from companion.games.compass_points.check import wrong_data
from companion.games.compass_points.corrections import CORRECTIONS, why_no_correction
from companion.games.compass_points.diagram import choice_diagrams, diagram, text_diagrams
from companion.games.compass_points.instructions import in_play, instructions, setup_rules
from companion.games.compass_points.pieces import pieces
from companion.games.compass_points.rules import PHASES
from companion.games.compass_points.state import State
from companion.games.compass_points.variant import MANIFEST, SIDES
from companion.sheets.level import OUTLINE


class CompassPoints(
    PhasedRules[State],
    facets.Secrets[State],
    facets.Board[State],
    facets.Tags[State],
    facets.Corrections[State],
    facets.Invariants[State],
    facets.Robots[State],
    facets.RulesQuestions,
):
    """The rules of the game with one pawn and two teams; see the README beside this file."""

    id = "compass-points"
    players = MANIFEST.players
    outline = OUTLINE
    teams = MANIFEST.teams
    records = (State, actions, events, DialTotal)
    phases = PHASES
    by_hand = CORRECTIONS
    carried = (actions.CorrectRound, actions.CorrectScore, DialTotal)
    icons = icons(__package__)
    words = prompts.WORDS

    wrong_data = staticmethod(wrong_data)
    begin = staticmethod(rounds.set_up)
    returns = staticmethod(scoring.returns)
    winners = staticmethod(scoring.winners)
    score_breakdown = staticmethod(scoring.score_breakdown)
    why_no_correction = staticmethod(why_no_correction)
    violations = staticmethod(facets.later(f"{__package__}.invariants", "violations"))
    only_people = (actions.LayUnread,)
    reports = (actions.LayUnread,)
    secret_turns = (actions.Turn,)
    prompt = staticmethod(prompts.prompt)
    instructions = staticmethod(instructions)
    copy_questions = staticmethod(facets.later(f"{__package__}.owners_copy", "copy_questions"))
    setup_rules = staticmethod(setup_rules)
    in_play = staticmethod(in_play)
    summary = staticmethod(prompts.summary)
    status = staticmethod(prompts.status)
    diagram = staticmethod(diagram)
    choice_diagrams = staticmethod(choice_diagrams)
    text_diagrams = staticmethod(text_diagrams)
    pieces = staticmethod(pieces)
    sprites = staticmethod(facets.later(f"{__package__}.picture", "sprites"))
    spots = staticmethod(facets.later(f"{__package__}.picture", "spots"))
    own_emblem = facets.later(f"{__package__}.picture", "own_emblem")
    private = staticmethod(facets.later(f"{__package__}.picture", "private"))
    ask = staticmethod(facets.later(f"{__package__}.ask", "ask"))

    def seat_question(self, seat: int, /) -> Text:
        """Return the question who plays the side of a seat."""
        return text("lobby.who_plays", side=text(f"side.{SIDES[seat]}"))

    def not_now(self, state: State, /) -> Refusal:
        """Return the refusal for an action that the phase does not have, and who acts instead."""
        acting = self.current_player(state)
        code, rule = f"not-now-{state.phase}", self.phases[state].rule
        return refuse(code, rule, player=Seat(acting)) if acting >= 0 else refuse(code, rule)
