"""Seasons (quarters of a year), and the standings to which a result belongs."""

from datetime import UTC, datetime
from itertools import product

import msgspec


def season_of(finished: float) -> str:
    """Return the quarter of a time of day (POSIX seconds), such as ``2026-4``."""
    ended = datetime.fromtimestamp(finished, UTC)
    return f"{ended.year}-{(ended.month + 2) // 3}"


def bounds_of(season: str) -> tuple[float, float]:
    """Return the start of a quarter, and of the next one. Raises ``ValueError``."""
    year, _, quarter = season.partition("-")
    begins = datetime(int(year), 3 * int(quarter) - 2, 1, tzinfo=UTC)
    month = begins.month + 3
    ends = begins.replace(year=begins.year + month // 13, month=(month - 1) % 12 + 1)
    return begins.timestamp(), ends.timestamp()


class Scope(msgspec.Struct, frozen=True, order=True):
    """Scope of standings: a club, a season, a game; empty for all of them."""

    site: str = ""
    season: str = ""
    game: str = ""


def scopes_of(site: str, season: str, game: str) -> tuple[Scope, ...]:
    """Return all scopes in which a result counts."""
    return tuple(Scope(*each) for each in product(("", site), ("", season), ("", game)))
