"""Speech by a program: words arrive, newer ones cut older ones off, nothing is left behind."""

import asyncio
import gc
import os
import shlex
from pathlib import Path
from typing import Final

import pytest

from companion.devices import speech as module
from companion.devices.speech import Speech, command_of

PATIENCE: Final = 20.0


def script(folder: Path, text: str) -> str:
    """Return the command of a program that speaks by a script of ours."""
    file = folder / "speak"
    file.write_text(f"#!/bin/bash\n{text}\n", encoding="ascii")
    file.chmod(0o755)
    return f"{shlex.quote(str(file))} {{language}}"


async def until(file: Path, words: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while not file.exists() or words not in file.read_text(encoding="utf-8"):  # noqa: ASYNC110, ASYNC240 - a program of its own writes it
            await asyncio.sleep(0.01)


def is_there(process: int) -> bool:
    """Tell whether a process is there, be it as a zombie that nobody has waited for."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(
    ("language", "voice"), [("pt_BR", "pt-br"), ("zh_Hant", "zh-hant"), ("de", "de")]
)
def test_a_voice_is_named_by_the_tag_of_the_language_in_lower_case(
    language: str, voice: str
) -> None:
    """As `espeak-ng --voices` lists them."""
    assert command_of("espeak-ng", language) == ["espeak-ng", "-v", voice, "--stdin"]
    assert command_of("say --voice={language}", language) == ["say", f"--voice={voice}"]


def test_words_reach_the_program_with_their_language(tmp_path: Path) -> None:
    heard = tmp_path / "heard"

    async def scene() -> None:
        speech = Speech(
            script(tmp_path, f"{{ echo $1; cat; }} >{heard}.new; mv {heard}.new {heard}")
        )
        speech.say("Anna ist am Zug: f\u00fcnf", "de")
        await until(heard, "f\u00fcnf")
        await speech.close()

    asyncio.run(scene())
    assert heard.read_text(encoding="utf-8") == "de\nAnna ist am Zug: f\u00fcnf\n"


@pytest.mark.parametrize("ignores", ["", "trap '' TERM\n"])
def test_closing_waits_until_the_program_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ignores: str
) -> None:
    """Also for one that does not end when it is told to; nothing of it is left for a later test."""
    monkeypatch.setattr(module, "_PATIENCE", 0.2)
    spoken = tmp_path / "spoken"

    async def scene() -> None:
        speech = Speech(script(tmp_path, f"{ignores}echo $$ >>{spoken}\nexec sleep 60"))
        speech.say("one", "en")
        await until(spoken, "\n")
        speech.say("two", "en")
        async with asyncio.timeout(PATIENCE):
            while len(spoken.read_text(encoding="ascii").split()) < 2:  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.01)
        await speech.close()

    asyncio.run(scene())
    gc.collect()  # a transport that is left over warns here, and warnings are errors
    processes = [int(line) for line in spoken.read_text(encoding="ascii").split()]
    assert len(processes) == 2
    assert not any(map(is_there, processes))


def test_closing_at_once_leaves_nothing_either(tmp_path: Path) -> None:
    async def scene() -> None:
        speech = Speech(script(tmp_path, "cat >/dev/null; sleep 60"))
        speech.say("one", "en")
        await asyncio.sleep(0)
        await speech.close()

    asyncio.run(scene())
    gc.collect()


def test_a_program_that_is_not_there_is_a_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        speech = Speech(str(tmp_path / "nothing"))
        speech.say("one", "en")
        await speech.close()
        speech.say("two", "en")
        async with asyncio.timeout(PATIENCE):
            while not caplog.records:  # noqa: ASYNC110 - the log tells nobody
                await asyncio.sleep(0.01)
        await speech.close()

    asyncio.run(scene())
    assert "does not speak" in caplog.text
