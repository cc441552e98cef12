"""Counts what a turn costs a thumb: presses, steps of the joystick and tags, on pins and tags.

A sensible player plays every game at every level; `CASES` says the most that the median may be.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from companion.table.table import Table
from tests.daemon.sensible import KnobHand, Thumb
from tests.rig import SEED, running, settings

PLAYERS: Final = ("Ann", "Ben", "Cleo", "Dan")
TURNS: Final = 60
"""How many turns are counted for each row of the table."""


def of_seat(*apart: str) -> Callable[[Table], object]:
    """Count the turns of seats; the phases ``apart`` are not part of any turn."""

    def turn_of(table: Table) -> object:
        state: Any = table.state
        return None if state.phase in apart else state.current

    return turn_of


def of_round(table: Table) -> object:
    """Count rounds."""
    state: Any = table.state
    return state.round


def of_phase(*phases: str) -> Callable[[Table], object]:
    """Count everything in these phases as one."""
    return lambda table: table.game.id if table.state.phase in phases else None


def of_table_turn(table: Table) -> object:
    """Count the turns at a table of which the box knows turns and points only."""
    state: Any = table.state
    if state.phase == "together":
        return state.round
    return (state.round, state.part, state.current) if state.phase == "turn" else None


def of_count(table: Table) -> object:
    """Count the points of all players after a round as one."""
    state: Any = table.state
    return state.round if state.phase == "count" else None


def of_cube(table: Table) -> object:
    """Count each cube that is entered after the end."""
    state: Any = table.state
    if state.phase != "cubes":
        return None
    return sum(len(player.cubes) for player in state.players)


@dataclass(frozen=True)
class Case:
    """A row of the table: a game and level, and the most that the median of a turn may be."""

    name: str
    game: str
    players: int
    turn_of: Callable[[Table], object]
    tags: float
    keys: float
    memory: tuple[float, float] | None = None
    """The same for turns with a memory: with tags, and with keys."""
    phones: float | None = None
    """The same for turns with a memory, on phones."""
    knob: float | None = None
    """The most inputs of a turn without tags, with the knob of the box."""
    turns: int = TURNS
    """How many are counted; if the game has none of them, there is nothing to press."""
    odd: bool = False
    """Whether the player does what the box does not take for granted."""
    changes: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.name


_SETUP: Final = (
    "sections",
    "tiles",
    "track",
    "start",
    "display",
    "deal",
    "pieces",
    "cubes",
    "hands",
)
CASES: Final = (
    *(
        Case(f"{name}, table", game, players, of_table_turn, 1, 1, changes={"level": "table"})
        for name, game, players in (
            ("Inner Compass", "inner-compass", 3),
            ("Gilded Compass", "gilded-compass", 3),
            ("Essence", "essence", 4),
            ("Compass", "compass-jewels", 2),
            ("Compass Points", "compass-points", 4),
        )
    ),
    Case(
        "Sheet, worker placement",
        "worker-placement",
        4,
        of_table_turn,
        1,
        1,
        changes={"level": "table"},
    ),
    Case("Sheet, chess clock", "chess-clock", 2, of_table_turn, 1, 1, changes={"level": "table"}),
    Case(
        "Sheet, points per round",
        "points-per-round",
        4,
        of_table_turn,
        1,
        1,
        turns=20,
        changes={"level": "table"},
    ),
    Case(
        "Sheet, points of four after a round",
        "points-per-round",
        4,
        of_count,
        4,
        12,
        knob=12,
        turns=20,
        changes={"level": "table"},
    ),
    Case(
        "Inner Compass, track",
        "inner-compass",
        3,
        of_seat(*_SETUP),
        1,
        1,
        (2, 3),
        changes={"level": "track"},
    ),
    Case(
        "Inner Compass, scoring",
        "inner-compass",
        3,
        of_seat(*_SETUP),
        3,
        5,
        (3, 5),
        changes={"level": "scoring"},
    ),
    Case(
        "Inner Compass, scoring, cubes from any row",
        "inner-compass",
        3,
        of_seat(*_SETUP),
        3,
        5,
        (5, 6),
        odd=True,
        changes={"level": "scoring"},
    ),
    Case(
        "Inner Compass, full",
        "inner-compass",
        3,
        of_seat(*_SETUP),
        5,
        7,
        (5, 7),
        4,
        changes={"level": "full", "enter": ("deal",)},
    ),
    Case(
        "Inner Compass, late entry, each cube",
        "inner-compass",
        2,
        of_cube,
        3,
        3,
        changes={"level": "track"},
    ),
    Case(
        "Gilded Compass, own dice",
        "gilded-compass",
        3,
        of_seat("start", "deal", "lay", "resolve", "choose", "tell"),
        8,
        8,
        changes={"level": "open", "enter": ("roll",), "options": {"dice": "placed"}},
    ),
    Case(
        "Gilded Compass, own dice, every roll told",
        "gilded-compass",
        3,
        of_seat("start", "deal", "lay", "resolve", "choose", "tell"),
        18,
        18,
        changes={"level": "open", "enter": ("roll",)},
    ),
    Case(
        "Essence, round of four, on the box",
        "essence",
        4,
        of_round,
        10,
        10,
        turns=12,
        changes={"level": "full"},
    ),
    Case(
        "Compass, own cards, scoring: setup",
        "compass-jewels",
        2,
        of_phase("lay", "turn", "start", "checkers"),
        0,
        0,
        turns=1,
        changes={"level": "scoring"},
    ),
    Case(
        "Compass, own cards, scoring: all jewels of both",
        "compass-jewels",
        2,
        of_phase("enter"),
        25,
        25,
        turns=1,
        changes={"level": "scoring"},
    ),
    Case(
        "Compass, own cards, full: setup",
        "compass-jewels",
        2,
        of_phase("lay", "turn"),
        110,
        240,
        turns=1,
        changes={
            "level": "full",
            "options": {"orientation_source": "entered"},
            "enter": ("lay", "enter_turn"),
        },
    ),
)


async def counted(
    case: Case, folder: Path, *, tags: bool, turns: int = 0, by: type[Thumb] = Thumb
) -> Thumb:
    """Play a case on a box with or without a reader and return the hand that has done it."""
    changes = dict(case.changes) if tags else {**case.changes, "readers": ()}
    folder = folder / f"{by.__name__}-{'tags' if tags else 'keys'}"
    folder.mkdir()
    if by is KnobHand:
        usual = settings(folder)
        pins = {name: pin for name, pin in usual.buttons.items() if name not in {"up", "down", "a"}}
        changes |= {"buttons": {**pins, "knob": 11}, "knobs": {"knob": (9, 10)}}
    box = settings(folder, game=case.game, players=PLAYERS[: case.players], **changes)
    async with running(box, folder) as rig:
        thumb = by(rig.box.session, rig.hardware, clock=rig.clock, source=random.Random(SEED))
        thumb.odd = case.odd
        if rig.table.laying:
            await rig.lay_out()
        await thumb.turns(case.turn_of, turns or case.turns)
    return thumb
