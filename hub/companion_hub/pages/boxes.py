"""Page of all boxes and their condition."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from companion.protocol.http.html import (
    Child,
    Markup,
    join,
    tag,
)
from companion.protocol.mqtt import HealthMessage
from companion_hub.club.accounts import Role
from companion_hub.club.groups import GroupSettings
from companion_hub.live import LiveBox
from companion_hub.message_parsing import BoxId
from companion_hub.pages.device_words import problems
from companion_hub.pages.groups import group_form, outcome
from companion_hub.pages.layout import (
    HubPageContext,
    nothing,
    page,
    table_of,
    time_element,
)

_FINE = ("ok", "starting")
Restored = Sequence[tuple[str, str, str, str, float]]
"""Journals that have taken the place of others: site, box, name, before, since."""
_WORN: Final = 90
"""Percent of its life from which on a card is to be replaced, as boxes judge it themselves."""


class GroupOverview(msgspec.Struct, frozen=True):
    """Desired settings of each group, and the group of each box."""

    groups: Mapping[str, GroupSettings] = msgspec.field(default_factory=dict)
    members: Mapping[BoxId, str] = msgspec.field(default_factory=dict)
    takes_boxes: bool = False
    """Whether boxes can join by a code."""


def boxes(
    frame: HubPageContext, listed: Sequence[LiveBox], restored: Restored, plan: GroupOverview
) -> str:
    """Return the page of all boxes."""
    say = frame.say
    heads = [say(key) for key in ("box", "state", "devices", "disk", "temperature", "version")]
    rows = [_row(frame, box, plan) for box in listed]
    if rows and len(rows[0]) > len(heads):
        heads += [say("group"), say("wanted")]
    table = table_of(heads, rows) if rows else nothing(say("none_yet"))
    content = (tag("h1", say("boxes")), _joining(frame, plan), table, _restored(frame, restored))
    return page(frame, "boxes", say("boxes"), *content)


def _joining(frame: HubPageContext, plan: GroupOverview) -> Child:
    """Return the link to the form for codes, for operators who may use it."""
    account = frame.account
    if account is None or not account.role.may(Role.OPERATOR):
        return ""
    if not plan.takes_boxes:
        return tag("p", frame.say("no_enrolment"))
    return tag("p", tag("a", frame.say("enrolment"), href="/enrolment"))


def _row(frame: HubPageContext, box: LiveBox, plan: GroupOverview) -> list[Child]:
    health, state = (
        box.messages.get(HealthMessage.topic.name, {}),
        str(box.status.get("state", "unknown")),
    )
    state_name = state if state in ("online", "off", "lost") else "unknown"
    origin = box.origin
    return [
        tag("a", f"{box.title}", href=f"/boxes/{origin.site}/{origin.box}"),
        tag("span", frame.say(state_name), class_=f"state {state_name}"),
        _devices(frame, box, health),
        _measured(frame, "megabytes", health.get("disk_free_mb")),
        _measured(frame, "degrees", health.get("temperature")),
        str(box.status.get("version", "")),
        *_planned(frame, box, plan),
    ]


def _planned(frame: HubPageContext, box: LiveBox, plan: GroupOverview) -> list[Child]:
    """Return the group of a box, and its roll-out state; nothing without groups."""
    chosen = plan.members.get(box.origin, "")
    outcome_text = outcome(frame, box, plan.groups.get(chosen, GroupSettings()))
    if frame.account is not None and frame.account.role.may(Role.OPERATOR):
        return [group_form(frame, box, plan.groups, chosen), outcome_text]
    return [chosen, outcome_text] if plan.groups else []


def _measured(frame: HubPageContext, key: str, value: object) -> str:
    return frame.say(key, n=value) if isinstance(value, int) else ""


def _devices(frame: HubPageContext, box: LiveBox, health: Mapping[str, Any]) -> Child:
    bad = set(box.state.get("readers_bad") or [])
    bad |= {
        name
        for name, each in (health.get("devices") or {}).items()
        if isinstance(each, dict) and each.get("state") not in _FINE
    }
    words = [found] if (found := problems(frame, sorted(map(str, bad)))) else []
    words += [frame.say(key) for key, wrong in _troubles(health) if wrong]
    if box.state.get("unsaved"):
        words.append(frame.say("unsaved"))
    return tag("span", "; ".join(words), class_="alarm") if words else frame.say("all_well")


def _troubles(health: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """Yield the possible faults of the computer, and whether each is present."""
    errors, used = health.get("card_errors"), health.get("card_used")
    yield "supply_low", health.get("supply_low") is True
    failing = isinstance(errors, int) and errors > 0
    yield "card_bad", failing or (isinstance(used, int) and used >= _WORN)
    yield "clock_unset", health.get("clock_set") is False


def _restored(frame: HubPageContext, restored: Restored) -> Markup:
    if not restored:
        return Markup("")
    rows: list[list[Child]] = [
        [f"{site} / {box}", time_element(since)] for site, box, _name, _before, since in restored
    ]
    table = table_of([frame.say("box"), frame.say("since")], rows)
    return join(
        tag("h2", frame.say("restored")), tag("p", frame.say("restored_is"), class_="note"), table
    )
