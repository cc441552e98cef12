"""Words for an action that name the player."""

from collections.abc import Iterable
from typing import Any, Final

from companion.engine.game import Action, Event
from companion.engine.text import Seat, Text, text
from companion.table.narrowing.intent import VERB, values
from companion.table.state import Table

GAINED: Final = "assumed.points"
"""The message that says what an action has given."""
TURN_END: Final = "end_turn"
"""The name by which games call the action that ends a turn."""


def names_player(what: Text) -> bool:
    """Return whether the words for an action name its player."""
    return any(isinstance(value, Seat) for value in what.params.values())


def action_text(before: Table, action: Action, actor: int) -> Text:
    """Return an action with the player's name, unless it is secret or has no player."""
    if before.game.log_audience(before.state, action) is not None:
        return text("table.secret")
    what = before.game.action_name(action)
    if actor < 0 or names_player(what):
        return what
    if values(action)[VERB] == TURN_END:
        return text("table.turn_end", player=Seat(actor))
    return text("table.did", player=Seat(actor), what=what)


def action_summary(table: Table, action: Action, seat: int, events: Iterable[Event]) -> Text:
    """Return an action in one line without the player, with the points that it gave."""
    what = table.game.words.brief(action)
    points = sum(points_of(event, seat) for event in events)
    return text(GAINED, what=what, n=points) if points else what


def points_of(event: Any, seat: int) -> int:  # noqa: ANN401 - events have different fields
    """Return the points that an event gives to a seat."""
    mine = getattr(event, "player", None) == seat
    points = getattr(event, "points", 0) if mine else 0
    return points if isinstance(points, int) else 0
