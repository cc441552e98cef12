"""Entry of players' final holdings in a game that the box has not tracked.

A game declares its holdings: questions, each with the possible items and their maximum. The
actions, the refusals, an editable review, and the texts are derived from that. The players enter at
the same time, each on their own phone, or one after the other on the box.

A long list is entered item by item until it is complete; a number is chosen at once, one above
twenty by its tens, then by its ones.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, TypeVar

import msgspec

from companion.engine.action_kinds import Act
from companion.engine.game import Line, Refusal, Step
from companion.engine.phases import PhaseRules, together
from companion.engine.records import SeatAction, SeatCorrection, SeatEvent, replace
from companion.engine.text import Param, Seat, Text, text
from companion.engine.wording import refuse
from companion.moved import former_names

NEXT: Final = "next."
"""Begins the word that says that a list is complete."""
DONE: Final = "done"
"""Says that everything has been entered, and is the mark of a seat that has said so."""
AGAIN: Final = "again."
"""Begins the word that asks for a question again."""
TENS: Final = ".tens"
"""Ends the word of a number of which the tens are chosen."""
DIAL: Final = 20
"""A number that may be larger is chosen digit by digit."""


class Enter(SeatAction):
    """Enter how many of an item a player has, or how to continue.

    With ``DONE``, ``count`` is the player's total, which the last choice shows.
    """

    stays: ClassVar[tuple[str, ...]] = ("player",)
    what: str
    count: int


class Reopen(SeatCorrection):
    """Let a player change the entry, even after the end."""


class Entered(SeatEvent):
    """A player has a number of an item."""

    what: str
    count: int


class Reopened(SeatEvent):
    """A player may change the entry."""


class Holding(msgspec.Struct, frozen=True):
    """A possible holding of a player: the name in actions, and the current maximum."""

    key: str
    most: int


class HoldingsQuestion(msgspec.Struct, frozen=True):
    """One question: the rule behind it, and the possible holdings."""

    key: str
    rule: str
    holdings: tuple[Holding, ...]
    enough: int = 0
    """How many of a list make it complete, 0 if only the player knows."""

    @property
    def is_number(self) -> bool:
        """Whether the whole answer is one number."""
        return len(self.holdings) == 1 and self.holdings[0].key == self.key


def number(key: str, rule: str, most: int) -> HoldingsQuestion:
    """Return the question how many of an item a player has."""
    return HoldingsQuestion(key, rule, (Holding(key, most),))


class HoldingsProgress(msgspec.Struct, frozen=True):
    """Progress of a seat: answered questions, a reopened one, and a half-entered number."""

    answered: tuple[str, ...] = ()
    asked: str = ""
    dialled: str = ""


class HoldingsWords(msgspec.Struct, frozen=True):
    """Texts for the entries."""

    name: Callable[[str], Text]
    """The words for a question or something that can be had."""
    is_number: Callable[[str], bool]
    """Whether something is said with its number, even if that is 0 or 1."""
    points: Callable[[int], Text]
    """The words for a total."""

    def action_name(self, action: Enter) -> Text:
        """Return an entry in words."""
        what = action.what
        if what == DONE:
            return text("entry.done", total=self.points(action.count))
        if what.startswith(NEXT):
            return text("entry.next", what=self.name(what.removeprefix(NEXT)))
        if what.startswith(AGAIN):
            return text("entry.again", what=self.name(what.removeprefix(AGAIN)))
        if what.endswith(TENS):
            name, last = self.name(what.removesuffix(TENS)), action.count + 9
            return text("entry.tens", what=name, first=action.count, last=last)
        return self._counted(what, action.count)

    def _counted(self, what: str, count: int) -> Text:
        if count in (0, 1) and not self.is_number(what):
            return text("entry.has" if count else "entry.has_not", what=self.name(what))
        return text("entry.number", what=self.name(what), n=count)

    def what_name(self, what: object) -> Param:
        """Return the value of an action's field ``what`` in words."""
        return self.name(str(what).removesuffix(TENS))

    def describe(self, event: Entered) -> Text:
        """Return a recorded entry in words."""
        what = self._counted(event.what, event.count)
        return text("entry.entered", player=Seat(event.player), what=what)


