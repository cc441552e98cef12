"""Mode of the menu, which offers every command on a box with few keys."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.engine.text import Text, text
from companion.table.binding import (
    Act,
    Binding,
    InputEvent,
    find,
)
from companion.table.choosing.choosing import is_correctable, open_corrections
from companion.table.command import Command
from companion.table.effects import PowerOff
from companion.table.history.entries import end_early
from companion.table.lobby.box_settings import SettingsEntry as Setting
from companion.table.lobby.box_settings import next_value
from companion.table.log_repair.turn_log import has_log, open_log
from companion.table.modes import departure, draw_contribution, level_choice
from companion.table.modes.clock_menu import may_change
from companion.table.modes.common_bindings import (
    can_undo,
    leave,
    play_again,
    switch_correction,
    switch_pause,
    undo,
)
from companion.table.modes.enrolment import start_button_enrolment, start_enrolment
from companion.table.modes.lists import close_cover, list_bindings
from companion.table.modes.topic_pages import why
from companion.table.modes.turn import switch_face
from companion.table.state import (
    ClockMenu,
    Cover,
    Departure,
    JoinCode,
    LeaveQuestion,
    LevelChoice,
    Menu,
    MidgameEntry,
    Outcome,
    SeatTransfer,
    Table,
    Topic,
    TopicPages,
    is_choosing,
    with_console,
)


class MenuEntry(msgspec.Struct, frozen=True):
    """An entry of the menu."""

    name: str
    act: Act
    """Gets the table with the menu closed."""
    offered: Callable[[Table], bool]
    label: Text
    keeps_menu: bool = False
    """Whether the menu stays, so that the effect is heard or seen."""


def bindings(menu: Menu | LeaveQuestion, beneath: Sequence[Binding]) -> tuple[Binding, ...]:
    """Return the bindings in the menu; its first entry also closes the mode ``beneath``."""

    def moved(table: Table, by: int) -> Menu | LeaveQuestion:
        return replace(menu, cursor=(menu.cursor + by) % len(entries(table)))

    return list_bindings("take", partial(_chosen, menu=menu, beneath=beneath), moved)


def entries(table: Table) -> tuple[MenuEntry, ...]:
    """Return the entries of the menu, or of its confirmation question, in order."""
    cover = table.console.cover
    if isinstance(cover, LeaveQuestion):
        return _OFF if cover.off else _LEAVING
    listed = (_back(table), *_BEFORE_LANGUAGES, *_languages(table), *_box(table), *_LAST)
    return tuple(entry for entry in listed if entry.offered(table))


def _chosen(
    table: Table, press: InputEvent, *, menu: Menu | LeaveQuestion, beneath: Sequence[Binding]
) -> Table | Outcome:
    """Carry out the entry under the cursor."""
    entry = entries(table)[menu.cursor]
    after = close_cover(table, press)
    if entry.keeps_menu:
        done = entry.act(after, press)
        return with_console(done, cover=menu) if isinstance(done, Table) else done
    back = find(beneath, Command.BACK) if entry.name == "back" and _is_open(after) else None
    return (back or entry).act(after, press)


def _is_open(table: Table) -> bool:
    """Return whether something is open that *back to the game* also closes."""
    return not table.is_over and (table.laying or is_choosing(table))


def _nothing(table: Table, _: InputEvent) -> Table:
    return table


def _cover(cover: Cover) -> Act:
    """Return an effect that covers the game."""
    return lambda table, _: with_console(table, cover=cover)


def _set(setting: Setting) -> Act:
    """Return an effect that sets a setting of the box to its next value."""
    return lambda table, _: replace(table, console=next_value(table.console, setting))


def _always(_: Table) -> bool:
    return True


def _over(table: Table) -> bool:
    return table.is_over


def _in_play(table: Table) -> bool:
    return not table.is_over


def _correctable(table: Table) -> bool:
    return _in_play(table) and is_correctable(table)


def _entry(
    name: str, act: Act, offered: Callable[[Table], bool] = _in_play, words: Text | None = None
) -> MenuEntry:
    return MenuEntry(name, act, offered, words or text(f"menu.{name}"))


def _pages(topic: Topic, offered: Callable[[Table], bool] = _in_play) -> MenuEntry:
    return _entry(topic.value, _cover(TopicPages(topic)), offered)


def _speaking(table: Table, _: InputEvent, *, language: str) -> Table:
    return with_console(table, language=language)


def _open_corrections(table: Table, press: InputEvent) -> Table:
    entry_mode = MidgameEntry(None, in_pause=table.clocks.paused)
    return open_corrections(table, press.timestamp, entry_mode)


def _stopped(table: Table, press: InputEvent) -> Table:
    return end_early(table, press.timestamp, on=True)


def _has_face(table: Table) -> bool:
    """Return whether the turn is shown, as a clock or as a summary, rather than tasks."""
    return _in_play(table) and not table.laying and not table.tasks


def _asks(table: Table, topic: Topic) -> bool:
    return not table.is_over and bool(table.topic_lines(topic))


def _back(table: Table) -> MenuEntry:
    words = text("menu.laid") if table.laying and not is_choosing(table) else None
    return _entry("back", _nothing, _always, words)


def _languages(table: Table) -> tuple[MenuEntry, ...]:
    """Return an entry for each other language, in that language."""
    console = table.console
    return tuple(
        _entry(code, partial(_speaking, language=code), _always, text(f"language.{code}"))
        for code in console.languages
        if code != console.language
    )


def _box(table: Table) -> tuple[MenuEntry, ...]:
    """Return the entries that switch settings of the box; each shows its current value."""
    sound = text("settings.off" if table.console.quiet else "settings.on")
    bright = text(f"brightness.{table.console.brightness}")
    named = {Setting.SOUND: sound, Setting.BRIGHTNESS: bright}
    return (
        *_READ,
        *(
            replace(
                _entry(each, _set(each), words=text(f"settings.{each}", value=value)),
                keeps_menu=True,
            )
            for each, value in named.items()
        ),
    )


_STAY: Final = _entry("stay", _nothing, _always)
_LEAVING: Final = (
    _STAY,
    _entry("left", leave, _always),
    _entry("stop", _stopped, _always),
)
"""What is asked before a game is left."""
_OFF: Final = (
    _STAY,
    _entry("switched_off", lambda table, _: Outcome(table, effects=(PowerOff(),)), _always),
)
"""What is asked before the box is switched off."""
_BEFORE_LANGUAGES: Final = (
    _entry("anew", leave, _over),
    _entry("again", play_again, _over),
    _pages(Topic.KEYS, _always),
    _entry("why", why, _always),
    _pages(Topic.OUTLOOK, lambda table: _asks(table, Topic.OUTLOOK)),
    _pages(Topic.ADVICE, lambda table: _asks(table, Topic.OUTLOOK)),
    _entry("undo", undo, lambda table: can_undo(table) and not table.stopped),
    _entry("go_on", undo, lambda table: table.stopped),
    _entry("draw_again", draw_contribution.draw_again, draw_contribution.may_draw_again),
    _entry("log", lambda table, _: open_log(table), has_log),
    _entry("pause", switch_pause, lambda table: may_change(table) and not table.clocks.paused),
    _entry("resume", switch_pause, lambda table: may_change(table) and table.clocks.paused),
    _entry("correct", switch_correction, _correctable),
    _entry("clock", switch_face, _has_face),
    _entry("clocks", _cover(ClockMenu()), may_change),
    _entry("join", _cover(JoinCode()), lambda table: table.console.join is not None),
)
_READ: Final = (
    _pages(Topic.IN_PLAY, lambda table: _in_play(table) and bool(table.game.in_play(table.state))),
    _pages(
        Topic.STEPS, lambda table: _in_play(table) and bool(table.game.setup_rules(table.state))
    ),
    _pages(Topic.TIMES),
    _pages(Topic.PLAYED, lambda table: bool(table.console.previous_games)),
)
_LAST: Final = (
    _entry("standing", _open_corrections, _correctable),
    _entry("raise", _cover(LevelChoice()), lambda table: bool(level_choice.levels(table))),
    _entry("hand_over", _cover(SeatTransfer())),
    _entry(
        "late",
        _cover(Departure(back=True)),
        lambda table: _in_play(table) and bool(departure.possible(table, back=True)),
    ),
    _entry(
        "leaves",
        _cover(Departure()),
        lambda table: _in_play(table) and bool(departure.possible(table, back=False)),
    ),
    _entry("enrol", lambda table, _: start_enrolment(table)),
    _entry(
        "buttons",
        lambda table, _: start_button_enrolment(table),
        lambda table: _in_play(table) and table.console.wireless,
    ),
    _entry("leave", _cover(LeaveQuestion())),
    _entry("off", _cover(LeaveQuestion(off=True)), lambda table: table.console.switches_off),
)
