"""Audit log of operators' actions and of failed logins."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import insert, select

from companion_hub.club.tables import AUDIT
from companion_hub.store import Store

PAGE: Final = 100
"""Deeds on a page."""


class AuditEntry(msgspec.Struct, frozen=True):
    """An action in the audit log: by whom, from where, on what."""

    at: float
    account: str
    address: str
    action: str
    subject: str
    detail: Mapping[str, Any]


@dataclass(slots=True)
class Audit:
    """The audit log, which is append-only."""

    store: Store
    now: Callable[[], float] = time.time

    async def note(
        self, account: str, address: str, action: str, subject: str = "", **detail: object
    ) -> None:
        """Add an entry."""
        values = {
            "at": self.now(),
            "account": account,
            "address": address,
            "deed": action,
            "subject": subject,
            "detail": detail,
        }
        async with self.store.writing() as db:
            await db.execute(insert(AUDIT).values(values))

    async def page(self, at: int = 0) -> list[AuditEntry]:
        """Return a page of entries, the newest first."""
        columns = AUDIT.c
        wanted = (
            select(
                *(columns.at, columns.account, columns.address),
                *(columns.deed, columns.subject, columns.detail),
            )
            .order_by(columns.id.desc())
            .offset(at * PAGE)
            .limit(PAGE)
        )
        async with self.store.engine.connect() as db:
            return [AuditEntry(*row) for row in await db.execute(wanted)]
