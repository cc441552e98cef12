"""Writes the settings of a box to `config.txt` and `cmdline.txt`, keeping a backup of each."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from companion.devices.raspberry_pi import BOARDS, SPI, family_of
from companion.engine.message import Message, say
from companion.host.boot.files import with_block, without_consoles
from companion.storage import durable

BOOT: Final = Path("/boot/firmware")
"""The first partition of a card since Bookworm."""
MODULES: Final = Path("/etc/modules-load.d/compass-companion.conf")
"""Modules that systemd loads at every start; without them there is no /dev/i2c-1."""
BEFORE: Final = ".before-companion"
"""The end of the name of a backup."""
_MODULES: Final = "# Written by `companion setup-pi`: the panel's bus as a device file.\ni2c-dev\n"


class NoPiError(Exception):
    """This computer is not a supported Raspberry Pi; the message says why."""


def setup(
    model: str, *, spi: bool, boot: Path = BOOT, modules: Path | None = None
) -> Iterator[Message]:
    """Set up a model, and yield each file that was changed; the first state of a file is kept.

    Raises ``NoPiError`` before anything is changed.
    """
    family = family_of(model)
    if family is None:
        models = ", ".join(name for it in BOARDS for name in it.models)
        what = model or say("this computer")
        message = say(
            "{what} is not a Raspberry Pi that is known: {known}", what=what, known=models
        )
        raise NoPiError(message)
    config, cmdline = boot / "config.txt", boot / "cmdline.txt"
    for file in (config, cmdline):
        if not file.is_file():
            raise NoPiError(say("{file} is not there: is this Raspberry Pi OS?", file=file))
    lines = (*family.config, SPI) if spi else family.config
    yield from _edit(config, lambda text: with_block(text, lines))
    yield from _edit(cmdline, lambda text: without_consoles(text, family.consoles))
    modules = modules or MODULES
    modules.parent.mkdir(parents=True, exist_ok=True)
    if not modules.exists() or modules.read_text(encoding="utf-8") != _MODULES:
        durable.write(modules, _MODULES)
        yield say("{file} was written", file=modules)


def _edit(file: Path, change: Callable[[str], str]) -> Iterator[Message]:
    """Change a file if necessary; keep a backup of its original state."""
    # Other programs may have written anything there, and it stays.
    before = file.read_text(encoding="utf-8", errors="surrogateescape")
    after = change(before)
    if after == before:
        return
    backup = file.with_name(file.name + BEFORE)
    if not backup.exists():
        _write(backup, before)
    _write(file, after)
    yield say("{file} was changed; as it was: {backup}", file=file, backup=backup)


def _write(file: Path, text: str) -> None:
    fresh = file.with_name(f"{file.name}.new")
    fresh.write_text(text, encoding="utf-8", errors="surrogateescape")
    durable.replace_file(fresh, file)
