"""Reads `companion.yaml` on the first partition of a card: settings of computer and box.

The file contains the box's settings with one additional key, ``computer``. It is written on another
computer, without feedback from this one, so no mistake stops the box: invalid parts are ignored,
valid ones apply, and every mistake is reported with its line.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import msgspec
import yaml

from companion.engine.message import Message, say
from companion.i18n.languages import DEFAULT, LANGUAGES
from companion.settings.nodes import (
    Section,
    SettingsProblem,
    UnexpectedValueError,
    Value,
    choice,
    parse_document,
    read_each,
    text,
)
from companion.settings.reading import FindGame, SettingsError, read

FILE: Final = "companion.yaml"
"""The name of the file on the card, and of the box's settings made from it."""
COMPUTER: Final = "computer"
_NAME: Final = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", re.ASCII)
"""A host name of one label, RFC 1123."""
_COUNTRY: Final = re.compile(r"[A-Z]{2}", re.ASCII)
"""ISO 3166-1 alpha-2: it decides on which channels a radio may send."""
_LONGEST_SSID: Final = 32
"""Bytes in the name of a network, IEEE 802.11."""
_PASSWORD: Final = re.compile(r"[ -~]{8,63}|[0-9a-fA-F]{64}", re.ASCII)
"""A passphrase, or the key itself in hexadecimal, IEEE 802.11i annex H.4."""


@dataclass(frozen=True, slots=True)
class Network:
    """A wireless network; an empty password means an open one."""

    name: str
    password: str = field(default="", repr=False)


class ComputerSettings(msgspec.Struct, frozen=True):
    """Settings of the computer; empty ones keep their defaults."""

    name: str = ""
    country: str = ""
    time_zone: str = ""
    wifi: tuple[Network, ...] = ()


class Card(msgspec.Struct, frozen=True):
    """Contents of a card; the box's settings are the text of a file that is valid by itself."""

    computer: ComputerSettings
    settings: str
    problems: tuple[SettingsProblem, ...]
    language: str
    """The language of the box, in which its mistakes are said."""


def read_card(
    content: str, usual: str, find_game: FindGame, is_zone: Callable[[str], bool]
) -> Card:
    """Return the contents of a card; never fails.

    ``usual`` are the settings of a box without a card; they supply the keys missing on the card. If
    the card's settings have a mistake, they replace all of them except the language.
    """
    problems: list[SettingsProblem] = []
    document = parse_document(content, FILE, problems)
    root = Section.of(document)
    computer = root.get(COMPUTER, lambda value: _computer(value, is_zone), ComputerSettings())
    ours = _without(content, document, COMPUTER)
    settings = _completed(ours, usual)
    mistakes = _mistakes(settings, find_game) if not problems or root.values else ()
    language = _language(document)
    if not root.values or mistakes:
        language_line = f"language: {language}\n" if language else ""
        settings = _completed(language_line, usual)
    unique = dict.fromkeys((*problems, *mistakes))
    return Card(computer, settings, tuple(unique), language or DEFAULT)


def _computer(value: Value, is_zone: Callable[[str], bool]) -> ComputerSettings:
    keys = Section.of(value)
    computer = ComputerSettings(
        name=keys.get("name", _host_name, ""),
        country=keys.get("country", _country, ""),
        time_zone=keys.get("time_zone", _time_zone(is_zone), ""),
        wifi=keys.get("wifi", _networks, ()),
    )
    keys.end()
    return computer


def _host_name(value: Value) -> str:
    name = text(value)
    if not _NAME.fullmatch(name):
        raise value.refusal(say("a name of small letters, digits and hyphens, such as lounge"))
    return name


def _country(value: Value) -> str:
    code = text(value)
    if not _COUNTRY.fullmatch(code):
        raise value.refusal(say("a country code of two capital letters, such as DE"))
    return code


