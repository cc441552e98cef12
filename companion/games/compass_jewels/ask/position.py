"""Questions about positions of phase one, played by the engine."""

from typing import Final

from companion.engine.game import Action, IllegalAction, Setup, Struct
from companion.engine.questions import refusal_answer
from companion.games.compass_jewels import GAME, turn
from companion.games.compass_jewels.actions import EndPhase, Move, PutCard, TakeCard, TurnCard
from companion.games.compass_jewels.area import holes
from companion.games.compass_jewels.ask import terms
from companion.games.compass_jewels.cards import border, kind, middle, side
from companion.games.compass_jewels.state import Phase, Player, State
from companion.games.compass_jewels.variant import DATA, variant
from companion.schema.bounds import Many

CONFIG: Final = variant(Setup(("A", "B")), DATA)
"""The settings that questions are answered with: the defaults."""


def legal_moves(layout: terms.Layout, checkers: terms.Checkers, player: terms.Player) -> list[str]:
    """Answer the possible moves of a player's checkers (section 4)."""
    lying = terms.layout(layout)
    players = tuple(Player(checkers=squares) for squares in terms.checkers(checkers, lying))
    seat = terms.PLAYERS.index(player)
    return _moves(State(CONFIG, players, Phase.MOVE, lying, current=seat))


def _moves(state: State) -> list[str]:
    return sorted(f"{move.source}-{move.target}" for move in turn.moves(state))


def options(state: terms.Position) -> Struct:
    """Answer the options of the player whose turn it is (CJ-TURN-2, section 5)."""
    begun = _begun(state)
    legal = GAME.legal_actions(begun, begun.current)
    may_place = any(isinstance(action, TakeCard) for action in legal)
    return {
        "moves": _moves(begun),
        "may_end": EndPhase() in legal,
        "may_place": may_place,
        "place_on": sorted(holes(begun.layout)) if may_place else [],
    }


def replay(state: terms.Position, actions: Many[terms.Step]) -> Struct:
    """Answer the result of some actions, or the index of the first one that the rules refuse."""
    now = _begun(state)
    for number, step in enumerate(actions):
        try:
            for action in _actions(step):
                now = GAME.apply_action(now, action).state
        except IllegalAction as illegal:
            return {"error_at": number, **refusal_answer(illegal.refusal)}
    over = now.phase not in (Phase.MOVE, Phase.BLOCKED)
    return {
        "over": over,
        "turn": None if over else terms.PLAYERS[now.current],
        "checkers": terms.by_player(tuple(list(player.checkers) for player in now.players)),
        "hands": terms.by_player(tuple(list(player.cards) for player in now.players)),
        "cards_on_table": len(now.layout) - len(holes(now.layout)),
        "next_moves": [] if over else _moves(now),
    }


def _begun(position: terms.Position) -> State:
    """Return the position in a question, at the start of a turn."""
    layout = terms.layout(position.layout)
    checkers = terms.checkers(position.checkers, layout, "state")
    players = tuple(
        Player(squares, tuple(map(kind, hand)))
        for squares, hand in zip(checkers, (position.hands.A, position.hands.B), strict=True)
    )
    seat = terms.PLAYERS.index(position.turn)
    return turn.begin(State(CONFIG, players, Phase.MOVE, layout), seat, ()).state


def _actions(step: terms.Step) -> tuple[Action, ...]:
    """Return the engine's actions for one action in a question."""
    if step.move is not None:
        return (Move(*step.move),)
    if step.place is None:
        return (EndPhase(),)
    collected = kind(step.place.card)
    take_card = TakeCard(middle(collected), border(collected))
    return take_card, PutCard(step.place.square), TurnCard(side(step.place.card, "N"))
