"""What somebody did, in words that name the player."""

from typing import Final

from companion.engine.game import Action
from companion.engine.text import Seat, Text, text
from companion.table.intent import VERB, values
from companion.table.state import Table

TURN_END: Final = "end_turn"
"""The name by which games call the action that ends a turn."""


def names_player(what: Text) -> bool:
    """Tell whether the words for an action say whose it is."""
    return any(isinstance(value, Seat) for value in what.params.values())


def deed(before: Table, action: Action, actor: int) -> Text:
    """Return an action with the player's name, unless it is a secret or nobody's."""
    if before.game.audience(before.state, action) is not None:
        return text("table.secret")
    what = before.game.action_name(action)
    if actor < 0 or names_player(what):
        return what
    if values(action)[VERB] == TURN_END:
        return text("table.turn_end", player=Seat(actor))
    return text("table.did", player=Seat(actor), what=what)
