"""What box and pages say to each other is of the types against which the pages are checked.

The compiler that checks the pages proves it: it is given real messages as constants.
"""

import asyncio
import json
import subprocess
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, get_args

import pytest

from companion.devices import DeviceStatus, State
from companion.engine import registry
from companion.engine.game import Setup
from companion.table.command import Command
from companion.table.lobby import open_lobby
from companion.table.state import Join, Order
from companion.web import protocol
from companion.web.protocol import RefusedMessageError
from companion.web.viewer import SPECTATOR, Alert, Hardware, Surroundings, Viewer
from tests.web.box import Served, run
from tests.web.phone import Phone
from tests.web.scene import GAMES, NAMES, Scene

ROOT = Path(__file__).parents[2]
SURROUNDINGS = Surroundings(
    claimed=frozenset({0}),
    here=frozenset({0}),
    devices=tuple(DeviceStatus(state, state) for state in State),
    bad_frames={"ok": 7},
    join=Join("http://192.0.2.7/j/4821", "4821", "907311"),
    alerts=(Alert("guesses", (("address", "192.0.2.9"),)),),
    hardware=Hardware((128, 64), ("a",), ("seat1",), ("board",)),
)
VIEWERS = (SPECTATOR, Viewer(seat=0), Viewer(host=True), Viewer(play=True))


@dataclass
class Ear(Phone):
    """A phone that keeps what it was sent."""

    heard: list[str] = field(default_factory=list)

    def take(self, message: str | bytes) -> None:
        super().take(message)
        if isinstance(message, str):
            self.heard.append(message)


def complaints(folder: Path, source: str) -> str:
    """Return what the compiler says of a source that imports the types."""
    found = list(ROOT.glob("build/javascript/node_modules/@typescript/typescript-linux-*/lib/tsc"))
    if not found:
        pytest.fail("The compiler for the types of the pages is not there yet: make programs")
    project = {"extends": str(ROOT / "tools/javascript/tsconfig.json"), "include": ["*.ts"]}
    (folder / "tsconfig.json").write_text(json.dumps(project), encoding="utf-8")
    names = 'import type { Message, Said, View } from "/static/core/messages.js";\n'
    (folder / "sample.ts").write_text(names + source, encoding="utf-8")
    command = [str(found[0]), "--project", str(folder)]
    compiled = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False
    )
    return compiled.stdout or "it failed without a word" * bool(compiled.returncode)


def played(game: str) -> set[str]:
    """Return what is sent during a game, with an undo and a pause."""
    scene = Scene(game, surroundings=SURROUNDINGS)
    ears = [Ear() for _ in VIEWERS]
    phones = [scene.connect(viewer, phone=ear) for viewer, ear in zip(VIEWERS, ears, strict=True)]

    def tell() -> None:
        for phone in phones:
            scene.pull(phone)

    for n, _ in enumerate(scene.play(40)):
        if n % 10 == 0:
            tell()
    for command in (Command.UNDO, Command.PAUSE, Command.PAUSE):
        scene.act(Order(command))
        tell()
    for _ in scene.play():
        pass
    tell()
    asyncio.run(asked(scene, ears))
    lobby = open_lobby([registry.load(name) for name in GAMES], NAMES, Setup(NAMES[:2]), game)
    scene.publish(lobby)
    tell()
    return {message for ear in ears for message in ear.heard}


async def asked(scene: Scene, ears: list[Ear]) -> None:
    """Let a seat say what is answered, and what cannot be."""
    seat = scene.connect(VIEWERS[1], phone=ears[1])
    for kind, given in (("advise", {}), ("replay", {"at": 1}), ("choose", {"option": 99})):
        await scene.say(seat, kind, **given)
    await scene.tell(seat, "no JSON")


@pytest.mark.parametrize("game", GAMES)
def test_what_is_sent_has_its_types(game: str, tmp_path: Path) -> None:
    sent = sorted(played(game))
    kinds = {json.loads(each)["kind"] for each in sent}
    assert kinds == {"hello", "state", "advice", "done", "error", "replay"}
    assert not complaints(tmp_path, f"export const sent: Message[] = [{','.join(sent)}];")


def test_the_types_of_a_view_have_nothing_that_is_never_sent(tmp_path: Path) -> None:
    views = [json.loads(each).get("view", {}) for game in GAMES for each in played(game)]
    keys = json.dumps(dict.fromkeys(sorted({key for view in views for key in view}), 1))
    assert not complaints(tmp_path, f"export const keys: Record<keyof View, 1> = {keys};")


def test_what_the_hardware_tells_has_its_types(tmp_path: Path) -> None:
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
    return {each["kind"] for each in phone.answers}


def test_pages_can_say_all_that_is_understood_and_nothing_else(tmp_path: Path) -> None:
    with pytest.raises(RefusedMessageError) as refused:
        protocol.parse('{"kind": "?"}')
    kinds = str(refused.value.params["kinds"]).split(", ")
    assert len(kinds) == len(get_args(protocol.Message))
    said = [[kind, *fields_of(kind)] for kind in kinds]
    source = f"export const said: Said[] = {json.dumps(said)};"
    known = f"export const known: Record<Said[0], 1> = {json.dumps(dict.fromkeys(kinds, 1))};"
    assert not complaints(tmp_path, source + known)


def fields_of(kind: str) -> list[dict[str, int | str]]:
    """Return the fields of a kind with values, as the server asks for them."""
    given: dict[str, int | str] = {}
    while True:
        try:
            message = protocol.parse(json.dumps({"id": 1, "seq": 1, "kind": kind, **given}))
        except RefusedMessageError as error:
            name = str(error.params["field"])
            given[name] = "undo" if given.get(name) == 0 else 0
        else:
            assert {each.name for each in fields(message)} == {"id", "seq", *given}
            return [given] if given else []


@pytest.mark.parametrize(
    "message",
    [
        '{"kind": "done"}',
        '{"kind": "done", "of": 1, "more": 2}',
        '{"kind": "tone", "hertz": "high"}',
        '{"kind": "new"}',
    ],
)
def test_a_message_of_another_type_is_found(message: str, tmp_path: Path) -> None:
    assert "error TS" in complaints(tmp_path, f"export const sent: Message[] = [{message}];")
