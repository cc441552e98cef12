"""Page of a host's sheets: the games added by users, and a form for writing another."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from companion.protocol.http.html import Markup, tag
from companion.sheets.questions import Answers
from companion.sheets.sheet import MOST_PLAYERS
from companion.web.pages.archive_page import PageContext, page

FILES: Final = ("icon.svg", "archive.css", "sheets.js")
"""Assets of the page."""
_CHOICES: Final = (
    ("turns", ("one_by_one", "chosen", "together")),
    ("rounds", ("open", "3", "5", "7", "10")),
    ("scoring", ("total", "each_round", "in_turns", "categories", "none")),
)
_ROWS: Final = 12
_ICON: Final = 7
"""The rows of a small picture, and the pixels in a row."""


class ListedSheet(msgspec.Struct, frozen=True):
    """A sheet in the list: the id of its game, its title, and its numbers of players."""

    name: str
    title: str
    least: int
    most: int
    icon: str = ""


def sheets_page(
    frame: PageContext,
    sheets: Sequence[ListedSheet],
    colours: Mapping[str, str],
    *,
    club: bool = False,
) -> str:
    """Return the page with the list of sheets and the form; ``colours`` are their names.

    With ``club`` it leads to the sheets of other boxes.
    """
    title = _say(frame, "title")
    rows = [
        tag(
            "li",
            _icon(each.icon),
            tag("a", each.title, href=f"/sheets/{each.name}"),
            tag("small", f" {_say(frame, 'for', least=each.least, most=each.most)}"),
        )
        for each in sheets
    ]
    listed = tag("ul", rows) if rows else tag("p", _say(frame, "none"), class_="hint")
    return page(
        frame,
        title,
        tag("h1", title),
        tag("p", _say(frame, "about"), class_="hint"),
        tag("section", tag("h2", _say(frame, "here")), listed),
        tag("p", tag("a", _say(frame, "club"), href="/sheets/club")) if club else Markup(),
        _form(frame, colours),
        here="host",
    )


def _icon(icon: str) -> Markup:
    """Return the small picture of a sheet, empty without one."""
    rows = icon.split()
    path = "".join(
        f"M{x} {y}h1v1h-1z"
        for y, row in enumerate(rows)
        for x, pixel in enumerate(row)
        if pixel == "#"
    )
    if not path:
        return Markup()
    drawn = tag("path", d=path, fill="currentColor")
    size = f"0 0 {_ICON} {_ICON}"
    return tag("svg", drawn, viewBox=size, width="14", height="14", aria_hidden="true")


def _form(frame: PageContext, colours: Mapping[str, str]) -> Markup:
    usual = Answers()
    picture = tag(
        "canvas",
        id="panel",
        width="128",
        height="64",
        role="img",
        aria_label=_say(frame, "preview"),
        class_="preview",
    )
    return tag(
        "form",
        tag("h2", _say(frame, "new")),
        _field(frame, "title", tag("input", name="title", id="title", maxlength="40")),
        tag(
            "p",
            _number(frame, "least", usual.least),
            _number(frame, "most", usual.most),
            _mistake("players"),
            class_="field",
        ),
        [_choice(frame, name, answers) for name, answers in _CHOICES],
        _colours(frame, colours),
        _field(
            frame,
            "icon",
            tag("textarea", name="icon", id="icon", rows=_ICON, cols=_ICON, spellcheck="false"),
        ),
        tag("p", _say(frame, "clock"), class_="hint"),
        _field(
            frame,
            "text",
            tag("textarea", name="text", id="text", rows=_ROWS, spellcheck="false", cols="60"),
        ),
        tag(
            "p",
            tag("label", _say(frame, "file"), for_="file"),
            tag("input", type="file", id="file", accept=".yaml,.yml,.txt"),
            tag("button", _say(frame, "scan"), type="button", id="scan", hidden=True),
            class_="field",
        ),
        tag("video", id="camera", hidden=True, muted=True, playsinline=True),
        tag("section", tag("h2", _say(frame, "preview")), picture),
        tag("p", tag("button", _say(frame, "save"), type="submit")),
        tag("p", class_="failed", role="alert"),
        id="sheet",
    )


def _colours(frame: PageContext, colours: Mapping[str, str]) -> Markup:
    boxes = [
        tag("label", tag("input", type="checkbox", name="colours", value=colour), name)
        for colour, name in colours.items()
    ]
    legend = tag("legend", _say(frame, "field.colours"))
    return tag("fieldset", legend, boxes, _mistake("colours"))


def _field(frame: PageContext, name: str, control: Markup) -> Markup:
    label = tag("label", _say(frame, f"field.{name}"), for_=name)
    return tag("p", label, control, _mistake(name), class_="field")


def _mistake(name: str) -> Markup:
    """Return the element that shows the mistake of a field."""
    return tag("small", class_="failed", role="alert", data_field=name)


def _number(frame: PageContext, name: str, usual: int) -> Markup:
    numbers = range(1, MOST_PLAYERS + 1)
    options = [tag("option", str(n), value=n, selected=n == usual) for n in numbers]
    label = tag("label", _say(frame, f"field.{name}"), for_=name)
    return Markup(f"{label}{tag('select', options, name=name, id=name)}")


def _choice(frame: PageContext, name: str, answers: Sequence[str]) -> Markup:
    options = [
        tag("option", _say(frame, f"{name}.{answer}"), value=answer, selected=not number)
        for number, answer in enumerate(answers)
    ]
    return _field(frame, name, tag("select", options, name=name, id=name))


class SheetCode(msgspec.Struct, frozen=True):
    """The code of a sheet with its picture; both empty, with the reason, if it is too long."""

    text: str
    drawn: Markup = Markup("")
    too_long: str = ""


def club_page(frame: PageContext, sheets: Sequence[tuple[str, str]]) -> str:
    """Return the page with the sheets of other boxes: their names and titles."""
    title = _say(frame, "club")
    rows = [tag("li", title, _act(frame, "/sheets/take", name, "save")) for name, title in sheets]
    listed = tag("ul", rows) if rows else tag("p", _say(frame, "club_none"), class_="hint")
    back = tag("p", tag("a", _say(frame, "all"), href="/sheets"))
    return page(frame, title, tag("h1", title), back, listed, here="host")


def _act(frame: PageContext, path: str, name: str, key: str, done: str = "") -> Markup:
    """Return a button that sends the name of a sheet to a path, with what then stands there."""
    return tag(
        "form",
        tag("input", type="hidden", name="name", value=name),
        tag("button", _say(frame, key), type="submit"),
        tag("p", class_="failed", role="alert"),
        data_path=path,
        data_done=_say(frame, done) if done else None,
    )


def sheet_page(
    frame: PageContext, listed: ListedSheet, text: str, code: SheetCode, *, club: bool = False
) -> str:
    """Return the page of one sheet, with all formats for sharing it, also with a ``club``."""
    link = f"/sheets/{listed.name}.yaml"
    travels = [
        tag("p", tag("a", _say(frame, "download"), href=link, class_="button", download=True))
    ]
    if code.text:
        travels += [
            tag("p", _say(frame, "code_hint"), class_="hint"),
            tag("p", code.drawn, class_="code"),
            tag("p", tag("code", code.text), class_="wide"),
        ]
    else:
        travels.append(tag("p", code.too_long, class_="hint"))
    if club:
        travels.append(_act(frame, "/sheets/send", listed.name, "send", "sent"))
    removal = tag(
        "form",
        tag("input", type="hidden", name="name", value=listed.name),
        tag("button", _say(frame, "remove"), type="submit"),
        tag("p", _say(frame, "remove_hint"), class_="hint"),
        tag("p", class_="failed", role="alert"),
        id="remove",
    )
    return page(
        frame,
        listed.title,
        tag("h1", listed.title),
        tag("p", tag("a", _say(frame, "all"), href="/sheets")),
        tag("section", tag("h2", _say(frame, "travel")), travels),
        tag("section", tag("h2", _say(frame, "field.text")), tag("pre", text)),
        removal,
        here="host",
    )


def _say(frame: PageContext, key: str, **params: str | int) -> str:
    return frame.words.say(f"web.sheets.{key}", **params)
