"""Page about the computer of a box, with confirmations before a shutdown."""

from typing import Final

import msgspec

from companion.i18n.catalogue import Phrases
from companion.protocol.http.html import Child, Markup, tag
from companion.session.computer_control import NEWEST, UpdateProgress
from companion.web.pages.archive_page import PageContext, page

FILES: Final = ("icon.svg", "archive.css", "computer.js")
"""Assets of the page."""
WAITING: Final = "wait"
INSTALLING: Final = "install"
_MEGA: Final = 1 << 20


class UpdateStatus(msgspec.Struct, frozen=True):
    """State of an update over the network, and the notices about updates.

    ``played`` is whether a game is in progress, which is not interrupted.
    """

    download_progress: UpdateProgress | None
    messages: tuple[str, ...]
    played: bool


class CardStatus(msgspec.Struct, frozen=True):
    """Contents of the page about a card."""

    zone: str
    zones: tuple[str, ...]
    time: str
    hub: str
    coming: UpdateStatus


def computer_page(frame: PageContext, version: str, shown: CardStatus | None) -> str:
    """Return the page; ``shown`` is ``None`` for a computer that the box does not maintain."""
    title = _say(frame, "title")
    parts: list[Child] = [tag("h1", title)]
    if shown is not None:
        parts += [_update(frame, version, shown), _zone(frame, shown), _log(frame)]
    parts.append(_power(frame))
    failed = tag("p", class_="failed", role="alert")
    return page(frame, title, *parts, failed, here="host")


def _update(frame: PageContext, version: str, shown: CardStatus) -> Markup:
    field = tag(
        "input",
        type="url",
        name="address",
        id="address",
        required=True,
        placeholder="https://",
        autocomplete="off",
    )
    by_address = tag(
        "form",
        tag("label", _say(frame, "address"), for_="address"),
        field,
        tag("button", _say(frame, "fetch"), type="submit"),
        data_send="/computer/update",
        class_="field",
    )
    hub = tag("input", type="hidden", name="address", value=f"{shown.hub}{NEWEST}")
    by_hub = tag(
        "form",
        hub,
        tag("button", _say(frame, "hub", hub=shown.hub), type="submit"),
        data_send="/computer/update",
    )
    now = tag(
        "form",
        tag("button", _say(frame, "now"), type="submit"),
        data_send="/computer/now",
        id="now",
        hidden=not may_begin(shown.coming),
    )
    progress = [tag("li", line) for line in lines(frame, shown.coming)]
    return tag(
        "section",
        tag("h2", _say(frame, "update")),
        tag("p", _say(frame, "version", version=version)),
        tag("ul", progress, id="progress", role="status", data_state="/computer/state.json"),
        now,
        by_hub if shown.hub else "",
        by_address,
        tag("p", _say(frame, "update_hint"), class_="hint"),
    )


def lines(frame: PageContext, coming: UpdateStatus) -> list[str]:
    """Return the progress of an update, and the notices about the last one."""
    progress = coming.download_progress
    if progress is None or progress.step in {WAITING, INSTALLING}:
        return list(map(Phrases(frame.language, tuple).tell, coming.messages))
    if not progress.whole:
        return [_say(frame, "asking", host=progress.host)]
    megabytes = {"got": progress.got // _MEGA, "whole": -(-progress.whole // _MEGA)}
    return [_say(frame, "coming", host=progress.host, **megabytes)]


def may_begin(coming: UpdateStatus) -> bool:
    """Return whether an update waits although no game is in progress, only an abandoned one."""
    progress = coming.download_progress
    return progress is not None and progress.step == WAITING and not coming.played


def _zone(frame: PageContext, shown: CardStatus) -> Markup:
    names = shown.zones if shown.zone in shown.zones else (shown.zone, *shown.zones)
    options = [tag("option", name, value=name, selected=name == shown.zone) for name in names]
    return tag(
        "section",
        tag("h2", _say(frame, "zone")),
        tag(
            "form",
            tag("label", _say(frame, "time", time=shown.time), for_="zone"),
            tag("select", options, name="zone", id="zone"),
            tag("button", _say(frame, "zone_set"), type="submit"),
            data_send="/computer/zone",
            data_again=True,
            class_="field",
        ),
    )


def _log(frame: PageContext) -> Markup:
    link = tag("a", _say(frame, "log"), href="/computer/log.txt", class_="button", download=True)
    hint = tag("p", _say(frame, "log_hint"), class_="hint")
    return tag("section", tag("h2", _say(frame, "log_title")), tag("p", link), hint)


def _power(frame: PageContext) -> Markup:
    links = [
        tag("a", _say(frame, what), href=f"/computer/{what}", class_="button")
        for what in ("off", "restart")
    ]
    return tag("section", tag("h2", _say(frame, "power")), tag("p", links))


def confirm_page(frame: PageContext, what: str, unsaved: str) -> str:
    """Return the confirmation page, or the reason against it if something is ``unsaved``."""
    title = _say(frame, f"{what}_title")
    no = tag("a", _say(frame, "stay"), href="/computer", class_="button")
    if unsaved:
        why = frame.words.say("web.error.unsaved", why=unsaved)
        return page(frame, title, tag("h1", title), tag("p", why, class_="failed"), no, here="host")
    yes = tag(
        "form",
        tag("button", _say(frame, f"{what}_yes"), type="submit", class_="bad"),
        data_send=f"/computer/{what}",
        data_done=_say(frame, f"{what}_done"),
    )
    hint = tag("p", _say(frame, "saved"), class_="hint")
    failed = tag("p", class_="failed", role="alert")
    done = tag("p", class_="done", role="status")
    return page(frame, title, tag("h1", title), hint, yes, no, failed, done, here="host")


def _say(frame: PageContext, key: str, **params: str | int) -> str:
    return frame.words.say(f"web.computer.{key}", **params)
