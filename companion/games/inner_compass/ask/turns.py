"""Questions about whole turns, played by the engine with the cards that the question gives.

A turn is judged as a whole: the first action that the rules refuse makes all of it illegal, and
the state stays as it was.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.engine.game import CHANCE, Action, Event, IllegalAction, Step, Struct
from companion.engine.message import say
from companion.engine.questions import Fields, QuestionError, refused
from companion.engine.wording import refuse
from companion.games.inner_compass import GAME, actions, piles
from companion.games.inner_compass import turn as steps
from companion.games.inner_compass.ask import position, terms
from companion.games.inner_compass.ask.position import Position
from companion.games.inner_compass.ask.tiles import result
from companion.games.inner_compass.board import DIRECTIONS
from companion.games.inner_compass.events import (
    BonusDrawn,
    EndTriggered,
    EPGained,
    LineCleared,
    Reshuffled,
)
from companion.games.inner_compass.state import Phase, State, cards, letters

_TAKE: Final = "take"


class Memory(msgspec.Struct, frozen=True):
    """The memory made in a turn: from which square, with which cards, and what follows."""

    square: str
    pay: str
    values: tuple[str, ...]
    move: actions.Shift | None


class Turn(msgspec.Struct, frozen=True):
    """A turn as a question describes it. ``shuffles`` are new draw piles, in order of use."""

    free: str | None
    step: str | None
    then: str | None
    bonus: bool
    memory: Memory | None
    discard: str
    shuffles: tuple[str, ...]
    path: str


def turn(fields: Fields) -> Struct:
    """Answer whether one turn is legal and what it leads to."""
    before = position.read(fields, "state")
    played = _read(fields.fields("turn"))
    try:
        after, log = _play(before, played)
    except IllegalAction as illegal:
        state = position.write(before)
        return {"legal": False, **refused(illegal.refusal), "state": state}
    return {"legal": True, "log": log, "state": position.write(after)}


def turns(fields: Fields) -> Struct:
    """Answer whether each of several turns in a row is legal, up to the first that is not."""
    return _all(fields)[0]


def game(fields: Fields) -> Struct:
    """Answer what turns lead to, with the totals afterwards and the winners if it is the end."""
    answer, after = _all(fields)
    return {**answer, **result(after.state, after.names)}


def _all(fields: Fields) -> tuple[Struct, Position]:
    """Return the answer about a list of turns and the position after the legal ones."""
    place = position.read(fields, "state")
    all_turns = [_read(entry) for entry in fields.each("turns")]
    logs: list[Struct] = []
    verdict: Struct = {"legal": True}
    for number, played in enumerate(all_turns):
        try:
            place, log = _play(place, played)
        except IllegalAction as illegal:
            verdict = {"legal": False, **refused(illegal.refusal), "turn": number}
            break
        logs.append(log)
    return {**verdict, "logs": logs, "state": position.write(place)}, place


def _read(given: Fields) -> Turn:
    return Turn(
        free=given.maybe("free", Fields.text),
        step=given.maybe("step", lambda turn, name: turn.one_of(name, DIRECTIONS)),
        then=given.maybe("then", lambda turn, name: turn.one_of(name, (*DIRECTIONS, _TAKE))),
        bonus=given.truth("bonus", default=True),
        memory=given.maybe("imprint", _memory),
        discard=terms.letters(given, "discard", ""),
        shuffles=given.texts("shuffles", ()),
        path=given.path,
    )


def _memory(given: Fields, name: str) -> Memory:
    imprint = given.fields(name)
    pay = terms.letters(imprint, "pay")
    return Memory(
        square=imprint.text("square"),
        pay=letters(cards(pay)),
        values=imprint.texts("values", ()),
        move=imprint.maybe("move", _shift),
    )


def _shift(imprint: Fields, name: str) -> actions.Shift:
    move = imprint.fields(name)
    return actions.Shift(move.text("from"), move.text("to"))


@dataclass(slots=True)
class _Table:
    """The engine's state, together with the order of the draw pile."""

    state: State
    draw: str
    shuffles: list[str]
    path: str
    events: list[Event] = field(default_factory=list)

    def take(self, action: Action) -> None:
        """Apply an action, then draw the cards that are due after it."""
        self.see(GAME.apply_action(self.state, action))
        while GAME.current_player(self.state) == CHANCE:
            card, self.draw = self.draw[0], self.draw[1:]
            self.see(GAME.apply_action(self.state, actions.Deal(card)))

    def see(self, step: Step[State]) -> None:
        """Go on from a step; a reshuffle gives the draw pile a new order."""
        self.state = step.state
        self.events += step.events
        if any(isinstance(event, Reshuffled) for event in step.events):
            self.draw = self._shuffled()

    def _shuffled(self) -> str:
        pile = letters(self.state.pool)
        order = self.shuffles.pop(0) if self.shuffles else pile
        if sorted(order) != sorted(pile):
            raise QuestionError(
                say(
                    "{where}.shuffles: expected {pile} in some order, not {order}",
                    where=self.path,
                    pile=pile,
                    order=order,
                )
            )
        return order


def _play(before: Position, turn: Turn) -> tuple[Position, Struct]:
    """Return the position after a turn and its log. Raises ``IllegalAction``."""
    _check_piece(before, turn)
    table = _Table(before.state, before.draw, list(turn.shuffles), turn.path)
    table.see(Step(*piles.reshuffle(before.state)))
    _walk(table, turn)
    if turn.memory is not None:
        _imprint(table, turn.memory)
    _clean_up(table, turn.discard)
    return replace(before, state=table.state, draw=table.draw), _log(table.events)


def _check_piece(before: Position, turn: Turn) -> None:
    state = before.state
    if state.players[state.current].piece is None:
        name = before.names[state.current]
        raise QuestionError(
            say(
                "{where}: {name} has no piece; give its space in the state",
                where=turn.path,
                name=name,
            )
        )


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
    table.take(actions.Imprint(emotion, space, memory.square, memory.pay))
    if table.state.phase is Phase.SHIFT:
        table.take(memory.move or actions.Stay())
    elif memory.move is not None:
        raise IllegalAction(memory.move, refuse("no-shift-due", "IC-ADV-5"))
    for tile in memory.values:
        if table.state.phase is not Phase.VALUE:
            raise IllegalAction(actions.PlaceValue(tile), refuse("no-value-due", "IC-VALUE-1"))
        table.take(actions.PlaceValue(tile))


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
