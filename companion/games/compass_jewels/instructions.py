"""Instructions for making the table match the box."""

from companion.engine.game import Action, Event, Explained, Step
from companion.engine.text import Text, text
from companion.games.compass_jewels import events
from companion.games.compass_jewels.jewels import SCORE_RULES
from companion.games.compass_jewels.refusals import card_name
from companion.games.compass_jewels.state import State, Told


def instructions(_before: State, _action: Action, step: Step[State]) -> tuple[Text, ...]:
    """Return the instructions after an action, in the order of its events.

    If the cards are virtual, there is nothing to do at the table, but a false claim is still
    answered.
    """
    return tuple(task for event in step.events for task in _instruction(step.state, event))


def _instruction(state: State, event: Event) -> tuple[Text, ...]:
    if isinstance(event, events.JewelRefused):
        return (text("do.take_back", edges=event.edges),)
    reason = _why_over(event)
    if state.variant.is_virtual:
        return reason
    if isinstance(event, events.CardCollected):
        return (text("do.collect", card=card_name(event.card), square=event.square),)
    if isinstance(event, events.PhaseEnded | events.PositionRepeated):
        return (*reason, text("do.clear"))
    return ()


def _why_over(event: Event) -> tuple[Text, ...]:
    """Explain that an end which no player has declared results from our ruling (CJ-R10)."""
    if isinstance(event, events.PositionRepeated):
        return (text("do.repeated", times=event.times),)
    return ()


def setup_rules(state: State) -> tuple[str, ...]:
    """Return the rules for setting the game up."""
    if state.variant.is_virtual and not isinstance(state, Told):
        return ("CJ-SETUP-3", "CJ-SETUP-4")
    return ("CJ-SETUP-1", "CJ-SETUP-2", "CJ-SETUP-3", "CJ-SETUP-4")


def in_play(_state: State) -> tuple[Explained, ...]:
    """Return the kinds of jewels with their points, the most valuable first."""
    kinds = sorted(SCORE_RULES.items())
    return tuple(Explained(text("part.jewel", colours=count), rule) for count, rule in kinds)
