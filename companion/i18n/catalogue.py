"""Message catalogues (gettext), each parsed once.

The message ids are the keys of :mod:`companion.engine.text`. A message in the context ``short``
fits a line of 21 characters, one in the context ``page`` is used where there is room for drawings
and whole sentences; if either is missing, the plain one is used. A text within another one may have
a different form, in the context of that text's key: ``place.map``, ``place.map short``, ``place.map
page``. A text with a parameter ``n`` has plural forms. Setup messages have separate catalogues,
whose ids are the English templates. So do the rules of a game, whose ids are those of the rules;
they are read only when a rule is requested.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from gettext import NullTranslations
from typing import Final

from companion.engine.message import Message, translate
from companion.engine.plain_words import FILE, PlainWording, Wording, plain_words
from companion.engine.rules import AnyGame
from companion.engine.text import OWN, Param, Seat, Text
from companion.i18n import languages
from companion.i18n.formats import listed
from companion.i18n.languages import DEFAULT, LANGUAGES, MESSAGES, PROGRAM, RULES, TABLE

_FOUND: Final = 1024
"""How many wordings a catalogue remembers at most, each number of a plural apart."""
_AS_IT_IS: Final = frozenset({int, str})
"""Types of values that need no words."""
_SHORT: Final = "short"
_PAGE: Final = "page"
_ROOMY: Final = ""
"""The context of the plain wording."""
_NAMED: Final = "language."
"""How keys of languages begin; each is called what it calls itself."""
_LIST: Final = "list."
"""How keys of lists begin; the language has their words."""
_ORDER: Final = "order"
_DOCUMENT: Final = "document"
_NO_RULES: Final = frozenset({_ORDER, _DOCUMENT})
"""Messages in a catalogue of rules that are not rules."""


class Catalogue:
    """The texts of one game in one language; a ``companion.table.voice.Voice``."""

    def __init__(
        self, language: str, game: AnyGame, players: Sequence[str], *, pages: bool = False
    ) -> None:
        """Read the texts of the companion and of ``game``; ``players`` are the seats' names.

        With ``pages``, the full wordings are those for a browser.
        """
        self._full = _PAGE if pages else _ROOMY
        self._phrases = Phrases(language, lambda: (game,))
        self._words = _words(game, language)
        self._players = tuple(players)
        self._language, self._game = language, game
        # A catalogue in a catalogue is searched with an exception for each miss: once will do.
        self._find = lru_cache(maxsize=_FOUND)(self._searched)

    columns: Final = 21
    """Characters in a line of the usual panel."""

    @staticmethod
    def languages(game: AnyGame) -> tuple[str, ...]:
        """Return the languages that ``game`` has a catalogue for."""
        package, plain = game.package, _plain_words(game)
        return tuple(
            code for code in LANGUAGES if code in plain or languages.has(package, TABLE, code)
        )

    def long(self, message: Text) -> str:
        """Return the full wording of a text."""
        return self._say(message, self._full)

    def short(self, message: Text) -> str:
        """Return a wording that fits a line of 21 characters."""
        return self._say(message, _SHORT)

    def rule(self, rule: str) -> str:
        """Return a rule in a sentence or two; empty if the game has no wording for it."""
        return self._rulebook.words(rule)

    @cached_property
    def tells_rules(self) -> bool:
        """Whether the game has wordings of its rules."""
        return languages.has(self._game.package, RULES, DEFAULT)

    @cached_property
    def _rulebook(self) -> "Rulebook":
        return Rulebook(self._language, self._game)

    def _say(self, message: Text, context: str, within: str = "") -> str:
        if message.key.startswith(_LIST):
            return self._listed(message, context, within)
        if message.key == OWN:
            return _own(message.params, self._language)
        params = {
            name: value if type(value) in _AS_IT_IS else self._param(value, context, message.key)
            for name, value in message.params.items()
        }
        n = message.params.get("n")
        words = self._find(message.key, n if isinstance(n, int) else 1, context, within)
        return words.format_map(params)

    def _listed(self, message: Text, context: str, within: str) -> str:
        """Return a list; in a line of 21 characters, commas replace *or*."""
        kind = message.key.removeprefix(_LIST)
        items = [str(self._param(item, context, within)) for item in message.params.values()]
        return listed(self._language, "plain" if (context, kind) == (_SHORT, "or") else kind, items)

    def _searched(self, key: str, plural: int, context: str, within: str) -> str:
        if key.startswith(_NAMED) and key.removeprefix(_NAMED) in LANGUAGES:
            return languages.own_name(key.removeprefix(_NAMED))
        found = _wording(self._words, key, plural, context, within)
        # A text that the language lacks is shown in English, in any context.
        return found or _wording(self._english, key, plural, context, within) or key

    @cached_property
    def _english(self) -> NullTranslations:
        return _words(self._game, DEFAULT)

    def _param(self, value: Param, context: str, within: str) -> str | int:
        if isinstance(value, Seat):
            return self._players[value.index]
        if isinstance(value, Message):
            return self._phrases.tell(value)
        return self._say(value, context, within) if isinstance(value, Text) else value


def _wording(words: NullTranslations, key: str, plural: int, context: str, within: str) -> str:
    """Return the wording of a key in one language, empty if it has none."""
    for each in _contexts(context, within):
        said = words.npgettext(each, key, key, plural)
        if said != key:
            return said
        said = words.pgettext(each, key)
        if said != key:
            return said
    said = words.ngettext(key, key, plural)
    said = said if said != key else words.gettext(key)
    return said if said != key else ""


def _contexts(context: str, within: str) -> Sequence[str]:
    """Return the contexts to search for a text within ``within``, before the plain one.

    A line of 21 characters has no room for an article: it takes a short form, or the plain one,
    unless the catalogue has a short form within that text.
    """
    if not within or not context:
        return tuple(filter(None, (within, context)))
    within_context = f"{within} {context}"
    return (within_context, context) if context == _SHORT else (within_context, within, context)


def _own(words: Mapping[str, Param], language: str) -> str:
    """Return the text's own wording: in a language, in English, or the first."""
    found = (words[code] for code in ("", language, DEFAULT) if code in words)
    return str(next(found, next(iter(words.values()), "")))


