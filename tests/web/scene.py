"""A table with its clients in one process: a room without sockets, journal or real time."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from companion.engine import registry
from companion.engine.fold import Draw, sampler
from companion.engine.game import Action, Setup
from companion.i18n.catalogue import Catalogue
from companion.protocol.http.page_words import page_words
from companion.table.command import Command
from companion.table.effects import Effect
from companion.table.history.entries import end_early
from companion.table.lobby.inputs import handle_lobby
from companion.table.lobby.lobby import Lobby
from companion.table.log_repair.turn_log import step_numbers
from companion.table.stage import Stage
from companion.table.state import (
    ActionInput,
    CommandInput,
    DisplayInput,
    LanguageInput,
    LogAnswer,
    OpenLogInput,
    SetupAnswer,
    StepChange,
    with_console,
)
from companion.table.table import (
    Table,
    TableInput,
    Timestamp,
    begin,
    handle,
)
from companion.web.handlers.host import HostHandler
from companion.web.handlers.message_handler import MessageHandler
from companion.web.updates.publisher import Client, StagePublisher
from companion.web.views.page_voice import PageVoice
from companion.web.views.viewer import SPECTATOR, Surroundings, Viewer
from tests.web.phone import Phone

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
SEATS = {
    "inner-compass": 3,
    "essence": 4,
    "compass-points": 4,
    "compass-jewels": 2,
    "gilded-compass": 3,
}
GAMES = tuple(SEATS)


@lru_cache(maxsize=16)
def voice(language: str, game: str, players: tuple[str, ...]) -> Catalogue:
    return Catalogue(language, registry.load(game), players)


def speech(language: str, stage: Stage) -> PageVoice:
    players = stage.setup.players if isinstance(stage, Table) else ()
    return PageVoice(language, voice(language, stage.game.id, players), page_words(language))


def started(name: str, draw: Draw, count: int | None = None) -> Table:
    """Return a table at which the setup has been laid out."""
    game = registry.load(name)
    setup = Setup(NAMES[: count or SEATS[name]], game.levels[-1])
    moment = Timestamp(0, 0.0)
    table = begin(game, setup, (), moment, draw).table
    table = with_console(table, language="en", languages=("en", "de"))
    return handle(table, Command.BACK, moment, draw).table if table.laying else table


@dataclass
class Wired:
    """A phone and the hub's end of its connection; ``dropped`` once the hub has ended it."""

    phone: Phone
    client: Client = field(init=False)
    dropped: bool = False

    def drop(self) -> None:
        self.dropped = True


