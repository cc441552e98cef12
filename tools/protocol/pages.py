"""The page of the documents that tells of each message."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from companion.protocol import box, view
from companion.protocol.box import BOX_MESSAGES, BoxMessage
from companion.protocol.message_catalogue import MessageCatalogue
from companion.protocol.mqtt import MESSAGES
from companion.protocol.page import PAGE_MESSAGES, PageMessage
from companion.protocol.topics import MqttMessage
from companion.schema.type_structure import fields
from tools.protocol.source import doc, field_docs, type_name
from tools.protocol.typescript import type_of

_HEAD = """\
<!-- Made by `python -m tools.protocol` from companion/protocol. -->
# Messages

Each message is declared once, in `companion/protocol`: its reader, the check of who may send it,
its dispatch, this page, the types of the pages' scripts and the schemas follow. *Since* is
the version of the box that has brought a message. Boxes and hubs a minor version apart understand
each other. What nobody knows is ignored in a message by MQTT, and refused in one of a page.

## Pages

[web.md](web.md#writing-another-client) tells how a page connects and what states are. Messages have
these fields besides `kind`; what a page sends has `id` and `seq` as well. One about a part of the
view that its sender has not seen as it is now is refused as `stale`.

### What a page sends
"""
_TOLD = """\

Each is answered by `done`, `refused` or `error` with the `id` of the message as `of`, but for what
is said in the last column.

### What the box sends
"""
_PARTS = """\

`state`, now and after each change, has `seq`, `reset`, `view`, perhaps `lists`, and `log`.

### The view

What follows each `?` may be left out.
"""
_MQTT = """\

## MQTT

Topics begin with `companion/v1/SITE/BOX/`. Payloads are JSON objects; those of a box have a version
`v`. [asyncapi.json](fleet/asyncapi.json) describes all of it for tools (AsyncAPI 3.0), and
[fleet.md](fleet.md#what-leaves-the-box) tells what leaves the box when.
"""


def page_of(
    messages: MessageCatalogue[PageMessage] = PAGE_MESSAGES,
    told: MessageCatalogue[BoxMessage] = BOX_MESSAGES,
    mqtt: MessageCatalogue[MqttMessage] = MESSAGES,
) -> str:
    """Return the page as Markdown."""
    lines = [
        *_HEAD.splitlines(),
        *_table(
            ("kind", "who", "fields", "what", "about", "since", "answered by"), map(_said, messages)
        ),
        *_TOLD.splitlines(),
        *_table(("kind", "fields", "what", "since"), map(_told, (*told, box.TagTestMessage))),
        *_PARTS.splitlines(),
        *_table(("key", "type", "what"), _view()),
        "",
        *_table(("type", "fields", "what"), map(_part, _parts())),
        *_MQTT.splitlines(),
        *_table(
            ("topic", "from", "to", "kept", "fields", "what", "largest", "since", "leads to"),
            map(_at_broker, mqtt),
        ),
    ]
    return "\n".join(lines) + "\n"


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield ""
    yield f"| {' | '.join(heads)} |"
    yield f"| {' | '.join('---' for _ in heads)} |"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', '&#124;').replace('``', '`') for cell in row)} |"


def _said(message: type[PageMessage]) -> tuple[str, ...]:
    terms = message.terms
    return (
        f"`{message.declared_name()}`",
        ", ".join(sorted(terms.senders)),
        _fields(message, ("id", "seq")),
        doc(message),
        f"`{terms.about}`" if terms.about else "",
        terms.since,
        ", ".join(f"`{each}`" for each in terms.answers),
    )


def _told(message: type[BoxMessage]) -> tuple[str, ...]:
    return f"`{message.declared_name()}`", _fields(message), doc(message), message.since


def _parts() -> Iterator[type[msgspec.Struct]]:
    for each in vars(view).values():
        own = isinstance(each, type) and each.__module__ == view.__name__
        if own and each is not view.View and not each.__name__.startswith("_"):
            yield each


def _part(part: type[msgspec.Struct]) -> tuple[str, ...]:
    docs = field_docs(part)
    more = (f"``{name}``: {text}" for name, text in docs.items())
    return type_name(part), _fields(part), " ".join((doc(part), *more))


def _view() -> Iterator[tuple[str, ...]]:
    docs = field_docs(view.View)
    for field in fields(view.View):
        yield f"`{field.encode_name}`", type_of(field.type), docs.get(field.encode_name, "")


def _at_broker(message: type[MqttMessage]) -> tuple[str, ...]:
    topic, docs = message.topic, field_docs(message)
    more = (f"``{name}``: {text}" for name, text in docs.items() if name not in ("topic", "terms"))
    return (
        f"`{topic.name}`",
        ", ".join(sorted(topic.senders)),
        ", ".join(sorted(topic.receivers)),
        "yes" if topic.retained else "no",
        _fields(message, ("v",)),
        " ".join((doc(message), *more)),
        f"{topic.longest:,} bytes",
        topic.since,
        ", ".join(f"`{each}`" for each in topic.answers),
    )


def _fields(kind: Any, without: tuple[str, ...] = ()) -> str:  # noqa: ANN401 - a class of records
    return ", ".join(
        f"`{each.encode_name}{'' if each.required else '?'}`"
        for each in fields(kind)
        if each.encode_name not in without
    )
