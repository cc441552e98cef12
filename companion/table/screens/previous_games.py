"""Screens of previous games: rankings, and addresses for phones."""

from collections.abc import Iterator

from companion.engine.ranking import ranking_of
from companion.engine.text import text, titled
from companion.table.lobby.rematch import party_of
from companion.table.previous_games.previous_game import (
    PreviousGame,
    points_text,
    ranked_players,
)
from companion.table.screens.screen import Row, RowMark, Screen
from companion.table.state import JoinInfo, Table
from companion.table.voice import Voice


def previous_game(number: int, day: str, table: Table) -> PreviousGame:
    """Return the game on a table as a finished one."""
    game, state = table.game, table.state
    over = game.is_terminal(state)
    winners = game.winners(state) if over else ()
    return PreviousGame(
        number,
        titled(game.title, game.titles),
        day,
        ranked_players(table.setup.players, ranking_of(game, state, winners)),
        over,
        party_of(table),
        unsure=table.console.unsure,
    )


def pages(table: Table, voice: Voice, rows: int) -> Iterator[Screen]:
    """Yield the pages about all games, the latest first."""
    games = table.console.previous_games
    for n, game in enumerate(games, 1):
        lines = [
            Row(
                f"{each.place} {each.name}",
                points_text(each.points, unsure=game.unsure),
                mark=_mark(won=each.won),
            )
            for each in game.ranking
        ]
        day = game.day if game.over else voice.short(text("played.left", day=game.day))
        for at in range(0, len(lines), rows):
            yield Screen(
                title=voice.short(game.title),
                rows=tuple(lines[at : at + rows]),
                footer=day,
                status=f"{n}/{len(games)}",
            )
        if table.console.join is not None and game.over:
            yield _for_phones(game, table.console.join, voice)


def _mark(*, won: bool) -> RowMark:
    return RowMark.TURN if won else RowMark.NONE


def _for_phones(game: PreviousGame, join: JoinInfo, voice: Voice) -> Screen:
    """Return the page whose short address lets a phone take a game along."""
    base = join.address.upper().partition("/J/")[0]
    key = f"/{game.key}" if game.key else ""
    return Screen(
        title=voice.short(text("played.phone")),
        rows=(Row(voice.short(game.title)), Row(game.day)),
        qr=f"{base}/L/{game.number}{key}",
    )
