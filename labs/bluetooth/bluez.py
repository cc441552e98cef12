"""BlueZ on a real D-Bus, by python-dbusmock: an adapter, and devices that advertise."""

import os
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final

from dbus_fast import BusType, Message, MessageType, Variant
from dbus_fast.aio import MessageBus

from companion.devices.wireless.bthome import SERVICE
from labs.fleet.servers import program

SYSTEM_PYTHON: Final = "/usr/bin/python3"
"""The Python of Debian's package python3-dbusmock."""
BLUEZ: Final = "org.bluez"
MOCK: Final = "org.freedesktop.DBus.Mock"
MONITORS: Final = "org.bluez.AdvertisementMonitorManager1"
OBJECTS: Final = "org.freedesktop.DBus.ObjectManager"
PROPERTIES: Final = "org.freedesktop.DBus.Properties"
DEVICE: Final = "org.bluez.Device1"


@contextmanager
def system_bus(folder: Path) -> Iterator[str]:
    """Run a D-Bus daemon of our own; return its address."""
    address = f"unix:path={folder}/bus"
    command = [program("dbus-daemon", "dbus-daemon"), "--session", "--nofork", "--print-address"]
    daemon = subprocess.Popen([*command, f"--address={address}"], stdout=subprocess.PIPE, text=True)
    try:
        assert daemon.stdout is not None
        yield daemon.stdout.readline().strip()
    finally:
        daemon.kill()
        daemon.communicate()


class Bluez:
    """A mock of BlueZ, and a connection by which it is told what to do."""

    def __init__(self, bus: MessageBus) -> None:
        self.bus = bus
        self.paths: dict[str, str] = {}

    async def call(
        self, path: str, interface: str, member: str, signature: str = "", *body: object
    ) -> Any:  # noqa: ANN401 - D-Bus
        message = Message(
            destination=BLUEZ,
            path=path,
            interface=interface,
            member=member,
            signature=signature,
            body=list(body),
        )
        reply = await self.bus.call(message)
        assert reply is not None
        assert reply.message_type is MessageType.METHOD_RETURN, reply.body
        return reply.body[0] if reply.body else None

    async def add_adapter(self, *, experimental: bool = True) -> None:
        """Add `hci0`; monitors of advertisements are there only if BlueZ is experimental."""
        await self.call("/", "org.bluez.Mock", "AddAdapter", "ss", "hci0", "box")
        methods = [["RegisterMonitor", "o", "", ""], ["UnregisterMonitor", "o", "", ""]]
        if experimental:
            adapter = "/org/bluez/hci0"
            await self.call(adapter, MOCK, "AddMethods", "sa(ssss)", MONITORS, methods)

    async def advertise(self, address: str, data: bytes) -> None:
        """Let a device be heard, for the first time or again."""
        if address not in self.paths:
            await self._add_device(address)
        service = Variant("a{sv}", {SERVICE: Variant("ay", data)})
        await self.update(address, ServiceData=service, RSSI=Variant("n", -60))

    async def _add_device(self, address: str) -> None:
        """Add a device as BlueZ does: that of the template has data of an odd type."""
        path = f"/org/bluez/hci0/dev_{address.replace(':', '_')}"
        self.paths[address] = path
        properties = {
            "Address": Variant("s", address),
            "Alias": Variant("s", address),
            "Adapter": Variant("o", "/org/bluez/hci0"),
        }
        await self.call("/", MOCK, "AddObject", "ssa{sv}a(ssss)", path, DEVICE, properties, [])
        added = [Variant("o", path), Variant("a{sa{sv}}", {DEVICE: properties})]
        await self._emit("/", OBJECTS, "InterfacesAdded", "oa{sa{sv}}", added)

    async def update(self, address: str, **properties: Variant) -> None:
        """Change properties of a device; the mock's own method takes no dictionaries."""
        changed = [Variant("s", DEVICE), Variant("a{sv}", properties), Variant("as", [])]
        path = self.paths[address]
        await self._emit(path, PROPERTIES, "PropertiesChanged", "sa{sv}as", changed)

    async def _emit(
        self, path: str, interface: str, name: str, signature: str, arguments: list[Variant]
    ) -> None:
        await self.call(path, MOCK, "EmitSignal", "sssav", interface, name, signature, arguments)

    async def connections(self) -> list[str]:
        """Return the connections to the bus."""
        return [name for name in await _names(self.bus) if name.startswith(":")]

    async def calls(self) -> list[str]:
        """Return which of its methods were called on the adapter, in order."""
        logged = await self.call("/org/bluez/hci0", MOCK, "GetCalls")
        return [name for _, name, _ in logged if "Monitor" in name or "Discovery" in name]


@contextmanager
def _mock(address: str) -> Iterator["subprocess.Popen[bytes]"]:
    environment = {**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": address}
    command = [SYSTEM_PYTHON, "-m", "dbusmock", "--system", "--template", "bluez5"]
    process = subprocess.Popen(command, env=environment)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@asynccontextmanager
async def bluez(address: str) -> AsyncIterator[Bluez]:
    """Run the mock on a bus, without an adapter."""
    with _mock(address) as process:
        bus = await MessageBus(bus_address=address, bus_type=BusType.SYSTEM).connect()
        try:
            while BLUEZ not in await _names(bus):
                assert process.poll() is None, "sudo apt install python3-dbusmock"
            yield Bluez(bus)
        finally:
            bus.disconnect()


async def _names(bus: MessageBus) -> list[str]:
    """Return who is on a bus."""
    name = "org.freedesktop.DBus"
    message = Message(
        destination=name, path="/org/freedesktop/DBus", interface=name, member="ListNames"
    )
    reply = await bus.call(message)
    assert reply is not None
    names: list[str] = reply.body[0]
    return names
