"""Wordings shared by all games: refusals, record fields, lists of seats."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from companion.engine.codec import snake_case
from companion.engine.game import Action, Event, Refusal
from companion.engine.records import fields_of
from companion.engine.text import Param, Seat, Text, enumeration, text


def refuse(code: str, rule: str, **params: Param) -> Refusal:
    """Return the refusal ``code`` by ``rule``; its text is the message ``refusal.<code>``."""
    if not params:
        return _refused(code, rule)
    return Refusal(code, rule, text(f"refusal.{code}", **params))


@lru_cache(maxsize=512)
def _refused(code: str, rule: str) -> Refusal:
    """Return a constant refusal, cached because lists of legal actions request it often."""
    return Refusal(code, rule, text(f"refusal.{code}"))


def plain(value: object) -> Param:
    """Return a value unchanged if it is a number, else as a string."""
    return value if isinstance(value, int) and not isinstance(value, bool) else str(value)


def seat(value: object) -> Param:
    """Return the player in a seat as a text parameter."""
    return Seat(value) if isinstance(value, int) else str(value)


def signed(value: object) -> Param:
    """Return a change with its sign."""
    return f"{value:+}"


def minus(value: object) -> Param:
    """Return a change with its sign, a true minus."""
    return f"{value:+}".replace("-", "−") if isinstance(value, int) else str(value)


def worth(value: object) -> Param:
    """Return the name of the digit with this place value."""
    return text(f"figure.{value}")


_USUAL: Final[Mapping[str, Callable[[Any], Param]]] = {"player": seat, "worth": worth}
"""How values of fields that many games have are said."""


_USUAL_QUESTIONS: Final[Mapping[str, Text]] = {
    "action": text("choose.action"),
    "player": text("choose.player"),
    **dict.fromkeys(("place", "slot", "space", "square"), text("choose.place")),
    "source": text("choose.source"),
}
"""What is asked for fields that many games have; ``action`` stands for the kind of action."""


def names(seats: tuple[int, ...]) -> Param:
    """Return one or more players by name: ``Ann, Ben and Cleo``."""
    return Seat(seats[0]) if len(seats) == 1 else enumeration("and", map(Seat, seats))


def every(things: Sequence[Text]) -> Text:
    """Return one or more items joined by *and*: ``A, B and C``."""
    return things[0] if len(things) == 1 else enumeration("and", things)


def listing(options: Sequence[Text]) -> Text:
    """Return one or more items joined by commas only: ``A, B, C``."""
    return options[0] if len(options) == 1 else enumeration("plain", options)


def either(options: Sequence[Text]) -> Text:
    """Return one or more alternatives joined by *or*: ``A, B or C``."""
    return options[0] if len(options) == 1 else enumeration("or", options)


class Words(msgspec.Struct, frozen=True):
    """The wording of records: ``values`` maps field names to the wording of their values.

    A seat and a plain value need no entry. Games with richer wordings derive from this.
    """

    values: Mapping[str, Callable[[Any], Param]] = msgspec.field(default_factory=dict)
    questions: Mapping[str, Text] = msgspec.field(default_factory=dict)
    """What a list asks that offers values of a field, in one or two words, by the field's name."""

    def question(self, name: str) -> Text:
        """Return the question for choosing the value of an action's field from a list."""
        usual = _USUAL_QUESTIONS.get(name, text("table.choose"))
        return self.questions.get(name, usual)

    def value_name(self, name: str, value: object) -> Param:
        """Return the value of an action's field in words, as an item of a menu."""
        in_words = self.values.get(name, _USUAL.get(name, plain))
        return in_words(value)

    def facts(self, record: Action | Event) -> dict[str, Param]:
        """Return the fields of an action or event in words: the parameters of its message."""
        names = (each.name for each in fields_of(type(record)))
        return {name: self.value_name(name, getattr(record, name)) for name in names}

    def action_name(self, action: Action) -> Text:
        """Return an action in words, as an item of a menu: the message ``action.<name>``."""
        return text(f"action.{snake_case(type(action).__name__)}", **self.facts(action))

    def brief(self, action: Action) -> Text:
        """Return an action as briefly as possible, to follow its player's name."""
        return self.action_name(action)

    def describe(self, event: Event) -> Text:
        """Return an event in words: the message ``event.<name>``."""
        return text(f"event.{snake_case(type(event).__name__)}", **self.facts(event))
