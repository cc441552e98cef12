"""The rules of Situation Track."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Final

from companion.engine.base import BaseGame
from companion.engine.codec import snake_case
from companion.engine.game import (
    CHANCE,
    TERMINAL,
    Action,
    Correction,
    Event,
    IllegalAction,
    Line,
    Piece,
    Problem,
    Refusal,
    ScoreLine,
    Setup,
    Step,
    Struct,
)
from companion.engine.text import Param, Seat, Text, text
from situation_track.records import (
    POINTS,
    TOKENS,
    GameOver,
    LayToken,
    Put,
    PutToken,
    Slid,
    Slide,
    State,
)

_ROUNDS: Final = ("3", "5")
_ACTIONS: Final[tuple[Action, ...]] = (
    *(LayToken(token) for token in TOKENS),
    *(Slide(token) for token in TOKENS),
)
_CORRECTIONS: Final[tuple[Correction, ...]] = tuple(
    PutToken(token, space) for token in TOKENS for space in range(1, len(TOKENS) + 1)
)


class SituationTrack(BaseGame[State]):
    """Situation Track behind the kernel's ``Game`` protocol, on the defaults of ``BaseGame``."""

    id = "situation-track"
    title = "Situation Track"
    players = range(2, 5)
    choices = (("rounds", _ROUNDS),)
    shuffles = ("lay_token",)
    rules_version = "1"

    def __init__(self) -> None:
        super().__init__(State, LayToken, Slide, PutToken, Slid, Put, GameOver)

    # The setup.

    def check(self, data: Struct, options: Struct) -> tuple[Problem, ...]:
        """Return what is wrong with an owner's data and options."""
        unknown = [("data", str(key)) for key in data]
        unknown += [("options", key) for key in options if key != "rounds"]
        wrong = [Problem(path, "there is no such thing in Situation Track") for path in unknown]
        if options.get("rounds", _ROUNDS[0]) not in _ROUNDS:
            wrong.append(Problem(("options", "rounds"), f"expected one of {', '.join(_ROUNDS)}"))
        return tuple(wrong)

    def new_initial_state(self, setup: Setup) -> State:
        """Return the empty track."""
        self.require(setup)
        return State(len(setup.players), int(str(setup.options.get("rounds", _ROUNDS[0]))))

    # Whose turn it is, and what is legal.

    def current_player(self, state: State) -> int:
        """Return the seat on turn: clockwise, the first seat begins (ST-2)."""
        if len(state.track) < len(TOKENS):
            return CHANCE
        return TERMINAL if self.is_terminal(state) else len(state.slides) % state.seats

    def is_terminal(self, state: State) -> bool:
        """Return whether all rounds are played (ST-5)."""
        return len(state.slides) == state.rounds * state.seats

    def legal_actions(self, state: State, player: int) -> tuple[Action, ...]:
        """Return what ``player`` may do."""
        if player != self.current_player(state):
            return ()
        return tuple(action for action in _ACTIONS if self.why_not(state, action) is None)

    def corrections(self, state: State) -> tuple[Correction, ...]:
        """Return the corrections that people may make."""
        return tuple(action for action in _CORRECTIONS if self.why_not(state, action) is None)

    def why_not(self, state: State, action: Action) -> Refusal | None:
        """Return why an action is refused."""
        if action not in (*_ACTIONS, *_CORRECTIONS):
            return _refuse("no-such-token", "ST-1")
        laying = self.current_player(state) == CHANCE
        if isinstance(action, LayToken):
            possible = laying and action.token not in state.track
            return None if possible else _refuse("not-to-lay", "ST-1", token=_name(action.token))
        if laying:
            return _refuse("lay-first", "ST-1")
        if isinstance(action, PutToken):
            there = _moved(state.track, action.token, action.space) == state.track
            return _refuse("lies-there", "ST-1", token=_name(action.token)) if there else None
        if self.is_terminal(state):
            return _refuse("over", "ST-5")
        bottom = state.track[-1]
        return _refuse("stays", "ST-3", token=_name(bottom)) if action == Slide(bottom) else None

    # What follows from an action.

    def apply_action(self, state: State, action: Action) -> Step[State]:
        """Return the state after an action, and what happened."""
        refusal = self.why_not(state, action)
        if refusal is not None:
            raise IllegalAction(action, refusal)
        match action:
            case LayToken(token):
                return Step(replace(state, track=(*state.track, token)), ())
            case PutToken(token, space):
                moved = replace(state, track=_moved(state.track, token, space))
                return Step(moved, (Put("ST-1", token, space),))
            case Slide(token):
                return self._slide(state, token)
        raise AssertionError(action)

    def _slide(self, state: State, token: str) -> Step[State]:
        points = POINTS[state.track.index(token)]
        slid = Slid("ST-4", self.current_player(state), token, points)
        after = State(
            state.seats,
            state.rounds,
            _moved(state.track, token, len(TOKENS)),
            (*state.slides, (token, points)),
        )
        return Step(after, (slid, GameOver("ST-5")) if self.is_terminal(after) else (slid,))

    def chance_outcomes(self, state: State) -> tuple[tuple[Action, float], ...]:
        """Return the draws: each token that is left is equally likely (ST-1)."""
        actions = self.legal_actions(state, CHANCE)
        return tuple((action, 1 / len(actions)) for action in actions)

    def violations(self, before: State, step: Step[State]) -> tuple[str, ...]:
        """Return what must never happen: a token that is missing or doubled."""
        track = step.state.track
        sound = len(set(track)) == len(track) >= len(before.track)
        return () if sound else (f"the track is {track}",)

    # Points.

    def returns(self, state: State) -> tuple[int, ...]:
        """Return each seat's points."""
        return tuple(
            sum(points for _, points in state.slides[seat :: state.seats])
            for seat in range(state.seats)
        )

    def winners(self, state: State) -> tuple[int, ...]:
        """Return who has the most points; several may (ST-5)."""
        totals = self.returns(state)
        best = (seat for seat, points in enumerate(totals) if points == max(totals))
        return tuple(best) if self.is_terminal(state) else ()

    def score_breakdown(self, state: State) -> tuple[ScoreLine, ...]:
        """Return one line for each slide."""
        return tuple(
            ScoreLine(i % state.seats, points, "ST-4", text("score.slide", token=_name(token)))
            for i, (token, points) in enumerate(state.slides)
        )

    # What is shown.

    def observation(self, state: State, player: int) -> Struct:  # noqa: ARG002 - all is open
        """Return what a seat may see: everything."""
        return self.to_struct(state)

    def prompt(self, state: State, player: int) -> Text:  # noqa: ARG002 - all is open
        """Return what the players must do next."""
        seat = self.current_player(state)
        if seat == CHANCE:
            return text("prompt.lay", space=len(state.track) + 1)
        return text("prompt.over") if seat == TERMINAL else text("prompt.slide", player=Seat(seat))

    def instructions(self, before: State, action: Action, step: Step[State]) -> tuple[Text, ...]:
        """Return what people must do so that the table matches."""
        del step
        if isinstance(action, LayToken):
            return (text("do.lay", token=_name(action.token), space=len(before.track) + 1),)
        return (text("do.slide", token=_name(action.token)),) if isinstance(action, Slide) else ()

    def summary(self, state: State) -> tuple[Line, ...]:
        """Return the track, top first, with the points of its spaces."""
        return tuple(
            Line(_name(token), text("line.points", n=points))
            for token, points in zip(state.track, POINTS, strict=False)
        )

    def status(self, state: State) -> Text | None:
        """Return the round."""
        now = min(len(state.slides) // state.seats + 1, state.rounds)
        return text("status.round", now=now, rounds=state.rounds)

    def describe(self, event: Event) -> Text:
        """Return an event in words."""
        return text(f"event.{snake_case(type(event).__name__)}", **self._params(event))

    def action_name(self, action: Action) -> Text:
        """Return an action as a choice."""
        return text(f"action.{snake_case(type(action).__name__)}", **self._params(action))

    def _params(self, record: Action | Event) -> Mapping[str, Param]:
        names = (attribute.name for attribute in fields(record))
        return {name: self.value_name(name, getattr(record, name)) for name in names}

    def value_name(self, field: str, value: object) -> Param:
        """Return a field's value as a choice."""
        if field == "token":
            return _name(str(value))
        if field == "player" and isinstance(value, int):
            return Seat(value)
        return value if isinstance(value, int) else str(value)

    # What may carry a tag.

    def pieces(self, state: State) -> tuple[Piece, ...]:  # noqa: ARG002 - always the same
        """Return the tokens: a token on the reader is slid, or laid during the setup."""
        return tuple(
            Piece(
                f"token-{token}",
                text("piece.token", token=_name(token)),
                ({"action": "slide", "token": token}, {"action": "lay_token", "token": token}),
            )
            for token in TOKENS
        )

    def placements(self, state: State) -> Mapping[str, frozenset[str]]:
        """Return which pieces belong where."""
        return {
            f"track-{space}": frozenset({f"token-{token}"})
            for space, token in enumerate(state.track, 1)
        }


def _refuse(code: str, rule: str, **params: Param) -> Refusal:
    return Refusal(code, rule, text(f"refusal.{code}", **params))


def _name(token: str) -> Text:
    return text(f"token.{token}")


def _moved(track: tuple[str, ...], token: str, space: int) -> tuple[str, ...]:
    others = [other for other in track if other != token]
    return (*others[: space - 1], token, *others[space - 1 :])
