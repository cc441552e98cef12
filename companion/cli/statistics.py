"""`companion stats`: prints statistics over many games."""

import argparse
from itertools import chain
from pathlib import Path

from companion.cli.commands import OK, settings_of
from companion.engine.message import Message, say
from companion.i18n.catalogue import Phrases
from companion.records.jsonl import RecordError

MISSING = say("the figures need more libraries: pip install 'compass-companion[stats]'")


def add_stats(parser: argparse.ArgumentParser, words: Phrases) -> None:
    """Add the arguments of `companion stats`, but for the settings."""
    parser.add_argument(
        "files",
        type=Path,
        nargs="*",
        metavar=words("FILE"),
        help=words("records, results, journals, or folders of them"),
    )
    parser.add_argument("--box", action="store_true", help=words("the games of this box"))
    parser.add_argument(
        "--csv", type=Path, metavar=words("FOLDER"), help=words("write each table to a CSV file")
    )
    parser.add_argument(
        "--html", type=Path, metavar=words("FILE"), help=words("write a page with drawings")
    )
    parser.add_argument("--json", action="store_true", help=words("as one JSON object"))
    parser.set_defaults(command=stats)


def stats(options: argparse.Namespace, words: Phrases) -> int:
    """Print figures about games, or write them to files."""
    try:
        from companion.records.statistics import report
        from companion.records.statistics.figures import figures
    except ModuleNotFoundError as error:
        raise RecordError(MISSING) from error
    from companion.records.statistics.sources import from_box, from_files
    from companion.storage import durable
    from companion.storage.journal import FILE

    if not options.files and not options.box:
        raise RecordError(say("say which games: files, folders, or --box"))
    box = from_box(settings_of(options.config, words).state / FILE) if options.box else ()
    count, tables = figures(chain(from_files(options.files), box))

    def named(key: str) -> str:
        return words.tell(_NAMES[key])

    title = words.tell(say("Figures of {count} games", count=count))
    if options.csv is not None:
        report.as_files(tables, options.csv)
    if options.html is not None:
        durable.write(options.html, report.as_page(tables, title, words.language, named))
    if options.json:
        from companion.cli.json_output import figures_of, print_json

        print_json(figures_of(count, tables))
        return OK
    if options.csv is None and options.html is None:
        report.in_terminal(tables, named)
    print(title)
    return OK


_NAMES: dict[str, Message] = {
    "games": say("games"),
    "players": say("players"),
    "seats": say("wins by seat"),
    "starters": say("wins by starting player"),
    "rules": say("points by rule"),
    "times": say("time by kind of action"),
    "times_of_players": say("time by player and kind of action"),
    "game": say("game"),
    "over": say("to the end"),
    "mean_min": say("minutes"),
    "median_min": say("median"),
    "most_min": say("longest"),
    "actions": say("actions"),
    "undone": say("taken back"),
    "corrections": say("corrected"),
    "player": say("player"),
    "wins": say("wins"),
    "share": say("percent"),
    "low": say("from"),
    "high": say("to"),
    "mean": say("mean points"),
    "spread": say("spread"),
    "least": say("least"),
    "most": say("most"),
    "minutes": say("minutes"),
    "seat": say("seat"),
    "began": say("began"),
    "rule": say("rule"),
    "points": say("points"),
    "per_seat": say("points a seat"),
    "scored": say("percent of seats"),
    "kind": say("action"),
    "share_between": say("percent (from–to)"),
    "mean_spread": say("points ± spread"),
    "least_most": say("least – most"),
    "time": say("time"),
    "undone_corrected": say("taken back / corrected"),
}
