"""Page that verifies the draws of a game in a browser: one file, without a server or a network."""

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Final

import msgspec

from companion.engine.rules import AnyGame
from companion.engine.text import text
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import language_tag
from companion.records.checkpoint_notes import players_after
from companion.records.draws import DrawCheck, Verdict, check_draws
from companion.records.jsonl import GameRecord
from companion.records.replay import rules_of

_PROGRAM: Final = "repeat.js"
_FOUND: Final = {
    "right": None,
    "secret": Verdict.COMMITMENT_MISMATCH,
    "result": Verdict.RESULT_MISMATCH,
}
"""What the page's program may find; if all is right, the verdict says how much that means."""


def page_of(record: GameRecord, language: str) -> str:
    """Return the page of the draws of a record. Raises ``RecordError``."""
    game = rules_of(record)
    voice = Catalogue(language, game, players_after(record.setup.players, record.entries))
    return draw_page(game, check_draws(game, record), voice, language)


def draw_page(game: AnyGame, checks: Sequence[DrawCheck], voice: Catalogue, language: str) -> str:
    """Render the draws of a game as an HTML page.

    The page repeats each draw and shows the result beside the one in the record.
    """
    title = f"{_words(voice, 'title')}: {escape(game.titles.get(language, game.title))}"
    sections = "".join(_section(game, check, at, voice) for at, check in enumerate(checks, 1))
    program = files(__name__).joinpath(_PROGRAM).read_text(encoding="utf-8")
    return (
        f'<!doctype html>\n<html lang="{language_tag(language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{_STYLE}</style></head>"
        f"<body><main><h1>{title}</h1><p>{_words(voice, 'about')}</p>"
        f"{sections or '<p>' + _words(voice, 'none') + '</p>'}</main>"
        f'<script type="module">\n{program}</script></body></html>\n'
    )


def _words(voice: Catalogue, key: str, **params: int) -> str:
    return escape(voice.long(text(f"draws.{key}", **params)))


def _section(game: AnyGame, check: DrawCheck, number: int, voice: Catalogue) -> str:
    """Return a draw: its commitment, the revealed inputs, and the results."""
    heading = f"<h2>{_words(voice, 'draw', number=number)}</h2>"
    reveal, commitment = check.reveal, check.commitment
    if reveal is None or commitment is None:
        said = f"<p>{_words(voice, check.verdict)}</p>"
        return f"<section>{heading}{said}{_list(game, check, voice)}</section>"
    draw = {
        "commitment": commitment.commitment,
        "secret": reveal.secret,
        "times": reveal.times,
        "picks": reveal.picks,
        "seed": reveal.seed,
    }
    found = "".join(
        f'<p data-outcome="{name}"{"" if name == "right" else " class=wrong"} hidden>'
        f"{_words(voice, verdict or _at_best(check))}</p>"
        for name, verdict in _FOUND.items()
    )
    facts = {
        "commitment": commitment.commitment,
        "secret": reveal.secret,
        "times": " ".join(map(str, reveal.times)),
    }
    listed = "".join(
        f"<dt>{_words(voice, key)}</dt><dd>{value}</dd>" for key, value in facts.items()
    )
    data = escape(msgspec.json.encode(draw).decode())
    return (
        f'<section data-draw="{data}">{heading}{found}<dl>{listed}</dl>'
        f"{_list(game, check, voice)}</section>"
    )


def _at_best(check: DrawCheck) -> Verdict:
    """Return the verdict that applies if secret and result are correct."""
    return Verdict.BOX_ALONE if check.verdict is Verdict.BOX_ALONE else Verdict.VERIFIED


def _list(game: AnyGame, check: DrawCheck, voice: Catalogue) -> str:
    """Return the table of results: the ticket in the record, and that computed by the page."""
    picks = () if check.reveal is None else check.reveal.picks
    head = "".join(
        f'<th scope="col">{_words(voice, key)}</th>' for key in ("outcome", "recorded", "repeated")
    )
    rows = "".join(
        f"<tr><td>{escape(voice.long(game.action_name(drawn.action)))}</td>"
        f"<td>{picks[at] if at < len(picks) else ''}</td><td data-repeated></td></tr>"
        for at, drawn in enumerate(check.drawn)
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


_STYLE: Final = (
    ":root{color-scheme:light dark}"
    "body{font:16px/1.45 system-ui,sans-serif;margin:0}"
    "main{max-width:46rem;margin:0 auto;padding:1rem}"
    "dd{margin:0 0 .5rem;font-family:monospace;overflow-wrap:anywhere}"
    "table{border-collapse:collapse}"
    "th,td{text-align:left;overflow-wrap:anywhere;hyphens:auto;padding:.3rem .8rem .3rem 0;"
    "border-bottom:1px solid #8888;font-variant-numeric:tabular-nums}"
    ".wrong{font-weight:bold;color:light-dark(#a3001b,#ff8b94)}"
)
