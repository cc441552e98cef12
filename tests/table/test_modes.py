"""Every mode of a table: keys do what their labels say, and nothing else does anything."""

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from importlib.resources import files
from itertools import groupby, product
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from companion.display.painter import rows_of
from companion.display.painter.layout import lay_out
from companion.engine import registry
from companion.engine.draws.committed import CommittedDraws
from companion.engine.game import Setup
from companion.engine.log import Entry, EntryKind
from companion.engine.rules import AnyGame
from companion.engine.text import Seat, Text, text
from companion.i18n.catalogue import Catalogue
from companion.table.binding import (
    Binding,
    InputEvent,
    find,
    find_for,
    label,
    trigger_of,
)
from companion.table.choosing.handover import GUARD
from companion.table.choosing.squares import WAYS
from companion.table.command import Command
from companion.table.log_repair.pages import options, rows
from companion.table.mode import ClockMenu, LogPage, MisfitQuestion, StepMenu, TableTasks
from companion.table.modes.menu import entries
from companion.table.modes.stack import BINDINGS, bindings, mode_of
from companion.table.modes.tasks import listed_tasks
from companion.table.narrowing.intent import values
from companion.table.screens.bottom_line import arrows
from companion.table.screens.headline import KeyLayout, limit, table_title
from companion.table.screens.screen import Screen
from companion.table.screens.view import view
from companion.table.state import (
    LeaveQuestion,
    Menu,
    Mode,
    Table,
    with_console,
)
from companion.table.table import (
    ActionInput,
    DoneInput,
    JoinInfo,
    Outcome,
    ReminderInput,
    TableInput,
    TagInput,
    Timestamp,
    begin,
    handle,
)
from companion.table.task import named_seat
from companion.table.voice import WideVoice
from tests.table import label_meanings
from tests.table.label_meanings import ANYTHING, MEANINGS, changes_player, passes_turn

GAMES = (
    ("inner-compass", "track", 3),
    ("inner-compass", "scoring", 3),
    ("inner-compass", "full", 3),
    ("essence", "full", 3),
    ("compass-points", "full", 4),
    ("compass-jewels", "full", 2),
    ("gilded-compass", "full", 2),
)
CLOCK = {"kind": "sudden_death", "main": 20 * 60_000}
STEPS = 600
SIZES = ((128, 64), (128, 32), (256, 64))
"""The panels: the usual one, a low one and a wide one."""
ACTION = "action"
"""The word of keys that name an action and play it."""
PROMISES = ("binding", "named")
"""How keys of labels begin that promise something; in the second an action is named besides."""
KEYS = tuple(each for each in Command if each is not Command.LEAVE)
NAMES = ("Ann", "Ben", "Cleo", "Dan")


