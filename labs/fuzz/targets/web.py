"""What browsers say to the table: a case is a dialogue, one message of one client in each line.

A line begins with the client: ``seat 0 {...}``. ``"@seq"`` stands for the state that it has seen;
``!undo``, ``!lobby`` and ``!game`` are what happens at the table meanwhile.
"""

import json
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.daemon.virtual_hardware import EmulatedHardware
from companion.devices.buttons import ButtonPin
from companion.emulation.box import EmulatedBox, tag_set
from companion.emulation.manual_clock import ManualClock
from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.protocol.http.page_words import page_words
from companion.schema.type_structure import fields
from companion.table.command import Command
from companion.table.lobby.lobby import Lobby, open_lobby
from companion.table.stage import Stage
from companion.table.state import CommandInput, Table, with_console
from companion.web.handlers.host import HostHandler
from companion.web.handlers.message_handler import (
    PAGE_HANDLERS,
    MessageHandler,
    PageHandlers,
)
from companion.web.messages.host_commands import ORDERS
from companion.web.updates.publisher import StagePublisher
from companion.web.views.viewer import SPECTATOR, Surroundings, Viewer
from companion.web.views.virtual_box import VirtualBox, VirtualBoxPage
from labs.fuzz.attack import one_sentence
from labs.fuzz.generation import object_of
from labs.fuzz.mutation import spoiled_json, spoiled_text, to_text
from tests.manifests import manifests
from tests.web.scene import GAMES, NAMES, Scene, Wired, speech

SEQ: Final = '"@seq"'
WHO: Final = ("seat 0", "seat 1", "host", "play", "table")
EVENTS: Final = ("!undo", "!pause", "!lobby", "!game")
LENGTH: Final = 100
"""Messages of a dialogue."""
EVERYBODY: Final = 10
"""After so many messages all clients look, not only the one that has spoken."""
_VIEWERS: Final = {
    "seat 0": Viewer(seat=0),
    "seat 1": Viewer(seat=1),
    "host": Viewer(host=True),
    "play": Viewer(play=True),
    "table": SPECTATOR,
}
_LIKELY: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    *(("choose", {"option": n}) for n in range(3)),
    *(("do", {"option": n}) for n in range(2)),
    *(("pick", {"place": place}) for place in ("board-a1", "seat-1-tile-joy", "field-3", "x")),
    *(("command", {"command": name}) for name in ORDERS),
    *(("answer", {"option": n}) for n in range(3)),
    *(("language", {"language": name}) for name in ("en", "de")),
    *(("brightness", {"level": level}) for level in ("low", "full")),
    *((kind, {"button": name}) for kind in ("press", "release") for name in ("a", "up")),
    ("lay", {"piece": "token-B", "reader": "board"}),
    ("lift", {"reader": "board"}),
    *(("replay", {"at": n}) for n in (0, 1, 5)),
)
"""Fields that mean something at these tables; whatever is declared is said besides."""
_ANSWERS: Final = frozenset({"done", "refused", "error", "fate"})
_EACH: Final = 2
"""How often each declared message is said in a dialogue."""


def lobby() -> Lobby:
    games = tuple(registry.load(name) for name in GAMES)
    opened = open_lobby(manifests(*games), NAMES, Setup(NAMES[:2], "full"), "essence")
    return with_console(opened, language="en", languages=("en", "de"))


class WebTarget:
    """Tables of all games, each with all kinds of clients."""

    name = "web"

    def __init__(
        self,
        table: PageHandlers = PAGE_HANDLERS,
        handlers: tuple[object, ...] = (),
    ) -> None:
        self._table, self._handlers = table, handlers
        self._messages = messages = table.messages
        self._tokens = (
            *messages.names,
            *(field.name for message in messages for field in fields(message)),
        )
        self._tables = {name: Scene(name).table for name in GAMES}
        self._lobby = lobby()
        self._hardware = hardware(self._tables[GAMES[0]])
        self._codes = frozenset(
            key.removeprefix("web.error.")
            for key in page_words("en").all
            if key.startswith("web.error")
        )

    def seeds(self) -> Sequence[bytes]:
        """Return a dialogue in which everything is said that can be, for each game."""
        source = Random(1)
        dialogues = []
        for game in GAMES:
            lines = [game]
            declared = (
                object_of(message, source) for message in self._messages for _ in range(_EACH)
            )
            for said in (*({"kind": kind, **given} for kind, given in _LIKELY), *declared):
                message = {**said, "id": 1, "seq": "@seq"}
                lines.append(f"{source.choice(WHO)} {json.dumps(message)}")
            dialogues.append("\n".join(lines).encode())
        return dialogues

    def spoil(self, seed: bytes, source: Random) -> bytes:
        """Return a dialogue drawn from a seed in which most messages are wrong."""
        first, *lines = seed.decode().split("\n")
        said = [self._spoiled(source.choice(lines), source) for _ in range(LENGTH)]
        return "\n".join((first, *said)).encode("utf-8", "replace")

    def _spoiled(self, line: str, source: Random) -> str:
        if source.random() < 0.06:
            return source.choice(EVENTS)
        start = line.find("{")
        who = source.choice(WHO) if source.random() < 0.5 else line[: max(0, start - 1)]
        fate = source.random()
        if fate < 0.4 or start < 0:
            return f"{who} {line[start:]}"
        if fate < 0.8:
            value = (
                spoiled_json(json.loads(line[start:]), source, self._tokens)
                if _is_json(line[start:])
                else 1
            )
            text = to_text(value, source)
        else:
            text = spoiled_text(line[start:], source, self._tokens)
        return f"{who} {text}".replace("\n", " ")

    def feed(self, case: bytes) -> Counter[str]:
        """Hold the dialogue at a fresh table."""
        first, *lines = case.decode("utf-8", "replace").split("\n")
        table = self._tables.get(first, self._tables[GAMES[0]])
        desk = Spoken(self._table, self._handlers)
        talk = Dialogue(table, self._lobby, self._codes, self._hardware, desk)
        try:
            for number, line in enumerate(lines):
                talk.hear(line)
                if number % EVERYBODY == 0:
                    talk.tell()
            talk.tell()
        finally:
            talk.window.close()
        return talk.outcomes