class PlainWords(NullTranslations):
    """Texts of a small game by key, from ``words.yaml``: no plurals, no compiling.

    A key has its text, or a list of the text and a short form for a line of 21 characters.
    """

    def __init__(self, words: Mapping[str, Wording]) -> None:
        """Store the texts of one language by key."""
        super().__init__()
        forms = {key: (each,) if isinstance(each, str) else each for key, each in words.items()}
        self._long = {key: form[0] for key, form in forms.items()}
        self._short = {key: form[-1] for key, form in forms.items()}

    def gettext(self, message: str) -> str:
        """Return the text of a key."""
        return self._long.get(message) or super().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the text of a key for any number."""
        return self._long.get(msgid1) or super().ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        """Return the short form of a key, or its text on a page."""
        if context not in (_SHORT, _PAGE):
            return super().pgettext(context, message)
        table = self._short if context == _SHORT else self._long
        return table.get(message) or super().pgettext(context, message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of a key for a context, for any number."""
        if context not in (_SHORT, _PAGE):
            return super().npgettext(context, msgid1, msgid2, n)
        table = self._short if context == _SHORT else self._long
        return table.get(msgid1) or super().npgettext(context, msgid1, msgid2, n)


class UnknownRuleError(ValueError):
    """The game has no such rule; the message names the most similar ones."""