@dataclass
class Walk:
    """A table that gets random inputs; each is checked against the label that it had before."""

    game: AnyGame
    setup: Setup
    source: random.Random
    table: Table = field(init=False)
    clock: int = 0
    modes: Counter[str] = field(default_factory=Counter)
    """How often an input came in each mode."""
    left: set[str] = field(default_factory=set)
    """The modes that a key has led out of."""
    words: Counter[str] = field(default_factory=Counter)
    """How often a key did what its words say, by word."""
    taken: Counter[str] = field(default_factory=Counter)
    """How often each line of a list was taken on purpose."""
    offered: set[str] = field(default_factory=set)
    """The entries of the menu that were taken."""
    useful: set[str] = field(default_factory=set)
    """Those that have done something, besides refusing it."""
    acted: int = 0
    ignored: int = 0

    def __post_init__(self) -> None:
        self.draw = CommittedDraws(bytes(32), self.source.randbytes)
        table = begin(self.game, self.setup, (), self.now, self.draw).table
        join = JoinInfo("HTTP://BOX/J/1", "1", "77")
        self.table = with_console(table, languages=("en", "de"), language="en", join=join)
        self.look()

    @property
    def now(self) -> Timestamp:
        return Timestamp(self.clock, self.clock / 1000)

    def inputs(self) -> Iterator[TableInput]:
        """Yield inputs for ever: mostly keys, now and then a tag, a seat or a phone."""
        while True:
            drawn = self.source.random()
            candidates = self.table.candidates
            if drawn < 0.85:
                weights = [5 if each in (Command.CONFIRM, Command.NEXT) else 1 for each in KEYS]
                yield self.source.choices(KEYS, weights)[0]
            elif drawn < 0.9:
                yield DoneInput(self.source.randrange(len(self.setup.players)))
            elif drawn < 0.93:
                piece = self.source.choice(self.game.pieces(self.table.state))
                yield TagInput("T1", piece)
            elif drawn < 0.95:
                yield TagInput("T2", None)
            elif drawn < 0.99 and candidates and not self.table.is_over:
                yield ActionInput(self.source.choice(candidates))
            else:
                yield ReminderInput()

    def keys(self, count: int) -> Iterator[Command]:
        """Yield so many keys at random; in a list, lines that were seldom taken are preferred."""
        for _ in range(count):
            lines = self.lines()
            if lines and self.source.random() < 0.8:
                order = list(enumerate(lines))
                self.source.shuffle(order)
                line, name = min(order, key=lambda each: self.taken[each[1]])
                self.taken[name] += 1
                cover: Any = self.table.console.cover
                yield from (Command.NEXT,) * ((line - cover.cursor) % len(lines))
                yield Command.CONFIRM
            else:
                yield self.source.choice(KEYS)

    def lines(self) -> list[str]:
        """Name the lines of the open list, if one covers the game."""
        cover = self.table.console.cover
        match cover:
            case Menu() | LeaveQuestion():
                return [entry.name for entry in entries(self.table)]
            case StepMenu() | MisfitQuestion():
                return [option.name.key for option in options(self.table, cover)]
        if isinstance(cover, LogPage):
            return [f"{type(cover).__name__} {n}" for n in range(rows(self.table, cover))]
        return []

    def step(self, item: TableInput) -> None:
        """Take an input, and see that it did what the table has said it would."""
        before, self.clock = self.table, self.clock + self.source.randrange(100, 4000)
        mode = type(mode_of(before)).__name__
        outcome = handle(before, item, self.now, self.draw)
        if not isinstance(item, ReminderInput):
            trigger = trigger_of(item)
            assert trigger is not None
            binding = find(bindings(before), trigger)
            self.judge(item, binding, before, outcome)
            if binding is not None and binding.trigger is Command.CONFIRM:
                self.judge_entry(before, outcome)
            if isinstance(item, DoneInput):
                self.judge_seat(item, before, outcome)
        self.modes[mode] += 1
        if not outcome.effects:
            self.table = outcome.table
        after = type(mode_of(self.table)).__name__
        if isinstance(item, Command) and after != mode:
            self.left.add(mode)
        if self.table is not before:
            self.look()

    def judge(
        self, item: TableInput, binding: Binding | None, before: Table, outcome: Outcome
    ) -> None:
        if binding is None:
            self.ignored += 1
            assert outcome == Outcome(before), (item, mode_of(before))
            return
        self.acted += 1
        for voice in self.voices:
            assert voice.short(binding.label), binding
        if isinstance(item, Command):
            self.judge_words(binding, before, outcome)
        if isinstance(item, Command) and (item in WAYS or not binding.shown):
            assert not changes_player(before, outcome), (item, binding, "it has no label")

    def judge_entry(self, before: Table, outcome: Outcome) -> None:
        """Note whether an entry of the menu has done something."""
        cover, notice = before.console.cover, outcome.table.notice
        if not isinstance(cover, Menu | LeaveQuestion):
            return
        name = entries(before)[cover.cursor].name
        refused = notice is not None and notice.refused and not outcome.entries
        changed = outcome.effects or outcome.table != with_console(before, cover=None)
        self.offered.add(name)
        if changed and not refused:
            self.useful.add(name)

    def judge_words(self, binding: Binding, before: Table, outcome: Outcome) -> None:
        """See that a key has done what its words say, and has ended a turn only if they say so."""
        context = (binding.label, type(mode_of(before)), outcome.entries)
        if self.is_guarded(before):
            assert outcome.table == before or binding.trigger is not Command.CONFIRM, context
            return
        if passes_turn(before, outcome) or label_meanings.ends_turn(before, outcome):
            assert binding.ends_turn, context
        if isinstance(mode_of(before), TableTasks) and before.tasks[0].seat is not None:
            own = before.tasks[0].seat
            assert all(entry.actor == own for entry in played(outcome.entries)), context
        kind, _, word = binding.label.key.partition(".")
        self.words[word if kind in PROMISES else ACTION] += 1
        if kind in PROMISES:
            meaning = MEANINGS.get(word)
            assert meaning is not None or word in ANYTHING, word
            assert meaning is None or meaning(before, outcome), context
        if kind != "binding":
            assert outcome.entries, context
            action = self.game.from_struct(outcome.entries[0].payload)
            named = binding.label.params["what"] if kind == "named" else binding.label
            is_drawn = bool(self.game.choice_diagrams(before.state, values(action)))
            brief = self.game.words.brief(action)
            assert named == self.game.action_name(action) or (is_drawn and named == brief), context

    def is_guarded(self, before: Table) -> bool:
        """Tell whether a turn or pause has just ended: who has pressed twice means nothing more."""
        changes = (before.handover.at if before.handover else None, before.resumed)
        soon = (self.clock - each < GUARD for each in changes if each is not None)
        return not before.clocks.paused and any(soon)

    def finds(self, says: Binding, does: Binding) -> bool:
        """Tell whether a key that does something else than it says would be found now."""
        before = self.table
        press = InputEvent(Command.CONFIRM, self.now, self.draw)
        result = does.act(before, press)
        outcome = result if isinstance(result, Outcome) else Outcome(result)
        entries = outcome.table.entries[len(before.entries) :]
        try:
            self.judge_words(says, before, replace(outcome, entries=entries))
        except AssertionError:
            return True
        return False

    def judge_seat(self, item: DoneInput, before: Table, outcome: Outcome) -> None:
        """See that a seat ends a turn, or enters anything, only if its own label says so."""
        own = find_for(bindings(before), item)
        new = outcome.table.entries[len(before.entries) :]
        if own is None:
            assert not new, (item, mode_of(before))
        elif not own.ends_turn:
            actions = [self.game.from_struct(entry.payload) for entry in played(new)]
            ended = [each for each in actions if isinstance(each, self.game.turn_ends)]
            assert not ended, (item, own, mode_of(before))

    @cached_property
    def voices(self) -> tuple[Catalogue, ...]:
        return tuple(
            Catalogue(language, self.game, self.setup.players) for language in ("en", "de")
        )

    def look(self) -> None:
        """See that the clock is on the screen, and tasks stand under their owner's name."""
        table = self.table
        for keys, voice in zip((KeyLayout.FULL, KeyLayout.THREE), self.voices, strict=True):
            # What a wide panel shows is measured now and then: its words differ in length only.
            sizes = SIZES if len(table.entries) % 4 == 0 else SIZES[:-1]
            screens = {size: self.screen(keys, voice, size) for size in sizes}
            drawn = {
                size: [label.shown for label in lay_out(screen, size).labels]
                for size, screen in screens.items()
            }
            for size, lines in drawn.items() if limit(table) else ():
                self.look_for_clock(lines, voice, size)
            self.look_for_keys(drawn, keys, voice)
            screen = screens[SIZES[0]]
            if isinstance(mode_of(table), TableTasks):
                seat = listed_tasks(table)[0].seat
                name = text(
                    "table.together" if seat is None else "table.player", player=Seat(seat or 0)
                )
                assert screen.title == voice.short(name)
                assert all(task.seat == seat for task in listed_tasks(table))
            self.look_for_owners()

    def screen(self, keys: KeyLayout, voice: Catalogue, size: tuple[int, int]) -> Screen:
        """Return what a panel shows; a wide one has the words for its width."""
        words = WideVoice(voice) if size[0] > SIZES[0][0] else voice
        return view(self.table, words, rows_of(size), keys)

    def look_for_clock(self, lines: Iterable[str], voice: Catalogue, size: tuple[int, int]) -> None:
        """See that a clock is shown: beside a name its player's, or another's with its name."""
        table, mode = self.table, mode_of(self.table)
        running = table.clocks.running
        owner = table.tasks[0].seat if table.tasks else None
        is_owed = isinstance(mode, TableTasks) and owner is not None
        stands = table.clocks.paused or table.clocks.untimed or not running
        context = (mode, size, lines, running)
        if not is_owed or stands or owner in running:
            titled = named_seat(table_title(table))
            listed = (
                mode.page if isinstance(mode, ClockMenu) and mode.page in (0, 1, 2, 3) else None
            )
            faces = {limit(table, seat)[0] for seat in (owner, titled, listed, None)}
            assert any(face in line for face in faces for line in lines), context
            return
        name = voice.short(text("table.player", player=Seat(running[0])))
        (face,) = limit(table, running[0])
        wanted = re.compile(rf"\b{name[:2]}\S* {re.escape(face)}$")
        assert any(wanted.search(line) for line in lines), context

    def look_for_owners(self) -> None:
        """See that each task is its player's, where it names one, and that each seat has a list."""
        table = self.table
        for task in table.tasks:
            named = task.what.params.get("player")
            if isinstance(named, Seat) and named.index not in table.game.gone(table.state):
                assert task.seat in {named.index, None}, task
        seats = [task.seat for task in table.tasks]
        assert len([*groupby(seats)]) == len(set(seats)), seats

    def look_for_keys(
        self, drawn: Mapping[tuple[int, int], list[str]], keys: KeyLayout, voice: Catalogue
    ) -> None:
        """See that every panel names the keys that act, and says whole that a turn ends."""
        chief = (Command.CONFIRM, Command.BACK) if keys is KeyLayout.FULL else (Command.CONFIRM,)
        shown = [each for each in bindings(self.table) if each.shown]
        ways = {each.trigger for each in shown if each.trigger in WAYS}
        named = {each.trigger: each for each in shown if each.trigger in chief}
        says = {voice.short(text(f"key.{keys}.{trigger}")): each for trigger, each in named.items()}
        if len(named) == 2 and len({each.label for each in named.values()}) == 1:
            one, other = (text(f"key.{keys}.{each}") for each in chief)
            both = voice.short(text("key.either", one=one, other=other))
            says = {both: named[Command.CONFIRM]}
        if ways and keys is KeyLayout.FULL:
            says[arrows(ways)] = next(each for each in shown if each.trigger in WAYS)
        for size, lines in drawn.items():
            for key, binding in says.items():
                context = (key, binding.label, type(mode_of(self.table)), size, lines)
                assert any(is_named(line, key, binding, voice) for line in lines), context


