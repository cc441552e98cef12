"""Studies: thousands of games by robots, played on all cores, interrupted and resumed at will.

A study's file has one result per line (``companion.records.result_lines``) with the seed of the
game. Only this process writes it, a whole line at a time, so an interruption leaves at most one
incomplete line, which the next start removes.
"""

import ctypes
import json
import os
import random
import signal
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import CHANCE, Setup
from companion.engine.message import join, reason, say
from companion.engine.ranking import ranking_of, teams_of
from companion.engine.robots import options
from companion.engine.rules import AnyGame
from companion.engine.search import Thinker, playouts
from companion.records.jsonl import RecordError
from companion.records.result import Result
from companion.records.result_lines import FORMAT, read, result_line
from companion.schema.reading import parse_json

_LIMIT: Final = 100_000
_DIE_WITH_PARENT: Final = 1
"""PR_SET_PDEATHSIG of prctl(2)."""
_CHUNK: Final = 4
"""Games that a worker is given at once."""


class StudyPlan(msgspec.Struct, frozen=True):
    """Plan of a study: ``games`` of each setup, from ``seed`` on, the last seats by a search.

    ``vary`` gives options several values; each of their combinations is a separate setup.
    """

    game: str
    players: int
    level: str
    games: int
    seed: int = 1
    searching: int = 0
    playouts: int = 20
    options: Mapping[str, object] = msgspec.field(default_factory=dict)
    vary: Mapping[str, Sequence[object]] = msgspec.field(default_factory=dict)

    @property
    def setups(self) -> tuple[Setup, ...]:
        """The setups to compare."""
        simple = self.players - self.searching
        names = (
            f"{'random' if seat < simple else 'search'} {seat + 1}" for seat in range(self.players)
        )
        robots = tuple(range(self.players))
        usual = Setup(tuple(names), self.level, dict(self.options), robots=robots)
        combined = product(*self.vary.values())
        return tuple(
            replace(usual, options={**self.options, **dict(zip(self.vary, values, strict=True))})
            for values in combined
        )

    def tasks(self) -> Iterator["StudyGame"]:
        """Yield all games of the plan; a seed identifies a game."""
        for number, setup in enumerate(self.setups):
            for at in range(self.games):
                seed = self.seed + number * self.games + at
                yield StudyGame(self.game, setup, seed, self.searching, self.playouts)


class StudyGame(msgspec.Struct, frozen=True):
    """One game to play."""

    game: str
    setup: Setup
    seed: int
    searching: int
    playouts: int


def played_seeds(path: Path, plan: StudyPlan) -> frozenset[int]:
    """Return the seeds of the games that a study has played; remove an incomplete last line.

    Raises ``RecordError`` if the file is not one of this study, which is left unchanged.
    """
    if not path.exists():
        return frozenset()
    if not path.is_file():  # a device never ends, and keeps nothing to go on from
        raise RecordError(say("{path} is not a regular file: name one for the results", path=path))
    whole = path.read_bytes()
    end = whole.rfind(b"\n") + 1
    lines = whole[:end].decode("utf-8", errors="replace").splitlines()
    _check_beginning(path, whole)
    try:
        list(read(lines))
        seeds = [_seed(plan, parse_json(line), n) for n, line in enumerate(lines, 1)]
    except RecordError as error:
        raise RecordError(join(": ", [str(path), reason(error)])) from error
    if end < len(whole):
        with path.open("rb+") as stream:
            stream.truncate(end)
            os.fsync(stream.fileno())
    return frozenset(seeds)


def _check_beginning(path: Path, whole: bytes) -> None:
    """Raise ``RecordError`` unless a file starts as a study does, even with an incomplete line."""
    head = json.dumps({"format": FORMAT}, separators=(",", ":"))[:-1].encode()
    if whole and whole[: len(head)] != head[: len(whole)]:
        message = say("{path}: line 1 is not the result of a game", path=path)
        raise RecordError(message)


