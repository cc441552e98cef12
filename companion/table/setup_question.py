"""A question of the setup, with its answers."""

import msgspec

from companion.engine.owners_copy import PrintedSheet
from companion.engine.text import Text


class AnswerBoard(msgspec.Struct, frozen=True):
    """A picture beside a question; if ``is_open``, its squares are the first answers."""

    sheet: PrintedSheet
    is_open: bool = False


class SetupQuestion(msgspec.Struct, frozen=True):
    """A question, and the possible answers with their names."""

    key: str
    ask: Text
    answers: tuple[tuple[object, Text], ...]
    status: str = ""
    """Which of several such questions this is: 2/3."""
    place: Text | None = None
    """The square that it is about, if it is about one."""
    board: AnswerBoard | None = None
    at: int = 0
    """The answer on which the cursor stands where nothing is usual."""
    titles: tuple[Text, ...] = ()
    """What each answer is about, where that is not the same for all; a panel shows it above."""
    note: Text | None = None
    """What is to be known before anybody answers."""

    def index(self, answer: object) -> int:
        """Return the index of an answer, ``at`` if it is not among the answers."""
        return next((i for i, (value, _) in enumerate(self.answers) if value == answer), self.at)