def is_named(line: str, key: str, binding: Binding, voice: Catalogue) -> bool:
    """Tell whether a line has a key with its words: at least three letters, and a turn's end."""
    wordings = (voice.long, voice.short, partial(brief, voice))
    action = binding.label.params.get("what")
    if isinstance(action, Text):
        ends = {says(replace(binding.label, params={"what": ""})) for says in wordings}
        names = {says(binding.label)[:3] for says in wordings}
        found = (
            rf"{re.escape(key)} {re.escape(name)}[^,]*{re.escape(end)}"
            for end in ends
            for name in names
        )
        return any(re.search(each, line) for each in found)
    said = {says(binding.label) for says in wordings}
    beginnings = said if binding.ends_turn else {words[:3] for words in said}
    return any(f"{key} {words}" in line for words in beginnings)


def brief(voice: Catalogue, label: Text) -> str:
    """Return the briefest form of a key's words."""
    return voice.short(text("key.brief", pressed="", what=label)).strip()


def played(entries: Iterable[Entry]) -> list[Entry]:
    """Name the actions of players among new entries."""
    return [entry for entry in entries if entry.kind is EntryKind.ACTION]


def start(game: str, level: str, seats: int, seed: int) -> Walk:
    return Walk(
        registry.load(game),
        Setup(NAMES[:seats], level, clock=CLOCK),
        random.Random(f"{game} {level} {seed}"),
    )


