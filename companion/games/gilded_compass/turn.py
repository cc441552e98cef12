"""Placing dice: one's own, also with Will to Win, and the dummy's (GC-TURN, GC-DUMMY)."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from companion.engine.action_kinds import Act
from companion.engine.game import Event, Refusal, Step
from companion.engine.wording import refuse
from companion.games.gilded_compass.actions import EndTurn, Place, PlaceDummy, WillToWin
from companion.games.gilded_compass.buildings import ARCHIVES, LIBRARY, TEMPLE
from companion.games.gilded_compass.buildings.building import (
    DUMMY,
    Placement,
    PlacementResult,
    possible,
)
from companion.games.gilded_compass.buildings.dice import (
    FACES,
    UNSEEN,
    Dice,
    difference,
    holds,
    shown,
)
from companion.games.gilded_compass.events import (
    DicePlaced,
    DiePushed,
    DummyPlaced,
    LastLap,
    TreasuresDrawn,
)
from companion.games.gilded_compass.rolling import dice_text, own_dice, use, without_own
from companion.games.gilded_compass.state import Drawing, Phase, State
from companion.games.gilded_compass.tiles import WILL_TO_WIN

RULES: Final = {
    ARCHIVES: "GC-ARCHIVE-1",
    "university": "GC-UNI-1",
    LIBRARY: "GC-TURN-4",
    "auction_house": "GC-RUN-1",
    "guild": "GC-RUN-1",
    TEMPLE: "GC-TEMPLE-1",
    "illuminati": "GC-ILLUMINATI-2",
    "galleon": "GC-GALLEON-2",
    "tower": "GC-TOWER-1",
}
"""The rule for placing dice in each building."""


def placements(state: State) -> Iterator[Place]:
    """Yield the possible placements of own dice, each in one building (GC-TURN-3, GC-R7).

    A single die may always go to the Library, so there is always a legal placement (GC-TURN-4,
    GC-TURN-5).
    """
    return (action for action, _ in _own(state))


def willed(state: State) -> Iterator[WillToWin]:
    """Yield the possible placements with Will to Win, of own dice only (GC-ABIL-WILL)."""
    return (action for action, _ in _willed(state))


def dummy_placements(state: State) -> Iterator[PlaceDummy]:
    """Yield the possible placements of dummy dice, before or after own dice (GC-DUMMY-2, GC-R27).

    The dummy is an additional player, whose groups everybody may extend (GC-DUMMY-3).
    """
    return (action for action, _ in _dummy(state))


def _own(state: State) -> Iterator[tuple[Place, Placement]]:
    dice = own_dice(state.hand)
    for name in () if state.own_placed else state.variant.buildings:
        listed = possible(state.building(name), state.current, shown(dice))
        for option in _within(dice, listed):
            yield Place(name, dice_text(option.dice), *_where(name, option)), option


def _willed(state: State) -> Iterator[tuple[WillToWin, Placement]]:
    if state.own_placed or WILL_TO_WIN not in state.player.abilities:
        return
    dice = own_dice(state.hand)
    for name in state.variant.buildings:
        for option in _within(dice, state.building(name).willed(state.current, shown(dice))):
            spot, lost = option.spot or 0, option.lost or 0
            yield WillToWin(name, dice_text(option.dice), spot, lost), option


def _dummy(state: State) -> Iterator[tuple[PlaceDummy, Placement]]:
    if state.dummy_placed or not state.hand.dummy:
        return
    dice = state.hand.dummy
    for name in state.variant.buildings:
        for option in _within(dice, possible(state.building(name), DUMMY, shown(dice))):
            yield PlaceDummy(name, dice_text(option.dice), *_where(name, option)), option


def _within(dice: Dice, options: Iterable[Placement]) -> Iterator[Placement]:
    """Yield placements of at most the available dice; unseen ones may have any value."""
    return (option for option in options if len(option.dice) <= len(dice))


def _where(name: str, placement: Placement) -> tuple[int, int]:
    """Return the fields ``group`` and ``slot`` of a placement."""
    if name == TEMPLE:
        return 0, (placement.spot or 0) + 1
    return placement.spot or 0, 0


def placement(owner: int, action: Place | PlaceDummy | WillToWin) -> Placement | None:
    """Return the placement of an action, or ``None`` if its fields do not make sense."""
    dice = _dice(action.dice)
    slot = getattr(action, "slot", 0)
    meant = {ARCHIVES: (action.group, 0), TEMPLE: (0, slot)}.get(action.building, (0, 0))
    if dice is None or meant != (action.group, slot) or not _are_counts(*meant):
        return None
    spot = slot - 1 if action.building == TEMPLE else action.group or None
    return Placement(owner, dice, spot, getattr(action, "lost", None))


def _are_counts(*numbers: object) -> bool:
    """Return whether numbers are whole and not negative; fields may contain anything."""
    return all(isinstance(number, int) and number >= 0 for number in numbers)


def _dice(notation: object) -> Dice | None:
    """Return dice from their digits, in ascending order, or ``None`` if they are not dice."""
    digits = str(notation)
    if not digits or set(digits) - set(map(str, FACES)) or sorted(digits) != list(digits):
        return None
    return tuple(map(int, digits))


def why_not_place(state: State, action: Place) -> Refusal | None:
    """Return why own dice cannot be placed as in an action."""
    if state.own_placed:
        return refuse("one-placement", "GC-R7")
    return _why_not(state, state.current, own_dice(state.hand), action)


def why_not_will(state: State, action: WillToWin) -> Refusal | None:
    """Return why Will to Win cannot be used for a placement (GC-ABIL-WILL)."""
    if state.own_placed:
        return refuse("one-placement", "GC-R7")
    if WILL_TO_WIN not in state.player.abilities:
        return refuse("no-such-ability", "GC-ABIL-WILL")
    if action.lost not in FACES:
        return refuse("new-tie", "GC-R19")
    return _why_not(state, state.current, own_dice(state.hand), action)


def why_not_dummy(state: State, action: PlaceDummy) -> Refusal | None:
    """Return why dummy dice cannot be placed as in an action (GC-DUMMY-2, GC-R36)."""
    if state.dummy_placed:
        return refuse("dummy-placed", "GC-DUMMY-2")
    return _why_not(state, DUMMY, state.hand.dummy, action)


def _why_not(
    state: State, owner: int, dice: Dice, action: Place | PlaceDummy | WillToWin
) -> Refusal | None:
    if action.building not in state.variant.buildings:
        return refuse("no-such-building", "GC-SETUP-1")
    placed_dice = placement(owner, action)
    if placed_dice is None:
        return refuse("no-such-placement", "GC-TURN-3")
    if not holds(shown(dice), placed_dice.dice) or len(placed_dice.dice) > len(dice):
        return refuse("dice-not-held", "GC-TURN-3")
    return state.building(action.building).why_not(placed_dice)


def why_not_end(state: State, _action: EndTurn) -> Refusal | None:
    """Return why the turn cannot end: at least one own die must be placed (GC-DUMMY-2)."""
    return None if state.own_placed else refuse("place-first", "GC-TURN-3")


def place(state: State, action: Place | WillToWin) -> Step[State]:
    """Place own dice."""
    seat = state.current
    placed_dice = placement(seat, action)
    assert placed_dice is not None  # noqa: S101 - why_not has asked
    events: tuple[Event, ...] = ()
    if isinstance(action, WillToWin):
        state, events = use(state, seat, WILL_TO_WIN, "GC-ABIL-WILL")
    state, placed = _put(state, action.building, placed_dice)
    hand = without_own(state.hand, placed_dice.dice)
    state = state.with_player(seat, own=state.player.own - len(state.hand.own) + len(hand.own))
    state = state.with_player(
        seat, black=state.player.black - len(state.hand.black) + len(hand.black)
    )
    state = replace(state, hand=hand, own_placed=True)
    rule = "GC-ABIL-WILL" if isinstance(action, WillToWin) else RULES[action.building]
    event = DicePlaced(rule, seat, action.building, action.dice, placed.rank)
    events = (*events, event, *pushed(action.building, placed, rule))
    if placed.draws:
        drawing = Drawing("treasures", seat, placed.draws)
        state = replace(state, drawing=drawing, phase=Phase.DRAW)
        events = (*events, TreasuresDrawn("GC-GALLEON-4", seat, placed.draws))
    return Step(state, events)


def place_dummy(state: State, action: PlaceDummy) -> Step[State]:
    """Place dummy dice."""
    placed_dice = placement(DUMMY, action)
    assert placed_dice is not None  # noqa: S101 - why_not has asked
    seat = state.current
    state, placed = _put(state, action.building, placed_dice)
    state = state.with_player(seat, dummy=state.player.dummy - len(placed_dice.dice))
    unseen = UNSEEN in state.hand.dummy
    lifted = (UNSEEN,) * len(placed_dice.dice) if unseen else placed_dice.dice
    hand = replace(state.hand, dummy=difference(state.hand.dummy, lifted))
    event = DummyPlaced("GC-DUMMY-2", seat, action.building, action.dice, placed.rank)
    events = (event, *pushed(action.building, placed, RULES[action.building]))
    return Step(replace(state, hand=hand, dummy_placed=True), events)


def _put(state: State, name: str, legal: Placement) -> tuple[State, PlacementResult]:
    building, placed = state.building(name).place(legal)
    return state.with_building(name, building).to_library(placed.library), placed


def pushed(name: str, placed: PlacementResult, rule: str) -> Iterable[Event]:
    """Return the owners of dice that a placement pushed into the Library (GC-LIB-1)."""
    return tuple(DiePushed(rule, owner, name) for owner in placed.library)


def is_over(state: State) -> bool:
    """Return whether the turn is over because nothing is left to place."""
    return state.own_placed and next(dummy_placements(state), None) is None


def end(state: State, _action: EndTurn) -> Step[State]:
    """End the turn with dummy dice left, which are kept for a later turn (GC-DUMMY-4)."""
    return Step(replace(state, dummy_placed=True), ())


def finished(state: State) -> Step[State]:
    """Begin the last lap if the current player has placed their last die (GC-ROUND-4, GC-R20)."""
    if state.player.unplaced or state.last_lap:
        return Step(state, ())
    return Step(replace(state, last_lap=True), (LastLap("GC-ROUND-4", state.current),))


def options(state: State) -> Iterator[tuple[Place | WillToWin | PlaceDummy, Placement]]:
    """Yield all possible actions that place dice, own dice first, each with its placement."""
    yield from _own(state)
    yield from _willed(state)
    yield from _dummy(state)


END: Final = Act(EndTurn, end, why_not_end)
PLACE: Final = Act(Place, place, why_not_place, placements)
WILL: Final = Act(WillToWin, place, why_not_will, willed)
DUMMY_PLACE: Final = Act(PlaceDummy, place_dummy, why_not_dummy, dummy_placements)
