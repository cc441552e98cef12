"""Enrolment of boxes by a code on their panel (device authorization, RFC 8628).

A box requests a secret and a code; an operator enters the code and names the box; with its secret,
the box gets a password that is created at that time and only stored by the box.
"""

import hashlib
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from companion.protocol.http.code_guesses import household
from companion.settings.fleet import TOPIC_NAME
from companion_hub.broker_accounts import BrokerAccounts, BrokerError, DuplicateNameError
from companion_hub.club.tables import CANDIDATE, ENROLLED, GROUPED
from companion_hub.message_parsing import BoxId
from companion_hub.removal_checks import is_box_removed
from companion_hub.store import Store

LASTING: Final = 600
"""Seconds for which a code counts."""
LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
"""Letters of codes: no vowels, so that none makes a word, as RFC 8628 (6.1) advises."""
_LENGTH: Final = 8
"""Letters of a code: 20 to the power of 8 are 34 bits, and a code counts for ten minutes."""
OF_ONE: Final = 5
"""Codes that one network may have waiting, of IPv6 /64: an older one then counts no more."""
OF_ALL: Final = 200
"""Codes that may wait at once, of all networks."""
_TOKEN: Final = 32
"""Random bytes of the secret by which a box asks whether it is accepted."""
_PASSWORD: Final = 24
"""Random bytes of a box's password for the broker."""
_LONG: Final = 60
"""Characters of the title of a box, and of its room."""
_LOG: Final = logging.getLogger(__name__)


class EnrolmentError(ValueError):
    """An operation was refused; its text is the message key of the reason."""


class WrongCodeError(EnrolmentError):
    """No box shows this code, or it has expired."""


class BoxAssignment(msgspec.Struct, frozen=True):
    """Assignment of a box by an operator."""

    origin: BoxId
    title: str = ""
    room: str = ""


class EnrolledBox(msgspec.Struct, frozen=True):
    """An enrolled box."""

    place: BoxAssignment
    since: float
    account: str


class DeviceCode(msgspec.Struct, frozen=True):
    """Reply to an enrolment request."""

    secret: str
    code: str
    lasting: int = LASTING


