"""Texts of the game: prompts, summaries and names, as keys with parameters."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.engine.game import SPECTATOR, Action, Line
from companion.engine.text import Param, Seat, Text, text
from companion.engine.wording import Words, seat, signed
from companion.games.compass_points import movement, rounds, scoring, turn
from companion.games.compass_points.actions import GivePoints
from companion.games.compass_points.board import board
from companion.games.compass_points.rules import PHASES
from companion.games.compass_points.state import Phase, Player, State
from companion.games.compass_points.variant import ROUNDS, SIDES, TEAM_NAMES, TEAMS

_HIDDEN: Final = "■"
"""The sign for a speed card that lies face down."""
_HIT: Final = "×"
"""The sign for a player who will miss the next round."""


def prompt(state: State, _player: int = SPECTATOR) -> Text:
    """Return the prompt for the next action, and its player."""
    return _PROMPTS[state.phase](state)


def _card(state: State) -> Text:
    return text(f"prompt.{state.phase}", player=Seat(rounds.acting(state)))


def _move(state: State) -> Text:
    seat = rounds.acting(state)
    unread = state.players[seat].speed is None
    return text("prompt.move.unread" if unread else "prompt.move", player=Seat(seat))


def _points(state: State) -> Text:
    one, other = (text(f"side.{SIDES[seat]}") for seat in turn.recipients(state))
    points = board(state.variant).inscription(movement.at(state)).points
    player = Seat(state.mover)
    return text("prompt.points", player=player, points=f"{points:+}", one=one, other=other)


def _corner(state: State) -> Text:
    one, other = turn.corners(state)
    team = text(f"team.{TEAM_NAMES[TEAMS.index(turn.choosers(state))]}")
    return text("prompt.corner", team=team, one=one, other=other)


def _over(state: State) -> Text:
    totals = scoring.teams(state)
    points, fewer = max(totals), min(totals)
    if points == fewer:
        return text("prompt.draw", points=points, fewer=fewer)
    team = text(f"team.{TEAM_NAMES[totals.index(points)]}")
    return text("prompt.over", team=team, points=points, fewer=fewer)


_PROMPTS: Final[Mapping[Phase, Callable[[State], Text]]] = {
    Phase.DIRECTION: _card,
    Phase.SPEED: _card,
    Phase.MOVE: _move,
    Phase.POINTS: _points,
    Phase.CORNER: _corner,
    Phase.OVER: _over,
}


def summary(state: State) -> tuple[Line, ...]:
    """Return players with cards and scores, and the teams; after the end, the ranking."""
    if state.phase is Phase.OVER:
        return _ranking(state)
    active = PHASES.active_players(state)
    return (
        *(_player(state, seat, active) for seat in range(len(SIDES))),
        *(_team(state, team) for team in range(len(TEAMS))),
    )


def _player(state: State, seat: int, active: tuple[int, ...]) -> Line:
    player = state.players[seat]
    return Line(
        left=text(
            "line.player.hit" if player.hit else "line.player",
            side=SIDES[seat],
            name=text(f"side.{SIDES[seat]}"),
            player=Seat(seat),
            card=_speed(player),
            hit=_HIT if player.hit else "",
        ),
        right=text("line.score", points=player.score),
        icon=_icon(player),
        mark="turn" if seat in active else "",
    )


def _speed(player: Player) -> str:
    """Return the sign for a speed card: its speed once it has been turned (CP-SPEED-2)."""
    if player.turned and player.speed is not None:
        return str(player.speed)
    return _HIDDEN if player.laid else ""


def _icon(player: Player) -> str:
    if player.misses:
        return "out"
    return f"way-{player.direction}" if player.direction else ""


def _team(state: State, team: int) -> Line:
    name = text(f"team.{TEAM_NAMES[team]}")
    return Line(text("line.team", team=name), text("line.score", points=scoring.teams(state)[team]))


def _ranking(state: State) -> tuple[Line, ...]:
    """Return the teams, the better one first, each with its players."""
    totals = scoring.teams(state)
    lines: list[Line] = []
    for team in sorted(range(len(TEAMS)), key=lambda index: -totals[index]):
        place = 1 + sum(total > totals[team] for total in totals)
        name = text(f"team.{TEAM_NAMES[team]}")
        mark = "turn" if place == 1 else ""
        points = text("line.score", points=totals[team])
        lines.append(Line(text("line.rank", place=place, team=name), points, mark=mark))
        lines += (_member(state, seat) for seat in TEAMS[team])
    return tuple(lines)


def _member(state: State, seat: int) -> Line:
    side = SIDES[seat]
    name = text("line.member", side=side, name=text(f"side.{side}"), player=Seat(seat))
    return Line(name, text("line.score", points=state.players[seat].score))


def status(state: State) -> Text:
    """Return the round and the square of the pawn."""
    if state.phase is Phase.OVER:
        return text("status.over")
    return text("status.round", round=state.round, rounds=ROUNDS, square=movement.at(state))


class _Words(Words, frozen=True):
    def action_name(self, action: Action) -> Text:
        """Return an action in words, with its card and side."""
        name = super().action_name(action)
        more: dict[str, Param] = {}
        if hasattr(action, "direction"):
            more["card"] = text(f"card.{action.direction}")
        if isinstance(action, GivePoints):
            more["side"] = text(f"side.{SIDES[action.player]}")
        return text(name.key, **name.params, **more)


WORDS: Final = _Words(
    {
        "owner": seat,
        "points": signed,
        "change": signed,
        "direction": lambda value: text(f"direction.{value}"),
        "misses": lambda value: text(f"misses.{value}"),
    }
)
