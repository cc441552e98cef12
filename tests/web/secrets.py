"""Searches all messages for secrets that their reader may not know.

What is secret in a state follows from the games' own ``twins``: states that a seat must not be able
to tell apart. What is secret in the log follows from the rules' ``audience``.
"""

import copy
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import islice
from typing import Any, Final

from msgspec.structs import replace

from companion.engine.game import Action
from companion.table.state import ActionInput
from companion.table.table import Table, Timestamp, handle
from companion.web.views.history import History, HistoryEntry, line
from companion.web.views.json_text import to_json
from companion.web.views.projection import common, private_part
from companion.web.views.viewer import SPECTATOR, Surroundings, Viewer
from tests.games.compass_points.test_conformance import TestCompassPoints as CompassPoints
from tests.games.essence.test_conformance import TestEssence as Essence
from tests.games.gilded_compass.test_conformance import TestGildedCompass as GildedCompass
from tests.games.inner_compass.test_conformance import TestInnerCompass as InnerCompass
from tests.web.scene import NAMES, Scene, Wired, speech, viewers

Twins = Callable[[Any, int], Iterable[Any]]
TWINS: Final[dict[str, Twins]] = {
    "inner-compass": InnerCompass.twins,
    "essence": Essence.twins,
    "compass-points": CompassPoints.twins,
    "compass-jewels": lambda _state, _viewer: (),
    "gilded-compass": GildedCompass.twins,
}
SHARED: Final = (SPECTATOR, Viewer(host=True))
"""Viewers without a seat, who may not tell apart what no seat may. (The play page is left out: like
the panel, it lists what the player on turn can do, which may depend on a hand.)"""
_MANY: Final = 6
_SEATS: Final = 2


@dataclass
class Watch:
    """A game that everybody watches.

    ``messages`` counts what was searched, ``twins`` the comparisons of states, ``hidden`` the facts
    that were kept from a reader.
    """

    scene: Scene
    clients: list[Wired] = field(default_factory=list)
    messages: int = 0
    twins: int = 0
    hidden: int = 0

    def __post_init__(self) -> None:
        self.clients = [self.scene.connect(viewer) for viewer in viewers(self.scene.table)]

    def play(self, steps: int = 100_000) -> None:
        """Play up to so many steps, checking every message on the way."""
        scene = self.scene
        for _ in range(steps):
            action = scene.choose()
            if action is None:
                return
            before, log = scene.table, copy.copy(scene.hub.log)
            log.records, log._steps = list(log.records), list(log._steps)  # noqa: SLF001 - a copy
            scene.act(ActionInput(action))
            self.check_messages()
            self.check_log_of_others(before, log, action)
            self.check_twins()

    def check_messages(self) -> None:
        """Check that each message has only what its reader may know."""
        records = {record.n: record for record in self.scene.hub.log.records}
        for wired in self.clients:
            viewer = wired.client.viewer
            for text in self.scene.pull(wired):
                self.messages += 1
                message = json.loads(text)
                for log_line in message["log"]:
                    self.check_line(log_line, records[log_line["n"]], viewer)
                self.check_own(message["view"], viewer)

    def check_line(self, log_line: dict[str, Any], record: HistoryEntry, viewer: Viewer) -> None:
        if record.action is None:
            return
        voice = speech("en", self.scene.table).voice
        for fact in (record.action, *record.facts):
            if not fact.is_for(viewer.seat):
                self.hidden += 1
                assert voice.long(fact.words) not in log_line["text"]
        if not record.action.is_for(viewer.seat) and not any(
            fact.is_for(viewer.seat) for fact in record.facts
        ):
            who = "" if record.player is None else f"{NAMES[record.player]}: "
            assert log_line["text"] == f"{who}in secret"

    def check_own(self, view: dict[str, Any], viewer: Viewer) -> None:
        if viewer.seat is None:
            assert not {"private", "seat"} & set(view)
        else:
            assert not {"corrections", "tray", "devices", "join"} & set(view)
            assert view.get("seat", viewer.seat) == viewer.seat

    def check_log_of_others(self, before: Table, log: History, action: Action) -> None:
        """Check that to others the log would read the same after any other secret action."""
        audience = before.game.audience(before.state, action)
        if audience is None:
            return
        seat = before.game.current_player(before.state)
        legal = before.game.legal_actions(before.state, seat if seat == -1 else audience[0])
        for other in legal:
            alike = type(other) is type(action)
            if not alike or before.game.audience(before.state, other) != audience:
                continue
            forked = handle(before, ActionInput(other), Timestamp(0, 0.0), self.scene.draw).table
            book = copy.copy(log)
            book.records, book._steps = list(log.records), list(log._steps)  # noqa: SLF001 - a copy
            book.follow(forked)
            n = len(before.entries) + 1
            for viewer in viewers(before):
                if viewer.seat not in audience:
                    assert self.read(book, n, viewer) == self.read(self.scene.hub.log, n, viewer)
                    self.twins += 1

    def read(self, log: History, n: int, viewer: Viewer) -> dict[str, Any]:
        record = next(record for record in log.records if record.n == n)
        spoken = speech("en", self.scene.table)
        return line(record, viewer.seat, spoken.voice, spoken.words)

    def check_twins(self) -> None:
        """Check that states which a seat must not tell apart look the same to it: two by chance."""
        table, scene = self.scene.table, self.scene
        everybody, looks = shared(table), cache(partial(mine, table))
        for seat in scene.source.sample(range(len(table.setup.players)), _SEATS):
            twin_states = list(islice(TWINS[scene.name](table.state, seat), _MANY))
            if twin_states:
                twin = replace(table, state=scene.source.choice(twin_states))
                assert shared(twin) == everybody
                for viewer in (Viewer(seat=seat), scene.source.choice(SHARED)):
                    assert mine(twin, viewer) == looks(viewer), viewer
                    self.twins += 1


def shown(table: Table, viewer: Viewer) -> str:
    """Return everything that a viewer is shown of a state."""
    return shared(table) + mine(table, viewer)


def shared(table: Table) -> str:
    """Return the part of the view that everybody gets."""
    return to_json(common(table, speech("en", table), Surroundings()))


def mine(table: Table, viewer: Viewer) -> str:
    """Return the part of the view that is for this viewer."""
    return to_json(private_part(table, viewer, speech("en", table), Surroundings()))
