"""Corrections: changes by hand outside the rules, marked in the log."""

from typing import Final

from msgspec.structs import replace

from companion.engine.every import act, among, only_in, seats
from companion.engine.figures import figure
from companion.engine.game import Correction, Refusal, Step
from companion.engine.holdings import Reopen
from companion.engine.wording import refuse
from companion.games.gilded_compass import actions
from companion.games.gilded_compass.buildings.dice import FACES
from companion.games.gilded_compass.entering import ENTERING
from companion.games.gilded_compass.events import Corrected
from companion.games.gilded_compass.rolling import moved, names
from companion.games.gilded_compass.scoring import open_lines
from companion.games.gilded_compass.state import ALL_OPEN, Phase, State
from companion.games.gilded_compass.tile_corrections import TILES
from companion.games.gilded_compass.tiles import ABILITIES
from companion.games.gilded_compass.variant import FINAL

_CHANGES: Final = (1, -1, 2, -2, 5, -5)
"""The amounts by which gold and knowledge can be corrected."""
_GOLD: Final = among(_CHANGES, "no-such-change", "GC-END-1")
_KNOWLEDGE: Final = among(_CHANGES, "no-such-change", "GC-END-KNOW")
_WITH_DICE: Final = only_in((Phase.PLACE,), "no-dice-rolled", "GC-TURN-1")


def why_no_correction(state: State, action: Correction) -> Refusal | None:
    """Return the refusal of every correction: its seat, or the phase."""
    if isinstance(action, Reopen):
        return None
    if getattr(action, "player", 0) not in state.seats:
        return refuse("no-such-seat", "GC-SETUP-1")
    if state.phase in (Phase.START, Phase.DEAL) or state.variant.level == FINAL:
        return refuse("not-yet", "GC-SETUP-9")
    return None


def _why_not_knowledge(state: State, action: actions.CorrectKnowledge) -> Refusal | None:
    below = state.players[action.player].knowledge + action.change < 0
    return refuse("no-knowledge", "GC-END-KNOW") if below else None


def _why_not_die(state: State, action: actions.CorrectDie) -> Refusal | None:
    is_valid = action.die in names(state.hand) and action.value in FACES
    shown = str(action.die).endswith(str(action.value))
    return None if is_valid and not shown else refuse("no-such-die", "GC-TURN-1")


def _other_rounds(state: State) -> list[int]:
    rounds = () if state.phase in ALL_OPEN else range(1, state.variant.table.rounds + 1)
    return [number for number in rounds if number != state.round]


def _set_round(state: State, action: actions.CorrectRound) -> Step[State]:
    return Step(replace(state, round=action.round), (Corrected("GC-ROUND-7"),))


def _why_not_ability(state: State, action: actions.CorrectAbility) -> Refusal | None:
    left = dict(state.stack("abilities"))
    held = state.players[action.player].abilities
    is_valid = action.has in (True, False)
    if is_valid and (left.get(action.ability) if action.has else action.ability in held):
        return _why_not_while_pending(state)
    return refuse("no-such-ability", "GC-ABIL-END")


def _why_not_while_pending(state: State) -> Refusal | None:
    """Return a refusal while an ability is offered or tiles are being laid out."""
    pending_phases = (Phase.HELP, Phase.GIFT, Phase.LAY)
    return refuse("answer-first", "GC-ABIL-END") if state.phase in pending_phases else None


def _dice(state: State) -> tuple[str, ...]:
    return names(state.hand)


def _gold(state: State, seat: int) -> int:
    return sum(line.points for line in open_lines(state, seat))


def _add_gold(state: State, seat: int, change: int) -> Step[State]:
    corrected = state.players[seat].corrected + change
    return Step(state.with_player(seat, corrected=corrected), (Corrected("GC-END-1"),))


def _set_knowledge(state: State, action: actions.CorrectKnowledge) -> Step[State]:
    knowledge = state.players[action.player].knowledge + action.change
    return Step(state.with_player(action.player, knowledge=knowledge), (Corrected("GC-LIB-2"),))


def _set_die(state: State, action: actions.CorrectDie) -> Step[State]:
    hand = moved(state.hand, action.die, value=action.value)
    return Step(replace(state, hand=hand), (Corrected("GC-TURN-1"),))


def _set_ability(state: State, action: actions.CorrectAbility) -> Step[State]:
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
    after = replace(state.with_player(action.player, abilities=tuple(abilities)), stacks=stacks)
    return Step(after, (Corrected("GC-ABIL-END"),))


CORRECTIONS: Final = (
    *figure(actions.CorrectGold, _GOLD, _gold, _add_gold, rule="GC-END-1"),
    act(
        actions.CorrectKnowledge,
        _set_knowledge,
        _why_not_knowledge,
        player=seats,
        change=_KNOWLEDGE,
    ),
    act(
        actions.CorrectRound,
        _set_round,
        round=among(_other_rounds, "no-such-round", "GC-ROUND-7"),
    ),
    act(actions.CorrectDie, _set_die, _why_not_die, barred=_WITH_DICE, die=_dice, value=FACES),
    act(
        actions.CorrectAbility,
        _set_ability,
        _why_not_ability,
        player=seats,
        ability=ABILITIES,
        has=(True, False),
    ),
    TILES,
    ENTERING.correction,
)
