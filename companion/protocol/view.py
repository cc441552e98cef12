"""Types of the view of a table, which a box sends to pages as JSON.

A field with a default may be omitted. No box parses these, so they have no bounds.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

IN_STEPS: Final = Meta(extra={"in_steps": True})
"""Marks a list that may be told as steps from the one before."""
_LEFT_OUT: Final[Any] = None
"""The default of what may be left out."""
Command: TypeAlias = Literal[
    "undo", "pause", "resume", "correct", "confirm", "back", "next", "previous", "leave", "log"
]
Brightness: TypeAlias = Literal["low", "middle", "full"]


class _Part(msgspec.Struct, frozen=True):
    """A part of a view."""


class MarkView(msgspec.Struct, frozen=True, array_like=True):
    """A drawn object of an emblem, whose height is 1; trailing defaults are omitted."""

    look: str
    x: float = 0
    y: float = 0
    width: float = 1
    height: float = 1
    sign: str = ""
    turn: float = 0


class PlayerView(_Part, frozen=True):
    """The player of a seat, with the fill of the seat's pieces, where it has one."""

    name: str
    colour: str
    claimed: bool
    here: bool
    robot: bool = False
    """Whether the box plays for this seat, which no phone can take."""
    lead: bool = False
    """Whether this player's phone answers the setup, and says who sits where."""
    asked: bool = False
    """Whether another phone asks for this seat."""


class GameView(_Part, frozen=True):
    """The game on the table; ``rules`` is whether its rules have wordings."""

    id: str
    title: str
    rules: bool


class ColourView(_Part, frozen=True):
    """A colour to play with, and the seat that has chosen it."""

    colour: str
    fill: str
    name: str
    seat: int | None


class PrintedView(_Part, frozen=True):
    """A printed square."""

    name: str
    sign: str
    fill: str


class SheetView(_Part, frozen=True):
    """The printed sheet assumed by the box; if ``open``, its squares are the first answers."""

    rows: Sequence[Sequence[PrintedView]]
    open: bool


class LobbyView(_Part, frozen=True):
    """The question of a setup."""

    key: str
    game: str
    """The name of the game that was chosen, else empty."""
    title: str
    answers: Sequence[str]
    lines: Sequence[str]
    """Explanation of each answer; empty where it speaks for itself."""
    cursor: int
    best: int | None
    """The answer that is recommended."""
    gather: bool
    """Whether those who have come can take their seats now."""
    seating: bool
    """Whether it is still asked who plays."""
    parties: int
    """How many of the answers, from the first, are people who have played before."""
    colours: Sequence[ColourView]
    """Those of the chosen game's pieces."""
    sheet: SheetView | None
    """Squares that the box assumes to be printed on a copy."""


class TurnView(_Part, frozen=True):
    """Whose turn it is; numbers are seats."""

    current: int | None
    awaited: Sequence[int]
    over: bool
    winners: Sequence[int]
    laying: bool
    drawing: bool
    """Whether the box waits for key presses before it draws the setup."""
    paused: bool


class NoticeView(_Part, frozen=True):
    """A message of the table."""

    message: str
    rule: str
    refused: bool
    due: bool
    """Whether it says what is still to be done."""
    why: str
    """A robot's expectation of its move, else empty."""


class LineView(_Part, frozen=True):
    """A line of text; ``rule`` if its subject has its own rule."""

    left: str
    right: str
    icon: str
    mark: str
    drawn: Sequence[MarkView] = ()
    rule: str = ""


class InPlay(_Part, frozen=True):
    """An element in play with its own rule, and its place."""

    name: str
    rule: str
    places: Sequence[str]


class TaskView(_Part, frozen=True):
    """A task at the table, and its seat, or all seats.

    Of a setup that is laid out it has a ``number``, by which it is said to be done.
    """

    text: str
    seat: int | None
    number: int
    drawn: Sequence[MarkView] = ()


class DrawnView(_Part, frozen=True):
    """Something that the box has drawn, in words."""

    text: str
    drawn: Sequence[MarkView] = ()


class DrawView(_Part, frozen=True):
    """A draw of the box: the number of its entry, the SHA-256 of the secret, and the secret."""

    n: int
    bound: str
    secret: str
    drawn: Sequence[DrawnView]


class ScoreLineView(_Part, frozen=True):
    """Points, and their reason."""

    player: int
    points: int
    rule: str
    because: str
    places: Sequence[str]
    drawn: Sequence[MarkView] = ()


