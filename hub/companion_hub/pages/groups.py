"""Pages of groups of boxes: settings and roll-out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from aiohttp import web

from companion.i18n.languages import own_name
from companion.protocol.http.html import (
    Child,
    Markup,
    join,
    tag,
)
from companion.protocol.mqtt import ONE_OF
from companion_hub.club.accounts import Role
from companion_hub.club.audit import Audit
from companion_hub.club.groups import (
    SETTINGS,
    GroupError,
    Groups,
    GroupSettings,
    RolloutState,
    parse_group_settings,
    refusals,
    rollout_state,
)
from companion_hub.club.settings_sender import SettingsSender
from companion_hub.live import LiveBox, LiveBoxes
from companion_hub.message_parsing import BoxId
from companion_hub.pages.http import (
    address_of,
    form_of,
    frame_of,
    html,
    redirect_to,
    require_role,
)
from companion_hub.pages.layout import HubPageContext, nothing, page
from companion_hub.pages.login import error_sentence, labelled_field


@dataclass(slots=True)
class GroupPages:
    """Serves these pages."""

    groups: Groups
    live: LiveBoxes
    audit: Audit
    steward: SettingsSender

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve these pages."""
        router.add_get("/groups", self._page)
        router.add_post("/groups", self._change)
        router.add_post("/boxes", self._put)

    async def _page(self, request: web.Request) -> web.Response:
        require_role(request, Role.OPERATOR)
        return html(await self._html(request))

    async def _html(self, request: web.Request, trouble: str = "") -> str:
        frame, all_groups = frame_of(request), await self.groups.all()
        members = await self.groups.members()
        return groups(
            frame, all_groups, count_boxes(self.live.listed(), all_groups, members), trouble
        )

    async def _change(self, request: web.Request) -> web.Response:
        account, given = require_role(request, Role.OPERATOR), await form_of(request)
        name = given.get("group", "").strip()
        try:
            action, detail = await self._do(given, name)
        except GroupError as error:
            return html(await self._html(request, frame_of(request).say(str(error))), 400)
        await self.audit.note(account.name, address_of(request), action, name, **detail)
        await self.steward.look()
        return redirect_to("/groups")

    async def _do(self, given: dict[str, str], name: str) -> tuple[str, dict[str, str]]:
        what = given.get("do", "")
        if what == "remove":
            await self.groups.remove(name)
            return "group_removed", {}
        if what == "want":
            chosen = {key: given.get(key, "") for key in SETTINGS}
            wanted = parse_group_settings(chosen, given.get("version", "").strip())
            await self.groups.want(name, wanted)
            version = {"version": wanted.version} if wanted.version else {}
            return "group_set", {**wanted.settings, **version}
        await self.groups.add(name)
        return "group_added", {}

    async def _put(self, request: web.Request) -> web.Response:
        account, given = require_role(request, Role.OPERATOR), await form_of(request)
        origin = BoxId(given.get("site", ""), given.get("box", ""))
        if origin not in self.live.boxes:
            raise web.HTTPNotFound
        name = given.get("group", "")
        try:
            await self.groups.put(origin, name)
        except GroupError:
            raise web.HTTPNotFound from None
        subject = f"{origin.site} / {origin.box}"
        await self.audit.note(account.name, address_of(request), "box_put", subject, group=name)
        await self.steward.look()
        return redirect_to("/boxes")


def count_boxes(
    boxes: Iterable[LiveBox], all_groups: Mapping[str, GroupSettings], members: Mapping[BoxId, str]
) -> dict[str, dict[RolloutState, int]]:
    """Return how many boxes of each group have applied the settings, and how many have not."""
    found: dict[str, dict[RolloutState, int]] = {name: {} for name in all_groups}
    for box in boxes:
        name = members.get(box.origin, "")
        if name in found:
            how = rollout_state(box, all_groups[name])
            found[name][how] = found[name].get(how, 0) + 1
    return found


def groups(
    frame: HubPageContext,
    all_groups: Mapping[str, GroupSettings],
    counts: Mapping[str, Mapping[RolloutState, int]],
    trouble: str = "",
) -> str:
    """Return the page of all groups."""
    say = frame.say
    title = tag("h1", say("groups"))
    cards = [_group(frame, name, wanted, counts[name]) for name, wanted in all_groups.items()]
    listed = join(*cards) if cards else nothing(say("no_groups"))
    new = tag(
        "form",
        labelled_field(say("group"), name="group", autocomplete="off"),
        tag("input", type="hidden", name="do", value="add"),
        tag("button", say("add_group"), type="submit"),
        method="post",
        action="/groups",
        class_="fields",
    )
    note = tag("p", say("groups_note"), class_="note")
    heading = tag("h2", say("add_group"))
    return page(
        frame, "office", say("groups"), title, error_sentence(trouble), note, listed, heading, new
    )


