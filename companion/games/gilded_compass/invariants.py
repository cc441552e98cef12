"""Invariants of the state, checked after every action."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from companion.engine.game import Step
from companion.engine.piece_conservation import differences, of_kind
from companion.games.gilded_compass.buildings.building import DUMMY
from companion.games.gilded_compass.events import Corrected
from companion.games.gilded_compass.stacks import size
from companion.games.gilded_compass.state import Hand, Phase, State
from companion.games.gilded_compass.tiles import METALS
from companion.games.gilded_compass.variant import BLACK_DICE, DICE, DUMMY_DICE, FINAL

_TURNS: Final = frozenset({Phase.HELP, Phase.ROLL, Phase.PLACE, Phase.LIFT, Phase.PERSUADE})


def violations(before: State, step: Step[State]) -> tuple[str, ...]:
    """Return the invariants that the action leading from ``before`` to ``step`` broke."""
    after = step.state
    if after.variant.level == FINAL:
        return tuple(_declared_violations(after))
    broken = [*_dice(after), *_hand(after), *_buildings(after), *_tiles(after)]
    if not any(isinstance(event, Corrected) for event in step.events):
        broken += _order(before, after)
    return tuple(broken)


def _declared_violations(state: State) -> Iterator[str]:
    """Check the holdings entered at the end of a game that the box has not tracked."""
    for kind in ("maps", "specialists", "missions", "artifacts", "treasures"):
        yield from _too_many(state, kind, dict(state.variant.stack(kind)))


def _too_many(state: State, kind: str, there_are: Mapping[str, int]) -> Iterator[str]:
    extra = +differences(state, kind, there_are)
    if extra:
        yield f"{kind}: {dict(extra)} too many"


def placed(state: State) -> Counter[int]:
    """Return how many dice each owner has in the buildings."""
    dice: Counter[int] = Counter(state.library.dice)
    for group in state.archives.groups:
        dice[group.owner] += group.count
    dice.update(die.owner for die in state.university.row)
    for straights in (state.auction_house, state.guild):
        for straight in straights.straights if straights else ():
            dice[straight.owner] += len(straight.values)
    for crowds in (state.illuminati, state.galleon):
        for crowd in crowds.groups if crowds else ():
            dice[crowd.owner] += len(crowd.dice)
    dice.update(_claimed(state))
    return dice


def _claimed(state: State) -> Iterator[int]:
    """Yield the owners of dice in Temple and Tower."""
    for slot in state.temple.slots if state.temple else ():
        if slot.owner is not None:
            yield from (slot.owner, slot.owner)
    if state.tower is not None:
        halves = (*state.tower.left, *state.tower.right)
        yield from (owner for owner in halves if owner is not None)


def _dice(state: State) -> Iterator[str]:
    """Check that no die is lost or duplicated before buildings resolve (GC-SETUP-8, GC-VOC-8)."""
    if state.phase not in _TURNS or state.resolving >= 0:
        return
    dice = placed(state)
    for seat, player in enumerate(state.players):
        total = dice[seat] + player.unplaced
        if total not in (DICE, DICE + BLACK_DICE) or player.black > BLACK_DICE:
            yield f"dice: seat {seat} has {player.unplaced} in hand and {dice[seat]} placed"
    held = sum(player.dummy for player in state.players)
    share = DUMMY_DICE * len(state.players) * state.variant.dummy
    if held + dice[DUMMY] != share:
        yield f"dice: of {share} dummy dice {held} are held and {dice[DUMMY]} placed"
    if sum(dice[seat] + state.players[seat].unplaced > DICE for seat in state.seats) > 1:
        yield "dice: two players have black ones"


def _hand(state: State) -> Iterator[str]:
    if state.phase not in (Phase.ROLL, Phase.PLACE, Phase.LIFT, Phase.PERSUADE):
        if state.hand != Hand() and state.phase not in (Phase.DRAW, Phase.GIFT):
            yield f"hand: dice are shown in {state.phase}"
        return
    shown = [
        len(dice) + len(up) + left
        for dice, up, left in zip(
            (state.hand.own, state.hand.black, state.hand.dummy),
            (state.lifted.own, state.lifted.black, state.lifted.dummy),
            state.to_roll,
            strict=True,
        )
    ]
    player = state.player
    if shown != [player.own, player.black, player.dummy]:
        yield f"hand: seat {state.current} shows {shown}"


def _buildings(state: State) -> Iterator[str]:
    groups = [(group.value, group.count) for group in state.archives.groups]
    if len(set(groups)) < len(groups):
        yield f"archives: two groups are equal: {groups}"
    row = [die.value for die in state.university.row]
    if row != sorted(row) or len(row) > state.university.entrances:
        yield f"university: the row is {row}"
    for straights in (state.auction_house, state.guild):
        runs = (
            [(straight.low, straight.high) for straight in straights.straights] if straights else []
        )
        if len(set(runs)) < len(runs):
            yield f"straights: two are identical: {runs}"
    for crowds in (state.illuminati, state.galleon):
        sizes = [len(group.dice) for group in crowds.groups] if crowds else []
        if len(set(sizes)) < len(sizes):
            yield f"groups: two have the same number of dice: {sizes}"


def _tiles(state: State) -> Iterator[str]:
    """Check that no tile is duplicated: there are never more than the total."""
    for kind in ("maps", "specialists", "abilities"):
        not_in_stack = Counter(dict(state.variant.tiles(kind)))
        not_in_stack.subtract(dict(state.stack(kind)))
        yield from _too_many(state, kind, not_in_stack)
    total = of_kind(state, "treasures").total() + size(state.stack("treasures"))
    if total != size(state.variant.tiles("treasures")):
        yield f"treasures: there are {total}"
    trophies = sum(len(player.trophies) for player in state.players)
    if trophies > sum(size(state.variant.tiles(metal)) for metal in METALS):
        yield f"trophies: players have {trophies}"
    if any(player.knowledge < 0 for player in state.players):
        yield "knowledge: somebody has less than none"


def _order(before: State, after: State) -> Iterator[str]:
    """Check that turns go clockwise, and rounds one by one (GC-ROUND-3, GC-ROUND-6)."""
    seats = len(after.players)
    turned = before.phase is Phase.PLACE and after.phase is Phase.ROLL and not after.extra
    if turned and before.round == after.round and before.hand != Hand() and not before.extra:
        rolled_again = after.current == before.current and not after.own_placed
        if after.current != (before.current + 1) % seats and not rolled_again:
            yield f"turns: seat {before.current} is followed by {after.current}"
    if after.round not in (before.round, before.round + 1):
        yield f"rounds: {before.round} is followed by {after.round}"
    if after.round == before.round + 1 > 1 and after.start != (before.start + 1) % seats:
        yield f"rounds: the start marker goes from {before.start} to {after.start}"
