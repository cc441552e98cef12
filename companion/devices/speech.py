"""Speech by a program on this computer, such as espeak-ng: optional, and never waited for."""

import asyncio
import logging
import shlex
import shutil
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

KNOWN: Final = {"espeak-ng": "espeak-ng -v {language} --stdin"}
"""Programs that can be named without their options."""
_LOG: Final = logging.getLogger(__name__)


def command_of(program: str, language: str) -> list[str]:
    """Return the words of the command that speaks what it reads from its standard input.

    ``{language}`` in a command of one's own stands for the language, such as ``de``.
    """
    words = shlex.split(KNOWN.get(program, program))
    return [word.replace("{language}", language) for word in words]


def is_there(program: str) -> bool:
    """Tell whether the program that speaks is installed."""
    words = command_of(program, "")
    return bool(words) and shutil.which(words[0]) is not None


@dataclass(slots=True)
class Speech:
    """Speaks one text at a time; a newer one cuts off an older one, as people would."""

    program: str
    _speaking: Process | None = field(default=None, init=False)
    _task: "asyncio.Task[None] | None" = field(default=None, init=False)

    def say(self, words: str, language: str) -> None:
        """Speak words in a language; call it in the event loop's thread."""
        self.hush()
        self._task = asyncio.get_running_loop().create_task(self._run(words, language))

    def hush(self) -> None:
        """Stop speaking."""
        if self._task is not None:
            self._task.cancel()
        if self._speaking is not None:
            with suppress(ProcessLookupError):
                self._speaking.terminate()
            self._speaking = None

    async def _run(self, words: str, language: str) -> None:
        try:
            self._speaking = speaking = await asyncio.create_subprocess_exec(
                *command_of(self.program, language), stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL
            )
            await speaking.communicate(f"{words}\n".encode())
        except OSError as error:
            _LOG.warning("%s does not speak: %s", self.program, error)
