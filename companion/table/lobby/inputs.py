"""Handles inputs during the setup of a game."""

from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from companion.engine.message import reason
from companion.engine.registry import UnknownGameError
from companion.engine.text import text
from companion.table import name_entry
from companion.table.clocks.choice import ClockChoice
from companion.table.command import CLOSING, PLAIN, STEPS, Command
from companion.table.lobby import (
    arrivals,
    box_settings,
    copy_guide,
    deviations,
    printed_sheet,
)
from companion.table.lobby.box_settings import NextGameSettings
from companion.table.lobby.lobby import (
    AGAIN,
    LANGUAGE,
    SETTINGS,
    TAKE_UP,
    Lobby,
    can_gather,
    on_usual,
)
from companion.table.lobby.start import GameStart, as_last_time, start
from companion.table.name_entry import NameEntry
from companion.table.setup_question import SetupQuestion
from companion.table.state import (
    HELD,
    ArrivalsInput,
    CommandInput,
    Console,
    Cover,
    DisplayInput,
    DoneInput,
    JoinCode,
    LanguageInput,
    Notice,
    PlayersInput,
    SetupAnswer,
    TableInput,
    with_console,
)

PageInput: TypeAlias = SetupAnswer | LanguageInput | DisplayInput | PlayersInput | ArrivalsInput
"""What pages send to a setup, besides commands."""


def lobby_input(lobby: Lobby, item: TableInput) -> Command | PageInput | None:
    """Return the meaning of an input during the setup, ``None`` if it has none.

    Two seats' buttons suffice to answer: the first one confirms, all others move the cursor. A
    joystick moves over the squares of a picture, and over the letters of a name.
    """
    if isinstance(item, DoneInput):
        return Command.NEXT if item.seat else Command.CONFIRM
    if isinstance(item, CommandInput):
        return item.command
    if isinstance(item, Command):
        return item if is_in_plane(lobby) else PLAIN.get(item, item)
    return item if isinstance(item, PageInput) else None


def is_in_plane(lobby: Lobby) -> bool:
    """Return whether a joystick moves over the squares of a picture, or the letters of a name."""
    board = None if lobby.question is None else lobby.question.board
    is_open = lobby.dialling is not None or (board is not None and board.is_open)
    return is_open and lobby.console.cover is None


def handle_lobby(lobby: Lobby, item: Command | PageInput) -> Lobby | GameStart:
    """Return the result of an input: another question, or the start of the game.

    The menu's key goes back; at the first question it changes the language. *Why* shows how phones
    join.
    """
    question = lobby.question
    if question is None:
        return start(lobby)
    if not isinstance(item, Command):
        return _from_a_page(lobby, question, item)
    if isinstance(lobby.console.cover, Notice):
        return with_console(lobby, cover=None) if item in CLOSING else lobby
    if lobby.console.join is not None and (lobby.console.cover is not None or item is Command.WHY):
        return with_console(lobby, cover=_invited(lobby.console.cover, item))
    if lobby.dialling is not None:
        return _on_letters(lobby, lobby.dialling, item)
    return _key(lobby, question, item)


def _from_a_page(
    lobby: Lobby,
    question: SetupQuestion,
    item: PageInput,
) -> Lobby | GameStart:
    """Return the result of an answer on a page; an invalid one changes nothing."""
    if isinstance(item, LanguageInput):
        is_offered = item.language in lobby.console.languages
        return _in_language(lobby, item.language) if is_offered else lobby
    if isinstance(item, DisplayInput):
        return replace(lobby, console=box_settings.apply_input(lobby.console, item))
    if isinstance(item, PlayersInput):
        return arrivals.seat_players(lobby, item) if can_gather(lobby, len(item.players)) else lobby
    if isinstance(item, ArrivalsInput):
        return arrivals.follow_arrivals(lobby, item)
    is_offered = item.key == question.key and item.option in range(len(question.answers))
    return _accept_option(lobby, question, item.option) if is_offered else lobby


def _invited(shown: Cover | None, command: Command) -> Cover | None:
    """Show the join code, or the host's once a key has been held; a click closes it."""
    if shown is None:
        return JoinCode()
    if command in HELD:
        return JoinCode(hosting=True)
    return None if command in CLOSING else shown


