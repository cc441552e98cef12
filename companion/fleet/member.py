"""A box as a member of a fleet: publishes its state and carries out commands.

The table has priority. Changes are recorded when a stage is shown, and published a moment later;
without a broker, nothing happens.
"""

import asyncio
import json
import logging
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from time import time
from typing import Any, Final

from companion.engine.facets import Secrets
from companion.engine.log import Entry, EntryKind
from companion.fleet import inbound
from companion.fleet.backoff import Backoff
from companion.fleet.connection import BrokerMessage, Connection, address_of
from companion.fleet.discovery import Device, birth_topic, discovery, topic_of
from companion.fleet.events import event_of, table_events
from companion.fleet.health import health_of
from companion.fleet.journal_sender import JournalSender
from companion.fleet.outbox import LiveGame
from companion.fleet.shadow import Shadow
from companion.fleet.state import (
    alike,
    differs,
    iso_time,
    names_of,
    state_of,
    table_conditions,
)
from companion.fleet.upgrades import Upgrades
from companion.fleet.view import TableView, VoiceFor, page_of
from companion.protocol import mqtt
from companion.protocol.dispatch import Dispatch, HandlerTable, handles
from companion.protocol.payload import NotUnderstoodError, message_in
from companion.protocol.topics import (
    VERSION,
    MessageFromBox,
    MqttMessage,
    Topics,
    filters,
)
from companion.session.session import Session
from companion.session.timer import Timer
from companion.settings import FleetSettings
from companion.settings.model import GIVEN, LIVE
from companion.storage.journal import JournalError
from companion.storage.lineage import Lineage, take_up
from companion.table.stage import Stage
from companion.table.state import CommandInput, Table

Struct = dict[str, Any]

