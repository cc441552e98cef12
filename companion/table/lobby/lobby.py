"""Setup of a game as an immutable value: answers given, and questions left."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.game import Setup
from companion.engine.manifest import Manifest
from companion.engine.owners_copy import OwnersCopy
from companion.engine.robots import can_play
from companion.engine.rules import AnyGame
from companion.engine.text import Text, enumeration, text, titled
from companion.table import name_entry
from companion.table.lobby import (
    box_settings,
    copy_guide,
    deviations,
)
from companion.table.lobby.box_settings import NextGameSettings, SettingsEntry, StarterRule
from companion.table.lobby.deviations import Basis, Deviations
from companion.table.lobby.last_game import LastGame
from companion.table.lobby.suspended_game import SuspendedGame
from companion.table.narrowing.chance import STARTER
from companion.table.previous_games import parties
from companion.table.previous_games.parties import Party
from companion.table.setup_question import SetupQuestion
from companion.table.state import (
    Console,
)

LANGUAGE: Final = "language"
"""The key of a new box's first question."""
SETTINGS: Final = "settings"
"""The answer to the first question that opens the settings of the box."""
AGAIN: Final = "again"
"""The answer to the first question that plays the last game once more."""
START: Final = "start"
"""The key of the last question, whose answers start the game or lead to what may be changed."""
GO: Final = "go"
TAKE_UP: Final = "take_up"
"""The answer to the first question that lists the games that were left."""
_SETTINGS: Final = text("lobby.to_settings")
_TAKE_UP: Final = text("lobby.take_up")
TURNS: Final = (StarterRule.USUAL, StarterRule.ROTATED)
"""The ways to decide who begins by which those who play once more take turns at it."""


