"""Instructions for making the table match the box."""

from typing import Final

from companion.engine.codec import snake_case
from companion.engine.game import Action, Event, Explained, Step
from companion.engine.text import Text, text
from companion.games.essence import events
from companion.games.essence.prompts import WORDS
from companion.games.essence.state import State

_ACTS: Final = (
    events.CoinSpent,
    events.PhrasesReshuffled,
    events.PlayerBack,
    events.PlayerLeft,
    events.RoundVoid,
    events.SteppedBack,
    events.VotesTakenBack,
)


def instructions(_before: State, _action: Action, step: Step[State]) -> tuple[Text, ...]:
    """Return the instructions after an action, in order."""
    texts = (_instruction(step.state, event) for event in step.events)
    return tuple(instruction for instruction in texts if instruction is not None)


def _instruction(state: State, event: Event) -> Text | None:
    """Return the instruction of an event; for an advancing pawn, with its winning vote."""
    key = f"do.{snake_case(type(event).__name__)}"
    if isinstance(event, events.Advanced):
        vote = state.players[event.player].vote or 0
        return text(key, vote=vote, n=event.gain, **WORDS.facts(event))
    return text(key, **WORDS.facts(event)) if isinstance(event, _ACTS) else None


def setup_rules(state: State) -> tuple[str, ...]:
    """Return the rules for setting the game up."""
    coins = ("ES-COMP-7",) if state.variant.double_points else ()
    return ("ES-COMP-1", "ES-SETUP-2", "ES-SETUP-3", "ES-SETUP-4", *coins, "ES-SETUP-5")


def in_play(state: State) -> tuple[Explained, ...]:
    """Return the kinds of questions, and the coins if there are any, with their effects."""
    coins = (Explained(text("part.coin"), "ES-COIN-3"),) if state.variant.double_points else ()
    return (
        Explained(text("part.individual"), "ES-SCORE-IND-1"),
        Explained(text("part.group"), "ES-SCORE-GRP-1"),
        *coins,
    )
