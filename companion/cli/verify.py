"""`companion verify`: repeats the draws of a recorded game."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.commands import FAILED, OK
from companion.i18n.catalogue import Phrases
from companion.i18n.languages import LANGUAGES

if TYPE_CHECKING:
    from companion.engine.rules import AnyGame
    from companion.i18n.catalogue import Catalogue
    from companion.records.draws import DrawCheck


def fill(parser: argparse.ArgumentParser, words: Phrases) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "file", type=Path, metavar=words("FILE"), help=words("a record or a journal")
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, default=words.language, help="(%(default)s)"
    )
    parser.add_argument(
        "--page",
        type=Path,
        metavar=words("FILE"),
        help=words("write a page that repeats the draws in any browser, as HTML"),
    )
    parser.set_defaults(command=verify)


def verify(options: argparse.Namespace, _words: Phrases) -> int:
    """Print the result of each draw of the box; fail if one of them is wrong."""
    from companion.i18n.catalogue import Catalogue
    from companion.records import checkpoint_notes, replay
    from companion.records.draw_page import draw_page
    from companion.records.draws import WRONG, check_draws
    from companion.storage import durable

    record = replay.load(options.file)
    game = replay.rules_of(record)
    players = checkpoint_notes.players_after(record.setup.players, record.entries)
    voice = Catalogue(options.language, game, players)
    checks = check_draws(game, record)
    print(*_lines(game, checks, voice), sep="\n")
    if options.page is not None:
        durable.write(options.page, draw_page(game, checks, voice, options.language))
    return FAILED if any(check.verdict in WRONG for check in checks) else OK


def _lines(game: "AnyGame", checks: "Sequence[DrawCheck]", voice: "Catalogue") -> Iterator[str]:
    """Yield the result of each draw, and a summary."""
    from companion.engine.draws.notes import short
    from companion.engine.text import text
    from companion.records.draws import WRONG, Verdict

    if not checks:
        yield voice.long(text("draws.none"))
        return
    for check in checks:
        sequence = check.drawn[0].entry.sequence if check.drawn else 0
        yield f"{sequence:>4} {voice.long(text(f'draws.{check.verdict}'))}"
        if check.commitment is not None and check.reveal is not None:
            bound, secret = check.commitment.shown, short(check.reveal.secret)
            times = " ".join(map(str, check.reveal.times))
            yield f"     {bound} … < {secret} …, {times} ms"
        names = (voice.long(game.action_name(drawn.action)) for drawn in check.drawn)
        yield f"     {'; '.join(names)}"
    verified = sum(check.verdict is Verdict.VERIFIED for check in checks)
    wrong = sum(check.verdict in WRONG for check in checks)
    counts = {"all": len(checks), "verified": verified, "wrong": wrong}
    yield voice.long(text("draws.summary", **counts))
