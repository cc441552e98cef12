"""A sheet as a game: its rules and its facets."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from companion.engine import facets
from companion.engine.figures import DialTotal
from companion.engine.game import Action, Event, KnownPosition, Refusal, Setup, Struct
from companion.engine.options import FurtherOption
from companion.engine.phases import PhasedRules
from companion.engine.shared_actions import ChooseStart, ComeBack, Leave
from companion.engine.wording import refuse
from companion.sheets import actions, events, play, prompts, scoring
from companion.sheets.corrections import CORRECTIONS, why_no_correction
from companion.sheets.invariants import violations
from companion.sheets.length import ROUNDS, length_options
from companion.sheets.level import TABLE
from companion.sheets.out_of_turn import by_button, possible
from companion.sheets.pieces import pieces
from companion.sheets.plan import Plan
from companion.sheets.rules import PHASES
from companion.sheets.sheet import RuleIds
from companion.sheets.state import Phase, TableState

RECORDS: Final = (TableState, actions, events, ChooseStart, Leave, ComeBack, DialTotal)
_SECRET: Final = ("added", "changed", "entries")
"""What nobody sees of a player while points are hidden."""
_SEEN: Final = ("round", "category", "early")
"""What everybody sees of an entry even then: that it was made."""
_OfPoints: TypeAlias = (
    actions.Tally
    | actions.AddPoints
    | actions.ChangePoints
    | DialTotal
    | events.CountEntered
    | events.PointsAdded
)
"""What only its player reads while points are hidden."""


class SheetGame(
    PhasedRules[TableState],
    facets.Tags[TableState],
    facets.Corrections[TableState],
    facets.Invariants[TableState],
    facets.OutOfTurn[TableState],
):
    """The rules shared by all sheets."""

    id = "open-table"
    title = "Open table"
    players = range(1, 13)
    levels = (TABLE,)
    shuffles = ("choose_start",)
    turn_ends = (actions.HandOver, actions.HandTo, actions.Ready)
    interrupts = (actions.Interject,)
    passes = (actions.PassRound,)
    robots_play = False
    leaving = Leave
    coming_back = ComeBack
    rules_version = "1"
    records = RECORDS
    phases = PHASES
    by_hand = CORRECTIONS

    returns = staticmethod(scoring.returns)
    winners = staticmethod(scoring.winners)
    standing = staticmethod(scoring.standing)
    all_lost = staticmethod(scoring.all_lost)
    score_breakdown = staticmethod(scoring.breakdown)
    prompt = staticmethod(prompts.prompt)
    summary = staticmethod(prompts.summary)
    status = staticmethod(prompts.status)
    pieces = staticmethod(pieces)
    why_no_correction = staticmethod(why_no_correction)
    violations = staticmethod(violations)
    out_of_turn = staticmethod(possible)
    pressed_out_of_turn = staticmethod(by_button)

    def __init__(
        self,
        plan: Plan,
        name: str,
        title: str,
        numbers: range,
        titles: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Create the game of a plan for a range of players, with its title by language."""
        self.seat_colours = plan.colours
        self.id = name
        self.title = title
        self.titles = titles
        self.players = numbers
        self.plan: Final = plan
        self.teams = plan.teams
        self.sand_timer = plan.timer
        dice = ("roll_die",) if plan.dice else ()
        cards = ("turn_card",) if plan.cards else ()
        self.shuffles = (*type(self).shuffles, *dice, *cards)
        self.words = prompts.words_of(plan)
        self.further_options = self.own_options(plan)
        super().__init__()

    def own_options(self, plan: Plan, /) -> tuple[FurtherOption, ...]:
        """Return the options that follow from a plan."""
        return length_options(plan)

    def follows(self, _level: str, /) -> bool:
        """Return whether the box tracks the rules of the game: it only counts."""
        return False

    def begin(self, setup: Setup, /) -> TableState:
        """Return the state before the first action."""
        rounds = setup.options.get(ROUNDS)
        chosen = rounds if isinstance(rounds, int) else None
        return play.begun(self.plan, len(setup.players), self.players[0], chosen)

    def known_position(self, state: TableState, /) -> KnownPosition:
        """Return what the table has entered: points, whose turn and which round it is."""
        seats = range(len(state.players)) if state.plan.has_points else ()
        return KnownPosition(
            tuple(scoring.total(state, seat) for seat in seats),
            starter=None if state.phase is Phase.START else state.first,
            turn=state.current if state.phase is Phase.TURN else None,
            round=state.round,
            gone=self.gone(state),
        )

    def gone(self, state: TableState, /) -> tuple[int, ...]:
        """Return the seats of those who have left the game."""
        return tuple(seat for seat, player in enumerate(state.players) if player.left)

    def why_not(self, state: TableState, action: Action, /) -> Refusal | None:
        """Return the refusal of an action, citing the sheet's rule."""
        refusal = super().why_not(state, action)
        return None if refusal is None else _cited(state, refusal)

    def not_now(self, state: TableState, /) -> Refusal:
        """Return the refusal for an action that the phase does not know."""
        return refuse("not-here", self.phases[state].rule)


class HiddenSheetGame(SheetGame, facets.SecretScore[TableState]):
    """The rules of a sheet whose totals are only shown at the end."""

    def open_score(self, state: TableState, /) -> Any:  # noqa: ANN401 - score lines
        """Return the public score lines."""
        return self.score_breakdown(state) if prompts.is_open(state) else ()

    def audience(self, state: TableState, news: Action | Event, /) -> tuple[int, ...] | None:
        """Return the seats that may know an action or event: anybody may enter points."""
        return self.log_audience(state, news) if isinstance(news, Event) else None

    def log_audience(self, state: TableState, news: Action | Event, /) -> tuple[int, ...] | None:
        """Return the seats that may read what was entered: its player, while points are hidden."""
        if isinstance(news, _OfPoints) and not prompts.is_open(state):
            return (news.player,)
        return None

    def observation(self, state: TableState, _player: int, /) -> Struct:
        """Return the public observation: no points until the end, but who has entered what."""
        seen = self.to_struct(state)
        if prompts.is_open(state):
            return seen
        seats: Any = seen["players"]
        return {**seen, "players": [_covered(each) for each in seats]}


def rules_of(plan: Plan) -> type[SheetGame]:
    """Return the class of a game with a plan."""
    return HiddenSheetGame if plan.hidden else SheetGame


def _covered(player: Struct) -> Struct:
    shown = {name: value for name, value in player.items() if name not in _SECRET}
    entries: Any = player["entries"]
    return {**shown, "entries": [{name: entry[name] for name in _SEEN} for entry in entries]}


def _cited(state: TableState, refusal: Refusal) -> Refusal:
    """Return a refusal citing the sheet's rule for it."""
    roles = RuleIds()
    for role in roles.__struct_fields__:
        if refusal.rule == getattr(roles, role):
            return replace(refusal, rule=getattr(state.plan.rules, role))
    return refusal
