"""Finds what is missing or wrong in the translations of a language, with file and line."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec
from babel.messages.catalog import Message
from babel.messages.pofile import PoFileError

from companion.display.fonts import CELL, FILES, SIZES, glyphs
from companion.engine.manifest import FILE as MANIFEST
from companion.engine.manifest import Manifest
from companion.i18n.formats import listed
from companion.i18n.languages import DEFAULT
from companion.schema.yaml_reader import read_yaml
from tools.language import cldr
from tools.language.catalogues import (
    LANGUAGE,
    UNREVIEWED,
    Domain,
    Key,
    catalogue,
    domains,
    entries,
    fields,
    forms,
    is_said,
    key_of,
)
from tools.language.scaffold import glossary, recorded

COLUMNS: Final = 21
"""Characters in a line of the usual panel."""
ROW: Final = 19
"""Characters in a row of a list: icons, and the arrows of a list that scrolls, take two columns."""
_NAME: Final = 8
"""Characters that a name or another text in a line has, about."""
_NUMBER: Final = 2
_FIRST_DIGITS: Final = ("1", "2")
"""How many digits may stand before the first mark of thousands at least."""
_FORMS: Final = "Plural-Forms:"
_LONGEST_RULE: Final = 240
"""Most characters of a rule: two pages of a small panel, or fifteen seconds of reading aloud."""
_BUTTON: Final = 36
"""Characters that fit a button on a phone that is 360 pixels wide, with its margins."""
_ACTION: Final = "action."
"""How the keys of actions begin: pages write each on a button."""
_PAGE: Final = "page"
_ON_PANELS: Final = frozenset({"table", "rules", "language", "messages"})
"""Catalogues whose words panels show."""
_DRAWN: Final = frozenset("\n\u00a0\u00ad\u202f")
"""Characters that no font needs: breaks of a line, and spaces that keep words together."""
_PERCENT: Final = re.compile(r"%(?:\(\w+\))?[a-z]")
_APOSTROPHE: Final = re.compile(r"[^\W\d_]'[^\W\d_]")
_WORD: Final = re.compile(r"[^\W\d_]{3,}")


class Finding(msgspec.Struct, frozen=True, order=True):
    """What is missing or wrong, in one sentence."""

    file: Path
    line: int
    sentence: str

    def __str__(self) -> str:
        """Return the sentence behind its place, as compilers write it."""
        return f"{self.file}:{self.line}: {self.sentence}"


def check(root: Path, language: str) -> list[Finding]:
    """Return everything that is missing or wrong in a language, in the order of the files."""
    found = (finding for domain in domains(root) for finding in _check(domain, language))
    return sorted((*found, *_titles(root, language)))


def _titles(root: Path, language: str) -> Iterator[Finding]:
    """Yield the games whose title is translated in their manifest, but not into a language.

    People choose a game by it before the game and its catalogues are read.
    """
    for file in sorted(root.glob(f"companion/**/{MANIFEST}")):
        titles = read_yaml(Manifest, file.read_text(encoding="utf-8"), MANIFEST).titles
        if titles and language not in titles:
            yield Finding(file, 1, f"the title is missing: write `{language}: …` under `titles`")


def _check(domain: Domain, language: str) -> Iterator[Finding]:
    file = domain.file(language)
    if not file.is_file():
        if domain.has_keys or language != DEFAULT:
            yield Finding(file, 1, "this catalogue is missing: `make language` makes it")
        return
    try:
        catalogue(file)
    except PoFileError as error:
        yield Finding(file, getattr(error, "lineno", 1), f"this is not a catalogue: {error}")
        return
    yield from _head(domain, language)
    model, ours = entries(domain, domain.model), entries(domain, language)
    for key in model:
        if key[0] is None and not is_said(ours.get(key)):
            at = ours.get(key)
            line = at.lineno if at is not None and at.lineno else 1
            yield Finding(file, line, f"{_named(key[1])} is missing")
    for message in ours.values():
        for sentence in (*_mistakes(domain, language, message), *_formats(domain, ours, message)):
            yield Finding(file, message.lineno or 1, sentence)


def _formats(domain: Domain, ours: Mapping[Key, Message], message: Message) -> Iterator[str]:
    """Yield what is not as the CLDR writes lists and numbers in the locale that a file names."""
    (context, key), words = key_of(message), forms(message)[0]
    locale = forms(ours[None, "locale"])[0] if (None, "locale") in ours else ""
    if domain.name != LANGUAGE or context is not None or not words:
        return
    if key == "number.first" and words not in _FIRST_DIGITS:
        yield f"{_named(key)} is {words}: write {listed(DEFAULT, 'or', _FIRST_DIGITS)}"
    if not cldr.is_known(locale):
        if key == "locale":
            yield f"the CLDR has no locale “{words}”: write one that it has, such as en_GB"
        return
    written = cldr.formats(locale).get(key, words)
    if words != written:
        yield f"{_named(key)} is “{words}”, but the CLDR has “{written}” for {locale}"


def _head(domain: Domain, language: str) -> Iterator[Finding]:
    file = domain.file(language)
    found = catalogue(file)
    said = file.read_text(encoding="utf-8")
    if any(not isinstance(message.id, str) for message in found):
        wanted = cldr.plural_forms(language)
        # Babel fills in a rule that is missing, gettext does not.
        own = found.plural_forms if _FORMS in said else ""
        if own.replace(" ", "") != wanted.replace(" ", ""):
            yield Finding(file, 1, f"the header must have `Plural-Forms: {wanted}`")
    if UNREVIEWED in said and not said.startswith(f"# {UNREVIEWED}"):
        yield Finding(file, 1, f"write `# {UNREVIEWED}` into the first line")
    for term, words in glossary(said).items():
        if not words:
            yield Finding(file, 1, f"the glossary has no word for “{term}”")


def _mistakes(domain: Domain, language: str, message: Message) -> Iterator[str]:
    key = key_of(message)
    model = entries(domain, domain.model)
    plain = model.get((None, key[1]))
    if plain is None:
        yield f"{_named(key[1])} is not said any more: remove it"
        return
    if not is_said(message):
        if key[0] is not None:
            yield f"{_named(key[1])} is empty in the context {key[0]}: write it, or remove it"
        return
    try:
        _ = [[*fields(words)] for words in forms(message)]
    except ValueError:
        yield f"{_named(key[1])} has braces that do not fit together"
        return
    yield from _placeholders(domain, message)
    yield from _plurals(domain, language, message)
    yield from _lengths(domain, language, message)
    yield from _letters(domain, message)
    yield from _english(domain, language, message)
    if any(_APOSTROPHE.search(words) for words in forms(message)):
        yield f"{_named(key[1])} has a typewriter's apostrophe: write ’"


def _plurals(domain: Domain, language: str, message: Message) -> Iterator[str]:
    key = key_of(message)
    model = entries(domain, domain.model)
    theirs = model.get(key) or model[None, key[1]]
    if not isinstance(theirs.id, str) and isinstance(message.id, str) and key in model:
        yield f"{_named(key[1])} lacks its plural: write msgid_plural and every msgstr[…]"
    wanted = cldr.plurals(language)
    if not isinstance(message.id, str) and len(forms(message)) != wanted:
        yield f"{_named(key[1])} has {len(forms(message))} forms of its plural instead of {wanted}"


def _placeholders(domain: Domain, message: Message) -> Iterator[str]:
    context, key = key_of(message)
    model = entries(domain, domain.model)
    is_page = context is not None and context.split()[-1] == _PAGE
    theirs = model.get((_PAGE, key)) if is_page else None
    english = theirs or model[None, key]
    source = forms(english) if domain.has_keys else _ids(english)
    wanted = {name for words in source for name in _holes(domain, words)}
    given = [{*_holes(domain, words)} for words in forms(message)]
    every = set[str]().union(*given)
    may_lack = context not in (None, "page")
    if domain.name == LANGUAGE and key.startswith("list."):
        wanted = {"{0}", "{1}"}
    for name in sorted(every - wanted):
        yield f"{_named(key)} has the placeholder {name}, which its English has not"
    if not may_lack:
        for name in sorted(wanted - every):
            yield f"{_named(key)} lacks the placeholder {name}"
    if not domain.has_keys:
        for words in forms(message):
            if _edges(words) != _edges(source[0]):
                yield f"{_named(key)} begins or ends with other spaces than its English"


def _holes(domain: Domain, words: str) -> Iterator[str]:
    if domain.name in {"argparse", "manual"}:
        yield from _PERCENT.findall(words)
    else:
        yield from (f"{{{name}}}" for name in fields(words))
        yield from re.findall(r"%\(\w+\)[a-z]", words)


def _ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _edges(words: str) -> tuple[str, str]:
    bare = words.strip()
    return words[: words.find(bare)], words[words.find(bare) + len(bare) :]


def _lengths(domain: Domain, language: str, message: Message) -> Iterator[str]:
    context, key = key_of(message)
    longest = max(map(len, forms(message)))
    if domain.name == "rules" and longest > _LONGEST_RULE:
        yield f"{_named(key)} has {longest} characters, {_LONGEST_RULE} at most"
    if language == DEFAULT:
        return
    if domain.has_columns and context in (None, "short"):
        yield from _columns(domain, language, message)
    if domain.name in {"web", "hub"} or key.startswith(_ACTION):
        yield from _buttons(domain, language, message)


def _buttons(domain: Domain, language: str, message: Message) -> Iterator[str]:
    """Yield what is too long for a button on a phone, if English can do in two thirds of one."""
    context, key = key_of(message)
    if context not in (None, _PAGE) or message is not _on_page(domain, language, key):
        return
    others = [_on_page(domain, code, key) for code in domain.reviewed]
    widths = [[_width(words) for words in forms(other)] for other in others]
    room = max(_BUTTON, *map(max, widths))
    longest = max(map(_width, forms(message)))
    if widths[0][0] <= _BUTTON * 2 // 3 and longest > room:
        yield f"{_named(key)} has {longest} characters; a button on a phone has {room}"


def _on_page(domain: Domain, language: str, key: str) -> Message:
    """Return what pages say: words for them, else those that do for all."""
    ours = entries(domain, language)
    paged = ours.get((_PAGE, key))
    return paged if paged is not None and is_said(paged) else ours[None, key]


def _letters(domain: Domain, message: Message) -> Iterator[str]:
    """Yield which letters a font of the panel lacks; signs are drawn by the small one alone."""
    context, key = key_of(message)
    if domain.name not in _ON_PANELS or context not in (None, "short"):
        return
    used = {*"".join(forms(message))} - _DRAWN
    letters_used = {*filter(str.isalpha, used)}
    for size in SIZES:
        lacking = (used if size == CELL else letters_used) - glyphs(size).keys()
        if lacking:
            letters = listed(DEFAULT, "and", [f"“{letter}”" for letter in sorted(lacking)])
            font = f"companion/display/fonts/{FILES[size]}"
            yield f"{_named(key)} has {letters}, which {font} lacks: add it there"
            return


def _columns(domain: Domain, language: str, message: Message) -> Iterator[str]:
    context, key = key_of(message)
    ours = entries(domain, language)
    if context is None and (("short", key) in ours):
        return
    widths, is_short = [], False
    for code in domain.reviewed:
        theirs = entries(domain, code)
        short = theirs.get(("short", key))
        is_short = is_short or short is not None
        widths.append(max(map(_width, forms(short or theirs[None, key]))))
    room = max(ROW, *widths)
    width = max(map(_width, forms(message)))
    if (is_short or room <= COLUMNS) and width > room:
        how = "shorten it" if context else "add a shorter form in the context short"
        yield f"{_named(key)} takes {width} columns of a row of {room}: {how}"


def _width(words: str) -> int:
    """Return about how many columns a text takes once its placeholders are filled in."""
    names = [*fields(words)]
    bare = re.sub(r"\{[^{}]*\}", "", words)
    return len(bare) + sum(_NUMBER if name == "n" else _NAME for name in names)


def _english(domain: Domain, language: str, message: Message) -> Iterator[str]:
    context, key = key_of(message)
    if language == DEFAULT:
        return
    model = entries(domain, domain.model)
    english = model.get((context, key)) or model[None, key]
    source = forms(english) if domain.has_keys else _ids(english)
    bare = re.sub(r"\{[^{}]*\}|`[^`]*`|'[^']*'|%\(\w+\)s", "", source[0])
    if forms(message)[0] == source[0] and len(_WORD.findall(bare)) >= 3:  # noqa: PLR2004 - a phrase
        yield f"{_named(key)} is still in English"
    before = recorded(message)
    if before and before != source[0].rstrip():  # a comment keeps no spaces at its end
        yield f"{_named(key)} was “{before}” in English when it was translated: look at it again"


def _named(key: str) -> str:
    return f"“{key if len(key) <= 60 else key[:59] + '…'}”"  # noqa: PLR2004 - fits a line