class SeatTime(_Part, frozen=True):
    """The time of a seat in milliseconds; ``left`` is ``null`` without a limit."""

    used: int
    left: int | None
    delay: int
    periods: int
    overtime: int


class ClockView(_Part, frozen=True):
    """The clocks at the time of sending; the page continues counting."""

    kind: str
    paused: bool
    running: Sequence[int]
    stopped: Sequence[int]
    """The seats whose clocks people have stopped."""
    seats: Sequence[SeatTime]
    sand: int | None = None
    """The milliseconds left in the sand timer of the whole table; null if it does not run."""
    timers: Sequence[int] = ()
    """The milliseconds for which it can be turned, those that the game asks for first."""


class Area(_Part, frozen=True):
    """A rectangle of the board."""

    x: float
    y: float
    w: float
    h: float


class SpaceView(Area, frozen=True, kw_only=True):
    """A space of the board."""

    id: str
    shape: str
    label: str


class ZoneView(Area, frozen=True, kw_only=True):
    """A zone of the board."""

    caption: str
    team: int


class LookView(_Part, frozen=True):
    """The look of a kind of piece; ``name`` for pieces without their own."""

    shape: str
    fill: str
    pattern: str
    icon: str
    sign: str
    size: float
    name: str = ""


class PhoneView(_Part, frozen=True):
    """What a phone shows of the board; zones by their numbers."""

    place: Sequence[int]
    """Shown large; without any, all that is not in the overview."""
    overview: Sequence[int]
    """Each of them is one tap away."""
    mine: Sequence[str]
    """Spaces of one's own seat, such as ``dice``; ``r*`` are those whose name begins so."""


Icons: TypeAlias = Mapping[str, Sequence[str]]


class PictureView(_Part, frozen=True):
    """The board, sent once."""

    size: tuple[float, float]
    """Width and height."""
    spaces: Sequence[SpaceView]
    zones: Sequence[ZoneView]
    phone: PhoneView
    trail: str
    """The name of the spaces that a path leads through, in the order of their numbers."""
    looks: Mapping[str, LookView]
    icons: Icons
    """Rows of an icon by its name; ``#`` is a pixel."""


class SpriteView(_Part, frozen=True):
    """A piece on a space; ``rule`` if its kind has one."""

    look: str
    place: str
    name: str
    turn: float
    piece: str
    sign: str
    rule: str = ""


class CellView(_Part, frozen=True):
    """A square of a diagram."""

    icon: str
    mark: str
    place: str


class OptionView(_Part, frozen=True):
    """A possible choice; ``ends`` marks the end of a turn, ``report`` what the box is only told."""

    label: str
    places: Sequence[str]
    drawn: Sequence[MarkView] = ()
    ends: bool = False
    report: bool = False


class ChoicesView(_Part, frozen=True):
    """Possible choices, and the selection so far."""

    mine: bool
    selected: Sequence[str]
    options: Sequence[OptionView]


class DeviceView(_Part, frozen=True):
    """A device of the box; ``bad`` counts damaged frames."""

    name: str
    state: Literal["absent", "starting", "ok", "degraded"]
    detail: str
    bad: int


class ClaimView(_Part, frozen=True):
    """A seat claimed by a phone."""

    seat: int
    here: bool


class JoinView(_Part, frozen=True):
    """How phones join, with the rows of the QR code; ``#`` is a dark module."""

    address: str
    code: str
    reachable: bool
    """Whether phones can come there."""
    qr: Sequence[str]


class GameLinkView(_Part, frozen=True):
    """The page of a finished game, with the rows of its QR code."""

    address: str
    qr: Sequence[str]


class HardwareView(_Part, frozen=True):
    """Hardware of the virtual box; ``panel`` is its width and height."""

    panel: tuple[int, int] | None
    buttons: Sequence[str]
    lamps: Sequence[str]
    readers: Sequence[str]
    knobs: Sequence[str]


class ButtonLabelsView(_Part, frozen=True):
    """Labels of a button of the box, for a click, a long press, and turns of its knob.

    The counterclockwise turn has no label if it is merely the reverse.
    """

    button: str
    click: str = ""
    hold: str = ""
    turn: str = ""
    turn_back: str = ""


class PieceView(_Part, frozen=True):
    """A piece with a tag."""

    piece: str
    name: str


class RankingPlaceView(_Part, frozen=True):
    """Seats that share a rank; a team has the sum of its points."""

    seats: Sequence[int]
    place: int
    points: int


