"""A message that is declared and has a handler is read, checked, typed, documented and fuzzed.

The two messages are those of ``docs/messages.md``, word for word.
"""

import asyncio
import inspect
import re
from pathlib import Path
from random import Random
from typing import Annotated, Any, ClassVar, TypeAlias

import pytest
from msgspec import Meta

from companion.fleet.connection import BrokerMessage
from companion.fleet.member import HANDLERS as MEMBER_HANDLERS
from companion.protocol.dispatch import HandlerError, HandlerTable, handles
from companion.protocol.message_catalogue import MessageCatalogue
from companion.protocol.mqtt import MESSAGES, MessageToBox
from companion.protocol.page import (
    SEAT,
    Name,
    Number,
    PageMessage,
    Terms,
)
from companion.protocol.topics import (
    BOX,
    HUB,
    MessageFromBox,
    TopicPattern,
)
from companion.schema.export import json_schema
from companion.web.handlers.host import HostHandler
from companion.web.handlers.message_handler import PAGE_HANDLERS, MessageHandler
from companion.web.updates.publisher import Client
from companion.web.views.viewer import Viewer
from companion_hub.worker import HANDLERS as WORKER_HANDLERS
from companion_hub.worker import QueuedMessage
from labs.fuzz.targets.fleet import FleetTarget
from labs.fuzz.targets.web import WebTarget
from tests.web.scene import Scene
from tools.json_schemas import either
from tools.protocol.asyncapi import asyncapi
from tools.protocol.pages import page_of
from tools.protocol.typescript import typescript


class Wave(PageMessage, frozen=True, tag="wave"):
    """Wave to the others."""

    terms: ClassVar = Terms(SEAT, "0.3.0")
    times: Number
    hand: Name


class Waving:
    """Notes who waves."""

    def __init__(self) -> None:
        self.seen: list[tuple[int | None, int, str]] = []

    @handles(Wave)
    async def wave(self, message: Wave, client: Client) -> None:
        self.seen.append((client.viewer.seat, message.times, message.hand))


PAGE = Path("docs/messages.md")


