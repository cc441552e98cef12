"""What follows from the declared messages is up to date, and the broker's document is sound."""

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest

from companion.protocol.mqtt import MESSAGES
from tools.protocol.__main__ import FILES, ROOT
from tools.protocol.asyncapi import asyncapi

_SCHEMA = "build/javascript/node_modules/@asyncapi/specs/schemas/3.0.0-without-$id.json"


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_up_to_date(name: str) -> None:
    """If this fails: `PYTHONPATH=hub python -m tools.protocol`."""
    assert (ROOT / name).read_text(encoding="utf-8") == FILES[name]()


@cache
def official() -> Callable[[Any], Any]:
    """Return the validator by AsyncAPI's own schema."""
    schema = ROOT / _SCHEMA
    if not schema.exists():
        pytest.fail("The schema of AsyncAPI is not there yet: make programs")
    checks: Callable[[Any], Any] = fastjsonschema.compile(
        without_examples(json.loads(schema.read_text(encoding="utf-8"))), use_default=False
    )
    return checks


def without_examples(schema: Any) -> Any:  # noqa: ANN401 - JSON
    """Return a schema without its examples, whose references the library would follow."""
    if isinstance(schema, dict):
        return {
            key: without_examples(value)
            for key, value in schema.items()
            if not (key == "examples" and isinstance(value, list))
        }
    return [*map(without_examples, schema)] if isinstance(schema, list) else schema


@pytest.mark.slow
def test_the_document_for_the_broker_is_one_by_the_schema_of_asyncapi() -> None:
    official()(asyncapi())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        (("operations", "sendStateMessage", "action"), "shout"),
        (("channels", "logMessage", "address"), 5),
        (("info",), {}),
        (("components", "messages", "AckMessage", "payload"), "JSON"),
    ],
)
def test_that_schema_finds_what_is_wrong(path: tuple[str, ...], wrong: object) -> None:
    document = deepcopy(asyncapi())
    inner: Any = document
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = wrong
    with pytest.raises(fastjsonschema.JsonSchemaValueException):
        official()(document)


def test_references_lead_to_what_is_there() -> None:
    document = asyncapi()
    text = json.dumps(document)
    for part in text.split('"$ref": "#/')[1:]:
        inner: Any = document
        for step in part.partition('"')[0].split("/"):
            inner = inner[step]


def test_brokers_let_boxes_and_hub_say_what_is_declared() -> None:
    rules = (ROOT / "docs/fleet/mosquitto.acl").read_text(encoding="utf-8").splitlines()
    for message in MESSAGES:
        name = message.topic.filter
        way = "write" if "box" in message.topic.senders else "read"
        assert f"pattern {way} companion/v1/club/%u/{name}" in rules
        if "hub" in message.topic.senders:
            assert f"topic write companion/v1/club/+/{name}" in rules
        if "homeassistant" in message.topic.receivers:
            assert f"topic read companion/v1/club/+/{name}" in rules


def test_documents_lead_to_the_page_of_messages() -> None:
    for name in ("web.md", "fleet.md"):
        assert "(protocol.md" in Path(ROOT / "docs" / name).read_text(encoding="utf-8")