@dataclass(frozen=True)
class Spoken:
    """The messages that can be said, and what handles those that a box does not know."""

    table: PageHandlers
    handlers: tuple[object, ...]


class Begun(Scene):
    """A scene whose game has begun already."""

    def __init__(self, table: Table, spoken: Spoken) -> None:
        self.name, self.seed, self.count, self.now = table.game.id, 3, None, 0
        self.source = Random(self.seed)
        self.draw = sampler(self.source)
        self.surroundings = Surroundings()
        self.unseated = []
        self.hub = StagePublisher(speech, lambda: self.now, 1000)
        self.message_handler = MessageHandler(
            self.hub,
            self.ask,
            HostHandler(self.hub, self.ask, self.unseat),
            table=spoken.table,
            handlers=spoken.handlers,
        )
        self.publish(table)


class Dialogue:
    """A table with one client of each kind, and a virtual box."""

    def __init__(
        self,
        table: Table,
        lobby: Lobby,
        codes: frozenset[str],
        hardware: VirtualBox,
        spoken: Spoken,
    ) -> None:
        self.table, self.lobby, self.codes = table, lobby, codes
        self.scene = Begun(table, spoken)
        self.clients = {who: self.scene.connect(viewer) for who, viewer in _VIEWERS.items()}
        self.window = VirtualBoxPage(hardware, lambda: None)
        self.window.open()
        self.clients["play"].client.window = self.window
        self.outcomes: Counter[str] = Counter()

    def hear(self, line: str) -> None:
        """Let one client say something, and look at what everybody is told then."""
        if line in EVENTS:
            self._happen(line)
            return
        start = line.find("{")
        who, said = (line[: start - 1], line[start:]) if start > 0 else ("", line)
        wired = self.clients.get(who) or self.clients["host"]
        said = said.replace(SEQ, str(wired.phone.seq))
        before = self.scene.stage
        answers = len(wired.phone.answers)
        done(self.scene.message_handler.hear(wired.client, said))
        self._look((wired,))
        told = wired.phone.answers[answers:]
        given = [each for each in told if each["kind"] in _ANSWERS]
        assert given, f"no answer to {said:.200}"
        self._judge(given[-1])
        self._keep(before, self.scene.stage)

    def tell(self) -> None:
        """Let everybody take what is new."""
        self._look(self.clients.values())

    def _happen(self, what: str) -> None:
        if what == "!lobby":
            self.scene.publish(self.lobby)
        elif what == "!game":
            self.scene.publish(self.table)
        else:
            self.scene.act(CommandInput(Command.UNDO if what == "!undo" else Command.PAUSE))

    def _look(self, clients: Iterable[Wired]) -> None:
        """Let clients take what is new, as a socket would: as UTF-8."""
        for wired in clients:
            for message in self.scene.pull(wired):
                if isinstance(message, str):
                    message.encode()
                else:
                    assert wired.client.window is not None, "a panel that it does not show"
            assert not wired.dropped

    def _judge(self, answer: dict[str, Any]) -> None:
        """Check that an answer says what has become of the message."""
        if answer["kind"] == "fate":
            answer = answer["answer"]
        kind = answer["kind"]
        if kind == "error":
            assert answer["code"] in self.codes - {"failed"}, answer
            one_sentence(answer["message"])
        elif kind == "refused":
            assert answer["code"], answer
            one_sentence(answer["message"])
        else:
            assert kind == "done", answer
        self.outcomes[answer.get("code", "taken")] += 1

    @staticmethod
    def _keep(before: Stage, after: Stage) -> None:
        """Check that no entry of the log is lost, whatever was said."""
        if isinstance(before, Table) and isinstance(after, Table):
            assert after.entries[: len(before.entries)] == before.entries
            numbers = [entry.sequence for entry in after.entries]
            assert numbers == list(range(1, len(numbers) + 1))


class AtOnce:
    """Stands for an event loop: what is to be called soon is called at once."""

    def call_soon_threadsafe(self, called: Callable[[], None]) -> None:
        called()


def done(work: Coroutine[Any, Any, None]) -> None:
    """Run what never waits."""
    try:
        work.send(None)
    except StopIteration:
        return
    raise AssertionError("it waits for something")


class Flat:
    """A spot for a tag, without a reader."""

    tag: str | None = None

    def place(self, tag: str) -> None:
        self.tag = tag

    def lift(self) -> None:
        self.tag = None


def hardware(table: Table) -> VirtualBox:
    pins = {"a": ButtonPin(5), "up": ButtonPin(6)}
    box = EmulatedBox(ManualClock(), Path("/nowhere"), pins, {"seat1": 16}, 12)
    box.readers["board"] = Flat()
    box.add_panel("ssd1306", 0x3C, (128, 64))
    tags = tag_set(table.game.pieces(table.state))
    return EmulatedHardware(box, AtOnce(), lambda: tags)  # type: ignore[arg-type]  # all it uses


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
