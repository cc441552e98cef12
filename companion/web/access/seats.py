"""Claims on seats by join codes, and the rights that come with them."""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from companion.devices.clock import Clock
from companion.protocol.http.code_guesses import CodeGuesses
from companion.storage.logins import AccessState, Login, LoginFile, login_of
from companion.table.name_entry import LONGEST
from companion.web.access.join_code import (
    HOME,
    CodePolicy,
    fitting_codes,
    new_codes,
    with_new_code,
)


class DeniedError(Exception):
    """A refused request: ``code`` is the reason, ``status`` the HTTP status."""

    def __init__(self, code: str, status: int, **params: str | int) -> None:
        """Store the parameters of the error's text."""
        super().__init__(code)
        self.code = code
        self.status = status
        self.params = params


class Rights(msgspec.Struct, frozen=True):
    """Rights of a browser. ``since`` is the state from which they hold."""

    login: Login = msgspec.field(default_factory=Login)
    since: int = 0

    @property
    def host(self) -> bool:
        """Whether it may do what a host may."""
        return self.login.host

    @property
    def play(self) -> bool:
        """Whether it may use the virtual box."""
        return self.login.play


NOBODY: Final = Rights()


class Attempt(msgspec.Struct, frozen=True):
    """A code sent from an address, with the sender's cookie and the state at that time."""

    address: str
    code: str
    cookie: str
    since: int


