"""The setup of a game on the box, question by question, as an immutable value."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from companion.engine.copy import OwnersCopy
from companion.engine.game import AnyGame, Setup
from companion.engine.log import Entry
from companion.engine.search import can_play
from companion.engine.seat_colours import COLOURS
from companion.engine.text import Text, text
from companion.table import box_settings, colours, copy_guide, dial, parties, sheet
from companion.table.box_settings import Begins, Chosen
from companion.table.command import PLAIN, Command
from companion.table.left_game import LeftGame
from companion.table.parties import Party
from companion.table.question import Question
from companion.table.state import (
    HELD,
    Adjust,
    Console,
    Cover,
    Done,
    Gathered,
    Joining,
    Notice,
    Order,
    SetupAnswer,
    Speak,
    TableInput,
    showing,
)

SETTINGS: Final = "settings"
"""The answer to the first question that opens the settings of the box."""
TAKE_UP: Final = "take_up"
"""The answer to the first question that lists the games that were left."""
STARTER: Final = "choose_start"
"""The name by which games call the chance of who begins."""
_SETTINGS: Final = text("lobby.to_settings")
_TAKE_UP: Final = text("lobby.take_up")
TURNS: Final = (Begins.USUAL, Begins.ROTATED)
"""The ways to decide who begins by which those who play once more take turns at it."""
BOX, TABLE, EACH = "box", "table", "each"
"""Who draws what is random: the box, the table, or whoever is chosen for each kind of draw."""


@dataclass(frozen=True, slots=True)
class Naming:
    """The names to choose from in one language; those of all languages have the same order."""

    names: tuple[str, ...]
    robots: tuple[str, ...]
    colours: Mapping[str, str] = field(default_factory=dict)
    """Those of the names that are colours, with the colour that they name."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """A setup in progress. ``usual`` holds the answers that the cursor stands on at first."""

    games: tuple[AnyGame, ...]
    names: tuple[str, ...]
    """Names to choose from for a seat: the people who usually play, then colours."""
    base: Setup
    """The options and data of the usual game; answers replace them."""
    usual: tuple[tuple[str, object], ...] = ()
    given: tuple[tuple[str, object], ...] = ()
    """The answers so far, as pairs of a question's key and the answer."""
    cursor: int = 0
    console: Console = field(default_factory=Console)
    """What the displays show beside the question."""
    welcome: bool = False
    """Whether the box has never been played on: until the first key it shows how to begin."""
    virtual: bool = False
    """Whether nobody holds real cards: the box then deals what otherwise only the table can."""
    robots: tuple[str, ...] = ()
    """Names for seats that the box plays itself; the first seat is always a person's."""
    naming: Mapping[str, Naming] = field(default_factory=dict)
    """Names and robots by language, for whoever changes the language."""
    chosen: Chosen = field(default_factory=Chosen)
    """What was set on the box for this game."""
    starter: int | None = None
    """The seat that began the last game."""
    copies: Mapping[str, OwnersCopy] = field(default_factory=dict)
    """What owners have confirmed about their copies, by game; empty where nobody holds any."""
    dialling: str | None = None
    """The letters dialled so far of a name that is not in the list."""
    left: tuple[LeftGame, ...] = ()
    """The games that were left and can go on, the latest first."""
    choosing_left: bool = False
    """Whether one of these is being chosen."""
    parties: tuple[Party, ...] = ()
    """Those who have played here together, the latest first."""
    taken_up: int | None = None
    """The number of the one that was chosen: it goes on instead of a new game."""

    @property
    def is_inside(self) -> bool:
        """Whether a list is open within a question, which *back* closes."""
        return bool(self.chosen.open) or self.dialling is not None or self.choosing_left

    @property
    def game(self) -> AnyGame:
        """The game that was chosen, or the only one."""
        chosen = dict(self.given).get("game")
        return next((game for game in self.games if game.id == chosen), self.games[0])

    @property
    def party(self) -> Party | None:
        """The party that plays again, if one of those was chosen."""
        number = dict(self.given).get(parties.PARTY)
        return self.parties[number] if isinstance(number, int) else None

    @property
    def answers(self) -> dict[str, object]:
        """What is known so far: a party answers for each of its players."""
        seated = {} if self.party is None else parties.seated(self.party, self.robots)
        return {**dict(self.given), **seated}

    @property
    def question(self) -> Question | None:
        """The question that is asked now; ``None`` when all are answered."""
        if self.chosen.open:
            return box_settings.question(self.chosen, self.console, self.base.clock)
        if self.dialling is not None:
            return dial.question(self.dialling)
        if self.choosing_left:
            return _left(self)
        given = self.answers
        open_ = (question for question in _questions(self, given) if question.key not in given)
        return next(open_, None)