def _key(lobby: Lobby, question: SetupQuestion, command: Command) -> Lobby | GameStart:
    if command is Command.BACK and lobby.is_inside:
        return _closed(lobby)
    if command in (Command.BACK, Command.MENU) and lobby.given:
        return on_usual(replace(lobby, given=lobby.given[:-1]))
    if command is Command.MENU and lobby.console.language in lobby.console.languages:
        following = lobby.console.languages.index(lobby.console.language) + 1
        return _speaking(lobby, lobby.console.languages[following % len(lobby.console.languages)])
    if command in PLAIN and question.board is not None:
        return replace(
            lobby, cursor=printed_sheet.move_cursor(question.board, lobby.cursor, command)
        )
    if command in (Command.NEXT, Command.PREVIOUS):
        step = 1 if command is Command.NEXT else -1
        return replace(lobby, cursor=(lobby.cursor + step) % len(question.answers))
    return _accept_option(lobby, question, lobby.cursor) if command is Command.CONFIRM else lobby


def _accept_option(lobby: Lobby, question: SetupQuestion, option: int) -> Lobby | GameStart:
    """Return the result of an answer; the language of a new box is not the game's."""
    if question.key == LANGUAGE:
        return _in_language(lobby, str(question.answers[option][0]))
    return _answered(lobby, question, option)


def _in_language(lobby: Lobby, language: str) -> Lobby:
    """Return the lobby in a language chosen by a user, which answers the question for it."""
    spoken, question = _speaking(lobby, language), lobby.question
    if question is None or question.key != LANGUAGE:
        return spoken
    return on_usual(replace(spoken, given=(*spoken.given, (LANGUAGE, language))))


def _speaking(lobby: Lobby, language: str) -> Lobby:
    """Return the lobby in another language, with the default names in it."""
    lobby = with_console(lobby, language=language)
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


def _answered(lobby: Lobby, question: SetupQuestion, option: int) -> Lobby | GameStart:
    answer = question.answers[option][0]
    if lobby.is_inside:
        return _within(lobby, option, answer)
    if answer == AGAIN and lobby.last is not None:
        return as_last_time(lobby.last)
    if answer in _OPENING:
        return replace(_opening(lobby, answer), cursor=0)
    if answer == copy_guide.CHECK:
        return on_usual(replace(lobby, given=(*lobby.given, (copy_guide.GUIDE, answer))))
    return _accepted(lobby, question, answer)


def _within(lobby: Lobby, option: int, answer: object) -> Lobby | GameStart:
    """Return the result of an answer in a list that is open within a question."""
    if lobby.chosen.open:
        return _set(lobby, option, answer)
    if lobby.choosing_left:
        return replace(lobby, resumed_play=int(str(answer)))
    if lobby.deviations.open == deviations.LIST and answer in box_settings.FOR_GAME:
        return on_usual(replace(lobby, chosen=replace(lobby.chosen, open=str(answer))))
    if lobby.deviations.open:
        return _listed(lobby, *deviations.apply_answer(lobby.basis, lobby.deviations, answer))
    assert lobby.dialling is not None  # noqa: S101 - there are no other lists
    return _written(lobby, name_entry.enter_answer(lobby.dialling, answer))


def _on_letters(lobby: Lobby, entry: NameEntry, command: Command) -> Lobby | GameStart:
    """Return the result of a key while a name is entered; *back* deletes a letter of it."""
    if command is Command.CONFIRM:
        return _written(lobby, name_entry.confirm(entry))
    if command is name_entry.FINISHING:
        return _written(lobby, name_entry.finish(entry))
    if command in name_entry.DELETING:
        return _showing(lobby, name_entry.delete_letter(entry)) if entry.name else _closed(lobby)
    is_step = command in STEPS or command in PLAIN
    return _showing(lobby, name_entry.move(entry, command)) if is_step else lobby


def _showing(lobby: Lobby, entry: NameEntry) -> Lobby:
    return replace(lobby, dialling=entry, cursor=entry.cursor)


def _written(lobby: Lobby, written: tuple[NameEntry, bool]) -> Lobby | GameStart:
    """Return the lobby with a name as entered so far; who has a complete one takes the seat."""
    entry, complete = written
    if not complete:
        return _showing(lobby, entry)
    lobby = replace(lobby, dialling=None)
    question = lobby.question
    assert question is not None  # noqa: S101 - the question whom the name is for
    name = _own_name(lobby, entry.name)
    newcomers = (name, *lobby.newcomers)
    usual = (*lobby.usual, (question.key, name))
    after = _accepted(replace(lobby, newcomers=newcomers, usual=usual), question, name)
    return _on_next_name(after) if isinstance(after, Lobby) else after


