"""Plays a game: starts it, takes actions, and draws random outcomes.

A source of draws that commits itself (``CommittedDraws``) adds a note to the log before each draw
and another one after it, so that the draw can be verified.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from companion.engine.draws.committed import CommittedDraws, choose
from companion.engine.draws.notes import (
    DrawNote,
    Reveal,
    last_commitment,
    payload_of,
    settled_starter,
)
from companion.engine.draws.picks import Outcomes, seed_of
from companion.engine.fold import Draw
from companion.engine.game import Action, Refusal, Setup
from companion.engine.log import EntryKind
from companion.engine.rules import AnyGame
from companion.engine.text import Seat, Text, text
from companion.table.history.entries import apply, new_table, note, open_first_question
from companion.table.narrowing.candidates import kind_of
from companion.table.narrowing.chance import STARTER, box_draws, box_outcomes
from companion.table.narrowing.intent import VERB, value, values
from companion.table.state import Notice, Outcome, Table, Timestamp, notify


def begin(
    game: AnyGame,
    setup: Setup,
    enter: Iterable[str],
    timestamp: Timestamp,
    draw: Draw,
    *,
    first: int | None = None,
) -> Outcome:
    """Set up a new game; the box draws whatever the table does not enter.

    ``first`` is the starting seat if it has been decided. A box that commits itself waits for the
    players' key presses before the first draw. The clocks are stopped while the setup is laid out.
    """
    table = new_table(game, setup, enter)
    if isinstance(draw, CommittedDraws) and box_draws(game, table.enter):
        table = _noted(table, replace(draw.commit(), first=first), timestamp)
        if table.laying:
            return Outcome(table, table.entries)
    table = draw_setup(table, timestamp, draw_with_starter(draw, first))
    return Outcome(table, table.entries)


def draw_with_starter(draw: Draw, first: int | None) -> Draw:
    """Return a draw function that respects a starting player decided in advance.

    A box that commits itself reads the decision from its log.
    """
    if first is None or isinstance(draw, CommittedDraws):
        return draw

    def drawn(outcomes: Outcomes) -> Action:
        return settled(outcomes, first) or draw(outcomes)

    return drawn


def settled(outcomes: Outcomes, first: int | None) -> Action | None:
    """Return the outcome by which seat ``first`` begins, ``None`` if there is none."""
    starts = (action for action, _ in outcomes if values(action)[VERB] == STARTER)
    return next((action for action in starts if value(action, "player") == first), None)


def draw_setup(table: Table, timestamp: Timestamp, draw: Draw) -> Table:
    """Draw the setup of a game; if something has to be laid out, the clocks stop."""
    table = draw_chance(table, timestamp, draw)
    if table.tasks:
        table = note(table, EntryKind.PAUSE, timestamp)
    return open_first_question(table)


def take(table: Table, action: Action, timestamp: Timestamp, draw: Draw) -> Table:
    """Apply an action and draw the resulting chance outcomes."""
    refusal = table.game.why_not(table.state, action)
    if refusal is not None:
        return notify(table, notice(table, action, refusal))
    actor = table.game.current_player(table.state)
    kind = kind_of(action, actor)
    fresh = replace(table, events=(), refusal=None)
    drawn = draw_chance(apply(fresh, action, kind, timestamp), timestamp, draw)
    return _with_reminder(drawn, actor, table.game.reminders(table.state, action))


def _with_reminder(table: Table, actor: int, forgotten: Sequence[Text]) -> Table:
    """Remind of what the player may have forgotten; one key still takes the action back.

    It is a line below the tasks, which no message may cover.
    """
    if not forgotten:
        return table
    what = text("table.forgotten", player=Seat(actor), what=forgotten[0])
    if table.tasks:
        return replace(table, reminder=what)
    return notify(table, Notice(what, refused=False))


def notice(table: Table, action: Action, refusal: Refusal) -> Notice:
    """Return a refusal as a public message; for a secret action, without the reason."""
    secret = table.game.audience(table.state, action) is not None
    return Notice(text("table.secret_refused") if secret else refusal.why, refusal.rule)


def draw_chance(table: Table, timestamp: Timestamp, draw: Draw) -> Table:
    """Draw for CHANCE for as long as the box has to."""
    if isinstance(draw, CommittedDraws):
        return _draw_committed(table, timestamp, draw)
    while outcomes := box_outcomes(table.game, table.state, table.enter):
        table = apply(table, draw(outcomes), EntryKind.CHANCE, timestamp)
    return table


def _draw_committed(table: Table, timestamp: Timestamp, draws: CommittedDraws) -> Table:
    """Draw with the committed secret, if there is anything to draw, and reveal it."""
    if not box_outcomes(table.game, table.state, table.enter):
        return table
    commitment = last_commitment(table.entries)
    secret = None if commitment is None else draws.secret(commitment)
    if secret is None:  # the game was begun by a box that did not commit itself, or by another one
        commitment = draws.commit()
        table = _noted(table, commitment, timestamp)
        secret = draws.secret(commitment)
        assert secret is not None  # noqa: S101 - its own
    times = (*table.contributions, timestamp.clock)
    table = replace(table, contributions=())
    seed = seed_of(secret, times)
    first = settled_starter(table.entries)
    picks: list[str] = []
    while outcomes := box_outcomes(table.game, table.state, table.enter):
        action = outcomes[0][0]
        if len(outcomes) > 1:
            agreed = settled(outcomes, first)
            if agreed is None:
                action, pick = choose(outcomes, seed, len(picks))
                picks.append(pick)
            else:
                action = agreed
        table = apply(table, action, EntryKind.CHANCE, timestamp)
    if not picks:
        return table
    following = draws.commit()
    reveal = Reveal(
        secret.hex(), times, tuple(picks), following.commitment, following.nonce, seed.hex()
    )
    return _noted(table, reveal, timestamp)


def _noted(table: Table, draw_note: DrawNote, timestamp: Timestamp) -> Table:
    return note(table, EntryKind.CHECKPOINT, timestamp, payload_of(draw_note))
