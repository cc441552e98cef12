"""Questions about whole rounds and games, played by the engine step by step."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from companion.engine.game import Action, IllegalAction, Struct
from companion.engine.message import say
from companion.engine.questions import RulesRefusalError, wrong
from companion.games.compass_points import GAME, actions, scoring
from companion.games.compass_points import rounds as play
from companion.games.compass_points.ask import terms
from companion.games.compass_points.ask.terms import Round, Start
from companion.games.compass_points.board import Board
from companion.games.compass_points.state import Phase, Player, State
from companion.games.compass_points.variant import ROUNDS, SIDES, TEAM_NAMES

_SEATS: Final[Mapping[str, int]] = {side: i for i, side in enumerate(SIDES)}
_PLAYS: Final = "plays"
_INPUT: Final = "input"
_BEGINNING: Final = Start()

Rounds: TypeAlias = Annotated[tuple[Round, ...], Meta(min_length=1, max_length=1000)]


class OneRound(Start, frozen=True, kw_only=True):
    """A round, with the board and the state of the game before it."""

    plays: terms.Plays
    choices: terms.Choices = ()
    board: terms.Described | None = None


def round_(question: OneRound, /) -> Struct:
    """Answer the result of a round (sections 3 to 9)."""
    state = _position(question, terms.land(question.board))
    return _answer(_played(state, Round(question.plays, question.choices)))


def game(rounds: Rounds, start: Start = _BEGINNING, board: terms.Described | None = None) -> Struct:
    """Answer the result of the last of some rounds; rounds after the end are not played."""
    state = _position(start, terms.land(board), "start")
    state = _played(state, rounds[0])
    count = 1
    for entry in rounds[1:]:
        if _is_over(state):
            break
        state = _played(play.dealt(play.following(state)), entry)
        count += 1
    return {**_answer(state), "rounds_played": count}


def _position(start: Start, land: Board, *path: str) -> State:
    pawn = land.centre if start.pawn is None else terms.on(land, start.pawn, *path, "pawn")
    if len(set(start.sitting_out)) < len(start.sitting_out):
        raise wrong(*path, "sitting_out", expected=say("different players"))
    players = tuple(
        Player(corrected=start.scores.get(side, 0), misses=side in start.sitting_out)
        for side in SIDES
    )
    return State(land.variant, players, pawn, round=start.round)


def _played(state: State, played: Round) -> State:
    """Return the state at the end of a round, before the next one begins."""
    if set(played.plays) != {SIDES[seat] for seat in state.order}:
        raise RulesRefusalError(_PLAYS)
    cards = [(seat, *played.plays[SIDES[seat]]) for seat in state.order]
    for seat, direction, _ in cards:
        state = _after_action(state, actions.LayDirection(seat, direction), _PLAYS)
    for seat, _, speed in cards:
        state = _after_action(state, actions.LaySpeed(seat, speed), _PLAYS)
    choices = iter(played.choices)
    while cards and not play.is_played(state) and state.phase is not Phase.OVER:
        state = _step(state, choices)
    return state


def _step(state: State, choices: Iterator[str]) -> State:
    if state.phase is Phase.MOVE:
        return _after_action(state, actions.Turn(), _PLAYS)
    chosen = next(choices, "")
    if state.phase is Phase.CORNER:
        return _after_action(state, actions.PutOnCorner(chosen), _INPUT)
    return _after_action(state, actions.GivePoints(_SEATS.get(chosen, -1)), _INPUT)


def _after_action(state: State, action: Action, wrong: str) -> State:
    """Take an action, but do not begin the next round after the last one."""
    try:
        step = GAME.act(state, action)
    except IllegalAction as illegal:
        raise RulesRefusalError(wrong) from illegal
    done = play.is_played(step.state)
    return step.state if done else GAME.phases.go_on(step).state


def _is_over(state: State) -> bool:
    return state.phase is Phase.OVER or state.round == ROUNDS


def _answer(state: State) -> Struct:
    over = _is_over(state)
    ended = play.end(state).state if over else state
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
