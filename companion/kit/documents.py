"""Writes drawings as PDF, one page per sheet, and as SVG."""

from collections.abc import Iterable
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape

from companion.engine.message import say
from companion.kit.drawing import (
    Circle,
    DrawingPage,
    LineSegment,
    Mark,
    Polygon,
    Style,
    TextElement,
)

_POINT: Final = 72 / 25.4
"""Points in a millimetre, PDF's unit."""
_REGULAR: Final = "regular"
_BOLD: Final = "bold"
"""Fonts in the folder ``fonts``: those that every PDF reader has lack letters such as ł and ę."""


class DocumentError(Exception):
    """Nothing can be printed here; the message gives the remedy."""


def write_pdf(pages: Iterable[DrawingPage], file: Path, title: str) -> None:
    """Write pages to a PDF file; the same pages give the same bytes. Raises ``DocumentError``."""
    try:
        from reportlab.pdfbase.pdfmetrics import registerFont
        from reportlab.pdfbase.ttfonts import TTFont
        from reportlab.pdfgen.canvas import Canvas
    except ImportError as error:
        raise DocumentError(
            say("printing needs ReportLab: pip install 'compass-companion[kit]'")
        ) from error
    for name in (_REGULAR, _BOLD):
        registerFont(
            TTFont(name, BytesIO(files("companion.kit").joinpath(f"fonts/{name}.ttf").read_bytes()))
        )
    canvas = Canvas(str(file), invariant=1, pageCompression=1)
    canvas.setTitle(title)
    canvas.setCreator("compass-companion")
    for page in pages:
        canvas.setPageSize((page.width * _POINT, page.height * _POINT))
        canvas.scale(_POINT, _POINT)
        canvas.translate(0, page.height)
        for mark in page.marks:
            _draw(canvas, mark)
        canvas.showPage()
    canvas.save()


def _draw(canvas: Any, mark: Mark) -> None:  # noqa: ANN401 - ReportLab carries no types
    """Draw a mark; in PDF, y grows upwards from the lower edge."""
    if isinstance(mark, TextElement):
        canvas.setFont(_BOLD if mark.bold else _REGULAR, mark.size)
        canvas.setFillColor(mark.colour)
        draw = {"start": canvas.drawString, "end": canvas.drawRightString}
        draw.get(mark.anchor, canvas.drawCentredString)(mark.x, -mark.y, mark.text)
        return
    style = mark.style
    canvas.setLineWidth(style.width)
    canvas.setDash([style.dash] if style.dash else [])
    if style.stroke:
        canvas.setStrokeColor(style.stroke)
    if style.fill:
        canvas.setFillColor(style.fill)
    inked = {"stroke": int(bool(style.stroke)), "fill": int(bool(style.fill))}
    if isinstance(mark, Circle):
        canvas.circle(mark.x, -mark.y, mark.radius, **inked)
    elif isinstance(mark, LineSegment):
        canvas.line(mark.start[0], -mark.start[1], mark.end[0], -mark.end[1])
    else:
        path = canvas.beginPath()
        path.moveTo(mark.points[0][0], -mark.points[0][1])
        for x, y in mark.points[1:]:
            path.lineTo(x, -y)
        path.close()
        canvas.drawPath(path, **inked)


def as_svg(page: DrawingPage) -> str:
    """Return a page as SVG at true scale, in millimetres."""
    width, height = _number(page.width), _number(page.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}" '
        'font-family="DejaVu Sans Condensed, Helvetica, Arial, sans-serif">'
    )
    return "\n".join((head, *map(_element, page.marks), "</svg>", ""))


def _element(mark: Mark) -> str:
    if isinstance(mark, TextElement):
        weight = ' font-weight="bold"' if mark.bold else ""
        return (
            f'<text x="{_number(mark.x)}" y="{_number(mark.y)}" font-size="{_number(mark.size)}" '
            f'text-anchor="{mark.anchor}" fill="{mark.colour}"{weight}>{escape(mark.text)}</text>'
        )
    inked = _inked(mark.style)
    if isinstance(mark, Circle):
        where = f'cx="{_number(mark.x)}" cy="{_number(mark.y)}" r="{_number(mark.radius)}"'
        return f"<circle {where} {inked}/>"
    if isinstance(mark, LineSegment):
        (x, y), (end_x, end_y) = mark.start, mark.end
        where = f'x1="{_number(x)}" y1="{_number(y)}" x2="{_number(end_x)}" y2="{_number(end_y)}"'
        return f"<line {where} {inked}/>"
    return f'<polygon points="{_points(mark)}" {inked}/>'


def _points(mark: Polygon) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in mark.points)


def _inked(style: Style) -> str:
    dash = f' stroke-dasharray="{_number(style.dash)}"' if style.dash else ""
    return (
        f'fill="{style.fill or "none"}" stroke="{style.stroke or "none"}" '
        f'stroke-width="{_number(style.width)}"{dash}'
    )


def _number(length: float) -> str:
    """Return a length in millimetres with two decimals."""
    return f"{length:.2f}".rstrip("0").rstrip(".")
