"""Operator accounts: roles, and logins."""

import asyncio
import hashlib
import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from companion_hub.club.passwords import (
    LONGEST,
    SHORTEST,
    USUAL,
    Cost,
    is_right,
    password_record,
)
from companion_hub.club.tables import ACCOUNT, LOGIN
from companion_hub.store import Store

LASTING: Final = 12 * 3600.0
"""Seconds that a login lasts: an evening at the club."""
_NAME: Final = re.compile(r"[^\W_][\w .@-]{0,39}")
_TOKEN: Final = 32


class Role(StrEnum):
    """Role of an operator; each role includes those before it."""

    DIRECTOR = "director"
    """Tournaments."""
    OPERATOR = "operator"
    """Boxes: how they are set, and which there are."""
    ADMIN = "admin"
    """Accounts."""

    def may(self, needed: "Role") -> bool:
        """Return whether this role includes another one."""
        ranks = [*Role]
        return ranks.index(self) >= ranks.index(needed)


class Account(msgspec.Struct, frozen=True):
    """An operator."""

    name: str
    role: Role
    made: float = 0.0


class AccountError(ValueError):
    """An operation was refused; its text is the message key of the reason."""


@dataclass(slots=True)
class Accounts:
    """All operators of a hub."""

    store: Store
    cost: Cost = USUAL
    now: Callable[[], float] = time.time
    _decoy: str = ""
    """Hash compared with for unknown names, so that these take as long as known ones."""

    async def listed(self) -> list[Account]:
        """Return all accounts by name."""
        columns = ACCOUNT.c
        wanted = select(columns.name, columns.role, columns.made).order_by(columns.name)
        async with self.store.engine.connect() as db:
            return [Account(row[0], Role(row[1]), row[2]) for row in await db.execute(wanted)]

    async def any(self) -> bool:
        """Return whether there are any accounts."""
        async with self.store.engine.connect() as db:
            return (await db.execute(select(ACCOUNT.c.name).limit(1))).first() is not None

    async def add(self, name: str, password: str, role: Role) -> Account:
        """Create an account. Raises ``AccountError``."""
        secret = await self._kept(password)
        made = Account(_name(name), role, self.now())
        async with self.store.writing() as db:
            await self._add(db, made, secret)
        return made

    async def add_first(self, name: str, password: str) -> Account:
        """Create the first account, an administrator. Raises ``AccountError``."""
        secret = await self._kept(password)
        made = Account(_name(name), Role.ADMIN, self.now())
        async with self.store.writing() as db:
            if (await db.execute(select(ACCOUNT.c.name).limit(1))).first() is not None:
                raise AccountError("not_the_first")
            await self._add(db, made, secret)
        return made

    async def log_in(self, name: str, password: str) -> tuple[Account, str] | None:
        """Return the account and its session token; ``None`` for wrong credentials.

        An unknown name takes as long as a wrong password.
        """
        columns = ACCOUNT.c
        wanted = select(columns.name, columns.role, columns.made, columns.secret)
        async with self.store.engine.connect() as db:
            row = (await db.execute(wanted.where(columns.name == name.strip()))).one_or_none()
        if not self._decoy:
            self._decoy = await asyncio.to_thread(password_record, secrets.token_hex(), self.cost)
        secret = self._decoy if row is None else row.secret
        right = await asyncio.to_thread(is_right, password[:LONGEST], secret)
        if row is None or not right:
            return None
        token = secrets.token_urlsafe(_TOKEN)
        async with self.store.writing() as db:
            await db.execute(delete(LOGIN).where(LOGIN.c.until < self.now()))
            values = {
                "token": _hash(token),
                "account": row.name,
                "until": self.now() + LASTING,
            }
            await db.execute(insert(LOGIN).values(values))
        return Account(row.name, Role(row.role), row.made), token

    async def who(self, token: str) -> Account | None:
        """Return the account logged in with a session token."""
        columns = ACCOUNT.c
        wanted = (
            select(columns.name, columns.role, columns.made)
            .join(LOGIN, LOGIN.c.account == columns.name)
            .where(LOGIN.c.token == _hash(token), LOGIN.c.until > self.now())
        )
        async with self.store.engine.connect() as db:
            row = (await db.execute(wanted)).one_or_none()
        return None if row is None else Account(row[0], Role(row[1]), row[2])

    async def log_out(self, token: str) -> None:
        """Delete a login."""
        async with self.store.writing() as db:
            await db.execute(delete(LOGIN).where(LOGIN.c.token == _hash(token)))

    async def change_password(self, name: str, password: str) -> None:
        """Set a password, and end all sessions of its account. Raises ``AccountError``."""
        secret = await self._kept(password)
        async with self.store.writing() as db:
            await self._there(db, name)
            this = ACCOUNT.c.name == name
            await db.execute(update(ACCOUNT).where(this).values(secret=secret))
            await db.execute(delete(LOGIN).where(LOGIN.c.account == name))

    async def change_role(self, name: str, role: Role) -> None:
        """Change the role of an account. Raises ``AccountError``."""
        async with self.store.writing() as db:
            await self._there(db, name)
            await db.execute(update(ACCOUNT).where(ACCOUNT.c.name == name).values(role=role))
            await self._some_admin(db)

    async def remove(self, name: str) -> None:
        """Remove an account. Raises ``AccountError``."""
        async with self.store.writing() as db:
            await self._there(db, name)
            await db.execute(delete(LOGIN).where(LOGIN.c.account == name))
            await db.execute(delete(ACCOUNT).where(ACCOUNT.c.name == name))
            await self._some_admin(db)

    async def forget_all(self) -> None:
        """Remove all accounts: the hub then asks for a first one again."""
        async with self.store.writing() as db:
            await db.execute(delete(LOGIN))
            await db.execute(delete(ACCOUNT))

    async def _kept(self, password: str) -> str:
        if not SHORTEST <= len(password) <= LONGEST:
            raise AccountError("password_length")
        return await asyncio.to_thread(password_record, password, self.cost)

    @staticmethod
    async def _add(db: AsyncConnection, made: Account, secret: str) -> None:
        same = func.lower(ACCOUNT.c.name) == made.name.lower()
        if (await db.execute(select(ACCOUNT.c.name).where(same))).first() is not None:
            raise AccountError("name_taken")
        values = {"name": made.name, "role": made.role, "secret": secret, "made": made.made}
        await db.execute(insert(ACCOUNT).values(values))

    @staticmethod
    async def _there(db: AsyncConnection, name: str) -> None:
        found = await db.execute(select(ACCOUNT.c.name).where(ACCOUNT.c.name == name))
        if found.first() is None:
            raise AccountError("no_account")

    @staticmethod
    async def _some_admin(db: AsyncConnection) -> None:
        """Require at least one remaining administrator; otherwise roll the transaction back."""
        admins = select(ACCOUNT.c.name).where(ACCOUNT.c.role == Role.ADMIN)
        if (await db.execute(admins.limit(1))).first() is None:
            raise AccountError("last_admin")


def _name(given: str) -> str:
    name = given.strip()
    if not _NAME.fullmatch(name):
        raise AccountError("bad_name")
    return name


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