def _seed(plan: StudyPlan, struct: Mapping[str, Any], number: int) -> int:
    """Return the seed of a game. Raises ``RecordError`` unless the game belongs to the plan."""
    seed = struct.get("seed")
    setups = plan.setups
    first = plan.seed
    at = (seed - first) // plan.games if isinstance(seed, int) else -1
    if 0 <= at < len(setups):
        setup = setups[at]
        mine = json.loads(result_line(plan.game, "", setup, _NOTHING))
        same = ("game", "players", "robots", "level", "options")
        if all(struct.get(key) == mine[key] for key in same):
            return int(str(seed))
    message = say(
        "line {number}: a game of another study; give this one a file of its own", number=number
    )
    raise RecordError(message)


def run(plan: StudyPlan, path: Path, workers: int = 0) -> Iterator[int]:
    """Play the missing games, and yield the number of games after each new one.

    Raises ``RecordError``, or ``SetupError`` if the game cannot be set up like this.
    """
    finished_seeds = played_seeds(path, plan)
    for setup in plan.setups:
        registry.load(plan.game).at(setup.level).new_initial_state(setup)
    tasks = [task for task in plan.tasks() if task.seed not in finished_seeds]
    yield len(finished_seeds)
    with path.open("a", encoding="utf-8") as stream:
        for count, line in enumerate(_played(tasks, workers), len(finished_seeds) + 1):
            # One write: if killed, the line is complete, or lacks its newline.
            stream.write(f"{line}\n")
            stream.flush()
            yield count


def _played(tasks: Sequence[StudyGame], workers: int) -> Iterator[str]:
    """Yield the lines of games, in their order; a single worker is this process."""
    if workers == 1:
        yield from map(_line, tasks)
        return
    # A fork would copy threads' locks; a fresh process knows nothing of them.
    context = get_context("spawn")
    start = partial(_die_with_parent, os.getpid())
    with ProcessPoolExecutor(workers or os.cpu_count(), context, start) as pool:
        yield from pool.map(_line, tasks, chunksize=_CHUNK)


def _die_with_parent(parent: int) -> None:
    """Have the kernel end this worker with its parent, which may already be dead."""
    ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def _line(task: StudyGame) -> str:
    game = registry.load(task.game).at(task.setup.level)
    result = simulate(game, task)
    struct = json.loads(result_line(task.game, game.rules_version, task.setup, result))
    return json.dumps({**struct, "seed": task.seed}, separators=(",", ":"))


def simulate(game: AnyGame, task: StudyGame) -> Result:
    """Play one game and return its result; it takes no game time."""
    source = random.Random(task.seed)  # noqa: S311 - a repeatable game, no secret
    draw = sampler(source)
    simple = len(task.setup.players) - task.searching
    thinkers = {
        seat: Thinker(game, task.setup, seat) for seat in range(simple, len(task.setup.players))
    }
    state: Any = game.new_initial_state(task.setup)
    starter: int | None = None
    actions = 0
    while not game.is_terminal(state):
        if actions == _LIMIT:
            raise RuntimeError(f"seed {task.seed}: no end after {_LIMIT} actions")
        seats = game.active_players(state)
        if seats == (CHANCE,):
            action = draw(game.chance_outcomes(state))
        else:
            seat = source.choice(seats)
            starter = seat if starter is None else starter
            thinker = thinkers.get(seat)
            legal = () if thinker is None else options(game, state, seat)
            if thinker is None or not legal:
                action = source.choice(game.legal_actions(state, seat))
            else:
                observation = game.observation(state, seat)
                action = thinker.think(observation, legal, source, playouts(task.playouts)).best
            actions += 1
        state = game.apply_action(state, action).state
    points, winners = tuple(game.returns(state)), tuple(game.winners(state))
    lines = ((line.player, line.points, line.rule) for line in game.score_breakdown(state))
    return replace(
        _NOTHING,
        over=True,
        points=points,
        winners=winners,
        places=ranking_of(game, state).places,
        seconds=(0,) * len(points),
        actions=actions,
        starter=starter,
        lines=tuple(lines),
        teams=teams_of(game),
    )


_NOTHING: Final = Result(
    over=False,
    points=(),
    winners=(),
    places=(),
    seconds=(),
    length=0,
    actions=0,
    undone=0,
    corrections=0,
    ended=0.0,
)
