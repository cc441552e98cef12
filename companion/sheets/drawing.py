"""Dice that are rolled and cards that are drawn by the box for the whole table."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.engine.game import Action, Step
from companion.sheets import actions, events
from companion.sheets.plan import Plan
from companion.sheets.state import Draw, Phase, TableState

RULE = "SH-DRAW-1"


def rolls(state: TableState) -> Iterator[actions.RollDice]:
    """Yield the numbers of dice that can be rolled, all of them first.

    Fewer can be rolled only where all dice are alike.
    """
    dice = state.plan.dice
    if len({*dice}) == 1:
        yield from map(actions.RollDice, range(len(dice), 0, -1))
    elif dice:
        yield actions.RollDice(len(dice))


def draws(state: TableState) -> Iterator[Action]:
    """Yield what can be done with the cards: drawing one, and shuffling them."""
    if state.plan.cards:
        yield actions.DrawCard()
    if state.drawn:
        yield actions.ShuffleCards()


def roll_dice(state: TableState, action: actions.RollDice) -> Step[TableState]:
    """Have the box roll some dice."""
    draw = Draw(state.phase, action.dice)
    return Step(replace(state, phase=Phase.DRAW, draw=draw, rolled=()), ())


def draw_card(state: TableState, _action: actions.DrawCard) -> Step[TableState]:
    """Have the box draw a card; once all are drawn, they are shuffled first."""
    drawn = () if len(state.drawn) == len(state.plan.cards) else state.drawn
    return Step(replace(state, phase=Phase.DRAW, draw=Draw(state.phase), drawn=drawn), ())


def shuffle_cards(state: TableState, _action: actions.ShuffleCards) -> Step[TableState]:
    """Put all cards back, to be drawn again."""
    return Step(replace(state, drawn=()), (events.CardsShuffled(RULE),))


def outcomes(state: TableState) -> tuple[tuple[Action, float], ...]:
    """Return the values of the next die, or the cards that are not drawn yet."""
    if state.draw is None:
        return ()
    found: tuple[Action, ...]
    if state.draw.dice:
        sides = state.plan.dice[len(state.rolled)]
        found = tuple(actions.RollDie(value) for value in range(1, sides + 1))
    else:
        found = tuple(map(actions.TurnCard, remaining(state)))
    return tuple((action, 1 / len(found)) for action in found)


def possible(state: TableState) -> tuple[Action, ...]:
    """Return what the box can draw next."""
    return tuple(action for action, _ in outcomes(state))


def remaining(state: TableState) -> tuple[int, ...]:
    """Return the cards that are not drawn yet, by their place in the sheet."""
    return tuple(card for card in range(len(state.plan.cards)) if card not in state.drawn)


def roll_die(state: TableState, action: actions.RollDie) -> Step[TableState]:
    """Show one die; the last one ends the roll."""
    assert state.draw is not None  # noqa: S101 - the phase is for a draw
    rolled = (*state.rolled, action.value)
    if len(rolled) < state.draw.dice:
        return Step(replace(state, rolled=rolled), ())
    after = replace(state, phase=state.draw.phase, draw=None, rolled=rolled)
    return Step(after, (events.DiceRolled(RULE, values_text(rolled), sum(rolled)),))


def turn_card(state: TableState, action: actions.TurnCard) -> Step[TableState]:
    """Show the card that was drawn."""
    assert state.draw is not None  # noqa: S101 - the phase is for a draw
    after = replace(state, phase=state.draw.phase, draw=None, drawn=(*state.drawn, action.card))
    return Step(after, (events.CardDrawn(RULE, action.card),))


def called_off(state: TableState) -> TableState:
    """Return the state that continues without the draw that is under way."""
    return state if state.draw is None else replace(state, phase=state.draw.phase, draw=None)


def values_text(rolled: tuple[int, ...]) -> str:
    """Return the values of dice as a text."""
    return " ".join(map(str, rolled))


def used(plan: Plan) -> bool:
    """Return whether the box draws anything during the game."""
    return bool(plan.dice or plan.cards)
