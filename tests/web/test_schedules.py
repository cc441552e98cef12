"""Clients that are cut off and reconnect at random all end up with what the server knows."""

import random
from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from companion.i18n.languages import LANGUAGES
from companion.table.command import Command
from companion.table.state import CommandInput
from companion.web.updates.publisher import BEHIND
from tests.web.scene import GAMES, Scene, Wired, viewers

GAMES_PLAYED = 6
CLIENTS = 20
"""Clients at each game; labs/long has a thousand in all."""
STEPS = 16


@dataclass
class Schedule:
    """One client's random fate. Messages sent while it is being cut off may be lost."""

    scene: Scene
    wired: Wired
    source: random.Random
    connected: bool = True
    cuts: int = 0

    def go_on(self) -> None:
        if self.wired.dropped:
            self.cut()
        if not self.connected:
            if self.source.random() < 0.4:
                self.come_back()
        elif self.source.random() < 0.25:
            self.cut()
        elif self.source.random() < 0.2:
            self.narrow()
        elif self.source.random() < 0.7:
            self.scene.pull(self.wired)

    def cut(self) -> None:
        self.cuts += 1
        if self.source.random() < 0.5:
            lost = list(self.scene.hub.messages(self.wired.client))
            for message in lost[: self.source.randrange(len(lost) + 1)]:
                self.wired.phone.take(message)
        self.scene.hub.detach(self.wired.client)
        self.connected = False

    def come_back(self) -> None:
        client = self.wired.client
        self.wired = self.scene.connect(
            client.viewer, client.language, self.wired.phone, again=True
        )
        self.connected = True

    def narrow(self) -> None:
        offer = self.scene.hub.offer(self.wired.client)
        if offer is not None and offer.choices:
            choice = self.source.choice(offer.choices)
            if choice.action is None:
                selection = (*offer.selection, choice.constraint)
                self.scene.hub.select(self.wired.client, selection)

    def end(self) -> None:
        if not self.connected:
            self.come_back()
        self.scene.pull(self.wired)


def disturb(scene: Scene, source: random.Random) -> None:
    """Now and then undo, pause, or publish a state without changes."""
    luck = source.random()
    if luck < 0.08:
        scene.act(CommandInput(Command.UNDO))
    elif luck < 0.14:
        scene.act(CommandInput(Command.PAUSE))
    elif luck < 0.2:
        scene.publish(replace(scene.table))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(GAMES_PLAYED))
def test_every_client_ends_up_with_what_the_server_knows(seed: int) -> None:
    follow(seed, CLIENTS)


def follow(seed: int, count: int) -> None:
    """Let clients follow a game; in every third run, another game begins halfway."""
    scene = Scene(GAMES[seed % len(GAMES)], seed)
    source = random.Random(seed)
    everybody = viewers(scene.table)
    clients = [
        Schedule(
            scene,
            scene.connect(source.choice(everybody), source.choice(LANGUAGES)),
            random.Random(source.random()),
        )
        for _ in range(count)
    ]
    for step in range(STEPS):
        next(scene.play(1), None)
        disturb(scene, source)
        if seed % 3 == 0 and step == STEPS // 2:
            scene.publish(Scene(scene.name, seed + 1).table)
        for client in clients:
            client.go_on()
    for client in clients:
        client.end()
        whole = scene.whole(client.wired)
        assert client.wired.phone.view == whole.view
        assert client.wired.phone.log == whole.log
    assert sum(client.cuts for client in clients) > count
    assert STEPS < BEHIND
