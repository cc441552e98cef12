"""Messages of a box without names that operators have removed.

A name is replaced where names stand, and in sentences about a game that its bearer plays: a card,
a phase or the title of a game may be called the same.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final
from unicodedata import combining

from companion_hub.players import folded, plain
from companion_hub.withheld import HIDDEN, masked

SENTENCES: Final = frozenset(
    (
        *("prompt", "status", "message", "why", "text", "left", "right", "because"),
        *("caption", "ask", "answers", "lines"),
    )
)
"""Keys of a view and a picture under which there are words for people."""
Messages = Mapping[str, Mapping[str, Any]]
"""What a box has sent, by topic."""


def masked_messages(said: Messages, hidden: frozenset[str]) -> dict[str, Mapping[str, Any]]:
    """Return the messages of a box without hidden names; a title with one of them is left out."""
    playing = players_of(said)
    wanted = frozenset(folded(name) for name in playing) & hidden - {""}
    found = dict(said)
    if "status" in said:
        found["status"] = _masked_status(said["status"], hidden)
    if "state" in said:
        found["state"] = _masked_state(said["state"], hidden)
    for topic in ("view", "picture"):
        if topic in said:
            found[topic] = _masked_view(said[topic], hidden, wanted)
    return found


def players_of(said: Messages) -> list[str]:
    """Return the names of those who play at a box, as it has sent them."""
    state, view = said.get("state", {}), said.get("view", {})
    players = view.get("players")
    seats = players if isinstance(players, list | tuple) else ()
    names = [each.get("name") for each in seats if isinstance(each, Mapping)]
    told = state.get("players")
    names += [*(told if isinstance(told, list | tuple) else ()), state.get("player")]
    return [name for name in names if isinstance(name, str)]


def without_names(text: str, hidden: Iterable[str]) -> str:
    """Return a text in which a dash stands for each hidden name that is a whole word of it."""
    for name in sorted(hidden, key=len, reverse=True):
        if name and name in plain(text):
            text = _without(text, name)
    return text


def _without(text: str, name: str) -> str:
    """Return a text without a name, in whatever spelling it stands there."""
    parts = [part for part in _LETTERS.findall(text) if plain(part)]
    if not parts:
        return text
    spelled, starts, ends, at = "", {}, {}, 0
    for part in parts:
        at = text.index(part, at)
        starts[len(spelled)] = at
        spelled += plain(part)
        at += len(part)
        ends[len(spelled)] = at
    kept, last, found = [], 0, spelled.find(name)
    while found >= 0:
        begin, end = starts.get(found), ends.get(found + len(name))
        if begin is not None and end is not None and _is_word(text, begin, end):
            kept += [text[last:begin], HIDDEN]
            last, found = end, spelled.find(name, found + len(name))
        else:
            found = spelled.find(name, found + 1)
    return "".join((*kept, text[last:]))


_LETTERS: Final = re.compile(r"[\s\S](?:[^\w\s!-/:-@\[-`{-~\u2000-\u200a\u2010-\u205e])*")
"""A character with the marks and characters of format that belong to it."""


def _is_word(text: str, begin: int, end: int) -> bool:
    """Tell whether no word goes on before or behind a part of a text."""
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
    return masked([name], hidden)[0] if isinstance(name, str) else name


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
    """Return a JSON value whose sentences have none of these names in them."""
    if isinstance(value, str):
        return without_names(value, names) if key in SENTENCES else value
    if isinstance(value, dict):
        return {each: _masked_sentences(value[each], names, each) for each in value}
    if isinstance(value, list | tuple):
        return [_masked_sentences(each, names, key) for each in value]
    return value
