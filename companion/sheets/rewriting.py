"""Changes a sheet by other answers to its questions, and keeps whatever else people wrote there."""

import re
from collections.abc import Iterator
from typing import Final

_KEY: Final = re.compile(r"([a-z_]+)\s*:")


def rewritten(text: str, before: str, after: str) -> str:
    """Return a sheet for which the answers wrote ``before``, and now write ``after``.

    Only the keys in which these differ are changed. All others stay as they are in ``text``: those
    that no answer leads to, and those that people have changed by hand.
    """
    old, new = dict(_parts(before)), dict(_parts(after))
    changed = {key for key in (*old, *new) if old.get(key) != new.get(key)}
    lines: list[str] = []
    for key, part in _parts(text):
        lines.append(new.pop(key, "") if key in changed else part)
    added = (part for key, part in new.items() if key in changed)
    return "".join((*map(_ended, lines), *added))


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield the keys of a sheet with their lines; comments and empty lines between have no key."""
    key, lines, between = "", "", ""
    for line in text.splitlines(keepends=True):
        found = _KEY.match(line)
        if found is not None:
            yield from ((name, part) for name, part in ((key, lines), ("", between)) if part)
            key, lines, between = found[1], line, ""
        elif line.startswith("#") or not line.strip():
            between += line
        else:
            lines, between = f"{lines}{between}{line}", ""
    yield from ((name, part) for name, part in ((key, lines), ("", between)) if part)


def _ended(lines: str) -> str:
    """Return lines of which the last one ends, so that others can follow."""
    return lines if not lines or lines.endswith("\n") else f"{lines}\n"
