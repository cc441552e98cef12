"""Handles a host's messages: commands, setup answers, settings of the box, seats.

Players and the virtual box may send some of them, too, between two games.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from companion.protocol import page
from companion.protocol.dispatch import handles
from companion.protocol.page import RefusedMessageError
from companion.table.clocks.change import CLOCK, AddTime, ClockChange, StopClock, change_in
from companion.table.clocks.kinds import ClockKind
from companion.table.command import Command
from companion.table.lobby.box_settings import BRIGHTNESS
from companion.table.lobby.lobby import Lobby, can_gather
from companion.table.modes.clock_menu import may_change
from companion.table.modes.level_choice import levels
from companion.table.modes.log_dialogue import open_question
from companion.table.previous_games.parties import party_count
from companion.table.stage import Stage
from companion.table.state import (
    ClockInput,
    CommandInput,
    Console,
    DisplayInput,
    LanguageInput,
    LevelInput,
    OpenLogInput,
    PlayersInput,
    SetupAnswer,
    Table,
    TableInput,
)
from companion.web.messages.host_commands import LOG, OPPOSITES, ORDERS, possible, possible_for_lead
from companion.web.updates.publisher import Client, StagePublisher


class SeatReleaser(Protocol):
    """Takes seats away from phones."""

    def __call__(self, seat: int) -> bool:
        """Free a seat; return whether it was taken."""


class SeatGiver(Protocol):
    """Gives seats to the phones that ask for them."""

    def __call__(self, seat: int, *, yes: bool) -> bool:
        """Give a seat, or refuse it; return whether a phone has asked for it."""


class HardwareTest(Protocol):
    """Tells a host what buttons and readers detect."""

    def __call__(self, client: Client, *, is_open: bool) -> None:
        """Start or stop reporting."""


@dataclass(slots=True)
class HostHandler:
    """Carries out the messages of hosts. ``ask`` passes an input to the table."""

    hub: StagePublisher
    ask: Callable[[TableInput], Awaitable[Stage]]
    unseat: SeatReleaser
    give_seat: SeatGiver = lambda _seat, *, yes: False  # noqa: ARG005 - nobody asks
    pass_lead: SeatReleaser = lambda _seat: False
    trial: HardwareTest = lambda _client, *, is_open: None  # noqa: ARG005 - nothing can be tried

    @handles(page.OpenCorrections)
    async def _correcting(self, message: page.OpenCorrections, client: Client) -> None:
        self.hub.correct(client, is_open=message.open)

    @handles(page.OpenHardwareTest)
    async def _trying(self, message: page.OpenHardwareTest, client: Client) -> None:
        self.trial(client, is_open=message.open)

    @handles(page.Setting)
    async def _set(self, message: page.Setting, _client: Client) -> None:
        await self.ask(display_input(message, self.hub.snapshot.stage.console))

    @handles(page.ClockSetting)
    async def _set_clocks(self, message: page.ClockSetting, _client: Client) -> None:
        table = game_on(self.hub.snapshot.stage)
        if not may_change(table):
            raise RefusedMessageError("no-effect")
        await self.ask(ClockInput(clock_change(message, len(table.setup.players))))

    @handles(page.RaiseLevel)
    async def _raise_level(self, message: page.RaiseLevel, _client: Client) -> None:
        """Raise the game. Raises ``RefusedMessageError`` if it cannot be raised to that level."""
        if message.level not in levels(game_on(self.hub.snapshot.stage)):
            raise RefusedMessageError("no-level")
        await self.ask(LevelInput(message.level))

    @handles(page.Unseat)
    async def _unseat(self, message: page.Unseat, client: Client) -> None:
        self._require_lead(client)
        if not self.unseat(message.seat):
            raise RefusedMessageError("nobody-there")

    @handles(page.GiveSeat)
    async def _give_seat(self, message: page.GiveSeat, client: Client) -> None:
        self._require_lead(client)
        if not self.give_seat(message.seat, yes=message.yes):
            raise RefusedMessageError("nobody-there")

    @handles(page.PassLead)
    async def _pass_lead(self, message: page.PassLead, client: Client) -> None:
        self._require_lead(client)
        if not self.pass_lead(message.seat):
            raise RefusedMessageError("nobody-there")

    def _leads(self, client: Client) -> bool:
        """Return whether a client may do before a game what a host may, and say who sits where."""
        viewer, lead = client.viewer, self.hub.snapshot.surroundings.lead
        return viewer.host or viewer.play or (lead is not None and viewer.seat == lead)

    def _require_lead(self, client: Client) -> None:
        if not self._leads(client):
            raise RefusedMessageError("not-allowed")

    def _require_permission(self, client: Client, command: str) -> None:
        """Raise ``RefusedMessageError`` unless the phone that leads may give a command now."""
        stage = self.hub.snapshot.stage
        found = ("back",) if isinstance(stage, Lobby) else possible_for_lead(stage)
        if not self._leads(client) or command not in found:
            raise RefusedMessageError("not-allowed")

    @handles(page.CommandMessage)
    async def _order(self, message: page.CommandMessage, client: Client) -> None:
        command = message.command
        if not client.viewer.host:
            self._require_permission(client, command)
        if command not in (*ORDERS, LOG):
            raise RefusedMessageError("bad-field", field="command")
        stage = self.hub.snapshot.stage
        if command == "back" and isinstance(stage, Table) and open_question(stage) is not None:
            await self.ask(Command.BACK)
            return
        if command == "back" and client.selection:
            self.hub.select(client, client.selection[:-1])
            return
        if isinstance(stage, Table):
            _check_possible(stage, command)
        elif command in OPPOSITES:
            raise RefusedMessageError("no-game")
        seq = self.hub.seq
        await self.ask(OpenLogInput() if command == LOG else CommandInput(ORDERS[command]))
        if self.hub.seq == seq:
            raise RefusedMessageError("no-effect")

    @handles(page.AnswerSetup)
    async def _answer(self, message: page.AnswerSetup, client: Client) -> None:
        option = message.option
        lobby = self.hub.snapshot.stage
        question = lobby.question if isinstance(lobby, Lobby) else None
        parties = 0 if question is None else party_count(question)
        if not (self._leads(client) or option < parties):
            raise RefusedMessageError("not-allowed")
        if question is None:
            raise RefusedMessageError("no-setup")
        if option >= len(question.answers):
            raise RefusedMessageError("no-option")
        await self.ask(SetupAnswer(question.key, option))

    @handles(page.SeatArrivals)
    async def _gather(self, message: page.SeatArrivals, _client: Client) -> None:
        """Seat the arrivals. Raises ``RefusedMessageError`` if they cannot play this game."""
        lobby, around = self.hub.snapshot.stage, self.hub.snapshot.surroundings
        come = range(len(around.arrived))
        seated = [seat for seat in come if seat in around.here or not message.present]
        players = tuple(around.arrived[seat] for seat in seated)
        if not isinstance(lobby, Lobby):
            raise RefusedMessageError("no-setup")
        if lobby.question is not None and lobby.question.key == "game":
            raise RefusedMessageError("no-game-chosen")
        if not can_gather(lobby, len(players)):
            least, most = lobby.game.players[0], lobby.game.players[-1]
            raise RefusedMessageError("wrong-number", least=least, most=most, count=len(players))
        colours = tuple(around.colours[seat] for seat in seated)
        await self.ask(PlayersInput(players, colours))

    @handles(page.PlayAgain)
    async def _again(self, _message: page.PlayAgain, _client: Client) -> None:
        """Start the same game again. Raises ``RefusedMessageError`` before its end."""
        if not game_on(self.hub.snapshot.stage).is_over:
            raise RefusedMessageError("goes-on")
        await self.ask(CommandInput(Command.PAUSE))


def _check_possible(table: Table, order: str) -> None:
    """Raise ``RefusedMessageError`` unless a command has an effect now."""
    found = possible(table)
    if order not in found:
        raise RefusedMessageError("stale" if OPPOSITES.get(order) in found else "no-effect")


def game_on(stage: Stage) -> Table:
    """Return the current game. Raises ``RefusedMessageError`` during a setup."""
    if isinstance(stage, Lobby):
        raise RefusedMessageError("no-game")
    return stage


def clock_change(message: page.ClockSetting, seats: int) -> ClockChange:
    """Return what a message changes. Raises ``RefusedMessageError`` for an impossible value."""
    if isinstance(message, page.SetClockTimes):
        times = {"kind": message.control, "main": message.main, "extra": message.extra}
        change = change_in({CLOCK: "times", **times, "periods": message.periods})
        if change is None or (message.main == 0 and message.control != ClockKind.NONE):
            raise RefusedMessageError("bad-field", field="main")
        return change
    if isinstance(message, page.SetSandTimer):
        turned = change_in({CLOCK: "sand", "time": message.time})
        if turned is None:
            raise RefusedMessageError("bad-field", field="time")
        return turned
    assert isinstance(message, page.AddClockTime | page.SwitchClock)  # noqa: S101 - no others
    if message.seat is not None and message.seat >= seats:
        raise RefusedMessageError("bad-field", field="seat")
    if isinstance(message, page.AddClockTime):
        return AddTime(message.time, message.seat)
    return StopClock(message.seat, on=message.on)


def display_input(message: page.Setting, console: Console) -> LanguageInput | DisplayInput:
    """Return what a message sets. Raises ``RefusedMessageError`` for an unknown value."""
    if isinstance(message, page.Sound):
        return DisplayInput(quiet=not message.on)
    if isinstance(message, page.Brightness):
        if message.level not in BRIGHTNESS:
            raise RefusedMessageError("bad-field", field="level")
        return DisplayInput(brightness=message.level)
    assert isinstance(message, page.Language)  # noqa: S101 - there are no others
    if message.language not in console.languages:
        raise RefusedMessageError("bad-field", field="language")
    return LanguageInput(message.language)
