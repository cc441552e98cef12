"""Labels of choices on the way to an action."""

from companion.engine.text import Seat, Text, text
from companion.table.choosing.assumptions import INSTEAD, OTHERWISE, alternative_name
from companion.table.narrowing.intent import VERB, Choice
from companion.table.state import Table


def choice_name(table: Table, choice: Choice) -> Text:
    """Return the name of a choice."""
    if choice.constraint.field == INSTEAD:
        return text("assumed.instead", player=Seat(int(choice.constraint.parts[0])))
    if choice.action is not None and choice.constraint.field == OTHERWISE:
        return alternative_name(table, choice.action)
    whose = choice.action is not None and choice.constraint.field in choice.action.stays
    if choice.action is not None and not whose:
        return table.game.action_name(choice.action)
    if choice.constraint.field == VERB:
        return text(f"verb.{choice.value}")
    value = table.game.value_name(choice.constraint.field, choice.value)
    return value if isinstance(value, Text) else text("table.value", value=value)
