"""Broker accounts of boxes, by Mosquitto's dynamic security plugin.

The plugin takes commands over MQTT, so the hub needs no permission to write Mosquitto's files or to
send it signals, and a removed box is disconnected at once.
https://mosquitto.org/documentation/dynamic-security/
"""

import asyncio
import json
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Protocol

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion.devices.clock import LoopClock
from companion.fleet.connection import Address, BrokerMessage, Connection
from companion.protocol import mqtt
from companion.protocol.mqtt import FROM_BOX, TO_BOX, read_by
from companion.protocol.topics import (
    VERSION,
    Endpoint,
    Topics,
    filters,
)
from companion.schema.bounds import Unread
from companion.schema.mistakes import Invalid
from companion.schema.reading import read_json
from companion_hub.message_parsing import BoxId
from companion_hub.settings import BrokerAddress
from companion_hub.source import name_of_client

TOPIC: Final = "$CONTROL/dynamic-security/v1"
PATIENCE: Final = 10.0
"""Seconds that the broker has for an answer."""
AGAIN: Final = 10.0
"""Seconds before the hub's own rights are asked for again, if the broker was not there."""
BOX_TOPICS: Final = filters(FROM_BOX)
"""What a box may write."""
KEPT: Final = filters(each for each in FROM_BOX if each.topic.retained)
"""What of that the broker keeps, and the hub clears away with the box."""
MEANT: Final = filters(TO_BOX)
"""What is written to a box."""
ASSISTANT: Final = "homeassistant"
HUB_ROLE: Final = "companion-hub"
ASSISTANT_ROLE: Final = "companion-homeassistant"
_THERE: Final = "already exists"
_NOT_THERE: Final = "not found"
_LOG: Final = logging.getLogger(__name__)

Command = Mapping[str, object]
Answer = Mapping[str, Any]


class _Answers(msgspec.Struct, frozen=True):
    """The plugin's answers to commands, one by one."""

    responses: Annotated[tuple[Unread, ...], Meta(max_length=10_000)]


class BrokerError(Exception):
    """The broker does not answer, or refuses; the message gives the reason."""


class DuplicateNameError(BrokerError):
    """An account of this name exists that the hub did not create."""


class BrokerAccounts(Protocol):
    """Creates and removes accounts."""

    async def prepare(self) -> None:
        """Create the roles of the hub and Home Assistant, once the broker is available."""

    async def add(self, origin: BoxId, password: str) -> None:
        """Create the account of a box, which may only write its topics. Raises ``BrokerError``."""

    async def change(self, origin: BoxId, password: str) -> None:
        """Set another password of a box. Raises ``BrokerError``."""

    async def remove(self, origin: BoxId) -> None:
        """Remove the account of a box, and disconnect it. Raises ``BrokerError``."""


class EnrolmentConfig(msgspec.Struct, frozen=True):
    """Configuration of enrolment by a code: who creates accounts, and the broker's address.

    ``site`` is their default site, empty for none.
    """

    broker: BrokerAccounts
    offered: BrokerAddress
    site: str = ""


@dataclass(slots=True)
class DynamicSecurity:
    """Mosquitto, administered through an account with that right."""

    address: Address

    async def _give_roles(self) -> None:
        """Assign the roles of the hub and Home Assistant if missing, as that disconnects them.

        Raises ``BrokerError``.
        """
        wanted = {HUB_ROLE: _of_hub(), ASSISTANT_ROLE: _of_assistant()}
        commands: list[Command] = [{"command": "getRole", "rolename": name} for name in wanted]
        answers = await self._do(commands, _NOT_THERE)
        for (name, rights), answer in zip(wanted.items(), answers, strict=True):
            if _allowed(_part(answer, "role").get("acls")) != _allowed(rights):
                what = "createRole" if "error" in answer else "modifyRole"
                await self._do([{"command": what, "rolename": name, "acls": rights}])
        if not await self._has_role():
            given = {"command": "addClientRole", "username": self.address.user}
            with suppress(BrokerError):  # it is disconnected before the answer
                await self._do([{**given, "rolename": HUB_ROLE}])
            if not await self._has_role():
                raise BrokerError(f"the account {self.address.user} gets no role")

    async def _has_role(self) -> bool:
        command = {"command": "getClient", "username": self.address.user}
        (answer,) = await self._do([command])
        roles = _part(answer, "client").get("roles", [])
        return any(role.get("rolename") == HUB_ROLE for role in roles)

    async def prepare(self) -> None:
        """Create the roles of the hub and Home Assistant, once the broker is available."""
        while True:
            try:
                await self._give_roles()
            except BrokerError as error:
                _LOG.warning("the hub has no rights at the broker yet: %s", error)
            else:
                return
            await asyncio.sleep(AGAIN)

    async def add(self, origin: BoxId, password: str) -> None:
        """Create the account of a box.

        Raises ``BrokerError``; ``NameTakenError`` if the name is known.
        """
        role = _role(origin)
        # A role without its account is left over from an attempt that was interrupted.
        await self._do([{"command": "deleteRole", "rolename": role}], _NOT_THERE)
        made = {"command": "createRole", "rolename": role, "acls": _of_box(origin)}
        client = {
            "command": "createClient",
            "username": origin.box,
            "clientid": origin.box,
            "password": password,
            "textname": f"{origin.site}/{origin.box}",
            "roles": [{"rolename": role}],
        }
        try:
            await self._do([made, client])
        except BrokerError as error:
            if _THERE in str(error):
                raise DuplicateNameError(str(error)) from error
            raise

    async def change(self, origin: BoxId, password: str) -> None:
        """Set another password of a box. Raises ``BrokerError``."""
        given = {"command": "setClientPassword", "username": origin.box, "password": password}
        await self._do([given])

    async def remove(self, origin: BoxId) -> None:
        """Remove the account of a box, which disconnects it. Raises ``BrokerError``."""
        account = {"command": "deleteClient", "username": origin.box}
        await self._do([account, {"command": "deleteRole", "rolename": _role(origin)}], _NOT_THERE)

    async def _do(self, commands: Sequence[Command], harmless: str = "") -> list[Answer]:
        """Send commands, and return their answers.

        Raises ``BrokerError`` for a refusal, unless its reason is ``harmless``.
        """
        try:
            async with asyncio.timeout(PATIENCE):
                answers = await _Talk(commands).answers(self.address)
        except TimeoutError:
            raise BrokerError(
                "it does not answer: is its dynamic security plugin loaded?"
            ) from None
        for answer in answers:
            why = str(answer.get("error", ""))
            if why and not (harmless and harmless in why.lower()):
                raise BrokerError(f"{answer.get('command')}: {why}")
        return answers