class Naming(msgspec.Struct, frozen=True):
    """The names on offer in one language; all languages have the same order."""

    names: tuple[str, ...]
    robots: tuple[str, ...]
    colours: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Those of the names that are colours, with the colour that they name."""
    defaults: frozenset[str] = frozenset()
    """Those of the names that nobody has chosen, such as *Player 1*."""


class Lobby(msgspec.Struct, frozen=True):
    """A setup in progress. ``usual`` holds the answers under the cursor at first."""

    games: Mapping[str, Manifest]
    """The games to choose from; only one that was chosen, or is usual, is imported."""
    names: tuple[str, ...]
    """Names to choose from for a seat: the people who usually play, then colours."""
    base: Setup
    """The options and data of the usual game; answers replace them."""
    usual: tuple[tuple[str, object], ...] = ()
    given: tuple[tuple[str, object], ...] = ()
    """The answers so far, as pairs of a question's key and the answer."""
    cursor: int = 0
    console: Console = msgspec.field(default_factory=Console)
    """Contents of the displays beside the question."""
    asks_language: bool = False
    """Whether the box has never been played on: its language is the first question."""
    can_return: bool = False
    """Whether *back* at the first question leads to the last game."""
    virtual: bool = False
    """Whether nobody holds real cards: the box then deals what otherwise only the table can."""
    robots: tuple[str, ...] = ()
    """Names for seats that the box plays itself; the first seat is always a person's."""
    naming: Mapping[str, Naming] = msgspec.field(default_factory=dict)
    """Names and robots by language, for whoever changes the language."""
    chosen: NextGameSettings = msgspec.field(default_factory=NextGameSettings)
    """Settings of the box for this game."""
    deviations: Deviations = msgspec.field(default_factory=Deviations)
    """What was changed of the games without being asked for."""
    last: LastGame | None = None
    """The last game, if it can be played once more."""
    enter: frozenset[str] | None = None
    """What the table entered in the usual game; ``None`` for what the game recommends."""
    starter: int | None = None
    """The seat that began the last game."""
    copies: Mapping[str, OwnersCopy] = msgspec.field(default_factory=dict)
    """Owners' copies by game; empty where nobody has confirmed any."""
    dialling: name_entry.NameEntry | None = None
    """The name that is being entered, as it is not in the list."""
    newcomers: tuple[str, ...] = ()
    """The names that were entered, the latest first: who goes back finds them again."""
    left: tuple[SuspendedGame, ...] = ()
    """The games that were left and can go on, the latest first."""
    choosing_left: bool = False
    """Whether one of these is being chosen."""
    parties: tuple[Party, ...] = ()
    """Those who have played here together, the latest first."""
    arrived: tuple[str, ...] = ()
    """Those who are here with a phone, in the order of their seats."""
    gathered: tuple[str, ...] = ()
    """Those of them who were seated at once, when everybody was here."""
    resumed_play: int | None = None
    """The number of the one that was chosen: it goes on instead of a new game."""

    @property
    def is_inside(self) -> bool:
        """Whether a list is open within a question, which *back* closes."""
        named = self.dialling is not None
        return bool(self.chosen.open or self.deviations.open) or named or self.choosing_left

    @property
    def game(self) -> AnyGame:
        """The chosen game, before a choice the usual one. It is imported on first use."""
        chosen = (dict(answers).get("game") for answers in (self.given, self.usual))
        named = (str(game) for game in chosen if game in self.games)
        return registry.load(next(named, next(iter(self.games))))

    @property
    def own_base(self) -> Setup:
        """The options and data of the last game, which do not apply to another one."""
        same = self.game.id == dict(self.usual).get("game")
        return self.base if same else replace(self.base, options={}, data={})

    @property
    def party(self) -> Party | None:
        """The party that plays again, if one was chosen."""
        number = dict(self.given).get(parties.PARTY)
        return self.parties[number] if isinstance(number, int) else None

    @property
    def answers(self) -> dict[str, object]:
        """The answers so far: the players' own, and the defaults."""
        given = self.people
        return {**given, **deviations.answers(self.basis)} if "name.0" in given else given

    @property
    def people(self) -> dict[str, object]:
        """The players' answers: a party answers for each of its players."""
        seated = {} if self.party is None else parties.party_answers(self.party, self.robots)
        only = {} if len(self.game.players) > 1 else {"players": self.game.players[0]}
        given = {key: answer for key, answer in self.given if key != LANGUAGE}
        return {**only, **given, **seated}

    @property
    def basis(self) -> Basis:
        """The inputs that determine the values of the game."""
        game, given = self.game, self.people
        same = game.id == dict(self.usual).get("game")
        keys = (f"name.{seat}" for seat in range(int(str(given.get("players", 0)))))
        names = tuple(str(given[key]) for key in keys if key in given)
        return Basis(
            game,
            self.deviations.of(game),
            self.base if same else None,
            self.enter if same else None,
            self.copies.get(game.id, OwnersCopy()),
            game.all_levels if set(names).isdisjoint(self.robots) else game.levels[-1:],
            names,
            _wishes(self, given, names),
        )

    @property
    def question(self) -> SetupQuestion | None:
        """The current question; ``None`` when all are answered."""
        if self.asks_language and LANGUAGE not in dict(self.given):
            return SetupQuestion(LANGUAGE, text("lobby.language"), _languages(self.console))
        if self.chosen.open:
            return box_settings.question(self.chosen, self.console, self.base.clock)
        if self.dialling is not None:
            return name_entry.question(self.dialling)
        if self.choosing_left:
            return _left(self)
        if self.deviations.open:
            listed = box_settings.entries_for_game(self.chosen, self.base.clock)
            more = tuple(entry for entry in listed if entry[0] in _relevant_settings(self))
            return deviations.question(self.basis, self.deviations, more)
        given = self.answers
        open_ = (question for question in _questions(self, given) if question.key not in given)
        return next(open_, None)


def open_lobby(
    games: Mapping[str, Manifest], names: Sequence[str], usual: Setup, game: str
) -> Lobby:
    """Return a lobby whose cursor follows the answers that lead to ``usual`` and ``game``."""
    kept = registry.load(game).kept_options(usual.data) if game in games else {}
    usual = replace(usual, options={**kept, **usual.options})
    answers: dict[str, object] = {
        "game": game,
        "players": len(usual.players),
        **{f"name.{seat}": name for seat, name in enumerate(usual.players)},
    }
    return on_usual(Lobby(games, tuple(names), usual, tuple(answers.items())))


