"""Mode of a turn: the first choice is one key away, the others are in a list."""

from functools import partial

from msgspec.structs import replace

from companion.engine.game import CHANCE, Action
from companion.engine.text import Seat, Text, text
from companion.table.binding import (
    Act,
    Binding,
    InputEvent,
    InputSource,
    Trigger,
    label,
)
from companion.table.choosing.assumptions import ABOUT_LAST, INSTEAD
from companion.table.choosing.choice import choice_name
from companion.table.choosing.choosing import (
    at_once,
    confirm,
    is_on_board,
    listed_choices,
    move_on_board,
    open_board,
    step,
    step_at_once,
)
from companion.table.choosing.handover import (
    TurnEnd,
    end_forgotten_turn,
    has_just_acted,
    next_seat,
    turn_end,
)
from companion.table.choosing.squares import WAYS
from companion.table.clocks.time_control import sand_left
from companion.table.command import Command
from companion.table.inputs import DoneInput
from companion.table.mode import Turn
from companion.table.modes.clock_menu import turn_sand_timer
from companion.table.modes.common_bindings import common_bindings
from companion.table.narrowing.candidates import legal
from companion.table.narrowing.intent import Choice, values
from companion.table.play import take
from companion.table.state import (
    IdleFace,
    Notice,
    Table,
    is_choosing,
    notify,
    with_console,
)


def bindings(table: Table, _: Turn) -> tuple[Binding, ...]:
    """Return the bindings in a turn with nothing open and no pending tasks."""
    clock = table.console.face is IdleFace.CLOCK
    confirmed = confirming(table)
    return (
        *confirmed,
        *opening(table),
        _sand_timer(table)
        or Binding(
            Command.BACK,
            label("summary" if clock else "clock"),
            switch_face,
            minor=True,
            nudged=True,
        ),
        *seats_done(table, *confirmed),
        *_end_forgotten(table),
        *_out_of_turn(table),
        asking(),
        *common_bindings(table),
    )


def _sand_timer(table: Table) -> Binding | None:
    """Return the binding of the sand timer, in a game that asks for one."""
    if not table.game.sand_timer:
        return None
    runs = sand_left(table.clocks, table.clocks.at) is not None
    return Binding(Command.BACK, label("aside" if runs else "sand"), turn_sand_timer, minor=True)


def confirming(table: Table) -> tuple[Binding, ...]:
    """Return the binding of *confirm*: the first choice at once if it has no parameters."""
    only = at_once(table)
    if only is not None:
        return (_taking(table, only),)
    return (
        (Binding(Command.CONFIRM, label("choose"), confirm, nudged=True),)
        if listed_choices(table)
        else ()
    )


def _taking(table: Table, only: Choice) -> Binding:
    """Return the binding of *confirm* where it takes a choice at once."""
    if only.action is None or only.constraint.field in ABOUT_LAST:
        over = only.constraint.field == INSTEAD
        return Binding(Command.CONFIRM, choice_name(table, only), confirm, ends_turn=over)
    return at_once_binding(table, Command.CONFIRM, confirm, only.action)


def at_once_binding(table: Table, trigger: Trigger, act: Act, action: Action) -> Binding:
    """Return the binding of an action that needs no list: no cursor shows it, so it is named.

    Where a picture shows its places, it is named without them.
    """
    end, is_drawn = turn_end(table, action), table.game.choice_diagrams(table.state, values(action))
    words = table.game.words.brief(action) if is_drawn else table.game.action_name(action)
    if end is TurnEnd.SAID:
        words = label(end)
    elif end is not None:
        words = text(f"named.{end}", what=words)
    return Binding(trigger, words, act, ends_turn=end is not None)


def seats_done(table: Table, *confirmed: Binding) -> tuple[Binding, ...]:
    """Return the bindings of the acting seats' buttons: as *confirm*, if it takes a choice."""
    active = table.game.active_players(table.state)
    if len(active) > 1:
        return tuple(_of_seat(table, seat) for seat in active)
    usual = Binding(InputSource.SEAT, label("end_turn"), confirm, ends_turn=True)
    own = tuple(replace(each, trigger=InputSource.SEAT) for each in confirmed) or (usual,)
    return tuple(replace(each, act=confirm, seats=acting(table)) for each in own)


def _end_forgotten(table: Table) -> tuple[Binding, ...]:
    """Return the binding of the next player's button: it ends a turn whose end was forgotten.

    It exists only where nothing is open and no task is pending: otherwise the turn is still in
    progress. A button by which people act out of turn ends nobody's.
    """
    seat = next_seat(table)
    if seat is None or seat in acting(table):
        return ()
    if isinstance(table.game.pressed_out_of_turn(table.state, seat), table.game.interrupts):
        return ()
    end = Binding(InputSource.SEAT, label("end_turn"), _forgotten, minor=True, ends_turn=True)
    return (replace(end, seats=frozenset({seat}), player=seat),)


