"""Cache of rendered parts of the view."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Final, Generic, TypeVar, cast

import msgspec

from companion.engine.game import Line, ScoreLine
from companion.engine.picture import Emblem
from companion.engine.text import Text
from companion.table.voice import Voice
from companion.web.views.json_text import (
    Json,
    JsonList,
    JsonObject,
    to_json,
)
from companion.web.views.sprites import Sprites

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
H = TypeVar("H")

_MOST: Final = 256
"""How many answers are kept of each kind."""


class Memo(Generic[K, V]):
    """Cached results by key; it is cleared when it exceeds its limit."""

    def __init__(self) -> None:
        """Start empty."""
        self._answers: dict[K, V] = {}

    def get(self, key: K, answer: Callable[[K], V]) -> V:
        """Return the cached result, computing it if it is missing."""
        try:
            return self._answers[key]
        except KeyError:
            if len(self._answers) >= _MOST:
                self._answers.clear()
            found = self._answers[key] = answer(key)
            return found

    def __len__(self) -> int:
        """Return the number of cached results."""
        return len(self._answers)


class Texts:
    """The JSON of each part of the views, serialized again only after a change of the part."""

    def __init__(self) -> None:
        """Start empty."""
        self._last: dict[Hashable, dict[str, tuple[object, Json]]] = {}

    def of(self, whose: Hashable, view: Mapping[str, object]) -> dict[str, Json]:
        """Return a view with each of its values as JSON; ``whose`` is part of the cache key."""
        last = self._last.setdefault(whose, {})
        return {key: _text(last, key, value, to_json) for key, value in view.items()}

    def of_list(
        self,
        whose: Hashable,
        key: str,
        source: object,
        tell: Callable[[], Iterable[Mapping[str, object]]],
    ) -> Json:
        """Return a list of objects as JSON; it is rebuilt only when its ``source`` has changed.

        Most lists stay the same for the other viewers after an action, so nothing has to be
        rendered in any language.
        """
        last = self._last.setdefault(whose, {})
        return _text(last, key, source, lambda _: JsonList.of(tell()))


def _text(
    last: dict[str, tuple[object, Json]], key: str, source: V, write: Callable[[V], Json]
) -> Json:
    """Return the last text of the same source, else serialize it."""
    previous = last.get(key)
    if previous is None or previous[0] != source:
        previous = last[key] = (source, write(source))
    return previous[1]


class RenderCache(msgspec.Struct, frozen=True):
    """Rendered parts that stay the same in a game of the same players, for all languages."""

    sprites: Sprites = msgspec.field(default_factory=Sprites)
    texts: Texts = msgspec.field(default_factory=Texts)
    spaces: Memo[frozenset[str], frozenset[str]] = msgspec.field(default_factory=Memo)
    """The ids of all spaces; a set that comes again is the same object, whose hash is known."""
    printed: Memo[tuple[str, frozenset[str]], tuple[str, ...]] = msgspec.field(default_factory=Memo)
    """The spaces that are called as a key ends."""
    emblems: Memo[Text, Emblem] = msgspec.field(default_factory=Memo)
    lines: Memo[tuple[Voice, Line, str], JsonObject] = msgspec.field(default_factory=Memo)
    """Lines by the voice that speaks them and by the rule that they have."""
    scores: Memo[tuple[Voice, ScoreLine, tuple[str, ...]], JsonObject] = msgspec.field(
        default_factory=Memo
    )
    """Lines of points, with the spaces that each names."""
    names: Memo[tuple[Voice, Text], Mapping[str, Any]] = msgspec.field(default_factory=Memo)
    """The labels of what can be chosen, with drawings."""
    _last: dict[str, Any] = msgspec.field(default_factory=dict)

    def same(self, what: str, found: H) -> H:
        """Return the previous equal answer of the rules, else the new one.

        A comparison with the last published value is then a check of identity.
        """
        if self._last.get(what) != found:
            self._last[what] = found
        return cast("H", self._last[what])