@dataclass(slots=True)
class Enrolments:
    """All enrolled boxes, and pending requests."""

    store: Store
    broker: BrokerAccounts
    now: Callable[[], float] = time.time
    draw: Callable[[str], str] = field(default=secrets.choice)

    async def ask(self, address: str) -> DeviceCode:
        """Issue a code to a box. Raises ``EnrolmentError`` if too many requests are pending."""
        columns, now, network = CANDIDATE.c, self.now(), household(address)
        secret = secrets.token_urlsafe(_TOKEN)
        async with self.store.writing() as db:
            await db.execute(delete(CANDIDATE).where(columns.until <= now))
            mine = select(columns.code).where(columns.address == network, columns.box == "")
            mine = mine.order_by(columns.until.desc()).offset(OF_ONE - 1)
            old = (await db.execute(mine)).scalars().all()
            await db.execute(delete(CANDIDATE).where(columns.code.in_(old)))
            await _drop_oldest(db, network)
            used_codes = set((await db.execute(select(columns.code))).scalars())
            code = self._code()
            while code in used_codes:
                code = self._code()
            values = {"code": code, "secret": _hash(secret), "address": network, "box": ""}
            await db.execute(insert(CANDIDATE).values(until=now + LASTING, **values))
        return DeviceCode(secret, f"{code[:4]}-{code[4:]}")

    def _code(self) -> str:
        return "".join(self.draw(LETTERS) for _ in range(_LENGTH))

    async def admit(self, code: str, place: BoxAssignment, account: str) -> None:
        """Enrol the box that shows a code. Raises ``EnrolmentError`` or ``BrokerError``."""
        box = place.origin.box
        await self._note(_plain(code), place, account)
        try:
            # This password is nobody's: the box gets one of its own when it asks.
            await self.broker.add(place.origin, _password())
        except BrokerError as error:
            await self._forget(box)
            if isinstance(error, DuplicateNameError):
                raise EnrolmentError("box_known") from error
            raise

    async def _note(self, code: str, place: BoxAssignment, account: str) -> None:
        """Record in one transaction that a code was used, and for which box."""
        columns, box = CANDIDATE.c, place.origin.box
        this = (columns.code == code) & (columns.until > self.now()) & (columns.box == "")
        try:
            async with self.store.writing() as db:
                if not (await db.execute(update(CANDIDATE).where(this).values(box=box))).rowcount:
                    raise WrongCodeError("no_candidate")
                _check(place)
                if await is_box_removed(db, place.origin):
                    raise EnrolmentError("box_removed")
                values = {"site": place.origin.site, "title": place.title, "room": place.room}
                made = {"box": box, "since": self.now(), "account": account}
                await db.execute(insert(ENROLLED).values(**made, **values))
        except IntegrityError:
            raise EnrolmentError("box_there") from None

    async def fetch(self, secret: str) -> tuple[BoxAssignment, str] | None:
        """Return a box's account with a new password; ``None`` while its code is not entered.

        Raises ``EnrolmentError`` if its code has expired, ``BrokerError``.
        """
        columns, enrolled = CANDIDATE.c, ENROLLED.c
        this = (columns.secret == _hash(secret)) & (columns.until > self.now())
        wanted = select(columns.box).where(this)
        async with self.store.engine.connect() as db:
            found = (await db.execute(wanted)).one_or_none()
            if found is None:
                raise EnrolmentError("no_candidate")
            if not found.box:
                return None
            its = (enrolled.site, enrolled.box, enrolled.title, enrolled.room)
            row = (await db.execute(select(*its).where(enrolled.box == found.box))).one_or_none()
        if row is None:
            raise EnrolmentError("no_candidate")
        place, password = BoxAssignment(BoxId(row.site, row.box), row.title, row.room), _password()
        await self.broker.change(place.origin, password)
        return place, password

    async def listed(self) -> list[EnrolledBox]:
        """Return all enrolled boxes, by site and name."""
        columns = ENROLLED.c
        its = (columns.site, columns.box, columns.title, columns.room)
        wanted = select(*its, columns.since, columns.account).order_by(columns.site, columns.box)
        async with self.store.engine.connect() as db:
            rows = (await db.execute(wanted)).all()
        return [
            EnrolledBox(
                BoxAssignment(BoxId(row.site, row.box), row.title, row.room), row.since, row.account
            )
            for row in rows
        ]

    async def remove(self, box: str) -> BoxId:
        """Remove a box, which is disconnected at once; its games are kept.

        Raises ``EnrolmentError`` or ``BrokerError``.
        """
        wanted = select(ENROLLED.c.site).where(ENROLLED.c.box == box)
        async with self.store.engine.connect() as db:
            site = (await db.execute(wanted)).scalar_one_or_none()
        if site is None:
            raise EnrolmentError("no_box")
        origin = BoxId(site, box)
        await self.broker.remove(origin)
        await self._forget(box)
        async with self.store.writing() as db:
            put = (GROUPED.c.site == site) & (GROUPED.c.box == box)
            await db.execute(delete(GROUPED).where(put))
        return origin

    async def _forget(self, box: str) -> None:
        """Remove a box from the database; its code can be used again."""
        async with self.store.writing() as db:
            await db.execute(delete(ENROLLED).where(ENROLLED.c.box == box))
            await db.execute(update(CANDIDATE).where(CANDIDATE.c.box == box).values(box=""))


async def _drop_oldest(db: AsyncConnection, network: str) -> None:
    """Delete the oldest code of the network with the most, if too many are pending.

    A network that has none yet gets one, as long as another has two. Raises ``EnrolmentError``.
    """
    columns = CANDIDATE.c
    counted = select(columns.address, func.count()).where(columns.box == "")
    waiting = {row[0]: row[1] for row in await db.execute(counted.group_by(columns.address))}
    if sum(waiting.values()) < OF_ALL:
        return
    most = max(waiting, key=lambda each: (waiting[each], each))
    if waiting[most] <= max(1, waiting.get(network, 0)):
        raise EnrolmentError("too_many_candidates")
    theirs = select(columns.code).where(columns.address == most, columns.box == "")
    oldest = (await db.execute(theirs.order_by(columns.until).limit(1))).scalars().all()
    await db.execute(delete(CANDIDATE).where(columns.code.in_(oldest)))


def _check(place: BoxAssignment) -> None:
    if not all(TOPIC_NAME.fullmatch(name) for name in (place.origin.site, place.origin.box)):
        raise EnrolmentError("bad_box")
    for text in (place.title, place.room):
        if len(text) > _LONG or not text.isprintable():
            raise EnrolmentError("long_name")


def _plain(code: str) -> str:
    """Return a code in canonical form."""
    return "".join(letter for letter in code.upper() if letter.isalnum())[: 2 * _LENGTH]


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _password() -> str:
    return secrets.token_urlsafe(_PASSWORD)
