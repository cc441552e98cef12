"""Publishes updates: each client gets exactly the changes it lacks.

A client's message is built when it can be sent, from the newest stage, so that a slow client skips
the stages in between and nothing piles up. The publisher knows no sockets.
"""

from collections import deque
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import msgspec

from companion.engine.game import Action
from companion.i18n.languages import LANGUAGES
from companion.protocol.box import BoxMessage, Hello, PageRights
from companion.table.lobby.lobby import Lobby
from companion.table.narrowing.intent import Selection
from companion.table.stage import Stage
from companion.table.state import Table
from companion.web.updates.delta import (
    Common,
    Delta,
    Parts,
    changed_keys,
    delta,
)
from companion.web.updates.view_writer import ViewWriter
from companion.web.views.history import History, line, with_undone
from companion.web.views.json_text import JsonList, JsonObject, to_json
from companion.web.views.offer import Offer
from companion.web.views.page_voice import PageVoice
from companion.web.views.picture import picture_view
from companion.web.views.projection import OWN, clock, clock_mark
from companion.web.views.render_cache import RenderCache
from companion.web.views.viewer import Surroundings, Viewer
from companion.web.views.virtual_box import VirtualBoxPage

BACKLOG: Final = 256
"""How many stages a client may have missed and still get only what is new."""
BEHIND: Final = 64
"""A client that takes no message while more stages than this arrive is dropped."""
WAITING: Final = 64
"""A client that leaves more answers than this waiting is dropped."""
Struct: TypeAlias = dict[str, Any]
_UNKNOWN: Final = ""
"""Stands for JSON that a client may or may not have seen; it is sent again."""
_SAME: Final = 100
"""Milliseconds for which clients may share one message about a clock."""


class Snapshot(msgspec.Struct, frozen=True):
    """A stage as it was published, with the log's volume and its length in lines.

    ``clock`` is the mark of the stage's clocks.
    """

    seq: int
    stage: Stage
    surroundings: Surroundings
    volume: int
    lines: int
    clock: object


class SentState(msgspec.Struct, frozen=True, eq=False):
    """State sent to a client: common parts, its own parts, and the extent of clocks and log."""

    snapshot: Snapshot
    common: Common
    own: Parts


@dataclass(eq=False, slots=True)
class Client:
    """A connection. ``notify`` is called when a message is due, ``drop`` to end it."""

    viewer: Viewer
    language: str
    notify: Callable[[], None]
    drop: Callable[[], None]
    token: str = ""
    """Id derived from the browser's cookie; empty if it has none."""
    page: str = ""
    """Id of the page in all its connections; empty if it sends none."""
    steps: bool = False
    """Whether it understands how to make a list of the one before."""
    who: Callable[[], Viewer] | None = None
    """Returns what the client may see now; if that differs from ``viewer``, it has to reconnect."""
    window: VirtualBoxPage | None = None
    """Page of the virtual box, if the client shows one."""
    selection: Selection = ()
    correcting: bool = False
    """Whether a host has the list of corrections open: hundreds, for which nobody else waits."""
    sent_state: SentState | None = None
    changed: dict[str, int] = field(default_factory=dict)
    """The ``seq`` of the state that last changed each part of the view."""
    busy: bool = False
    """Whether a message is still on its way to the client."""
    greeting: str | None = None
    answers: deque[str] = field(default_factory=deque)
    _missed: int = 0
    _base: tuple[Action, ...] = ()

    def narrow(self, offer: Offer | None) -> Offer | None:
        """Return the client's remaining choices; a change of the actions ends its selection."""
        actions = () if offer is None else offer.actions
        if actions != self._base:
            self.selection, self._base = (), actions
        if offer is None:
            return None
        return Offer(offer.position, offer.actions, offer.places, self.selection)

    def answer(self, message: BoxMessage) -> None:
        """Send a message to this client alone."""
        self.answers.append(to_json(message))
        if len(self.answers) > WAITING:
            self.drop()
        self.notify()

    def miss(self) -> None:
        """Record that there is a new stage; a client that does not keep up is dropped."""
        self._missed = self._missed + 1 if self.busy else 0
        if self._missed > BEHIND:
            self.drop()
        self.notify()


