"""Dice in a hand: rolling them, rolling some again, turning some.

A roll is entered in small steps: for five or more dice, how many show a 1, a 2 and so on; for fewer
dice, one die at a time. Either way, a roll takes at most five choices, and the probabilities in
``outcomes`` make all rolls as likely as with fair dice.
"""

from collections.abc import Iterable
from math import comb
from typing import Final

from msgspec.structs import replace

from companion.engine.action_kinds import Act, refuse_unlisted
from companion.engine.every import among, choice
from companion.engine.game import Action, Event, Refusal, Step
from companion.engine.wording import refuse
from companion.games.gilded_compass import actions
from companion.games.gilded_compass.buildings.dice import FACES, UNSEEN, Dice, difference, together
from companion.games.gilded_compass.events import (
    AbilityUsed,
    DieTurned,
    KnowledgeSpent,
    Rolled,
    TurnBegan,
)
from companion.games.gilded_compass.state import Hand, Phase, Player, State
from companion.games.gilded_compass.tiles import PERSUASION

_COUNTED: Final = 5
"""The fewest dice that are counted by value, instead of entered one by one."""
MOST_TURNED: Final = 2
"""The most dice that Persuasion turns (GC-R21)."""
_SETS: Final = ("own", "black", "dummy")


def begin(state: State, seat: int, events: Iterable[Event], *, extra: bool = False) -> Step[State]:
    """Begin a player's turn: all unplaced dice are rolled (GC-TURN-1, GC-DUMMY-1)."""
    player = state.players[seat]
    state = replace(
        state,
        phase=Phase.ROLL,
        current=seat,
        hand=Hand(),
        own_placed=False,
        dummy_placed=False,
        extra=extra,
        to_roll=(player.own, player.black, player.dummy),
        face=0,
    )
    if state.unseen_dice:
        state = replace(state, phase=Phase.PLACE, hand=_unseen(player), to_roll=(0, 0, 0))
    rule = "GC-ABIL-GIFT" if extra else "GC-TURN-1"
    return Step(state, (*events, TurnBegan(rule, seat, player.unplaced, extra)))


def _unseen(player: Player) -> Hand:
    """Return a player's dice in hand if the box is not told their values."""
    return Hand(*((UNSEEN,) * count for count in (player.own, player.black, player.dummy)))


def rolled_set(state: State) -> int:
    """Return which dice are being entered: 0 own, 1 black, 2 the dummy's."""
    return next((i for i, count in enumerate(state.to_roll) if count), 0)


def rolled_value(state: State) -> int:
    """Return the value being counted, 0 if dice are entered one by one."""
    if state.face:
        return state.face
    return 1 if state.to_roll[rolled_set(state)] >= _COUNTED else 0


def outcomes(state: State) -> tuple[tuple[Action, float], ...]:
    """Return the possible next entries, with probabilities."""
    left = state.to_roll[rolled_set(state)]
    value = rolled_value(state)
    if not value:
        return tuple((actions.Roll(value, 1), 1 / len(FACES)) for value in FACES)
    chance = 1 / (FACES[-1] - value + 1)
    if value == FACES[-1]:
        return ((actions.Roll(value, left), 1.0),)
    return tuple(
        (actions.Roll(value, n), comb(left, n) * chance**n * (1 - chance) ** (left - n))
        for n in range(left + 1)
    )


def why_not_roll(state: State, action: actions.Roll) -> Refusal | None:
    """Return why dice cannot have the values in an action."""
    if any(action == possible for possible, _ in outcomes(state)):
        return None
    return refuse("no-such-roll", "GC-TURN-1", n=state.to_roll[rolled_set(state)])


def roll(state: State, action: actions.Roll) -> Step[State]:
    """Record the values of some dice; after the last one the roll is known."""
    i = rolled_set(state)
    counted = rolled_value(state)
    to_roll = tuple(n - action.count * (i == j) for j, n in enumerate(state.to_roll))
    shown = together(getattr(state.hand, _SETS[i]), (action.value,) * action.count)
    hand = replace(state.hand, **{_SETS[i]: shown})
    following = counted + 1 if counted and to_roll[i] else 0
    state = replace(state, hand=hand, to_roll=to_roll, face=following)
    if any(to_roll):
        return Step(state, ())
    faces = (dice_text(dice) or "-" for dice in (hand.own, hand.black, hand.dummy))
    rolled = Rolled("GC-TURN-1", state.current, *faces)
    return Step(replace(state, phase=Phase.PLACE), (rolled,))


