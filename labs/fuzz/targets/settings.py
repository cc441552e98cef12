"""Configurations, and lists of tags, as YAML files."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import yaml

from companion.engine import registry
from companion.engine.game import Setup, SetupError
from companion.engine.message import reason
from companion.settings import SettingsError, load, reader_factory
from companion.storage.tag_book import TagsError, read_tag_file
from companion.table.clocks.time_control import control_of
from labs.fuzz.attack import CORPUS, one_sentence
from labs.fuzz.mutation import spoiled_bytes, spoiled_json, spoiled_text

_EXAMPLE: Final = Path(__file__).parents[3] / "docs" / "companion.example.yaml"
_TOKENS: Final = (
    *("!!bool ", "!!int ", "!!float ", "!!str ", "!!null ", "!!binary ", "!!timestamp ", "!x "),
    *("&a ", "*a", "<<: ", "? ", ": ", "- ", "|\n", ">\n", "---\n", "...\n", "%YAML 1.1\n", "#"),
    *("{", "}", "[", "]", ", ", '"\\ud800"', '"\\x00"', "0x7fffffffffffffff", ".inf", ".nan", "~"),
    *("1:2:3", "2026-11-21", "0o17", "1e999", "9" * 400, "yes", "No", "none", "mock", "emulated"),
    *("game:", "players:", "readers:", "panel:", "options:", "clock:", "web:", "tags:", "lamps:"),
)
_KEYS: Final = (
    *("game", "players", "level", "language", "options", "data", "state", "profile", "gpio"),
    *("buttons", "lamps", "buzzer", "sound", "panel", "readers", "tags", "timing", "clock", "web"),
    *(
        "enter",
        "port",
        "name",
        "driver",
        "places",
        "volume",
        "quiet",
        "main",
        "control",
        "warnings",
    ),
)


def spoiled_yaml(seed: bytes, source: Random) -> bytes:
    """Return a document with something wrong in its structure or in its text."""
    if source.random() < 0.1:
        return spoiled_bytes(seed, source)
    text = seed.decode("utf-8", "replace")
    if source.random() < 0.6:
        return spoiled_text(text, source, _TOKENS).encode("utf-8", "replace")
    try:
        value: Any = yaml.load(text, Loader=yaml.CSafeLoader)
    except Exception:  # noqa: BLE001 - spoiled already, and the library stumbles in many ways
        return spoiled_text(text, source, _TOKENS).encode("utf-8", "replace")
    spoiled = spoiled_json(value, source, _KEYS)
    try:
        return str(yaml.dump(spoiled, Dumper=yaml.CSafeDumper, sort_keys=False)).encode()
    except (UnicodeEncodeError, yaml.YAMLError):  # JSON is YAML, and spells all but odd keys
        return json.dumps(spoiled, default=str, skipkeys=True).encode()


class SettingsTarget:
    """The file that `companion run --config` is given."""

    name = "settings"

    def __init__(self, folder: Path) -> None:
        self._file = folder / "companion.yaml"

    def seeds(self) -> Sequence[bytes]:
        """Return the documented example in parts and whole, and some that once did harm."""
        whole = _EXAMPLE.read_bytes()
        bare = yaml.safe_load(whole)
        parts = [{key: bare[key]} for key in bare]
        own = sorted((CORPUS / self.name / "seeds").glob("*"))
        return [
            *(yaml.safe_dump(part, sort_keys=False).encode() for part in parts),
            *(file.read_bytes() for file in own),
            yaml.safe_dump(bare, sort_keys=False).encode(),
        ]

    def spoil(self, seed: bytes, source: Random) -> bytes:
        """Return a configuration with something wrong in it."""
        return spoiled_yaml(seed, source)

    def feed(self, case: bytes) -> Counter[str]:
        """Read a configuration; with one that is accepted, a game can be begun."""
        self._file.write_bytes(case)
        try:
            settings = load(self._file, registry.load)
        except SettingsError as error:
            for problem in error.problems:
                one_sentence(str(problem))
            return Counter(["SettingsError"])
        for reader in settings.readers:
            reader_factory.zones_of(reader)
        control_of(settings.clock)
        setup = Setup(
            settings.players, settings.level, settings.options, settings.data, settings.clock
        )
        try:
            registry.load(settings.game).new_initial_state(setup)
        except SetupError as error:
            one_sentence(reason(error))
            return Counter(["SetupError"])
        return Counter(["taken"])


class TagsTarget:
    """The list that `companion enrol --import` is given."""

    name = "tags"

    def __init__(self, folder: Path) -> None:
        self._file = folder / "tags.yaml"

    def seeds(self) -> Sequence[bytes]:
        """Return lists as people and boxes write them."""
        own = sorted((CORPUS / self.name / "seeds").glob("*"))
        return [b"0A004B1122: joy\n0a:00:4b:11:23: anger\n", *(file.read_bytes() for file in own)]

    def spoil(self, seed: bytes, source: Random) -> bytes:
        """Return a list with something wrong in it."""
        return spoiled_yaml(seed, source)

    def feed(self, case: bytes) -> Counter[str]:
        """Read a list."""
        self._file.write_bytes(case)
        try:
            tags = read_tag_file(self._file)
        except TagsError as error:
            one_sentence(reason(error))
            return Counter(["TagsError"])
        assert all(isinstance(piece, str) for piece in tags.values())
        return Counter(["taken"])
