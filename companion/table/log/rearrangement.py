"""What has to be put right at the table after an edit of the log has changed earlier steps."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from companion.engine.rules import AnyGame
from companion.engine.text import Text, text
from companion.table.log.log_step import LogStep
from companion.table.task import Task
from companion.table.text_lists import join_texts

_NAMED: Final = 3
"""How many things are named; the board shows the others."""
_ALL, _SOME = "table.put_right", "table.put_right_more"


def rearrangement(game: AnyGame, before: Any, after: Any) -> Text | None:  # noqa: ANN401 - states
    """Return what to put right where the table shows one state and another one counts.

    It names what lies elsewhere, such as a cube that is taken back, and the places that differ. It
    is ``None`` if everything that lies open lies as it should.
    """
    shown, due = Counter(game.sprites(before)), Counter(game.sprites(after))
    if shown == due:
        return None
    moved = [*(shown - due), *(due - shown)]
    names = list(dict.fromkeys(sprite.name for sprite in moved if sprite.name is not None))
    places = " ".join(sorted({sprite.place for sprite in moved}))
    if not names:
        return None
    key = _SOME if len(names) > _NAMED else _ALL
    # The places are for the picture beside the words.
    return text(key, what=join_texts(names[:_NAMED]), places=places)


def shown_state(
    steps: Sequence[LogStep],
    state: Any,  # noqa: ANN401 - a game's
    tasks: Sequence[Task],
) -> Any:  # noqa: ANN401 - a game's
    """Return the state that the table shows while ``tasks`` are open, which ``steps`` have led to.

    ``state`` is that after all steps. As long as something has to be put right, the table shows
    what lay there before the log was changed.
    """
    wrong = next((task.shows for task in tasks if task.shows is not None), None)
    if wrong is not None or not tasks:
        return state if wrong is None else wrong
    first = tasks[0].action
    return next((step.state for step in reversed(steps) if step.action == first), state)
