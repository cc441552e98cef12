"""Which language the command line speaks, including the part that comes from argparse."""

import argparse
import ast
import gettext
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import companion
from companion.i18n.command_line import argparse_speaks, environment_language, language_of

ARGPARSE_PO = Path(companion.__file__).parent / "locale" / "de" / "argparse.po"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "DE_AT@euro"}, "de"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "zz_ZZ.UTF-8"}, "en"),
        ({"LC_MESSAGES": "zz_ZZ", "LANG": "de_DE"}, "de"),
        ({"LC_ALL": "en_GB", "LC_MESSAGES": "de_DE", "LANG": "de_DE"}, "en"),
        ({"LC_MESSAGES": "de_CH", "LANG": "en_GB"}, "de"),
        ({"LC_ALL": "C.UTF-8", "LANG": "de_DE"}, "en"),
        ({"LC_ALL": "POSIX", "LANG": "de_DE"}, "en"),
        ({"LC_ALL": "", "LANG": "de_DE"}, "de"),
        ({"LANGUAGE": "zz:de:en", "LC_ALL": "en_GB"}, "de"),
        ({"LANGUAGE": "en:de", "LANG": "de_DE"}, "en"),
        ({"LANGUAGE": "", "LANG": "de_DE"}, "de"),
        ({"LANG": "der"}, "en"),
    ],
)
def test_the_environment_names_a_language(environment: Mapping[str, str], language: str) -> None:
    assert environment_language(environment) == language


@pytest.mark.parametrize(
    ("arguments", "language"),
    [
        (["replay", "--language", "de", "file"], "de"),
        (["replay", "file", "--language=de"], "de"),
        (["replay", "--language", "zz", "file"], "en"),
        (["replay", "file", "--language"], "en"),
        (["--help"], "en"),
        ([], "en"),
    ],
)
def test_an_argument_overrides_the_environment(arguments: list[str], language: str) -> None:
    assert language_of(arguments, {"LANG": "en_GB.UTF-8"}) == language
    assert language_of(arguments[:0], {"LANG": "de_DE.UTF-8"}) == "de"


def argparse_words() -> set[str]:
    """Return the message ids that this Python's argparse looks up, singular and plural."""
    source = Path(argparse.__file__).read_text(encoding="utf-8")
    return {
        argument.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        for argument in node.args[: {"_": 1, "ngettext": 2}.get(node.func.id, 0)]
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }


def pairs() -> Iterator[tuple[str, str]]:
    """Yield the English and German messages of argparse, singular and plural."""
    with ARGPARSE_PO.open("rb") as stream:
        for message in read_po(stream):
            english = (message.id,) if isinstance(message.id, str) else message.id
            german = (message.string,) if isinstance(message.string, str) else message.string
            yield from zip(english, german or (), strict=True)


def placeholders(message: str) -> list[str]:
    return sorted(re.findall(r"%(?:\(\w+\))?[sr]", message))


def test_every_message_of_argparse_has_its_german() -> None:
    """If this fails with a new Python: add the missing ids to argparse.po, then `make text`."""
    german = dict(pairs())
    missing = argparse_words() - german.keys()
    assert not missing, f"add to {ARGPARSE_PO}: {sorted(missing)}"
    for english, words in german.items():
        if english:
            assert words
            assert placeholders(english) == placeholders(words), english


def test_argparse_speaks_german_only_while_that_is_switched_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("LANGUAGE")
    monkeypatch.setenv("LANG", "C")
    with argparse_speaks("de"):
        assert argparse.ArgumentParser(prog="x").format_usage() == "Aufruf: x [-h]\n"
    assert argparse.ArgumentParser(prog="x").format_usage() == "usage: x [-h]\n"
    assert "LANGUAGE" not in os.environ
    assert gettext.textdomain() == "messages"


def test_argparse_speaks_english_where_english_is_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LANGUAGE", "zz:de")
    with argparse_speaks("en"):
        assert argparse.ArgumentParser(prog="x").format_usage() == "usage: x [-h]\n"
    assert os.environ["LANGUAGE"] == "zz:de"
