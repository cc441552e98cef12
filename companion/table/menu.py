"""The table's menu: everything for which a box with few keys has no key."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from typing import Final, TypeAlias

from msgspec.structs import replace

from companion.engine.text import Text, text
from companion.table import parting
from companion.table.box_settings import changed
from companion.table.command import STEPS, Command
from companion.table.effects import Effect, LeaveGame, PowerOff, Rematch
from companion.table.enrolment import Enrolment
from companion.table.state import (
    Asked,
    Cover,
    Joining,
    Leaving,
    Menu,
    Notice,
    SeatGiven,
    Stop,
    Table,
    Topic,
    notify,
    showing,
)
from companion.table.turn_log import open_log


class Item(StrEnum):
    """A fixed entry of the menu, as opposed to a language."""

    BACK = "back"
    WHY = "why"
    OUTLOOK = "outlook"
    ADVICE = "advice"
    STEPS = "steps"
    IN_PLAY = "in_play"
    TIMES = "times"
    PLAYED = "played"
    UNDO = "undo"
    LOG = "log"
    PAUSE = "pause"
    RESUME = "resume"
    CORRECT = "correct"
    STANDING = "standing"
    CLOCK = "clock"
    SOUND = "sound"
    BRIGHTNESS = "brightness"
    AGAIN = "again"
    JOIN = "join"
    ENROL = "enrol"
    LEAVE = "leave"
    STAY = "stay"
    LEFT = "left"
    STOP = "stop"
    GO_ON = "go_on"
    HAND_OVER = "hand_over"
    LATE = "late"
    LEAVES = "leaves"
    OFF = "off"
    SWITCHED_OFF = "switched_off"
    ANEW = "anew"


Entry: TypeAlias = Item | str
"""An item, or a language to switch to."""

COMMANDS: Final[Mapping[Item, Command | Stop | Effect]] = MappingProxyType(
    {
        Item.WHY: Command.WHY,
        Item.UNDO: Command.UNDO,
        Item.PAUSE: Command.PAUSE,
        Item.RESUME: Command.PAUSE,
        Item.CORRECT: Command.CORRECT,
        Item.STOP: Stop(),
        Item.GO_ON: Command.UNDO,
        Item.STANDING: Command.CORRECT,
        Item.LEFT: LeaveGame(),
        Item.ANEW: LeaveGame(),
        Item.AGAIN: Rematch(),
        Item.SWITCHED_OFF: PowerOff(),
    }
)
"""What is done for items that stand for a command, or ask the session for something."""


TOPICS: Final[Mapping[Item, Topic]] = MappingProxyType(
    {
        Item.OUTLOOK: Topic.OUTLOOK,
        Item.ADVICE: Topic.ADVICE,
        Item.STEPS: Topic.STEPS,
        Item.IN_PLAY: Topic.IN_PLAY,
        Item.TIMES: Topic.TIMES,
        Item.PLAYED: Topic.PLAYED,
    }
)
"""The topics of items that open pages to read."""


_COVERS: Final[Mapping[Item, Cover]] = MappingProxyType(
    {Item.JOIN: Joining(), Item.HAND_OVER: SeatGiven()}
)
"""What items open over the game."""


_OPENING: Final[Mapping[Item, Callable[[Table], Table]]] = MappingProxyType(
    {
        Item.LOG: open_log,
        Item.LATE: partial(parting.opened, back=True),
        Item.LEAVES: partial(parting.opened, back=False),
    }
)
"""What items open, if there is anything to be opened, or else say."""


def entries(table: Table) -> tuple[Entry, ...]:
    """Return the entries of the menu, in order."""
    if isinstance(table.console.cover, Leaving):
        if table.console.cover.off:
            return (Item.STAY, Item.SWITCHED_OFF)
        return (Item.STAY, Item.LEFT, Item.STOP)
    others = tuple(code for code in table.console.languages if code != table.console.language)
    off = (Item.OFF,) if table.console.switches_off else ()
    join = () if table.console.join is None else (Item.JOIN,)
    played = (Item.PLAYED,) if table.console.played else ()
    if table.is_over:
        undo = Item.GO_ON if table.stopped else Item.UNDO
        over = (Item.BACK, Item.ANEW, Item.AGAIN, Item.WHY, undo, Item.LOG)
        return (*over, *played, *join, *others, *off)
    time = Item.RESUME if table.clocks.paused else Item.PAUSE
    asked = (Item.OUTLOOK, Item.ADVICE) if table.told(Topic.OUTLOOK) else ()
    open_ = (Item.WHY, *asked, Item.UNDO, Item.LOG, time, Item.CORRECT, Item.CLOCK)
    steps = (Item.STEPS,) if table.game.setup_rules(table.state) else ()
    parts = (Item.IN_PLAY,) if table.game.in_play(table.state) else ()
    told = (*parts, *steps, Item.TIMES, *played)
    box = (Item.SOUND, Item.BRIGHTNESS)
    rest = (Item.STANDING, Item.HAND_OVER, Item.LATE, Item.LEAVES, Item.ENROL, Item.LEAVE, *off)
    return (Item.BACK, *open_, *join, *others, *told, *box, *rest)


def name(table: Table, entry: Entry) -> Text:
    """Return the name of an entry; a language is named in itself."""
    if entry is Item.BACK and table.laying:
        return text("menu.laid")
    if entry is Item.SOUND:
        return text("settings.sound", value=text(f"settings.{_sound(table)}"))
    if entry is Item.BRIGHTNESS:
        return text("settings.brightness", value=text(f"brightness.{table.console.brightness}"))
    return text(f"menu.{entry}" if isinstance(entry, Item) else f"language.{entry}")


def _sound(table: Table) -> str:
    return "off" if table.console.quiet else "on"


def toggle(table: Table) -> Table:
    """Open the menu, or leave it."""
    opened = isinstance(table.console.cover, Menu | Leaving)
    return showing(table, cover=None if opened else Menu())


def move(table: Table, step: int) -> Table:
    """Move the menu's cursor, past its end to the other one."""
    if not isinstance(table.console.cover, Menu | Leaving):
        return table
    cursor = (table.console.cover.cursor + step) % len(entries(table))
    return showing(table, cover=replace(table.console.cover, cursor=cursor))


