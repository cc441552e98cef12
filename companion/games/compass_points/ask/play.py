"""Questions about whole rounds and games, played by the engine step by step."""

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from companion.engine.game import Action, IllegalAction, Struct
from companion.engine.message import say
from companion.engine.questions import Fields
from companion.games.compass_points import GAME, actions, rounds, scoring
from companion.games.compass_points.ask import terms
from companion.games.compass_points.board import Board
from companion.games.compass_points.state import Phase, Player, State
from companion.games.compass_points.variant import ROUNDS, SIDES, TEAM_NAMES

_SEATS: Final[Mapping[str, int]] = {side: i for i, side in enumerate(SIDES)}
_PLAYS: Final = "plays"
_INPUT: Final = "input"


class RefusedError(Exception):
    """The round in question breaks the rules; the message is the class of the error."""


class Round(msgspec.Struct, frozen=True):
    """What is played in a round: the cards by side, and the choices in the order they come up."""

    plays: Mapping[str, tuple[str, int]]
    choices: tuple[str, ...]


def one_round(fields: Fields) -> Struct:
    """Answer what a round leads to (sections 3 to 9)."""
    state = _position(fields, terms.land(fields))
    played = _round(fields)
    try:
        return _answer(_played(state, played))
    except RefusedError as refused:
        return {"error": str(refused)}


def game(fields: Fields) -> Struct:
    """Answer what the last of some rounds leads to; rounds after the end are not played."""
    land = terms.land(fields)
    state = _position(fields.fields("start", {}), land)
    parts = fields.each("rounds")
    if not parts:
        raise fields.wrong("rounds", say("at least one round"))
    played = tuple(_round(part) for part in parts)
    try:
        return _game(state, played)
    except RefusedError as refused:
        return {"error": str(refused)}


def _game(state: State, played: tuple[Round, ...]) -> Struct:
    state = _played(state, played[0])
    count = 1
    for entry in played[1:]:
        if _is_over(state):
            break
        state = _played(rounds.dealt(rounds.following(state)), entry)
        count += 1
    return {**_answer(state), "rounds_played": count}


def _round(fields: Fields) -> Round:
    by_side = fields.fields("plays")
    plays = {side: _cards(by_side, side) for side in by_side.names}
    return Round(plays, fields.texts("choices", ()))


def _cards(by_side: Fields, side: str) -> tuple[str, int]:
    match by_side.items(side):
        case (str(direction), int(speed)) if not isinstance(speed, bool) and side in _SEATS:
            return direction, speed
        case _:
            raise by_side.wrong(side, say("[direction, speed] of a player N, E, S or W"))


def _position(fields: Fields, land: Board) -> State:
    number = fields.whole("round", 1, least=1)
    if number > ROUNDS:
        raise fields.wrong("round", say("{first} to {last}", first=1, last=ROUNDS))
    pawn = terms.square(fields, "pawn", land, land.centre)
    out = terms.sides(fields, "sitting_out")
    players = tuple(
        Player(corrected=points, misses=side in out)
        for side, points in zip(SIDES, terms.scores(fields, "scores"), strict=True)
    )
    return State(land.variant, players, pawn, round=number)


def _played(state: State, played: Round) -> State:
    """Return the state at the end of a round, before the next one begins."""
    if set(played.plays) != {SIDES[seat] for seat in state.order}:
        raise RefusedError(_PLAYS)
    cards = [(seat, *played.plays[SIDES[seat]]) for seat in state.order]
    for seat, direction, _ in cards:
        state = _taken(state, actions.LayDirection(seat, direction), _PLAYS)
    for seat, _, speed in cards:
        state = _taken(state, actions.LaySpeed(seat, speed), _PLAYS)
    choices = iter(played.choices)
    while cards and not rounds.is_played(state) and state.phase is not Phase.OVER:
        state = _step(state, choices)
    return state


def _step(state: State, choices: Iterator[str]) -> State:
    if state.phase is Phase.MOVE:
        return _taken(state, actions.Turn(), _PLAYS)
    chosen = next(choices, "")
    if state.phase is Phase.CORNER:
        return _taken(state, actions.PutOnCorner(chosen), _INPUT)
    return _taken(state, actions.GivePoints(_SEATS.get(chosen, -1)), _INPUT)


def _taken(state: State, action: Action, wrong: str) -> State:
    """Take an action, but do not begin the next round after the last one."""
    try:
        step = GAME.act(state, action)
    except IllegalAction as illegal:
        raise RefusedError(wrong) from illegal
    done = rounds.is_played(step.state)
    return step.state if done else GAME.phases.go_on(step).state


def _is_over(state: State) -> bool:
    return state.phase is Phase.OVER or state.round == ROUNDS


def _answer(state: State) -> Struct:
    over = _is_over(state)
    ended = rounds.end(state).state if over else state
    teams = dict(zip(TEAM_NAMES, scoring.teams(ended), strict=True))
    return {
        "pawn": ended.pawn,
        "scores": dict(zip(SIDES, scoring.returns(ended), strict=True)),
        "teams": teams,
        "sit_out_next": [
            side for side, player in zip(SIDES, ended.players, strict=True) if player.hit
        ],
        "goal": ended.goal,
        "over": over,
        "winner": _winner(ended) if over else None,
    }


def _winner(state: State) -> str:
    won = scoring.winners(state)
    if len(won) == len(SIDES):
        return "draw"
    return next(name for name in TEAM_NAMES if SIDES.index(name[0]) in won)
