"""The command line. Exit status: 0 done, 1 it failed, 2 the call or a file given is wrong."""

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence

from companion.cli.commands import FAILED, OK, WRONG
from companion.cli.language import argparse_speaks, language_of
from companion.cli.parser import build
from companion.engine.game import AnyGame
from companion.engine.message import reason
from companion.i18n.catalogue import Phrases
from companion.i18n.system_errors import explained

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command in ``arguments`` and return the exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    words = Phrases(language_of(given, os.environ), _games)
    with argparse_speaks(words.language):
        options = build(words, given).parse_args(given)
    command: Callable[[Namespace, Phrases], int] = options.command
    try:
        return command(options, words)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return OK
    except _wrong_input() as error:
        _complain(error, words)
        return WRONG
    except _failures() as error:
        _complain(error, words)
        return FAILED


def _games() -> Iterable[AnyGame]:
    from companion.engine import registry

    return map(registry.load, registry.names())


def _complain(error: Exception, words: Phrases) -> None:
    said = explained(error) if isinstance(error, OSError) else reason(error)
    print(f"companion: {words.tell(said)}", file=sys.stderr)


def _wrong_input() -> tuple[type[Exception], ...]:
    from companion.engine.game import SetupError
    from companion.engine.registry import UnknownGameError
    from companion.i18n.catalogue import UnknownRuleError
    from companion.records.jsonl import RecordError
    from companion.settings import SettingsError
    from companion.storage.tag_book import TagsError

    return (
        TagsError,
        SettingsError,
        SetupError,
        UnknownGameError,
        UnknownRuleError,
        RecordError,
        FileNotFoundError,
        IsADirectoryError,
    )


def _failures() -> tuple[type[Exception], ...]:
    from companion.storage.backup import BackupError
    from companion.storage.journal import JournalError

    return (BackupError, JournalError, OSError)
