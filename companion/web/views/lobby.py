"""View of a setup: the question, its answers with explanations, the recommended one."""

from types import MappingProxyType
from typing import Any, Final

from companion.engine.game import Setup
from companion.engine.owners_copy import PrintedSquare
from companion.engine.picture import FILLS
from companion.engine.rules import AnyGame
from companion.engine.seat_colours import assign_colours, colours_of, palette
from companion.engine.text import Text, text, titled
from companion.protocol.http.page_words import PageWords
from companion.table.lobby.lobby import Lobby, can_gather, is_game_chosen
from companion.table.lobby.start import begins
from companion.table.previous_games.parties import PARTY, party_count
from companion.table.setup_question import SetupQuestion
from companion.table.voice import Voice
from companion.web.views.page_voice import PageVoice
from companion.web.views.viewer import Surroundings

_PRINTED: Final = MappingProxyType({"indigo": "black", "violet": "purple"})
"""Colours of pieces that boards are drawn with another fill for."""


def lobby(stage: Lobby, speech: PageVoice, surroundings: Surroundings) -> dict[str, Any]:
    """Return the current question, with a line for each answer that needs one.

    ``gather`` is whether the arrivals can take their seats now, ``seating`` whether the players are
    still to be chosen, and ``parties`` how many answers are groups that have played before. A
    ``sheet`` that is ``open`` has a square for each of the first answers.
    """
    question, voice = stage.question, speech.voice
    gather = can_gather(stage, len(surroundings.arrived))
    if question is None:
        empty = {"key": "", "game": "", "title": "", "answers": [], "lines": [], "cursor": 0}
        return {
            **empty,
            "best": None,
            "gather": gather,
            "seating": False,
            "parties": 0,
            "colours": [],
            "sheet": None,
        }
    return {
        "key": question.key,
        "game": _chosen_game(stage, voice),
        "title": _title(question, voice),
        "answers": [voice.long(name) for _, name in question.answers],
        "lines": [_line(stage, question, answer, speech.words) for answer, _ in question.answers],
        "cursor": stage.cursor,
        "best": _best(stage, question, max(2, len(surroundings.arrived))),
        "gather": gather,
        "seating": is_game_chosen(stage) and _asks_who_plays(question),
        "parties": party_count(question),
        "colours": _colours(stage, speech, surroundings) if is_game_chosen(stage) else [],
        "sheet": _sheet(question, voice),
    }


def _chosen_game(stage: Lobby, voice: Voice) -> str:
    """Return the name of the game being set up, empty before it is chosen."""
    if not is_game_chosen(stage):
        return ""
    name = str(dict(stage.given).get("game", next(iter(stage.games))))
    manifest = stage.games[name]
    return voice.long(titled(manifest.title, manifest.titles))


def _title(question: SetupQuestion, voice: Voice) -> str:
    """Return the question, preceded by the name of its square if it is about one."""
    question_text = voice.long(question.ask)
    return (
        question_text
        if question.place is None
        else f"{voice.long(question.place)}: {question_text}"
    )


def _sheet(question: SetupQuestion, voice: Voice) -> dict[str, Any] | None:
    """Return the picture beside a question: the squares' names, signs and fills, row by row."""
    board = question.board
    if board is None:
        return None
    values = iter(board.sheet.values)
    rows = [
        [_square(name, board.sheet.printed(next(values)), voice) for name in row]
        for row in board.sheet.rows
    ]
    return {"rows": rows, "open": board.is_open}


def _square(place: Text, printed: PrintedSquare, voice: Voice) -> dict[str, str]:
    named = text("copy.square", place=place, value=printed.name)
    sign = voice.short(printed.sign)
    return {"name": voice.long(named), "sign": sign, "fill": printed.fill}


def _asks_who_plays(question: SetupQuestion) -> bool:
    """Return whether the players are still to be chosen."""
    return question.key in (PARTY, "players") or question.key.startswith("name.")


def _colours(stage: Lobby, speech: PageVoice, surroundings: Surroundings) -> list[dict[str, Any]]:
    """Return the colours of the game's pieces, each with the seat that chose it."""
    game, wished = stage.game, surroundings.colours
    option = next((f"{option}." for option, _ in game.seat_choices), "colour.")
    return [
        {
            "colour": colour,
            "fill": _fill(colour),
            "name": speech.voice.long(text(f"{option}{colour}")),
            "seat": wished.index(colour) if colour in wished else None,
        }
        for colour in palette(game)
    ]


def _line(stage: Lobby, question: SetupQuestion, answer: object, words: PageWords) -> str:
    """Return the explanation of an answer in one line; empty if none is needed."""
    if question.key == PARTY and isinstance(answer, int):
        party = stage.parties[answer]
        first = begins(stage, party)
        return "" if first is None else words.say("web.lobby.begins", name=party.players[first])
    return str(words.all.get(f"web.about.{question.key}.{answer}", ""))


def _best(stage: Lobby, question: SetupQuestion, people: int) -> int | None:
    """Return the best suited answer: a game for all arrivals that the box can follow."""
    if question.key == "game":
        playable = [name for name, game in stage.games.items() if people in game.players]
        usual = dict(stage.usual).get("game")
        best = usual if usual in playable else next(iter(playable), None)
    elif question.key == "level":
        best = stage.game.levels[-1]
    else:
        return None
    return next((i for i, (answer, _) in enumerate(question.answers) if answer == best), None)


def arrivals(stage: Lobby, surroundings: Surroundings) -> list[dict[str, Any]]:
    """Return the arrivals in seating order."""
    colours: tuple[str, ...] = ()
    if is_game_chosen(stage):
        colours = assign_colours(palette(stage.game), surroundings.colours)
    return [
        {
            "name": name,
            "colour": _fill("".join(colours[seat : seat + 1])),
            "claimed": True,
            "here": seat in surroundings.here,
            "robot": False,
            "lead": seat == surroundings.lead,
            "asked": seat in surroundings.asked,
        }
        for seat, name in enumerate(surroundings.arrived)
    ]


def seat_colours(game: AnyGame, setup: Setup) -> tuple[str, ...]:
    """Return the fill of each seat's pieces: fixed by the game, or as chosen; else empty."""
    seats = len(setup.players)
    if game.seat_colours:
        return colours_of(setup, game.seat_colours)
    chosen = (setup.options.get(option, values) for option, values in game.seat_choices)
    colours = next((each for each in chosen if isinstance(each, list | tuple)), ())
    return (*(_fill(str(colour)) for colour in colours), *("" for _ in range(seats)))[:seats]


def _fill(colour: str) -> str:
    """Return the fill with which pages draw a colour; empty if there is none."""
    fill = _PRINTED.get(colour, colour)
    return fill if fill in FILLS else ""
