"""Order of play: who begins a round, and who is next in it."""

from msgspec.structs import replace

from companion.sheets import scoring
from companion.sheets.state import TableState


def clockwise(state: TableState, first: int) -> tuple[int, ...]:
    """Return all seats from a first one on, in the direction of the sheet."""
    seats = len(state.players)
    by = -1 if state.plan.order == "counter-clockwise" else 1
    return tuple((first + by * step) % seats for step in range(seats))


def order_of_round(state: TableState, first: int, round_: int) -> tuple[int, ...]:
    """Return the seats of a round in order, also of those who have left and may come back."""
    order, seats = state.plan.order, clockwise(state, first)
    if order == "there-and-back" and round_ % 2 == 0:
        seats = seats[::-1]
    if order in ("most-first", "least-first") and round_ > 1:
        by = -1 if order == "most-first" else 1
        seats = tuple(sorted(seats, key=lambda seat: by * scoring.total(state, seat)))
    return tuple(seat for seat in seats if not state.players[seat].out_at)


def has_turn(state: TableState, seat: int) -> bool:
    """Return whether a seat still has a turn: one that is occupied; in a last lap, one owed."""
    return seat in state.present and (state.owed is None or seat in state.owed)


def next_first(state: TableState) -> int:
    """Return the seat that begins the next round."""
    following = state.plan.next
    others = clockwise(state, state.first)
    if state.deals or following == "rotate":
        others = (*others[1:], others[0])
    elif following in ("most", "least"):
        by = -1 if following == "most" else 1
        others = tuple(sorted(others, key=lambda seat: by * scoring.total(state, seat)))
    elif following == "token" and state.token is not None:
        others = clockwise(state, state.token)
    return next(seat for seat in others if seat in state.present)


def dealer(state: TableState) -> int | None:
    """Return the seat that deals in this round, ``None`` without a dealer."""
    if not state.deals:
        return None
    return next(seat for seat in clockwise(state, state.first)[::-1] if seat in state.present)


def next_seat(state: TableState) -> int | None:
    """Return the seat after the current player in this part; ``None`` if the part is over."""
    return next(iter(following(state)), None)


def chosen_next(state: TableState, seat: int) -> TableState:
    """Return the state in which a seat comes right behind the current one."""
    others = tuple(each for each in state.order if each != seat)
    at = others.index(state.current) + 1
    return replace(state, order=(*others[:at], seat, *others[at:]))


def following(state: TableState) -> tuple[int, ...]:
    """Return the seats that have a turn in this part after the current one, in order."""
    at = state.order.index(state.current)
    behind, before = state.order[at + 1 :], state.order[:at]
    if state.plan.round_ends == "turns":
        left = behind
    else:
        left = tuple(
            seat for seat in (*behind, *before, state.current) if not state.players[seat].passed
        )
    return tuple(seat for seat in left if has_turn(state, seat))
