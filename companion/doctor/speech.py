"""Checks the speech program, if one is configured."""

from collections.abc import Iterator

from companion.devices.speech import command_of, is_there
from companion.doctor.finding import Finding
from companion.engine.message import say
from companion.settings import Settings


def examine(settings: Settings) -> Iterator[Finding]:
    """Return whether the speech program is installed; nothing if speech is off."""
    program = settings.sound.speech
    if not program:
        return
    name = next(iter(command_of(program, "")), program)
    if is_there(program):
        yield Finding(say("speech"), sound=True, words=say("{program} speaks", program=name))
        return
    words = say("{program} is not installed: sudo apt install {program}", program=name)
    yield Finding(say("speech"), sound=False, words=words)
