"""A running hub: message source, worker, database and pages."""

import asyncio
import signal
from contextlib import suppress
from dataclasses import dataclass

from companion_hub.broker_accounts import DynamicSecurity, EnrolmentConfig
from companion_hub.live import LiveBoxes
from companion_hub.log_buffer import LogBuffer
from companion_hub.metrics import Metrics
from companion_hub.migrate import migrate
from companion_hub.rater import Rater
from companion_hub.result_listener import ResultListener
from companion_hub.settings import HubSettings
from companion_hub.source import OF_TABLES, MessageSource, MqttSource
from companion_hub.store import Store, open_store
from companion_hub.worker import LINGER, Worker


@dataclass(slots=True)
class Hub:
    """All parts of a hub."""

    store: Store
    source: MessageSource
    live: LiveBoxes
    counts: Metrics
    worker: Worker
    news: ResultListener
    rater: Rater

    @classmethod
    def of(cls, settings: HubSettings) -> "Hub":
        """Create a hub, not started yet."""
        store, live, counts = open_store(settings.database), LiveBoxes(), Metrics()
        source = source_of(settings)
        rater = Rater(store, live.bump)
        worker = Worker(store, live, counts, source.publish, linger=LINGER, on_results=rater.wake)
        return cls(store, source, live, counts, worker, ResultListener(store, live.bump), rater)

    async def start(self) -> None:
        """Migrate the tables, and listen."""
        await migrate(self.store.engine)
        self.rater.wake()
        self.source.start(self.worker.hear)
        self.news.start()

    async def close(self) -> None:
        """Handle the pending messages, and stop."""
        self.source.close()
        await self.worker.settled()
        await self.news.close()
        await self.rater.close()
        await self.store.close()


def source_of(settings: HubSettings) -> MessageSource:
    """Return the message source."""
    if settings.nats is None:
        return MqttSource(settings.broker, settings.site)
    from companion_hub.jetstream import NatsSource  # a club needs none of it

    gateway = MqttSource(settings.broker, settings.site, OF_TABLES, quality=0)
    return NatsSource(settings.nats, gateway)


def enrolment_of(settings: HubSettings) -> EnrolmentConfig | None:
    """Return the configuration of enrolment, ``None`` if it is off."""
    if settings.offered is None:
        return None
    site = "" if settings.site == "+" else settings.site
    return EnrolmentConfig(DynamicSecurity(settings.broker), settings.offered, site)


async def run(settings: HubSettings) -> None:
    """Run a hub until it gets SIGTERM or SIGINT. Raises ``OSError`` if its port is in use."""
    from companion_hub.pages.server import HubServer
    from companion_hub.pages.updates import Updates

    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    hub, notes = Hub.of(settings), LogBuffer()
    updates = None if settings.updates is None else Updates(settings.updates)
    enrolment = enrolment_of(settings)
    pages = HubServer(
        hub.store,
        hub.live,
        hub.counts,
        hub.source.publish,
        notes,
        enrolment,
        updates,
        recount=hub.rater.wake,
    )
    listening = notes.listen()
    try:
        await hub.start()
        if settings.port:
            await pages.start(settings.bind, settings.port)
        await stopped.wait()
    finally:
        with suppress(RuntimeError):
            await pages.close()
        await hub.close()
        notes.stop(listening)
