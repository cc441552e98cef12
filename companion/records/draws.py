"""Verification of the draws in a record: each is repeated from its revealed inputs."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, Final

import msgspec

from companion.engine.draws.committed import choose
from companion.engine.draws.notes import (
    Commitment,
    Reveal,
    is_commitment,
    note_of,
    settled_starter,
)
from companion.engine.draws.picks import Outcomes, seed_of
from companion.engine.fold import first_state, fold
from companion.engine.game import Action
from companion.engine.log import PLAYED, Entry, EntryKind, LevelChanges, raised_to
from companion.engine.message import reason, say
from companion.engine.rules import AnyGame
from companion.records.jsonl import GameRecord, RecordError
from companion.table.narrowing.chance import box_outcomes
from companion.table.play import settled


class Verdict(StrEnum):
    """The verdict on a draw."""

    VERIFIED = "verified"
    """The box was bound to the secret, a key was pressed after that, and the result follows."""
    BOX_ALONE = "box_alone"
    """Secret and result fit, but nobody has pressed a key between commitment and draw."""
    NOT_COMMITTED = "not_committed"
    """Nothing in the log says from what it was drawn."""
    COMMITMENT_MISMATCH = "commitment_mismatch"
    """The secret is another one than that to which the box was bound."""
    RESULT_MISMATCH = "result_mismatch"
    """The result does not follow from the secret and the key presses."""


_REWRITES: Final = (EntryKind.UNDO, EntryKind.EDIT)
"""The kinds of entries after which other entries count."""
WRONG: Final = frozenset({Verdict.COMMITMENT_MISMATCH, Verdict.RESULT_MISMATCH})
"""The verdicts by which somebody has changed the record, or the box has cheated."""


class DrawnEntry(msgspec.Struct, frozen=True):
    """An entry drawn from several outcomes: these, and the one in the record."""

    entry: Entry
    outcomes: Outcomes
    action: Action


class DrawCheck(msgspec.Struct, frozen=True):
    """A draw of the box with all its results, and the verdict.

    Without a reveal only ``drawn`` and ``verdict`` are known.
    """

    drawn: tuple[DrawnEntry, ...]
    verdict: Verdict
    commitment: Commitment | None = None
    reveal: Reveal | None = None


def check_draws(game: AnyGame, record: GameRecord) -> tuple[DrawCheck, ...]:
    """Return a check of every draw of the box in a record, including undone ones.

    Raises ``RecordError`` if an entry cannot be played.
    """
    return tuple(_checks(game, record))


def _checks(game: AnyGame, record: GameRecord) -> Iterator[DrawCheck]:
    """Yield the checks; predetermined or certain outcomes are not drawn."""
    first = settled_starter(record.entries)
    pending: tuple[DrawnEntry, ...] = ()
    bound: tuple[Commitment, int] | None = None
    for entry, position in _positions(game, record):
        found = note_of(entry)
        if entry.kind is EntryKind.CHANCE:
            outcomes = box_outcomes(position.game, position.state, position.enter)
            action = position.game.from_struct(entry.payload)
            if len(outcomes) > 1 and (first is None or settled(outcomes, first) != action):
                pending += (DrawnEntry(entry, outcomes, action),)
            continue
        if isinstance(found, Reveal):
            yield _check(pending, bound, found)
            pending, bound = (), (found.following, entry.clock)
            continue
        if pending and not isinstance(found, Commitment):
            yield DrawCheck(pending, Verdict.NOT_COMMITTED)
            pending = ()
        bound = (found, entry.clock) if isinstance(found, Commitment) else bound
    if pending:
        yield DrawCheck(pending, Verdict.NOT_COMMITTED)


class _Position(msgspec.Struct, frozen=True):
    """The rules of a level, what the table enters there, and a state."""

    game: AnyGame
    enter: frozenset[str]
    state: Any


def _positions(game: AnyGame, record: GameRecord) -> Iterator[tuple[Entry, _Position]]:
    """Yield each entry with the position before it."""
    entries, enter = record.entries, frozenset(record.enter)
    changes = LevelChanges(record.setup.level)
    rules = game.whole.at(changes.level)
    try:
        state = first_state(rules, record.setup)
        for at, entry in enumerate(entries, 1):
            yield entry, _Position(rules, enter, state)
            changes.follow(entry)
            if entry.kind in PLAYED:
                state = rules.apply_action(state, rules.from_struct(entry.payload)).state
            elif entry.kind in _REWRITES or raised_to(entry) is not None:
                rules = game.whole.at(changes.level)
                lies = () if changes.level == record.setup.level else game.whole.shuffles
                enter = frozenset((*record.enter, *lies))
                state = fold(game, record.setup, entries[:at]).state
    except ValueError as error:
        message = say("the record cannot be played: {error}", error=reason(error))
        raise RecordError(message) from error


def _check(
    drawn: tuple[DrawnEntry, ...], bound: tuple[Commitment, int] | None, reveal: Reveal
) -> DrawCheck:
    """Return the check of a draw, given the commitment before it and when that was made."""
    if bound is None:
        return DrawCheck(drawn, Verdict.NOT_COMMITTED, None, reveal)
    commitment, since = bound
    if not is_commitment(reveal.secret, commitment.commitment):
        verdict = Verdict.COMMITMENT_MISMATCH
    elif not _follows(drawn, reveal):
        verdict = Verdict.RESULT_MISMATCH
    elif max(reveal.times) <= since:
        verdict = Verdict.BOX_ALONE
    else:
        verdict = Verdict.VERIFIED
    return DrawCheck(drawn, verdict, commitment, reveal)


def _follows(drawn: tuple[DrawnEntry, ...], reveal: Reveal) -> bool:
    """Return whether seed and result match the secret and the times of the key presses."""
    seed = seed_of(bytes.fromhex(reveal.secret), reveal.times)
    if reveal.seed not in (None, seed.hex()):
        return False
    again = [choose(each.outcomes, seed, index) for index, each in enumerate(drawn)]
    results = tuple(action for action, _ in again)
    picks = tuple(number for _, number in again)
    return (results, picks) == (tuple(each.action for each in drawn), reveal.picks)
