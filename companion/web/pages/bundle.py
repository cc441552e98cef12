"""Bundles the modules of a page into one script, and all styles into one sheet.

The sources remain modules for editors, linters and type checkers; on a slow connection each would
cost a round trip. Nothing is built in advance: a page is bundled on its first request.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from rcssmin import cssmin
from rjsmin import jsmin

_IMPORT: Final = re.compile(
    r'^import (?:(?:\{(?P<names>[^}]*)\}|\* as (?P<all>\w+)) from )?"/static/(?P<path>[^"]+)";$',
    re.MULTILINE,
)
_EXPORT: Final = re.compile(
    r"^export (?=(?:async )?(?:function|class|const) (?P<name>\w+))", re.MULTILINE
)
_LEFT_OVER: Final = re.compile(r"(?:^|(?<=[;}\n]))(?:import|export)\b[^;]*|\bimport\([^;]*")


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
    return str(cssmin("\n".join(map(read, paths))))


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
        text = read(path)
        for match in _IMPORT.finditer(text):
            _in_order(match["path"], read, (*importers, path), found)
        found[path] = text
    return found


def _wrapped(text: str, numbers: dict[str, int], path: str) -> str:
    exports = [match["name"] for match in _EXPORT.finditer(text)]
    body = jsmin(_IMPORT.sub(lambda match: _short_name(match, numbers), _EXPORT.sub("", text)))
    left = _LEFT_OVER.search(body)
    if left is not None:
        raise BundleError(
            f"{path}: {left[0]!r} has a form that pages do not use: import names from a path below "
            "/static, and export functions, classes and constants"
        )
    return f"const m{numbers[path]}=(()=>{{{body}\nreturn{{{','.join(exports)}}}}})();"


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
