"""How the boxes are."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from companion.web.markup import Child, Markup, joined, tag
from companion_hub.live import Box
from companion_hub.pages.frame import Frame, moment, nothing, page, table_of

_FINE = ("ok", "starting")
_WORN: Final = 90
"""Percent of its life from which on a card is to be replaced, as boxes judge it themselves."""


def boxes(
    frame: Frame, listed: Sequence[Box], restored: Sequence[tuple[str, str, str, str, float]]
) -> str:
    """Return the page of all boxes."""
    return page(frame, "boxes", frame.say("boxes"), content(frame, listed, restored))


def content(
    frame: Frame, listed: Sequence[Box], restored: Sequence[tuple[str, str, str, str, float]]
) -> Markup:
    """Return what stands on that page."""
    say = frame.say
    heads = [say(key) for key in ("box", "state", "devices", "disk", "temperature", "version")]
    rows = [_row(frame, box) for box in listed]
    table = table_of(heads, rows) if rows else nothing(say("none_yet"))
    return joined(tag("h1", say("boxes")), table, _restored(frame, restored))


def _row(frame: Frame, box: Box) -> list[Child]:
    health, state = box.told.get("health", {}), str(box.status.get("state", "unknown"))
    known = state if state in ("online", "off", "lost") else "unknown"
    origin = box.origin
    return [
        tag("a", f"{box.title}", href=f"/table/{origin.site}/{origin.box}"),
        tag("span", frame.say(known), class_=f"state {known}"),
        _devices(frame, box, health),
        _measured(frame, "megabytes", health.get("disk_free_mb")),
        _measured(frame, "degrees", health.get("temperature")),
        str(box.status.get("version", "")),
    ]


def _measured(frame: Frame, key: str, value: object) -> str:
    return frame.say(key, n=value) if isinstance(value, int) else ""


def _devices(frame: Frame, box: Box, health: Mapping[str, Any]) -> Child:
    bad = set(box.state.get("readers_bad") or [])
    bad |= {
        name
        for name, each in (health.get("devices") or {}).items()
        if isinstance(each, dict) and each.get("state") not in _FINE
    }
    words = [frame.say("problem", device=str(name)) for name in sorted(bad)]
    words += [frame.say(key) for key, wrong in _troubles(health) if wrong]
    if box.state.get("unsaved"):
        words.append(frame.say("unsaved"))
    return tag("span", "; ".join(words), class_="alarm") if words else frame.say("all_well")


def _troubles(health: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """Yield what can be wrong with the computer, and whether it is."""
    errors, used = health.get("card_errors"), health.get("card_used")
    yield "supply_low", health.get("supply_low") is True
    failing = isinstance(errors, int) and errors > 0
    yield "card_bad", failing or (isinstance(used, int) and used >= _WORN)
    yield "clock_unset", health.get("clock_set") is False


def _restored(frame: Frame, restored: Sequence[tuple[str, str, str, str, float]]) -> Markup:
    if not restored:
        return Markup("")
    rows: list[list[Child]] = [
        [f"{site} / {box}", moment(since)] for site, box, _name, _before, since in restored
    ]
    table = table_of([frame.say("box"), frame.say("since")], rows)
    return joined(
        tag("h2", frame.say("restored")), tag("p", frame.say("restored_is"), class_="note"), table
    )