def walk(game: str, level: str, seats: int, seed: int) -> Walk:
    walked = start(game, level, seats, seed)
    inputs = walked.inputs()
    for _ in range(STEPS):
        walked.step(next(inputs))
    return walked


@pytest.mark.slow
@pytest.mark.parametrize(("game", "level", "seats"), GAMES)
def test_every_input_does_what_its_label_says(game: str, level: str, seats: int) -> None:
    walked = walk(game, level, seats, 1)
    assert walked.acted > STEPS / 4
    assert walked.ignored > STEPS / 50
    assert len(walked.modes) >= 8, walked.modes


FAULTS = (
    ("resume", "undo"),
    ("resume", "leave"),
    ("clock", "pause"),
    ("task_done", "all_done"),
    ("task_done", "pause"),
    ("all_done", "undo"),
    ("choose", "end_turn"),
    ("menu", "pause"),
    ("undo", "menu"),
)
"""What a key says, and what it does instead where both are offered."""


@pytest.mark.slow
def test_a_key_that_does_something_else_than_its_label_says_is_found() -> None:
    """Wherever both words of a fault are offered, the key of one does what the other says."""
    walked = start("inner-compass", "scoring", 3, 1)
    inputs, planted = walked.inputs(), Counter[tuple[str, str]]()
    for _ in range(STEPS):
        walked.step(next(inputs))
        listed = bindings(walked.table)
        for word, act in FAULTS:
            says = find_label(listed, word)
            does = find_label(listed, act)
            if says is not None and does is not None and not walked.is_guarded(walked.table):
                planted[word, act] += walked.finds(says, does)
        if all(planted[fault] for fault in FAULTS):
            break
    assert {fault for fault in FAULTS if not planted[fault]} == set()