@dataclass(frozen=True, slots=True)
class Start:
    """The result of a lobby: the game, its setup, and what the table enters by hand."""

    game: AnyGame
    setup: Setup
    enter: frozenset[str]
    first: int | None = None
    """The seat that begins, if that is settled."""
    takes_turns: bool = True
    """Whether another one begins if the same people play once more; if not, it is as now."""
    copy: OwnersCopy | None = None
    """What is now known about the owner's copy, if people were asked."""


def starter_in(entries: Iterable[Entry]) -> int | None:
    """Return the seat that was chosen to begin, if one of these entries says so."""
    chosen = (entry.payload for entry in entries if entry.payload.get("type") == STARTER)
    return next((int(str(payload["player"])) for payload in chosen), None)


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


def meant_in_lobby(
    lobby: Lobby, item: TableInput
) -> Command | SetupAnswer | Speak | Adjust | Gathered | None:
    """Return what an input means during the setup, ``None`` for nothing.

    Two seats' buttons are enough to answer: the first one confirms, every other moves the cursor.
    """
    if isinstance(item, Done):
        return Command.NEXT if item.seat else Command.CONFIRM
    if isinstance(item, Order):
        return item.command
    if isinstance(item, Command):
        return item if _is_on_board(lobby) else PLAIN.get(item, item)
    return item if isinstance(item, SetupAnswer | Speak | Adjust | Gathered) else None


def _is_on_board(lobby: Lobby) -> bool:
    """Tell whether a joystick moves over the squares of a picture."""
    board = None if lobby.question is None else lobby.question.board
    return board is not None and board.is_open and lobby.console.cover is None


def handle_lobby(
    lobby: Lobby, item: Command | SetupAnswer | Speak | Adjust | Gathered
) -> Lobby | Start:
    """Return what an input leads to: another question, or the start of the game.

    The menu's key goes back; at the first question it changes the language. *Why* shows how phones
    join.
    """
    question = lobby.question
    if question is None:
        return start(lobby)
    if not isinstance(item, Command):
        return _from_a_page(lobby, question, item)
    if lobby.welcome or isinstance(lobby.console.cover, Notice):
        return _read(lobby)
    if lobby.console.join is not None and (lobby.console.cover is not None or item is Command.WHY):
        return showing(lobby, cover=_invited(lobby.console.cover, item))
    return _key(lobby, question, item)


def _read(lobby: Lobby) -> Lobby:
    """Close the message that covers the setup, or else the welcome."""
    if isinstance(lobby.console.cover, Notice):
        return showing(lobby, cover=None)
    return replace(lobby, welcome=False)


def _from_a_page(
    lobby: Lobby, question: Question, item: SetupAnswer | Speak | Adjust | Gathered
) -> Lobby | Start:
    """Return what somebody's answer on a page leads to; one that means nothing changes nothing."""
    if isinstance(item, Speak):
        known = item.language in lobby.console.languages
        return _speaking(lobby, item.language) if known else lobby
    if isinstance(item, Adjust):
        return replace(lobby, console=box_settings.adjusted(lobby.console, item))
    if isinstance(item, Gathered):
        return _gathered(lobby, item) if can_gather(lobby, len(item.players)) else lobby
    known = item.key == question.key and item.option in range(len(question.answers))
    return _answered(lobby, question, item.option) if known else lobby


def can_gather(lobby: Lobby, count: int) -> bool:
    """Tell whether so many people can take their seats now: the game has to be chosen before."""
    return is_game_chosen(lobby) and count in lobby.game.players


def is_game_chosen(lobby: Lobby) -> bool:
    """Tell whether it is known what will be played."""
    return len(lobby.games) == 1 or "game" in dict(lobby.given)


def _gathered(lobby: Lobby, people: Gathered) -> Lobby | Start:
    """Seat these people, in this order, instead of asking for their number, names and colours."""
    game = tuple(pair for pair in lobby.given if pair[0] == "game")
    names = ((f"name.{seat}", name) for seat, name in enumerate(people.players))
    given = (*game, ("players", len(people.players)), *names, *colours.answered(lobby.game, people))
    seated = replace(
        lobby, given=given, welcome=False, dialling=None, chosen=replace(lobby.chosen, open="")
    )
    return start(seated) if seated.question is None else _on_usual(seated)


