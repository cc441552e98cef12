"""Pages of all tables, and of one of them, live."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.protocol.http.html import (
    Child,
    Markup,
    join,
    tag,
)
from companion.protocol.mqtt import PictureMessage, ViewMessage
from companion_hub.live import LiveBox, compact
from companion_hub.pages.device_words import problems
from companion_hub.pages.layout import HubPageContext, nothing, page


def tables(frame: HubPageContext, boxes: list[LiveBox]) -> str:
    """Return the page of all tables."""
    return page(frame, "tables", frame.say("tables"), cards(frame, boxes))


def cards(frame: HubPageContext, boxes: list[LiveBox]) -> Markup:
    """Return the contents of that page."""
    heading = tag("h1", frame.say("tables"))
    if not boxes:
        return join(heading, nothing(frame.say("none_yet")))
    listed = [tag("li", _card(frame, box)) for box in boxes]
    return join(heading, tag("ul", listed, class_="tables"))


def _card(frame: HubPageContext, box: LiveBox) -> Markup:
    origin, state = box.origin, box.state
    address = f"/table/{origin.site}/{origin.box}"
    alarms = list(_alarms(frame, box))
    return tag(
        "a",
        tag("h2", box.title),
        tag("p", _state_line(frame, box), class_="state-line"),
        tag("p", join(*_turn(frame, state)), class_="whose") if box.is_online else "",
        _points(state) if box.is_online else "",
        tag("p", "; ".join(alarms), class_="alarm") if alarms else "",
        href=address,
        class_="table" if box.is_online else "table away",
    )


def _state_line(frame: HubPageContext, box: LiveBox) -> str:
    state = box.state
    if not box.is_online:
        name = str(box.status.get("state", "unknown"))
        return frame.say(name if name in ("off", "lost") else "unknown")
    phase = str(state.get("phase", "none"))
    if phase not in ("none", "setup", "playing", "paused", "over"):
        phase = "none"
    words = [str(state.get("title") or ""), frame.say(f"phase_{phase}")]
    if state.get("round") is not None and phase in ("playing", "paused"):
        words.append(frame.say("round", n=int(state["round"])))
    return " · ".join(filter(None, words))


def _turn(frame: HubPageContext, state: Mapping[str, Any]) -> Iterator[Child]:
    if state.get("phase") not in ("playing", "paused"):
        return
    player = state.get("player")
    yield frame.say("turn_of", player=str(player)) if player else frame.say("everybody")
    if state.get("turn_since"):
        yield " · "
        yield tag("time", "", datetime=str(state["turn_since"]), class_="lasting")


def _points(state: Mapping[str, Any]) -> Markup:
    players, points = state.get("players") or [], state.get("points") or []
    winners, awaited = state.get("winners") or [], state.get("awaited") or []
    if not players:
        return Markup("")
    items = []
    for seat, name in enumerate(players):
        marks = ["won" if seat in winners else "", "due" if seat in awaited else ""]
        total = str(points[seat]) if seat < len(points) else "–"
        star = "★ " if seat in winners else ""
        items.append(
            tag(
                "li",
                tag("span", f"{star}{name}"),
                tag("span", total, class_="total"),
                class_=" ".join(filter(None, marks)) or None,
            )
        )
    return tag("ol", items, class_="seats")


def _alarms(frame: HubPageContext, box: LiveBox) -> Iterator[str]:
    if not box.is_online:
        return
    if bad := problems(frame, map(str, box.state.get("readers_bad") or [])):
        yield bad
    if box.state.get("unsaved"):
        yield frame.say("unsaved")


def one_table(frame: HubPageContext, box: LiveBox) -> str:
    """Return the page of one table, which a script draws from its data."""
    origin = box.origin
    place = tag(
        "div",
        class_="stage",
        data_site=origin.site,
        data_box=origin.box,
        id="stage",
    )
    heading = tag("h1", box.title)
    state_line = tag("p", _state_line(frame, box), class_="state-line")
    return page(frame, "tables", box.title, heading, state_line, place, script="table")


def script_data(box: LiveBox) -> str:
    """Return the data for that script: the page of the table for spectators."""
    view = dict(box.messages.get(ViewMessage.topic.name, {}))
    picture = box.messages.get(PictureMessage.topic.name, {}).get("picture")
    return compact({"online": box.is_online, "view": {**view, "picture": picture}})
