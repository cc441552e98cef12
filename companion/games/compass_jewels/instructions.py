"""What people must do at the table so that it matches the box."""

from companion.engine.game import Action, Event, Step
from companion.engine.text import Text, text
from companion.games.compass_jewels import events
from companion.games.compass_jewels.refusals import card_name
from companion.games.compass_jewels.state import State, Told


def instructions(_before: State, _action: Action, step: Step[State]) -> tuple[Text, ...]:
    """Return what to do after an action, in the order of the events that it led to.

    If the cards are virtual, there is nothing to do at the table, but the layout of a declared
    jewel is said all the same.
    """
    return tuple(task for event in step.events for task in _instruction(step.state, event))


def _instruction(state: State, event: Event) -> tuple[Text, ...]:
    if isinstance(event, events.JewelDeclared):
        return (
            _row("do.upper", event.north_west, event.north_east),
            _row("do.lower", event.south_west, event.south_east),
        )
    if state.variant.is_virtual:
        return ()
    if isinstance(event, events.CardCollected):
        return (text("do.collect", card=card_name(event.card), square=event.square),)
    if isinstance(event, events.PhaseEnded | events.PositionRepeated):
        return (text("do.clear"),)
    return ()


def _row(key: str, west: str, east: str) -> Text:
    return text(key, west=card_name(west), east=card_name(east))


def setup_rules(state: State) -> tuple[str, ...]:
    """Return the rules by which people set the game up."""
    if state.variant.is_virtual and not isinstance(state, Told):
        return ("CJ-SETUP-3", "CJ-SETUP-4")
    return ("CJ-SETUP-1", "CJ-SETUP-2", "CJ-SETUP-3", "CJ-SETUP-4")
