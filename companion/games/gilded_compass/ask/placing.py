"""Questions about placing dice, answered by the buildings."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from companion.engine.game import Struct
from companion.engine.message import say
from companion.engine.questions import NOTHING, refusal_answer, wrong
from companion.games.gilded_compass.ask import boards
from companion.games.gilded_compass.ask.terms import Dice, Face, Rulings, Seats
from companion.games.gilded_compass.buildings import LIBRARY
from companion.games.gilded_compass.buildings.archives import Archives
from companion.games.gilded_compass.buildings.building import Building, Placement
from companion.games.gilded_compass.buildings.dice import FACES
from companion.games.gilded_compass.buildings.temple import Temple
from companion.schema.bounds import Count, Few, Positive, Unread, Word

_NO_GROUP: Final = 0
"""The size of an own group that does not exist."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The placement in question; omitted fields match anything."""

    mode: Literal["new", "extend"] | None = None
    count: Positive | None = None
    slot: Count | None = None
    will_to_win: bool = False
    remove: Face | None = None
    flags: Unread = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        """Reject a lost die without the ability."""
        if self.remove is not None and not self.will_to_win:
            raise ValueError(say("remove only with will_to_win"))


class PlacementQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A placement."""

    building: boards.Name
    player: Word
    dice: Dice
    state: Unread = msgspec.field(default_factory=dict)
    options: Options = Options()


def legal(query: PlacementQuery, /) -> Struct:
    """Answer whether a placement is legal; omitted fields match anything."""
    return _answered(query)[0]


def place(query: PlacementQuery, /) -> Struct:
    """Answer the result of the first legal reading of a placement."""
    answer, after = _answered(query)
    return {**answer, **after}


def _answered(query: PlacementQuery) -> tuple[Struct, Struct]:
    flags = Rulings.of(query.options.flags, "options")
    seats = Seats()
    board = boards.building(query.building, query.state, seats, flags, "state")
    if query.options.slot is not None and not isinstance(board, Temple):
        raise wrong("options", "slot", expected=say("the temple"))
    readings = tuple(
        _readings(query.options, board, seats.seat(query.player), tuple(sorted(query.dice)))
    )
    refusals = [board.why_not(reading) for reading in readings]
    refusal = refusals[0]
    if None not in refusals and refusal is not None:
        return {"legal": False, **refusal_answer(refusal)}, {}
    after, placed = board.place(readings[refusals.index(None)])
    return {"legal": True}, {
        "state": boards.struct_of(after, seats),
        "to_library": seats.counted(placed.library),
        "draw": placed.draws,
        "rank": placed.rank,
    }


def _readings(options: Options, board: Building, owner: int, dice: Dice) -> Iterator[Placement]:
    """Yield every possible reading of a question's placement: at least one."""
    lost: tuple[int | None, ...] = (options.remove,)
    if options.will_to_win and options.remove is None:
        lost = tuple(FACES)
    for spot, loss in product(_spots(options, board, owner, dice), lost):
        yield Placement(owner, dice, spot, loss)


def _spots(options: Options, board: Building, owner: int, dice: Dice) -> tuple[int | None, ...]:
    """Return the possible spots in a question (``Placement.spot``)."""
    if isinstance(board, Archives):
        return _groups(options, board, owner, dice)
    if isinstance(board, Temple) and options.slot is None:
        return tuple(range(len(board.slots))) or (None,)
    return (options.slot,)


def _groups(options: Options, archives: Archives, owner: int, dice: Dice) -> tuple[int | None, ...]:
    """Return the possible groups in a question: a new one, own ones or both (GC-ARCHIVE-0)."""
    if options.mode == "new":
        return (None,)
    if options.count is not None:
        return (options.count,)
    own = (owner, dice[:1])
    counts = tuple(group.count for group in archives.groups if (group.owner, (group.value,)) == own)
    return (counts or (_NO_GROUP,)) if options.mode == "extend" else (None, *counts)


class Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A building in a list."""

    building: boards.Name
    state: Unread = msgspec.field(default_factory=dict)


def library_forced(
    states: Annotated[Mapping[boards.Name, Unread], Meta(max_length=9)] | Few[Listed],
    player: Word,
    dice: Dice,
    flags: Unread = NOTHING,
) -> Struct:
    """Answer whether a player can only place a single die in the Library (GC-TURN-5)."""
    rulings, seats = Rulings.of(flags), Seats()
    if isinstance(states, tuple):
        listed = [(item.building, item.state) for item in states]
    else:
        listed = list(states.items())
    in_play = [
        (name, boards.building(name, state, seats, rulings, "states", name))
        for name, state in listed
    ]
    own, owner = tuple(sorted(dice)), seats.seat(player)
    elsewhere = {
        name: len(board.placements(owner, own)) for name, board in in_play if name != LIBRARY
    }
    return {"forced": not any(elsewhere.values()), "placements": elsewhere}
