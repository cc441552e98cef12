"""Texts of a table on displays: prompts, summary, status, and the names of actions."""

from collections.abc import Iterator, Mapping
from typing import Final

from companion.engine.game import Action, Line
from companion.engine.text import Param, Seat, Text, text
from companion.engine.wording import Words, minus, names, seat, signed
from companion.sheets import drawing, order, play, scoring
from companion.sheets.plan import Plan, category_name, name_text
from companion.sheets.state import COUNTING, Phase, TableState

_NAMED: Final = 1
"""The most winners that are named in a line of a low panel."""


def prompt(state: TableState, _player: int) -> Text:
    """Return the prompt for the next action."""
    phase = state.phase
    if phase in COUNTING:
        found = play.category_due(state)
        if found is not None:
            return text("sheet.prompt.count", player=Seat(found[1]), what=category_name(found[0]))
    if phase is Phase.OVER:
        return _outcome(state)
    if phase is Phase.TURN:
        return _turn(state)
    if phase is Phase.TOGETHER and state.plan.phases:
        return text("sheet.prompt.phase", part=name_text(state.plan.phases[state.part]))
    return text(f"sheet.prompt.{phase.value}")


def _turn(state: TableState) -> Text:
    if state.back_to is not None and state.back_to in state.present:
        turn = Seat(state.back_to)
        return text("sheet.prompt.interjected", player=Seat(state.current), turn=turn)
    if state.plan.phases:
        part = name_text(state.plan.phases[state.part])
        return text("sheet.prompt.part", player=Seat(state.current), part=part)
    return text("sheet.prompt.turn", player=Seat(state.current))


def _outcome(state: TableState) -> Text:
    won = scoring.winners(state)
    if not scoring.has_winner(state):
        return text("sheet.prompt.nobody")
    if not won:
        return text("sheet.prompt.lost")
    if state.plan.wins == "together":
        return text("sheet.all_won")
    if len(won) > _NAMED:
        return text("sheet.prompt.shared", n=len(won))
    return text("sheet.prompt.won", player=names(won))


def status(state: TableState) -> Text:
    """Return the round, with the dealer."""
    if state.phase is Phase.OVER:
        return text("sheet.status.over")
    dealer = order.dealer(state)
    number = _round_number(state)
    return (
        number if dealer is None else text("sheet.status.deals", round=number, dealer=Seat(dealer))
    )


def _round_number(state: TableState) -> Text:
    if state.ending or state.owed is not None:
        return text("sheet.status.last", round=state.round)
    if state.rounds:
        return text("sheet.status.of", round=state.round, rounds=state.rounds)
    return text("sheet.status.round", round=state.round)


def is_open(state: TableState) -> bool:
    """Return whether totals are shown."""
    return not state.plan.hidden or state.phase is Phase.OVER


def summary(state: TableState) -> tuple[Line, ...]:
    """Return the players in the order of the round, at the end by rank."""
    if state.phase is Phase.OVER:
        return (*_ranking(state), *_of_table(state))
    seats = state.order or tuple(range(len(state.players)))
    lines = (_line(state, each) for each in seats if not state.players[each].left)
    return (*lines, *_of_table(state))


def _of_table(state: TableState) -> Iterator[Line]:
    """Yield what belongs to the whole table: the last dice and card, and the counters."""
    if state.rolled:
        rolled = text("table.value", value=drawing.values_text(state.rolled))
        yield Line(text("sheet.dice"), rolled)
    if state.drawn:
        yield Line(text("sheet.card"), name_text(state.plan.cards[state.drawn[-1]]))
    for counter, value in zip(state.plan.counters, state.counters, strict=True):
        yield Line(name_text(counter.name), text("table.value", value=minus_only(value)))


def _line(state: TableState, seat_: int) -> Line:
    acts = state.phase is Phase.TURN and state.current == seat_
    found = play.category_due(state) if state.phase in COUNTING else None
    waits = state.phase is Phase.TOGETHER and seat_ in play.unready(state)
    marked = acts or waits or (found is not None and found[1] == seat_)
    return Line(
        text("table.player", player=Seat(seat_)),
        _right(state, seat_),
        mark="turn" if marked else "",
    )


def _right(state: TableState, seat_: int) -> Text | None:
    player = state.players[seat_]
    if player.out_at:
        return text("sheet.line.out")
    if player.passed:
        return text("sheet.line.passed")
    if player.ahead:
        return text("sheet.line.ahead")
    return _points(state, seat_)


def _points(state: TableState, seat_: int) -> Text | None:
    if not state.plan.has_points or not is_open(state):
        return None
    return text("table.value", value=scoring.total(state, seat_))


def _ranking(state: TableState) -> list[Line]:
    won = scoring.winners(state)
    ranked = scoring.sums(state, scoring.standing(state))
    seats = [seat_ for seat_, player in enumerate(state.players) if not player.left]
    lines = []
    for seat_ in sorted(seats, key=lambda it: (it not in won, -ranked[it])):
        better = sum(ranked[other] > ranked[seat_] for other in seats)
        place = 1 if seat_ in won else 1 + max(len(won), better)
        left = text("sheet.line.rank", place=place, player=Seat(seat_))
        lines.append(Line(left, _points(state, seat_), mark="turn" if seat_ in won else ""))
    return lines


class SheetWords(Words, frozen=True):
    """Texts of one sheet, with the names of its categories."""

    categories: Mapping[str, Text] = {}
    counters: Mapping[str, Text] = {}
    cards: tuple[Text, ...] = ()

    def value_name(self, name: str, value: object) -> Param:
        """Return the value of an action's field in words, as an item of a menu."""
        if name == "category":
            return self.categories.get(str(value), text(f"category.{value}"))
        if name == "counter":
            return self.counters.get(str(value), str(value))
        if name == "card" and isinstance(value, int) and value in range(len(self.cards)):
            return self.cards[value]
        return super().value_name(name, value)

    def action_name(self, action: Action) -> Text:
        """Return an action in words, as an item of a menu."""
        named = super().action_name(action)
        if "won" in named.params:
            return text("sheet.all_won" if named.params["won"] == "True" else "sheet.all_lost")
        return named


def words_of(plan: Plan) -> SheetWords:
    """Return the texts of a sheet."""
    values = {
        "points": signed,
        "change": signed,
        "count": minus_only,
        "value": minus_only,
        "least": minus_only,
        "player": seat,
    }
    names = {each.id: category_name(each) for each in plan.categories}
    counters = {each.id: name_text(each.name) for each in plan.counters}
    cards = tuple(map(name_text, plan.cards))
    return SheetWords(values, categories=names, counters=counters, cards=cards)


def minus_only(value: object) -> Param:
    """Return a number, with a true minus if it is below zero."""
    return minus(value) if isinstance(value, int) and value < 0 else str(value)