class HoldingsState(Protocol):
    """Interface of a state in which players enter holdings."""

    @property
    def progress(self) -> tuple[HoldingsProgress, ...]:
        """The progress of each seat."""


S = TypeVar("S", bound=HoldingsState)


class HoldingsPhase(msgspec.Struct, Generic[S], frozen=True):
    """The declared holdings of a game, and their actions."""

    rule: str
    """The rule by which players enter what they have."""
    questions: Callable[[S, int], tuple[HoldingsQuestion, ...]]
    """Return the questions to a seat, in order; they may depend on what has been entered."""
    count: Callable[[S, int, str], int]
    """How many of something a seat has."""
    put: Callable[[S, int, str, int], S]
    """The state in which a seat has so many."""
    finish: Callable[[S], Step[Any]]
    """Return the state once everybody is done."""
    resume: Callable[[S], S]
    """The state in which players enter again, after the end."""
    totals: Callable[[S], tuple[int, ...]]
    """Return the points of each seat's holdings so far."""
    words: HoldingsWords

    @property
    def phase(self) -> PhaseRules[Any]:
        """The phase in which the players enter holdings."""
        act = Act(Enter, self.enter, self.why_not, for_seat=self.legal)
        return replace(together(self.rule, (act,), self.entering), apart=True)

    @property
    def correction(self) -> Act[Any]:
        """The correction that reopens a player's entry, for the game's table of corrections."""
        return Act(Reopen, self.reopen, self.why_not_reopen, self.can_reopen)

    def entering(self, state: S) -> tuple[int, ...]:
        """Return the seats that have not finished."""
        seats = enumerate(state.progress)
        return tuple(seat for seat, progress in seats if DONE not in progress.answered)

    def asked(self, state: S, seat: int) -> HoldingsQuestion | None:
        """Return the current question of a seat, ``None`` during its review."""
        progress = state.progress[seat]
        open_ = [
            question
            for question in self.questions(state, seat)
            if progress.asked == question.key
            or (question.key not in progress.answered and any(it.most for it in question.holdings))
        ]
        again = (question for question in open_ if question.key == progress.asked)
        return next(again, next(iter(open_), None))

    def legal(self, state: S, seat: int) -> tuple[Enter, ...]:
        """Return the legal entries of a seat."""
        if seat not in self.entering(state):
            return ()
        question = self.asked(state, seat)
        if question is None:
            total = self.totals(state)[seat]
            return (Enter(seat, DONE, total), *self._again(state, seat))
        if question.is_number:
            return tuple(self._numbers(state, seat, question.holdings[0]))
        tiles = tuple(self._tiles(state, seat, question))
        return (Enter(seat, NEXT + question.key, 0), *tiles)

    def _again(self, state: S, seat: int) -> Iterator[Enter]:
        for question in self.questions(state, seat):
            if any(holding.most for holding in question.holdings):
                yield Enter(seat, AGAIN + question.key, 0)

    def _numbers(self, state: S, seat: int, holding: Holding) -> Iterator[Enter]:
        key, most = holding.key, holding.most
        if most <= DIAL:
            yield from (Enter(seat, key, count) for count in range(most + 1))
        elif state.progress[seat].dialled != key:
            yield from (Enter(seat, key + TENS, tens) for tens in range(0, most + 1, 10))
        else:
            tens = self.count(state, seat, key)
            yield from (Enter(seat, key, count) for count in range(tens, min(tens + 9, most) + 1))

    def _tiles(self, state: S, seat: int, question: HoldingsQuestion) -> Iterator[Enter]:
        for holding in question.holdings:
            had = self.count(state, seat, holding.key)
            for count in range(max(holding.most, had) + 1):
                if count != had:
                    yield Enter(seat, holding.key, count)

    def why_not(self, state: S, action: Enter) -> Refusal | None:
        """Return the refusal of an entry, naming the maximum."""
        if action.player not in self.entering(state):
            return refuse("entry-seat", self.rule)
        if action in self.legal(state, action.player):
            return None
        question = self.asked(state, action.player)
        for holding in () if question is None else question.holdings:
            if question is not None and action.what == holding.key:
                what, most = self.words.name(holding.key), holding.most
                return refuse("entry-count", question.rule, what=what, most=most)
        return refuse("entry-not-asked", self.rule)

    def enter(self, state: S, action: Enter) -> Step[Any]:
        """Record an entry; the last player's confirmation ends the phase."""
        seat, what = action.player, action.what
        progress, question = state.progress[seat], self.asked(state, seat)
        if what.startswith(AGAIN):
            return Step(_with(state, seat, replace(progress, asked=what.removeprefix(AGAIN))), ())
        if what == DONE or question is None:
            state = _with(state, seat, replace(progress, answered=(*progress.answered, DONE)))
            return Step(state, ()) if self.entering(state) else self.finish(state)
        key, is_all = what.removesuffix(TENS), what.startswith(NEXT)
        if not is_all:
            state = self.put(state, seat, key, action.count)
        events = (Entered(question.rule, seat, key, action.count),)
        if what == key + TENS:
            return Step(_with(state, seat, replace(progress, dialled=key)), ())
        if is_all or question.is_number or self._is_enough(state, seat, question):
            answered = dict.fromkeys((*progress.answered, question.key))
            state = _with(state, seat, HoldingsProgress(tuple(answered)))
        return Step(state, () if is_all else events)

    def _is_enough(self, state: S, seat: int, question: HoldingsQuestion) -> bool:
        had = sum(self.count(state, seat, holding.key) for holding in question.holdings)
        return 0 < question.enough <= had

    def reopen(self, state: S, action: Reopen) -> Step[S]:
        """Ask a player which answer to change."""
        seat = action.player
        answered = tuple(key for key in state.progress[seat].answered if key != DONE)
        state = _with(self.resume(state), seat, HoldingsProgress(answered))
        return Step(state, (Reopened(self.rule, seat),))

    def can_reopen(self, state: Any) -> Iterator[Reopen]:  # noqa: ANN401 - of any level
        """Yield a correction for each player who has finished."""
        for seat, progress in enumerate(getattr(state, "progress", ())):
            if DONE in progress.answered:
                yield Reopen(seat)

    def why_not_reopen(self, state: Any, action: Reopen) -> Refusal | None:  # noqa: ANN401
        """Return the refusal to reopen a player's entry."""
        possible = action in self.can_reopen(state)
        return None if possible else refuse("entry-not-done", self.rule)

    def prompt(self, state: S, player: int) -> Text:
        """Return a player's prompt; for the whole table, whose entries are missing."""
        asking = self.entering(state)
        if player not in asking:
            player = asking[0]
            if len(asking) > 1:
                return text("entry.prompt.all")
        question = self.asked(state, player)
        if question is None:
            return text("entry.prompt.review", player=Seat(player))
        return text("entry.prompt", player=Seat(player), what=self.words.name(question.key))

    def summary(self, state: S) -> tuple[Line, ...]:
        """Return the players with the value of their holdings so far."""
        asking = self.entering(state)
        return tuple(
            Line(
                text("table.player", player=Seat(seat)),
                self.words.points(total),
                mark="turn" if seat in asking else "",
            )
            for seat, total in enumerate(self.totals(state))
        )


def _with(state: S, seat: int, progress: HoldingsProgress) -> S:
    all_ = (*state.progress[:seat], progress, *state.progress[seat + 1 :])
    return replace(state, progress=all_)


def no_holdings(players: int) -> tuple[HoldingsProgress, ...]:
    """Return the progress of players without any entries."""
    return (HoldingsProgress(),) * players


if not TYPE_CHECKING:  # or any name would pass for one of this module
    __getattr__ = former_names(__name__)