def _out_of_turn(table: Table) -> tuple[Binding, ...]:
    """Return the bindings of the buttons of those whose turn it is not, if they do anything."""
    game, state = table.game, table.state
    others = (seat for seat in range(len(table.setup.players)) if seat not in acting(table))
    actions = {seat: game.pressed_out_of_turn(state, seat) for seat in others}
    return tuple(
        Binding(
            InputSource.SEAT,
            game.action_name(action),
            partial(_act_out_of_turn, action=action, seat=seat),
            shown=False,
            ends_turn=isinstance(action, game.turn_ends),
            seats=frozenset({seat}),
        )
        for seat, action in actions.items()
        if action is not None
    )


def asking() -> Binding:
    """Return the bindings of all other seats' buttons: they show the prompt and its seat."""
    return Binding(InputSource.SEAT, label("ask"), _asked, shown=False)


def _of_seat(table: Table, seat: int) -> Binding:
    """Return the binding of a seat's button while several seats act.

    It takes the only action that is not secret; else it shows the seat's prompt.
    """
    only = _only_open(table, seat)
    seats = frozenset({seat})
    if only is None:
        return replace(asking(), seats=seats)
    taken = partial(play_action, action=only)
    return replace(at_once_binding(table, InputSource.SEAT, taken, only), seats=seats)


def play_action(table: Table, press: InputEvent, *, action: Action) -> Table:
    """Take the action of a key."""
    return take(table, action, press.timestamp, press.draw)


def _only_open(table: Table, seat: int) -> Action | None:
    """Return the only public action of a seat, ``None`` if there are others.

    While nothing is open, it is the one that ends the seat's turn, if there is one.
    """
    possible = table.not_secret(legal(table.game, table.state, seat))
    ends = tuple(each for each in possible if isinstance(each, table.game.turn_ends))
    if len(ends) == 1 and not is_choosing(table):
        return ends[0]
    return possible[0] if len(possible) == 1 else None


def acting(table: Table) -> frozenset[int]:
    """Return the seats whose button acts: those to act, or all for a draw at the table."""
    active = table.game.active_players(table.state)
    return frozenset(range(len(table.setup.players)) if CHANCE in active else active)


def opening(table: Table) -> tuple[Binding, ...]:
    """Return what opens the list of choices, or a board on which the joystick chooses.

    A direction may step at once, but not while another player has something to do: the screen
    stands under that player's name then.
    """
    if not listed_choices(table):
        return ()
    return (
        Binding(Command.NEXT, label("choose"), partial(step, by=1), shown=False),
        Binding(Command.PREVIOUS, label("choose"), partial(step, by=-1), shown=False),
        *(_way(table, each) for each in WAYS if is_on_board(table)),
    )


def _way(table: Table, direction: Command) -> Binding:
    """Return the binding of a joystick's direction: step there, or open the board."""
    owners = {task.seat for task in table.tasks} - {None, table.game.current_player(table.state)}
    if owners or step_at_once(table, direction) is None:
        return Binding(direction, label("choose"), open_board, shown=False)
    return Binding(direction, label("step"), move_on_board, nudged=False)


def switch_face(table: Table, _: InputEvent) -> Table:
    """Switch between the summary and the clock."""
    summary = table.console.face is IdleFace.CLOCK
    return with_console(table, face=IdleFace.SUMMARY if summary else IdleFace.CLOCK)


def _act_out_of_turn(table: Table, press: InputEvent, *, action: Action, seat: int) -> Table:
    """Take the action of a button out of turn, unless it would end a turn by a press too many."""
    ends = isinstance(action, table.game.turn_ends)
    if ends and has_just_acted(table, seat, press.timestamp):
        return table
    return play_action(table, press, action=action)


def _forgotten(table: Table, press: InputEvent) -> Table:
    seat = _seat_of(press)
    if has_just_acted(table, seat, press.timestamp):
        return table  # a message would have to be closed by whoever is to play
    return end_forgotten_turn(table, seat, press.timestamp, press.draw) or _asked(table, press)


def _asked(table: Table, press: InputEvent) -> Table:
    """Show a seat's prompt, or whose turn it is."""
    seat, game, state = _seat_of(press), table.game, table.state
    if seat in game.active_players(state):
        return notify(table, Notice(game.prompt(state, seat), refused=False))
    return notify(table, Notice(_not_your_turn(table, seat)))


def _seat_of(press: InputEvent) -> int:
    assert isinstance(press.item, DoneInput)  # noqa: S101 - bound to seats only
    return press.item.seat


def _not_your_turn(table: Table, seat: int) -> Text:
    if seat >= len(table.setup.players):
        return text("table.nobody_sits", seat=seat + 1)
    awaited = table.game.awaited(table.state)
    return text("table.not_your_turn", player=Seat(awaited[0]) if awaited else Seat(seat))
