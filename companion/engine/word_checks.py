"""Mistakes in a game's ``words.yaml``, found when it is imported: each names file, line and remedy.

The kernel itself says what a game's actions, events, phases and refusals are called, so it knows
the parameters of those texts. What a game says by functions of its own, the conformance kit reads.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from string import Formatter
from typing import Any, TypeAlias

from companion.engine.codec import snake_case
from companion.engine.facets import FacetDefaults
from companion.engine.forms import alike
from companion.engine.game import Action, Event
from companion.engine.manifest import LANGUAGE
from companion.engine.plain_words import FILE, PlainWording, line_of, plain_words
from companion.engine.records import fields_of
from companion.engine.wording import Words

KernelTexts: TypeAlias = Mapping[str, Collection[str]]
"""The texts of a game that the kernel itself uses, by key, with the names of their parameters."""


def kernel_texts(game: Any, types: Iterable[type]) -> dict[str, Collection[str]]:  # noqa: ANN401
    """Return the texts that the kernel uses for a game's records and the game does not override."""
    cls, words = type(game), type(game.words)
    usual = words.facts is Words.facts
    acts = usual and _is_usual(cls, words, "action_name")
    events = usual and _is_usual(cls, words, "describe")
    texts: dict[str, Collection[str]] = {}
    for each in types:
        name, parameters = snake_case(each.__name__), [field.name for field in fields_of(each)]
        if issubclass(each, Action):
            texts[f"verb.{name}"] = ()
            texts |= {f"action.{name}": parameters} if acts else {}
        elif issubclass(each, Event) and events:
            texts[f"event.{name}"] = parameters
    return texts


def _is_usual(cls: Any, words: Any, method: str) -> bool:  # noqa: ANN401 - two classes
    own = getattr(FacetDefaults, method), getattr(Words, method)
    return (getattr(cls, method), getattr(words, method)) == own


def of_words_file(package: str, list_texts: Callable[[], KernelTexts]) -> Iterator[str]:
    """Yield what is wrong with the file of words beside a game, which not every game has."""
    try:
        words = plain_words(package)
    except ValueError as error:
        yield str(error)
        return
    if not words:
        return
    texts = list_texts()
    for language, wordings in words.items():
        for path, mistake in _of_language(language, wordings, texts):
            yield f"{FILE}:{line_of(package, path)}: {'.'.join(path)}: {mistake}"


def _of_language(
    language: str, wordings: PlainWording, texts: KernelTexts
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the path of each mistake in the words of a language, and what is wrong."""
    if not LANGUAGE.fullmatch(language):
        yield (language,), "is no language; write its code, such as `de`"
    for key, wording in wordings.items():
        for told in (wording,) if isinstance(wording, str) else wording:
            for mistake in _of_template(told, texts.get(key)):
                yield (language, key), mistake
        if key not in texts:
            for meant in texts:
                if alike(key, meant) and meant not in wordings:
                    yield (language, key), f"nobody says that; write {meant}"


def _of_template(template: str, parameters: Collection[str] | None) -> Iterator[str]:
    """Yield what is wrong with words; ``parameters`` fill them, ``None`` if others know them."""
    if not template:
        yield "there are no words; write them, or leave the key out"
    try:
        fields = [field for _, field, _, _ in Formatter().parse(template) if field is not None]
    except ValueError:
        yield "a brace is alone; close it, or write it twice"
        return
    for field in fields:
        if not field.isidentifier():
            yield f"{{{field}}} is not the name of a parameter; write letters and underscores"
        elif parameters is not None and field not in parameters:
            there = " or ".join(f"{{{name}}}" for name in parameters) or "words without braces"
            yield f"nobody fills {{{field}}}; write {there}"
