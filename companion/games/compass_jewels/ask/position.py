"""Questions about positions of phase one, played by the engine."""

from collections.abc import Sequence
from typing import Final

from companion.engine.game import Action, IllegalAction, Setup, Struct
from companion.engine.message import say
from companion.engine.questions import Fields, QuestionError, refused
from companion.games.compass_jewels import GAME, turn
from companion.games.compass_jewels.actions import EndPhase, Move, PutCard, TakeCard, TurnCard
from companion.games.compass_jewels.area import holes
from companion.games.compass_jewels.ask import terms
from companion.games.compass_jewels.cards import border, is_card, kind, middle, side
from companion.games.compass_jewels.state import Phase, Player, State
from companion.games.compass_jewels.variant import DATA, variant

CONFIG: Final = variant(Setup(("A", "B")), DATA)
"""The settings that questions are answered with: the defaults."""
_STEPS: Final = ("move", "place", "end")


def legal_moves(fields: Fields) -> list[str]:
    """Answer where a player's checkers can go (section 4)."""
    layout = terms.layout(fields)
    players = tuple(Player(checkers=squares) for squares in terms.checkers(fields, layout))
    seat = terms.player(fields, "player")
    return _moves(State(CONFIG, players, Phase.MOVE, layout, current=seat))


def _moves(state: State) -> list[str]:
    return sorted(f"{move.source}-{move.target}" for move in turn.moves(state))


def options(fields: Fields) -> Struct:
    """Answer what the player whose turn it is may do (CJ-TURN-2, section 5)."""
    state = _read(fields)
    legal = GAME.legal_actions(state, state.current)
    may_place = any(isinstance(action, TakeCard) for action in legal)
    return {
        "moves": _moves(state),
        "may_end": EndPhase() in legal,
        "may_place": may_place,
        "place_on": sorted(holes(state.layout)) if may_place else [],
    }


def replay(fields: Fields) -> Struct:
    """Answer what actions lead to, or which of them, counted from 0, the rules refuse."""
    state = _read(fields)
    steps = [_actions(entry) for entry in fields.each("actions")]
    for number, actions in enumerate(steps):
        try:
            state = _apply(state, actions)
        except IllegalAction as illegal:
            return {"error_at": number, **refused(illegal.refusal)}
    over = state.phase not in (Phase.MOVE, Phase.BLOCKED)
    return {
        "over": over,
        "turn": None if over else terms.PLAYERS[state.current],
        "checkers": terms.by_player(tuple(list(player.checkers) for player in state.players)),
        "hands": terms.by_player(tuple(list(player.cards) for player in state.players)),
        "cards_on_table": len(state.layout) - len(holes(state.layout)),
        "next_moves": [] if over else _moves(state),
    }


def _apply(state: State, actions: Sequence[Action]) -> State:
    for action in actions:
        state = GAME.apply_action(state, action).state
    return state


def _read(fields: Fields) -> State:
    """Return the position in a question, at the beginning of a turn."""
    position = fields.fields("state")
    layout = terms.layout(position)
    checkers = terms.checkers(position, layout)
    seat = terms.player(position, "turn")
    hands = terms.hands(position)
    players = tuple(
        Player(squares, tuple(map(kind, hand)))
        for squares, hand in zip(checkers, hands, strict=True)
    )
    return turn.begin(State(CONFIG, players, Phase.MOVE, layout), seat, ()).state


def _actions(step: Fields) -> tuple[Action, ...]:
    """Return the engine's actions for one action in a question."""
    names = step.names
    if len(names) != 1 or names[0] not in _STEPS:
        expected = say("one of {known}", known=", ".join(_STEPS))
        raise QuestionError(say("{where}: expected {expected}", where=step.path, expected=expected))
    if names[0] == "move":
        return (_move(step),)
    if names[0] == "end":
        if not step.truth("end"):
            raise step.wrong("end", "true")
        return (EndPhase(),)
    return _place(step.fields("place"))


def _move(step: Fields) -> Move:
    squares = step.texts("move")
    if len(squares) != 2:  # noqa: PLR2004 - from and to
        raise step.wrong("move", say("[from, to]"))
    return Move(*squares)


def _place(step: Fields) -> tuple[Action, ...]:
    card, square = step.text("card"), step.text("square")
    if not is_card(card):
        raise step.wrong("card", say("a card as it will lie, such as R/YGBP"))
    collected = kind(card)
    taken = TakeCard(middle(collected), border(collected))
    return taken, PutCard(square), TurnCard(side(card, "N"))
