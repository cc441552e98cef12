"""The command line. Exit status: 0 success, 1 failure, 2 a usage error or an invalid file.

It is 130 after an interrupt. Without a command, the help is printed.
"""

import io
import logging
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from companion.cli import logs
from companion.cli.commands import FAILED, OK, WRONG
from companion.cli.parser import build
from companion.cli.permission import permission_help
from companion.engine.message import reason, say
from companion.engine.rules import AnyGame
from companion.i18n.catalogue import Phrases
from companion.i18n.command_line import argparse_speaks, language_of
from companion.i18n.system_errors import describe_error

__all__ = ["main"]

_HELP: Final = ("--help",)
"""What is called if nothing is."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command in ``arguments`` and return the exit status."""
    given = (sys.argv[1:] if arguments is None else arguments) or _HELP
    if isinstance(sys.stdout, io.TextIOWrapper):
        # The name of a file may hold bytes that are not text; it is shown all the same.
        sys.stdout.reconfigure(errors="backslashreplace")
    words = Phrases(language_of(given, os.environ), _games)
    with argparse_speaks(words.language):
        options = build(words, given).parse_args(given)
    command: Callable[[Namespace, Phrases], int] = options.command
    try:
        return command(options, words)
    # As shells report a program that SIGINT has ended: 128 + 2.
    except KeyboardInterrupt:
        return 130
    # The reader, such as `head`, has closed the pipe; Python would report that again at exit.
    except BrokenPipeError:
        sys.stderr.close()
        return OK
    except PermissionError as error:
        _complain(permission_help(error, given), words)
        return FAILED
    except _wrong_input() as error:
        _complain(_message(error), words)
        return WRONG
    except _failures() as error:
        _complain(_message(error), words)
        return FAILED


def _games() -> Iterable[AnyGame]:
    from companion.engine import registry

    return map(registry.load, registry.names())


def _message(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return say("this is too large for the memory of this computer")
    return describe_error(error) if isinstance(error, OSError) else reason(error)


def _complain(message: str, words: Phrases) -> None:
    line = f"companion: {words.tell(message)}"
    if logs.leads_to_journal(sys.stderr, os.environ):
        line = logs.with_priority(line, logging.ERROR)
    print(line, file=sys.stderr)


def _wrong_input() -> tuple[type[Exception], ...]:
    from companion.engine.game import SetupError
    from companion.engine.registry import UnknownGameError
    from companion.i18n.catalogue import UnknownRuleError
    from companion.records.jsonl import RecordError
    from companion.settings import SettingsError
    from companion.storage.backup import UnusableBackupError
    from companion.storage.bounded_file import UnusableFileError
    from companion.storage.tag_book import TagsError

    return (
        TagsError,
        UnusableBackupError,
        SettingsError,
        SetupError,
        UnknownGameError,
        UnknownRuleError,
        RecordError,
        FileNotFoundError,
        IsADirectoryError,
        NotADirectoryError,
        UnusableFileError,
    )


def _failures() -> tuple[type[Exception], ...]:
    from companion.host.boot.setup import NoPiError
    from companion.kit.documents import DocumentError
    from companion.storage.backup import BackupError
    from companion.storage.journal import JournalError

    return (BackupError, JournalError, NoPiError, DocumentError, MemoryError, OSError)
