"""Pages of the hub's log, of rejected messages, and of logs of running games."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from aiohttp import web

from companion.protocol.http.html import (
    Child,
    Markup,
    join,
    tag,
)
from companion.protocol.mqtt import LONGEST
from companion_hub.club.accounts import Role
from companion_hub.log_buffer import BufferedLine, LogBuffer
from companion_hub.metrics import Metrics
from companion_hub.pages.http import frame_of, html, require_role
from companion_hub.pages.layout import (
    HubPageContext,
    nothing,
    page,
    table_of,
    time_element,
)

LEVELS: Final[Mapping[str, int]] = {
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}
SHOWN: Final = 200
"""Lines on the page."""


@dataclass(slots=True)
class LogPage:
    """Serves that page."""

    notes: LogBuffer
    counts: Metrics

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve the page."""
        router.add_get("/logs", self._logs)

    async def _logs(self, request: web.Request) -> web.Response:
        require_role(request, Role.OPERATOR)
        level, words = request.query.get("level", "info"), request.query.get("words", "")[:100]
        found = [*islice(self.notes.found(LEVELS.get(level, logging.INFO), words), SHOWN)]
        return html(logs(frame_of(request), found, refusal_counts(self.counts), level, words))


def refusal_counts(counts: Metrics) -> dict[str, int]:
    """Return the number of refused messages by reason."""
    samples = (each for family in counts.refused.collect() for each in family.samples)
    totals = (each for each in samples if each.name.endswith("_total"))
    return {each.labels["reason"]: int(each.value) for each in totals}


def logs(
    frame: HubPageContext,
    found: Sequence[BufferedLine],
    refusals: Mapping[str, int],
    level: str,
    words: str,
) -> str:
    """Return the page."""
    say = frame.say
    options = [
        tag("option", say(f"level_{each}"), value=each, selected=each == level) for each in LEVELS
    ]
    form = tag(
        "form",
        tag("label", say("level"), tag("select", options, name="level")),
        tag("label", say("words"), tag("input", name="words", value=words, type="search")),
        tag("button", say("search"), type="submit"),
        class_="search",
        role="search",
        action="/logs",
    )
    names = {number: name for name, number in LEVELS.items()}
    heads = [say(key) for key in ("at_time", "note_level", "room", "message")]
    rows: list[list[Child]] = [
        [
            time_element(each.at),
            tag("span", say(f"level_{names.get(each.level, 'error')}"), class_=_mark(each)),
            each.room,
            each.words,
        ]
        for each in found
    ]
    table = table_of(heads, rows) if rows else nothing(say("nothing_noted"))
    title = tag("h1", say("logs"))
    return page(frame, "office", say("logs"), title, form, table, _refused(frame, refusals))


def _mark(note: BufferedLine) -> str | None:
    return "alarm" if note.level >= logging.WARNING else None


def _refused(frame: HubPageContext, refusals: Mapping[str, int]) -> Markup:
    if not refusals:
        return Markup("")
    say = frame.say
    rows: list[list[Child]] = [[reason, count] for reason, count in sorted(refusals.items())]
    return join(
        tag("h2", say("refused_messages")),
        tag("p", say("refused_is", n=LONGEST), class_="note"),
        table_of([say("reason"), say("number")], rows),
    )
