"""Questions about placing dice, answered by the buildings."""

from collections.abc import Iterator
from itertools import product
from typing import Final

from companion.engine.game import Struct
from companion.engine.message import say
from companion.engine.questions import Fields, refused
from companion.games.gilded_compass.ask import terms
from companion.games.gilded_compass.ask.boards import BOARDS, building
from companion.games.gilded_compass.ask.terms import Names
from companion.games.gilded_compass.buildings import LIBRARY
from companion.games.gilded_compass.buildings.archives import Archives
from companion.games.gilded_compass.buildings.building import Building, Placement
from companion.games.gilded_compass.buildings.dice import FACES, Dice
from companion.games.gilded_compass.buildings.temple import Temple
from companion.games.gilded_compass.flags import Flags

_NEW: Final = "new"
_EXTEND: Final = "extend"
_NO_GROUP: Final = 0
"""The size of an own group that does not exist."""


def legal(fields: Fields) -> Struct:
    """Answer whether a placement is legal; what the question leaves open may be anything."""
    return _answered(fields)[0]


def place(fields: Fields) -> Struct:
    """Answer what the first legal reading of a placement leads to."""
    answer, after = _answered(fields)
    return {**answer, **after}


def _answered(fields: Fields) -> tuple[Struct, Struct]:
    options = fields.fields("options", {})
    flags = terms.flags(options)
    names = Names()
    name, board = building(fields, names, flags)
    owner, dice = names.read(fields), terms.dice(fields)
    readings = tuple(_readings(options, board, owner, dice))
    refusals = [board.why_not(reading) for reading in readings]
    refusal = refusals[0]
    if None not in refusals and refusal is not None:
        return {"legal": False, **refused(refusal)}, {}
    after, placed = board.place(readings[refusals.index(None)])
    return {"legal": True}, {
        "state": BOARDS[name].write(after, names),
        "to_library": names.counted(placed.library),
        "draw": placed.draws,
        "rank": placed.rank,
    }


def _readings(options: Fields, board: Building, owner: int, dice: Dice) -> Iterator[Placement]:
    """Yield every placement that a question can mean: at least one."""
    for spot, lost in product(_spots(options, board, owner, dice), _losses(options)):
        yield Placement(owner, dice, spot, lost)


def _spots(options: Fields, board: Building, owner: int, dice: Dice) -> tuple[int | None, ...]:
    """Return the spots that a question can mean (``Placement.spot``)."""
    if isinstance(board, Archives):
        return _groups(options, board, owner, dice)
    if isinstance(board, Temple):
        slot = options.any("slot", None)
        every = tuple(range(len(board.slots))) or (None,)
        return every if slot is None else (options.whole("slot"),)
    return (None,)


def _groups(options: Fields, archives: Archives, owner: int, dice: Dice) -> tuple[int | None, ...]:
    """Return the groups that a question can mean: a new one, own ones or both (GC-ARCHIVE-0)."""
    count = options.any("count", None)
    given = options.any("mode", None) is not None
    mode = options.one_of("mode", (_NEW, _EXTEND)) if given else None
    if mode == _NEW:
        return (None,)
    if count is not None:
        return (options.whole("count", least=1),)
    own = (owner, dice[:1])
    counts = tuple(group.count for group in archives.groups if (group.owner, (group.value,)) == own)
    return (counts or (_NO_GROUP,)) if mode == _EXTEND else (None, *counts)


def _losses(options: Fields) -> tuple[int | None, ...]:
    """Return the dice that an opponent can lose to Will to Win, if it is used (GC-ABIL-WILL)."""
    used = options.truth("will_to_win", default=False)
    if options.any("remove", None) is None:
        return tuple(FACES) if used else (None,)
    if not used:
        raise options.wrong("remove", say("nothing without will_to_win"))
    return (terms.face(options, "remove"),)


def library_forced(fields: Fields) -> Struct:
    """Answer whether a player can only place a single die in the Library (GC-TURN-5)."""
    flags, names = terms.flags(fields), Names()
    boards = tuple(_in_play(fields, names, flags))
    owner, dice = names.read(fields), terms.dice(fields)
    elsewhere = {
        name: len(board.placements(owner, dice)) for name, board in boards if name != LIBRARY
    }
    return {"forced": not any(elsewhere.values()), "placements": elsewhere}


def _in_play(fields: Fields, names: Names, flags: Flags) -> Iterator[tuple[str, Building]]:
    """Yield the buildings of ``states``: by name, or listed with ``building`` and ``state``."""
    if isinstance(fields.any("states"), list):
        yield from (building(item, names, flags) for item in fields.each("states", ()))
        return
    states = fields.fields("states")
    for name in states.names:
        if name not in BOARDS:
            raise states.wrong(name, say("one of {known}", known=", ".join(BOARDS)))
        yield name, BOARDS[name].read(states.fields(name), names, flags)
