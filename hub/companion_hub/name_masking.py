"""Masks names that operators have removed in messages of a box.

A name is replaced in fields for names, and in sentences about a game of that player: a card, a
phase or the title of a game may have the same name.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final
from unicodedata import combining

from companion.protocol.mqtt import (
    PictureMessage,
    StateMessage,
    StatusMessage,
    ViewMessage,
)
from companion_hub.players import fold_name, plain
from companion_hub.removal_checks import HIDDEN, mask_names

SENTENCES: Final = frozenset(
    (
        *("prompt", "status", "message", "why", "text", "left", "right", "because"),
        *("caption", "ask", "answers", "lines"),
    )
)
"""Keys of a view and a picture under which there are words for people."""
Messages = Mapping[str, Mapping[str, Any]]
"""Messages of a box, by topic."""


class MaskedMessages(Mapping[str, Mapping[str, Any]]):
    """The messages of a box without hidden names; each is computed lazily, once."""

    def __init__(self, messages: Messages, hidden: frozenset[str]) -> None:
        """Store the hidden names in normalised form."""
        self._messages, self._hidden = dict(messages), hidden
        playing = players_of(messages)
        self._playing = frozenset(fold_name(name) for name in playing) & hidden - {""}
        self._masked: dict[str, Mapping[str, Any]] = {}

    def __getitem__(self, topic: str) -> Mapping[str, Any]:
        """Return a message; a title with a hidden name is omitted. Raises ``KeyError``."""
        if topic not in self._masked:
            self._masked[topic] = self._without_names(topic, self._messages[topic])
        return self._masked[topic]

    def __iter__(self) -> Iterator[str]:
        """Return the topics."""
        return iter(self._messages)

    def __len__(self) -> int:
        """Return the number of messages."""
        return len(self._messages)

    def _without_names(self, topic: str, message: Mapping[str, Any]) -> Mapping[str, Any]:
        if topic == StatusMessage.topic.name:
            return _masked_status(message, self._hidden)
        if topic == StateMessage.topic.name:
            return _masked_state(message, self._hidden)
        if topic in (ViewMessage.topic.name, PictureMessage.topic.name):
            return _masked_view(message, self._hidden, self._playing)
        return message


def players_of(messages: Messages) -> list[str]:
    """Return the names of the players at a box, as sent by it."""
    state, view = (
        messages.get(StateMessage.topic.name, {}),
        messages.get(ViewMessage.topic.name, {}),
    )
    seated = view.get("players")
    seats = seated if isinstance(seated, list | tuple) else ()
    names = [each.get("name") for each in seats if isinstance(each, Mapping)]
    players = state.get("players")
    names += [*(players if isinstance(players, list | tuple) else ()), state.get("player")]
    return [name for name in names if isinstance(name, str)]


def without_names(text: str, hidden: Iterable[str]) -> str:
    """Return a text with a dash for each hidden name that is a whole word in it."""
    spelled = plain(text)
    names = sorted((name for name in hidden if name and name in spelled), key=len, reverse=True)
    return _without(text, names) if names else text


def _without(text: str, names: Sequence[str]) -> str:
    """Return a text without some names in any spelling.

    Where two of them overlap, the one that comes first in ``names`` is replaced.
    """
    spelled, starts, ends = _spelled(text)
    found: list[tuple[int, int]] = []
    free = bytearray(b"\1" * len(text))
    for name in names:
        at = spelled.find(name)
        while at >= 0:
            begin, end = starts.get(at, -1), ends.get(at + len(name), -1)
            if 0 <= begin < end and all(free[begin:end]) and _is_word(text, begin, end):
                found.append((begin, end))
                free[begin:end] = bytes(end - begin)
            at = spelled.find(name, at + 1)
    kept, last = [], 0
    for begin, end in sorted(found):
        kept += [text[last:begin], HIDDEN]
        last = end
    return "".join((*kept, text[last:]))


def _spelled(text: str) -> tuple[str, dict[int, int], dict[int, int]]:
    """Return a text in normalised spelling, and the mapping of its positions to the original.

    The positions are the starts and the ends of characters.
    """
    spelling = {part: plain(part) for part in {*_LETTERS.findall(text)}}
    spelled, starts, ends, length = [], {}, {}, 0
    for match in _LETTERS.finditer(text):
        part = spelling[match[0]]
        if part:
            starts[length] = match.start()
            length += len(part)
            ends[length] = match.end()
            spelled.append(part)
    return "".join(spelled), starts, ends


_LETTERS: Final = re.compile(r"[\s\S](?:[^\w\s!-/:-@\[-`{-~\u2000-\u200a\u2010-\u205e])*")
"""A character with the marks and characters of format that belong to it."""


def _is_word(text: str, begin: int, end: int) -> bool:
    """Return whether a part of a text is delimited by word boundaries."""
    before, behind = text[begin - 1 : begin], text[end : end + 1]
    return not (before.isalnum() or behind.isalnum() or (behind and combining(behind)))


def _masked_status(status: Mapping[str, Any], hidden: frozenset[str]) -> Mapping[str, Any]:
    title = status.get("title")
    if isinstance(title, str) and without_names(title, hidden) != title:
        return {**status, "title": ""}
    return status


def _masked_state(state: Mapping[str, Any], hidden: frozenset[str]) -> Mapping[str, Any]:
    found, player = dict(state), state.get("player")
    if isinstance(state.get("players"), list | tuple):
        found["players"] = [_masked_name(each, hidden) for each in state["players"]]
    if player is not None:
        found["player"] = _masked_name(player, hidden)
    return found


def _masked_name(name: object, hidden: frozenset[str]) -> object:
    return mask_names([name], hidden)[0] if isinstance(name, str) else name


def _masked_view(
    view: Mapping[str, Any], hidden: frozenset[str], playing: frozenset[str]
) -> Mapping[str, Any]:
    found: Mapping[str, Any] = _masked_sentences(view, playing) if playing else view
    players = found.get("players")
    if not isinstance(players, list | tuple):
        return found
    seats = [
        {**each, "name": _masked_name(each.get("name"), hidden)}
        if isinstance(each, Mapping) and "name" in each
        else each
        for each in players
    ]
    return {**found, "players": seats}


def _masked_sentences(value: Any, names: frozenset[str], key: str = "") -> Any:  # noqa: ANN401 - of any JSON type
    """Return a JSON value with these names masked in its sentences."""
    if isinstance(value, str):
        return without_names(value, names) if key in SENTENCES else value
    if isinstance(value, dict):
        return {each: _masked_sentences(value[each], names, each) for each in value}
    if isinstance(value, list | tuple):
        return [_masked_sentences(each, names, key) for each in value]
    return value
