"""Questions to `companion ask`: the first line of a case names the game, the second one asks."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

from companion.engine import registry
from companion.engine.general_questions import rules_questions
from companion.engine.questions import RulesQuestions, answer
from labs.fuzz.attack import one_sentence
from labs.fuzz.mutation import spoiled_json, spoiled_text, to_text

_GAMES: Final = Path(__file__).parents[3] / "tests" / "games"


class QuestionTarget:
    """The rules desks of all games."""

    name = "ask"

    def __init__(self) -> None:
        self._desks: dict[str, RulesQuestions] = {
            name: rules_questions(name) for name in registry.names()
        }
        self._tokens = (
            "type",
            "R",
            "Y",
            "a1",
            "f6",
            "A",
            "B",
            "N",
            "I",
            "dummy",
            "DUMMY",
            "X",
            "--",
        )

    def seeds(self) -> Sequence[bytes]:
        """Return the worked examples of all games."""
        return [
            f"{_game(file)}\n{line}".encode()
            for file in sorted(_GAMES.rglob("examples.jsonl"))
            for line in file.read_text(encoding="utf-8").splitlines()
        ]

    def spoil(self, seed: bytes, source: Random) -> bytes:
        """Return a question with something wrong in it."""
        game, _, line = seed.decode("utf-8", "replace").partition("\n")
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict) or source.random() < 0.1:
            line = spoiled_text(line, source, self._tokens)
        else:
            asked = value.get("in")
            if isinstance(asked, dict) and source.random() < 0.95:
                value["in"] = spoiled_json(asked, source, self._tokens)
            else:
                value = spoiled_json(value, source, self._tokens)
            line = to_text(value, source)
        return f"{game}\n{line}".encode("utf-8", "replace")

    def feed(self, case: bytes) -> Counter[str]:
        """Ask; the answer is JSON in one line, and says what is wrong with the question."""
        game, _, line = case.decode("utf-8", "replace").partition("\n")
        given = answer(self._desks.get(game, self._desks["inner-compass"]), line)
        assert "\n" not in given.line
        found = json.loads(given.line, parse_constant=_refuse)
        assert ("error" in found) is given.malformed
        if not given.malformed:
            assert "out" in found
            return Counter(["taken"])
        assert found["error"]["code"] == "bad-question"
        one_sentence(found["error"]["message"])
        return Counter(["bad-question"])


def _game(examples: Path) -> str:
    """Return the game whose examples a file holds."""
    return examples.relative_to(_GAMES).parts[0].replace("_", "-")


def _refuse(constant: str) -> None:
    raise AssertionError(f"{constant} is not JSON")
