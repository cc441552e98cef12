"""Speech output through an optional program such as espeak-ng, which never blocks the caller."""

import asyncio
import logging
import os
import shlex
import shutil
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

from companion.i18n.languages import language_tag

COMMANDS: Final = {"espeak-ng": "espeak-ng -v {language} --stdin"}
"""Programs that can be named without their options."""
_MOST: Final = 32_768
"""Bytes that are spoken at most: a pipe holds twice as many (pipe(7))."""
_PATIENCE: Final = 2.0
"""Seconds for a program to end when it is told to."""
_LOG: Final = logging.getLogger(__name__)


def command_of(program: str, language: str) -> list[str]:
    """Return the words of the command that speaks the text on its standard input.

    ``{language}`` in a custom command stands for the language, such as ``pt-br``.
    """
    words = shlex.split(COMMANDS.get(program, program))
    return [word.replace("{language}", language_tag(language).lower()) for word in words]


def is_there(program: str) -> bool:
    """Return whether the speech program is installed."""
    words = command_of(program, "")
    return bool(words) and shutil.which(words[0]) is not None


@dataclass(slots=True, eq=False)
class Speech:
    """Speaks one text at a time; a newer text interrupts an older one."""

    program: str
    _task: "asyncio.Task[None] | None" = field(default=None, init=False)
    _tasks: "set[asyncio.Task[None]]" = field(default_factory=set, init=False)
    """All whose programs have not ended yet."""

    def say(self, words: str, language: str) -> None:
        """Speak a text in a language; must be called in the event loop's thread."""
        self.stop_speaking()
        self._task = asyncio.get_running_loop().create_task(self._run(words, language))
        self._tasks.add(self._task)
        self._task.add_done_callback(self._tasks.discard)

    def stop_speaking(self) -> None:
        """Stop speaking."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def close(self) -> None:
        """Stop speaking, and wait until all started programs have ended."""
        self.stop_speaking()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _run(self, words: str, language: str) -> None:
        try:
            with _readable(words) as content:
                speaking = await asyncio.create_subprocess_exec(
                    *command_of(self.program, language),
                    stdin=content,
                    stdout=DEVNULL,
                    stderr=DEVNULL,
                )
        except OSError as error:
            _LOG.warning("%s does not speak: %s", self.program, error)
            return
        try:
            await speaking.wait()
        finally:
            await _ended(speaking)


@contextmanager
def _readable(words: str) -> Iterator[int]:
    """Yield a descriptor from which the text can be read: a pipe that holds all of it."""
    reading, writing = os.pipe()
    try:
        with os.fdopen(writing, "wb") as stream:
            stream.write(f"{words}\n".encode()[:_MOST])
        yield reading
    finally:
        os.close(reading)


async def _ended(speaking: Process) -> None:
    """Terminate a running program, and wait until it has ended."""
    if speaking.returncode is not None:
        return
    with suppress(ProcessLookupError):
        speaking.terminate()
    try:
        await asyncio.wait_for(speaking.wait(), _PATIENCE)
    except TimeoutError:
        with suppress(ProcessLookupError):
            speaking.kill()
        await speaking.wait()
