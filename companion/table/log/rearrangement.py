"""What has to be put right at the table after an edit of the log has changed earlier steps."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from companion.engine.picture import Sprite
from companion.engine.rules import AnyGame
from companion.engine.text import Text, text
from companion.table.log.log_step import LogStep
from companion.table.task import Task

_NAMED: Final = 3
"""How many things are named; the board shows the others."""


def rearrangement(game: AnyGame, before: Any, after: Any) -> Text | None:  # noqa: ANN401 - states
    """Return what to put right where the table shows one state and another one counts.

    It names what lies elsewhere, such as a cube that is taken back, and the places that differ. It
    is ``None`` if everything that lies open lies as it should.
    """
    shown, due = _lying(game, before), _lying(game, after)
    if shown == due:
        return None
    moved = [*(shown - due), *(due - shown)]
    names = list(dict.fromkeys(sprite.name for sprite in moved if sprite.name is not None))
    places = " ".join(sorted({sprite.place for sprite in moved}))
    return _put_right(names, places) if names else None


def _lying(game: AnyGame, state: Any) -> Counter[Sprite]:  # noqa: ANN401 - a game's
    return Counter(game.sprites(state))


def _put_right(names: Sequence[Text], places: str) -> Text:
    """Return the text; its ``places`` are for the picture beside it."""
    listed, *others = names[:_NAMED]
    for name in others:
        listed = text("table.and", first=listed, last=name)
    key = "table.put_right_more" if len(names) > _NAMED else "table.put_right"
    return text(key, what=listed, places=places)


def laid_state(steps: Sequence[LogStep], state: Any, tasks: Sequence[Task]) -> Any:  # noqa: ANN401 - a game's
    """Return the state that the table shows while ``tasks``, which the last steps led to, are open.

    ``state`` is that after all ``steps``.
    """
    if not tasks:
        return state
    actions = [task.action for task in tasks]
    waiting = (step.state for step in reversed(steps) if step.action == actions[0])
    return next(waiting, state)