@dataclass(slots=True)
class Seats:
    """The codes of a box, and the rights that browsers got for them.

    A browser is known by ``login_of`` its cookie. Every change of rights is in the ``file`` when a
    call returns. ``notify`` is called after each wrong code, and when an address may try again.
    """

    clock: Clock
    notify: Callable[[], None]
    file: LoginFile | None = None
    code_policy: CodePolicy = HOME
    guesses: CodeGuesses = field(init=False)
    door: AccessState = field(init=False)
    _since: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Restore the state from the file, or start with new codes."""
        self.guesses = CodeGuesses(self.clock, self._guessed)
        stored = None if self.file is None else self.file.load()
        begun = (
            new_codes(self.code_policy)
            if stored is None
            else fitting_codes(stored, self.code_policy)
        )
        self.door = self._today(begun, ())
        if self.door != stored:
            self._save()
        self.guesses.go_on(self.door.barred, self.door.wrong)

    @property
    def code(self) -> str:
        """The code that grants a seat."""
        return self.door.code

    @property
    def host_code(self) -> str:
        """The code that grants a host's rights."""
        return self.door.host_code

    @property
    def key(self) -> str:
        """The secret that opens the virtual box."""
        return self.door.key

    def rights(self, who: str) -> Rights:
        """Return the rights of a browser."""
        login = self.door.logins.get(who)
        return NOBODY if login is None else Rights(login, self._since.get(who, 0))

    def claims(self, players: Sequence[str]) -> Mapping[int, str]:
        """Return the claimed seats, each with the browser that holds it."""
        return {
            login.seat: who
            for who, login in self.door.logins.items()
            if login.seat is not None and _sits(login, players)
        }

    def seat_of(self, rights: Rights, players: Sequence[str]) -> int | None:
        """Return the seat that these rights grant in a game of these players, or ``None``."""
        return rights.login.seat if _sits(rights.login, players) else None

    def join(self, attempt: Attempt, seat: int, players: Sequence[str]) -> str:
        """Claim a seat and return the browser's cookie. Raises ``DeniedError``."""
        who = login_of(attempt.cookie)
        self._try(attempt, self.code)
        if seat not in range(len(players)):
            raise DeniedError("no-seat", 400)
        if self.claims(players).get(seat, who) != who:
            raise DeniedError("taken", 409, player=players[seat])
        return self._grant(attempt, seat=seat, name=players[seat])

    def visit(self, attempt: Attempt) -> str:
        """Return the cookie of a browser with the code, without a seat. Raises ``DeniedError``."""
        self._try(attempt, self.code)
        known = login_of(attempt.cookie) in self.door.logins
        return attempt.cookie if known else secrets.token_urlsafe(24)

    def give(self, seat: int, name: str, who: str, since: int) -> None:
        """Give a seat to a browser; ``since`` is the state from which it has it."""
        login = replace(self.rights(who).login, seat=seat, name=name)
        self._keep(self.door.with_login(who, login))
        self._since = {**self._since, who: since}

    def arrive(self, attempt: Attempt, name: str, others: Mapping[str, str]) -> str:
        """Admit a player before a game and return the browser's cookie. Raises ``DeniedError``.

        ``others`` are the names of the players already present, by browser.
        """
        who = login_of(attempt.cookie)
        self._try(attempt, self.code)
        name = " ".join(name.split())
        if not 0 < len(name) <= LONGEST or not name.isprintable():
            raise DeniedError("bad-name", 400, most=LONGEST)
        if name.casefold() in {other.casefold() for at, other in others.items() if at != who}:
            raise DeniedError("name-taken", 409, player=name)
        return self._grant(attempt, seat=len(others), name=name)

    def seat_all(self, seats: Mapping[str, int]) -> None:
        """Assign these seats to browsers instead of those that they hold."""
        door = self.door
        for who, seat in seats.items():
            door = door.with_login(who, replace(door.logins[who], seat=seat))
        self._keep(door)

    def choose_colour(self, who: str, colour: str) -> None:
        """Store the colour that a player prefers; empty for any."""
        login = self.door.logins[who]
        self._keep(self.door.with_login(who, replace(login, colour=colour or None)))

    def host(self, attempt: Attempt) -> str:
        """Grant a host's rights and return the browser's cookie. Raises ``DeniedError``."""
        self._try(attempt, self.host_code)
        return self._grant(attempt, host=True)

    def open(self, attempt: Attempt) -> str:
        """Open the virtual box, which also grants a host's rights. Raises ``DeniedError``."""
        self._try(attempt, self.key)
        return self._grant(attempt, play=True, host=True)

    def meet(self, present: Iterable[str]) -> None:
        """Record which browsers are here; those absent for long are forgotten."""
        self._keep(self._today(self.door, present))

    def leave(self, who: str) -> None:
        """Revoke all rights of a browser."""
        self._keep(self.door.with_login(who, Login()))

    def unseat(self, seat: int, players: Sequence[str]) -> str | None:
        """Free a seat and return the browser that held it, ``None`` if it was free."""
        who = self.claims(players).get(seat)
        if who is not None:
            freed = replace(self.door.logins[who], seat=None, name="")
            self._keep(self.door.with_login(who, freed))
        return who

    def renew(self) -> None:
        """Make a new code and free all seats, for the players of the next game."""
        door = with_new_code(self.door, self.code_policy)
        for who, login in self.door.logins.items():
            door = door.with_login(who, replace(login, seat=None, name="", colour=None))
        self._keep(door)

    def _try(self, attempt: Attempt, right: str) -> None:
        wait = self.guesses.wait(attempt.address)
        if wait:
            raise DeniedError("too-many", 429, seconds=wait)
        given = "".join(attempt.code.split())
        if _equal(given, right):
            return
        self.guesses.wrong(attempt.address)
        is_former = right == self.code and _equal(given, self.door.former)
        raise DeniedError("old-code" if is_former and given else "wrong-code", 403)

    def _grant(self, attempt: Attempt, **more: Any) -> str:  # noqa: ANN401 - fields of Login
        who, cookie = login_of(attempt.cookie), attempt.cookie
        if who not in self.door.logins:
            cookie = secrets.token_urlsafe(24)
            who = login_of(cookie)
        login = replace(self.rights(who).login, **more)
        self._keep(self.door.with_login(who, login))
        token = {token: since for token, since in self._since.items() if token in self.door.logins}
        self._since = {**token, who: attempt.since}
        return cookie

    def _guessed(self) -> None:
        """Save the failed attempts, so that a restart grants no new ones."""
        barred, wrong = self.guesses.paused(), self.guesses.counting()
        self._keep(replace(self.door, barred=barred, wrong=wrong))
        self.notify()

    def _today(self, door: AccessState, present: Iterable[str]) -> AccessState:
        date = door.date if self.file is None else self.file.date
        return door.on(date, present, self.code_policy.days)

    def _keep(self, door: AccessState) -> None:
        if door != self.door:
            self.door = door
            self._save()

    def _save(self) -> None:
        if self.file is not None:
            self.file.save(self.door)


def _equal(given: str, right: str) -> bool:
    return compare_digest(given.encode("utf-8", "replace"), right.encode())


def _sits(login: Login, players: Sequence[str]) -> bool:
    seat = login.seat
    return seat is not None and seat < len(players) and players[seat] == login.name
