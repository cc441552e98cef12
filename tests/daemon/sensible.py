"""A sensible player for every game: it plays as a group would, on the pins and tags of a box.

Every edge that a thumb makes counts as a press, each step of the joystick too, and every piece that
is held to a reader. What the readers under a board see costs nothing.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count as count_from
from typing import Any, Final

from companion.devices.debounce import DIRECTION
from companion.emulation.knobs import EDGE
from companion.emulation.robot import BETWEEN, RandomPlayer
from companion.engine.codec import snake_case
from companion.engine.game import CHANCE, Action
from companion.games.gilded_compass.buildings.dice import FACES
from companion.sheets.state import TableState
from companion.table.choosing.handover import SHOWN
from companion.table.narrowing.intent import Choice, choices, constraints, is_usual, narrow
from companion.table.table import ActionInput, Table

PASSES: Final = 0.2
"""How often a player passes who may."""
MEMORIES: Final = 0.3
"""How often a player of Inner Compass makes a memory, as robots do that see all cards."""

WRIST: Final = 12
"""Detents that a turn of the wrist moves a knob: half of the way round."""
DETENT: Final = 4 * EDGE
"""Seconds that a detent takes."""
HOLD_FROM: Final = 2
"""Further than so many steps, a thumb holds the joystick."""
SLIPS: Final = 1
"""Seed of the thumb's slips."""
MOST_POINTS: Final = 20
"""The most points that anybody gets in a round."""

FEW: Final = 2
"""The most jewels of one worth that a player of Compass has."""


