"""What all games say in the same way: refusals, the fields of a record in words, lists of seats."""

from dataclasses import fields

from companion.engine.codec import snake_case
from companion.engine.game import Action, Event, Refusal
from companion.engine.text import Param, Seat, text


def refuse(code: str, rule: str, **params: Param) -> Refusal:
    """Return the refusal ``code`` by ``rule``; its words are the message ``refusal.<code>``."""
    return Refusal(code, rule, text(f"refusal.{code}", **params))


def name_of(kind: type) -> str:
    """Return the name of a type of record in keys and notation: ``place_value``."""
    return snake_case(kind.__name__)


def values_of(record: Action | Event) -> dict[str, object]:
    """Return the fields of a record by name."""
    return {field.name: getattr(record, field.name) for field in fields(record)}


def plain(value: object) -> Param:
    """Return a value as it stands: a number stays a number, everything else is written out."""
    return value if isinstance(value, int) and not isinstance(value, bool) else str(value)


def seat(value: object) -> Param:
    """Return the player in a seat."""
    return Seat(value) if isinstance(value, int) else str(value)


def signed(value: object) -> Param:
    """Return a change with its sign."""
    return f"{value:+}"


def minus(value: object) -> Param:
    """Return a change with its sign, a true minus."""
    return f"{value:+}".replace("-", "−") if isinstance(value, int) else str(value)


def names(seats: tuple[int, ...]) -> Param:
    """Return one or more players by name, joined by the message ``names.and``."""
    *others, last = seats
    if not others:
        return Seat(last)
    return text("names.and", first=names(tuple(others)), last=Seat(last))
