"""A seat takes back its own last step: at once, or after those have agreed who acted since."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from companion.engine.log import Entry, EntryKind, effective
from companion.table.state import Table


@dataclass(frozen=True, slots=True)
class Wish:
    """A seat would like to take back its last step, and others are asked.

    ``length`` is the number of log entries when it was uttered: whoever acts ends the wish.
    """

    seat: int
    asked: frozenset[int]
    length: int
    refused: int | None = None
    """Who has said no."""

    def holds(self, table: Table) -> bool:
        """Tell whether nobody has acted since."""
        return self.length == len(table.entries)

    def answered(self, seat: int, *, agrees: bool) -> "Wish":
        """Return the wish after somebody has answered."""
        if not agrees:
            return replace(self, asked=frozenset(), refused=seat)
        return replace(self, asked=self.asked - {seat})


def since(table: Table, seat: int) -> tuple[Entry, ...]:
    """Return a seat's last step and what people have done since; empty if it has done nothing."""
    done = [
        entry
        for entry in effective(table.entries)
        if entry.kind is not EntryKind.CHANCE and entry.actor not in table.setup.robots
    ]
    mine = [n for n, entry in enumerate(done) if entry.actor == seat]
    return tuple(done[mine[-1] :]) if mine and not table.laying else ()


def others(table: Table, seat: int, here: Collection[int]) -> frozenset[int]:
    """Return who has to agree: those who have acted since, and whose phones are here."""
    return frozenset(entry.actor for entry in since(table, seat)) & frozenset(here) - {seat}


def offered(table: Table, seat: int) -> str:
    """Return what a seat can do: nothing, take its ``own`` step back, or ``ask`` to."""
    steps = since(table, seat)
    if not steps:
        return ""
    return "own" if all(entry.actor == seat for entry in steps) else "ask"
