"""Database queries of the pages."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, Final

import msgspec
from msgspec.structs import replace
from sqlalchemy import ColumnElement, Select, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from companion.engine import registry
from companion.engine.ranking import Ranking, recorded_ranking, team_totals
from companion_hub.bounds import are_seats, is_time, wrong_part
from companion_hub.conditions import is_among
from companion_hub.players import (
    fold_name,
    has_player,
    has_players,
    has_rare_player,
    is_rare,
)
from companion_hub.removal_checks import hidden_names, mask_names
from companion_hub.schema import JOURNAL, PLAY, REMOVAL
from companion_hub.store import Store

PAGE: Final = 50
"""Games on a page."""
COUNTED: Final = 100_000
"""Games that are counted, and shown by pages; a search finds older ones."""
COUNTED_OF_PLAYER: Final = 1000
"""Likewise when a player is looked for: whoever wants older ones says until when."""
_FIRST: Final = 20
"""The most games of a group of players that are looked up."""
_SHOWN: Final = (
    *("journal", "play", "site", "box", "game", "began", "finished"),
    *("over", "players", "level", "outcome", "entries", "robots"),
)
_WHOLE: Final = (*_SHOWN, "setup", "rules")
Place = tuple[float, str, int]
"""When a game has ended, its journal, and its number in that: the order in which results count."""
_AT_ONCE: Final = 200
"""Games in one condition: SQLite joins at most 1000 by OR (sqlite.org/limits.html)."""
_RESTORED: Final = 50
"""Journals that have taken the place of others, on a page."""


class StoredGame(msgspec.Struct, frozen=True):
    """A finished or running game."""

    journal: str
    play: int
    site: str
    box: str
    game: str
    began: float
    finished: float | None
    over: bool
    players: tuple[str, ...]
    level: str
    outcome: Mapping[str, Any]
    entries: int
    robots: frozenset[int]
    """The seats that the box has played."""
    setup: Mapping[str, Any] = msgspec.field(default_factory=dict)
    """Empty in lists, as are the rules: a game's own page has them."""
    rules: str = ""

    @property
    def ranking(self) -> Ranking:
        """The sides with their places, points and wins; without sides if it was left.

        A box of 0.1 has sent no places, one of 0.2 no teams: then they are those of its game.
        """
        points = tuple(self.outcome.get("returns", ()))
        teams = self.outcome.get("teams")
        if teams is None:
            teams = _teams_of(self.game, len(points))
        teams = tuple(map(tuple, teams))
        totals = self.outcome.get("totals") or team_totals(teams, points)
        level = [1 + sum(other > total for other in totals) for total in totals]
        places = self.outcome.get("places") or level
        return recorded_ranking(teams, points, places, tuple(self.outcome.get("winners", ())))


