"""The messages by MQTT as an AsyncAPI document, version 3.0 (asyncapi.com/docs/reference)."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion import __version__
from companion.protocol.message_catalogue import MessageCatalogue
from companion.protocol.mqtt import MESSAGES
from companion.protocol.topics import MessageFromBox, MqttMessage, Topics
from companion.schema.export import schema_components
from tools.protocol.source import doc

_DIALECT: Final = "application/schema+json;version=draft-2020-12"
_PARAMETERS: Final[Mapping[str, str]] = {
    "site": "Where the box is, such as a club.",
    "box": "The name of the box, which no other has at its site.",
    "game": "The number of a game in the journal of the box.",
}

Struct = dict[str, Any]


def asyncapi(messages: MessageCatalogue[MqttMessage] = MESSAGES) -> Struct:
    """Return the document: what a hub, or anybody else at the broker, sends and receives."""
    declared = tuple(messages)
    schemas, components = schema_components(declared, "#/components/schemas/{name}")
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "compass-companion: boxes at a broker",
            "version": __version__,
            "description": "Messages between boxes, their hub and Home Assistant by MQTT 3.1.1.",
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "channels": {_id(each): _channel(each) for each in declared},
        "operations": dict(_operations(declared)),
        "components": {
            "messages": {
                each.__name__: {
                    "name": each.__name__,
                    "summary": doc(each),
                    "payload": {"schemaFormat": _DIALECT, "schema": schema},
                }
                for each, schema in zip(declared, schemas, strict=True)
            },
            "schemas": {
                name: {"schemaFormat": _DIALECT, "schema": schema}
                for name, schema in components.items()
            },
        },
    }


def written(messages: MessageCatalogue[MqttMessage] = MESSAGES) -> str:
    """Return the document as JSON."""
    return json.dumps(asyncapi(messages), indent=1, ensure_ascii=False) + "\n"


def _id(message: type[MqttMessage]) -> str:
    return message.__name__[0].lower() + message.__name__[1:]


def _channel(message: type[MqttMessage]) -> Struct:
    topic = message.topic
    address = Topics("{site}", "{box}").of(topic.name)
    retained = " The broker keeps the newest one." if topic.retained else ""
    return {
        "address": address,
        "description": f"{doc(message)}{retained} Since {topic.since}.",
        "messages": {message.__name__: {"$ref": f"#/components/messages/{message.__name__}"}},
        "parameters": {
            name: {"description": text}
            for name, text in _PARAMETERS.items()
            if f"{{{name}}}" in address
        },
    }


def _operations(messages: tuple[type[MqttMessage], ...]) -> Iterator[tuple[str, Struct]]:
    """Yield what each party does: a box above all, whose document this is."""
    for message in messages:
        topic = message.topic
        sends = issubclass(message, MessageFromBox)
        bindings = {"qos": topic.qos, "retain": topic.retained, "bindingVersion": "0.2.0"}
        channel = f"#/channels/{_id(message)}"
        yield (
            f"{'send' if sends else 'receive'}{message.__name__}",
            {
                "action": "send" if sends else "receive",
                "channel": {"$ref": channel},
                "summary": doc(message),
                "messages": [{"$ref": f"{channel}/messages/{message.__name__}"}],
                "bindings": {"mqtt": bindings if sends else {"bindingVersion": "0.2.0"}},
            },
        )
