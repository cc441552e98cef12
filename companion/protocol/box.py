"""Messages from a box to its pages; ``view`` has the types of the state.

If a field's value is serialized elsewhere, ``written_as`` names its type there.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, TypeAlias

import msgspec
from msgspec import Meta

from companion.protocol.message_catalogue import MessageCatalogue

TYPE_NAME: Final = "written_as"


def declared_as(name: str) -> Meta:
    """Return the note that a value is serialized elsewhere, as a type of ``view``."""
    return Meta(extra={TYPE_NAME: name})


_View: TypeAlias = Annotated[Mapping[str, Any], declared_as("View")]
_Lines: TypeAlias = Annotated[Sequence[Mapping[str, Any]], declared_as("Line[]")]


class BoxMessage(msgspec.Struct, frozen=True, tag_field="kind"):
    """A message from a box to one of its pages."""

    since: ClassVar[str]
    """The version of the box that has brought it."""

    @classmethod
    def declared_name(cls) -> str:
        """Return its kind, empty for a base class."""
        return str(cls.__struct_config__.tag) if "since" in vars(cls) else ""


class PageRights(msgspec.Struct, frozen=True):
    """Role of a page at the table."""

    seat: int | None
    host: bool
    play: bool


class Hello(BoxMessage, frozen=True, tag="hello"):
    """The first message: the number of the newest state, and that of this run of the box."""

    since: ClassVar = "0.1.0"
    seq: int
    run: int
    role: PageRights
    languages: Sequence[str]


class DoneReply(BoxMessage, frozen=True, tag="done"):
    """A message was carried out."""

    since: ClassVar = "0.1.0"
    of: int


class RefusalReply(BoxMessage, frozen=True, tag="refused"):
    """The rules refuse the request."""

    since: ClassVar = "0.1.0"
    of: int | None
    code: str
    rule: str
    message: str


class ErrorReply(BoxMessage, frozen=True, tag="error"):
    """A message is invalid, or has no effect now; ``code`` gives the reason."""

    since: ClassVar = "0.1.0"
    of: int | None
    code: str
    message: str


Answer: TypeAlias = DoneReply | RefusalReply | ErrorReply


class AckReply(BoxMessage, frozen=True, tag="fate"):
    """Acknowledgement of an earlier message."""

    since: ClassVar = "0.2.0"
    of: int
    answer: Answer


class AdviceReply(BoxMessage, frozen=True, tag="advice"):
    """The best choices, and the reasons."""

    since: ClassVar = "0.1.0"
    lines: _Lines


class LampsMessage(BoxMessage, frozen=True, tag="lamps"):
    """The lit LEDs of each lamp of the virtual box: one, or three for the colours."""

    since: ClassVar = "0.1.0"
    lamps: Mapping[str, Sequence[bool]]


class ToneMessage(BoxMessage, frozen=True, tag="tone"):
    """The current tone of the virtual box, ``null`` in silence."""

    since: ClassVar = "0.1.0"
    hertz: float | None


class TagsMessage(BoxMessage, frozen=True, tag="tags"):
    """The pieces on each reader of the virtual box."""

    since: ClassVar = "0.1.0"
    readers: Mapping[str, Sequence[str]]


class FittingsMessage(BoxMessage, frozen=True, tag="fitted"):
    """Devices that can be tested: buttons with their pins, and readers."""

    since: ClassVar = "0.2.0"
    buttons: Mapping[str, str]
    readers: Sequence[str]


class ButtonTestMessage(BoxMessage, frozen=True, tag="felt"):
    """A button was pressed or released during a host's hardware test."""

    since: ClassVar = "0.2.0"
    button: str
    down: bool


class TagTestMessage(BoxMessage, frozen=True, tag="felt"):
    """A tag arrived or left during a host's hardware test; ``piece`` may be empty."""

    since: ClassVar = "0.2.0"
    reader: str
    zone: str
    tag: str
    piece: str
    there: bool


class ReplayReply(BoxMessage, frozen=True, tag="replay"):
    """The game after ``at`` of ``of`` steps; ``turns`` lists the steps that begin a turn."""

    since: ClassVar = "0.1.0"
    at: int
    of: int
    view: _View
    label: str
    turns: Sequence[int]


Felt: TypeAlias = ButtonTestMessage | TagTestMessage
BOX_MESSAGES: Final = MessageCatalogue.of(
    BoxMessage, {name: each for name, each in globals().items() if each is not TagTestMessage}
)
"""All of them but states and frames; ``felt`` has two shapes."""