def _group(
    frame: HubPageContext, name: str, wanted: GroupSettings, counts: Mapping[RolloutState, int]
) -> Markup:
    say = frame.say
    fields = [
        tag("label", tag("span", say(f"set_{key}")), _choice(frame, key, values, wanted))
        for key, values in SETTINGS.items()
    ]
    version = tag("input", name="version", value=wanted.version, autocomplete="off")
    fields.append(tag("label", tag("span", say("version")), version))
    counts_text = frame.listed(
        f"{say(f'standing_{how}')}: {count}" for how, count in sorted(counts.items())
    )
    return tag(
        "section",
        tag("h2", name),
        tag("p", counts_text or say("group_empty"), class_="state-line"),
        _form(name, "want", *fields, tag("button", say("set_group"), type="submit")),
        _form(
            name,
            "remove",
            tag(
                "button",
                say("do_remove"),
                type="submit",
                aria_label=f"{say('do_remove')}: {name}",
                class_="away",
            ),
        ),
        class_="group",
    )


def _form(name: str, what: str, *content: Child) -> Markup:
    hidden = [
        tag("input", type="hidden", name="group", value=name),
        tag("input", type="hidden", name="do", value=what),
    ]
    return tag("form", hidden, *content, method="post", action="/groups", class_="fields")


def setting_value(frame: HubPageContext, key: str, value: str) -> str:
    """Return the value of a setting in words; unknown ones of later versions are unchanged."""
    if value not in SETTINGS.get(key, ()):
        return value
    return own_name(value) if key == "language" else frame.say(f"value_{value}")


def _choice(
    frame: HubPageContext, key: str, values: Iterable[str], wanted: GroupSettings
) -> Markup:
    chosen = wanted.settings.get(key, "")
    options = [
        tag("option", setting_value(frame, key, each), value=each, selected=each == chosen)
        for each in values
    ]
    leave = tag("option", frame.say("as_it_is"), value="", selected=not chosen)
    return tag("select", leave, options, name=key)


def group_form(frame: HubPageContext, box: LiveBox, names: Iterable[str], chosen: str) -> Markup:
    """Return the form that assigns a box to a group."""
    origin, say = box.origin, frame.say
    options = [tag("option", each, value=each, selected=each == chosen) for each in names]
    none = tag("option", say("no_group_chosen"), value="", selected=not chosen)
    label = f"{say('group')}: {box.title}"
    return tag(
        "form",
        tag("input", type="hidden", name="site", value=origin.site),
        tag("input", type="hidden", name="box", value=origin.box),
        tag("select", none, options, name="group", aria_label=label),
        tag("button", say("do_put"), type="submit", aria_label=f"{say('do_put')}: {box.title}"),
        method="post",
        action="/boxes",
        class_="inline",
    )


def outcome(frame: HubPageContext, box: LiveBox, wanted: GroupSettings) -> Child:
    """Return the roll-out result on a box: done, pending, or refused with a reason."""
    how = rollout_state(box, wanted)
    if how is RolloutState.FREE:
        return ""
    if how is RolloutState.REFUSED:
        whys = [
            f"{setting_name(frame, key)}: {_why(frame, key, why)}"
            for key, why in refusals(box).items()
        ]
        refusal = frame.say("refused_because", why="; ".join(whys))
        return tag("span", refusal, class_="alarm")
    return tag("span", frame.say(f"standing_{how}"), class_=f"standing {how}")


def setting_name(frame: HubPageContext, key: str) -> str:
    """Return the name of a setting; unknown ones of later versions are unchanged."""
    if key == "version":
        return frame.say("version")
    return frame.say(f"set_{key}") if key in SETTINGS else key


def _why(frame: HubPageContext, key: str, why: str) -> str:
    """Return why a box refused a setting: a code, or ``one of`` with comma-separated values."""
    if why.startswith(ONE_OF) and key in SETTINGS:
        values = why.removeprefix(ONE_OF).split(", ")
        possible = frame.listed(setting_value(frame, key, value) for value in values)
        return frame.say("why_one_of", values=possible)
    reasons = ("in-game", "not-allowed", "no-version", "not-saved", "unknown")
    return frame.say(f"why_{why}") if why in reasons else why
