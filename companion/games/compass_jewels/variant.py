"""Variant: the constants of a game, from the owner's copy and the chosen rulings."""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias, cast

import msgspec

from companion.engine.data import load
from companion.engine.game import Setup
from companion.engine.manifest import manifest
from companion.engine.message import say
from companion.engine.options import FurtherOption, Whole, usual
from companion.engine.shapes import Predicate

Source: TypeAlias = Literal["virtual", "entered", "mark_north"]

SCORING: Final = "scoring"
"""The level at which the box follows no card: people tell it their jewels at the end."""
FULL: Final = "full"
"""The level at which the box follows every card and move."""
MANIFEST: Final = manifest(__package__)
PLAYERS: Final = MANIFEST.players
"""The two players; four checkers, two of each of two colours (CJ-COMP-1, CJ-R16)."""
CHECKERS: Final = 2
"""How many checkers each player has."""
SOURCES: Final[tuple[Source, ...]] = ("virtual", "entered", "mark_north")
"""Who deals, and how the box knows which side of a card is north (CJ-R12, CJ-DATA-3).

``virtual``: the box deals the cards and their orientations. ``entered``: people lay the cards, by
tag or from the list, and enter which border of each is at the north. ``mark_north``: people lay
every card with the same border to the north, the one whose letter comes first in the alphabet,
where the owner has put a small mark.
"""
COLOURS_OF_CHECKERS: Final = ("white", "black")
DATA: Final = load(__package__, "data.yaml")
"""The data of the copy that is assumed unless the owner describes another."""
HUES: Final[Mapping[str, str]] = {
    "red": "#c8322d",
    "yellow": "#f2c230",
    "green": "#3d8f4a",
    "blue": "#2f6db5",
    "purple": "#7d4a9c",
    "orange": "#e07b2a",
    "pink": "#d86a9a",
    "turquoise": "#2a9d98",
    "brown": "#7d5a3c",
    "white": "#f4f0e6",
    "grey": "#8c8a86",
    "black": "#2b2928",
}
"""Colours that the box can name in every language; a copy may have others (CJ-DATA-2)."""
_STOPS: Final = Predicate(
    lambda times: not Whole().expected(times) and times != 1,
    say("expected a whole number, 2 or more, or 0 for never: every position occurs once"),
)
CHOICES: Final = (("orientation_source", SOURCES),)
FURTHER: Final = (
    FurtherOption("auto_jewels", (False, True), levels=(FULL,)),
    FurtherOption("repetition_stop", (3, 0, 2, 4, 5), more=_STOPS, levels=(FULL,)),
)
"""Further options, changed at setup only on demand (CJ-R9, CJ-R10)."""
DEFAULTS: Final = {**usual(CHOICES, FURTHER), "checkers": COLOURS_OF_CHECKERS}


class Colour(msgspec.Struct, frozen=True):
    """One of the five colours; ``name`` is empty unless the owner gave one (CJ-NOTE-1)."""

    letter: str
    name: str
    hue: str


class Variant(msgspec.Struct, frozen=True):
    """One game's settings; see ``data.yaml`` and the rulings of the rules file (section 9)."""

    source: Source
    repetition_stop: int
    """How many occurrences of a position end phase one, 0 for never (CJ-R10)."""
    auto_jewels: bool
    """Whether the best possible jewels are scored instead of declared ones (CJ-R9)."""
    checkers: tuple[str, ...]
    """The colour of each seat's checkers (CJ-SETUP-3)."""
    colours: tuple[Colour, ...]

    @property
    def is_virtual(self) -> bool:
        """Return whether the cards exist only in the box, not on the table."""
        return self.source == "virtual"


def variant(setup: Setup, data: Mapping[str, Any]) -> Variant:
    """Return the settings of a game with checked ``data`` and options."""
    options = {**DEFAULTS, **setup.options}
    return Variant(
        source=cast("Source", options["orientation_source"]),
        repetition_stop=cast("int", options["repetition_stop"]),
        auto_jewels=bool(options["auto_jewels"]),
        checkers=tuple(cast("tuple[str, ...]", options["checkers"])),
        colours=tuple(
            Colour(
                letter, colour.get("name", ""), colour.get("hue", DATA["colours"][letter]["hue"])
            )
            for letter, colour in data["colours"].items()
        ),
    )