class FinalRankingView(_Part, frozen=True):
    """The ranking, best first; ``play`` is the game's number in the archive, or 0."""

    podium: Sequence[RankingPlaceView]
    play: int


class TakeBackRequestView(_Part, frozen=True):
    """A request to take back a step; others are asked, or one has refused."""

    seat: int
    asked: Sequence[int]
    refused: int | None


class View(_Part, frozen=True):
    """View of a table: the public part, and the viewer's private part."""

    players: Sequence[PlayerView]
    """Before a game those who have come."""
    game: GameView | None = None
    """``null`` during a setup."""
    lobby: LobbyView | None = None
    """The question of a setup, ``null`` in a game."""
    unsaved: str = ""
    """A text that must be visible while the last moves are not durable; else empty."""
    unsure: bool = False
    """Whether points rest on assumptions about the owner's copy: pages then mark them."""
    turn: TurnView = _LEFT_OUT
    prompt: str = ""
    status: str = ""
    notice: NoticeView | None = None
    tasks: Sequence[TaskView] = ()
    """What people are to do; while ``laying``, the steps of the setup, one after the other."""
    summary: Annotated[Sequence[LineView], IN_STEPS] = ()
    parts: Annotated[Sequence[InPlay], IN_STEPS] = ()
    """Buildings and tiles first, then kinds of things, whose spaces are those of the sprites."""
    clock: ClockView | None = None
    scores: Annotated[Sequence[ScoreLineView], IN_STEPS] = ()
    """What lies open."""
    totals: Sequence[int] | None = None
    """The points of each seat's side, or ``null`` while some are hidden."""
    curve: Sequence[Sequence[int]] | None = None
    """After the end, the totals in the course of the game: at most 61 lists of points."""
    draw: DrawView | None = None
    """The last draw of the box, until somebody plays on."""
    end: FinalRankingView | None = None
    along: GameLinkView | None = None
    """For the big screen, after the end."""
    picture: PictureView | None = None
    """``null`` for a game without one."""
    sprites: Annotated[Sequence[SpriteView], IN_STEPS] = ()
    diagram: Sequence[Sequence[CellView]] | None = None
    seat: int = 0
    """For a seat: its number."""
    undo: Literal["", "own", "ask"] = ""
    """For a seat: ``own`` if it can take its last step back, ``ask`` if others have acted since."""
    wish: TakeBackRequestView | None = None
    private: Annotated[Sequence[LineView], IN_STEPS] = ()
    """For a seat: what it alone may know."""
    outlook: Annotated[Sequence[LineView], IN_STEPS] = ()
    """For a seat: what each of its choices would change."""
    choices: ChoicesView | None = None
    """For a seat and the box."""
    corrections: ChoicesView | None = None
    """For a host who has them open."""
    devices: Sequence[DeviceView] = ()
    """For the host."""
    claims: Sequence[ClaimView] = ()
    """For the host."""
    alerts: Sequence[str] = ()
    """For the host."""
    language: str = ""
    """For the host: the language of the box."""
    sound: bool = False
    """For the host: whether the box sounds."""
    brightness: Brightness = "full"
    """For the host: that of the panel."""
    can: Mapping[Command, str] = _LEFT_OUT
    """For the host: the commands that do something now, each with what it does.

    The seat that leads has those that it may give.
    """
    levels: Mapping[str, str] = _LEFT_OUT
    """For the host: the levels to which the game can be raised now, with their names."""
    computer: bool = False
    """For the host: whether there is a page ``/computer``."""
    join: JoinView | None = None
    """For the host and the box, before a game for the big screen too."""
    hardware: HardwareView | None = None
    """For the box."""
    keys: Annotated[Sequence[ButtonLabelsView], IN_STEPS] = ()
    """For the box: what each button does."""
    tray: Sequence[PieceView] = ()
    """For the box: the pieces that have a tag."""


class LogLine(_Part, frozen=True):
    """A line of the log; intermediate steps have none."""

    n: int
    kind: Literal["action", "chance", "correction", "undo", "edit", "pause", "resume"]
    player: int | None
    text: str
    rule: str
    undone: bool
    drawn: Sequence[MarkView] = ()
    secret: bool = False
    """Whether not all may read it."""
    to: int = 0
    """All earlier lines whose ``n`` is greater are taken back."""
    gone: Sequence[int] = ()
    """The lines that do not count any more."""
    back: Sequence[int] = ()
    """The lines that count again."""
