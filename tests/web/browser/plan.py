"""What to do in a game, worked out beforehand from the rules alone; a seed fixes all draws.

Tests then know which buttons to press in a browser, and compare what it shows with the rules.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Action, Setup
from companion.i18n.catalogue import Catalogue
from companion.session.journal_writer import JournalWriter
from companion.storage.journal import FILE as JOURNAL
from companion.storage.journal import Journal
from companion.table.command import Command
from companion.table.narrowing.intent import Choice, is_usual, narrow, values
from companion.table.state import TagInput
from companion.table.table import (
    ActionInput,
    Table,
    Timestamp,
    begin,
    handle,
)
from companion.web.views import offer as offers
from companion.web.views.offer import Offer
from companion.web.views.position import Position

NOW: Final = Timestamp(0, 0.0)
_PACE: Final = 7000
"""Milliseconds on the clock between two steps of a recorded game."""
_LOOKAHEAD: Final = sampler(random.Random(0))

Policy = Callable[[Table, list[Action]], Action]


@dataclass(frozen=True)
class Step:
    """One action: whose it is, the table before and after."""

    seat: int
    action: Action
    before: Table
    after: Table

    @property
    def verb(self) -> str:
        return str(values(self.action)["action"])

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The labels to press on the seat's page, one by one."""
        return labels(offers.for_seat(Position(self.before), self.seat), self.action)

    def labels_at_the_box(self) -> tuple[str, ...]:
        """Return the labels to press on the play page."""
        return labels(offers.for_box(Position(self.before)), self.action)

    def labels_after(self, piece: str) -> tuple[str, ...]:
        """Return the labels left to press on the play page once a piece lies on the reader."""
        game, table = self.before.game, self.before
        touch = TagInput("", next(p for p in game.pieces(table.state) if p.id == piece))
        touched = handle(table, touch, NOW, _LOOKAHEAD).table
        if touched.entries != table.entries:
            return ()
        return labels(offers.for_box(Position(touched)), self.action)


def names(count: int) -> tuple[str, ...]:
    """Return the names that `companion play` gives the players."""
    return tuple(f"Player {n}" for n in range(1, count + 1))


def table_of(game: str, players: int, seed: int) -> tuple[Table, random.Random]:
    """Return the table that `companion play` starts, laid out, and its source of randomness."""
    source = random.Random(seed)
    rules = registry.load(game)
    setup = Setup(names(players), rules.levels[-1])
    table = begin(rules, setup, (), NOW, sampler(source)).table
    while table.laying:
        table = handle(table, Command.CONFIRM, NOW, sampler(source)).table
    return table, source


def steps(game: str, players: int, seed: int, policy: Policy) -> Iterator[Step]:
    """Play a new game by a policy to its end."""
    yield from steps_from(*table_of(game, players, seed), policy)


def steps_from(table: Table, source: random.Random, policy: Policy) -> Iterator[Step]:
    """Play on from a table; a box that resumes a game starts again with its seed."""
    while not table.is_over:
        clock = (table.entries[-1].clock if table.entries else 0) + _PACE
        action = policy(table, [action for action in table.candidates if is_usual(action)])
        active = table.game.active_players(table.state)
        seat = next(
            seat for seat in active if action in table.game.legal_actions(table.state, seat)
        )
        moment = Timestamp(clock, clock / 1000)
        after = handle(table, ActionInput(action, seat), moment, sampler(source)).table
        yield Step(seat, action, table, after)
        table = after


def after(played: Iterator[Step], count: int | None = None) -> Table:
    """Return the table after all steps, or after the first ``count``."""
    *_, last = islice(played, count)
    return last.after


def record(folder: Path, table: Table) -> Path:
    """Write a table's journal and return its folder, from which a box resumes the game."""
    folder.mkdir(parents=True)
    path = folder / JOURNAL
    writer = JournalWriter(partial(Journal.open, path), None)
    writer.begin(table, 0.0)
    writer.append(table.entries)
    writer.close()
    return folder


def labels(offer: Offer, action: Action) -> tuple[str, ...]:
    """Return the labels of the options that lead to an action."""
    words = voice(offer.table)
    pressed: list[str] = []
    while True:
        i, choice = next(
            (i, choice) for i, choice in enumerate(offer.choices) if leads_to(choice, action)
        )
        pressed.append(words.long(offers.option_name(offer.table, choice)))
        selection = offers.resolve_option(offer, i)
        if not isinstance(selection, tuple):
            return tuple(pressed)
        offer = replace(offer, selection=selection)


def leads_to(choice: Choice, action: Action) -> bool:
    """Return whether a choice is an action, or a step towards it."""
    if choice.action is not None:
        return choice.action == action
    return bool(narrow((action,), (choice.constraint,)))


def voice(table: Table) -> Catalogue:
    """Return the English voice of the pages."""
    return Catalogue("en", table.game, table.setup.players, pages=True)


def at_random(seed: int) -> Policy:
    """Return a policy that takes any action."""
    source = random.Random(seed)
    return lambda _table, possible: source.choice(possible)


def brisk(table: Table, possible: list[Action]) -> Action:
    """Choose what ends Inner Compass soon: imprint, else feel, else move to where one can."""
    order = ("imprint", "place_value", "clear_line", "feel", "place_token", "move", "discard")
    late = ("end_turn", "free_move")

    def rank(action: Action) -> float:
        verb = str(values(action)["action"])
        if verb == "move":
            after = handle(table, ActionInput(action), NOW, _LOOKAHEAD).table
            then = {values(candidate)["action"] for candidate in after.candidates}
            return order.index(verb) - 0.5 * ("imprint" in then) - 0.25 * ("feel" in then)
        if verb in late:
            return len(order) + late.index(verb)
        return order.index(verb) if verb in order else -1

    return min(possible, key=rank)