def examples() -> list[str]:
    """Return the code that the page shows, without what comes before each line."""
    found = re.findall(
        r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    return [inspect.cleandoc(each) for each in found]


def test_the_page_shows_the_messages_that_are_added_here() -> None:
    shown = [inspect.cleandoc(inspect.getsource(each)) for each in (Wave, Waving.wave, Greeting)]
    assert examples() == shown


TABLE = PAGE_HANDLERS.plus(Waving, Wave)
EXTENDED = TABLE.messages


def said(viewer: Viewer, **fields: object) -> tuple[dict[str, Any], Waving]:
    """Return the answer to a wave, and what its handler has seen."""
    scene, waving = Scene("compass-jewels"), Waving()
    scene.message_handler = MessageHandler(
        scene.hub,
        scene.ask,
        HostHandler(scene.hub, scene.ask, scene.unseat),
        table=TABLE,
        handlers=(waving,),
    )
    answer = asyncio.run(scene.say(scene.connect(viewer), "wave", **fields))
    return answer, waving


class TestAPageMessage:
    def test_it_comes_to_its_handler(self) -> None:
        answer, waving = said(Viewer(seat=1), times=2, hand="left")
        assert answer == {"kind": "done", "of": 7}
        assert waving.seen == [(1, 2, "left")]

    @pytest.mark.parametrize(
        ("fields", "code"),
        [
            ({"times": -1, "hand": "left"}, "bad-field"),
            ({"times": 2}, "bad-field"),
            ({"times": 2, "hand": "x" * 81}, "bad-field"),
            ({"times": 2, "hand": "left", "foot": 1}, "unknown-field"),
        ],
    )
    def test_it_is_read_strictly(self, fields: dict[str, object], code: str) -> None:
        answer, waving = said(Viewer(seat=1), **fields)
        assert (answer["kind"], answer["code"], waving.seen) == ("error", code, [])

    @pytest.mark.parametrize("viewer", [Viewer(), Viewer(host=True), Viewer(play=True)])
    def test_only_its_role_may_send_it(self, viewer: Viewer) -> None:
        answer, waving = said(viewer, times=2, hand="left")
        assert (answer["code"], waving.seen) == ("not-allowed", [])

    def test_a_box_that_does_not_know_it_says_so(self) -> None:
        scene = Scene("compass-jewels")
        seat = scene.connect(Viewer(seat=1))
        answer = asyncio.run(scene.say(seat, "wave", times=2, hand="left"))
        assert answer["code"] == "unknown-kind"

    @pytest.mark.slow
    def test_scripts_have_its_type(self) -> None:
        assert "  wave: { times: number; hand: string };\n" in typescript(EXTENDED)
        assert "wave:" not in typescript()

    @pytest.mark.slow
    def test_the_page_of_messages_has_a_row_for_it(self) -> None:
        row = "| `wave` | seat | `times`, `hand` | Wave to the others. |  | 0.3.0 |  |"
        assert row in page_of(EXTENDED).splitlines()

    def test_it_has_a_schema(self) -> None:
        schema: Any = json_schema("messages", {"message": either(EXTENDED)})
        assert {*schema["$defs"]["Wave"]["required"]} == {"kind", "id", "seq", "times", "hand"}

    @pytest.mark.slow
    def test_it_is_attacked(self) -> None:
        waving = Waving()
        target, source = WebTarget(TABLE, (waving,)), Random(1)
        seeds = target.seeds()
        assert all(b'"kind": "wave"' in seed for seed in seeds)
        for seed in seeds:
            target.feed(seed)
            target.feed(target.spoil(seed, source))
        assert waving.seen

    def test_without_an_object_of_its_handlers_class_no_table_begins(self) -> None:
        scene = Scene("compass-jewels")
        hosting = HostHandler(scene.hub, scene.ask, scene.unseat)
        with pytest.raises(HandlerError, match=r"Waving.wave needs its object: give a Waving, too"):
            MessageHandler(scene.hub, scene.ask, hosting, table=TABLE)


class Greeting(MessageFromBox, frozen=True):
    """A box greets its hub."""

    topic: ClassVar = TopicPattern("greeting", BOX, HUB, "0.3.0")
    words: Annotated[str, Meta(max_length=10)]
    times: Annotated[int, Meta(ge=0, le=9)] = 1


class Greeted:
    """Is greeted."""

    @handles(Greeting)
    def greet(self, message: Greeting, heard: QueuedMessage) -> bool:
        raise NotImplementedError


class Nudge(MessageToBox, frozen=True):
    """A hub nudges a box."""

    topic: ClassVar = TopicPattern("nudge", HUB, BOX, "0.3.0")
    hard: bool = False


class Nudging:
    """Is nudged."""

    @handles(Nudge)
    def nudge(self, sent: Nudge, message: BrokerMessage) -> None:
        raise NotImplementedError


class TestAMessageByMqtt:
    extended = MESSAGES.plus(Greeting)

    @pytest.mark.slow
    def test_it_is_in_the_documents(self) -> None:
        document = asyncapi(self.extended)
        channel = document["channels"]["greeting"]
        assert channel["address"] == "companion/v1/{site}/{box}/greeting"
        assert document["operations"]["sendGreeting"]["action"] == "send"
        assert "Greeting" in document["components"]["schemas"]
        rows = page_of(mqtt=self.extended)
        assert "| `greeting` | box | hub | no | `words`, `times?` | A box greets its hub. |" in rows

    def test_it_is_attacked(self) -> None:
        target, source = FleetTarget(self.extended), Random(1)
        seeds = [seed for seed in target.seeds() if seed.startswith(b"greeting\n")]
        assert seeds
        assert all(target.feed(seed)["taken"] for seed in seeds)
        outcomes = [target.feed(target.spoil(seed, source)) for seed in seeds for _ in range(50)]
        assert any(outcome["fields"] for outcome in outcomes)

    def test_names_are_taken_once(self) -> None:
        with pytest.raises(ValueError, match="both called 'greeting': rename one"):
            MessageCatalogue(Greeting, type("Other", (Greeting,), {"topic": Greeting.topic}))


AnyTable: TypeAlias = HandlerTable[Any, Any, Any]
SIDES = (
    pytest.param(PAGE_HANDLERS, Wave, Waving, id="what a page sends, at the box"),
    pytest.param(MEMBER_HANDLERS, Nudge, Nudging, id="what a hub sends, at the box"),
    pytest.param(WORKER_HANDLERS, Greeting, Greeted, id="what a box sends, at the hub"),
)


@pytest.mark.parametrize(("table", "message", "owner"), SIDES)
class TestATableOfHandlers:
    def test_a_message_without_a_handler_cannot_be_declared(
        self, table: AnyTable, message: type[Any], owner: type
    ) -> None:
        with pytest.raises(HandlerError) as refused:
            table.plus(type("Nobody", (), {}), message)
        name = message.__name__
        assert str(refused.value) == f"no method handles {name}: mark one with @handles({name})"
        assert message in table.plus(owner, message).messages

    def test_two_handlers_are_one_too_many(
        self, table: AnyTable, message: type[Any], owner: type
    ) -> None:
        with pytest.raises(HandlerError, match=f"both handle {message.__name__}: unmark one"):
            table.plus(owner, message).plus(owner)

    def test_a_handler_of_what_is_not_declared_is_noticed(
        self, table: AnyTable, message: type[Any], owner: type
    ) -> None:
        wanted = f"{message.__name__}, which is not among the messages"
        with pytest.raises(HandlerError, match=wanted):
            table.plus(owner)
