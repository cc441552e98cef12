"""Stores the owners' confirmed facts about their copies, in one YAML file."""

import logging
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import msgspec
import yaml

from companion.engine.owners_copy import OwnersCopy
from companion.schema.bounds import Data, Many, Word
from companion.schema.yaml_reader import read_yaml
from companion.storage import bounded_file, durable, loading

FILE: Final = "copies.yaml"
"""The file's name in the state folder."""
_HEADER: Final = """\
# What is printed on the owner's copies, by game, as people have confirmed it on the box. `data` and
# `options` are as in a configuration file, which goes before them; delete a word in `confirmed` to
# be asked again.
"""


class StoredCopy(msgspec.Struct, frozen=True):
    """Stored form of an owner's copy."""

    confirmed: Many[Word]
    data: Data
    options: Data


Copies: TypeAlias = Annotated[dict[Word, StoredCopy], msgspec.Meta(min_length=1, max_length=1000)]
"""The contents of the file, by game."""
_LOG: Final = logging.getLogger(__name__)


def load(folder: Path) -> dict[str, OwnersCopy]:
    """Return the known facts about copies, by game; a corrupt file is ignored with a warning."""
    return loading.load(folder / FILE, read, _LOG) or {}


def read(path: Path) -> dict[str, OwnersCopy]:
    """Return the facts about copies in a file, by game. Raises ``OSError`` or ``ValueError``."""
    found: Copies = read_yaml(Copies, bounded_file.read_text(path), str(path))
    return {
        game: OwnersCopy(frozenset(copy.confirmed), copy.data, copy.options)
        for game, copy in found.items()
    }


def save(folder: Path, game: str, copy: OwnersCopy) -> None:
    """Add or replace the facts about a copy, durably and atomically."""
    copies = {**load(folder), game: copy}
    plain = {
        name: {
            "confirmed": sorted(each.confirmed),
            "data": dict(each.data),
            "options": dict(each.options),
        }
        for name, each in sorted(copies.items())
    }
    text = yaml.safe_dump(plain, allow_unicode=True, sort_keys=False, default_flow_style=None)
    durable.write(folder / FILE, f"{_HEADER}{text}")
