"""Setting up a game on the box: one question after the other, as a value."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.engine.game import AnyGame, Setup
from companion.engine.text import Text, text
from companion.table.command import Command
from companion.table.state import HELD, Done, Join, Order, SetupAnswer, Speak, TableInput

BOX, TABLE, EACH = "box", "table", "each"
"""Who draws what is random: the box, the table, or asked for each thing."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and the possible answers with their names."""

    key: str
    ask: Text
    answers: tuple[tuple[object, Text], ...]

    def index(self, answer: object) -> int:
        """Return the place of an answer, 0 if it is not possible."""
        return next((i for i, (each, _) in enumerate(self.answers) if each == answer), 0)


@dataclass(frozen=True, slots=True)
class Lobby:
    """A setup in the making. ``usual`` are the answers that the cursor stands on at first."""

    games: tuple[AnyGame, ...]
    names: tuple[str, ...]
    """What a seat may be called: of the people who usually play, then colours."""
    base: Setup
    """Options and data of the configuration; what is asked replaces them."""
    usual: tuple[tuple[str, object], ...] = ()
    given: tuple[tuple[str, object], ...] = ()
    """Keys and answers so far."""
    cursor: int = 0
    language: str = ""
    languages: tuple[str, ...] = ()
    """What the displays speak, and what they could speak."""
    join: Join | None = None
    """How phones join, if they can."""
    joining: bool = False
    """The join code is shown."""
    hosting: bool = False
    """A key is held there: the host's code is shown."""
    welcome: bool = False
    """The box has never been played on: how to begin is shown until the first key."""
    unsaved: str = ""
    """Why the last game is not durable yet; empty if it is."""
    virtual: bool = False
    """There are no cards in anybody's hands: the box draws what else only the table can."""

    @property
    def game(self) -> AnyGame:
        """The game that was chosen, or the only one."""
        chosen = dict(self.given).get("game")
        return next((each for each in self.games if each.id == chosen), self.games[0])

    @property
    def question(self) -> Question | None:
        """What is asked now; ``None`` when all is answered."""
        given = dict(self.given)
        return next((each for each in _questions(self, given) if each.key not in given), None)


@dataclass(frozen=True, slots=True)
class Start:
    """All is answered: the game, its setup, and what the table enters by hand."""

    game: AnyGame
    setup: Setup
    enter: frozenset[str]


def open_lobby(games: Sequence[AnyGame], names: Sequence[str], usual: Setup, game: str) -> Lobby:
    """Return a lobby whose cursor stands on the answers that lead to ``usual`` and ``game``."""
    answers: dict[str, object] = {
        "game": game,
        "players": len(usual.players),
        "level": usual.level,
        **{f"name.{seat}": name for seat, name in enumerate(usual.players)},
        **{f"option.{option}": value for option, value in usual.options.items()},
        **{
            f"seat.{option}.{seat}": value
            for option, values in usual.options.items()
            if isinstance(values, list | tuple)
            for seat, value in enumerate(values)
        },
    }
    return _on_usual(Lobby(tuple(games), tuple(names), usual, tuple(answers.items())))


def meant_in_lobby(given: TableInput) -> Command | SetupAnswer | Speak | None:
    """Return what an input says during the setup, ``None`` for nothing.

    Two seats' buttons are enough to answer: one takes, every other one goes on.
    """
    if isinstance(given, Done):
        return Command.NEXT if given.seat else Command.CONFIRM
    if isinstance(given, Order):
        return given.command
    return given if isinstance(given, Command | SetupAnswer | Speak) else None


def handle_lobby(lobby: Lobby, given: Command | SetupAnswer | Speak) -> Lobby | Start:
    """Return what an input leads to: another question, or the start of the game.

    The menu's key goes back, and before the first question it changes the language. *Why* shows
    how phones join.
    """
    question = lobby.question
    if question is None:
        return start(lobby)
    if isinstance(given, Speak):
        known = given.language in lobby.languages
        return replace(lobby, language=given.language) if known else lobby
    if isinstance(given, SetupAnswer):
        known = given.key == question.key and given.option in range(len(question.answers))
        return _answered(lobby, question, given.option) if known else lobby
    if lobby.welcome:
        return replace(lobby, welcome=False)
    if lobby.join is not None and (lobby.joining or given is Command.WHY):
        return _invite(lobby, given)
    return _key(lobby, question, given)


def _invite(lobby: Lobby, command: Command) -> Lobby:
    """Show the codes by which phones join, the host's while a key is held; any key closes that."""
    hosting = lobby.joining and command in HELD
    released = lobby.hosting and command is Command.RELEASE
    return replace(lobby, joining=hosting or released or not lobby.joining, hosting=hosting)


