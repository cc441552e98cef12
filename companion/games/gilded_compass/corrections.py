"""What the table may set by hand, outside the rules; each correction is marked in the log."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from companion.engine.evolve import replace
from companion.engine.game import Correction, Refusal, Step
from companion.games.gilded_compass.actions import (
    CorrectAbility,
    CorrectDie,
    CorrectGold,
    CorrectKnowledge,
)
from companion.games.gilded_compass.buildings.dice import FACES
from companion.games.gilded_compass.events import Corrected
from companion.games.gilded_compass.refusals import refuse
from companion.games.gilded_compass.rolling import moved, names
from companion.games.gilded_compass.stacks import left_of
from companion.games.gilded_compass.state import Phase, State
from companion.games.gilded_compass.tiles import ABILITIES

CHANGES: Final = (1, -1, 2, -2, 5, -5)
"""The amounts by which gold and knowledge can be corrected."""


def corrections(state: State) -> tuple[Correction, ...]:
    """Return all corrections that are possible now."""
    possible: list[Correction] = [CorrectGold(seat, n) for seat in state.seats for n in CHANGES]
    possible += [CorrectKnowledge(seat, n) for seat in state.seats for n in CHANGES]
    possible += [CorrectDie(die, value) for die in names(state.hand) for value in FACES]
    possible += [
        CorrectAbility(seat, ability, has)
        for seat in state.seats
        for ability in ABILITIES
        for has in (True, False)
    ]
    return tuple(correction for correction in possible if why_not(state, correction) is None)


def why_not(state: State, action: Correction) -> Refusal | None:
    """Return why a correction is not possible."""
    if getattr(action, "player", 0) not in state.seats:
        return refuse("no-such-seat", "GC-SETUP-1")
    if state.phase in (Phase.START, Phase.DEAL):
        return refuse("not-yet", "GC-SETUP-9")
    return _CORRECTIONS[type(action)][0](state, action)


def _why_not_gold(_state: State, action: CorrectGold) -> Refusal | None:
    return None if action.change in CHANGES else refuse("no-such-change", "GC-END-1")


def _why_not_knowledge(state: State, action: CorrectKnowledge) -> Refusal | None:
    if action.change not in CHANGES:
        return refuse("no-such-change", "GC-END-KNOW")
    if state.players[action.player].knowledge + action.change < 0:
        return refuse("no-knowledge", "GC-END-KNOW")
    return None


def _why_not_die(state: State, action: CorrectDie) -> Refusal | None:
    if state.phase is not Phase.PLACE:
        return refuse("no-dice-rolled", "GC-TURN-1")
    wrong = action.die not in names(state.hand) or action.value not in FACES
    if wrong or str(action.die).endswith(str(action.value)):
        return refuse("no-such-die", "GC-TURN-1")
    return None


def _why_not_ability(state: State, action: CorrectAbility) -> Refusal | None:
    left = dict(left_of(state.stack("abilities"), ()))
    held = state.players[action.player].abilities
    known = action.has in (True, False)
    if known and (left.get(action.ability) if action.has else action.ability in held):
        return _why_not_while_asked(state)
    return refuse("no-such-ability", "GC-ABIL-END")


def _why_not_while_asked(state: State) -> Refusal | None:
    """Return a refusal while somebody is offered an ability or tiles are being laid out."""
    asked = (Phase.HELP, Phase.GIFT, Phase.LAY)
    return refuse("answer-first", "GC-ABIL-END") if state.phase in asked else None


def apply(state: State, action: Correction) -> Step[State]:
    """Return the state after a correction."""
    rule, apply_ = _CORRECTIONS[type(action)][1:]
    return Step(apply_(state, action), (Corrected(rule),))


def _set_gold(state: State, action: CorrectGold) -> State:
    corrected = state.players[action.player].corrected + action.change
    return state.with_player(action.player, corrected=corrected)


def _set_knowledge(state: State, action: CorrectKnowledge) -> State:
    knowledge = state.players[action.player].knowledge + action.change
    return state.with_player(action.player, knowledge=knowledge)


def _set_die(state: State, action: CorrectDie) -> State:
    return replace(state, hand=moved(state.hand, action.die, value=action.value))


def _set_ability(state: State, action: CorrectAbility) -> State:
    """Give a player an ability from the stack, or put one back."""
    abilities = list(state.players[action.player].abilities)
    stack_counts = dict(state.stack("abilities"))
    if action.has:
        abilities.append(action.ability)
    else:
        abilities.remove(action.ability)
    stack_counts[action.ability] = stack_counts.get(action.ability, 0) + (-1 if action.has else 1)
    stack = tuple(
        (ability, stack_counts[ability]) for ability in ABILITIES if stack_counts.get(ability)
    )
    stacks = state.with_stack("abilities", stack)
    return replace(state.with_player(action.player, abilities=tuple(abilities)), stacks=stacks)


_CORRECTIONS: Final[
    Mapping[
        type[Correction],
        tuple[Callable[[State, Any], Refusal | None], str, Callable[[State, Any], State]],
    ]
] = MappingProxyType(
    {
        CorrectGold: (_why_not_gold, "GC-END-1", _set_gold),
        CorrectKnowledge: (_why_not_knowledge, "GC-LIB-2", _set_knowledge),
        CorrectDie: (_why_not_die, "GC-TURN-1", _set_die),
        CorrectAbility: (_why_not_ability, "GC-ABIL-END", _set_ability),
    }
)