@dataclass
class Scene:
    """A game with its hub and desk, at which players act at random."""

    name: str = "inner-compass"
    seed: int = 3
    count: int | None = None
    surroundings: Surroundings = field(default_factory=Surroundings)
    source: random.Random = field(init=False)
    draw: Draw = field(init=False)
    stage: Stage = field(init=False)
    hub: StagePublisher = field(init=False)
    desk: MessageHandler = field(init=False)
    unseated: list[int] = field(default_factory=list)
    effects: tuple[Effect, ...] = ()
    """What the session was asked for so far."""
    now: int = 0

    def __post_init__(self) -> None:
        self.source = random.Random(self.seed)
        self.draw = sampler(self.source)
        self.stage = started(self.name, self.draw, self.count)
        self.hub = StagePublisher(speech, lambda: self.now, 1000)
        hosting = HostHandler(self.hub, self.ask, self.unseat)
        self.message_handler = MessageHandler(self.hub, self.ask, hosting, refresh=self.refresh)
        self.publish(self.stage)

    @property
    def table(self) -> Table:
        assert isinstance(self.stage, Table)
        return self.stage

    def publish(self, stage: Stage) -> None:
        self.stage = stage
        self.hub.publish(stage, self.surroundings)

    def refresh(self) -> None:
        self.surroundings = replace(self.surroundings, wish=self.message_handler.wishes.wish)
        self.publish(self.stage)

    def act(self, *inputs: TableInput) -> None:
        """Give inputs to the table, or to the lobby."""
        for item in inputs:
            if isinstance(self.stage, Table):
                outcome = handle(self.stage, item, Timestamp(self.now, 0.0), self.draw)
                self.effects += outcome.effects
                self.publish(outcome.table)
            else:
                answer = item.command if isinstance(item, CommandInput) else item
                assert isinstance(answer, Command | SetupAnswer | LanguageInput | DisplayInput)
                after = handle_lobby(self.stage, answer)
                assert isinstance(after, Lobby)
                self.publish(after)

    async def ask(self, item: TableInput) -> Stage:
        self.act(item)
        return self.stage

    def unseat(self, seat: int) -> bool:
        self.unseated.append(seat)
        return seat == 0

    def connect(
        self,
        viewer: Viewer = SPECTATOR,
        language: str = "en",
        phone: Phone | None = None,
        *,
        again: bool = False,
        steps: bool = True,
    ) -> Wired:
        """Connect a phone; ``again`` tells the hub how much it has already seen."""
        wired = Wired(phone or Phone())
        wired.client = Client(viewer, language, lambda: None, wired.drop, steps=steps)
        self.hub.attach(wired.client, wired.phone.seq if again else None)
        self.pull(wired)
        return wired

    def pull(self, wired: Wired) -> list[str | bytes]:
        """Bring a phone up to date and return the messages that this took."""
        messages = list(self.hub.messages(wired.client))
        for message in messages:
            wired.phone.take(message)
        return messages

    async def say(self, wired: Wired, kind: str, **fields: Any) -> dict[str, Any]:  # noqa: ANN401
        """Send a message from a phone, by default about what it has seen; return the answer."""
        message = {"id": 7, "seq": wired.phone.seq, "kind": kind, **fields}
        return await self.send(wired, json.dumps(message))

    async def send(self, wired: Wired, message: str) -> dict[str, Any]:
        await self.message_handler.hear(wired.client, message)
        self.pull(wired)
        return wired.phone.answer

    def choose(self) -> Action | None:
        """Return a legal action, chosen at random; ``None`` when the game is over."""
        table = self.table
        if table.is_over:
            return None
        seat = self.source.choice(table.game.active_players(table.state))
        return self.source.choice(table.game.legal_actions(table.state, seat))

    def play(self, steps: int = 100_000) -> Iterator[Action]:
        """Play at random, yielding each action after it has been taken."""
        for _ in range(steps):
            action = self.choose()
            if action is None:
                return
            self.act(ActionInput(action))
            yield action

    def end_early(self) -> None:
        """End the game early, whatever covers it."""
        at = Timestamp(self.now, 0.0)
        self.publish(end_early(with_console(self.table, cover=None), at, on=True))

    def change_a_step(self) -> None:
        """Play a little, then open a step from before the present turn to change it."""
        for _ in self.play(12):
            pass
        self.act(Command.BACK, Command.BACK)
        self.act(OpenLogInput())
        actors = [self.table.steps[n - 1].entry.actor for n in step_numbers(self.table)]
        present = self.table.game.current_player(self.table.state)
        self.act(LogAnswer(next(n for n, actor in enumerate(actors) if actor != present)))
        self.act(LogAnswer(0))
        assert isinstance(self.table.choosing, StepChange)

    def whole(self, wired: Wired) -> Phone:
        """Return what a new client in the same place, with the same selection, would know."""
        fresh = self.connect(wired.client.viewer, wired.client.language)
        if wired.client.selection:
            self.hub.select(fresh.client, wired.client.selection)
            self.pull(fresh)
        self.hub.detach(fresh.client)
        return fresh.phone


def viewers(table: Table) -> tuple[Viewer, ...]:
    """Return every kind of viewer of a table."""
    seats = tuple(Viewer(seat=seat) for seat in range(len(table.setup.players)))
    return (SPECTATOR, Viewer(host=True), Viewer(play=True), *seats)