class Patch(msgspec.Struct, frozen=True):
    """Return the keys that differ between the state sent to a client and the present one."""

    keys: tuple[str, ...]
    text: str
    """The message without its beginning, which holds its number; empty if nothing differs."""


class PictureJson(msgspec.Struct, frozen=True):
    """The static parts of a table's picture, also as JSON."""

    struct: Struct | None
    text: str


@dataclass(slots=True)
class StagePublisher:
    """The clients of a table. ``seq`` counts the published stages, across restarts."""

    speech: Callable[[str, Stage], PageVoice]
    now: Callable[[], int]
    """Returns the milliseconds on the game's clock."""
    seq: int
    later: Callable[[Callable[[], None]], None] = lambda tell: tell()
    """Calls what it is given, now or soon: whatever is more urgent comes first."""
    run: int = field(init=False)
    """Tells one run of the box from another: its first ``seq``."""
    clients: set[Client] = field(default_factory=set)
    log: History = field(default_factory=History)
    """Everything that has happened in this game."""
    _snapshots: deque[Snapshot] = field(default_factory=lambda: deque(maxlen=BACKLOG))
    _writer: ViewWriter | None = None
    _render_cache: RenderCache = field(default_factory=RenderCache)
    _common: dict[str, Common] = field(default_factory=dict)
    _sent_states: dict[Hashable, SentState] = field(default_factory=dict)
    _patches: dict[tuple[SentState | None, SentState, bool, int], Patch] = field(
        default_factory=dict
    )
    _deltas: dict[tuple[Common | None, Common, bool], Delta] = field(default_factory=dict)
    _lines: dict[tuple[str, int | None], list[JsonObject]] = field(default_factory=dict)
    _time: tuple[tuple[int, int], str] = ((-1, -1), "")
    """The clocks as they were written last, with the moment and roughly the time."""
    _line: dict[tuple[str, tuple[bool, ...], int], JsonObject] = field(default_factory=dict)
    """Lines of the log by language, by what may be read of them, and by their number."""
    _pictures: dict[tuple[str, tuple[str, ...], str], PictureJson] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Store the start of the count."""
        self.run = self.seq

    @property
    def snapshot(self) -> Snapshot:
        """The stage published last."""
        return self._snapshots[-1]

    @property
    def writer(self) -> ViewWriter:
        """The writer of the views of that stage."""
        assert self._writer is not None  # noqa: S101 - it came with the first stage
        return self._writer

    def publish(self, stage: Stage, surroundings: Surroundings) -> None:
        """Publish a stage to all clients, unless only time has passed."""
        mark = clock_mark(stage)
        if self._snapshots and _alike(self.snapshot, stage, surroundings, mark):
            return
        self.seq += 1
        volume = self.log.volume
        self.log.follow(stage)
        if volume != self.log.volume:
            self._lines.clear()
            self._line.clear()
            self._pictures.clear()
        if volume != self.log.volume or self._is_renamed(stage):
            self._render_cache = RenderCache()
        lines = len(self.log.records)
        self._snapshots.append(
            Snapshot(self.seq, stage, surroundings, self.log.volume, lines, mark)
        )
        if self._writer is None or not self._writer.can_go_on(stage):
            self._writer = ViewWriter(stage, self._render_cache)
        self._common.clear()
        self._sent_states.clear()
        self._patches.clear()
        self._deltas.clear()
        self.later(self._tell)

    def _is_renamed(self, stage: Stage) -> bool:
        """Return whether a seat has a new player, so that earlier texts contain the old name."""
        before = self.snapshot.stage if self._snapshots else None
        if not isinstance(before, Table) or not isinstance(stage, Table):
            return False
        return before.setup.players != stage.setup.players

    def _tell(self) -> None:
        for client in tuple(self.clients):
            client.miss()

    def attach(self, client: Client, since: int | None) -> None:
        """Add a client; a returning one gets the changes after ``since``, if still known."""
        viewer = client.viewer
        role = PageRights(viewer.seat, viewer.host, viewer.play)
        client.greeting = to_json(Hello(self.seq, self.run, role, list(LANGUAGES)))
        missed = None if since is None else self._snapshot_at(since)
        if missed is not None:
            shared = self._shared(ViewWriter(missed.stage, RenderCache()), missed, client.language)
            client.sent_state = SentState(missed, Common(shared), dict.fromkeys(OWN, _UNKNOWN))
        self.clients.add(client)
        client.notify()

    def detach(self, client: Client) -> None:
        """Remove a client."""
        self.clients.discard(client)

    def select(self, client: Client, selection: Selection) -> None:
        """Set a client's selection so far, which no other client sees."""
        client.selection = selection
        self.seq += 1
        client.notify()

    def correct(self, client: Client, *, is_open: bool) -> None:
        """Show a host the list of corrections, or hide it."""
        client.correcting = is_open
        self.select(client, ())

    def offer(self, client: Client) -> Offer | None:
        """Return the current choices of a client."""
        closed = client.viewer.host and not client.correcting
        return client.narrow(None if closed else self.writer.offer(client.viewer))

    def look(self, client: Client) -> SentState:
        """Return the view of a client at the newest stage."""
        offer = self.offer(client)
        key = (client.viewer, client.language, client.selection, offer is None)
        if key not in self._sent_states:
            self._sent_states[key] = self._look(client, offer)
        return self._sent_states[key]

    def unseen(self, client: Client, sent_state: SentState) -> tuple[str, ...]:
        """Return the parts of a client's view that differ from its ``sent_state``."""
        new = self.look(client)
        common = changed_keys(sent_state.common.parts, new.common.parts)
        return (*common, *changed_keys(sent_state.own, new.own), *_besides(sent_state, new))

    def messages(self, client: Client) -> Iterator[str | bytes]:
        """Yield the messages due to a client."""
        if client.greeting is not None:
            hello, client.greeting = client.greeting, None
            yield hello
        state = self._state(client)
        if state is not None:
            yield state
        while client.answers:
            yield client.answers.popleft()
        if client.window is not None:
            yield from client.window.updates()

    def _snapshot_at(self, since: int) -> Snapshot | None:
        """Return the snapshot of state ``since``, ``None`` if it is no longer stored."""
        if not self._snapshots or not self._snapshots[0].seq <= since <= self.seq:
            return None
        return next(snapshot for snapshot in reversed(self._snapshots) if snapshot.seq <= since)

    def _look(self, client: Client, offer: Offer | None) -> SentState:
        snapshot, language = self.snapshot, client.language
        if language not in self._common:
            self._common[language] = Common(self._shared(self.writer, snapshot, language))
        speech = self.speech(language, snapshot.stage)
        mine = self.writer.own(snapshot.stage, client.viewer, speech, snapshot.surroundings, offer)
        return SentState(snapshot, self._common[language], mine)

    def _shared(self, writer: ViewWriter, snapshot: Snapshot, language: str) -> Parts:
        stage, speech = snapshot.stage, self.speech(language, snapshot.stage)
        shared = writer.common(stage, speech, snapshot.surroundings)
        if isinstance(stage, Lobby):
            return shared
        return {**shared, "picture": self._pictured(stage, speech).text}

    def picture(self, table: Table, speech: PageVoice) -> Struct | None:
        """Return the static parts of the table."""
        return self._pictured(table, speech).struct

    def _pictured(self, table: Table, speech: PageVoice) -> PictureJson:
        players = table.setup.players
        key = (table.game.id, players, speech.language)
        if key not in self._pictures:
            struct = picture_view(table.game, len(players), speech.voice)
            self._pictures[key] = PictureJson(struct, to_json(struct))
        return self._pictures[key]

    def _state(self, client: Client) -> str | None:
        """Return the message that brings a client up to date, ``None`` if it is current."""
        old, new = client.sent_state, self.look(client)
        if old is not None and old.snapshot.volume != new.snapshot.volume:
            old = None
        patch = self._patch(client, old, new)
        client.sent_state = new
        if not patch.text:
            return None
        client.changed |= dict.fromkeys(patch.keys, self.seq)
        return f'{{"kind":"state","seq":{self.seq},{patch.text}'

    def _patch(self, client: Client, old: SentState | None, new: SentState) -> Patch:
        """Return the changes as text; clients with the same state share it."""
        key = (old, new, client.steps, self.now() // _SAME)
        if key not in self._patches:
            self._patches[key] = self._write(client, old, new)
        return self._patches[key]

    def _write(self, client: Client, old: SentState | None, new: SentState) -> Patch:
        delta = self._delta(client, old, new)
        keys = (*delta.keys, *_besides(old, new))
        if not keys:
            return Patch((), "")
        clock = (f'"clock":{self._clock(new.snapshot)}',) if "clock" in keys else ()
        steps = f'"lists":{{{",".join(delta.steps)}}},' if delta.steps else ""
        lines = self.lines(client)[0 if old is None else old.snapshot.lines : new.snapshot.lines]
        log, reset = JsonList.of(with_undone(lines)), "true" if old is None else "false"
        view = ",".join((*delta.whole, *clock))
        return Patch(keys, f'"reset":{reset},"view":{{{view}}},{steps}"log":{log}}}')

    def _delta(self, client: Client, old: SentState | None, new: SentState) -> Delta:
        """Return the changed parts of the views; common ones are serialized once per language."""
        before = None if old is None else old.common
        key = (before, new.common, client.steps)
        if key not in self._deltas:
            parts = None if before is None else before.parts
            self._deltas[key] = delta(parts, new.common.parts, in_steps=client.steps)
        own = delta(None if old is None else old.own, new.own, in_steps=client.steps)
        return self._deltas[key].and_of(own)

    def _clock(self, snapshot: Snapshot) -> str:
        """Return the clocks of a stage as of now, serialized once for all clients notified now."""
        now, stage = self.now(), snapshot.stage
        key = (snapshot.seq, now // _SAME)
        if self._time[0] != key:
            self._time = key, to_json(clock(stage, now) if isinstance(stage, Table) else None)
        return self._time[1]

    def lines(self, client: Client) -> list[JsonObject]:
        """Return the whole log for a client, without marks for undone lines."""
        seat = client.viewer.seat
        cached_lines = self._lines.setdefault((client.language, seat), [])
        speech = self.speech(client.language, self.snapshot.stage)
        for record in self.log.records[len(cached_lines) :]:
            key = (client.language, record.readable(seat), record.n)
            if key not in self._line:
                self._line[key] = line(record, seat, speech.voice, speech.words)
            cached_lines.append(self._line[key])
        return cached_lines


def _besides(old: SentState | None, new: SentState) -> tuple[str, ...]:
    """Return the differences besides the views: clocks and log."""
    if old is None:
        return "clock", "log"
    clock = ("clock",) if old.snapshot.clock != new.snapshot.clock else ()
    return (*clock, "log") if old.snapshot.lines != new.snapshot.lines else clock


def _alike(snapshot: Snapshot, stage: Stage, surroundings: Surroundings, mark: object) -> bool:
    """Return whether a stage differs from a snapshot only by the passing of time."""
    before = snapshot.stage
    if type(before) is not type(stage) or snapshot.surroundings != surroundings:
        return False
    if isinstance(before, Lobby):
        return before == stage
    if isinstance(stage, Table) and before.entries is not stage.entries:
        return False  # new entries: the fields need no comparison
    names = (name for name in before.__struct_fields__ if name != "clocks")
    same = all(getattr(before, name) is getattr(stage, name) for name in names)
    return same and snapshot.clock == mark
