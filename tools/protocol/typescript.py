"""The types of all messages between a box and its pages, for the scripts of the pages."""

from collections.abc import Iterator, Mapping
from types import NoneType
from typing import Any, Final

from companion.protocol import box, view
from companion.protocol.box import BOX_MESSAGES, TYPE_NAME, BoxMessage
from companion.protocol.message_catalogue import MessageCatalogue
from companion.protocol.page import PAGE_MESSAGES, PageMessage
from companion.schema.type_structure import (
    alternatives,
    children,
    constraints,
    fields,
    is_even,
    origin,
    words,
)
from tools.protocol.source import doc, field_docs, type_name

_PLAIN: Final[Mapping[type, str]] = {
    int: "number",
    float: "number",
    bool: "boolean",
    str: "string",
    NoneType: "null",
}
_HEADED: Final = ("id", "seq")
"""Fields of every message of a page, which the connection fills in."""
_NARROW: Final[Mapping[tuple[str, str], str]] = {
    ("command", "command"): "Command",
    ("brightness", "level"): "Brightness",
    ("agree", "yes"): "0 | 1",
}
"""Fields whose values a box looks at later, so that its answer can name them."""
_PARTS: Final = tuple(
    each
    for each in vars(view).values()
    if isinstance(each, type) and each.__module__ == view.__name__ and each.__name__[0] != "_"
)
_ALIASES: Final = {"Command": view.Command, "Brightness": view.Brightness, "Icons": view.Icons}
_ENDING: Final = """\
export type Whole = { kind: "state"; seq: number; reset: true; view: View; log: LogLine[] };
export type Change = {
  kind: "state";
  seq: number;
  reset: false;
  /** What has changed; what is `null` may be gone. */
  view: { [K in keyof View]?: View[K] | null };
  /** How to make lists of the view of those before. */
  lists?: Lists;
  log: LogLine[];
};
/** New objects, and runs of those that lay one after the other in the list before. */
export type Steps<T> = (T | [first: number, count: number])[];
"""


def typescript(
    messages: MessageCatalogue[PageMessage] = PAGE_MESSAGES,
    box_messages: MessageCatalogue[BoxMessage] = BOX_MESSAGES,
) -> str:
    """Return the declarations of all types."""
    return "\n".join((*_parts(), *_of_box(box_messages), *_of_pages(messages))) + "\n"


def _parts() -> Iterator[str]:
    yield "// Made by `python -m tools.protocol` from companion/protocol: what a box and its pages"
    yield "// say to each other. docs/protocol.md has the meaning."
    yield ""
    for name, alias in _ALIASES.items():
        yield f"export type {name} = {_single(alias)};"
    for part in _PARTS:
        yield from _declared(part)


def _of_box(box_messages: MessageCatalogue[BoxMessage]) -> Iterator[str]:
    yield ""
    yield "// What the box says."
    yield ""
    yield from _declared(box.PageRights)
    shapes: dict[str, list[type]] = {}
    for each in (*box_messages, box.TagTestMessage):
        shapes.setdefault(each.declared_name(), []).append(each)
    for message in (*box_messages, box.TagTestMessage):
        yield from _declared(message)
    yield _ENDING + _lists()
    yield "export type Answer = DoneReply | RefusalReply | ErrorReply;"
    yield "export type Felt = ButtonTestMessage | TagTestMessage;"
    yield "/** The events of the connection with their details; the panel's bytes are a `frame`. */"
    yield "export type BoxEvents = {"
    apart = {box.Hello, box.DoneReply, box.RefusalReply, box.ErrorReply, box.AckReply}
    for name, classes in shapes.items():
        if not apart & {*classes}:
            yield f"  {name}: {' | '.join(map(type_name, classes))};"
    yield "};"
    events = "BoxEvents[keyof BoxEvents]"
    yield f"export type Message = Hello | Whole | Change | Answer | AckReply | {events};"


def _lists() -> str:
    lines = [
        f"  {field.encode_name}?: Steps<{type_of(field.type).removesuffix('[]')}>;"
        for field in fields(view.View)
        if constraints(field.type).get("in_steps")
    ]
    return "\n".join(("export type Lists = {", *lines, "};"))


def _of_pages(messages: MessageCatalogue[PageMessage]) -> Iterator[str]:
    yield ""
    yield "// What a page says."
    yield ""
    yield "type Nothing = Record<never, never>;"
    yield "/** The fields of each kind. */"
    yield "type Fields = {"
    for message in messages:
        kind = message.declared_name()
        own = [field for field in fields(message) if field.encode_name not in _HEADED]
        typed_fields = "; ".join(
            f"{each.encode_name}: {_NARROW.get((kind, each.encode_name)) or type_of(each.type)}"
            for each in own
        )
        yield f"  /** {doc(message)} */"
        yield f"  {kind}: {{ {typed_fields} }};" if typed_fields else f"  {kind}: Nothing;"
    yield "};"
    yield "/** A kind with its fields, which are left out where there are none. */"
    yield "export type PageRequest = {"
    yield "  [K in keyof Fields]: Nothing extends Fields[K]"
    yield "    ? [kind: K]"
    yield "    : [kind: K, fields: Fields[K]];"
    yield "}[keyof Fields];"


def _declared(part: Any) -> Iterator[str]:  # noqa: ANN401 - a class of records
    config, docs = part.__struct_config__, field_docs(part)
    yield f"/** {doc(part)} */"
    if config.array_like:
        yield f"export type {type_name(part)} = ["
        for field in fields(part):
            mark = "" if field.required else "?"
            yield f"  {field.encode_name}{mark}: {type_of(field.type)},"
        yield "];"
        return
    yield f"export type {type_name(part)} = {{"
    if config.tag_field is not None:
        yield f'  {config.tag_field}: "{config.tag}";'
    for field in fields(part):
        if field.encode_name in docs:
            yield f"  /** {docs[field.encode_name]} */"
        mark = "" if field.required else "?"
        yield f"  {field.encode_name}{mark}: {type_of(field.type)};"
    yield "};"


def type_of(kind: Any) -> str:  # noqa: ANN401 - any type
    """Return a type as TypeScript writes it."""
    declared = constraints(kind).get(TYPE_NAME)
    if declared:
        return str(declared)
    alias = next((name for name, each in _ALIASES.items() if each == kind), None)
    if alias is not None:
        return alias
    return " | ".join(dict.fromkeys(map(_single, alternatives(kind))))


def _single(kind: Any) -> str:  # noqa: ANN401 - any type
    literals = words(kind)
    if literals is not None:
        return " | ".join(f'"{word}"' for word in literals)
    base = origin(kind)
    if fields(kind):
        return type_name(base)
    arguments = [child for _, child in children(kind)]
    if base in (list, tuple) and is_even(kind):
        inner = type_of(arguments[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if base is tuple:
        return f"[{', '.join(type_of(each) for each in arguments)}]"
    if base is dict:
        key, value = type_of(arguments[0]), type_of(arguments[1])
        return f"Record<string, {value}>" if key == "string" else f"Partial<Record<{key}, {value}>>"
    return _PLAIN[base]