def _invited(shown: Cover | None, command: Command) -> Joining | None:
    """Show the join code, or the host's once a key has been held; any other key closes it."""
    if shown is not None and command in HELD:
        return Joining(hosting=True)
    if shown is not None and command is Command.RELEASE:
        return Joining(hosting=shown == Joining(hosting=True))
    return Joining() if shown is None else None


def _key(lobby: Lobby, question: Question, command: Command) -> Lobby | Start:
    if command is Command.BACK and lobby.is_inside:
        return _on_usual(_closed(lobby))
    if command is Command.BACK or (command is Command.MENU and lobby.given):
        return _on_usual(replace(lobby, given=lobby.given[:-1]))
    if command is Command.MENU and lobby.console.language in lobby.console.languages:
        following = lobby.console.languages.index(lobby.console.language) + 1
        return _speaking(lobby, lobby.console.languages[following % len(lobby.console.languages)])
    if command in PLAIN and question.board is not None:
        return replace(lobby, cursor=sheet.moved(question.board, lobby.cursor, command))
    if command in (Command.NEXT, Command.PREVIOUS):
        step = 1 if command is Command.NEXT else -1
        return replace(lobby, cursor=(lobby.cursor + step) % len(question.answers))
    return _answered(lobby, question, lobby.cursor) if command is Command.CONFIRM else lobby


def _speaking(lobby: Lobby, language: str) -> Lobby:
    """Return the lobby in another language, with the names that the box has made up in it."""
    lobby = showing(lobby, language=language)
    naming = lobby.naming.get(language)
    if naming is None:
        return lobby
    old = (*lobby.names, *lobby.robots)
    renamed: dict[object, object] = dict(zip(old, (*naming.names, *naming.robots), strict=False))

    def spoken(answers: tuple[tuple[str, object], ...]) -> tuple[tuple[str, object], ...]:
        return tuple(
            (key, renamed.get(answer, answer) if key.startswith("name.") else answer)
            for key, answer in answers
        )

    return replace(
        lobby,
        parties=tuple(
            replace(party, players=tuple(str(renamed.get(name, name)) for name in party.players))
            for party in lobby.parties
        ),
        names=naming.names,
        robots=naming.robots,
        usual=spoken(lobby.usual),
        given=spoken(lobby.given),
    )


def _answered(lobby: Lobby, question: Question, option: int) -> Lobby | Start:
    answer = question.answers[option][0]
    if lobby.chosen.open:
        return _set(lobby, option, answer)
    if lobby.choosing_left:
        return replace(lobby, taken_up=int(str(answer)))
    if answer in _OPENING:
        return replace(_opening(lobby, answer), cursor=0)
    if lobby.dialling is not None:
        name, complete = dial.dialled(lobby.dialling, answer)
        if not complete:
            return replace(lobby, dialling=name, cursor=option if name else 0)
        lobby = replace(lobby, dialling=None)
        asked = lobby.question
        assert asked is not None  # noqa: S101 - the question whom the name is for
        question, answer = asked, _own_name(lobby, name)
    given = (*lobby.given, (question.key, answer))
    answered = _on_usual(replace(lobby, given=given, welcome=False))
    return start(answered) if answered.question is None else answered


_OPENING: Final = (SETTINGS, TAKE_UP, dial.DIAL)
"""The answers that open a list of their own."""


def _opening(lobby: Lobby, answer: object) -> Lobby:
    if answer == TAKE_UP:
        return replace(lobby, choosing_left=True)
    if answer == dial.DIAL:
        return replace(lobby, dialling="")
    return replace(lobby, chosen=replace(lobby.chosen, open=box_settings.LIST))


def _left(lobby: Lobby) -> Question:
    """Return the question which of the games that were left goes on."""
    games = tuple(
        (each.play, text("lobby.left_game", names=", ".join(each.players), game=each.title))
        for each in lobby.left
    )
    return Question("left", text("lobby.left"), games)


def _own_name(lobby: Lobby, name: str) -> str:
    """Return a name that nobody else has."""
    taken = {answer for key, answer in lobby.given if key.startswith("name.")}
    return next(own for own in (name, *(f"{name} {n}" for n in range(2, 9))) if own not in taken)


def _closed(lobby: Lobby) -> Lobby:
    """Close the values of a setting, the settings, the games, or the letters of a name."""
    if lobby.choosing_left:
        return replace(lobby, choosing_left=False)
    if lobby.dialling is not None:
        return replace(lobby, dialling=None)
    within = lobby.chosen.open not in ("", box_settings.LIST)
    return replace(lobby, chosen=replace(lobby.chosen, open=box_settings.LIST if within else ""))


