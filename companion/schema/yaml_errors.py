"""Mistakes found by the YAML parser, as translatable messages: its own are in English."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import yaml
from yaml.reader import ReaderError

from companion.schema.message import Message, say

_MESSAGES: Final[Mapping[str, Message]] = MappingProxyType(
    {
        str(message): message
        for message in (
            say("aliases stand for too many values"),
            say("an alias stands for a value that contains it"),
            say("block sequence entries are not allowed in this context"),
            say("but found another document"),
            say("could not find expected ':'"),
            say("did not find expected ',' or ']'"),
            say("did not find expected ',' or '}}'"),
            say("did not find expected '-' indicator"),
            say("did not find expected <document start>"),
            say("did not find expected alphabetic or numeric character"),
            say("did not find expected comment or line break"),
            say("did not find expected key"),
            say("did not find expected node content"),
            say("found a tab character that violates indentation"),
            say("found character that cannot start any token"),
            say("found undefined alias"),
            say("found undefined tag handle"),
            say("found unexpected end of stream"),
            say("found unknown escape character"),
            say("mapping keys are not allowed in this context"),
            say("mapping values are not allowed in this context"),
            say("second occurrence"),
            say("values are nested too deeply"),
        )
    }
)
"""The usual mistakes, in the words of libyaml and PyYAML."""


def yaml_error_message(error: yaml.YAMLError) -> Message:
    """Return the message that a file is not YAML, with the reason."""
    if isinstance(error, ReaderError):
        code = f"{error.character:04X}"
        problem: str = say("the character U+{code} is not allowed in YAML", code=code)
    else:
        problem = str(getattr(error, "problem", error))
    return say("is not YAML: {problem}", problem=_MESSAGES.get(problem, problem))


def line_of(error: yaml.YAMLError, text: str) -> int:
    """Return the line of a mistake in ``text``, 0 if unknown."""
    if isinstance(error, ReaderError):
        return text.count("\n", 0, error.position) + 1
    if not isinstance(error, yaml.MarkedYAMLError):
        return 0
    mark = error.problem_mark or error.context_mark
    return mark.line + 1 if mark else 0
