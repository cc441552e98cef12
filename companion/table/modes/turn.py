"""A turn with nothing open: the first choice is one key away, all others are in a list."""

from functools import partial

from msgspec.structs import replace

from companion.engine.game import CHANCE
from companion.engine.text import Seat, Text, text
from companion.table.binding import Binding, Press, Source, label
from companion.table.choosing.choosing import confirm, is_on_board, is_plain, offered, step, way
from companion.table.choosing.handover import ends_turn, follower, forgotten_end, passed_on
from companion.table.choosing.squares import WAYS
from companion.table.command import Command
from companion.table.inputs import Done
from companion.table.ledger import take
from companion.table.mode import Turn
from companion.table.modes.held import held
from companion.table.narrowing.candidates import legal
from companion.table.state import Face, Notice, Table, notify, showing


def bindings(table: Table, _: Turn) -> tuple[Binding, ...]:
    """Return what keys do in a turn, in which nothing is open and nothing has to be done."""
    clock = table.console.face is Face.CLOCK
    confirmed = confirming(table)
    return (
        *confirmed,
        Binding(Command.BACK, label("summary" if clock else "clock"), switch_face, shown=False),
        *seats_done(table, *confirmed),
        *opening(table),
        *held(table),
    )


def confirming(table: Table) -> tuple[Binding, ...]:
    """Return what *confirm* does: the first choice at once if nothing is to be chosen in it."""
    listed = offered(table)
    first = next(iter(table.choices), None)
    if first is not None and first.action is not None and is_plain(first):
        over = ends_turn(table, first.action)
        words = label("end_turn") if over else table.game.action_name(first.action)
        return (Binding(Command.CONFIRM, words, confirm, ends_turn=over, nudged=False),)
    if not listed:
        return ()
    return (Binding(Command.CONFIRM, label("choose"), confirm, shown=False),)


def seats_done(table: Table, *confirmed: Binding) -> tuple[Binding, ...]:
    """Return what the buttons of seats do: what *confirm* does, if nobody else is asked.

    Whoever is next may end a turn whose player has forgotten to; others are told whose turn it is.
    """
    alone = len(table.game.active_players(table.state)) == 1
    usual = Binding(Source.SEAT, label("end_turn"), done, ends_turn=True)
    own = usual
    if alone and confirmed:
        own = replace(confirmed[0], trigger=Source.SEAT, act=done, shown=True)
    behind = () if forgotten_end(table) is None else {follower(table)} - acting(table)
    return (
        replace(own, seats=acting(table)),
        *(replace(usual, seats=frozenset({seat}), shown=False) for seat in behind),
    )


def acting(table: Table) -> frozenset[int]:
    """Return the seats whose button acts: those that are asked, or all if somebody has to draw."""
    active = table.game.active_players(table.state)
    return frozenset(range(len(table.setup.players)) if CHANCE in active else active)


def opening(table: Table) -> tuple[Binding, ...]:
    """Return what opens the list of choices, or a board on which the joystick chooses."""
    if not offered(table):
        return ()
    ways = WAYS if is_on_board(table) else ()
    return (
        Binding(Command.NEXT, label("choose"), partial(step, by=1), shown=False),
        Binding(Command.PREVIOUS, label("choose"), partial(step, by=-1), shown=False),
        *(Binding(each, label("choose"), way, shown=False) for each in ways),
    )


def switch_face(table: Table, _: Press) -> Table:
    """Switch between the summary and the clock."""
    summary = table.console.face is Face.CLOCK
    return showing(table, face=Face.SUMMARY if summary else Face.CLOCK)


def done(table: Table, press: Press) -> Table:
    """Handle a seat's button: *done*, if it is that seat's turn."""
    assert isinstance(press.item, Done)  # noqa: S101 - bound to seats only
    seat, game, state = press.item.seat, table.game, table.state
    active = game.active_players(state)
    if active in ((CHANCE,), (seat,)):
        return confirm(table, press)
    if seat not in active:
        moment, draw = press.moment, press.draw
        onward = passed_on(table, seat, moment, draw) if seat == follower(table) else None
        return onward or notify(table, Notice(_not_your_turn(table, seat)))
    open_ = table.not_secret(legal(game, state, seat))
    if len(open_) == 1:
        return take(table, open_[0], press.moment, press.draw)
    return notify(table, Notice(game.prompt(state, seat), refused=False))


def _not_your_turn(table: Table, seat: int) -> Text:
    if seat >= len(table.setup.players):
        return text("table.nobody_sits", seat=seat + 1)
    awaited = table.game.awaited(table.state)
    return text("table.not_your_turn", player=Seat(awaited[0]) if awaited else Seat(seat))
