"""Questions about whole turns, played by the engine with the given cards.

A turn is judged as a whole: the first action that the rules refuse makes all of it illegal, and
the state stays as it was.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion.engine.game import CHANCE, Action, Event, IllegalAction, Struct
from companion.engine.game import Step as Taken
from companion.engine.message import say
from companion.engine.questions import refusal_answer, wrong
from companion.engine.wording import refuse
from companion.games.inner_compass import GAME, actions, piles
from companion.games.inner_compass import turn as steps
from companion.games.inner_compass.ask import position, terms
from companion.games.inner_compass.ask.position import Position
from companion.games.inner_compass.events import (
    BonusDrawn,
    EndTriggered,
    EPGained,
    LineCleared,
    Reshuffled,
)
from companion.games.inner_compass.state import Phase, State, cards, letters
from companion.schema.bounds import Few, Many, Unread, Word
from companion.schema.type_structure import Step

_TAKE: Final = "take"


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cube that is shifted."""

    source: Word = msgspec.field(name="from")
    to: Word


class Memory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The memory made in a turn: its square, its cards, and its consequences."""

    square: Word
    pay: terms.Letters
    values: Few[Word] = ()
    move: Move | None = None


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn. ``shuffles`` are new draw piles, in order of use."""

    free: Word | None = None
    step: terms.Direction | None = None
    then: Literal["N", "E", "S", "W", "take"] | None = None
    bonus: bool = True
    imprint: Memory | None = None
    discard: terms.Letters = ""
    shuffles: Few[Annotated[str, Meta(max_length=200)]] = ()


def turn(state: Unread, turn: Turn) -> Struct:
    """Answer whether one turn is legal, and its result."""
    before = position.read(state)
    try:
        after, log = _play(before, turn, ("turn",))
    except IllegalAction as illegal:
        position_before = position.write(before)
        return {"legal": False, **refusal_answer(illegal.refusal), "state": position_before}
    return {"legal": True, "log": log, "state": position.write(after)}


def turns(state: Unread, turns: Many[Turn]) -> Struct:
    """Answer whether each of several turns in a row is legal, up to the first that is not."""
    return _all(state, turns)[0]


def game(state: Unread, turns: Many[Turn]) -> Struct:
    """Answer the result of turns, with the totals afterwards and the winners at the end."""
    answer, after = _all(state, turns)
    return {**answer, **position.result(after.state, after.names)}


def _all(state: Struct, turns: Sequence[Turn]) -> tuple[Struct, Position]:
    """Return the answer about a list of turns and the position after the legal ones."""
    place = position.read(state)
    logs: list[Struct] = []
    verdict: Struct = {"legal": True}
    for number, played in enumerate(turns):
        try:
            place, log = _play(place, played, ("turns", number))
        except IllegalAction as illegal:
            verdict = {"legal": False, **refusal_answer(illegal.refusal), "turn": number}
            break
        logs.append(log)
    return {**verdict, "logs": logs, "state": position.write(place)}, place


@dataclass(slots=True)
class _Table:
    """The engine's state, together with the order of the draw pile."""

    state: State
    draw: str
    shuffles: list[str]
    path: tuple[Step, ...]
    events: list[Event] = field(default_factory=list)

    def take(self, action: Action) -> None:
        """Apply an action, then draw the cards that are due after it."""
        self.see(GAME.apply_action(self.state, action))
        while GAME.current_player(self.state) == CHANCE:
            card, self.draw = self.draw[0], self.draw[1:]
            self.see(GAME.apply_action(self.state, actions.Deal(card)))

    def see(self, step: Taken[State]) -> None:
        """Go on from a step; a reshuffle gives the draw pile a new order."""
        self.state = step.state
        self.events += step.events
        if any(isinstance(event, Reshuffled) for event in step.events):
            self.draw = self._shuffled()

    def _shuffled(self) -> str:
        pile = letters(self.state.pool)
        order = self.shuffles.pop(0) if self.shuffles else pile
        if sorted(order) != sorted(pile):
            raise wrong(*self.path, "shuffles", expected=say("{pile} in some order", pile=pile))
        return order


def _play(before: Position, turn: Turn, path: tuple[Step, ...]) -> tuple[Position, Struct]:
    """Return the position after a turn and its log. Raises ``IllegalAction``."""
    mover = before.state.current
    if before.state.players[mover].piece is None:
        raise wrong("state", "pieces", before.names[mover], expected=say("the space of this piece"))
    table = _Table(before.state, before.draw, list(turn.shuffles), path)
    table.see(Taken(*piles.reshuffle(before.state)))
    _walk(table, turn)
    if turn.imprint is not None:
        _imprint(table, turn.imprint)
    _clean_up(table, turn.discard)
    return replace(before, state=table.state, draw=table.draw), _log(table.events)


def _walk(table: _Table, turn: Turn) -> None:
    """Make steps 1 to 3 of a turn; a turn without a move is refused, as ending too early."""
    if turn.free is not None:
        table.take(actions.FreeMove(turn.free))
    table.take(actions.EndTurn() if turn.step is None else actions.Move(turn.step))
    if turn.then == _TAKE:
        table.take(_feel(table.state, bonus=turn.bonus))
    elif turn.then is not None:
        table.take(actions.Move(turn.then))


def _feel(state: State, *, bonus: bool) -> Action:
    """Return the action that takes the card; only a bonus that is due can be declined."""
    declined = not bonus and GAME.why_not(state, steps.FEEL_WITHOUT_BONUS) is None
    return steps.FEEL_WITHOUT_BONUS if declined else steps.FEEL


def _imprint(table: _Table, memory: Memory) -> None:
    space = steps.piece_of(table.state)
    emotion = steps.geometry(table.state).colour[space]
    table.take(actions.Imprint(emotion, space, memory.square, letters(cards(memory.pay))))
    if table.state.phase is Phase.SHIFT:
        table.take(_shift(memory.move) if memory.move else actions.Stay())
    elif memory.move is not None:
        raise IllegalAction(_shift(memory.move), refuse("no-shift-due", "IC-ADV-5"))
    for tile in memory.values:
        if table.state.phase is not Phase.VALUE:
            raise IllegalAction(actions.PlaceValue(tile), refuse("no-value-due", "IC-VALUE-1"))
        table.take(actions.PlaceValue(tile))


def _shift(move: Move) -> Action:
    return actions.Shift(move.source, move.to)


def _clean_up(table: _Table, discards: str) -> None:
    table.take(actions.EndTurn())
    for card in discards:
        if table.state.phase is not Phase.DISCARD:
            raise IllegalAction(actions.Discard(card), refuse("no-discard-due", "IC-CLEAN-1"))
        table.take(actions.Discard(card))
    if table.state.phase is Phase.DISCARD:
        table.take(actions.EndTurn())


def _log(events: Iterable[Event]) -> Struct:
    ep = dict.fromkeys(("track", "first", "row", "compass"), 0)
    kinds = []
    lines = []
    for event in events:
        kinds.append(type(event))
        if isinstance(event, EPGained):
            ep[event.source] += event.points
        elif isinstance(event, LineCleared):
            lines.append(event.line)
    return {
        "ep_track": ep["track"],
        "ep_first": ep["first"],
        "ep_row": ep["row"],
        "bonus_draw": BonusDrawn in kinds,
        "reshuffles": kinds.count(Reshuffled),
        "new_lines": lines,
        "end_triggered": EndTriggered in kinds,
    }