def _key(lobby: Lobby, question: Question, command: Command) -> Lobby | Start:
    if command is Command.BACK or (command is Command.MENU and lobby.given):
        return _on_usual(replace(lobby, given=lobby.given[:-1]))
    if command is Command.MENU and lobby.language in lobby.languages:
        following = lobby.languages.index(lobby.language) + 1
        return replace(lobby, language=lobby.languages[following % len(lobby.languages)])
    if command in (Command.NEXT, Command.PREVIOUS):
        step = 1 if command is Command.NEXT else -1
        return replace(lobby, cursor=(lobby.cursor + step) % len(question.answers))
    return _answered(lobby, question, lobby.cursor) if command is Command.CONFIRM else lobby


def _answered(lobby: Lobby, question: Question, option: int) -> Lobby | Start:
    answer = question.answers[option][0]
    given = (*lobby.given, (question.key, answer))
    answered = _on_usual(replace(lobby, given=given, welcome=False))
    return start(answered) if answered.question is None else answered


def start(lobby: Lobby) -> Start:
    """Return what was agreed."""
    given = dict(lobby.given)
    seats = range(int(str(given["players"])))
    options = {**lobby.base.options}
    options.update((key[7:], value) for key, value in lobby.given if key.startswith("option."))
    options.update(
        (option, [given[f"seat.{option}.{seat}"] for seat in seats])
        for option, _ in lobby.game.seat_choices
    )
    setup = Setup(
        tuple(str(given[f"name.{seat}"]) for seat in seats),
        str(given["level"]),
        options,
        lobby.base.data,
        lobby.base.clock,
    )
    by_table = {
        kind for kind in lobby.game.shuffles if given.get(f"draw.{kind}", given["draw"]) == TABLE
    }
    deals = () if lobby.virtual else lobby.game.deals
    return Start(lobby.game, setup, frozenset({*by_table, *deals}))


def _on_usual(lobby: Lobby) -> Lobby:
    question = lobby.question
    if question is None:
        return lobby
    return replace(lobby, cursor=question.index(dict(lobby.usual).get(question.key)))


def _questions(lobby: Lobby, given: dict[str, object]) -> list[Question]:
    """Return all questions whose answers so far make sense."""
    game = lobby.game
    asked = []
    if len(lobby.games) > 1:
        titles = tuple((each.id, text("lobby.value", value=each.title)) for each in lobby.games)
        asked.append(Question("game", text("lobby.game"), titles))
    asked.append(_numbers(game))
    seats = int(str(given.get("players", 0)))
    asked += [_name(lobby, given, seat) for seat in range(seats)]
    asked += [
        _for_seat(given, option, values, seat)
        for option, values in game.seat_choices
        for seat in range(seats)
    ]
    asked.append(Question("level", text("lobby.level"), _named("level", game.levels)))
    for option, values in game.choices:
        key = f"option.{option}"
        asked.append(Question(key, text(f"lobby.{key}"), _named(key, values)))
    asked.append(Question("draw", text("lobby.draw"), _named("draw", (BOX, TABLE, EACH))))
    if given.get("draw") == EACH:
        asked += [
            Question(f"draw.{kind}", text(f"verb.{kind}"), _named("draw", (BOX, TABLE)))
            for kind in game.shuffles
        ]
    return asked


def _numbers(game: AnyGame) -> Question:
    numbers = tuple((n, text("lobby.players_n", n=n)) for n in game.players)
    return Question("players", text("lobby.players"), numbers)


def _name(lobby: Lobby, given: dict[str, object], seat: int) -> Question:
    """Ask who sits in a seat."""
    taken = {given[f"name.{each}"] for each in range(seat) if f"name.{each}" in given}
    left = [name for name in lobby.names if name not in taken]
    answers = tuple((name, text("lobby.value", value=name)) for name in left)
    return Question(f"name.{seat}", text("lobby.name", seat=seat + 1), answers)


def _for_seat(given: dict[str, object], option: str, values: Sequence[str], seat: int) -> Question:
    """Ask which of the values of an option a seat takes, of those that are left."""
    taken = {given.get(f"seat.{option}.{each}") for each in range(seat)}
    left = [value for value in values if value not in taken]
    player = text("lobby.value", value=str(given.get(f"name.{seat}", "")))
    return Question(
        f"seat.{option}.{seat}",
        text(f"lobby.option.{option}", player=player),
        _named(option, left),
    )


def _named(key: str, values: Sequence[str]) -> tuple[tuple[object, Text], ...]:
    return tuple((value, text(f"{key}.{value}")) for value in values)