def _time_zone(is_zone: Callable[[str], bool]) -> Callable[[Value], str]:
    def zone(value: Value) -> str:
        name = text(value)
        if not is_zone(name):
            raise value.refusal(say("a time zone such as Europe/Berlin"))
        return name

    return zone


def _networks(value: Value) -> tuple[Network, ...]:
    """Read the networks; the first one is preferred."""
    if isinstance(value.node, yaml.ScalarNode):
        raise _no_text(value, say("a list"))
    return tuple(network for _, network in read_each(value.items(), _network))


def _network(value: Value) -> Network:
    if isinstance(value.node, yaml.ScalarNode):
        raise _no_text(value, say("a mapping, one `key: value` a line"))
    keys = Section.of(value)
    if "name" not in keys.values:
        raise UnexpectedValueError(value, say("lacks the key {key!r}", key="name"))
    name = keys.get("name", _ssid, "")
    password = keys.get("password", _password, "")
    keys.end()
    wrong = not name or ("password" in keys.values and not password)
    if wrong:  # never an open network of the same name instead
        raise UnexpectedValueError(value, say("this network is left out"))
    return Network(name, password)


def _no_text(value: Value, expected: Message) -> UnexpectedValueError:
    """Return the error for an invalid string, without repeating it: it may contain a password."""
    found = say("a text")
    return UnexpectedValueError(
        value, say("found {found}, expected {expected}", found=found, expected=expected)
    )


def is_ssid(name: str) -> bool:
    """Return whether a string is a valid network name."""
    return 0 < len(name.encode()) <= _LONGEST_SSID


def is_password(password: str) -> bool:
    """Return whether a string is a valid network password."""
    return _PASSWORD.fullmatch(password) is not None


def _ssid(value: Value) -> str:
    name = text(value)
    if name and not is_ssid(name):
        raise value.refusal(say("the name of a network, at most 32 bytes"))
    return name


def _password(value: Value) -> str:
    """Read a password; messages never repeat it, because they are public."""
    password = str(value.node.value) if isinstance(value.node, yaml.ScalarNode) else ""
    if not is_password(password):
        raise UnexpectedValueError(
            value, say("a Wi-Fi password has 8 to 63 letters, digits and signs")
        )
    return password


def _language(document: Value) -> str:
    """Return the language on a card, empty unless it is supported."""
    unheard: list[SettingsProblem] = []
    silent = Value(document.file, document.line, (), document.node, unheard)
    return Section.of(silent).get("language", choice(*LANGUAGES), "")


def _mistakes(settings: str, find_game: FindGame) -> tuple[SettingsProblem, ...]:
    try:
        read(parse_document(settings, FILE, []), find_game)
    except SettingsError as error:
        return error.problems
    return ()


def _without(content: str, document: Value, key: str) -> str:
    """Return a text with a key replaced by empty lines, so that line numbers are kept."""
    lines = content.splitlines()
    for name, first, end in _spans(document, len(lines)):
        if name == key:
            lines[first:end] = [""] * (end - first)
    return "\n".join((*lines, ""))


def _completed(own: str, usual: str) -> str:
    """Return settings completed by the keys of ``usual`` that are missing."""
    given = {name for name, _, _ in _spans(parse_document(own, FILE, []), 0)}
    lines = usual.splitlines()
    rest = [
        line
        for name, first, end in _spans(parse_document(usual, FILE, []), len(lines))
        if name not in given
        for line in lines[first:end]
    ]
    return "\n".join((own.rstrip("\n"), *rest, ""))


def _spans(document: Value, count: int) -> list[tuple[str, int, int]]:
    """Return the keys of a document with their first line, from 0, and the line after them."""
    if not isinstance(document.node, yaml.MappingNode) or document.node.flow_style:
        return []
    pairs = [(str(key.value), key.start_mark.line) for key, _ in document.node.value]
    ends = [*(line for _, line in pairs[1:]), count][: len(pairs)]
    return [(name, first, end) for (name, first), end in zip(pairs, ends, strict=True)]
