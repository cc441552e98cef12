"""Entry of a name letter by letter, for boxes without a keyboard."""

from typing import Final

from companion.engine.text import text
from companion.table.setup_question import SetupQuestion

DIAL: Final = "dial"
"""The answer to who sits there: somebody whose name is not in the list."""
LONGEST: Final = 12
"""The most letters of a name that is dialled."""
_TAKE, _DELETE = "take", "delete"
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ-"


def question(name: str) -> SetupQuestion:
    """Return the question for the next letter; the name so far is shown above the letters."""
    done = ((_TAKE, text("dial.take")), (_DELETE, text("dial.delete"))) if name else ()
    letters = tuple((letter, text("lobby.value", value=letter)) for letter in _LETTERS)
    return SetupQuestion(DIAL, text("lobby.dial", name=f"{name}_"), (*letters, *done))


def enter_letter(name: str, answer: object) -> tuple[str, bool]:
    """Return the name after an answer, and whether it is complete."""
    if answer == _TAKE:
        return name, True
    if answer == _DELETE:
        return name[:-1], False
    letter = str(answer)
    name += letter if not name or name[-1] == "-" else letter.lower()
    return name, len(name) >= LONGEST
