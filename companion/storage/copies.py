"""What owners have confirmed about their copies: one YAML file in the state folder."""

import logging
from pathlib import Path
from typing import Any, Final

import yaml

from companion.engine.copy import OwnersCopy
from companion.engine.message import say
from companion.schema import bounded_yaml
from companion.storage import durable, loading

FILE: Final = "copies.yaml"
"""The file's name in the state folder."""
_HEADER: Final = """\
# What is printed on the owner's copies, by game, as people have confirmed it on the box. `data` and
# `options` are as in a configuration file, which goes before them; delete a word in `confirmed` to
# be asked again.
"""
_LOG: Final = logging.getLogger(__name__)


def load(folder: Path) -> dict[str, OwnersCopy]:
    """Return what is known about copies, by game; a damaged file is ignored with a warning."""
    return loading.load(folder / FILE, read, _LOG) or {}


def read(path: Path) -> dict[str, OwnersCopy]:
    """Return what a file says about copies, by game. Raises ``OSError`` or ``ValueError``."""
    text = path.read_text(encoding="utf-8")
    try:
        bounded_yaml.compose(text)
        found: Any = yaml.load(text, Loader=bounded_yaml.LOADER)  # noqa: S506 - a safe loader
        return {
            str(game): OwnersCopy(
                frozenset(map(str, copy["confirmed"])), dict(copy["data"]), dict(copy["options"])
            )
            for game, copy in found.items()
        }
    except (TypeError, KeyError, AttributeError, yaml.YAMLError) as error:
        raise ValueError(
            say("{path} is no list of copies: {error}", path=path, error=error)
        ) from error


def save(folder: Path, game: str, copy: OwnersCopy) -> None:
    """Add or replace what is known about a copy, durably; the file is whole or not there at all."""
    known = {**load(folder), game: copy}
    plain = {
        name: {
            "confirmed": sorted(each.confirmed),
            "data": dict(each.data),
            "options": dict(each.options),
        }
        for name, each in sorted(known.items())
    }
    text = yaml.safe_dump(plain, allow_unicode=True, sort_keys=False, default_flow_style=None)
    durable.write(folder / FILE, f"{_HEADER}{text}")
