"""Index of players: normalised names, and the games they have played.

Names are searched by substring, which no index supports: so each is stored once in a small table,
with a separate table of its games.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final
from unicodedata import category, normalize

from sqlalchemy import ColumnElement, Select, and_, delete, exists, func, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from companion_hub.conditions import is_among
from companion_hub.schema import PLAY, PLAYED_BY, PLAYER, REMOVAL

LONGEST: Final = 100
"""Characters of a name that are looked at."""
FEW: Final = 3000
"""Seats whose games are gathered, instead of asking each game who has played it."""
_HERE: Final = (PLAYED_BY.c.journal == PLAY.c.journal, PLAYED_BY.c.play == PLAY.c.play)
_FILLERS: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
"""Characters that nobody sees and that Unicode does not count among those of format."""
Seated = tuple[str, int, Sequence[str]]
"""A journal, a game's number in it, and who has played it."""


def fold_name(name: str) -> str:
    """Return the normalised form of a name, the same for all similar spellings.

    Case, blanks, width (NFKC), and characters of format or control do not count.
    """
    return plain(name[:LONGEST])[:LONGEST]


def plain(text: str) -> str:
    """Return a string of any length in normalised spelling."""
    spelled = normalize("NFKC", normalize("NFKC", text).casefold())
    if not spelled.isascii():
        spelled = _FILLERS.sub("", spelled)
        spelled = normalize("NFKC", "".join(each for each in spelled if category(each) != "Cf"))
    return "".join(each for each in spelled if each.isprintable() and not each.isspace())


async def note_players(db: AsyncConnection, games: Iterable[Seated]) -> None:
    """Record the players of games, replacing earlier records."""
    rows = {
        (fold_name(name), journal, play): None for journal, play, names in games for name in names
    }
    if not rows:
        return
    places = sorted({(journal, play) for _, journal, play in rows})
    await db.execute(delete(PLAYED_BY).where(is_among(PLAYED_BY, places)))
    insert = postgresql.insert if db.dialect.name == "postgresql" else sqlite.insert
    # In the order of their names: two workers cannot wait for each other.
    names = sorted({name for name, _, _ in rows})
    await db.execute(insert(PLAYER).on_conflict_do_nothing(), [{"name": name} for name in names])
    await db.execute(
        insert(PLAYED_BY),
        [{"player": name, "journal": journal, "play": play} for name, journal, play in rows],
    )


def has_player(part: str) -> ColumnElement[bool]:
    """Return the condition that a player with this substring has played a game.

    It is evaluated game by game, for frequent substrings.
    """
    # Not the column itself: SQLite would ask its index about every such name, for each game.
    return exists().where(PLAYED_BY.c.player.concat("").in_(_names(part)), *_HERE)


def has_rare_player(part: str) -> ColumnElement[bool]:
    """Return the same condition for rare substrings, by collecting their games."""
    games = select(PLAYED_BY.c.journal, PLAYED_BY.c.play).where(
        PLAYED_BY.c.player.in_(_names(part))
    )
    return tuple_(PLAY.c.journal, PLAY.c.play).in_(games)


def has_players(names: Sequence[str]) -> ColumnElement[bool]:
    """Return the condition that all these players, found by name, have played a game."""
    first, *others = dict.fromkeys(map(fold_name, names))
    games = select(PLAYED_BY.c.journal, PLAYED_BY.c.play).where(PLAYED_BY.c.player == first)
    too = (exists().where(PLAYED_BY.c.player == name, *_HERE) for name in others)
    return and_(tuple_(PLAY.c.journal, PLAY.c.play).in_(games), *too)


async def is_rare(db: AsyncConnection, part: str) -> bool:
    """Return whether the names with this substring have played few games."""
    seats = (
        select(PLAYED_BY.c.journal)
        .where(PLAYED_BY.c.player.in_(_names(part)))
        .limit(FEW + 1)
        .subquery()
    )
    found: int = (await db.execute(select(func.count()).select_from(seats))).scalar_one()
    return found <= FEW


def _names(part: str) -> Select[tuple[str]]:
    """Return a query for the names with this substring that are not removed."""
    removed = select(REMOVAL.c.subject).where(REMOVAL.c.kind == "player")
    return select(PLAYER.c.name).where(
        PLAYER.c.name.contains(fold_name(part), autoescape=True), PLAYER.c.name.not_in(removed)
    )
