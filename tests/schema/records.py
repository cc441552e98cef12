"""Types for the tests of the schema layer: every kind of declaration once."""

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from companion.schema.bounds import Count, Few, Named, Whole, Word, expecting
from companion.schema.message import say


class Side(Enum):
    """Two sides."""

    LEFT = "left"
    RIGHT = "right"


class Span(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two numbers in order."""

    low: Annotated[int, Meta(ge=1, le=6)]
    high: Annotated[int, Meta(ge=1, le=6)]

    def __post_init__(self) -> None:
        """Refuse numbers in disorder."""
        if self.high < self.low:
            raise ValueError(say("high at least as much as low"))


class Circle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="circle"):
    """A shape with a tag."""

    radius: Count


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="box"):
    """Another shape with a tag."""

    sides: Annotated[tuple[Count, ...], Meta(min_length=2, max_length=3)]


Square = Annotated[str, expecting(say("a square, a1 to f6"), pattern="^[a-f][1-6]$", max_length=2)]


class Everything(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A field of every kind."""

    name: Word = ""
    short: Annotated[str, Meta(min_length=2, max_length=2)] = "ab"
    code: Annotated[str, Meta(pattern="^[a-z]+$", max_length=9)] = "a"
    square: Square = "a1"
    number: Whole = 0
    even: Annotated[int, Meta(ge=0, le=10, multiple_of=2)] = 0
    share: Annotated[float, Meta(gt=0, lt=1)] = 0.5
    flag: bool = False
    colour: Literal["red", "blue"] = "red"
    side: Side = Side.LEFT
    size: Literal[2, 3] = 2
    pair: tuple[Count, Word] = (0, "")
    spans: Few[Span] = ()
    points: Named[Count] = {}
    seats: Annotated[Mapping[Literal["A", "B"], Few[Square]], Meta(max_length=2)] = {}
    shape: Circle | Box | None = None
    either: Count | Few[Word] = 0
    full: Annotated[tuple[Count, ...], Meta(min_length=1, max_length=1)] = (1,)
    some: Annotated[Mapping[Word, Count], Meta(min_length=1, max_length=40)] = msgspec.field(
        default_factory=lambda: {"a": 1}
    )
    from_: Word = msgspec.field(name="from", default="")
