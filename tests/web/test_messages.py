"""Messages between box and pages have the types that the pages' scripts are checked against.

Real messages are given as constants to the compiler that checks the scripts.
"""

import asyncio
import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.devices import DeviceStatus, State
from companion.engine import registry
from companion.engine.game import Setup
from companion.protocol.page import PAGE_MESSAGES, RefusedMessageError, parse
from companion.table.command import Command
from companion.table.lobby.lobby import open_lobby
from companion.table.state import CommandInput, JoinInfo
from companion.web.views.viewer import (
    Alert,
    Hardware,
    Surroundings,
    Viewer,
)
from tests.manifests import manifests
from tests.web.box import Served, run
from tests.web.phone import Phone
from tests.web.scene import GAMES, NAMES, Scene

ROOT = Path(__file__).parents[2]
SURROUNDINGS = Surroundings(
    claimed=frozenset({0}),
    here=frozenset({0}),
    devices=tuple(DeviceStatus(state, state) for state in State),
    bad_frames={"ok": 7},
    join=JoinInfo("http://192.0.2.7/j/4821", "4821", "907311"),
    play=7,
    alerts=(Alert("guesses", (("address", "192.0.2.9"),)),),
    hardware=Hardware((128, 64), ("a",), ("seat1",), ("board",)),
)
HOST = Viewer(host=True)
VIEWERS = (Viewer(screen=True), Viewer(seat=0), HOST, Viewer(play=True))


@dataclass
class Ear(Phone):
    """A phone that keeps the text of every message."""

    heard: list[str] = field(default_factory=list)

    def take(self, message: str | bytes) -> None:
        super().take(message)
        if isinstance(message, str):
            self.heard.append(message)


def complaints(folder: Path, source: str) -> str:
    """Return the compiler's errors for a source that imports the types."""
    compilers = list(
        ROOT.glob("build/javascript/node_modules/@typescript/typescript-linux-*/lib/tsc")
    )
    if not compilers:
        pytest.fail("The compiler for the types of the pages is not there yet: make programs")
    project = {"extends": str(ROOT / "tools/javascript/tsconfig.json"), "include": ["*.ts"]}
    (folder / "tsconfig.json").write_text(json.dumps(project), encoding="utf-8")
    names = 'import type { Message, PageRequest, View } from "/static/core/messages.js";\n'
    (folder / "sample.ts").write_text(names + source, encoding="utf-8")
    command = [str(compilers[0]), "--project", str(folder)]
    compiled = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False
    )
    return compiled.stdout or "it failed without a word" * bool(compiled.returncode)


@cache
def played(game: str) -> set[str]:
    """Return all messages of a game, which has an undo and a pause."""
    scene = Scene(game, surroundings=SURROUNDINGS)
    ears = [Ear() for _ in VIEWERS]
    phones = [scene.connect(viewer, phone=ear) for viewer, ear in zip(VIEWERS, ears, strict=True)]

    def pull_all() -> None:
        for phone in phones:
            scene.pull(phone)

    asyncio.run(scene.say(phones[VIEWERS.index(HOST)], "correcting", open=True))
    for n, _ in enumerate(scene.play(40)):
        if n % 10 == 0:
            pull_all()
    for command in (Command.UNDO, Command.PAUSE, Command.PAUSE):
        scene.act(CommandInput(command))
        pull_all()
    for _ in scene.play():
        pass
    pull_all()
    asyncio.run(asked(scene, ears))
    lobby = open_lobby(manifests(*map(registry.load, GAMES)), NAMES, Setup(NAMES[:2]), game)
    scene.publish(lobby)
    pull_all()
    return {message for ear in ears for message in ear.heard}


async def asked(scene: Scene, ears: list[Ear]) -> None:
    """Let a seat send messages of which every kind of answer comes."""
    seat = scene.connect(VIEWERS[1], phone=ears[1])
    for kind, content in (("advise", {}), ("replay", {"at": 1}), ("choose", {"option": 99})):
        await scene.say(seat, kind, **content)
    await scene.send(seat, "no JSON")


