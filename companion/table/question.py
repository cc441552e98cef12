"""A question of the setup, with the answers to choose from."""

from dataclasses import dataclass

from companion.engine.text import Text


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and the possible answers with their names."""

    key: str
    ask: Text
    answers: tuple[tuple[object, Text], ...]
    status: str = ""
    """Which of several such questions this is: 2/3."""

    def index(self, answer: object) -> int:
        """Return the index of an answer, 0 if it is not among the possible ones."""
        return next((i for i, (value, _) in enumerate(self.answers) if value == answer), 0)
