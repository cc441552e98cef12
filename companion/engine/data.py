"""Loads a game's YAML data files, which are next to its code."""

from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import yaml

from companion.engine.game import Struct
from companion.moved import former_names


def load(package: str, name: str) -> Mapping[str, Any]:
    """Return the YAML file ``name`` of a package as a mapping."""
    return parse(files(package).joinpath(name).read_text(encoding="utf-8"))


def parse(text: str) -> Mapping[str, Any]:
    """Parse YAML text that belongs to the program; return its mapping."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    loaded: Mapping[str, Any] = yaml.load(text, Loader=loader)  # noqa: S506 - a safe loader
    return loaded


def icons(package: str, name: str = "icons.yaml") -> Mapping[str, tuple[str, ...]]:
    """Return the small pictures in a package's YAML file: rows of ``#`` and ``.`` by name."""
    pictures = load(package, name)
    return MappingProxyType({str(icon): tuple(rows.split()) for icon, rows in pictures.items()})


def merge(default: Mapping[str, Any], replacement: Struct) -> dict[str, Any]:
    """Return ``default`` with the keys of ``replacement``, merging sections key by key."""
    result = dict(default)
    for key, value in replacement.items():
        old = result.get(key)
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            result[key] = {**old, **value}
        else:
            result[key] = value
    return result


if not TYPE_CHECKING:  # or any name would pass for one of this module
    __getattr__ = former_names(__name__)
