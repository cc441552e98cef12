"""Task that people have to do at the table, as a value."""

import msgspec

from companion.engine.game import Action
from companion.engine.text import Text


class Task(msgspec.Struct, frozen=True):
    """Something that people must do at the table after ``action``, so that it matches the box.

    It stays with the ``seat`` that owes it; without one it is everybody's.
    """

    what: Text
    action: Action
    seat: int | None = None
