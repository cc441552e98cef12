"""Who may do what: codes to join with, claims on seats, and a limit on guessing codes."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hmac import compare_digest
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any, Final

from companion.devices.clock import Clock

WRONG: Final = 5
"""How many wrong codes an address may send before it is barred."""
WRONG_OF_ALL: Final = 30
"""How many wrong codes all addresses together may send before everybody is barred."""
PAUSE: Final = 60.0
"""Seconds that a bar lasts, and for which a wrong code counts."""
_NEIGHBOURS: Final = 64
"""Bits of an IPv6 address that identify a household's network; its devices choose the others."""
_ALL: Final = ""
"""Stands for all addresses together."""


class DeniedError(Exception):
    """A request is refused: ``code`` says why, ``status`` is that of HTTP."""

    def __init__(self, code: str, status: int, **params: str | int) -> None:
        """Keep the parameters of the error's text."""
        super().__init__(code)
        self.code = code
        self.status = status
        self.params = params


@dataclass(frozen=True, slots=True)
class Rights:
    """What a browser may do. ``since`` is the state after which these rights hold."""

    seat: int | None = None
    name: str = ""
    """The player in the seat: in a game where another player sits there, the claim is void."""
    host: bool = False
    play: bool = False
    since: int = 0


NOBODY: Final = Rights()


@dataclass(frozen=True, slots=True)
class Attempt:
    """A code sent from an address, with the sender's ``token`` and the state at that time."""

    address: str
    code: str
    token: str
    since: int


@dataclass(slots=True)
class Guesses:
    """Counts the wrong codes of each address and bars those who guess."""

    clock: Clock
    barred: Callable[[], None]
    """Called when somebody is barred, and when that ends."""
    _wrong: dict[str, list[float]] = field(default_factory=dict)
    _until: dict[str, float] = field(default_factory=dict)

    def wait(self, address: str) -> int:
        """Return the seconds for which an address is still barred, 0 if it is not."""
        now = self.clock.now()
        due = max(self._until.get(source, now) for source in (_household(address), _ALL))
        return max(0, round(due - now + 0.5)) if due > now else 0

    def paused(self) -> tuple[str, ...]:
        """Return the addresses that are barred now."""
        now = self.clock.now()
        return tuple(address for address, until in self._until.items() if until > now)

    def wrong(self, address: str) -> None:
        """Note a wrong code."""
        for source, limit in ((_household(address), WRONG), (_ALL, WRONG_OF_ALL)):
            self._note(source, limit)

    def _note(self, address: str, limit: int) -> None:
        now = self.clock.now()
        self._wrong = {
            key: recent
            for key, times in self._wrong.items()
            if (recent := [time for time in times if now - time < PAUSE])
        }
        times = self._wrong.setdefault(address, [])
        times.append(now)
        if len(times) >= limit:
            del self._wrong[address]
            self._until[address] = now + PAUSE
            self.clock.call_at(now + PAUSE, self._free)
            self.barred()

    def _free(self) -> None:
        now = self.clock.now()
        self._until = {address: until for address, until in self._until.items() if until > now}
        self.barred()


def _household(address: str) -> str:
    """Return what stands for an address when counting: for IPv6, its network of 64 bits."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        return str(IPv6Network((int(parsed) >> _NEIGHBOURS << _NEIGHBOURS, _NEIGHBOURS)))
    return str(parsed)


def _digits(count: int) -> str:
    return f"{secrets.randbelow(10**count):0{count}}"


@dataclass(slots=True)
class Seats:
    """The codes of this run of the box, and the rights that browsers got for them."""

    guesses: Guesses
    code: str = field(default_factory=lambda: _digits(4))
    host_code: str = field(default_factory=lambda: _digits(6))
    key: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    """The secret that opens the virtual box."""
    _rights: dict[str, Rights] = field(default_factory=dict)

    def rights(self, token: str) -> Rights:
        """Return the rights of the browser with a token."""
        return self._rights.get(token, NOBODY)

    def claims(self, players: Sequence[str]) -> Mapping[int, str]:
        """Return the seats that are taken, each with the token of the browser that has it."""
        return {
            rights.seat: token
            for token, rights in self._rights.items()
            if rights.seat is not None and _sits(rights, players)
        }

    def seat_of(self, rights: Rights, players: Sequence[str]) -> int | None:
        """Return the seat that these rights give in a game of these players, if any."""
        return rights.seat if _sits(rights, players) else None

    def join(self, attempt: Attempt, seat: int, players: Sequence[str]) -> str:
        """Claim a seat and return the browser's token. Raises ``DeniedError``."""
        token = attempt.token
        self._try(attempt, self.code)
        if seat not in range(len(players)):
            raise DeniedError("no-seat", 400)
        if self.claims(players).get(seat, token) != token:
            raise DeniedError("taken", 409, player=players[seat])
        return self._grant(attempt, seat=seat, name=players[seat])

    def host(self, attempt: Attempt) -> str:
        """Grant a host's rights and return the browser's token. Raises ``DeniedError``."""
        self._try(attempt, self.host_code)
        return self._grant(attempt, host=True)

    def open(self, attempt: Attempt) -> str:
        """Open the virtual box, which makes its owner a host too. Raises ``DeniedError``."""
        self._try(attempt, self.key)
        return self._grant(attempt, play=True, host=True)

    def leave(self, token: str) -> None:
        """Give up all rights of a token."""
        self._rights.pop(token, None)

    def unseat(self, seat: int, players: Sequence[str]) -> str | None:
        """Free a seat and return the token of the browser that had it, ``None`` if none had."""
        token = self.claims(players).get(seat)
        if token is not None:
            self._rights[token] = replace(self._rights[token], seat=None, name="")
        return token

    def _try(self, attempt: Attempt, right: str) -> None:
        wait = self.guesses.wait(attempt.address)
        if wait:
            raise DeniedError("too-many", 429, seconds=wait)
        if not compare_digest(attempt.code.encode("utf-8", "replace"), right.encode()):
            self.guesses.wrong(attempt.address)
            raise DeniedError("wrong-code", 403)

    def _grant(self, attempt: Attempt, **more: Any) -> str:  # noqa: ANN401 - fields of Rights
        known = attempt.token in self._rights
        token = attempt.token if known else secrets.token_urlsafe(24)
        self._rights[token] = replace(self.rights(token), since=attempt.since, **more)
        return token


def _sits(rights: Rights, players: Sequence[str]) -> bool:
    seat = rights.seat
    return seat is not None and seat < len(players) and players[seat] == rights.name
