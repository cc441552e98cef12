"""Bundles the modules of a page into one script, and all styles into one sheet.

The sources remain modules for editors, linters and type checkers; on a slow connection each would
cost a round trip. Nothing is built in advance: a page is bundled on its first request.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

_COMMENT: Final = re.compile(
    r"/\*\*.*?\*/[ \t]*|^[ \t]*//[^\n]*|[ \t]+// [^\n]*", re.MULTILINE | re.DOTALL
)
_IMPORT: Final = re.compile(
    r'^import (?:(?:\{(?P<names>[^}]*)\}|\* as (?P<all>\w+)) from )?"/static/(?P<path>[^"]+)";$',
    re.MULTILINE,
)
_EXPORT: Final = re.compile(
    r"^export (?=(?:async )?(?:function|class|const) (?P<name>\w+))", re.MULTILINE
)
_LEFT_OVER: Final = re.compile(r"^(?:import|export)\b.*|\bimport\(.*", re.MULTILINE)
_CSS_STOPS: Final = re.compile(r"\s*([{};,])\s*")
_CSS_VALUE: Final = re.compile(r": (?=[^{};]*[;}])")
_INDENT: Final = re.compile(r"\n\s+")
_LINE_END: Final = re.compile(r";?\n(?=\})|,?\n(?=[\])}])|(?<=[,{}()\[\];])\n|\n(?=[?:.])")
"""Where two lines mean the same as one: every statement in the modules ends in ``;`` or ``}``."""


class BundleError(ValueError):
    """A module is written in a way that cannot be bundled."""


def script(entry: str, read: Callable[[str], str]) -> str:
    """Return one script with a module and all that it imports. Raises ``BundleError``.

    Each module becomes a function that is called once and returns what the module exports.
    """
    modules = _in_order(entry, read, (), {})
    numbers = {path: n for n, path in enumerate(modules)}
    return "\n".join(_wrapped(text, numbers, path) for path, text in modules.items())


def style(paths: tuple[str, ...], read: Callable[[str], str]) -> str:
    """Return one style sheet with these styles in order, without insignificant whitespace."""
    whole = "\n".join(read(path) for path in paths)
    tight = _CSS_STOPS.sub(r"\1", re.sub(r"/\*.*?\*/", "", whole, flags=re.DOTALL)).strip()
    return _CSS_VALUE.sub(":", tight).replace(";}", "}")


def _in_order(
    path: str, read: Callable[[str], str], importers: tuple[str, ...], found: dict[str, str]
) -> dict[str, str]:
    """Append a module to the list, after the modules that it imports."""
    if path in importers:
        circle = " -> ".join((*importers, path))
        raise BundleError(
            f"the modules {circle} import each other: move what they share to a third"
        )
    if path not in found:
        text = _COMMENT.sub("", read(path))
        for match in _IMPORT.finditer(text):
            _in_order(match["path"], read, (*importers, path), found)
        found[path] = text
    return found


def _wrapped(text: str, numbers: dict[str, int], path: str) -> str:
    exports = [match["name"] for match in _EXPORT.finditer(text)]
    body = _IMPORT.sub(lambda match: _short_name(match, numbers), _EXPORT.sub("", text))
    left = _LEFT_OVER.search(body)
    if left is not None:
        raise BundleError(
            f"{path}: {left[0]!r} has a form that pages do not use: import names from a path below "
            "/static, and export functions, classes and constants"
        )
    for line in body.splitlines():
        if line.count("`") % 2:
            raise BundleError(f"{path}: {line.strip()!r} has a text over several lines: join lines")
    inside = _INDENT.sub("\n", body).strip()
    returned = f"{inside}\nreturn {{{','.join(exports)}}};"
    return f"const m{numbers[path]} = (() => {{{_LINE_END.sub('', returned)}}})();"


def _short_name(match: re.Match[str], numbers: dict[str, int]) -> str:
    module = f"m{numbers[match['path']]}"
    if match["all"] is not None:
        return f"const {match['all']}={module};"
    names = ",".join(_renamed(match["names"] or ""))
    return f"const {{{names}}}={module};" if names else ""


def _renamed(names: str) -> Iterator[str]:
    """Yield an import's names in the syntax of destructuring: ``a as b`` becomes ``a:b``."""
    for name in names.split(","):
        if name.strip():
            yield name.strip().replace(" as ", ":")
