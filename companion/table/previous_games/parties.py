"""Parties: groups that have played together, offered as one answer in the setup."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

import msgspec

from companion.engine.text import enumeration, text
from companion.table.setup_question import SetupQuestion

PARTY: Final = "party"
"""The key of the question who plays."""
OTHERS: Final = "others"
"""The answer that none of them does."""
MOST: Final = 4
"""How many parties are in the list: people look no further."""


class Party(msgspec.Struct, frozen=True):
    """Players in seating order, the seats of robots, and who began last."""

    players: tuple[str, ...]
    robots: tuple[int, ...] = ()
    starter: int | None = None

    @property
    def begins(self) -> int | None:
        """The starting seat of the next game: the one after the last, if that is known."""
        return None if self.starter is None else (self.starter + 1) % len(self.players)


def distinct(parties: Iterable[Party]) -> tuple[Party, ...]:
    """Return each party once, in its latest form, given them from the latest game on."""
    by_players: dict[tuple[tuple[str, ...], tuple[int, ...]], Party] = {}
    for party in parties:
        by_players.setdefault((party.players, party.robots), party)
    return tuple(by_players.values())[:MOST]


def fitting(
    parties: Sequence[Party], counts: Collection[int], *, robots: int
) -> tuple[tuple[int, Party], ...]:
    """Return the parties that can play a game, with their indices, by players and robots."""
    return tuple(
        (number, party)
        for number, party in enumerate(parties)
        if len(party.players) in counts and len(party.robots) <= robots
    )


def question(parties: Sequence[tuple[int, Party]]) -> SetupQuestion:
    """Return the question which party plays, or others."""
    labels = ((number, enumeration("plain", party.players)) for number, party in parties)
    return SetupQuestion(PARTY, text("lobby.party"), (*labels, (OTHERS, text("lobby.others"))))


def party_answers(party: Party, robots: Sequence[str]) -> Mapping[str, object]:
    """Return the answers about number and seating of players; robots have their own names."""
    spare = iter(robots)
    names = (
        next(spare) if seat in party.robots else name for seat, name in enumerate(party.players)
    )
    answers = {f"name.{seat}": name for seat, name in enumerate(names)}
    return {"players": len(party.players), **answers}


def party_count(question: SetupQuestion) -> int:
    """Return how many answers to a question are parties; these come first."""
    answers = question.answers if question.key == PARTY else ()
    return sum(isinstance(answer, int) for answer, _ in answers)