def press(table: Table, command: Command) -> tuple[Table, Command | Stop | Effect | None]:
    """Return what a key does in the menu, and what is then to be done to the game: B closes it."""
    step = STEPS.get(command)
    if step is not None:
        return move(table, step), None
    return choose(table) if command is Command.CONFIRM else (toggle(table), None)


def choose(table: Table) -> tuple[Table, Command | Stop | Effect | None]:
    """Return the table after the choice under the cursor, and what is to be done to it next.

    *Back* also leaves what was open beneath the menu: a box with three keys has no other way.
    """
    cover = table.console.cover
    chosen = entries(table)[cover.cursor if isinstance(cover, Menu | Leaving) else 0]
    if chosen in (Item.LEAVE, Item.OFF):
        return showing(table, cover=Leaving(off=chosen is Item.OFF)), None
    table = showing(table, cover=None)
    if not isinstance(chosen, Item):
        return showing(table, language=chosen), None
    if chosen is Item.BACK:
        is_open = table.selection or table.cursor is not None or table.laying or table.correcting
        return table, Command.BACK if is_open else None
    if chosen is Item.ENROL:
        return start_enrolment(table), None
    return _opened(table, cover, chosen), COMMANDS.get(chosen)


def _opened(table: Table, menu: Cover | None, chosen: Item) -> Table:
    """Return the table with what an item opens, switches or asks for."""
    if chosen in (Item.SOUND, Item.BRIGHTNESS):
        # The menu stays, so that the effect is heard or seen.
        return replace(table, console=replace(changed(table.console, chosen), cover=menu))
    if chosen in TOPICS:
        return showing(table, cover=Asked(TOPICS[chosen]))
    if chosen is Item.CLOCK:
        return replace(table, watching=not table.watching)
    if chosen in _OPENING:
        return _OPENING[chosen](table)
    if chosen in _COVERS:
        return showing(table, cover=_COVERS[chosen])
    return replace(table, catching_up=chosen is Item.STANDING)


def start_enrolment(table: Table, tag: str = "") -> Table:
    """Start naming the pieces one by one, or asking which piece an unknown ``tag`` belongs to."""
    pieces = table.game.pieces(table.state)
    if not pieces:
        return notify(table, Notice(text("enrol.nothing")))
    return showing(table, cover=Enrolment(pieces, tag=tag))
