"""A tiny game that breaks no promise: three heaps of pebbles, and a secret colour for each seat.

Take one to three pebbles of one colour, but not of the colour taken last while there is another.
A pebble is worth one point, or two in your secret colour.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any, Final, cast

from companion.engine.codec import snake_case
from companion.engine.conformance import GameConformance
from companion.engine.facets import Robots
from companion.engine.game import (
    CHANCE,
    TERMINAL,
    Action,
    Correction,
    Event,
    IllegalAction,
    Line,
    Piece,
    Problem,
    Refusal,
    ScoreLine,
    Setup,
    SetupError,
    Step,
    Struct,
)
from companion.engine.rules import AnyGame, Rules
from companion.engine.text import Param, Seat, Text, text
from companion.table.narrowing import intent

COLOURS: Final = ("red", "green", "blue")
HEAPS: Final = {"small": 3, "large": 4, "huge": 5}
MOST: Final = 3
"""How many pebbles may be taken at once."""


@dataclass(frozen=True, slots=True)
class Deal(Action):
    colour: str


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """``Deal`` under another name, for one of the bugs."""

    colour: str


@dataclass(frozen=True, slots=True)
class Take(Action):
    colour: str
    count: int
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class CorrectHeap(Correction):
    colour: str
    count: int


@dataclass(frozen=True, slots=True)
class FixHeap(Action):
    """``CorrectHeap`` as an ordinary action, for one of the bugs."""

    colour: str
    count: int


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    player: int


@dataclass(frozen=True, slots=True)
class Taken(Event):
    player: int
    colour: str
    count: int


@dataclass(frozen=True, slots=True)
class Noted(Event):
    """An event that only one of the bugs reports."""

    colours: list[str]


@dataclass(frozen=True, slots=True)
class Pebbles:
    """The state. ``taken`` counts by seat and colour."""

    heaps: tuple[int, ...]
    taken: tuple[tuple[int, ...], ...]
    bonus: tuple[int, ...]
    secrets: tuple[str, ...] = ()
    turns: int = 0
    last: str = ""
    note: str = ""


WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "action.correct_heap": ("{colour}: {count}", "{colour}: {count}"),
    "action.deal": ("Secret: {colour}", "Geheim: {colour}"),
    "action.fix_heap": ("Heap {colour}: {count}", "Haufen {colour}: {count}"),
    "action.take": ("Take {count} {colour}", "Nimm {count} {colour}"),
    "colour.blue": ("blue", "blau"),
    "colour.green": ("green", "grün"),
    "colour.red": ("red", "rot"),
    "do.take-long": ("Please take {count} of {colour}", "Bitte nimm {count} von {colour}"),
    "do.take": ("Take {count} {colour}", "Nimm {count} {colour}"),
    "event.correct_heap": ("Corrected", "Berichtigt"),
    "event.dealt": ("{player} has a secret", "{player} hat ein Geheimnis"),
    "event.noted": ("Noted", "Notiert"),
    "event.taken": ("{player} takes {count} {colour}", "{player} nimmt {count} {colour}"),
    "level.full": ("All", "Alles"),
    "lobby.option.heap": ("Heaps?", "Haufen?"),
    "option.heap.large": ("Four each", "Je vier"),
    "option.heap.small": ("Three each", "Je drei"),
    "prompt.deal": ("Deal a secret", "Teile Geheimnis aus"),
    "prompt.over": ("The end", "Das Ende"),
    "prompt.take": ("{player}: take pebbles", "{player}: nimm Steine"),
    "refusal.barred": ("{colour} was taken just now", "{colour} wurde gerade genommen"),
    "refusal.no-such-heap": ("There is no such heap", "Diesen Haufen gibt es nicht"),
    "refusal.not-now": ("Not now", "Nicht jetzt"),
    "refusal.quiet": ("Take aloud", "Nimm laut"),
    "refusal.too-many": ("There are {left}", "Es sind {left} da"),
    "score.bonus": ("Bonus", "Bonus"),
    "score.pebbles": ("Pebbles", "Steine"),
    "score.secret": ("Secret colour", "Geheime Farbe"),
    "status.left": ("{n} left", "noch {n}"),
    "verb.correct_heap": ("Correct a heap", "Haufen berichtigen"),
    "verb.deal": ("Secret", "Geheimnis"),
    "verb.fix_heap": ("Fix a heap", "Haufen richten"),
    "verb.take": ("Take", "Nehmen"),
    "piece.stone": ("{colour} stone", "Stein {colour}"),
    "line.count": ("{n}", "{n}"),
}


RULES = {
    "PB-1": ("Each takes pebbles.", "Alle nehmen Steine."),
    "PB-2": ("Take what you may.", "Nimm, was du darfst."),
    "PB-3": ("Secrets count.", "Geheimes zählt."),
}


class Phrases:
    """The words above as a voice; a message without words is its key, as in a catalogue."""

    def __init__(self, language: str, game: AnyGame, players: Sequence[str]) -> None:
        self._column = self.languages(game).index(language)
        self._players = players

    @staticmethod
    def languages(game: AnyGame) -> tuple[str, ...]:
        del game
        return ("en", "de")

    def long(self, message: Text) -> str:
        words = WORDS.get(message.key, (message.key, message.key))[self._column]
        params = {name: self._param(param) for name, param in message.params.items()}
        return words.format_map(params)

    short = long

    def rule(self, rule: str) -> str:
        return RULES.get(rule, ("", ""))[self._column]

    def _param(self, value: Param) -> Param:
        if isinstance(value, Seat):
            return self._players[value.index]
        return self.long(value) if isinstance(value, Text) else value


def colour_name(colour: object) -> Param:
    return text(f"colour.{colour}") if colour in COLOURS else str(colour)


def refuse(code: str, **params: Param) -> Refusal:
    return Refusal(code, "PB-2", text(f"refusal.{code}", **params))


class Game(Rules[Pebbles], Robots[Pebbles]):
    """The rules; each bug overrides one of these methods."""

    id: str = "pebbles"
    title: str = "Pebbles"
    players: range = range(2, 4)
    choices: tuple[tuple[str, tuple[str, ...]], ...] = (("heap", ("small", "large")),)
    deals: tuple[str, ...] = ("deal",)
    rules_version: str = "1"
    spoils_other_checks = False
    """A bug may remember so much that each check must begin with a new game."""

    records = (Pebbles, Deal, Draw, Take, CorrectHeap, FixHeap, Dealt, Taken, Noted)

    def __init__(self) -> None:
        super().__init__()
        self.calls = 0
        """What a bug may count, although a game should remember nothing."""

    def audience(self, state: Pebbles, news: Action | Event) -> tuple[int, ...] | None:
        return (len(state.secrets),) if isinstance(news, Deal) else None

    def check(self, data: Struct, options: Struct) -> tuple[Problem, ...]:
        wrong = [key for key in options if key != "heap"] + list(data)
        return tuple(Problem(("options", key), "no such option") for key in wrong)

    def check_level(self, level: str) -> None:
        if level not in self.levels:
            raise SetupError(f"no level {level!r}, there are {self.levels}")

    def begin(self, setup: Setup) -> Pebbles:
        return self.new_initial_state(setup)

    def new_initial_state(self, setup: Setup) -> Pebbles:
        self.check_level(setup.level)
        if self.check(setup.data, setup.options):
            raise SetupError("options: no such option")
        if len(setup.players) not in self.players:
            raise SetupError(f"{len(setup.players)} players, it must be 2 or 3")
        count = HEAPS[str(setup.options.get("heap", "small"))]
        seats = len(setup.players)
        return Pebbles((count,) * 3, ((0, 0, 0),) * seats, (0,) * seats)

    def is_terminal(self, state: Pebbles) -> bool:
        return sum(state.heaps) == 0

    def current_player(self, state: Pebbles) -> int:
        if self.is_terminal(state):
            return TERMINAL
        seats = len(state.taken)
        return CHANCE if len(state.secrets) < seats else state.turns % seats

    def active_players(self, state: Pebbles) -> tuple[int, ...]:
        return () if self.is_terminal(state) else (Game.current_player(self, state),)

    def legal_actions(self, state: Pebbles, player: int) -> tuple[Action, ...]:
        return self.able(state) if player == Game.current_player(self, state) else ()

    def able(self, state: Pebbles) -> tuple[Action, ...]:
        """Return what the current player may do."""
        if self.is_terminal(state):
            return ()
        if Game.current_player(self, state) == CHANCE:
            return tuple(Deal(colour) for colour in COLOURS)
        return tuple(
            Take(colour, count)
            for colour, left in zip(COLOURS, state.heaps, strict=True)
            for count in range(1, min(left, MOST) + 1)
            if colour != self.barred(state)
        )

    def barred(self, state: Pebbles) -> str:
        """Return the colour that may not be taken."""
        others = [n for colour, n in zip(COLOURS, state.heaps, strict=True) if colour != state.last]
        return state.last if sum(others) else ""

    def why_barred(self, state: Pebbles, colour: str) -> Refusal | None:
        barred = colour == self.barred(state)
        return refuse("barred", colour=colour_name(colour)) if barred else None

    def why_not(self, state: Pebbles, action: Action) -> Refusal | None:
        if isinstance(action, CorrectHeap | FixHeap):
            return self.why_not_correct(state, action)
        if type(action) is not (Deal if Game.current_player(self, state) == CHANCE else Take):
            return refuse("not-now")
        if self.is_terminal(state):
            return refuse("not-now")
        if getattr(action, "colour", None) not in COLOURS:
            return refuse("no-such-heap")
        return self.why_not_take(state, action) if isinstance(action, Take) else None

    def why_not_take(self, state: Pebbles, action: Take) -> Refusal | None:
        left = state.heaps[COLOURS.index(action.colour)]
        if action.count not in range(1, min(left, MOST) + 1):
            return refuse("too-many", left=left)
        if action.quiet is not False:
            return refuse("quiet")
        return self.why_barred(state, action.colour)

    def why_not_correct(self, state: Pebbles, action: Action) -> Refusal | None:
        possible = action in self.corrections(state)
        return None if possible else refuse("not-now")

    def corrections(self, state: Pebbles) -> tuple[CorrectHeap, ...]:
        if self.is_terminal(state) or len(state.secrets) < len(state.taken):
            return ()
        return tuple(CorrectHeap(colour, count) for colour in COLOURS for count in (1, 2))

    def apply_action(self, state: Pebbles, action: Action) -> Step[Pebbles]:
        refusal = self.why_not(state, action)
        if refusal is not None:
            raise IllegalAction(action, refusal)
        state = replace(state, note=repr(action))
        if isinstance(action, Deal):
            return self.deal(state, action)
        if isinstance(action, Take):
            return self.take(state, action)
        assert isinstance(action, CorrectHeap | FixHeap)
        return self.correct(state, action)

    def deal(self, state: Pebbles, action: Deal) -> Step[Pebbles]:
        seat = len(state.secrets)
        dealt = replace(state, secrets=(*state.secrets, action.colour))
        return Step(dealt, (Dealt("PB-1", seat),))

    def take(self, state: Pebbles, action: Take) -> Step[Pebbles]:
        seat = state.turns % len(state.taken)
        taken = list(state.taken)
        taken[seat] = changed(taken[seat], action.colour, action.count)
        heaps = changed(state.heaps, action.colour, -action.count)
        state = replace(
            state, heaps=heaps, taken=tuple(taken), turns=state.turns + 1, last=action.colour
        )
        return Step(state, (Taken("PB-2", seat, action.colour, action.count),))

    def correct(self, state: Pebbles, action: CorrectHeap | FixHeap) -> Step[Pebbles]:
        i = COLOURS.index(action.colour)
        heaps = (*state.heaps[:i], action.count, *state.heaps[i + 1 :])
        return Step(replace(state, heaps=heaps), ())

    def chance_outcomes(self, state: Pebbles) -> tuple[tuple[Action, float], ...]:
        if self.is_terminal(state) or len(state.secrets) == len(state.taken):
            return ()
        return tuple(zip(self.able(state), (0.5, 0.25, 0.25), strict=True))

    def score_breakdown(self, state: Pebbles) -> tuple[ScoreLine, ...]:
        return tuple(line for seat in range(len(state.taken)) for line in self.score(state, seat))

    def score(self, state: Pebbles, seat: int) -> Iterator[ScoreLine]:
        yield ScoreLine(seat, sum(state.taken[seat]), "PB-3", text("score.pebbles"))
        yield ScoreLine(seat, state.bonus[seat], "PB-3", text("score.bonus"))
        if self.is_terminal(state):
            own = state.taken[seat][COLOURS.index(state.secrets[seat])]
            yield ScoreLine(seat, own, "PB-3", text("score.secret"))

    def returns(self, state: Pebbles) -> tuple[int, ...]:
        lines = Game.score_breakdown(self, state)
        seats = range(len(state.taken))
        return tuple(sum(line.points for line in lines if line.player == seat) for seat in seats)

    def winners(self, state: Pebbles) -> tuple[int, ...]:
        return self.leaders(state) if self.is_terminal(state) else ()

    def leaders(self, state: Pebbles) -> tuple[int, ...]:
        points = self.returns(state)
        return tuple(seat for seat, total in enumerate(points) if total == max(points))

    def violations(self, before: Pebbles, step: Step[Pebbles]) -> tuple[str, ...]:
        kept = pebbles(before) == pebbles(step.state)
        return () if kept else ("pebbles were lost",)

    def observation(self, state: Pebbles, player: int) -> Struct:
        struct = self.to_struct(state)
        if self.is_terminal(state):
            return struct
        known = [secret if seat == player else "?" for seat, secret in enumerate(state.secrets)]
        return {**struct, "secrets": known, "note": ""}

    def guess(self, first: Pebbles, observation: Struct, player: int, source: Random, /) -> Pebbles:
        del player
        seen = {field.name: observation[field.name] for field in fields(first)}
        secrets = [
            source.choice(COLOURS) if secret == "?" else secret  # noqa: S105 - no password
            for secret in cast("list[str]", observation["secrets"])
        ]
        return replace(first, **cast("Any", {**seen, "secrets": tuple(secrets)}))

    def prompt(self, state: Pebbles, player: int) -> Text:
        del player
        if self.is_terminal(state):
            return text("prompt.over")
        seat = Game.current_player(self, state)
        return text("prompt.deal") if seat == CHANCE else text("prompt.take", player=Seat(seat))

    def instructions(
        self, before: Pebbles, action: Action, step: Step[Pebbles]
    ) -> tuple[Text, ...]:
        del before, step
        if not isinstance(action, Take):
            return ()
        return (text("do.take", count=action.count, colour=colour_name(action.colour)),)

    def summary(self, state: Pebbles) -> tuple[Line, ...]:
        heaps = zip(COLOURS, state.heaps, strict=True)
        return tuple(Line(text(f"colour.{colour}"), text("line.count", n=n)) for colour, n in heaps)

    def status(self, state: Pebbles) -> Text | None:
        return text("status.left", n=sum(state.heaps))

    def describe(self, event: Event) -> Text:
        if isinstance(event, Taken):
            colour = colour_name(event.colour)
            return text("event.taken", player=Seat(event.player), count=event.count, colour=colour)
        if isinstance(event, Dealt):
            return text("event.dealt", player=Seat(event.player))
        return text(f"event.{snake_case(type(event).__name__)}")

    def action_name(self, action: Action) -> Text:
        params = {
            name: colour_name(value) if name == "colour" else value
            for name, value in intent.values(action).items()
            if name != "action" and isinstance(value, str | int)
        }
        return text(f"action.{snake_case(type(action).__name__)}", **params)

    def value_name(self, field: str, value: object) -> Param:
        if field == "colour":
            return colour_name(value)
        return value if isinstance(value, int) else str(value)

    def pieces(self, state: Pebbles) -> tuple[Piece, ...]:
        del state
        return tuple(self.piece(colour) for colour in COLOURS)

    def placements(self, state: Pebbles) -> Mapping[str, frozenset[str]]:
        heaps = zip(COLOURS, state.heaps, strict=True)
        return {f"heap-{colour}": frozenset({f"stone-{colour}"}) for colour, n in heaps if n}

    def places(self, state: Pebbles) -> tuple[str, ...]:
        del state
        return tuple(f"heap-{colour}" for colour in COLOURS)

    def piece(self, colour: str) -> Piece:
        selects = tuple({"action": name, "colour": colour} for name in ("take", "deal"))
        return Piece(f"stone-{colour}", text("piece.stone", colour=colour_name(colour)), selects)


def changed(counts: tuple[int, ...], colour: str, by: int) -> tuple[int, ...]:
    i = COLOURS.index(colour)
    return (*counts[:i], counts[i] + by, *counts[i + 1 :])


def pebbles(state: Pebbles) -> int:
    return sum(state.heaps) + sum(map(sum, state.taken))


class PebblesConformance(GameConformance):
    """The kit for this game.

    ``perft`` is counted by hand: three heaps of three give 9 ways to take; then two heaps are
    open, 9 x 6; then the third heap and what is left of the first, 6 x 3 x (5 + 4 + 3).
    """

    game: AnyGame = Game()
    rules = ("PB-1", "PB-2", "PB-3", "PB-4")
    voice = Phrases
    narrowing = intent
    longest = 60
    perft = (9, 54, 216)

    @classmethod
    def twins(cls, state: Pebbles, viewer: int) -> Iterable[Pebbles]:
        """Yield the states in which one other seat has another secret."""
        for seat in range(len(state.secrets)):
            if seat != viewer and not cls.game.is_terminal(state):
                for colour in COLOURS:
                    secrets = (*state.secrets[:seat], colour, *state.secrets[seat + 1 :])
                    yield replace(state, secrets=secrets)
