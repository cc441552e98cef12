"""The final score of the Gilded Compass: time and memory for the best assignment.

Holdings have the largest size for which an answer is promised; some are random, some are made to
be hard. Where OR-tools is installed (`pip install ortools`), its CP-SAT solver must find the same.
The bench also counts the questions answered per second.
"""

import json
import random
import time
import tracemalloc
from collections import defaultdict
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.engine.questions import answer
from companion.games.gilded_compass import GAME
from companion.games.gilded_compass.final.best import best
from companion.games.gilded_compass.final.tally import counted, tally
from companion.games.gilded_compass.flags import Flags
from companion.games.gilded_compass.holdings import COLOURS, Holdings
from labs.bench import reference
from labs.bench.cp_sat import solved
from labs.bench.reference import multiple
from tests.games.gilded_compass.final.random_holdings import (
    LARGE,
    ancient_map,
    exactly,
    item,
    mission,
    specialist,
)

FLAGS = (Flags(), Flags(items_on_mission_maps=True))
HOLDINGS = 200
LIMIT = 60.0
"""What an answer may cost, as a multiple of the reference."""
MEMORY = 50 * 2**20
CLIMBS = range(4)
CLIMB = 5.0
"""Seconds to spend on the search for holdings that take longer."""
COMPARED = 12
ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "tests" / "games" / "gilded_compass" / "ask" / "examples.jsonl"
MORE = (
    ("winner", {"A": {"total": 3, "unassigned": 1}, "B": {"total": 3, "unassigned": 2}}),
    ("persuasion", {"rolled": [1, 2, 3, 4, 5, 6, 6, 6], "result": [1, 2, 3, 4, 5, 5, 5, 6]}),
    ("reroll", {"before": [1, 2, 3, 4, 5], "after": [1, 2, 3, 6, 6], "kept": [1, 2], "tiles": 1}),
    ("small_help", {"players": ["A", "B"], "start": "B", "wants": ["A"], "holders": ["A", "B"]}),
    (
        "gifts",
        {
            "players": ["A", "B"],
            "start": "B",
            "gifts": {"A": 1},
            "dice_left": {"A": 3, "B": 1},
            "wants": ["A", "B"],
        },
    ),
    ("setup", {"players": 4}),
    ("missions_removed", {"c_building": "temple"}),
    (
        "library_forced",
        {
            "states": {"archives": {"groups": [{"player": "B", "value": 3, "count": 1}]}},
            "player": "A",
            "dice": [3],
        },
    ),
)
"""Questions of the kinds that have no worked example."""
MOST = 0.1
"""The same for a question of the rules desk."""
SPAN = 0.3


def large(seed: int) -> Holdings:
    return exactly(random.Random(seed), LARGE, seed % len(COLOURS) + 1)


def seconds(holdings: Holdings, flags: Flags) -> float:
    """Return the processor time that an answer takes, in seconds."""
    return reference.seconds(lambda: best(holdings, flags))


@pytest.mark.parametrize("flags", FLAGS, ids=("usual", "items_on_mission_maps"))
def test_large_holdings_take_less_than_the_limit(flags: Flags) -> None:
    times = sorted(seconds(large(seed), flags) for seed in range(HOLDINGS))
    mean, worst = 1000 * sum(times) / HOLDINGS, 1000 * times[-1]
    print(f"\n{HOLDINGS} large holdings: mean {mean:.1f} ms, worst {worst:.1f} ms")
    assert multiple(times[-1]) < LIMIT


@pytest.mark.parametrize("flags", FLAGS, ids=("usual", "items_on_mission_maps"))
def test_large_holdings_need_little_memory(flags: Flags) -> None:
    tracemalloc.start()
    for seed in range(HOLDINGS):
        best(large(seed), flags)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(f"\n{HOLDINGS} large holdings: at most {peak / 2**20:.1f} MB")
    assert peak < MEMORY


@pytest.mark.parametrize("flags", FLAGS, ids=("usual", "items_on_mission_maps"))
@pytest.mark.parametrize("climb", CLIMBS)
def test_holdings_that_are_made_to_be_hard(climb: int, flags: Flags) -> None:
    """Climb: keep a change of tiles whenever the answer then takes longer."""
    source = random.Random(climb)
    holdings, longest = max(
        ((tiles, seconds(tiles, flags)) for tiles in map(large, range(30))),
        key=lambda pair: pair[1],
    )
    until = time.process_time() + CLIMB
    while time.process_time() < until:
        candidate = changed(holdings, source)
        duration = seconds(candidate, flags)
        if duration > longest:
            holdings, longest = candidate, min(duration, seconds(candidate, flags))
    print(f"\nhard: {longest * 1000:.1f} ms")
    assert multiple(longest) < LIMIT


def changed(holdings: Holdings, source: random.Random) -> Holdings:
    """Return holdings with a few tiles replaced by random others."""
    fields = {
        "specialists": specialist,
        "maps": ancient_map,
        "items": item,
        "missions": mission,
    }
    for _ in range(source.randint(1, 3)):
        name = source.choice(tuple(fields))
        tiles = list(getattr(holdings, name))
        tiles[source.randrange(len(tiles))] = fields[name](source, list(COLOURS))
        holdings = replace(holdings, **{name: tuple(tiles)})
    return holdings


def test_cp_sat_finds_the_same() -> None:
    if find_spec("ortools") is None:
        print("\nOR-tools IS NOT INSTALLED: nothing was compared. pip install ortools")
        return
    ours, theirs, proven = 0.0, 0.0, 0
    for seed, flags in zip(range(COMPARED), FLAGS * COMPARED, strict=False):
        holdings = large(seed)
        ours += seconds(holdings, flags)
        assignment = best(holdings, flags)
        gold = counted(holdings, assignment).of("assignment")
        started = time.process_time()
        solution = solved(holdings, flags)
        theirs += time.process_time() - started
        value = solution.weight * gold - len(assignment.assigned)
        assert solution.found <= value <= solution.bound, holdings
        proven += solution.found == value
    print(
        f"\n{COMPARED} large holdings: none better, {proven} the same within the solver's time;"
        f" each {ours / COMPARED * 1000:.1f} ms, CP-SAT {theirs / COMPARED * 1000:.1f} ms"
    )


def test_questions_a_second() -> None:
    by_kind: dict[str, list[str]] = defaultdict(list)
    examples = EXAMPLES.read_text(encoding="utf-8").splitlines()
    more = (json.dumps({"kind": kind, "in": question}) for kind, question in MORE)
    for line in chain(examples, more):
        by_kind[json.loads(line)["kind"]].append(line)
    print()
    spent = {}
    for kind, lines in by_kind.items():
        asked, started = 0, time.process_time()
        while time.process_time() - started < SPAN:
            for line in lines:
                tally.cache_clear()
                assert not answer(GAME, line).malformed
            asked += len(lines)
        spent[kind] = (time.process_time() - started) / asked
        print(f"{kind:<18}{1 / spent[kind]:>9,.0f}/s")
    assert multiple(max(spent.values())) < MOST
