"""Gateway between a running table and its clients in browsers."""

from asyncio import Future
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from time import time
from typing import Final

from companion.devices.clock import Clock
from companion.engine.log import Entry
from companion.protocol.http.code_guesses import ALL, WRONG_OF_ALL
from companion.protocol.http.page_words import page_words
from companion.session.session import Session
from companion.storage.logins import LoginFile, login_of
from companion.table.lobby.lobby import Lobby
from companion.table.stage import Stage
from companion.table.state import ArrivalsInput, JoinInfo, Table
from companion.table.voice import Voice
from companion.web.access.join_code import HOME, CodePolicy
from companion.web.access.rate_limit import GUESTS_A_SECOND, GUESTS_BURST, TokenBucket
from companion.web.access.seats import Attempt, DeniedError, Rights, Seats
from companion.web.handlers.hardware_test import HardwareTests
from companion.web.handlers.host import HostHandler
from companion.web.handlers.message_handler import MessageHandler
from companion.web.updates.publisher import Client, StagePublisher
from companion.web.views.page_voice import PageVoice
from companion.web.views.viewer import Alert, Surroundings
from companion.web.views.virtual_box import RobotDriver, VirtualBox

_MILLISECONDS = 1000
GONE: Final = 20.0
"""Seconds after which a phone that has gone no longer leads."""
_PANEL: Final = 0.1
"""Seconds for which pages wait for the panel at most."""


