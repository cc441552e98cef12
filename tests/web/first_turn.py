"""Counts what leads people with phones from power-on to the first turn: taps, and words to read.

Thumbs and eyes are as fast as on the panel; see `tests/daemon/first_turn.py`. What people do at the
same time counts once, as long as the slowest of them takes. The QR code has the code: nobody types
it.
"""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from companion.protocol.http.page_words import page_words
from companion.table.lobby.lobby import Lobby
from companion.table.screens.view import view
from companion.table.state import Table
from tests.daemon.first_turn import NAMES, PRESS, WORD, own_draws
from tests.web.box import Served, serving
from tests.web.client import Page
from tests.web.phone import Phone

SCAN = 1
"""Taps that open the address of a QR code."""


@dataclass
class Person:
    """Somebody with a phone who has never used the box."""

    page: Page
    seat: int
    taps: int = 0
    words: int = 0
    seen: set[str] = field(default_factory=set)
    """The texts that this person has read."""

    @property
    def seconds(self) -> float:
        """What it has taken so far."""
        return self.taps * PRESS + self.words * WORD

    def read(self, *texts: str) -> None:
        """Read those of some texts that are new."""
        for text in texts:
            if text not in self.seen:
                self.seen.add(text)
                self.words += len(text.split())

    async def tap(self, kind: str, **fields: object) -> None:
        """Tap what sends a message; it must be taken."""
        self.taps += 1
        answer = await self.page.say(kind, **fields)
        assert answer["kind"] == "done", answer

    @property
    def tasks(self) -> list[dict[str, Any]]:
        """What this person still has to lay out."""
        tasks = self.page.phone.view.get("tasks", [])
        return [task for task in tasks if task["seat"] in (None, self.seat)]


@dataclass(frozen=True)
class PhoneBudget:
    """What it costs: taps and words on the phones of all, and seconds."""

    taps: int
    words: int
    seconds: float


@dataclass
class Group:
    """People who begin a game with their phones. The first of them leads."""

    served: Served
    game: str
    people: list[Person] = field(default_factory=list)
    seconds: float = 0.0

    async def come(self, name: str, stack: AsyncExitStack) -> None:
        """Scan the code on the panel, enter a name, and sit down."""
        browser = await stack.enter_async_context(self.served.browser())
        body = {"name": name, "code": self.served.gateway.seats.code}
        status, _ = await browser.post("/api/join", body)
        assert status == 204
        page = await stack.enter_async_context(browser.open("seat"))
        person = Person(page, len(self.people), taps=SCAN + len(name) + 1)
        person.read(*panel_lines(self.served), *map(say, (*FORM, *SEATED)))
        self.people.append(person)

    async def answer(self) -> None:
        """Answer the setup on the phone that leads, as recommended or usual."""
        leader = self.people[0]
        while (lobby := leader.page.phone.view.get("lobby")) is not None:
            leader.read(lobby["title"], *lobby["answers"], *lobby["lines"])
            if lobby["seating"]:
                leader.read(say("lobby.gather"))
                await leader.tap("gather")
            else:
                await leader.tap("answer", option=self.option(lobby))
            await leader.page.until(partial(has_moved_on, lobby))

    def option(self, lobby: dict[str, Any]) -> int:
        """Return the answer of somebody who takes the game, and otherwise what is recommended."""
        stage = self.served.box.session.stage
        assert isinstance(stage, Lobby)
        assert stage.question is not None
        if lobby["key"] == "game":
            return [answer for answer, _ in stage.question.answers].index(self.game)
        return int(lobby["cursor"] if lobby["best"] is None else lobby["best"])

    async def draw(self) -> None:
        """Take part in the draw: everybody taps once, and reads what the box reveals."""
        for person in self.people:
            page = person.page
            await page.until(lambda phone: "turn" in phone.view)
            if page.phone.view["turn"]["drawing"]:
                person.read(*(task["text"] for task in page.phone.view["tasks"]))
                await person.tap("done")
        for person in self.people:
            await person.page.until(lambda phone: not phone.view["turn"]["drawing"])
            notice = person.page.phone.view.get("notice")
            if notice:
                person.read(notice["message"])

    async def lay_out(self, person: Person) -> None:
        """Tick off one's own tasks one by one."""
        page = person.page
        await page.until(lambda phone: "turn" in phone.view)
        while page.phone.view["turn"]["laying"] and (own := person.tasks):
            person.read(say("tasks.own", n=len(own)), own[0]["text"], say("tasks.one"))
            await person.tap("tick", task=own[0]["number"])
            await page.until(partial(is_done, own[0]["number"]))

    def finish(self, before: Sequence[float]) -> None:
        """Let a time pass in which everybody acted at once."""
        taken = [person.seconds - at for person, at in zip(self.people, before, strict=True)]
        self.seconds += max(taken)

    def spent(self) -> list[float]:
        """What each person has spent so far."""
        return [person.seconds for person in self.people]


FORM = ("join.title", "join.name", "join.code", "join.hint", "join.go")
"""The words of the form for sitting down."""
SEATED = ("colour.title", "lobby.arrived", "lobby.leads")
"""The words around what is asked, once somebody sits."""


def say(key: str, **params: str | int) -> str:
    """Return words of the pages in English."""
    return page_words("en").say(f"web.{key}", **params)


def panel_lines(served: Served) -> list[str]:
    """Return what is on the panel."""
    stage = served.box.session.stage
    screen = view(stage, served.box.voice_of(stage))
    return [screen.title, screen.big, *(row.text for row in screen.rows), screen.footer]


def has_moved_on(lobby: dict[str, Any], phone: Phone) -> bool:
    """Return whether a question of the setup has been answered."""
    return phone.view.get("lobby") != lobby


def is_done(number: int, phone: Phone) -> bool:
    """Return whether a task of the setup is done."""
    return all(task["number"] != number for task in phone.view.get("tasks", []))


async def first_time_by_phone(folder: Path, game: str, players: int) -> PhoneBudget:
    """Return what the first game on a new box costs people with phones.

    Nobody presses a key of the box: whatever it asks is answered by phone.
    """
    async with AsyncExitStack() as stack:
        served = await stack.enter_async_context(serving(folder, ask=True, draw=own_draws()))
        stage = served.box.session.stage
        assert isinstance(stage, Lobby)
        assert stage.question is not None
        assert stage.question.key == "language", "it is what a new box asks first"
        group = Group(served, game)
        for name in NAMES[:players]:
            await group.come(name, stack)
        group.finish([0.0] * players)
        before = group.spent()
        await group.answer()
        group.finish(before)
        before = group.spent()
        await group.draw()
        group.finish(before)
        before = group.spent()
        for person in group.people:
            await group.lay_out(person)
        for person in group.people:
            await person.page.until(lambda phone: not phone.view["turn"]["laying"])
            person.read(say("your_turn"), person.page.phone.view["prompt"])
        group.finish(before)
        table = served.box.session.stage
        assert isinstance(table, Table)
        assert (table.game.id, table.setup.players) == (game, NAMES[:players])
        taps = sum(person.taps for person in group.people)
        words = sum(person.words for person in group.people)
        return PhoneBudget(taps, words, group.seconds)