def _on_next_name(lobby: Lobby) -> Lobby:
    """Return the lobby with the letters for the next name, if it asks for one.

    Where people are left whom the box knows, they are listed, with the cursor on the letters unless
    they are here with a phone.
    """
    question = lobby.question
    first = None if question is None else question.answers[0][0]
    if first in lobby.arrived:
        return lobby
    if first != name_entry.DIAL:
        return _on_entry(lobby)
    return replace(_opening(lobby, name_entry.DIAL), cursor=0)


def _on_entry(lobby: Lobby) -> Lobby:
    """Return the lobby with its cursor where the next name is entered, if it asks for one."""
    question = lobby.question
    listed = () if question is None else (answer for answer, _ in question.answers)
    at = next((i for i, answer in enumerate(listed) if answer == name_entry.DIAL), lobby.cursor)
    return replace(lobby, cursor=at)


def _accepted(lobby: Lobby, question: SetupQuestion, answer: object) -> Lobby | GameStart:
    answered = _given(lobby, question, answer)
    return start(answered) if answered.question is None else answered


def _given(lobby: Lobby, question: SetupQuestion, answer: object) -> Lobby:
    """Return the lobby with one more answer; a game with broken rules cannot be chosen."""
    given = (*lobby.given, (question.key, answer))
    try:
        return on_usual(replace(lobby, given=given))
    except UnknownGameError as error:
        return with_console(lobby, cover=Notice(text("table.journal", what=reason(error))))


_OPENING: Final = (SETTINGS, TAKE_UP, name_entry.DIAL, deviations.OPEN)
"""The answers that open a list of their own."""


def _opening(lobby: Lobby, answer: object) -> Lobby:
    if answer == TAKE_UP:
        return replace(lobby, choosing_left=True)
    if answer == name_entry.DIAL:
        return replace(
            lobby, dialling=name_entry.begin(lobby.console.alphabets, lobby.console.language)
        )
    if answer == deviations.OPEN:
        return replace(lobby, deviations=replace(lobby.deviations, open=deviations.LIST))
    return replace(lobby, chosen=replace(lobby.chosen, open=box_settings.LIST))


def _own_name(lobby: Lobby, name: str) -> str:
    """Return a unique name."""
    used_names = {answer for key, answer in lobby.given if key.startswith("name.")}
    return next(
        own for own in (name, *(f"{name} {n}" for n in range(2, 9))) if own not in used_names
    )


def _listed(lobby: Lobby, changed: deviations.Deviations, cursor: int) -> Lobby:
    """Return the lobby with its list of deviations; one of them opens at its value."""
    after = replace(lobby, deviations=changed)
    return replace(after, cursor=cursor) if changed.open == deviations.LIST else on_usual(after)


def _closed(lobby: Lobby) -> Lobby:
    """Close the values of a setting, the settings, the games, or the letters of a name."""
    if lobby.deviations.open and lobby.chosen.open:
        return _back_in_list(replace(lobby.chosen, timing=ClockChoice()), lobby)
    if lobby.deviations.open:
        return _listed(lobby, *deviations.close_list(lobby.basis, lobby.deviations))
    if lobby.choosing_left:
        return on_usual(replace(lobby, choosing_left=False))
    if lobby.dialling is not None:
        return _on_entry(on_usual(replace(lobby, dialling=None)))
    within = lobby.chosen.open not in ("", box_settings.LIST)
    opened = box_settings.LIST if within else ""
    closed = replace(lobby.chosen, open=opened, timing=ClockChoice())
    return on_usual(replace(lobby, chosen=closed))


def _back_in_list(chosen: NextGameSettings, lobby: Lobby) -> Lobby:
    """Return the lobby with its list of deviations, and the cursor on the setting changed there."""
    entry = lobby.chosen.open
    after = replace(lobby, chosen=replace(chosen, open=""))
    assert after.question is not None  # noqa: S101 - the list
    return replace(after, cursor=after.question.index(entry))


def _set(lobby: Lobby, option: int, answer: object) -> Lobby:
    """Change a setting; the cursor keeps its place in the list."""
    chosen, console = box_settings.apply_answer(lobby.chosen, lobby.console, answer)
    if lobby.deviations.open and chosen.open == box_settings.LIST:
        return _back_in_list(chosen, lobby)
    if console.language != lobby.console.language:
        lobby = _speaking(lobby, console.language)
    after = replace(lobby, chosen=chosen, console=replace(lobby.console, **_kept(console)))
    if chosen.open == lobby.chosen.open and chosen.timing == lobby.chosen.timing:
        return replace(after, cursor=option)
    return on_usual(after)


def _kept(console: Console) -> dict[str, Any]:
    return {"quiet": console.quiet, "brightness": console.brightness}
