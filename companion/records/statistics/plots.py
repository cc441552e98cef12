"""Plots of figures as SVG, by matplotlib."""

import re
from collections.abc import Callable, Mapping, Sequence
from io import StringIO
from typing import Any, Final

import matplotlib as mpl
from matplotlib.figure import Figure

from companion.records.statistics.estimates import IntervalEstimate
from companion.records.statistics.figures import FigureTable

_INK: Final = "#29231c"
_BAR: Final = "#0c625d"
_COLOURS: Final = ("#0c625d", "#a8470a", "#3470ab", "#7a5599")
_MANY: Final = 12
"""Rules or players in one drawing."""


def drawings(
    tables: Sequence[FigureTable], named: Callable[[str], str]
) -> Mapping[str, tuple[str, ...]]:
    """Return drawings by the key of their table."""
    by_key = {table.key: table for table in tables}
    return {
        "seats": tuple(_seats(rows, game, named) for game, rows in _by_game(by_key["seats"], 0)),
        "players": tuple(
            _players(rows, game, named) for game, rows in _by_game(by_key["players"], 1)
        ),
        "rules": tuple(_rules(rows, game, named) for game, rows in _by_game(by_key["rules"], 0)),
    }


def _by_game(table: FigureTable, at: int) -> list[tuple[str, list[tuple[Any, ...]]]]:
    names = dict.fromkeys(row[at] for row in table.rows)
    return [(name, [row for row in table.rows if row[at] == name]) for name in names]


def shares(
    labels: Sequence[str], values: Sequence[tuple[float, float, float]], title: str, axis: str
) -> str:
    """Return shares with their intervals (share, low, high) as an SVG."""
    figure = Figure(figsize=(7, 0.9 + 0.36 * len(labels)), layout="constrained")
    axes = figure.subplots()
    places = range(len(labels))
    for place, (share, low, high) in zip(places, values, strict=True):
        axes.plot([low, high], [place, place], color=_BAR, linewidth=2)
        axes.plot([share], [place], "o", color=_BAR)
    axes.set_yticks(list(places), list(labels))
    axes.set_xlim(0, 100)
    axes.margins(y=0.15)
    axes.invert_yaxis()
    axes.set_xlabel(axis)
    axes.set_title(title, loc="left", color=_INK)
    axes.grid(axis="x", alpha=0.3)
    return svg(figure, title)


def bars(labels: Sequence[str], values: Sequence[float], title: str, axis: str) -> str:
    """Return values as bars with their numbers, as an SVG."""
    figure = Figure(figsize=(7, 0.9 + 0.32 * len(labels)), layout="constrained")
    axes = figure.subplots()
    drawn = axes.barh(range(len(labels)), values, color=_BAR)
    axes.bar_label(drawn, padding=3)
    axes.set_yticks(range(len(labels)), list(labels))
    axes.invert_yaxis()
    axes.set_xlabel(axis)
    axes.set_title(title, loc="left", color=_INK)
    axes.margins(x=0.12)
    return svg(figure, title)


def _seats(rows: Sequence[tuple[Any, ...]], game: str, named: Callable[[str], str]) -> str:
    labels = [f"{row[1]}: {named('seat')} {row[2]}" for row in rows]
    return shares(labels, [row[5:8] for row in rows], f"{game}: {named('seats')}", named("share"))


def _players(rows: Sequence[tuple[Any, ...]], game: str, named: Callable[[str], str]) -> str:
    some = rows[:_MANY]
    labels = [f"{row[0]} ({row[2]})" for row in some]
    return shares(labels, [row[4:7] for row in some], f"{game}: {named('players')}", named("share"))


def _rules(rows: Sequence[tuple[Any, ...]], game: str, named: Callable[[str], str]) -> str:
    some = rows[:_MANY]
    title = f"{game}: {named('rules')}"
    return bars([row[1] for row in some], [row[3] for row in some], title, named("per_seat"))


def svg(figure: Figure, title: str) -> str:
    """Return a drawing as an SVG element for embedding, reproducibly."""
    stream = StringIO()
    with mpl.rc_context({"svg.hashsalt": title, "svg.fonttype": "none", "font.size": 10}):
        figure.savefig(stream, format="svg", metadata={"Date": None, "Title": title})
    element = stream.getvalue().partition("<svg ")[2]
    plain = re.sub(r'(id="|url\(#|href="#)', rf"\1{_slug(title)}-", element)
    return f'<svg role="img" aria-label="{_escaped(title)}" {plain}'


def _slug(title: str) -> str:
    return re.sub(r"\W+", "-", title)


def _escaped(title: str) -> str:
    return title.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")


def estimates_svg(
    groups: Mapping[str, Mapping[str, Sequence[IntervalEstimate]]], named: Mapping[str, str]
) -> str:
    """Return a study's estimates as an SVG file: a panel for each question, a colour per setup."""
    answered = [key for key in named if any(answers[key] for answers in groups.values())]
    counts = [max(len(answers[key][:_MANY]) for answers in groups.values()) for key in answered]
    height = sum(0.9 + 0.3 * count * max(1, len(groups) * 0.7) for count in counts)
    figure = Figure(figsize=(8, height), layout="constrained")
    panels = figure.subplots(len(answered), 1, squeeze=False, height_ratios=[1 + n for n in counts])
    for (axes,), key in zip(panels, answered, strict=True):
        _panel(axes, key, named[key], groups)
    return svg_file(figure, " ".join(groups) or "study")


def _panel(
    axes: Any,  # noqa: ANN401 - matplotlib's
    key: str,
    title: str,
    groups: Mapping[str, Mapping[str, Sequence[IntervalEstimate]]],
) -> None:
    labels = list(
        dict.fromkeys(each.label for answers in groups.values() for each in answers[key][:_MANY])
    )
    for number, (group, answers) in enumerate(groups.items()):
        shift = (number - (len(groups) - 1) / 2) * 0.22
        own = {each.label: each for each in answers[key]}
        places = [place for place, label in enumerate(labels) if label in own]
        values = [own[labels[place]] for place in places]
        axes.errorbar(
            [each.value for each in values],
            [place + shift for place in places],
            xerr=[
                [each.value - each.low for each in values],
                [each.high - each.value for each in values],
            ],
            fmt="osD^v"[number % 5],
            color=_COLOURS[number % len(_COLOURS)],
            label=group or None,
            markersize=4,
        )
    axes.set_yticks(range(len(labels)), labels)
    axes.margins(y=0.15)
    axes.invert_yaxis()
    axes.set_title(title, loc="left", color=_INK)
    axes.grid(axis="x", alpha=0.3)
    if len(groups) > 1 and key == "wins":
        axes.legend(fontsize=8)


def svg_file(figure: Figure, title: str) -> str:
    """Return a drawing as an SVG file, reproducibly."""
    stream = StringIO()
    with mpl.rc_context({"svg.hashsalt": title, "font.size": 9}):
        figure.savefig(stream, format="svg", metadata={"Date": None})
    return stream.getvalue()
