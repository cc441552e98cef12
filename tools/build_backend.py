"""Build backend (PEP 517): compiles the message catalogues, then builds the package.

``locale/de/table.po`` becomes ``locale/de/LC_MESSAGES/table.mo``, where GNU gettext looks. Whatever
installs or packs the project compiles them, so that none is committed. A translation that could not
be filled in is left out, so that its text is said in English. The folder ``hub``, which is a
package of its own, has a link to this file.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from gettext import c2py
from os import utime
from pathlib import Path
from string import Formatter
from typing import Any, Final

import polib
from flit_core import buildapi
from flit_core.buildapi import (
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "compile_all",
    "compiled",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings = Mapping[str, Any] | None
"""What a caller passes to a build: flit has no settings."""
_FEW: Final = 8
"""Catalogues that are compiled sooner than another process starts."""
_PACKAGES: Final = ("companion", "hub/companion_hub", "companion_hub")
"""Where catalogues are, from the folder of whichever package is built."""
_SOURCE: Final = "X-Source-Language"
"""The header with the language that a catalogue is translated from: its texts say which
placeholders a text has, where the ids do not."""
_LIST: Final = "list."
"""How the ids of lists begin: their placeholders are those of two parts, in each language."""
_BEFORE: Final = "before"
"""The context of a regular expression: what the last item of a list begins with."""
_TWO: Final = ("{0}{1}",)
_FORMS: Final = "Plural-Forms"
_LINE: Final = re.compile(
    r'(?:msg(?:id|ctxt|id_plural|str(?:\[\d\])?)[ \t]+)?"(?:[^"\\]|\\.)*"\s*|\s*|#.*\s*'
)
"""A line of a catalogue (GNU gettext manual, 3): a quoted text, behind its keyword or alone."""
_CONFLICT: Final = ("<<<<<<<", "=======", ">>>>>>>")
_PERCENT: Final = re.compile(r"%(?:\(\w+\))?[a-z]")
_NAME: Final = re.compile(r"\{\w+\}")
_PLAIN: Final = re.compile(r"(?:[^{}]++|\{\w+\})*+")
_WITH_PERCENT: Final = frozenset({"argparse", "manual"})
"""Catalogues whose placeholders are those of Python's `%`."""


class CatalogueError(Exception):
    """A file is not a catalogue; the message says which, where, and what is wrong."""


def compiled(source: Path) -> bytes:
    """Return the compiled catalogue of a ``.po`` file. Raises ``CatalogueError``.

    What could not be filled in at the table is left out, with a sentence on standard error.
    """
    catalogue = _read(source)
    catalogue.encoding = "utf-8"
    catalogue.metadata["Content-Type"] = "text/plain; charset=UTF-8"
    original = _original(source, catalogue.metadata.get(_SOURCE))
    wrong = {id(entry): why for entry in catalogue for why in _mistakes(source, original, entry)}
    plural = [entry for entry in catalogue if entry.msgid_plural]
    if plural and not _has_rule(catalogue.metadata.get(_FORMS, "")):
        sys.stderr.write(
            f"{source}: the rule in {_FORMS} is missing or cannot be read: "
            "texts with forms left out\n"
        )
        catalogue.metadata.pop(_FORMS, None)
        for entry in plural:
            catalogue.remove(entry)
    for entry in [entry for entry in catalogue if id(entry) in wrong]:
        sys.stderr.write(f"{source}: “{entry.msgid}” {wrong[id(entry)]}: left out\n")
        catalogue.remove(entry)
    return bytes(catalogue.to_binary())


def _read(source: Path) -> Any:  # noqa: ANN401 - polib has no types
    try:
        lines = source.read_text(encoding="utf-8").splitlines(keepends=True)
    except UnicodeDecodeError as error:
        before = error.object.count(b"\n", 0, error.start)
        raise CatalogueError(
            f"{source}:{before + 1}: this is not UTF-8: save the file as UTF-8"
        ) from None
    # polib would drop the last letter of a text without its end.
    for number, line in enumerate(lines, start=1):
        if not _LINE.fullmatch(line):
            raise CatalogueError(f"{source}:{number}: {_remedy(line)}")
    # Comments are for people; reading them takes polib as long as reading the words. Empty lines
    # in their place keep the numbers of the others.
    words = "".join("\n" if line.startswith(("# ", "#.")) else line for line in lines)
    try:
        found = polib.pofile(words, wrapwidth=0)
    except OSError as error:
        raise CatalogueError(f"{source}: this is not a catalogue: {error}") from None
    keys: set[tuple[str | None, str]] = set()
    for entry in found:
        key = (entry.msgctxt, entry.msgid)
        if key in keys:
            raise CatalogueError(
                f"{source}:{entry.linenum}: “{entry.msgid}” is here a second time: remove one"
            )
        keys.add(key)
    return found