@pytest.mark.slow
def test_the_messages_of_all_games_have_their_types(tmp_path: Path) -> None:
    lines = []
    for game in GAMES:
        sent = sorted(played(game))
        kinds = {json.loads(message)["kind"] for message in sent}
        assert kinds == {"hello", "state", "advice", "done", "error", "replay"}
        lines.append(f"export const {game.replace('-', '_')}: Message[] = [{','.join(sent)}];")
    assert not complaints(tmp_path, "\n".join(lines))


@pytest.mark.slow
def test_every_key_in_the_type_of_a_view_is_sent_sometimes(tmp_path: Path) -> None:
    views = [json.loads(text).get("view", {}) for game in GAMES for text in played(game)]
    keys = json.dumps(dict.fromkeys(sorted({key for view in views for key in view}), 1))
    assert not complaints(tmp_path, f"export const keys: Record<keyof View, 1> = {keys};")


@pytest.mark.slow
def test_the_messages_of_the_hardware_have_their_types(tmp_path: Path) -> None:
    heard = list[dict[str, Any]]()

    async def scene(served: Served) -> None:
        async with served.browser() as owner:
            await served.opened(owner)
            async with owner.open("play") as page:
                await page.say("lay", piece="token-B", reader="board")
                await page.until(lambda phone: {"lamps", "tone", "tags"} <= kinds_of(phone))
                heard.extend(page.phone.answers)

    run(tmp_path, scene, play=True)
    assert not complaints(tmp_path, f"export const sent: Message[] = {json.dumps(heard)};")


def kinds_of(phone: Phone) -> set[str]:
    return {answer["kind"] for answer in phone.answers}


@pytest.mark.slow
def test_pages_can_send_exactly_what_the_server_understands(tmp_path: Path) -> None:
    with pytest.raises(RefusedMessageError) as refused:
        parse('{"kind": "?"}')
    kinds = str(refused.value.params["kinds"]).split(", ")
    assert tuple(kinds) == PAGE_MESSAGES.names
    requests = [[kind, *fields_of(kind)] for kind in kinds]
    source = f"export const requests: PageRequest[] = {json.dumps(requests)};"
    known = (
        f"export const known: Record<PageRequest[0], 1> = {json.dumps(dict.fromkeys(kinds, 1))};"
    )
    assert not complaints(tmp_path, source + known)


WORDS = {"brightness": "low"}
"""What stands for a text where not any will do."""


def fields_of(kind: str) -> list[dict[str, int | str | bool]]:
    """Return the fields of a kind of message with values, as the server's errors ask for them.

    A field that may be left out has its default.
    """
    values: dict[str, int | str | bool] = {}
    samples: dict[str, Iterator[int | str | bool]] = {}
    while True:
        try:
            message = parse(json.dumps({"id": 1, "seq": 1, "kind": kind, **values}))
        except RefusedMessageError as error:
            name = str(error.params["field"])
            values[name] = next(samples.setdefault(name, iter((0, WORDS.get(kind, "undo"), True))))
        else:
            left = set(message.__struct_fields__) - {"id", "seq", *values}
            values |= {name: getattr(message, name) for name in sorted(left)}
            return [values] if values else []


@pytest.mark.slow
def test_the_compiler_finds_each_message_of_the_wrong_type(tmp_path: Path) -> None:
    wrong = (
        '{"kind": "done"}',
        '{"kind": "done", "of": 1, "more": 2}',
        '{"kind": "tone", "hertz": "high"}',
        '{"kind": "new"}',
    )
    lines = [f"export const sent{n}: Message = {message};" for n, message in enumerate(wrong)]
    found = complaints(tmp_path, "\n".join(lines))
    # The first line imports the types.
    assert {f"sample.ts({line}," for line in range(2, 6)} <= set(
        re.findall(r"sample.ts\(\d+,", found)
    )
    assert found.count("error TS") >= len(wrong)
