"""Sends every client what is new: each gets exactly what it has not seen yet.

A client's message is built when it can be sent, from the newest stage, so that a slow client
skips what lies between and nothing piles up. The hub knows no sockets.
"""

import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final, TypeAlias

from companion.engine.game import Action
from companion.i18n.catalogue import LANGUAGES
from companion.table.intent import Selection
from companion.table.lobby import Lobby
from companion.table.stage import Stage
from companion.table.state import Table
from companion.web.logbook import Logbook, line, with_undone
from companion.web.offer import Offer
from companion.web.picture import described
from companion.web.projection import OWN, Speech, clock, clock_mark, common, offer_for, own
from companion.web.viewer import Surroundings, Viewer

BACKLOG: Final = 256
"""How many stages a client may have missed and still get only what is new."""
BEHIND: Final = 64
"""A client that takes no message while more stages than this arrive is dropped."""
WAITING: Final = 64
"""A client that leaves more answers than this waiting is dropped."""
Struct: TypeAlias = dict[str, Any]
_UNKNOWN: Final = object()
"""Stands for a value that a client may or may not have seen; it is sent again."""
_SAME: Final = 100
"""Milliseconds for which clients may share one message about a clock."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A stage as it was published, with the log's volume and its length in lines."""

    seq: int
    stage: Stage
    surroundings: Surroundings
    volume: int
    lines: int


@dataclass(frozen=True, eq=False, slots=True)
class Seen:
    """What a client has been sent: a view, the mark of the clocks, and part of the log."""

    moment: Moment
    view: Struct
    clock: object


@dataclass(eq=False, slots=True)
class Client:
    """A connection. ``news`` is called when there is something to send, ``drop`` to end it."""

    viewer: Viewer
    language: str
    news: Callable[[], None]
    drop: Callable[[], None]
    token: str = ""
    """What stands for the browser's cookie; empty if it has none."""
    who: Callable[[], Viewer] | None = None
    """Returns what the client may see now; if that differs from ``viewer``, it has to reconnect."""
    extra: Callable[[], Sequence[str | bytes]] = tuple
    """Returns what is sent besides the state: what a virtual box shows."""
    selection: Selection = ()
    seen: Seen | None = None
    changed: dict[str, int] = field(default_factory=dict)
    """The ``seq`` of the state that last changed each part of the view."""
    busy: bool = False
    """Whether a message is still on its way to the client."""
    greeting: str | None = None
    answers: deque[str] = field(default_factory=deque)
    _missed: int = 0
    _base: tuple[Action, ...] = ()

    def narrow(self, offer: Offer | None) -> Offer | None:
        """Return what the client can choose; other actions to choose from end its selection."""
        actions = () if offer is None else offer.actions
        if actions != self._base:
            self.selection, self._base = (), actions
        if offer is None:
            return None
        return Offer(offer.table, offer.actions, offer.places, self.selection)

    def answer(self, **message: object) -> None:
        """Send a message to this client alone."""
        self.answers.append(to_json(message))
        if len(self.answers) > WAITING:
            self.drop()
        self.news()

    def miss(self) -> None:
        """Note that there is a new stage; a client that does not keep up is dropped."""
        self._missed = self._missed + 1 if self.busy else 0
        if self._missed > BEHIND:
            self.drop()
        self.news()