def find_label(listed: Iterable[Binding], word: str) -> Binding | None:
    keys = (each for each in listed if isinstance(each.trigger, Command))
    return next((each for each in keys if each.label == label(word)), None)


def test_no_game_has_other_words_for_what_keys_do() -> None:
    """A game's words go before those of the table, and may have parameters that no key has."""
    file = files("companion") / "locale" / "en" / "table.po"
    words = re.findall(r'^msgid "binding\.(.+)"$', file.read_text("utf-8"), re.MULTILINE)
    assert "end_turn" in words
    voices = [Catalogue("en", registry.load(name), ()) for name in registry.names()]
    for word in words:
        assert len({voice.short(label(word)) for voice in voices}) == 1, word


def test_every_mode_has_bindings() -> None:
    assert set(get_args(Mode)) == set(BINDINGS)


@pytest.mark.slow
def test_modes_are_entered_and_left_with_keys_alone() -> None:
    """Each of them, and each entry of the menu that is offered does something somewhere."""
    entered: Counter[str] = Counter()
    left: set[str] = set()
    modes = {mode.__name__ for mode in get_args(Mode)}
    for seed, (game, level, seats) in product((3, 4, 5, 6, 7), GAMES):
        if seed > 3 and set(entered) == left == modes:
            break
        walked = start(game, level, seats, seed)
        for item in walked.keys(STEPS):
            walked.step(item)
        entered += walked.modes
        left |= walked.left
        # Whoever has left comes back only between rounds: that is tested elsewhere.
        assert walked.offered - walked.useful <= {"stay", "back", "late"}, "always refused"
    assert set(entered) == left == modes


def test_no_field_of_a_table_is_a_boolean() -> None:
    """A mode is a record in one of its fields: none of them says yes or no about what goes on."""
    assert bool not in {each.type for each in msgspec.structs.fields(Table)}
