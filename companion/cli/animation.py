"""`companion replay --gif`: exports a recorded game as an animated picture."""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.cli.argument_types import IntegerArgument
from companion.cli.commands import OK, replay
from companion.engine.message import say
from companion.i18n.catalogue import Phrases

_PATIENCE: Final = 2.0
"""Seconds after which people want to know how far it is."""


def add_animation_arguments(parser: argparse.ArgumentParser, words: Phrases) -> None:
    """Add the arguments of `companion replay` for an animated picture."""
    parser.add_argument(
        "--gif",
        type=Path,
        metavar=words("FILE"),
        help=words("draw board and panel as an animated picture instead"),
    )
    parser.add_argument(
        "--last",
        type=IntegerArgument(words, 1),
        metavar="N",
        help=words("only the last N steps, with --gif"),
    )
    parser.set_defaults(command=replay_or_draw)


def replay_or_draw(options: argparse.Namespace, words: Phrases) -> int:
    """Print a recorded game, or write it as an animated picture."""
    from companion.records.jsonl import RecordError

    if options.last is not None and (options.gif is None or options.last < 1):
        raise RecordError(say("--last N draws the last N steps, at least 1, with --gif FILE"))
    return replay(options, words) if options.gif is None else _drawn(options, words)


def _drawn(options: argparse.Namespace, words: Phrases) -> int:
    from companion.display.animation import render_gif
    from companion.records import archive, replay
    from companion.storage import durable

    table = archive.table_of(replay.load(options.file))
    made = render_gif(table, options.language, last=options.last, progress=_progress(words))
    durable.write(options.gif, made)
    message = say("{file}: {size} kB", file=options.gif, size=-(-len(made) // 1000))
    print(words.tell(message))
    return OK


def _progress(words: Phrases) -> Callable[[int, int], None]:
    """Return the progress callback of an animation: silent at first, and without a terminal."""
    began = time.monotonic()

    def tell(done: int, of: int) -> None:
        if sys.stderr.isatty() and time.monotonic() - began > _PATIENCE:
            message = words.tell(say("{done} of {of} pictures", done=done, of=of))
            print(f"\r{message}", end="\n" if done == of else "", file=sys.stderr, flush=True)

    return tell