@dataclass(slots=True)
class _Talk:
    """A short connection for some commands, which are rare; it alone gets their answers."""

    commands: Sequence[Command]
    connection: Connection | None = None
    _answered: "asyncio.Future[list[Answer]]" = field(init=False)

    async def answers(self, address: Address) -> list[Answer]:
        """Send the commands, and return their answers. Raises ``BrokerError``."""
        loop = asyncio.get_running_loop()
        self._answered = loop.create_future()
        own = replace(address, client=name_of_client())
        heard = (f"{TOPIC}/response",)
        self.connection = Connection(own, None, heard, self, loop, LoopClock(loop), 1)
        self.connection.open()
        try:
            return await self._answered
        finally:
            self.connection.close()

    def on_open(self) -> None:
        """Send the commands."""
        if self.connection is not None:
            self.connection.publish(TOPIC, json.dumps({"commands": self.commands}).encode(), 1)

    def on_message(self, message: BrokerMessage) -> None:
        """Handle the answers."""
        if self._answered.done():
            return
        try:
            told = read_json(_Answers, message.payload)
        except Invalid as mistake:
            self._answered.set_exception(BrokerError(str(mistake)))
        else:
            self._answered.set_result(list(told.responses))

    def on_tick(self) -> None:
        """Do nothing: an answer comes at once, or not at all."""

    def on_closed(self, why: str) -> None:
        """Fail the commands."""
        if not self._answered.done():
            self._answered.set_exception(BrokerError(why))


def _part(answer: Answer, name: str) -> Mapping[str, Any]:
    """Return a part of an answer, empty if it is missing."""
    data = answer.get("data")
    part = data.get(name) if isinstance(data, dict) else None
    return part if isinstance(part, dict) else {}


def _allowed(rights: Sequence[Command] | None) -> frozenset[tuple[object, object]]:
    return frozenset((each.get("acltype"), each.get("topic")) for each in rights or ())


def _role(origin: BoxId) -> str:
    return f"box-{origin.box}"


def _rights(kind: str, topics: Sequence[str]) -> list[Command]:
    return [{"acltype": kind, "topic": topic, "allow": True} for topic in topics]


def _of_box(origin: BoxId) -> list[Command]:
    """Return the permissions of a box: write its topics, read those for it, as in mosquitto.acl."""
    config = f"{ASSISTANT}/device/companion_{origin.site}_{origin.box}/config"
    return [
        *_rights("publishClientSend", [*map(origin.topic, BOX_TOPICS), config]),
        *_rights("subscribeLiteral", [*map(origin.topic, MEANT), f"{ASSISTANT}/status"]),
    ]


def _of_hub() -> list[Command]:
    every = Topics("+", "+")
    return [
        *_rights("publishClientSend", [every.of(name) for name in (*MEANT, *KEPT)]),
        *_rights("publishClientSend", [f"{ASSISTANT}/device/+/config"]),
        *_rights("subscribePattern", [f"companion/v{VERSION}/#"]),
    ]


def _of_assistant() -> list[Command]:
    every = Topics("+", "+")
    filters_of = [every.of(name) for name in filters(read_by(Endpoint.ASSISTANT))]
    return [
        *_rights(
            "publishClientSend", [every.of(mqtt.CommandRequestMessage.topic.name), f"{ASSISTANT}/#"]
        ),
        *_rights(
            "subscribePattern",
            [*filters_of, every.of(mqtt.CommandRequestMessage.topic.name), f"{ASSISTANT}/#"],
        ),
    ]