def _teams_of(game: str, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the teams of a game with so many seats, as far as it is installed here."""
    teams = registry.teams(game)
    return teams if {*chain.from_iterable(teams)} == {*range(seats)} else ()


class GameSearch(msgspec.Struct, frozen=True):
    """Search criteria of games; empty for all."""

    game: str = ""
    player: str = ""
    site: str = ""
    box: str = ""
    since: float = 0.0
    """Only games that have ended since then (POSIX seconds)."""
    until: float = 0.0
    """Only games that have ended before; 0 for no limit."""


def _conditions(search: GameSearch) -> list[ColumnElement[bool]]:
    """Return the conditions of a search, except those on players."""
    columns = PLAY.c
    wanted = [columns.copied.is_(False), columns.withheld == "", columns.finished.is_not(None)]
    named = {name: getattr(search, name) for name in ("game", "site", "box")}
    wanted += [columns[name] == value for name, value in named.items() if value]
    if search.since:
        wanted.append(columns.finished >= search.since)
    if search.until:
        wanted.append(columns.finished < search.until)
    return wanted


def _found(search: GameSearch) -> Select[Any]:
    return select(*(PLAY.c[name] for name in _SHOWN)).where(*_conditions(search))


_NEWEST: Final = (PLAY.c.finished.desc(), PLAY.c.journal.desc(), PLAY.c.play.desc())


async def _newest(db: AsyncConnection, wanted: Select[Any], player: str) -> Select[Any]:
    """Return a query for games, the newest first, optionally of one player."""
    if not player:
        return wanted.order_by(*_NEWEST)
    if await is_rare(db, player):
        # Theirs are few: the index by time would lead through all games.
        return wanted.where(has_rare_player(player)).order_by(
            (PLAY.c.finished + 0).desc(), *_NEWEST[1:]
        )
    return wanted.where(has_player(player)).order_by(*_NEWEST)


async def games(
    store: Store, search: GameSearch, *, before: Place | None = None, most: int = 0
) -> list[StoredGame]:
    """Return the games found, the newest first; players are found by substrings.

    Only those ``before`` a position are returned, and at ``most`` a number, if given.
    """
    wanted = _found(search)
    if before is not None:
        finished, journal, play = before
        columns = PLAY.c
        wanted = wanted.where(
            # The first condition alone is one that an index helps with.
            columns.finished <= finished,
            or_(
                columns.finished < finished,
                columns.journal < journal,
                (columns.journal == journal) & (columns.play < play),
            ),
        )
    async with store.engine.connect() as db:
        wanted = await _newest(db, wanted, search.player)
        return await _shown(db, await db.execute(wanted.limit(most) if most else wanted))


async def games_among(
    store: Store, game: str, names: Sequence[str], since: float
) -> list[StoredGame]:
    """Return the first finished games of all these players, started since a time.

    Removed names are included, because results do not depend on them.
    """
    wanted = _found(GameSearch(game=game)).where(
        PLAY.c.over.is_(True), PLAY.c.began >= since, has_players(names)
    )
    # Theirs are few: the index by time would lead through all games.
    ordered = wanted.order_by(PLAY.c.finished + 0, PLAY.c.journal, PLAY.c.play).limit(_FIRST)
    async with store.engine.connect() as db:
        return _sound(await db.execute(ordered))


async def page_of_games(store: Store, search: GameSearch, at: int) -> tuple[int, list[StoredGame]]:
    """Return the number of games found, and those on a page, 0 for the first.

    No more than ``most_counted`` are counted, and shown by pages.
    """
    columns = PLAY.c
    async with store.engine.connect() as db:
        if search.player:
            found, places = await _places_of_player(db, search, at)
        else:
            found, places = await _places(db, search, at)
        if not places:
            return found, []
        shown = select(*(columns[name] for name in _SHOWN)).where(is_among(PLAY, places))
        ordered = shown.order_by((columns.finished + 0).desc(), *_NEWEST[1:])
        return found, await _shown(db, await db.execute(ordered))


def most_counted(search: GameSearch) -> int:
    """Return the maximum number of counted games of a search."""
    return COUNTED_OF_PLAYER if search.player else COUNTED


async def _places(
    db: AsyncConnection, search: GameSearch, at: int
) -> tuple[int, list[tuple[str, int]]]:
    """Return the number of games found, and the journals and numbers of those on a page."""
    wanted = select(PLAY.c.journal, PLAY.c.play).where(*_conditions(search))
    counted = select(func.count()).select_from(wanted.limit(COUNTED + 1).subquery())
    found: int = (await db.execute(counted)).scalar_one()
    if at * PAGE >= min(found, COUNTED):
        return found, []
    rows = await db.execute(wanted.order_by(*_NEWEST).limit(PAGE).offset(at * PAGE))
    return found, [(row.journal, row.play) for row in rows]


async def _places_of_player(
    db: AsyncConnection, search: GameSearch, at: int
) -> tuple[int, list[tuple[str, int]]]:
    """Return the same for a player, with all pages read at once for a single query."""
    columns = PLAY.c
    wanted = select(columns.journal, columns.play).where(*_conditions(search))
    wanted = await _newest(db, wanted, search.player)
    rows = (await db.execute(wanted.limit(COUNTED_OF_PLAYER + 1))).all()
    shown = rows[:COUNTED_OF_PLAYER][at * PAGE : (at + 1) * PAGE]
    return len(rows), [(row.journal, row.play) for row in shown]


async def game(store: Store, journal: str, play: int) -> StoredGame | None:
    """Return one game."""
    columns = PLAY.c
    wanted = select(*(columns[name] for name in _WHOLE)).where(
        columns.journal == journal, columns.play == play, columns.withheld == ""
    )
    async with store.engine.connect() as db:
        return next(iter(await _shown(db, await db.execute(wanted))), None)


async def results_after(
    store: Store, search: GameSearch, after: Place, most: int
) -> tuple[list[StoredGame], Place | None]:
    """Return at most a number of finished games, in the order of their ends.

    Only those after a position are returned, with the position for the next call, ``None`` at the
    end.
    """
    columns, (finished, journal, play) = PLAY.c, after
    # The first condition alone is one that an index helps with.
    behind = (columns.finished >= finished) & or_(
        columns.finished > finished,
        columns.journal > journal,
        (columns.journal == journal) & (columns.play > play),
    )
    wanted = _found(search).where(behind, columns.over.is_(True))
    ordered = wanted.order_by(columns.finished, columns.journal, columns.play).limit(most)
    async with store.engine.connect() as db:
        rows = (await db.execute(ordered)).all()
        if not rows:
            return [], None
        return await _shown(db, rows), (rows[-1].finished, rows[-1].journal, rows[-1].play)


async def games_at(store: Store, places: Iterable[tuple[str, int]]) -> list[StoredGame]:
    """Return the games with these journals and numbers."""
    wanted, left = _found(GameSearch()), [*places]
    found: list[StoredGame] = []
    async with store.engine.connect() as db:
        while left:
            here = wanted.where(is_among(PLAY, left[:_AT_ONCE]))
            found += await _shown(db, await db.execute(here))
            left = left[_AT_ONCE:]
    return found


async def restored_journals(store: Store) -> list[tuple[str, str, str, str, float]]:
    """Return the journals that have replaced others: site, box, name, before, since.

    Those of removed boxes are omitted.
    """
    columns = JOURNAL.c
    removed = exists().where(
        REMOVAL.c.kind == "box", REMOVAL.c.subject == columns.site + "/" + columns.box
    )
    wanted = (
        select(columns.site, columns.box, columns.name, columns.before, columns.since)
        .where(columns.before != "", ~removed)
        .order_by(columns.since.desc())
        .limit(_RESTORED)
    )
    async with store.engine.connect() as db:
        return [(row[0], row[1], row[2], row[3], row[4]) for row in await db.execute(wanted)]


async def _shown(db: AsyncConnection, rows: Iterable[Any]) -> list[StoredGame]:
    """Return the games in rows, without removed names."""
    hidden, found = await hidden_names(db), _sound(rows)
    return [_masked(each, hidden) for each in found] if hidden else found


def _masked(played: StoredGame, hidden: frozenset[str]) -> StoredGame:
    """Return a game with some names masked; their players are not rated, like robots."""
    seats = {seat for seat, name in enumerate(played.players) if fold_name(name) in hidden}
    if not seats:
        return played
    setup = {**played.setup}
    if setup:
        setup["players"] = mask_names(setup.get("players", []), hidden)
    names = mask_names(played.players, hidden)
    return replace(played, players=tuple(names), setup=setup, robots=played.robots | seats)


def _sound(rows: Iterable[Any]) -> list[StoredGame]:
    """Return the games in rows, without those that pages cannot show.

    Arriving data is validated, but a row may have been written by another program.
    """
    found = (stored_game(row._asdict()) for row in rows)
    return [each for each in found if each is not None]


def stored_game(row: Mapping[str, Any]) -> StoredGame | None:
    """Return the game in the values of a row, ``None`` if pages cannot show it."""
    return _played(row) if _is_sound(row) else None


def _is_sound(row: Mapping[str, Any]) -> bool:
    if row["finished"] is None:
        return True  # it goes on: nothing of it is shown
    outcome = row["outcome"] if row["over"] else None
    if row["over"] and outcome is None:
        return False
    wrong = wrong_part(row["players"], row["level"], outcome, row["finished"])
    return not wrong and is_time(row["began"]) and are_seats(row["robots"])


def _played(row: Mapping[str, Any]) -> StoredGame:
    return StoredGame(
        **{
            **row,
            "over": bool(row["over"]),
            "players": tuple(row["players"]),
            "robots": frozenset(row["robots"]),
            "outcome": row["outcome"] or {},
        }
    )