def _set(lobby: Lobby, option: int, answer: object) -> Lobby:
    """Change a setting; the cursor stays where it is in the list."""
    chosen, console = box_settings.answered(lobby.chosen, lobby.console, answer)
    if console.language != lobby.console.language:
        lobby = _speaking(lobby, console.language)
    after = replace(lobby, chosen=chosen, console=replace(lobby.console, **_kept(console)))
    if chosen.open == lobby.chosen.open:
        return replace(after, cursor=option)
    return replace(_on_usual(after), cursor=0) if chosen.open else _on_usual(after)


def _kept(console: Console) -> dict[str, Any]:
    return {"quiet": console.quiet, "brightness": console.brightness}


def start(lobby: Lobby) -> Start:
    """Return what the answers of a finished lobby lead to."""
    given = lobby.answers
    seats = range(int(str(given["players"])))
    same = lobby.game.id == dict(lobby.usual).get("game")
    # Options and data of a game mean nothing to another one, which would refuse them.
    base = lobby.base if same else replace(lobby.base, options={}, data={})
    known = lobby.copies.get(lobby.game.id, OwnersCopy())
    copy = copy_guide.learned(lobby.game, known, given)
    options = {**copy.options, **base.options}
    options.update((key[7:], value) for key, value in lobby.given if key.startswith("option."))
    options.update(
        (option, [given[f"seat.{option}.{seat}"] for seat in seats])
        for option, _ in lobby.game.seat_choices
    )
    names = tuple(str(given[f"name.{seat}"]) for seat in seats)
    if lobby.game.seat_colours:
        last = base if same else Setup((), base.level)
        own = colours.options(lobby.game, last, names, given, _named_colours(lobby))
        options = {**{key: value for key, value in options.items() if key != COLOURS}, **own}
    setup = Setup(
        names,
        str(given["level"]),
        options,
        {**copy.data, **base.data},
        base.clock if lobby.chosen.clock is None else lobby.chosen.clock,
        tuple(seat for seat, name in enumerate(names) if name in lobby.robots),
    )
    by_table = {
        kind
        for kind in lobby.game.shuffles
        if given.get(f"draw.{kind}", given.get("draw")) == TABLE
    }
    by_table = _with_starter(lobby, by_table)
    deals = () if lobby.virtual else lobby.game.deals
    first = _first(lobby, given, len(names))
    asked = copy if given.get(copy_guide.GUIDE) is not None else None
    turns = lobby.chosen.begins in TURNS
    return Start(lobby.game, setup, frozenset({*by_table, *deals}), first, turns, asked)


def _with_starter(lobby: Lobby, by_table: set[str]) -> set[str]:
    """Return what the table enters, with or without who begins as it was set."""
    begins = _begins(lobby)
    if begins is Begins.USUAL or STARTER not in lobby.game.shuffles:
        return by_table
    return by_table | {STARTER} if begins is Begins.ASKED else by_table - {STARTER}


def begins(lobby: Lobby, party: Party) -> int | None:
    """Return the seat that begins if a party plays, where that is settled beforehand."""
    takes_turns = lobby.chosen.begins in TURNS
    return party.begins if takes_turns and STARTER in lobby.game.shuffles else None


def _begins(lobby: Lobby) -> Begins:
    """Return how it is decided who begins: a party that plays again takes turns at it."""
    takes_turns = lobby.party is not None and lobby.party.begins is not None
    usual = lobby.chosen.begins is Begins.USUAL
    return Begins.ROTATED if usual and takes_turns else lobby.chosen.begins


def _first(lobby: Lobby, given: Mapping[str, object], seats: int) -> int | None:
    """Return the seat that begins, if the oldest does, or the one after the last game's."""
    if lobby.chosen.begins is Begins.OLDEST and "oldest" in given:
        return int(str(given["oldest"]))
    if _begins(lobby) is not Begins.ROTATED:
        return None
    if lobby.party is not None and lobby.party.begins is not None:
        return lobby.party.begins
    return None if lobby.starter is None else (lobby.starter + 1) % seats


def _on_usual(lobby: Lobby) -> Lobby:
    question = lobby.question
    if question is None:
        return lobby
    return replace(lobby, cursor=question.index(dict(lobby.usual).get(question.key)))


