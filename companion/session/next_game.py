"""Transition between games: proposes, starts or resumes the next one, or returns."""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from companion.engine.fold import Draw
from companion.engine.owners_copy import OwnersCopy
from companion.session.game_time import GameTime
from companion.session.journal_writer import JournalWriter
from companion.session.suspended_games import SuspendedGames
from companion.table.history.entries import end_early
from companion.table.lobby import copy_guide
from companion.table.lobby.lobby import Lobby
from companion.table.lobby.rematch import rematch
from companion.table.lobby.start import GameStart
from companion.table.previous_games.previous_game import SHOWN, PreviousGame
from companion.table.screens.previous_games import previous_game
from companion.table.stage import Stage
from companion.table.state import Notice, notify, with_console
from companion.table.table import Outcome, Table, begin


class NextGame(msgspec.Struct, eq=False):
    """Switches between games: ``time`` follows, and so does the journal at the next save.

    ``lobby`` opens the setup of the next game, given the table of the last one. ``left`` lists the
    suspended games. Committing an outcome is left to the caller.
    """

    writer: JournalWriter
    time: GameTime
    draw: Draw
    lobby: Callable[[Table], Lobby]
    left: SuspendedGames | None = None
    _last: tuple[Table, int] | None = None
    """The game to which *back* leads from the setup of the next one, and its time."""
    _begun: GameStart | None = None
    """How the game on the table was begun, if that was since the box was switched on."""

    async def ask(self, table: Table) -> Lobby:
        """Finish a game durably and ask what to play next.

        Until that is decided, *back* returns to the game.
        """
        self._last = (with_console(table, cover=None), self.time.elapsed)
        number = self._finish(table)
        await self.writer.save()
        left = () if self.left is None else await self.left.listed()
        lobby = replace(
            self.lobby(table),
            left=tuple(each for each in left if each.play != number),
            can_return=True,
        )
        return with_console(lobby, previous_games=self._played(table, number))

    def back(self, lobby: Lobby) -> Table | None:
        """Return the game that was left by mistake; no time has passed on its clocks.

        ``None`` without one, or if *back* returns to an earlier question.
        """
        if self._last is None or lobby.given or lobby.is_inside:
            return None
        table, elapsed = self._last
        self._last = None
        self.time.go_on(elapsed)
        self.writer.go_on(table, self.time.wall())
        return with_console(
            with_displays_of(table, lobby), previous_games=table.console.previous_games
        )

    def again(self, table: Table) -> GameStart:
        """Return the start of a rematch."""
        return rematch(table, self._begun)

    def begin(self, stage: Stage, start: GameStart) -> Outcome:
        """Finish the game on a stage in the journal, and start the newly set up one."""
        self._last = None
        self.time.go_on(0)
        self._begun = start
        outcome = begin(
            start.game, start.setup, start.enter, self.time.now, self.draw, first=start.first
        )
        table = with_displays_of(outcome.table, stage)
        if isinstance(stage, Table):
            table = with_console(table, previous_games=self._played(stage, self._finish(stage)))
        else:
            copy = start.copy or stage.copies.get(start.game.id)
            table = with_console(table, unsure=_is_unsure(table, copy))
        if start.left_out is not None:
            table = notify(table, Notice(start.left_out, refused=False))
        self.writer.begin(table, self.time.wall())
        return replace(outcome, table=table)

    async def take_up(self, lobby: Lobby, play: int) -> Outcome | Lobby:
        """Resume a suspended game; an unreadable one is removed from the list."""
        found = None if self.left is None else await self.left.open_game(play)
        if found is None:
            left = tuple(each for each in lobby.left if each.play != play)
            return replace(lobby, left=left, choosing_left=False, cursor=0)
        self._last = self._begun = None
        self.time.go_on(found.logged_at)
        table = with_displays_of(found, lobby)
        table = with_console(table, unsure=_is_unsure(table, lobby.copies.get(table.game.id)))
        self.writer.take_up(play, self.time.wall())
        others = tuple(each for each in table.console.previous_games if each.number != play)
        table, log = with_console(table, previous_games=others), len(table.entries)
        if table.stopped:
            table = end_early(table, self.time.now, on=False)
        return Outcome(table, table.entries[log:])

    def _finish(self, table: Table) -> int:
        """Finish the game on the table in the journal; return its number there, 0 for none yet."""
        number = self.writer.play
        self.writer.finish(self.time.wall(), table)
        return number

    def _played(self, table: Table, number: int) -> tuple[PreviousGame, ...]:
        """Return the previous games, with the one on a table as the latest."""
        others = (each for each in table.console.previous_games if each.number != number)
        return (previous_game(number, self.time.day, table), *others)[:SHOWN]


def _is_unsure(table: Table, copy: OwnersCopy | None) -> bool:
    """Return whether points depend on assumptions about a copy with known differences."""
    return copy is not None and bool(copy_guide.unconfirmed_questions(table.game, copy))


def with_displays_of(table: Table, like: Stage) -> Table:
    """Return a table whose displays are set like those of another stage."""
    console = like.console
    return with_console(
        table,
        language=console.language,
        languages=console.languages,
        alphabets=console.alphabets,
        quiet=console.quiet,
        unsure=console.unsure,
        previous_games=console.previous_games,
        brightness=console.brightness,
    )