@dataclass(slots=True)
class Hub:
    """The clients of a table. ``seq`` counts what was published, on across restarts."""

    speech: Callable[[str, Stage], Speech]
    now: Callable[[], int]
    """Returns the milliseconds on the game's clock."""
    seq: int
    clients: set[Client] = field(default_factory=set)
    log: Logbook = field(default_factory=Logbook)
    """Everything that has happened in this game."""
    _moments: deque[Moment] = field(default_factory=lambda: deque(maxlen=BACKLOG))
    _common: dict[str, Struct] = field(default_factory=dict)
    _offers: dict[Viewer, Offer | None] = field(default_factory=dict)
    _seen: dict[tuple[Viewer, str, Selection], Seen] = field(default_factory=dict)
    _patches: dict[tuple[Seen, Seen, int], str] = field(default_factory=dict)
    _lines: dict[tuple[str, int | None], list[Struct]] = field(default_factory=dict)
    _pictures: dict[tuple[str, tuple[str, ...], str], dict[str, Any] | None] = field(
        default_factory=dict
    )

    @property
    def moment(self) -> Moment:
        """The stage that was published last."""
        return self._moments[-1]

    def publish(self, stage: Stage, surroundings: Surroundings) -> None:
        """Publish a stage to all clients, unless only time has passed."""
        if (
            self._moments
            and self.moment.surroundings == surroundings
            and _alike(self.moment.stage, stage)
        ):
            return
        self.seq += 1
        volume = self.log.volume
        self.log.follow(stage)
        if volume != self.log.volume:
            self._lines.clear()
            self._pictures.clear()
        lines = len(self.log.records)
        self._moments.append(Moment(self.seq, stage, surroundings, self.log.volume, lines))
        self._common.clear()
        self._offers.clear()
        self._seen.clear()
        self._patches.clear()
        for client in tuple(self.clients):
            client.miss()

    def attach(self, client: Client, since: int | None) -> None:
        """Add a client; one that comes back gets what came after ``since``, if still known."""
        viewer = client.viewer
        role = {"seat": viewer.seat, "host": viewer.host, "play": viewer.play}
        hello = {"kind": "hello", "seq": self.seq, "role": role, "languages": list(LANGUAGES)}
        client.greeting = to_json(hello)
        missed = None if since is None else self._moment_at(since)
        if missed is not None:
            seen = self._look(missed, client, None)
            view = {key: value for key, value in seen.view.items() if key not in OWN}
            unknown = dict.fromkeys(OWN, _UNKNOWN)
            client.seen = Seen(missed, {**view, **unknown}, seen.clock)
        self.clients.add(client)
        client.news()

    def detach(self, client: Client) -> None:
        """Remove a client."""
        self.clients.discard(client)

    def select(self, client: Client, selection: Selection) -> None:
        """Set what a client has selected so far; nobody else sees it."""
        client.selection = selection
        self.seq += 1
        client.news()

    def offer(self, client: Client) -> Offer | None:
        """Return what a client can choose now."""
        viewer = client.viewer
        if viewer not in self._offers:
            self._offers[viewer] = offer_for(self.moment.stage, viewer)
        return client.narrow(self._offers[viewer])

    def look(self, client: Client) -> Seen:
        """Return what a client sees of the newest stage."""
        offer = self.offer(client)
        key = (client.viewer, client.language, client.selection)
        if key not in self._seen:
            self._seen[key] = self._look(self.moment, client, offer)
        return self._seen[key]

    def messages(self, client: Client) -> Iterator[str | bytes]:
        """Yield the messages that are due to a client."""
        if client.greeting is not None:
            hello, client.greeting = client.greeting, None
            yield hello
        state = self._state(client)
        if state is not None:
            yield state
        while client.answers:
            yield client.answers.popleft()
        yield from client.extra()

    def _moment_at(self, since: int) -> Moment | None:
        """Return the moment that state ``since`` showed, if it is still remembered."""
        if not self._moments or not self._moments[0].seq <= since <= self.seq:
            return None
        return next(moment for moment in reversed(self._moments) if moment.seq <= since)

    def _look(self, moment: Moment, client: Client, offer: Offer | None) -> Seen:
        speech = self.speech(client.language, moment.stage)
        shared = self._shared(moment, speech)
        mine = own(moment.stage, client.viewer, speech, moment.surroundings, offer)
        return Seen(moment, {**shared, **mine}, clock_mark(moment.stage))

    def _shared(self, moment: Moment, speech: Speech) -> Struct:
        if moment is not self.moment:
            return self._common_of(moment, speech)
        if speech.language not in self._common:
            self._common[speech.language] = self._common_of(moment, speech)
        return self._common[speech.language]

    def _common_of(self, moment: Moment, speech: Speech) -> Struct:
        shared = common(moment.stage, speech, moment.surroundings)
        if isinstance(moment.stage, Table):
            shared["picture"] = self.picture(moment.stage, speech)
        return shared

    def picture(self, table: Table, speech: Speech) -> Struct | None:
        """Return what never moves on the table."""
        players = table.setup.players
        key = (table.game.id, players, speech.language)
        if key not in self._pictures:
            self._pictures[key] = described(table.game, len(players), speech.voice)
        return self._pictures[key]

    def _state(self, client: Client) -> str | None:
        """Return the message that brings a client up to date, ``None`` if it is already."""
        old, new = client.seen, self.look(client)
        if old is not None and old.moment.volume != new.moment.volume:
            old = None
        keys = changes(old, new)
        if old is not None and not keys and old.moment.lines == new.moment.lines:
            client.seen = new
            return None
        what = self._whole(client, new) if old is None else self._patch(client, old, new, keys)
        client.seen = new
        client.changed |= dict.fromkeys(keys, self.seq)
        return f'{{"kind":"state","seq":{self.seq},{what}'

    def _whole(self, client: Client, new: Seen) -> str:
        return self._write(client, None, new, changes(None, new))

    def _patch(self, client: Client, old: Seen, new: Seen, keys: Sequence[str]) -> str:
        """Write what is new; clients that have seen the same share the text."""
        key = (old, new, self.now() // _SAME)
        if key not in self._patches:
            self._patches[key] = self._write(client, old, new, keys)
        return self._patches[key]

    def _write(self, client: Client, old: Seen | None, new: Seen, keys: Sequence[str]) -> str:
        """Write a state without its beginning, which holds its number."""
        stage = new.moment.stage
        view = {key: new.view.get(key) for key in keys if key not in ("clock", "log")}
        if "clock" in keys:
            view["clock"] = clock(stage, self.now()) if isinstance(stage, Table) else None
        lines = self.lines(client)[0 if old is None else old.moment.lines : new.moment.lines]
        return to_json({"reset": old is None, "view": view, "log": with_undone(lines)})[1:]

    def lines(self, client: Client) -> list[Struct]:
        """Return the whole log as a client may read it, without marks for what was undone."""
        seat = client.viewer.seat
        written = self._lines.setdefault((client.language, seat), [])
        speech = self.speech(client.language, self.moment.stage)
        for record in self.log.records[len(written) :]:
            written.append(line(record, seat, speech.voice, speech.words))
        return written


def changes(old: Seen | None, new: Seen) -> list[str]:
    """Return the keys of a view that differ, including those that are gone, and the log's."""
    if old is None:
        return [*new.view, "clock", "log"]
    keys = [key for key in {**old.view, **new.view} if _differ(old.view, new.view, key)]
    if old.clock != new.clock:
        keys.append("clock")
    return [*keys, "log"] if old.moment.lines != new.moment.lines else keys


def _differ(old: Struct, new: Struct, key: str) -> bool:
    one, other = old.get(key), new.get(key)
    return one is not other and one != other


def _alike(one: Stage, other: Stage) -> bool:
    """Tell whether two stages differ in nothing but time that has passed."""
    if type(one) is not type(other):
        return False
    if isinstance(one, Lobby):
        return one == other
    names = (field.name for field in fields(one) if field.name != "clocks")
    same = all(getattr(one, name) is getattr(other, name) for name in names)
    return same and clock_mark(one) == clock_mark(other)


def to_json(message: object) -> str:
    """Return a message as compact JSON."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
