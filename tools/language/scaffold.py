"""Makes the catalogues of a new language, and adds to old ones what is missing."""

from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from companion.i18n.languages import DEFAULT
from tools.language import cldr
from tools.language.catalogues import (
    LANGUAGE,
    UNREVIEWED,
    Domain,
    Key,
    domains,
    entries,
    forget,
    forms,
)

TERMS: Final = (
    *("turn", "round", "move", "undo", "player", "seat", "table", "host", "score", "rule"),
    *("board", "tile", "card", "piece", "memory", "box", "panel", "reader", "tag", "log"),
)
"""The twenty terms that are to be the same everywhere."""
_GLOSSARY: Final = "Glossary:"
_ENGLISH: Final = "en: "
"""How the comment begins that says what the English was when a text was translated."""
_UNBROKEN: Final = 100_000
"""Columns of a line in the files: each text stands in one."""


def scaffold(root: Path, language: str) -> list[Path]:
    """Write what is missing of the catalogues of a language; return the files that changed."""
    changed = [domain.file(language) for domain in domains(root) if _complete(domain, language)]
    forget()
    return changed + _share_glossary(root, language)


def _complete(domain: Domain, language: str) -> bool:
    """Add the messages that a catalogue lacks, without words; tell whether there were any."""
    if language == DEFAULT:
        return False
    file, model, ours = (
        domain.file(language),
        entries(domain, domain.model),
        entries(domain, language),
    )
    present = {id_ for _, id_ in ours}
    lacking = [
        (key, message)
        for key, message in model.items()
        if key not in ours and (key[0] is None or key[1] not in present)
    ]
    if not lacking:
        return False
    added = _written(domain, language, dict(lacking))
    file.parent.mkdir(parents=True, exist_ok=True)
    before = file.read_text(encoding="utf-8").strip() if file.is_file() else ""
    before = before or _header(domain, language)
    file.write_text(f"{before.rstrip()}\n\n{added}", encoding="utf-8")
    return True


def _written(domain: Domain, language: str, lacking: Mapping[Key, Message]) -> str:
    """Return entries without words, each with what other languages say for reference."""
    made = Catalog(locale=language)
    known = cldr.formats(language) if domain.name == LANGUAGE else {}
    named = {"name": cldr.own_name(language), "locale": language, **known}
    for (context, key), message in lacking.items():
        empty: str | tuple[str, ...] = named.get(key, "") if domain.name == LANGUAGE else ""
        if not isinstance(message.id, str):
            empty = ("",) * cldr.plurals(language)
        made.add(
            message.id,
            empty,
            context=context,
            auto_comments=[*message.user_comments, *_references(domain, (context, key))],
        ).flags.clear()
    stream = BytesIO()
    write_po(stream, made, width=_UNBROKEN, omit_header=True)
    return stream.getvalue().decode()


def _references(domain: Domain, key: Key) -> Iterator[str]:
    """Yield what the default language and the first other one say; templates are English."""
    for code in domain.reviewed[:2]:
        found = entries(domain, code)
        message = found.get(key) or found.get((None, key[1]))
        if message is not None:
            yield f"{code}: {' | '.join(forms(message))}"


def _header(domain: Domain, language: str) -> str:
    package = domain.folder.parent.name
    lines = [
        f"# {UNREVIEWED}",
        f"# {domain.name} of {package} in {cldr.own_name(language)}.",
        "#",
        *_glossary_lines({}),
        'msgid ""',
        'msgstr ""',
        f'"Language: {language}\\n"',
        f'"X-Source-Language: {DEFAULT}\\n"',
        '"MIME-Version: 1.0\\n"',
        '"Content-Type: text/plain; charset=UTF-8\\n"',
        '"Content-Transfer-Encoding: 8bit\\n"',
        f'"Plural-Forms: {cldr.plural_forms(language)}\\n"',
    ]
    return "\n".join(lines)


def _glossary_lines(words: Mapping[str, str]) -> Iterator[str]:
    yield f"# {_GLOSSARY}"
    for term in TERMS:
        yield f"# - {term}: {words.get(term, '')}".rstrip()


def glossary(text: str) -> Mapping[str, str]:
    """Return the terms of the glossary at the head of a file with their words."""
    head = text.partition("msgid")[0]
    lines = head.partition(f"# {_GLOSSARY}\n")[2].splitlines()
    pairs = (line.removeprefix("# - ").partition(":") for line in lines if line.startswith("# - "))
    return {term: words.strip() for term, _, words in pairs}


def _share_glossary(root: Path, language: str) -> list[Path]:
    """Write the glossary at the head of ``companion/…/language.po`` into all other files."""
    files = {domain.file(language): domain for domain in domains(root)}
    sources = [file for file, it in files.items() if it.name == LANGUAGE and file.is_file()]
    words = glossary(sources[0].read_text(encoding="utf-8")) if sources else {}
    changed = []
    for file in files:
        text = file.read_text(encoding="utf-8") if file.is_file() else ""
        before = glossary(text)
        if before and words and before != words:
            old = "\n".join(_glossary_lines(before))
            file.write_text(
                text.replace(old, "\n".join(_glossary_lines(words)), 1), encoding="utf-8"
            )
            changed.append(file)
    return changed


def recorded(message: Message) -> str:
    """Return what the English was when a text was translated; empty if nobody has noted it."""
    noted = (line for line in message.auto_comments if line.startswith(_ENGLISH))
    return next(noted, "").removeprefix(_ENGLISH).partition(" | ")[0]