def _questions(lobby: Lobby, given: dict[str, object]) -> list[Question]:
    """Return all questions that make sense after the answers so far."""
    game = lobby.game
    asked = []
    if len(lobby.games) > 1:
        titles = tuple((game.id, text("lobby.value", value=game.title)) for game in lobby.games)
        asked.append(Question("game", text("lobby.game"), titles))
    asked += [*_known_parties(lobby, given), _numbers(game)]
    seats = int(str(given.get("players", 0)))
    asked += [_name(lobby, given, seat) for seat in range(seats)]
    if lobby.chosen.begins is Begins.OLDEST and STARTER in game.shuffles:
        who = tuple(
            (seat, text("lobby.value", value=str(given.get(f"name.{seat}", ""))))
            for seat in range(seats)
        )
        asked.append(Question("oldest", text("lobby.oldest"), who))
    asked += [
        _for_seat(given, option, values, seat)
        for option, values in game.seat_choices
        for seat in range(seats)
    ]
    asked.append(Question("level", text("lobby.level"), _named("level", _levels(lobby, given))))
    apart = given.get("level") in game.apart
    for option, values in game.choices:
        if apart and option in game.followed_choices:
            continue
        key = f"option.{option}"
        asked.append(Question(key, text(f"lobby.{key}"), _named(key, values)))
    if not apart:
        asked.append(Question("draw", text("lobby.draw"), _named("draw", (BOX, TABLE, EACH))))
    if given.get("draw") == EACH:
        asked += [
            Question(f"draw.{kind}", text(f"verb.{kind}"), _named("draw", (BOX, TABLE)))
            for kind in game.shuffles
        ]
    if game.id in lobby.copies:
        asked += copy_guide.questions(game, lobby.copies[game.id], given)
    first, left = asked[0], ((TAKE_UP, _TAKE_UP),) if lobby.left else ()
    answers = (*first.answers, *left, (SETTINGS, _SETTINGS))
    return [replace(first, answers=answers), *asked[1:]]


def _known_parties(lobby: Lobby, given: dict[str, object]) -> Iterator[Question]:
    """Yield the question whether a party plays again, unless it is known already who plays."""
    if "players" in given and parties.PARTY not in given:
        return
    robots = len(lobby.robots) if can_play(lobby.game) else 0
    known = parties.fitting(lobby.parties, lobby.game.players, robots=robots)
    if known:
        yield parties.question(known)


def _levels(lobby: Lobby, given: dict[str, object]) -> tuple[str, ...]:
    """Return the levels to choose from: a robot knows only what the box follows, so all of it."""
    names = {name for key, name in given.items() if key.startswith("name.")}
    return lobby.game.all_levels if names.isdisjoint(lobby.robots) else lobby.game.levels[-1:]


def _numbers(game: AnyGame) -> Question:
    numbers = tuple((n, text("lobby.players_n", n=n)) for n in game.players)
    return Question("players", text("lobby.players"), numbers)


def _name(lobby: Lobby, given: dict[str, object], seat: int) -> Question:
    """Return the question who sits in a seat, without names that are taken; a robot comes last."""
    offered = seat > 0 and can_play(lobby.game)
    keys = (f"name.{other}" for other in range(seat))
    taken = {given[key] for key in keys if key in given}
    left = [name for name in lobby.names if name not in taken and _suits(lobby, name, seat)]
    robots = [name for name in lobby.robots if name not in taken][:1]
    answers = (
        *((name, text("lobby.value", value=name)) for name in left),
        (dial.DIAL, text("lobby.other_name")),
        *((name, text("lobby.value", value=name)) for name in robots if offered),
    )
    which = "next" if seat else "first"
    status = f"{seat + 1}/{given.get('players', seat + 1)}"
    return Question(f"name.{seat}", text(f"lobby.name.{which}"), answers, status)


def _suits(lobby: Lobby, name: str, seat: int) -> bool:
    """Tell whether a name is no colour, or that of the pieces that the seat plays."""
    pieces = lobby.game.seat_colours
    colour = _named_colours(lobby).get(name)
    return not colour or not pieces or colour == "".join(pieces[seat : seat + 1])


def _named_colours(lobby: Lobby) -> dict[str, str]:
    """Return the names that are colours, in all languages."""
    return {
        name: colour for naming in lobby.naming.values() for name, colour in naming.colours.items()
    }


def _for_seat(given: dict[str, object], option: str, values: Sequence[str], seat: int) -> Question:
    """Return the question which of the remaining values of an option a seat takes."""
    taken = {given.get(f"seat.{option}.{other}") for other in range(seat)}
    left = [value for value in values if value not in taken]
    player = text("lobby.value", value=str(given.get(f"name.{seat}", "")))
    return Question(
        f"seat.{option}.{seat}",
        text(f"lobby.option.{option}", player=player),
        _named(option, left),
    )


def _named(key: str, values: Sequence[str]) -> tuple[tuple[object, Text], ...]:
    return tuple((value, text(f"{key}.{value}")) for value in values)
