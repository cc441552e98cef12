"""Names to choose from for a seat, by language: past players, colours and robots."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from companion.engine.text import Text, text
from companion.i18n.languages import LANGUAGES, player
from companion.settings.reading import default_players
from companion.table.lobby.lobby import Naming
from companion.table.voice import Voice

COLOURS: Final = (
    *("red", "blue", "green", "yellow", "white", "black", "purple"),
    *("orange", "teal", "brown"),
)
"""The colours that seats may be named after if players have no names."""
ROBOTS: Final = 6
"""How many seats a robot can take, besides that of at least one person."""
VoiceIn = Callable[[str], Voice]
"""Returns the voice of a game in a language, whose catalogues are read then."""


class SeatNames(Mapping[str, Naming]):
    """The names by language. Only the box's default names differ.

    A colour or robot that is also a player's name in any language is left out in all. The
    catalogues of a language are read when its names are first requested: a box uses one or two.
    """

    def __init__(
        self, player_names: tuple[str, ...], voice_in: VoiceIn, may_clash: Iterable[str]
    ) -> None:
        """Store the players' names, and the languages in which they may match a default."""
        self._players, self._voice_in = player_names, voice_in
        self._colours = {text(f"colour.{colour}"): colour for colour in COLOURS}
        further = (text("lobby.robot_n", n=n) for n in range(2, ROBOTS + 1))
        self._robots = (text("lobby.robot"), *further)
        taken = {
            name
            for language in may_clash
            for name in (*self._colours, *self._robots)
            if voice_in(language).short(name) in player_names
        }
        self._free = tuple(name for name in (*self._colours, *self._robots) if name not in taken)
        self._made = cache(self._naming)

    def __getitem__(self, language: str) -> Naming:
        """Return the names in a language. Raises ``KeyError`` for an unknown language."""
        if language not in LANGUAGES:
            raise KeyError(language)
        return self._made(language)

    def __iter__(self) -> Iterator[str]:
        """Yield the languages."""
        return iter(LANGUAGES)

    def __len__(self) -> int:
        """Return the number of languages."""
        return len(LANGUAGES)

    def _naming(self, language: str) -> Naming:
        short = self._voice_in(language).short

        def said(kinds: Iterable[Text]) -> tuple[str, ...]:
            return tuple(short(name) for name in self._free if name in kinds)

        people = (default_name(language, name) for name in self._players)
        colours = {short(name): self._colours[name] for name in self._free if name in self._colours}
        unnamed = frozenset(
            default_name(language, name) for name in self._players if is_default(name)
        )
        return Naming((*people, *said(self._colours)), said(self._robots), colours, unnamed)


def is_default(name: str) -> bool:
    """Return whether a name is one of the box's default names, in any language."""
    return any(name in names for names in map(default_players, LANGUAGES))


def default_name(language: str, name: str) -> str:
    """Return a name, translated if it is one of the box's default names."""
    for names in map(default_players, LANGUAGES):
        if name in names:
            return player(language, names.index(name) + 1)
    return name


def spoken_forms(player_names: Iterable[str]) -> frozenset[str]:
    """Return the spoken forms of texts, with numbers filled in."""
    names = frozenset(player_names)
    return names | {re.sub(r"\d+", "{n}", name) for name in names}