def dice_text(dice: Iterable[int]) -> str:
    """Return dice as actions name them: ``334``."""
    return "".join(map(str, dice))


def own_dice(hand: Hand) -> Dice:
    """Return the own dice of a hand, black ones included (GC-VOC-8)."""
    return together(hand.own, hand.black)


def without_own(hand: Hand, dice: Dice) -> Hand:
    """Return a hand without the own dice that are being placed.

    Of two dice with the same value, the black one is placed first: it counts the same (GC-LIB-4),
    but is lost if it stays in the hand (GC-ABIL-HELP).
    """
    if UNSEEN in own_dice(hand):
        dice = (UNSEEN,) * len(dice)
    black = difference(hand.black, dice)
    rest = difference(dice, hand.black)
    return replace(hand, own=difference(hand.own, rest), black=black)


def names(hand: Hand) -> tuple[str, ...]:
    """Return the different dice of a hand by their names: ``3``, ``black-3``, ``dummy-3``.

    Dice with unknown values have none.
    """
    return tuple(
        str(value) if kind == _SETS[0] else f"{kind}-{value}"
        for kind in _SETS
        for value in dict.fromkeys(getattr(hand, kind))
        if value != UNSEEN
    )


def _split(die: str) -> tuple[str, int]:
    """Return the set and the value of a die."""
    kind, _, value = str(die).rpartition("-")
    return kind or _SETS[0], int(value)


def moved(hand: Hand, die: str, *, value: int | None = None) -> Hand:
    """Return a hand without one die, or with that die turned to a value."""
    kind, shown = _split(die)
    left = difference(getattr(hand, kind), (shown,))
    return replace(hand, **{kind: left if value is None else together(left, (value,))})


def why_not_before(state: State) -> Refusal | None:
    """Return why no dice can be turned or rolled again: only before any are placed."""
    if state.own_placed or state.dummy_placed:
        return refuse("placed-already", "GC-TURN-2")
    return None


def placeable(state: State) -> Hand:
    """Return the dice in the hand that can still be placed in this turn, by kind."""
    hand = replace(state.hand, own=(), black=()) if state.own_placed else state.hand
    return replace(hand, dummy=()) if state.dummy_placed else hand


def why_not_spend(state: State, _action: actions.SpendKnowledge) -> Refusal | None:
    """Return why no dice can be rolled again (GC-TURN-2, GC-TURN-6, GC-R37)."""
    if not state.player.knowledge:
        return refuse("no-knowledge", "GC-TURN-2")
    return None if state.variant.flags.rerolls_after_placing else why_not_before(state)


def spend(state: State, _action: actions.SpendKnowledge) -> Step[State]:
    """Give a knowledge tile back; next, dice are picked up, possibly unknown to the box."""
    seat = state.current
    state = state.with_player(seat, knowledge=state.player.knowledge - 1)
    spent = KnowledgeSpent("GC-TURN-2", seat)
    following = Phase.PLACE if state.unseen_dice else Phase.LIFT
    return Step(replace(state, phase=following, lifted=Hand()), (spent,))


def lifts(state: State) -> tuple[str, ...]:
    """Return the dice that can be lifted, without those that have to stay in the hand."""
    return names(placeable(state))


def lift(state: State, action: actions.Lift) -> Step[State]:
    """Pick up a die."""
    kind, value = _split(action.die)
    up = together(getattr(state.lifted, kind), (value,))
    lifted = replace(state.lifted, **{kind: up})
    return Step(replace(state, hand=moved(state.hand, action.die), lifted=lifted), ())


def why_not_roll_lifted(state: State, _action: actions.RollLifted) -> Refusal | None:
    """Return why nothing can be rolled: at least one die must be picked up (GC-TURN-2)."""
    return refuse("lift-first", "GC-TURN-2") if state.lifted == Hand() else None


