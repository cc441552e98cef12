"""The message catalogues of the tree, as they are written: which there are, and what is in them."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Final

import msgspec
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from companion.i18n.languages import DEFAULT

ROOTS: Final = ("companion", "hub/companion_hub")
"""The folders below which there are catalogues."""
LANGUAGE: Final = "language"
"""The catalogue of what CLDR knows of a language, besides what it is called."""
UNREVIEWED: Final = "Unreviewed: no native speaker has read this yet."
"""What the first line of each file says until somebody has."""
_ONLY_DEFAULT: Final = frozenset({("rules", "order"), ("rules", "document")})
"""Messages that no language says, by catalogue: they are not words."""


class Domain(msgspec.Struct, frozen=True, order=True):
    """A kind of catalogue of one package, such as what Essence says at the table."""

    folder: Path
    """The package's folder ``locale``."""
    name: str

    def file(self, language: str) -> Path:
        """Return where its catalogue in a language is, or is to be."""
        return self.folder / language / f"{self.name}.po"

    @property
    def has_keys(self) -> bool:
        """Whether its ids are keys, so that it has a catalogue in English, too."""
        return self.file(DEFAULT).is_file()

    @property
    def has_columns(self) -> bool:
        """Whether its words are shown on panels."""
        return self.name == "table"

    @property
    def model(self) -> str:
        """The language that says which messages there are: English if they have keys."""
        return self.reviewed[0]

    @property
    def reviewed(self) -> tuple[str, ...]:
        """The languages whose catalogues a native speaker has read, the default first."""
        return _reviewed(self)


@lru_cache(maxsize=256)
def _reviewed(domain: Domain) -> tuple[str, ...]:
    files = {path.parent.name: path for path in domain.folder.glob(f"*/{domain.name}.po")}
    read = [code for code, file in files.items() if is_reviewed(file)]
    return tuple(sorted(read, key=lambda code: (code != DEFAULT, code)))


def domains(root: Path) -> tuple[Domain, ...]:
    """Return all kinds of catalogues below the root of the tree."""
    files = (file for place in ROOTS for file in (root / place).glob("**/locale/*/*.po"))
    return tuple(sorted({Domain(file.parent.parent, file.stem) for file in files}))


@lru_cache(maxsize=256)
def catalogue(file: Path) -> Catalog:
    """Return a catalogue as it is written. Raises ``PoFileError``."""
    return _parsed(file.read_bytes())


@lru_cache(maxsize=256)
def _parsed(content: bytes) -> Catalog:
    """Parse a catalogue; where others have changed, those that have not are not parsed again."""
    return read_po(BytesIO(content), abort_invalid=True)


@lru_cache(maxsize=256)
def is_reviewed(file: Path) -> bool:
    """Tell whether a native speaker has read a catalogue: its head says if nobody has."""
    return UNREVIEWED not in file.read_text(encoding="utf-8")


Key = tuple[str | None, str]
"""A context and a message id, the singular one if there are two."""


def key_of(message: Message) -> Key:
    """Return by what a message is found."""
    return message.context, message.id if isinstance(message.id, str) else message.id[0]


@lru_cache(maxsize=256)
def entries(domain: Domain, language: str) -> Mapping[Key, Message]:
    """Return the messages of a catalogue; of the default language only those that are words."""
    file = domain.file(language)
    found = (message for message in catalogue(file) if message.id) if file.is_file() else ()
    keyed = ((key_of(message), message) for message in found)
    return {key: it for key, it in keyed if (domain.name, key[1]) not in _ONLY_DEFAULT}


def forms(message: Message) -> tuple[str, ...]:
    """Return the words of a message, one for each form of a plural."""
    said = message.string
    return (said,) if isinstance(said, str) else tuple(said or ())


def forget() -> None:
    """Read all files anew from now on: some have been written."""
    for known in (catalogue, is_reviewed, entries, _reviewed):
        known.cache_clear()


def is_said(message: Message | None) -> bool:
    """Tell whether a message is translated; what is marked as fuzzy is not."""
    return message is not None and not message.fuzzy and all(forms(message))


def fields(words: str) -> Iterator[str]:
    """Yield the placeholders in braces. Raises ``ValueError`` where braces do not fit."""
    for _, name, spec, conversion in Formatter().parse(words):
        if name is not None:
            yield "".join(
                (name, f"!{conversion}" if conversion else "", f":{spec}" if spec else "")
            )