def _languages(console: Console) -> tuple[tuple[object, Text], ...]:
    return tuple((code, text(f"language.{code}")) for code in console.languages)


def _relevant_settings(lobby: Lobby) -> tuple[SettingsEntry, ...]:
    """Return the settings of the box that make a difference in the game, at its level.

    Where only the final scoring is entered, nobody has a turn; some games begin with a fixed seat.
    """
    if lobby.answers.get("level") in lobby.game.apart:
        return ()
    is_drawn = STARTER in lobby.game.shuffles
    return box_settings.FOR_GAME if is_drawn else (SettingsEntry.CLOCK,)


def can_gather(lobby: Lobby, count: int) -> bool:
    """Return whether so many players can take their seats now; the game is chosen first."""
    return is_game_chosen(lobby) and count in lobby.game.players


def is_game_chosen(lobby: Lobby) -> bool:
    """Return whether the game has been chosen."""
    return len(lobby.games) == 1 or "game" in dict(lobby.given)


def _left(lobby: Lobby) -> SetupQuestion:
    """Return the question which of the suspended games to resume."""
    games = tuple(
        (
            each.play,
            text("lobby.left_game", names=enumeration("plain", each.players), game=each.title),
        )
        for each in lobby.left
    )
    return SetupQuestion("left", text("lobby.left"), games)


def on_usual(lobby: Lobby) -> Lobby:
    """Return the lobby with its cursor on the default answer to its question.

    For the language, that is the one in which the box asks.
    """
    question = lobby.question
    if question is None:
        return lobby
    usual = dict(lobby.usual).get(question.key)
    first, _ = question.answers[0]
    if first == AGAIN or first in lobby.arrived:
        usual = first
    return replace(
        lobby, cursor=question.index(lobby.console.language if question.key == LANGUAGE else usual)
    )


def _questions(lobby: Lobby, given: dict[str, object]) -> list[SetupQuestion]:
    """Return all questions that are relevant after the answers so far."""
    game = lobby.game
    questions = []
    if len(lobby.games) > 1:
        titles = tuple(
            (name, titled(manifest.title, manifest.titles))
            for name, manifest in lobby.games.items()
        )
        questions.append(SetupQuestion("game", text("lobby.game"), titles))
    questions += [*_party_questions(lobby), *_numbers(game)]
    seats = int(str(given.get("players", 0)))
    questions += [_name(lobby, given, seat) for seat in range(seats)]
    is_oldest = lobby.chosen.begins is StarterRule.OLDEST
    if is_oldest and SettingsEntry.BEGINS in _relevant_settings(lobby):
        who = tuple(
            (seat, text("lobby.value", value=str(given.get(f"name.{seat}", ""))))
            for seat in range(seats)
        )
        questions.append(SetupQuestion("oldest", text("lobby.oldest"), who))
    if game.id in lobby.copies and given.get("level") not in game.outline:
        questions += copy_guide.questions(game, lobby.copies[game.id], given)
    if "level" in given:
        questions += _start(lobby, given)
    first, *others = questions
    again = () if lobby.last is None else ((AGAIN, _again(lobby.last)),)
    left = ((TAKE_UP, _TAKE_UP),) if lobby.left else ()
    answers = (*again, *first.answers, *left, (SETTINGS, _SETTINGS))
    return [replace(first, answers=answers), *others]


def _again(last: LastGame) -> Text:
    names = enumeration("plain", last.setup.players)
    return text("lobby.again", names=names)


def _start(lobby: Lobby, given: Mapping[str, object]) -> Iterator[SetupQuestion]:
    """Yield the question whether to start the game as recommended or as last time.

    It is omitted where nothing can be changed.
    """
    game, basis = lobby.game, lobby.basis
    level = text(f"level.{given['level']}")
    changed = (lobby.chosen.clock, lobby.chosen.begins) != (None, StarterRule.USUAL)
    as_recommended = deviations.recommended(basis) and not changed
    go = text("lobby.recommended" if as_recommended else "lobby.so")
    answers: list[tuple[object, Text]] = [(GO, go)]
    is_checked = copy_guide.GUIDE in given or given["level"] in game.outline
    copy = None if is_checked else lobby.copies.get(game.id)
    if copy is not None and copy_guide.unconfirmed_questions(game, copy):
        answers.append((copy_guide.CHECK, text("lobby.copy")))
    if next(deviations.entries(basis), None) is not None:
        answers.append((deviations.OPEN, text("lobby.change")))
    if len(answers) > 1:
        yield SetupQuestion(START, titled(game.title, game.titles), tuple(answers), note=level)