@dataclass(slots=True)
class TableGateway:
    """Follows a session and admits clients. ``voice`` translates a stage's texts into a language.

    ``logins`` is the file of its codes and of the phones that have joined.
    """

    session: Session
    clock: Clock
    voice: Callable[[str, Stage], Voice]
    hardware: VirtualBox | None = None
    robot: RobotDriver | None = None
    logins: LoginFile | None = None
    code_policy: CodePolicy = HOME
    shown: Callable[[], Future[bool] | None] = lambda: None
    """Returns what is done once the newest picture is on the panel, ``None`` without a panel."""
    keeps: bool = False
    """Whether hosts have a page for the computer."""
    hub: StagePublisher = field(init=False)
    message_handler: MessageHandler = field(init=False)
    seats: Seats = field(init=False)
    trials: HardwareTests = field(init=False)
    guests: TokenBucket = field(init=False)
    """What all who have no rights may send together: however many they are, the table goes on."""
    _invitation: Callable[[], JoinInfo] | None = None
    _arrived: tuple[str, ...] = ()
    """The browsers of those who have come for the next game, in the order of their seats."""
    _playing: bool = False
    """Whether a game was on the table."""
    _lead: str = ""
    """The browser that answers the setup, and says who sits where; empty if nobody has come."""
    _lead_left: float | None = None
    """When that browser has gone, ``None`` while it is here."""
    _asking: dict[str, str] = field(default_factory=dict)
    """The browsers that ask for a seat, by the name of its player."""

    def __post_init__(self) -> None:
        """Follow the session from now on."""
        # Counting from the time of day, so that after a restart no number is used a second time.
        number = round(time() * _MILLISECONDS)
        self.hub = StagePublisher(self._speech, lambda: self.session.elapsed, number, self._later)
        self.trials = HardwareTests(self.session, self._piece)
        self.guests = TokenBucket(self.clock, GUESTS_BURST, GUESTS_A_SECOND)
        ask = self.session.ask
        hosting = HostHandler(
            self.hub, ask, self.unseat, self.give_seat, self.pass_lead, self.trials.hear
        )
        self.message_handler = MessageHandler(
            self.hub, ask, hosting, self.robot, self.choose_colour, refresh=self.refresh
        )
        self.seats = Seats(self.clock, self.refresh, self.logins, self.code_policy)
        self.session.add_follower(self.follow)
        self.refresh()

    def follow(self, stage: Stage, _entries: tuple[Entry, ...]) -> None:
        """Publish a stage to all clients; clients that have lost their seat are dropped first."""
        was_playing, self._playing = self._playing, isinstance(stage, Table)
        if was_playing and not self._playing:
            self._arrived = () if self.code_policy.once else self._still_here()
            if self.code_policy.once:
                self.seats.renew()
                self.clock.call_at(self.clock.now(), self._invite)  # once this stage is shown
        if was_playing != self._playing:
            self._take_seats()
        for client in tuple(self.hub.clients):
            if client.who is not None and client.who() != client.viewer:
                self.hub.detach(client)
                client.drop()
        self.hub.publish(stage, self._surroundings(stage))
        if isinstance(stage, Lobby) and stage.arrived != self._players:
            self.session.sink(ArrivalsInput(self._players, self._colours))

    def _later(self, tell: Callable[[], None]) -> None:
        """Let the panel update first, because the player who pressed a key looks at it.

        A panel that is slow to answer delays the pages by ``_PANEL`` at most.
        """
        shown = self.shown()
        if shown is None or shown.done():
            tell()
            return
        due = self.clock.now() + _PANEL
        timer = self.clock.call_at(due, tell)

        def at_last(_shown: Future[bool]) -> None:
            if self.clock.now() < due:
                timer.cancel()
                tell()

        shown.add_done_callback(at_last)

    def refresh(self) -> None:
        """Publish changes around the table to all clients."""
        self.follow(self.session.stage, ())

    def invite(self, invitation: Callable[[], JoinInfo]) -> None:
        """Have the box show how phones join, now and after each change of that."""
        self._invitation = invitation
        self._invite()

    def _invite(self) -> None:
        if self._invitation is not None:
            self.session.show_joining(self._invitation())

    def may_ask(self, who: str) -> bool:
        """Return whether a browser may send a message or a body now; guests share one limit."""
        return not self.seats.rights(who).login.is_empty or self.guests.take()

    def enter(self, client: Client, since: int | None) -> None:
        """Add a client; its seat counts as present from now on."""
        self.hub.attach(client, since)
        self.seats.meet(client.token for client in self.hub.clients)
        self.refresh()

    def go(self, client: Client) -> None:
        """Remove a client."""
        self.trials.hear(client, is_open=False)
        self.hub.detach(client)
        self.refresh()

    def join(self, attempt: Attempt, seat: int) -> str:
        """Give a seat to a browser and return its cookie. Raises ``DeniedError``."""
        cookie = self.seats.join(attempt, seat, self._players)
        self.refresh()
        return cookie

    def arrive(self, attempt: Attempt, name: str) -> str:
        """Admit a player before a game and return the cookie. Raises ``DeniedError``."""
        stage = self.session.stage
        if isinstance(stage, Table):
            raise DeniedError("game-begun", 409)
        robots = {robot: robot for robot in stage.robots}
        names = dict(zip(self._arrived, self._players, strict=True))
        cookie = self.seats.arrive(attempt, name, {**robots, **names})
        self._come(login_of(cookie))
        return cookie

    def come_back(self, who: str) -> None:
        """Readmit a player who has had a seat, unless the next game has started."""
        login = self.seats.rights(who).login
        names = {name.casefold() for name in self._players}
        is_new = login.seat is not None and who not in self._arrived
        if is_new and isinstance(self.session.stage, Lobby) and login.name.casefold() not in names:
            self._come(who)

    def _come(self, *who: str) -> None:
        """Seat the arrivals in their order, and notify all clients."""
        there = dict.fromkeys((*self._arrived, *who))
        self._arrived = tuple(one for one in there if self.seats.rights(one).login.seat is not None)
        self._take_seats()
        self.refresh()

    def _take_seats(self) -> None:
        """Give arrivals the seats of their names, or before a game one after another."""
        players = self._players
        names = {who: self.seats.rights(who).login.name for who in self._arrived}
        there = {who: players.index(name) for who, name in names.items() if name in players}
        self.seats.seat_all(there)

    def _still_here(self) -> tuple[str, ...]:
        """Return the browsers of the last game's players whose pages are open."""
        seated = {client.viewer.seat: client.token for client in self.hub.clients if client.token}
        return tuple(seated[seat] for seat in sorted(s for s in seated if s is not None))

    def leave(self, who: str) -> None:
        """Revoke all rights of a browser and drop its connections."""
        self.seats.leave(who)
        self._send_away(who)
        self._come()

    def unseat(self, seat: int) -> bool:
        """Take a seat from its phone; return whether a phone had it."""
        who = self.seats.unseat(seat, self._players)
        if who is not None:
            self._send_away(who)
            self._come()
        return who is not None

    def ask_for_seat(self, attempt: Attempt, seat: int) -> str:
        """Ask whoever leads for a seat that is taken; return the cookie. Raises ``DeniedError``.

        A second phone is refused while the first one waits with its page open.
        """
        cookie, players = self.seats.visit(attempt), self._players
        if seat not in range(len(players)):
            raise DeniedError("no-seat", 400)
        first = self._asking.get(players[seat])
        waiting = {client.token for client in self.hub.clients} - {login_of(attempt.cookie)}
        if first in waiting:
            raise DeniedError("seat-asked", 409, player=players[seat])
        self._asking[players[seat]] = login_of(cookie)
        self.refresh()
        self._give_undecided()
        return cookie

    def give_seat(self, seat: int, *, yes: bool) -> bool:
        """Give a seat to the phone that asks for it, or refuse; return whether one does."""
        players, seated = self._players, self._seated()
        name = players[seat] if seat in range(len(players)) else ""
        who = self._asking.pop(name, "")
        if who and yes:
            former = seated.get(seat, "")
            self.seats.unseat(seat, players)
            self.seats.give(seat, name, who, self.hub.seq + 1)
            self._arrived = tuple(who if one == former else one for one in self._arrived)
            self._lead = who if self._lead == former else self._lead
            self._send_away(former)
        self.refresh()
        return bool(who)

    def _give_undecided(self) -> None:
        """Give the seats that phones ask for if nobody has been there for long who could decide."""
        around, left = self.hub.snapshot.surroundings, self._lead_left
        is_left = left is not None and self.clock.now() - left >= GONE and not around.here
        is_hosted = any(client.viewer.host or client.viewer.play for client in self.hub.clients)
        if not is_left or is_hosted or self.code_policy.once:
            return
        for seat in around.asked:
            self.give_seat(seat, yes=True)

    def _lead_gone(self) -> None:
        """Find out who leads now, and what nobody is left to decide."""
        self.refresh()
        self._give_undecided()

    def pass_lead(self, seat: int) -> bool:
        """Let the phone of a seat lead; return whether one has it."""
        who = self._seated().get(seat, "")
        if who:
            self._lead, self._lead_left = who, None
            self.refresh()
        return bool(who)

    def _seated(self) -> Mapping[int, str]:
        """Return the browser of each seat that a phone has, before a game of each arrival."""
        if isinstance(self.session.stage, Lobby):
            return dict(enumerate(self._arrived))
        return self.seats.claims(self._players)

    def _leading(self, here: frozenset[int]) -> int | None:
        """Return the seat that leads: the first that came, until it is passed on or has gone.

        In a public place nobody leads but hosts.
        """
        seated = self._seated()
        if not seated or self.code_policy.once:
            return None
        seat_of = {who: seat for seat, who in seated.items()}
        present = sorted(here & seated.keys())
        if self._lead not in seat_of:
            self._lead, self._lead_left = seated[min(seated)], None
        seat, now = seat_of[self._lead], self.clock.now()
        if seat in here:
            self._lead_left = None
        elif self._lead_left is None:
            self._lead_left = now
            self.clock.call_at(now + GONE, self._lead_gone)
        elif now - self._lead_left >= GONE and present:
            seat, self._lead_left = present[0], None
            self._lead = seated[seat]
        return seat

    def choose_colour(self, who: str, colour: str) -> None:
        """Store the colour that a player prefers; empty for any."""
        self.seats.choose_colour(who, colour)
        self.refresh()

    def seat_of(self, rights: Rights) -> int | None:
        """Return the seat that these rights grant in the current game, ``None`` without one."""
        return self.seats.seat_of(rights, self._players)

    def _send_away(self, who: str) -> None:
        for client in tuple(self.hub.clients):
            if who and client.token == who:
                client.drop()
        self.refresh()

    @property
    def _players(self) -> tuple[str, ...]:
        stage = self.session.stage
        if isinstance(stage, Table):
            return stage.setup.players
        return tuple(self.seats.rights(who).login.name for who in self._arrived)

    @property
    def _colours(self) -> tuple[str, ...]:
        """The preferred colour of each arrival."""
        return tuple(self.seats.rights(who).login.colour or "" for who in self._arrived)

    def _surroundings(self, stage: Stage) -> Surroundings:
        players = stage.setup.players if isinstance(stage, Table) else self._players
        seats = (client.viewer.seat for client in self.hub.clients)
        here = {seat for seat in seats if seat is not None}
        claims = self.seats.claims(players)
        present = frozenset(here) & frozenset(claims)
        asked = {seat for seat, name in enumerate(players) if name in self._asking}
        return Surroundings(
            claimed=frozenset(claims),
            lead=self._leading(present),
            asked=frozenset(asked),
            arrived=() if isinstance(stage, Table) else players,
            colours=() if isinstance(stage, Table) else self._colours,
            here=present,
            devices=tuple(self.session.devices.values()),
            bad_frames=self.session.bad_frames(),
            join=stage.console.join,
            alerts=tuple(self._alerts()),
            play=0 if self.code_policy.once else self.session.writer.play,
            wish=self.message_handler.wishes.wish,
            keeps=self.keeps,
            hardware=None if self.hardware is None else self.hardware.description,
        )

    def _piece(self, tag: str, language: str) -> str:
        """Return the name of the piece that a tag stands for, empty if of none."""
        touch = self.session.controls.touch(tag, self.session.stage)
        if touch is None or touch.piece is None:
            return ""
        return self.voice(language, self.session.stage).long(touch.piece.name)

    def _alerts(self) -> Iterator[Alert]:
        """Yield alerts for the host about clients that guess codes."""
        guesses = self.seats.guesses
        yield from map(_paused, guesses.paused())
        recent = guesses.of_an_hour()
        for address, count in recent.items():
            if count >= self.code_policy.noticed:
                yield Alert("tries", (("address", address), ("count", str(count))))
        together = sum(recent.values())
        if len(recent) > 1 and together >= WRONG_OF_ALL:
            yield Alert("many_tries", (("count", str(together)),))

    def _speech(self, language: str, stage: Stage) -> PageVoice:
        return PageVoice(language, self.voice(language, stage), page_words(language))


def _paused(address: str) -> Alert:
    if address == ALL:
        return Alert("many_guesses")
    return Alert("guesses", (("address", address),))