def roll_lifted(state: State, _action: actions.RollLifted) -> Step[State]:
    """Roll the dice that were picked up."""
    up = state.lifted
    to_roll = (len(up.own), len(up.black), len(up.dummy))
    return Step(replace(state, phase=Phase.ROLL, to_roll=to_roll, lifted=Hand(), face=0), ())


def why_not_roll_all(state: State, _action: actions.RollAll) -> Refusal | None:
    """Return why all dice cannot be rolled: some have already been picked up."""
    return refuse("lifted-already", "GC-TURN-2") if state.lifted != Hand() else None


def roll_all(state: State, _action: actions.RollAll) -> Step[State]:
    """Roll all dice again that can still be placed in this turn."""
    lifted = placeable(state)
    kept = Hand(*(difference(getattr(state.hand, kind), getattr(lifted, kind)) for kind in _SETS))
    return roll_lifted(replace(state, hand=kept, lifted=lifted), actions.RollLifted())


def why_not_persuade(state: State, _action: actions.Persuade) -> Refusal | None:
    """Return why no dice can be turned (GC-ABIL-PERS)."""
    if PERSUASION not in state.player.abilities:
        return refuse("no-such-ability", "GC-ABIL-PERS")
    return why_not_before(state)


def persuade(state: State, _action: actions.Persuade) -> Step[State]:
    """Spend Persuasion; next, dice are turned, possibly unknown to the box (GC-ABIL-PERS)."""
    state, used = use(state, state.current, PERSUASION, "GC-ABIL-PERS")
    following = Phase.PLACE if state.unseen_dice else Phase.PERSUADE
    return Step(replace(state, phase=following, turned=0), used)


def use(state: State, seat: int, ability: str, rule: str) -> tuple[State, tuple[Event, ...]]:
    """Return the state after spending an ability tile, which leaves the game."""
    abilities = list(state.players[seat].abilities)
    abilities.remove(ability)
    state = state.with_player(seat, abilities=tuple(abilities))
    return state, (AbilityUsed(rule, seat, ability),)


def turns(state: State) -> tuple[Action, ...]:
    """Return the ways to turn a die, including dummy dice in the hand (GC-R21)."""
    return tuple(
        actions.TurnDie(die, value)
        for die in names(state.hand)
        for value in FACES
        if value != _split(die)[1]
    )


why_not_turn_die: Final = refuse_unlisted(turns, "no-such-die", "GC-ABIL-PERS")
"""Says why a die cannot be turned to a value."""


def turn_die(state: State, action: actions.TurnDie) -> Step[State]:
    """Turn a die; the second one is the last (GC-R21)."""
    hand = moved(state.hand, action.die, value=action.value)
    turned = state.turned + 1
    phase = Phase.PLACE if turned == MOST_TURNED else Phase.PERSUADE
    event = DieTurned("GC-ABIL-PERS", state.current, action.die, action.value)
    return Step(replace(state, hand=hand, turned=turned, phase=phase), (event,))


def why_not_enough(state: State, _action: actions.Enough) -> Refusal | None:
    """Return why the player cannot stop yet: at least one die must be turned."""
    return None if state.turned else refuse("turn-first", "GC-ABIL-PERS")


def keep_dice(state: State, _action: actions.Enough) -> Step[State]:
    """Turn no second die."""
    return Step(replace(state, phase=Phase.PLACE), ())


ROLL: Final = Act(actions.Roll, roll, why_not_roll)
SPEND: Final = Act(actions.SpendKnowledge, spend, why_not_spend)
PERSUADE: Final = Act(actions.Persuade, persuade, why_not_persuade)
LIFTING: Final = (
    Act(actions.RollLifted, roll_lifted, why_not_roll_lifted),
    Act(actions.RollAll, roll_all, why_not_roll_all),
    choice(actions.Lift, lift, die=among(lifts, "no-such-die", "GC-TURN-2")),
)
"""Actions while dice are picked up."""
TURNING: Final = (
    Act(actions.Enough, keep_dice, why_not_enough),
    Act(actions.TurnDie, turn_die, why_not_turn_die, turns),
)
"""Actions while dice are turned."""
