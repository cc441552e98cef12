"""`companion games played`: lists, shows, exports and deletes the games in a box's archive."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from companion.cli import commands
from companion.cli.argument_types import IntegerArgument
from companion.cli.commands import FAILED, OK, settings_of
from companion.cli.json_output import archive_of, installed_game, played_game, print_json
from companion.engine.message import LONGEST, Message, say
from companion.i18n.catalogue import Catalogue, Phrases
from companion.schema.writable import one_line
from companion.table.previous_games.previous_game import points_text

if TYPE_CHECKING:
    from companion.records.archive import ArchivedGame
    from companion.records.jsonl import GameRecord
    from companion.storage.journal import JournalReader

_MINUTE: Final = 60
_KILO: Final = 1000
_DIGITS: Final = 15
"""The most digits of the number of a game."""


def add_games(parser: argparse.ArgumentParser, words: Phrases) -> None:
    """Add the arguments of `companion games`, except the settings."""
    parser.add_argument(
        "what",
        nargs="?",
        choices=("played", "show"),
        help=words(
            "played: the games that this box has followed; show: what a game declares (a list of "
            "those that are installed)"
        ),
    )
    parser.add_argument(
        "which",
        nargs="?",
        metavar=words("N or GAME"),
        help=words("the number of a game that was played, in full; the name of a game to show"),
    )
    parser.add_argument(
        "--player", default="", metavar=words("NAME"), help=words("only games with this player")
    )
    parser.add_argument("--game", default="", metavar=words("GAME"), help=words("only this game"))
    for name, which in (
        ("--since", words("only from this day on")),
        ("--until", words("only up to this day")),
    ):
        parser.add_argument(name, type=_day_reader(words), metavar=words("DAY"), help=which)
    in_form = words("write them in one of these forms")
    add_form(parser, words, "--export", f"{in_form}: {_forms(words)}")
    parser.add_argument("--delete", action="store_true", help=words("delete game N for good"))
    parser.add_argument("--yes", action="store_true", help=words("without asking"))
    parser.add_argument("--json", action="store_true", help=words("as one JSON object"))
    parser.set_defaults(command=games)


def add_export(parser: argparse.ArgumentParser, words: Phrases) -> None:
    """Add the arguments of `companion export`, except the file."""
    add_form(parser, words, "--format", f"{_forms(words)} (%(default)s)")
    parser.set_defaults(format="json", command=export)
    parser.add_argument(
        "--play",
        type=IntegerArgument(words, 1),
        metavar="N",
        help=words("which game of a journal (the newest)"),
    )


def add_form(parser: argparse.ArgumentParser, words: Phrases, name: str, summary: str) -> None:
    """Add the arguments for the format and the destination of an export."""
    parser.add_argument(name, choices=FORMS, help=summary)
    parser.add_argument(
        "--to", type=Path, metavar=words("FILE"), help=words("into a file (the terminal)")
    )


def _forms(words: Phrases) -> str:
    """Return a description of each export format."""
    return words(
        "json: every move, to be replayed; text: the same, to be read; html: a page that replays "
        "the game in a browser; link, bgsplay: BG Stats; bgg: plays for BoardGameGeek; csv: a "
        "spreadsheet; results: one line a game, for `companion stats`"
    )


def games(options: argparse.Namespace, words: Phrases) -> int:
    """List the installed games, show what one declares, or list the games that were played."""
    if options.what is None:
        return commands.games(options, words)
    if options.what == "show":
        return _show(options, words)
    return list_games(_number(options.which), options, words)


def _show(options: argparse.Namespace, words: Phrases) -> int:
    """Print what a game declares; as JSON, the choices of its setup."""
    from companion.cli import declarations
    from companion.engine import registry

    name = options.which
    if name is None:
        game_names = ", ".join(registry.names())
        message = say(
            "say which game: companion games show GAME; there are {games}", games=game_names
        )
        raise registry.UnknownGameError(message)
    game = registry.load_with_board(name)
    if options.json:
        print_json(installed_game(game, words))
    else:
        print(*declarations.lines(game, words), sep="\n")
    return OK


def _number(given: str | None) -> int | None:
    """Return the number of a game that was played. Raises ``RecordError`` for anything else."""
    if given is None:
        return None
    if given.isdecimal() and len(given) <= _DIGITS and int(given):
        return int(given)
    from companion.records.jsonl import RecordError

    message = say(
        "{given!r} is not the number of a game; companion games played lists them", given=given
    )
    raise RecordError(message)


def list_games(number: int | None, options: argparse.Namespace, words: Phrases) -> int:
    """List the games of a box, or show, export or delete the one with a given number."""
    if options.delete and number is None:
        from companion.records.jsonl import RecordError

        raise RecordError(say("say which game: companion games played N --delete"))
    from companion.storage.journal import FILE, JournalReader

    path = settings_of(options.config, words).state / FILE
    if options.delete and number is not None:
        return _delete(path, number, options, words)
    with JournalReader.look(path) as journal:
        if number is not None:
            return _one(journal, number, options, words)
        games = _found(journal, options)
        if options.export in _OF_ONE:
            from companion.records.jsonl import RecordError

            message = say(
                "one game a file: companion games played N --export {form}", form=options.export
            )
            raise RecordError(message)
        if options.export:
            whole = [played for played in games if not played.goes_on and played.result]
            return _write_output(_exported(options.export, whole, words), options.to)
        if options.json:
            print_json(archive_of(games, journal))
            return OK
        for played in games:
            print(_line(played, words))
        size = journal.size()
        message = say(
            "Games: {count}; in the archive: {games}, {kilobytes} kB of at most {most} MB",
            count=len(games),
            games=size.games,
            kilobytes=-(-size.logs // _KILO),
            most=size.most >> 20,
        )
        print(words.tell(message))
    return OK


def _found(journal: "JournalReader", options: argparse.Namespace) -> "tuple[ArchivedGame, ...]":
    from companion.records import archive

    search = archive.ArchiveSearch(options.player, options.game, options.since, options.until)
    return archive.list_games(journal, search)


def _one(journal: "JournalReader", number: int, options: argparse.Namespace, words: Phrases) -> int:
    from companion.records import archive

    played = archive.read_game(journal, number)
    if options.json and not options.export:
        print_json(played_game(played))
        return OK
    if not options.export:
        for line in _game_lines(journal, played, words):
            print(one_line(line, LONGEST))
        return OK
    if options.export in _OF_ONE:
        _check_over(played)
        content = _OF_ONE[options.export](archive.record(journal, played.id), words)
        return _write_output(content, options.to)
    return _write_output(_exported(options.export, [played], words), options.to)


def _delete(path: Path, number: int, options: argparse.Namespace, words: Phrases) -> int:
    """Delete a game, after a confirmation."""
    from companion.records import archive
    from companion.storage.journal import Journal

    with Journal.open(path) as journal:
        played = archive.read_game(journal, number)
        print(_line(played, words))
        if not options.yes and not _agrees(words):
            print(words.tell(say("Nothing was deleted.")))
            return FAILED
        journal.delete(played.id)
    print(words.tell(say("Game {number} is deleted.", number=played.id)))
    return OK


def _agrees(words: Phrases) -> bool:
    """Ask whether to delete the game; return whether the answer is an explicit yes."""
    print(words.tell(say("Delete this game for good? Type yes: ")), end="", flush=True)
    return sys.stdin.readline().strip().casefold() in {"yes", words.tell(say("yes")).casefold()}


def _check_over(played: "ArchivedGame") -> None:
    """Raise ``RecordError`` for a game in progress: its hidden information must not be exported."""
    from companion.records.exports import result_for

    if played.goes_on:
        result_for(played)


def _line(played: "ArchivedGame", words: Phrases) -> str:
    """Return a game in one line."""
    from companion.engine import registry
    from companion.records.archive import local_time

    when = local_time(played.ended)
    ranking = one_line(_ranking(played, words), LONGEST)
    title = registry.title(played.game, words.language)
    return f"{played.id:>5}  {when:%Y-%m-%d %H:%M}  {title:<22}  {ranking}"


def _ranking(played: "ArchivedGame", words: Phrases) -> str:
    """Return the ranking with points, best first, and any remarks."""
    result, names = played.result, played.players
    if result is None:
        return f"{', '.join(names)} {words.tell(say('(other rules)'))}"
    ranking = played.ranking
    ranked = ", ".join(
        f"{ranking.name_of(side, names)} {points_text(side.points, unsure=result.unsure)}"
        for side in ranking.ordered
    )
    if played.goes_on and not result.over:
        return f"{ranked} {words.tell(say('(in progress)'))}"
    return ranked if result.over else f"{ranked} {words.tell(say('(left)'))}"


def _game_lines(journal: "JournalReader", played: "ArchivedGame", words: Phrases) -> Iterator[str]:
    """Yield everything about a game: its ranking, every point, the times, the options."""
    from companion.records import archive, score_sheet
    from companion.records.exports import handover_summary, variant

    yield _line(played, words)
    yield ", ".join(filter(None, (variant(played), handover_summary(played))))
    yield ""
    result = played.result
    if result is None:
        return
    if journal.entries(played.id):
        table = archive.table_of(archive.record(journal, played.id))
        voice = Catalogue(words.language, table.game, played.players)
        yield from score_sheet.ranking(table.game, table.state, voice)
    else:
        yield words.tell(
            say("The moves of this game were deleted to free space; its result is kept.")
        )
    yield ""
    for name, seconds in zip(played.players, result.seconds, strict=True):
        yield f"{name:<24}{_duration(seconds):>8}"
    together = words.tell(say("Playing time"))
    yield f"{together:<24}{_duration(result.length):>8}"


def _duration(seconds: int) -> str:
    minutes, rest = divmod(seconds, _MINUTE)
    return f"{minutes}:{rest:02}"


def export(options: argparse.Namespace, words: Phrases) -> int:
    """Print a recorded game in one of the export formats."""
    from companion.records import archive, replay
    from companion.storage.journal import JournalReader

    if options.play is None:
        record = replay.load(options.file)
    elif not replay.is_journal(options.file):
        from companion.records.jsonl import RecordError

        message = say(
            "{path}: --play N is for a journal, which holds many games; leave it out",
            path=options.file,
        )
        raise RecordError(message)
    else:
        with JournalReader.look(options.file) as journal:
            _check_over(archive.read_game(journal, options.play))
            record = archive.record(journal, options.play)
    if options.format in _OF_ONE:
        content = _OF_ONE[options.format](record, words)
    else:
        played = archive.archived_game(record, options.play or 1)
        content = _exported(options.format, [played], words)
    return _write_output(content, options.to)


def _write_output(content: str, to: Path | None) -> int:
    """Print an export, or write it to a file atomically."""
    from companion.storage import durable

    if to is None:
        sys.stdout.write(content if content.endswith("\n") else f"{content}\n")
    else:
        durable.write(to, content if content.endswith("\n") else f"{content}\n")
    return OK


def _exported(form: str, games: "Sequence[ArchivedGame]", _words: Phrases) -> str:
    """Return games in a format that holds several games."""
    from companion.records.exports import bgg, bgstats, csv
    from companion.records.result_lines import line_of

    if form == "csv":
        return csv.text(games)
    if form == "bgg":
        return bgg.plays(games)
    if form == "bgsplay":
        return json.dumps(bgstats.file(games), indent=1)
    if form == "results":
        return "\n".join(map(line_of, games))
    return "\n".join(bgstats.link(played) for played in games)


def _as_json(record: "GameRecord", _words: Phrases) -> str:
    from companion.records.jsonl import write

    return "\n".join(write(record))


def _as_text(record: "GameRecord", _words: Phrases) -> str:
    from companion.records import replay

    return "\n".join(replay.as_text(record))


def _as_page(record: "GameRecord", words: Phrases) -> str:
    from companion.web.routes.shared_game import shared_game

    return shared_game(record, words.language)


_OF_ONE: Final[Mapping[str, "Callable[[GameRecord, Phrases], str]"]] = MappingProxyType(
    {"json": _as_json, "text": _as_text, "html": _as_page}
)
"""The forms that hold one game, with its moves."""
FORMS: Final = (*_OF_ONE, "link", "bgsplay", "bgg", "csv", "results")


def _day_reader(words: Phrases) -> Callable[[str], date]:
    """Return a parser of dates."""

    def read(given: str) -> date:
        try:
            return date.fromisoformat(given)
        except ValueError:
            message: Message = say("expected a day such as 2026-11-21")
            raise argparse.ArgumentTypeError(words.tell(message)) from None

    return read