@dataclass(slots=True)
class Thumb(RandomPlayer):
    """Plays sensibly and counts what its hand does, for each turn."""

    odd: bool = False
    """Whether what the box takes for granted is mostly wrong: the cube comes from any row."""
    slips: random.Random = field(default_factory=lambda: random.Random(SLIPS))
    """When the thumb holds the joystick too long; the game is the same whether it does or not."""
    presses: int = 0
    counted: list[int] = field(default_factory=list)
    """The presses of each turn."""
    memories: set[int] = field(default_factory=set)
    """The indices of the turns in which a memory was made."""
    rolled: tuple[int, tuple[int, ...]] = (0, ())
    """The turn in which dice were rolled that only the player sees, and what they show."""
    lying: list[str] = field(default_factory=list)
    """The spaces of the cubes that are still to be entered after the end."""

    async def tap(self, button: str) -> None:
        """Press a button: one press."""
        self.presses += 1
        await RandomPlayer.tap(self, button)

    async def move_to(self, target: int, count: int) -> None:
        """Hold the joystick where it is far: one press, and one more if it goes a step too far."""
        ahead = (target - (self._table.cursor or 0)) % count
        if min(ahead, count - ahead) > HOLD_FROM:
            late = self.slips.choice((0, 1))
            await self._hold("down" if ahead <= count // 2 else "up", target, late, count)
        await RandomPlayer.move_to(self, target, count)

    async def _hold(self, button: str, target: int, late: int, count: int) -> None:
        """Hold a button until the cursor is where it should be, or ``late`` by some steps."""
        by = 1 if button == "down" else -1
        end = (target + by * late) % count
        self.presses += 1
        self._changed.clear()
        self.box.buttons.press(button)
        try:
            await self.wait_for_change(f"button {button!r}")
            await self.let(DIRECTION.after)
            while (self._table.cursor or 0) != end:
                await self.let(DIRECTION.repeat or 0)
                await self.session.settled()
        finally:
            self.box.buttons.release(button)
        await self.let(BETWEEN)

    async def lay(self, tag: str) -> None:
        """Hold a piece to the reader: as much as a press."""
        self.presses += 1
        await RandomPlayer.lay(self, tag)

    def possible(self, placed: Sequence[Any], count: int) -> list[Any]:
        """Return the placements of dice that have just been rolled, which the box does not see.

        They are rolled once for each turn, however often the player is asked for a wish.
        """
        if self.rolled[0] != len(self.counted):
            self.rolled = (len(self.counted), tuple(self.source.choices(FACES, k=count)))
        dice = "".join(map(str, self.rolled[1]))
        return [
            action
            for action in placed
            if all(action.dice.count(face) <= dice.count(face) for face in action.dice)
        ]

    async def turns(self, turn_of: Callable[[Table], object], most: int) -> None:
        """Play on, counting the presses of each turn, until the end or for ``most`` turns.

        ``turn_of`` tells one turn from the next; ``None`` is not part of any.
        """
        last: object = None
        while not self._table.is_over:
            turn = turn_of(self._table)
            if turn != last and len(self.counted) == most:
                return
            if turn is not None and turn != last:
                self.counted.append(0)
            last = last if turn is None else turn
            await self._act(counts=turn is not None)

    async def _act(self, *, counts: bool) -> None:
        if self._table.handover is not None:
            await self.let(SHOWN / 1000)
        action = self._wish()
        before = self.presses
        drawn = self._drawn_after(action)
        await (self.perform(action) if drawn is None else self.lay(drawn))
        if counts:
            self.counted[-1] += self.presses - before
            if snake_case(type(action).__name__) == "imprint":
                self.memories.add(len(self.counted) - 1)

    def _drawn_after(self, action: Action) -> str | None:
        """Return the tag of the card that is drawn when a turn is over: it says that it is."""
        table = self._table
        if not self.box.readers or not isinstance(action, table.game.turn_ends):
            return None
        over = table.game.apply_action(table.state, action).state
        outcomes = table.game.chance_outcomes(over)
        if not outcomes or table.enter.isdisjoint(_kind(drawn) for drawn, _ in outcomes):
            return None
        actions, odds = zip(*outcomes, strict=True)
        drawn = self.source.choices(actions, odds)[0]
        piece = next(
            (
                each.id
                for each in table.game.pieces(over)
                if any(meant(drawn, select) for select in each.selects) and each.id in self.tags
            ),
            None,
        )
        return None if piece is None else self.tags[piece]

    def _wish(self) -> Action:
        """Return what a sensible player does now, among what is offered."""
        table = self._table
        possible = table.candidates if self.odd else table.distinct_candidates
        offered = [action for action in possible if is_usual(action)]
        if table.game.current_player(table.state) == CHANCE:
            actions, odds = zip(*table.game.chance_outcomes(table.state), strict=True)
            drawn: Action = self.source.choices(actions, odds)[0]
            return drawn if drawn in offered else self.source.choice(offered)
        if isinstance(table.state, TableState):
            return _of_sheet(offered, self)
        return WISHES[table.game.id](table, offered, self)


@dataclass(slots=True)
class KnobHand(Thumb):
    """Chooses with the knob of the box, and presses it; seats have their own buttons.

    A turn of the wrist is an input, whatever it leads past; further than that takes more of them.
    """

    async def tap(self, button: str) -> None:
        """Press the knob, or turn it by a detent where a key would be pressed."""
        if button in {"down", "up"}:
            await self._turn(1 if button == "down" else -1)
        else:
            await Thumb.tap(self, "knob" if button == "a" else button)

    async def move_to(self, target: int, count: int) -> None:
        """Turn the knob the shorter way; the detent that opened the list was part of it."""
        ahead = (target - (self._table.cursor or 0)) % count
        by = ahead if ahead <= count - ahead else ahead - count
        while by:
            wrist = max(-WRIST, min(WRIST, by))
            await self._turn(wrist)
            by -= wrist

    async def _turn(self, by: int) -> None:
        self.presses += 1
        self._changed.clear()
        self.box.knobs.turn("knob", by)
        await self.let(BETWEEN + abs(by) * DETENT)
        await self.wait_for_change("the knob")


class Finger(Thumb):
    """Plays on phones instead, where every touch of what is offered counts."""

    async def perform(self, action: Action) -> None:
        """Touch what leads to an action, until it is taken."""
        self.presses += touches(self._table, action)
        await self.session.ask(ActionInput(action))


def touches(table: Table, action: Action) -> int:
    """Return how many touches lead to an action on a phone, each of which narrows the offer."""
    left: Sequence[Action] = [each for each in table.candidates if is_usual(each)]
    for count in count_from(1):
        offered = choices(left, whole=True)
        if any(choice.action == action for choice in offered):
            return count
        leading = (it for it in offered if it.action is None and meant_by(action, it))
        left = narrow(left, (next(leading).constraint,))
    raise AssertionError


def meant_by(action: Action, choice: Choice) -> bool:
    """Tell whether a choice leads to an action."""
    return bool(narrow((action,), (choice.constraint,)))


def _kind(action: Action) -> str:
    return snake_case(type(action).__name__)


def meant(action: Action, select: Mapping[str, object]) -> bool:
    """Tell whether a piece stands for an action."""
    return bool(narrow((action,), constraints(select)))


def _named(offered: Iterable[Action], *names: str) -> list[Action]:
    """Return the actions of the first of these kinds that is offered."""
    by_name: dict[str, list[Action]] = {}
    for action in offered:
        by_name.setdefault(snake_case(type(action).__name__), []).append(action)
    return next((by_name[name] for name in names if name in by_name), [])


def _inner_compass(table: Table, offered: Sequence[Action], thumb: Thumb) -> Action:
    """Walk and collect; make a memory now and then, of what gives most; report lines."""
    state: Any = table.state
    kinds = {snake_case(type(action).__name__) for action in offered}
    memories = _named(offered, "imprint")
    if state.phase == "memory" and memories and table.setup.level != "full":
        if "end_turn" not in kinds or thumb.source.random() < MEMORIES:
            best = next(emotion for emotion in state.track if emotion != "X")
            return thumb.source.choice(
                [action for action in memories if _emotion(action) == best] or memories
            )
        return _named(offered, "end_turn")[0]
    if memories:
        return thumb.source.choice(memories)
    if state.phase == "cubes":
        return _next_cube(state, _named(offered, "enter_cube"), thumb)
    wanted = _named(offered, "feel", "row_ep", "end_turn", "clear_line", "stay")
    return thumb.source.choice(wanted or list(offered))


def _next_cube(state: Any, offered: Sequence[Any], thumb: Thumb) -> Action:  # noqa: ANN401
    """Go over the board from cube to cube, as a finger does."""
    player = state.players[state.current]
    if not thumb.lying:
        spaces = [action.space for action in offered]
        thumb.lying = thumb.source.sample(spaces, player.memories - len(player.cubes))
    last = player.cubes[-1] if player.cubes else "c3"
    thumb.lying.sort(key=lambda at: abs(ord(at[0]) - ord(last[0])) + abs(int(at[1]) - int(last[1])))
    space = thumb.lying.pop(0)
    entered: Action = next(action for action in offered if action.space == space)
    return entered


def _emotion(action: Any) -> str:  # noqa: ANN401 - a memory
    emotion: str = action.emotion
    return emotion


def _gilded_compass(table: Table, offered: Sequence[Action], thumb: Thumb) -> Action:
    """Place as many dice as possible, and never roll again."""
    state: Any = table.state
    placed = _named(offered, "place")
    if placed and state.unseen_dice:
        placed = thumb.possible(placed, state.player.own + state.player.black)
    if placed:
        most = max(map(_size, placed))
        return thumb.source.choice([action for action in placed if _size(action) >= most - 1])
    wanted = _named(offered, "decline", "end_turn", "place_dummy")
    return thumb.source.choice(wanted or list(offered))


def _size(action: Any) -> int:  # noqa: ANN401 - a placement
    return len(action.dice)


def _essence(_table: Table, offered: Sequence[Action], thumb: Thumb) -> Action:
    """Lay cards that the box does not see, turn them over, say what they show."""
    wanted = _named(
        offered, "begin", "choose_deck", "lay_rest", "lay_unread", "reveal", "show", "end_round"
    )
    return thumb.source.choice(wanted or list(offered))


def _compass_jewels(table: Table, offered: Sequence[Action], thumb: Thumb) -> Action:
    """Lay any cards and go anywhere; tell a few jewels and say that they are right."""
    if table.setup.level != "scoring":
        return thumb.source.choice(offered)
    told: Sequence[Any] = offered
    right = [action for action in told if action.what == "done"]
    few = [action for action in told if action.count <= FEW]
    wanted: Action = thumb.source.choice(right or few)
    return wanted


def _of_sheet(offered: Sequence[Any], thumb: Thumb) -> Action:
    """End turns, pass now and then, and get any points from 0 to ``MOST_POINTS``."""
    tallies: Sequence[Any] = _named(offered, "tally")
    counted = [each for each in tallies if 0 <= each.count <= MOST_POINTS]
    if counted:
        chosen: Action = thumb.source.choice(counted)
        return chosen
    passing = _named(offered, "pass_round") if thumb.source.random() < PASSES else []
    return (passing or _named(offered, "all_ready", "hand_over", "start_round") or offered)[0]


def _anything(_table: Table, offered: Sequence[Action], thumb: Thumb) -> Action:
    return thumb.source.choice(offered)


WISHES: Final[Mapping[str, Callable[[Table, Sequence[Action], Thumb], Action]]] = {
    "inner-compass": _inner_compass,
    "gilded-compass": _gilded_compass,
    "essence": _essence,
    "compass-jewels": _compass_jewels,
    "compass-points": _anything,
}
