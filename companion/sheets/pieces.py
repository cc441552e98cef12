"""Tags of a table that only knows turns and points: players, numbers, and endings."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.engine.game import Piece
from companion.engine.text import Seat, text
from companion.sheets.plan import Plan, name_text
from companion.sheets.state import TableState

NUMBERS: Final = (-10, -5, -1, *range(21), 25, 30, 50, 100)
"""The numbers for which there are tags."""
_OF_PLAYER: Final = (
    "add_points",
    "name_winner",
    "take_token",
    "enter_now",
    "tally",
    "name_dealer",
    "hand_to",
    "interject",
)
"""What a player's own tag may mean, the likeliest first."""


def pieces(state: TableState) -> tuple[Piece, ...]:
    """Return the pieces that may carry a tag and have a use in this game."""
    return tuple(_pieces(state.plan, len(state.players)))


def _pieces(plan: Plan, seats: int) -> Iterator[Piece]:
    used = _used(plan)
    for seat in range(seats if used else 0):
        selects = tuple({"action": name, "player": seat} for name in _OF_PLAYER if name in used)
        yield Piece(f"player-{seat + 1}", text("piece.table.player", player=Seat(seat)), selects)
    for number in NUMBERS:
        meant = tuple(_numbers(plan, number))
        if meant:
            name = f"minus-{-number}" if number < 0 else f"number-{number}"
            sign = _signed(number)
            yield Piece(
                name,
                text("piece.table.number", number=sign),
                meant,
                sign=sign,
            )
    for counter in plan.counters:
        select = {"action": "move_counter", "counter": counter.id}
        yield Piece(f"counter-{counter.id}".replace("_", "-"), name_text(counter.name), (select,))
    if plan.dealer or plan.dealer_named:
        yield Piece("dealer", text("piece.table.dealer"), ({"action": "name_dealer"},))
    if plan.dice:
        all_dice = {"action": "roll_dice", "dice": len(plan.dice)}
        yield Piece("dice", text("piece.table.dice"), (all_dice,))
    if plan.cards:
        yield Piece("card", text("piece.table.card"), ({"action": "draw_card"},))
    if plan.round_ends == "called":
        yield Piece("end-of-round", text("piece.table.round"), ({"action": "finish_round"},))
    elif plan.order == "together":
        yield Piece("end-of-round", text("piece.table.round"), ({"action": "all_ready"},))
    yield Piece("end-of-game", text("piece.table.game"), ({"action": "finish_game"},))


def _used(plan: Plan) -> frozenset[str]:
    """Return the actions that name a player and are possible in a game."""
    found = {"interject"} if plan.order != "together" else set()
    found |= {"hand_to"} if plan.order == "chosen" else set()
    found |= {"add_points"} if plan.amounts else set()
    found |= {"take_token"} if plan.next == "token" else set()
    found |= {"name_dealer"} if plan.dealer or plan.dealer_named else set()
    found |= {"name_winner"} if plan.wins == "named" else set()
    found |= {"tally", "enter_now"} if plan.categories else set()
    return frozenset(found)


def _numbers(plan: Plan, number: int) -> Iterator[Mapping[str, Any]]:
    if number in plan.amounts:
        yield {"action": "add_points", "points": number}
    if any(number in category.counts for category in plan.categories):
        yield {"action": "tally", "count": number}
    elif any(number in counter.steps for counter in plan.counters) and not plan.amounts:
        yield {"action": "move_counter", "change": number}


def _signed(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)
