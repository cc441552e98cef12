"""Page of one box: devices, disk, version and settings."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.protocol.http.html import (
    Child,
    Markup,
    join,
    tag,
)
from companion.protocol.mqtt import HealthMessage
from companion_hub.club.accounts import Role
from companion_hub.club.groups import reported_settings
from companion_hub.club.removals import RemovalKind
from companion_hub.live import LiveBox
from companion_hub.pages.device_words import device_name, reason, state_words
from companion_hub.pages.groups import setting_value
from companion_hub.pages.layout import (
    HubPageContext,
    nothing,
    page,
    table_of,
)
from companion_hub.pages.removals import form

_FINE = ("ok", "starting")


def box_page(frame: HubPageContext, box: LiveBox) -> str:
    """Return the page of a box."""
    say, health = frame.say, box.messages.get(HealthMessage.topic.name, {})
    state = str(box.status.get("state", "unknown"))
    state_name = state if state in ("online", "off", "lost") else "unknown"
    status_line = tag("p", tag("span", say(state_name), class_=f"state {state_name}"), _since(box))
    table = tag("a", say("its_table"), href=f"/table/{box.origin.site}/{box.origin.box}")
    games = f"/games?site={box.origin.site}&box={box.origin.box}"
    links = tag("p", table, " · ", tag("a", say("its_games"), href=games))
    facts = table_of([say("what_it_is"), say("value")], [*_facts(frame, box, health)])
    parts = (tag("h1", box.title), status_line, links, facts, *_devices(frame, health))
    return page(frame, "boxes", box.title, *parts, _away(frame, box))


def _away(frame: HubPageContext, box: LiveBox) -> Child:
    """Return the button that removes a box with all its data, for operators who may."""
    if frame.account is None or not frame.account.role.may(Role.OPERATOR):
        return ""
    return form(frame, "remove", RemovalKind.BOX, f"{box.origin.site}/{box.origin.box}")


def _since(box: LiveBox) -> Child:
    since = box.status.get("since")
    if not isinstance(since, str):
        return ""
    return join(" · ", tag("time", since, datetime=since))


def _facts(frame: HubPageContext, box: LiveBox, health: Mapping[str, Any]) -> Iterator[list[Child]]:
    say = frame.say
    yield [say("box"), f"{box.origin.site} / {box.origin.box}"]
    yield [say("version"), str(box.status.get("version", ""))]
    for key, unit in (("disk_free_mb", "megabytes"), ("temperature", "degrees")):
        value = health.get(key)
        if isinstance(value, int):
            yield [say("disk" if key == "disk_free_mb" else key), say(unit, n=value)]
    unsaved = box.state.get("unsaved") or health.get("unsaved")
    alarm = tag("span", say("unsaved"), class_="alarm")
    yield [say("saving"), alarm if unsaved else say("all_well")]
    yield [say("journal"), str(box.status.get("journal", ""))]
    settings = reported_settings(box).get("settings")
    for key, value in sorted(settings.items()) if isinstance(settings, dict) else ():
        if key in ("language", "sound", "brightness"):
            yield [say(f"set_{key}"), setting_value(frame, key, str(value))]


def _devices(frame: HubPageContext, health: Mapping[str, Any]) -> Iterator[Markup]:
    say, devices = frame.say, health.get("devices")
    frames = health.get("bad_frames")
    yield tag("h2", say("devices"))
    if not isinstance(devices, dict) or not devices:
        yield nothing(say("no_devices"))
        return
    said = health.get("reasons")
    reasons = said if isinstance(said, dict) else {}
    damaged = frames if isinstance(frames, dict) else {}
    rows: list[list[Child]] = []
    for name, each in sorted(devices.items()):
        state, detail = _state(each)
        detail = reason(frame, reasons.get(name)) or detail
        shown = tag("span", state_words(frame, state), class_=None if state in _FINE else "alarm")
        rows.append([device_name(frame, str(name)), shown, detail, str(damaged.get(name, ""))])
    yield table_of([say(key) for key in ("device", "state", "detail", "damaged")], rows)


def _state(device: object) -> tuple[str, str]:
    if not isinstance(device, dict):
        return "", ""
    return str(device.get("state", "")), str(device.get("detail") or "")
