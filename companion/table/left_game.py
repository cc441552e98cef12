"""A game that was left before its end, and can be taken up again."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LeftGame:
    """A game that was left: its number in the journal, its title, and who played it."""

    play: int
    title: str
    players: tuple[str, ...]