def _wishes(lobby: Lobby, given: Mapping[str, object], names: Sequence[str]) -> tuple[str, ...]:
    """Return each player's colour: as chosen, by their name, or of the last game."""
    game = lobby.game
    option = next((option for option, _ in game.seat_choices), None)
    if option is None:
        return ("",) * len(names)
    named, before = named_colours(lobby), lobby.own_base
    held = before.options.get(option)
    had = dict(zip(before.players, held if isinstance(held, list | tuple) else (), strict=False))
    likely = (named.get(name, str(had.get(name, ""))) for name in names)
    return tuple(str(given.get(f"seat.{option}.{seat}", wish)) for seat, wish in enumerate(likely))


def _party_questions(lobby: Lobby) -> Iterator[SetupQuestion]:
    """Yield the question whether a party plays again, unless the players are known."""
    given = dict(lobby.given)
    if parties.PARTY not in given and ("players" in given or "name.0" in given):
        return
    robots = len(lobby.robots) if can_play(lobby.game) else 0
    fitting = parties.fitting(lobby.parties, lobby.game.players, robots=robots)
    if fitting:
        yield parties.question(fitting)


def _numbers(game: AnyGame) -> Iterator[SetupQuestion]:
    """Yield the question about the number of players, unless the game has only one."""
    if len(game.players) > 1:
        numbers = tuple((n, text("lobby.players_n", n=n)) for n in game.players)
        name = titled(game.title, game.titles)
        yield SetupQuestion("players", text("lobby.players"), numbers, note=name)


def _name(lobby: Lobby, given: dict[str, object], seat: int) -> SetupQuestion:
    """Return the question who takes a seat, without taken names.

    People who are here with a phone come first, then others whom the box knows, the entry of a
    name, and colours; a robot is last.
    """
    offered = seat > 0 and can_play(lobby.game)
    keys = (f"name.{other}" for other in range(seat))
    used_names = {given[key] for key in keys if key in given}
    listed = dict.fromkeys((*lobby.arrived, *lobby.newcomers, *lobby.names))
    left = [name for name in listed if name not in used_names and _suits(lobby, name, seat)]
    stand_ins = _stand_ins(lobby).difference(lobby.arrived)
    known = [name for name in left if name not in stand_ins]
    others = [name for name in left if name in stand_ins]
    robots = [name for name in lobby.robots if name not in used_names][:1]
    answers = (
        *((name, text("lobby.value", value=name)) for name in known),
        (name_entry.DIAL, text("lobby.other_name")),
        *((name, text("lobby.value", value=name)) for name in others),
        *((name, text("lobby.value", value=name)) for name in robots if offered),
    )
    status = f"{seat + 1}/{given.get('players', seat + 1)}"
    at = 1 if others and not known else 0  # one press takes a name, not the letters for one
    return SetupQuestion(f"name.{seat}", lobby.game.seat_question(seat), answers, status, at=at)


def _stand_ins(lobby: Lobby) -> frozenset[str]:
    """Return the names that stand for people whom the box does not know."""
    naming = lobby.naming.get(lobby.console.language)
    return frozenset() if naming is None else naming.defaults.union(naming.colours)


def _suits(lobby: Lobby, name: str, seat: int) -> bool:
    """Return whether a name is no colour, or the colour of the seat's own pieces."""
    pieces = lobby.game.seat_colours
    colour = named_colours(lobby).get(name)
    return not colour or not pieces or colour == "".join(pieces[seat : seat + 1])


def named_colours(lobby: Lobby) -> dict[str, str]:
    """Return the names that are colours in the lobby's language, which is that of all its names."""
    naming = lobby.naming.get(lobby.console.language)
    return {} if naming is None else dict(naming.colours)
