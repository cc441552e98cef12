"""Write man pages and shell completion from our own parser: ``manual.py FOLDER``.

FOLDER/man gets a page for ``companion`` and one for each of its commands, in every language of the
command line; FOLDER/completion gets the completion for bash, zsh and fish.
"""

import os
import re
import sys
from argparse import ArgumentParser, HelpFormatter, _ArgumentGroup, _SubParsersAction
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import shtab

from companion import __version__
from companion.cli.parser import build
from companion.engine import registry
from companion.i18n.catalogue import Phrases
from companion.i18n.command_line import argparse_speaks
from companion.i18n.languages import DEFAULT, LANGUAGES, PROGRAM, read

SHELLS: Final[Mapping[str, str]] = MappingProxyType(
    {"bash": "companion", "zsh": "_companion", "fish": "companion.fish"}
)
"""The file in which each shell looks for the completion of our command."""
STATUSES: Final = ("done", "it failed", "the call or a file given is wrong")
"""What the statuses 0, 1 and 2 mean; like everything here, a message id of ``manual.po``."""
_SETTINGS: Final = "the settings of a box that was installed as a package"


def main(folder: Path) -> None:
    """Write the pages of every language, and the completion of every shell."""
    for language in LANGUAGES:
        with argparse_speaks(language):
            parser = _parser(language)
            place = folder / "man" / ("" if language == DEFAULT else language) / "man1"
            place.mkdir(parents=True)
            for name, words in pages(parser, language):
                (place / f"{name}.1").write_text(words, encoding="utf-8")
    for shell, file in SHELLS.items():
        place = folder / "completion" / shell
        place.mkdir(parents=True)
        (place / file).write_text(completion(shell), encoding="utf-8")


def _parser(language: str) -> ArgumentParser:
    words = Phrases(language, lambda: map(registry.load, registry.names()))
    every = tuple(commands_of(build(words, ())).choices)
    return build(words, ("--help", *every))  # a call for help, which tells of all commands


def completion(shell: str) -> str:
    """Return what a shell reads to complete our command: options, files, folders and games."""
    parser = _parser(DEFAULT)
    for command in (parser, *commands_of(parser).choices.values()):
        for action in command._actions:  # noqa: SLF001 - argparse has no public way
            if action.dest == "game":
                action.choices = registry.names()
            elif action.dest == "state":
                action.complete = shtab.DIRECTORY  # type: ignore[attr-defined] # shtab's own
            elif action.type is Path:
                action.complete = shtab.FILE  # type: ignore[attr-defined] # shtab's own
    return str(shtab.complete(parser, shell))


def pages(parser: ArgumentParser, language: str) -> Iterator[tuple[str, str]]:
    """Yield the name of each page and its groff source (man(7))."""
    commands = commands_of(parser)
    brief = {choice.dest: choice.help or "" for choice in commands._choices_actions}  # noqa: SLF001
    names = [f"companion-{name}" for name in commands.choices]
    described = parser.description or ""
    yield "companion", _page(parser, language, described.partition(":")[0], names)
    for name, command in commands.choices.items():
        yield f"companion-{name}", _page(command, language, brief[name], ["companion"])


def commands_of(parser: ArgumentParser) -> "_SubParsersAction[ArgumentParser]":
    """Return the commands of a parser, each with a parser of its own."""
    actions = parser._actions  # noqa: SLF001
    return next(action for action in actions if isinstance(action, _SubParsersAction))


def _page(parser: ArgumentParser, language: str, brief: str, others: list[str]) -> str:
    say = read(PROGRAM, "manual", language).gettext
    name = parser.prog.replace(" ", "-")
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    date = datetime.fromtimestamp(epoch, UTC).date().isoformat()
    usage = re.sub(r"\s+", " ", parser.format_usage()).partition(": ")[2].strip()
    usage = usage.removeprefix(parser.prog)
    commands = say("User Commands")
    lines = [
        f'.TH {name.upper()} 1 {date} "compass-companion {__version__}" "{commands}"',
        *(f".SH {say('NAME')}", rf"{_safe(name)} \- {_safe(brief)}"),
        *(f".SH {say('SYNOPSIS')}", f".B {_safe(parser.prog)}", _safe(usage.strip())),
        *(
            f".SH {say('DESCRIPTION')}",
            _safe(parser.description or f"{brief[0].upper()}{brief[1:]}."),
        ),
    ]
    formatter = parser._get_formatter()  # noqa: SLF001 - as argparse itself prints its help
    for group in parser._action_groups:  # noqa: SLF001
        lines += _group(group, formatter)
    lines.append(f".SH {say('EXIT STATUS')}")
    for status, meaning in enumerate(STATUSES):
        lines += _item(str(status), say(meaning))
    lines += [
        f".SH {say('FILES')}",
        *_item("/etc/compass-companion/companion.yaml", say(_SETTINGS)),
        *_item("/var/lib/compass-companion", say("what such a box remembers")),
        f".SH {say('SEE ALSO')}",
        ", ".join(rf"\fB{_safe(other)}\fR(1)" for other in others),
    ]
    return "\n".join(lines) + "\n"


def _group(group: _ArgumentGroup, formatter: HelpFormatter) -> Iterator[str]:
    """Yield the lines of a group of arguments; none for an empty group."""
    if not group._group_actions:  # noqa: SLF001
        return
    yield f".SH {(group.title or '').upper()}"
    for action in group._group_actions:  # noqa: SLF001
        if isinstance(action, _SubParsersAction):
            for choice in action._choices_actions:  # noqa: SLF001
                yield from _item(rf"companion-{choice.dest}(1)", choice.help or "")
        else:
            words = formatter._expand_help(action) if action.help else ""  # noqa: SLF001
            yield from _item(formatter._format_action_invocation(action), words)  # noqa: SLF001


def _item(name: str, words: str) -> tuple[str, str, str]:
    return ".TP", f".B {_safe(name)}", _safe(words)


def _safe(words: Any) -> str:  # noqa: ANN401 - argparse types its help texts so
    r"""Return words escaped for groff: ``-`` stays a minus, and no line begins a request."""
    plain = str(words).replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{plain}" if plain.startswith((".", "'")) else plain


if __name__ == "__main__":
    main(Path(sys.argv[1]))