def _remedy(line: str) -> str:
    if line.startswith(_CONFLICT):
        return "git has marked a conflict: keep one of the two texts, and remove its marks"
    if line.startswith("\ufeff"):
        return "the file begins with a byte order mark: save it as UTF-8 without one"
    return "write the text in quotation marks, on one line"


def _has_rule(forms: str) -> bool:
    try:
        c2py(forms.partition("plural=")[2].strip(" ;"))
    except ValueError:
        return False
    return True


def _mistakes(source: Path, original: Path | None, entry: Any) -> Iterator[str]:  # noqa: ANN401
    """Yield why the words of an entry could not be filled in: its braces, or its placeholders."""
    if original == source and not entry.msgid.startswith(_LIST):
        return
    own = "".join(_forms(entry))
    if entry.msgctxt == _BEFORE and not _is_pattern(own):
        yield "is no regular expression"
        return
    if "{" not in own and "}" not in own and "%" not in own:
        return
    model = _ids(entry) if original is None else _texts(original).get(entry.msgid, ())
    if entry.msgid.startswith(_LIST):
        model = _TWO
    try:
        given, known = ({*_holes(source, words)} for words in (_forms(entry), model))
    except ValueError:
        yield "has braces that do not fit together"
        return
    if unknown := sorted(given - known):
        yield f"has the placeholder {unknown[0]}, which the original has not"


def _is_pattern(words: str) -> bool:
    try:
        re.compile(words)
    except re.error:
        return False
    return True


def _holes(source: Path, words: Iterable[str]) -> Iterator[str]:
    for each in words:
        if source.stem in _WITH_PERCENT:
            yield from _PERCENT.findall(each)
        elif _PLAIN.fullmatch(each):  # the fast path: parsing takes longer, and most are plain
            yield from _NAME.findall(each)
        else:
            for _, name, form, conversion in Formatter().parse(each):
                if name is not None:
                    how = f"!{conversion}" if conversion else ""
                    yield f"{{{name}{how}:{form}}}" if form else f"{{{name}{how}}}"


def _original(source: Path, language: str | None) -> Path | None:
    """Return what a catalogue is translated from, itself if it is none; ``None`` for its ids."""
    file = source if language is None else source.parents[1] / language / source.name
    return file if file.is_file() else None


def _forms(entry: Any) -> tuple[str, ...]:  # noqa: ANN401
    return (*entry.msgstr_plural.values(), entry.msgstr)


def _ids(entry: Any) -> tuple[str, ...]:  # noqa: ANN401
    return entry.msgid, entry.msgid_plural


@lru_cache(maxsize=64)
def _texts(original: Path) -> Mapping[str, tuple[str, ...]]:
    """Return all that a catalogue says of an id, in any context and number."""
    found: dict[str, tuple[str, ...]] = {}
    for entry in _read(original):
        found[entry.msgid] = (*found.get(entry.msgid, ()), *_forms(entry))
    return found


def compile_all(roots: Iterable[Path] = tuple(map(Path, _PACKAGES))) -> None:
    """Compile all catalogues below some folders that have changed, and remove what is stale."""
    for root in roots:
        sources = {
            source.parent / "LC_MESSAGES" / f"{source.stem}.mo": source
            for source in root.glob("**/locale/*/*.po")
        }
        for gone in {*root.glob("**/locale/*/LC_MESSAGES/*.mo")} - sources.keys():
            gone.unlink()
        stale = {made: source for made, source in sources.items() if _is_stale(made, source)}
        if len(stale) > _FEW:
            # All languages of a catalogue in one process, which then reads the original once.
            ordered = sorted(stale, key=lambda made: (made.parents[2], made.name))
            with ProcessPoolExecutor() as processes:
                list(processes.map(_compile, ordered, map(stale.get, ordered), chunksize=_FEW))
        else:
            for made, source in stale.items():
                _compile(made, source)


def _is_stale(made: Path, source: Path) -> bool:
    return not made.is_file() or made.stat().st_mtime_ns != source.stat().st_mtime_ns


def _compile(made: Path, source: Path) -> None:
    made.parent.mkdir(exist_ok=True)
    made.write_bytes(compiled(source))
    utime(made, ns=(source.stat().st_atime_ns, source.stat().st_mtime_ns))


def build_wheel(folder: str, settings: Settings = None, metadata: str | None = None) -> str:
    """Build the wheel with compiled catalogues; return its name."""
    compile_all()
    return str(buildapi.build_wheel(folder, settings, metadata))


def build_editable(folder: str, settings: Settings = None, metadata: str | None = None) -> str:
    """Compile the catalogues in place, and build the editable wheel."""
    compile_all()
    return str(buildapi.build_editable(folder, settings, metadata))


def build_sdist(folder: str, settings: Settings = None) -> str:
    """Build the source archive, in which the catalogues are compiled already."""
    compile_all()
    return str(buildapi.build_sdist(folder, settings))


if __name__ == "__main__":
    try:
        compile_all(map(Path, sys.argv[1:] or _PACKAGES))
    except CatalogueError as wrong:
        sys.exit(str(wrong))
