"""Words for texts: gettext catalogues, read once for a language.

The message ids are the keys of :mod:`companion.engine.text`; a message in the context ``short``
is for a line of 21 columns and may be missing, then the long one serves. A text with a parameter
``n`` has plural forms. Messages to whoever sets a box up have catalogues of their own, in which the
ids are the English templates. The rules of a game have catalogues of their own, too, in which the
ids are those of the rules; nobody needs them who does not ask why.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from sys import modules
from typing import Final

from companion.engine.game import AnyGame
from companion.engine.message import Message, translated
from companion.engine.text import Param, Seat, Text

LANGUAGES: Final = ("en", "de")
_SHORT: Final = "short"
_ORDER: Final = "order"
_DOCUMENT: Final = "document"
_NO_RULES: Final = frozenset({_ORDER, _DOCUMENT})
"""What a catalogue of rules says beside the rules."""


class Catalogue:
    """The words of one language for one game; a ``companion.table.view.Voice``."""

    def __init__(self, language: str, game: AnyGame, players: Sequence[str]) -> None:
        """Read the words of the companion and of ``game``; ``players`` are the seats' names."""
        self._phrases = Phrases(language, lambda: (game,))
        self._words = _read(_folder(game), language)
        self._words.add_fallback(_read(files("companion.table") / "text", language))
        self._players = tuple(players)
        self._language, self._game = language, game

    @staticmethod
    def languages(game: AnyGame) -> tuple[str, ...]:
        """Return the languages in which ``game`` has words."""
        folder = _folder(game)
        return tuple(each for each in LANGUAGES if (folder / f"{each}.mo").is_file())

    def long(self, message: Text) -> str:
        """Return the words in full."""
        return self._say(message, short=False)

    def short(self, message: Text) -> str:
        """Return words for a line of 21 columns."""
        return self._say(message, short=True)

    def rule(self, rule: str) -> str:
        """Return a rule in a sentence or two; empty if the game has no words for it."""
        return self._rulebook.words(rule)

    @cached_property
    def tells_rules(self) -> bool:
        """Whether the game has words for its rules."""
        return _rules_file(self._game, LANGUAGES[0]).is_file()

    @cached_property
    def _rulebook(self) -> "Rulebook":
        return Rulebook(self._language, self._game)

    def _say(self, message: Text, *, short: bool) -> str:
        params = {name: self._param(each, short=short) for name, each in message.params.items()}
        words = self._find(message.key, message.params, short=short)
        return words.format_map(params)

    def _find(self, key: str, params: Mapping[str, Param], *, short: bool) -> str:
        n = params.get("n")
        plural = n if isinstance(n, int) else 1
        if short:
            words = self._words.npgettext(_SHORT, key, key, plural)
            if words != key:
                return words
            words = self._words.pgettext(_SHORT, key)
            if words != key:
                return words
        words = self._words.ngettext(key, key, plural)
        return words if words != key else self._words.gettext(key)

    def _param(self, value: Param, *, short: bool) -> str | int:
        if isinstance(value, Seat):
            return self._players[value.index]
        if isinstance(value, Message):
            return self._phrases.tell(value)
        return self._say(value, short=short) if isinstance(value, Text) else value


class UnknownRuleError(ValueError):
    """A game has no such rule; the message names the nearest."""


class Rulebook:
    """The rules of a game in a sentence or two each; a game may have no words for them.

    Two messages are no rules: ``order``, all ids as one reads them, and ``document``, where the
    rules stand in full. They are read from the English catalogue.
    """

    def __init__(self, language: str, game: AnyGame) -> None:
        """Read the words, in English if there are none in ``language``."""
        own = _rules_file(game, language)
        self._english = _read_messages(_rules_file(game, LANGUAGES[0]))
        self._words = _read_messages(own) if own.is_file() else self._english

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all rules, in the order in which one reads them."""
        return tuple(_said(self._english, _ORDER).split())

    def words(self, rule: str) -> str:
        """Return a rule in a sentence or two; empty if there are no words for it."""
        return "" if rule in _NO_RULES else _said(self._words, rule)

    def document(self, rule: str) -> str:
        """Return where a rule stands in full, as a page and the anchor on it.

        Without a rule it is where all of them stand; empty if the game does not tell.
        """
        page = _said(self._english, _DOCUMENT)
        return f"{page}#{rule.lower()}" if page and rule else page

    def find(self, wanted: str) -> tuple[str, ...]:
        """Return the rule of an id, or all rules whose ids begin so, in small letters too.

        The letters of the game may be left out: ``r14`` is ``IC-R14``.
        """
        given = wanted.upper()
        for begins in (re.escape(given), rf"{re.escape(given)}(-.*|\d+)", rf"{re.escape(given)}.*"):
            pattern = re.compile(rf"([A-Z]+-)?{begins}")
            if found := tuple(each for each in self.ids if pattern.fullmatch(each)):
                return found
        return ()

    def near(self, wanted: str) -> tuple[str, ...]:
        """Return the three ids that are most like what is wanted."""
        from difflib import get_close_matches  # a table never asks for it

        return tuple(get_close_matches(wanted.upper(), self.ids, 3, 0.0))


class Phrases:
    """Templates of messages in one language: the program's, then those of games, then English."""

    def __init__(self, language: str, games: Callable[[], Iterable[AnyGame]]) -> None:
        """Read the program's templates; ``games`` are asked for if one is not among them."""
        self.language = language
        self._games = games
        self._program = _read_messages(files("companion.i18n") / "text" / f"{language}.mo")

    def __call__(self, template: str) -> str:
        """Return a template in this language."""
        if not template or self.language == LANGUAGES[0]:
            return template
        found = self._program.gettext(template)
        return self._of_games(template) if found == template else found

    def tell(self, message: str) -> str:
        """Return a message in this language; a plain string stays as it is."""
        return translated(message, self)

    def _of_games(self, template: str) -> str:
        found = (each.gettext(template) for each in self._catalogues)
        return next((each for each in found if each != template), template)

    @cached_property
    def _catalogues(self) -> Sequence[NullTranslations]:
        name = f"messages.{self.language}.mo"
        return [_read_messages(_folder(game) / name) for game in self._games()]


def _folder(game: AnyGame) -> Traversable:
    """Return the folder of a game's catalogues: ``text`` beside the module of its class."""
    package = modules[type(game).__module__].__package__ or ""
    return files(package) / "text"


def _rules_file(game: AnyGame, language: str) -> Traversable:
    return _folder(game) / f"rules.{language}.mo"


def _said(words: NullTranslations, key: str) -> str:
    """Return the words of a key; empty if there are none."""
    found = words.gettext(key) if key else ""
    return "" if found == key else found


def _read(folder: Traversable, language: str) -> NullTranslations:
    """Read a catalogue; who has no words in ``language`` speaks English."""
    path = folder / f"{language}.mo"
    if not path.is_file():
        path = folder / f"{LANGUAGES[0]}.mo"
    with path.open("rb") as stream:
        return GNUTranslations(stream)


def _read_messages(path: Traversable) -> NullTranslations:
    """Read a catalogue of templates; one that is not there has none."""
    if not path.is_file():
        return NullTranslations()
    with path.open("rb") as stream:
        return GNUTranslations(stream)