class Rulebook:
    """The rules of a game, each in a sentence or two; a game may lack wordings.

    Two messages are not rules: ``order`` lists all ids in reading order, and ``document`` is the
    page with the full rules. They are read from the English catalogue.
    """

    def __init__(self, language: str, game: AnyGame) -> None:
        """Read the catalogue, and the English one for missing messages."""
        package = game.package
        self._english = languages.read(package, RULES, DEFAULT)
        self._words = languages.read(package, RULES, language)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all rules, in reading order."""
        return tuple(_lookup(self._english, _ORDER).split())

    def words(self, rule: str) -> str:
        """Return a rule in a sentence or two; empty without a wording."""
        if rule in _NO_RULES:
            return ""
        return _lookup(self._words, rule) or _lookup(self._english, rule)

    def document(self, rule: str) -> str:
        """Return the location of a rule's full text: a page and its anchor.

        Without a rule it is the page with all rules; empty if the game does not name one.
        """
        page = _lookup(self._english, _DOCUMENT)
        return f"{page}#{rule.lower()}" if page and rule else page

    def find(self, wanted: str) -> tuple[str, ...]:
        """Return the rule with an id, or all rules whose ids begin with it; case does not matter.

        The game's prefix may be omitted: ``r14`` means ``IC-R14``.
        """
        start = re.escape(wanted.upper())
        for form in (start, rf"{start}(-.*|\d+)", rf"{start}.*"):
            pattern = re.compile(rf"([A-Z]+-)?{form}")
            if matches := tuple(rule for rule in self.ids if pattern.fullmatch(rule)):
                return matches
        return ()

    def near(self, wanted: str) -> tuple[str, ...]:
        """Return the three ids that are most similar to ``wanted``."""
        from difflib import get_close_matches  # slow to import, and rarely needed

        return tuple(get_close_matches(wanted.upper(), self.ids, 3, 0.0))


class Phrases:
    """Translates templates of messages: by the program's catalogue, else by those of games."""

    def __init__(
        self, language: str, games: Callable[[], Iterable[AnyGame]], *, package: str = PROGRAM
    ) -> None:
        """Take the program's catalogue; ``games`` is called only for missing templates.

        That of another ``package`` has precedence. Both are read on first use.
        """
        self.language = language
        self._games = games
        self._package = package

    def __call__(self, template: str) -> str:
        """Return a template in this language, in English without a translation."""
        if not template or self.language == DEFAULT:
            return template
        own = self._program.gettext(template)
        return self._of_games(template) if own == template else own

    def tell(self, message: str) -> str:
        """Return a message in this language; a plain string is unchanged."""
        return translate(message, self)

    @cached_property
    def _program(self) -> NullTranslations:
        words = languages.read(self._package, MESSAGES, self.language)
        if self._package != PROGRAM:
            words.add_fallback(languages.read(PROGRAM, MESSAGES, self.language))
        return words

    def _of_games(self, template: str) -> str:
        phrases = (catalogue.gettext(template) for catalogue in self._catalogues)
        return next((phrase for phrase in phrases if phrase != template), template)

    @cached_property
    def _catalogues(self) -> Sequence[NullTranslations]:
        packages = (game.package for game in self._games())
        return [languages.read(package, MESSAGES, self.language) for package in packages]


def may_say(language: str, game: AnyGame, texts: Iterable[str]) -> bool:
    """Return whether a game or the program may use one of some texts at the table.

    No catalogue is parsed for that; ``{n}`` in a text stands for a number.
    """
    if _plain_words(game):
        return True
    wanted = tuple(texts)
    packages = (game.package, PROGRAM)
    return any(languages.contains(each, TABLE, language, wanted) for each in packages)


def _plain_words(game: AnyGame) -> Mapping[str, PlainWording]:
    """Return the texts of a game's file of words, by language."""
    package = game.package
    words = plain_words(package)
    if words and DEFAULT not in words:
        raise ValueError(f"{package}/{FILE}: write the words under `{DEFAULT}:`")
    return words


def _words(game: AnyGame, language: str) -> NullTranslations:
    """Return a game's texts in a language, then the program's; none without a catalogue."""
    plain = _plain_words(game)
    words = (
        PlainWords(plain.get(language, {}))
        if plain
        else languages.read(game.package, TABLE, language)
    )
    words.add_fallback(languages.read(PROGRAM, TABLE, language))
    return words


def _lookup(words: NullTranslations, key: str) -> str:
    """Return the wording of a key; empty if there is none."""
    wording = words.gettext(key) if key else ""
    return "" if wording == key else wording
