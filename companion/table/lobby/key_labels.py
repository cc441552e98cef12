"""Labels of the keys during the setup of a game."""

from collections.abc import Mapping

from companion.engine.text import Text, text
from companion.table.binding import label
from companion.table.command import CLOSING, PLAIN, Command
from companion.table.lobby.inputs import is_in_plane
from companion.table.lobby.lobby import Lobby
from companion.table.name_entry import DELETING, FINISHING
from companion.table.setup_question import SetupQuestion
from companion.table.state import HELD, JoinCode, Notice


def lobby_labels(lobby: Lobby) -> Mapping[Command, Text]:
    """Return the label of each command that has an effect."""
    question, console = lobby.question, lobby.console
    if question is None:
        return {}
    if isinstance(console.cover, Notice):
        return dict.fromkeys(CLOSING, label("read"))
    if console.join is not None and isinstance(console.cover, JoinCode):
        held = {} if console.cover.hosting else dict.fromkeys(HELD, label("host_code"))
        return {**dict.fromkeys(CLOSING, label("close")), **held}
    join = {Command.WHY: label("join")} if console.join is not None else {}
    return {**_answering(lobby, question), **_back(lobby), **join}


def _answering(lobby: Lobby, question: SetupQuestion) -> dict[Command, Text]:
    steps = {Command.NEXT: label("next"), Command.PREVIOUS: label("previous")}
    return {
        Command.CONFIRM: label("take"),
        **(steps if len(question.answers) > 1 else {}),
        **(dict.fromkeys(PLAIN, label("move")) if is_in_plane(lobby) else {}),
    }


def _back(lobby: Lobby) -> dict[Command, Text]:
    """Return the binding of *back*; at the first question it may return to the last game."""
    back, console = label("back"), lobby.console
    if lobby.dialling is not None:
        done = {FINISHING: text("dial.take")} if lobby.dialling.name else {}
        return {**dict.fromkeys(DELETING, label("delete") if done else back), **done}
    if lobby.given:
        return {Command.BACK: back, Command.MENU: back}
    returning = {Command.BACK: back} if lobby.can_return or lobby.is_inside else {}
    if console.language not in console.languages or len(console.languages) == 1:
        return returning
    at = console.languages.index(console.language) + 1
    following = console.languages[at % len(console.languages)]
    return {**returning, Command.MENU: text(f"language.{following}")}
