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
    """People in the order of their seats, the seats that robots had, and who began last."""

    players: tuple[str, ...]
    robots: tuple[int, ...] = ()
    starter: int | None = None

    @property
    def begins(self) -> int | None:
        """The seat that begins now: that after the last one, if that is known."""
        return None if self.starter is None else (self.starter + 1) % len(self.players)


def distinct(parties: Iterable[Party]) -> tuple[Party, ...]:
    """Return each party once, as it played last, given them from the latest game on."""
    by_players: dict[tuple[tuple[str, ...], tuple[int, ...]], Party] = {}
    for party in parties:
        by_players.setdefault((party.players, party.robots), party)
    return tuple(by_players.values())[:MOST]


def fitting(
    parties: Sequence[Party], counts: Collection[int], *, robots: int
) -> tuple[tuple[int, Party], ...]:
    """Return those that can play a game for so many, with so many robots, with their numbers."""
    return tuple(
        (number, party)
        for number, party in enumerate(parties)
        if len(party.players) in counts and len(party.robots) <= robots
    )


def question(parties: Sequence[tuple[int, Party]]) -> SetupQuestion:
    """Return the question which of them play, or others."""
    labels = ((number, enumeration("plain", party.players)) for number, party in parties)
    return SetupQuestion(PARTY, text("lobby.party"), (*labels, (OTHERS, text("lobby.others"))))


def party_answers(party: Party, robots: Sequence[str]) -> Mapping[str, object]:
    """Return the answers to how many play, and who sits where; robots have names of their own."""
    spare = iter(robots)
    names = (
        next(spare) if seat in party.robots else name for seat, name in enumerate(party.players)
    )
    answers = {f"name.{seat}": name for seat, name in enumerate(names)}
    return {"players": len(party.players), **answers}


def party_count(question: SetupQuestion) -> int:
    """Return how many answers to a question are parties; they come first."""
    answers = question.answers if question.key == PARTY else ()
    return sum(isinstance(answer, int) for answer, _ in answers)