AFTERWARDS: Final = 0.25
"""Seconds after which a new stage is told: lamps, panel and journal come first."""
STEADY: Final = 60.0
"""Seconds after which a connection counts as one that lasts."""
BIRTH: Final = 10.0
"""The most seconds after which Home Assistant's birth is answered: not by all boxes at once."""
HEALTH_S: Final = 300.0
"""The least seconds between two reports of health."""
REMEMBERED: Final = 64
"""How many commands are remembered, so that none is carried out twice."""
_SUSPICIOUS: Final = 3
"""How many short connections, one right after the other, are no accident."""
_STARTS: Final = 100_000
"""How many connections a start may have, in the numbers of sessions."""
_LOG: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class Member:
    """The box in its fleet."""

    session: Session
    settings: FleetSettings
    folder: Path
    device: Device
    voice_for: VoiceFor
    chance: Random = field(default_factory=Random)
    connection: Connection | None = None
    postman: JournalSender = field(init=False)
    shadow: Shadow = field(init=False)
    topics: Topics = field(init=False)
    _backoff: Backoff = field(init=False)
    _connects: int = 0
    _connected_at: float | None = None
    _why: str = ""
    _short: int = 0
    """How many connections, one right after the other, have ended soon after they were open."""
    _connect_timer: Timer = field(init=False)
    _tell: Timer = field(init=False)
    _birth: Timer = field(init=False)
    _stage: Stage | None = None
    _state: Struct | None = None
    _page: TableView | None = None
    _page_of: Stage | None = None
    _health: tuple[float, Struct] | None = None
    _handled_requests: list[str] = field(default_factory=list)
    _tasks: set["asyncio.Task[None]"] = field(default_factory=set)
    _dispatch: Dispatch[[BrokerMessage], None] = field(init=False)

    def __post_init__(self) -> None:
        """Follow the session from now on."""
        self._dispatch = HANDLERS.bound(self)
        clock = self.session.clock
        self.topics = Topics(self.settings.site, self.settings.box)
        self.shadow = Shadow(
            self.session,
            Upgrades(self.folder, self.device.version, self.settings.updates),
            partial(self._publish, mqtt.SettingsReport),
            self._run,
        )
        self._backoff = Backoff(self.chance)
        self._connect_timer = Timer(clock, self._connect)
        self._tell = Timer(clock, self._tell_all)
        self._birth = Timer(clock, self._greet)
        self.postman = JournalSender(
            self.settings.box,
            self.folder,
            self.session.writer.read,
            self._publish,
            self._be_reborn,
            clock,
            Lineage(""),
            given=self.given,
        )
        self.session.add_follower(self.follow)

    @property
    def given(self) -> bool:
        """Whether players are published by name."""
        return self.settings.names == GIVEN

    @property
    def session_number(self) -> int:
        """The number of this connection, which is never reused."""
        return self.postman.lineage.starts * _STARTS + self._connects

    def start(self) -> None:
        """Start to connect."""
        self._stage = self.session.stage
        self._note(self._stage)
        self._connect()

    def close(self) -> None:
        """Publish that the box is switched off."""
        for timer in (self._connect_timer, self._tell, self._birth):
            timer.cancel()
        self.postman.stop()
        for task in self._tasks:
            task.cancel()
        if self.connection is not None and self.connection.is_open:
            self._publish(mqtt.StatusMessage, self._status("off"))
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def leave(self) -> None:
        """Disconnect, and stop following the session."""
        self.session.remove_follower(self.follow)
        self.close()

    def follow(self, stage: Stage, entries: tuple[Entry, ...]) -> None:
        """Record the changes of a new stage; they are published a moment later."""
        before = self._stage
        if before is not None and not entries and alike(before, stage):
            return
        self._stage = stage
        # Nothing need have happened in a game that has just begun: the one before is closed by it.
        begun = isinstance(stage, Table) and self.session.writer.play != self.postman.live.play
        if entries or begun:
            self._note(stage)
        if self.connection is None or not self.connection.is_open:
            return
        if isinstance(stage, Table):
            for what in table_events(before, stage, entries):
                names = names_of(stage.setup.players, given=self.given)
                self._publish(mqtt.EventMessage, event_of(what, stage, names))
        if begun or any(entry.kind is not EntryKind.CHECKPOINT for entry in entries):
            self.postman.send_due()
        self._tell.set(self.session.clock.now() + AFTERWARDS)

    def _note(self, stage: Stage) -> None:
        """Record what may be published now that the journal holds the log of this stage."""
        if isinstance(stage, Table) and not self.session.writer.unsaved:
            is_open = self.settings.secrets == LIVE or not isinstance(stage.game, Secrets)
            live = LiveGame(self.session.writer.play, stage.is_over, is_open)
            self.postman.follow(live, stage)

    def send_sheet(self, text: str) -> bool:
        """Publish a sheet for other boxes of the club; return whether there is a connection."""
        if self.connection is None or not self.connection.is_open:
            return False
        self._publish(mqtt.SheetMessage, {"text": text})
        return True

    # What is published.

    def _publish(self, declared: type[MessageFromBox], payload: Struct, *parts: object) -> None:
        """Publish a message with the topic and options of its declaration."""
        payload_bytes = json.dumps({"v": VERSION, **payload}, separators=(",", ":")).encode()
        self._publish_text(declared, payload_bytes, *parts)

    def _publish_text(
        self, declared: type[MessageFromBox], payload_bytes: bytes, *parts: object
    ) -> None:
        topic = declared.topic
        self._send(
            self.topics.of(topic.at(*parts)), payload_bytes, topic.qos, retain=topic.retained
        )

    def _send(self, topic: str, payload: bytes, qos: int, *, retain: bool) -> None:
        if self.connection is not None and self.connection.is_open:
            self.connection.publish(topic, payload, qos, retain=retain)

    def _status(self, state: str) -> Struct:
        lineage = self.postman.lineage
        return {
            "state": state,
            "session": self.session_number,
            "journal": lineage.name,
            "before": lineage.before,
            "version": self.device.version,
            "title": self.device.title,
            "since": iso_time(time()),
        }

    def _introduce(self) -> None:
        """Announce the device to Home Assistant, with its state."""
        if self.settings.homeassistant:
            topic = topic_of(self.settings.homeassistant, self.topics)
            payload = json.dumps(discovery(self.topics, self.device)).encode()
            self._send(topic, payload, 1, retain=True)

    def _greet(self) -> None:
        """Handle the birth of Home Assistant, which has lost everything not retained."""
        self._introduce()
        self._be_reborn()

    def _be_reborn(self) -> None:
        """Publish everything retained again, because the broker may have lost it."""
        self._state = self._page = self._page_of = self._health = None
        self.shadow.forget()
        self._publish(mqtt.StatusMessage, self._status("online"))
        self._tell_all()
        self.on_tick()

    def _tell_all(self) -> None:
        stage = self._stage
        if stage is None or self.connection is None or not self.connection.is_open:
            return
        surroundings = table_conditions(self.session.devices.values(), stage)
        state = state_of(stage, surroundings, given=self.given)
        if differs(self._state, state):
            self._state = state
            self._publish(mqtt.StateMessage, state)
        self.shadow.report()
        if self._page_of is not stage:
            self._page_of = stage
            self._run(self._draw(stage))

    async def _draw(self, stage: Stage) -> None:
        """Publish the page of a table, rendered in a thread."""
        page = await asyncio.to_thread(page_of, stage, self.voice_for, given=self.given)
        if self._page_of is not stage:
            return  # there is a newer one
        before, self._page = self._page, page
        if before is None or page.picture != before.picture:
            self._publish_text(mqtt.PictureMessage, page.picture.encode())
        if before is None or page.view != before.view:
            self._publish_text(mqtt.ViewMessage, page.view.encode())

    # What the connection says; see ``connection.Ends``.

    def on_open(self) -> None:
        """Publish everything again."""
        _LOG.info("the broker %s is there", self.settings.broker)
        self._why, self._connected_at = "", self.session.clock.now()
        self._introduce()
        self._be_reborn()

    def on_tick(self) -> None:
        """Report the result of an update, and periodically health if it has changed."""
        self.shadow.report()
        now = self.session.clock.now()
        if self._health is not None and now - self._health[0] < HEALTH_S:
            return
        unsaved = "" if self._stage is None else self._stage.console.unsaved
        devices, frames = self.session.devices.values(), self.session.bad_frames()
        health = health_of(devices, frames, unsaved, self.folder, self.device.version)
        changed = self._health is None or self._health[1] != health
        self._health = (now, health)
        if changed:
            self._publish(mqtt.HealthMessage, health)

    def on_closed(self, why: str) -> None:
        """Retry later; the same reason is logged only once in a row."""
        self.postman.stop()
        self.connection = None
        now = self.session.clock.now()
        lasted = None if self._connected_at is None else now - self._connected_at
        is_short = lasted is not None and lasted < STEADY
        if lasted is not None and not is_short:
            self._backoff.reset()
        # A broker that is unreachable in between is restarting, so this is no conflict of names.
        self._short = self._short + 1 if is_short else 0
        if self._short >= _SUSPICIOUS:
            # A broker keeps the newest connection under a name: two boxes throw each other out.
            why += f" again (is there another box named {self.settings.box}?)"
        self._connected_at = None
        if why != self._why:
            self._why = why
            _LOG.warning("no broker: %s; it is tried again and again", why)
        self._connect_timer.set(now + self._backoff.wait())

    def on_message(self, message: BrokerMessage) -> None:
        """Handle a message of the hub, Home Assistant or another client."""
        if message.topic == birth_topic(self.settings.homeassistant):
            if message.payload == b"online" and not message.retained:
                delay = self.chance.uniform(0, BIRTH)
                self._birth.set(self.session.clock.now() + delay)
            return
        name = self.topics.name(message.topic)
        declared = mqtt.message_at(name, mqtt.TO_BOX)
        if declared is None:
            return
        try:
            if declared is mqtt.CommandRequestMessage and message.retained:
                _LOG.warning("a retained command is ignored: publish it without that flag")
                return
            self._dispatch(message_in(message.payload, declared), message)
        except NotUnderstoodError as error:
            _LOG.warning("a message at %s is refused: %s", name, error)
            if declared is mqtt.CommandRequestMessage:
                self._reply("", refused=str(error))

    @handles(mqtt.AckMessage)
    def _take_ack(self, sent: mqtt.AckMessage, _message: BrokerMessage) -> None:
        self._run(self.postman.take_ack(inbound.ack_of(sent)))

    @handles(mqtt.DesiredSettingsMessage)
    def _take_desired(self, sent: mqtt.DesiredSettingsMessage, _message: BrokerMessage) -> None:
        self.shadow.want(inbound.desired_of(sent))

    @handles(mqtt.ReplayRequestMessage)
    def _take_want(self, sent: mqtt.ReplayRequestMessage, _message: BrokerMessage) -> None:
        want = inbound.want_of(sent)
        if want.birth:
            self._be_reborn()
        else:
            self.postman.take_want(want)

    @handles(mqtt.CommandRequestMessage)
    def _take_command(self, sent: mqtt.CommandRequestMessage, message: BrokerMessage) -> None:
        """Carry a command out, unless it has expired or is a duplicate."""
        request = inbound.request_of(sent, time())
        if request.id in self._handled_requests or (message.again and not request.id):
            return
        if request.id:
            self._handled_requests = [*self._handled_requests[-REMEMBERED:], request.id]
        self._run(self._do(request))

    async def _do(self, request: inbound.CommandRequest) -> None:
        why = inbound.why_not(request, self.session.stage)
        if why:
            self._reply(request.id, refused=why)
            return
        stage = await self.session.ask(CommandInput(inbound.COMMANDS[request.command]))
        notice = stage.notice if isinstance(stage, Table) else None
        if notice is not None and notice.refused:
            self._reply(request.id, refused="rules", rule=notice.rule)
        else:
            self._reply(request.id, done=True)

    def _reply(self, of: str, **answer: object) -> None:
        self._publish(mqtt.Reply, {"of": of, **answer})

    # The connection itself.

    def _connect(self) -> None:
        self._run(self._open())

    async def _open(self) -> None:
        """Name the journal if necessary, then connect."""
        if not self.postman.lineage.name:
            with suppress(JournalError, OSError):
                lineage = await self.session.writer.read(partial(take_up, self.folder))
                if lineage is not None:
                    self.postman.name_journal(lineage)
        self._connects += 1
        birth = birth_topic(self.settings.homeassistant)
        extra = (birth,) if self.settings.homeassistant else ()
        will = json.dumps({"v": VERSION, **self._status("lost")}).encode()
        self.connection = Connection(
            address_of(self.settings),
            (self.topics.of(mqtt.StatusMessage.topic.name), will),
            (*map(self.topics.of, filters(mqtt.TO_BOX)), *extra),
            self,
            asyncio.get_running_loop(),
            self.session.clock,
        )
        self.connection.open()

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            _LOG.error("the fleet is not told: %s", task.exception(), exc_info=task.exception())


HANDLERS: Final = HandlerTable[MqttMessage, [BrokerMessage], None](mqtt.TO_BOX, Member)
"""What a box does with each message to it."""
