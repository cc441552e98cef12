"""What pages show of a setup: the question, what each answer means, and which is recommended."""

from typing import TYPE_CHECKING, Any

from companion.table.lobby import Lobby, can_gather
from companion.table.question import Question
from companion.web.viewer import Surroundings
from companion.web.words import Words

if TYPE_CHECKING:
    from companion.web.projection import Speech


def lobby(stage: Lobby, speech: "Speech", surroundings: Surroundings) -> dict[str, Any]:
    """Return the question that is asked now, with a line for each answer that needs one.

    ``gather`` says whether those who have come can take their seats now.
    """
    question, voice = stage.question, speech.voice
    gather = can_gather(stage, len(surroundings.arrived))
    if question is None:
        empty = {"key": "", "title": "", "answers": [], "lines": [], "cursor": 0}
        return {**empty, "best": None, "gather": gather}
    return {
        "key": question.key,
        "title": voice.long(question.ask),
        "answers": [voice.long(name) for _, name in question.answers],
        "lines": [_line(question, answer, speech.words) for answer, _ in question.answers],
        "cursor": stage.cursor,
        "best": _best(stage, question, max(2, len(surroundings.arrived))),
        "gather": gather,
    }


def _line(question: Question, answer: object, words: Words) -> str:
    """Return what an answer means in a line; empty if it speaks for itself."""
    return words.all.get(f"web.about.{question.key}.{answer}", "")


def _best(stage: Lobby, question: Question, people: int) -> int | None:
    """Return the answer that suits most: a game for all who have come, and the box following it."""
    if question.key == "game":
        playable = [game.id for game in stage.games if people in game.players]
        usual = dict(stage.usual).get("game")
        best = usual if usual in playable else next(iter(playable), None)
    elif question.key == "level":
        best = stage.game.levels[-1]
    else:
        return None
    return next((i for i, (answer, _) in enumerate(question.answers) if answer == best), None)
