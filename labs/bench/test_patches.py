"""The bytes by which pages follow a game: our own changes, and what the standards would send.

Each game is played with a big screen, a seat, a host and the virtual box connected. What each page
is sent after an action is compared with JSON Merge Patch (RFC 7396) and JSON Patch (RFC 6902) from
the view and log before to those after. JSON Patch compares lists item by item, as the usual
libraries do, with a longest common subsequence, so that it inserts and removes as little as can be.
All are compact JSON with the same frame around them, and are measured as they are and as
`permessage-deflate` compresses them (RFC 7692, the window kept from message to message).
Results of the last run: docs/decisions/0017-changes-of-views.md.
"""

import json
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any, Final

import pytest

from companion.web.views.viewer import Viewer
from tests.web.phone import Phone
from tests.web.scene import GAMES, Scene

ACTIONS: Final = 60
VIEWERS: Final = (Viewer(screen=True), Viewer(seat=0), Viewer(host=True), Viewer(play=True))
_MISSING: Final = object()


def compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def merge_patch(before: Any, after: Any) -> Any:  # noqa: ANN401 - JSON
    """Return the JSON Merge Patch (RFC 7396) between two values."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return after
    changed = {
        key: merge_patch(before.get(key), value)
        for key, value in after.items()
        if before.get(key, _MISSING) != value
    }
    return {**changed, **{key: None for key in before if key not in after}}


def json_patch(before: Any, after: Any, path: str = "") -> Iterator[dict[str, Any]]:  # noqa: ANN401
    """Yield the operations of a JSON Patch (RFC 6902) between two values."""
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key in before:
            if key not in after:
                yield {"op": "remove", "path": f"{path}/{key}"}
        for key, value in after.items():
            if key in before:
                yield from json_patch(before[key], value, f"{path}/{key}")
            else:
                yield {"op": "add", "path": f"{path}/{key}", "value": value}
    elif isinstance(before, list) and isinstance(after, list):
        yield from _of_lists(before, after, path)
    else:
        yield {"op": "replace", "path": path, "value": after}


def _of_lists(before: list[Any], after: list[Any], path: str) -> Iterator[dict[str, Any]]:
    """Yield what makes a list of another one, or replace it whole where that is shorter."""
    steps = [*_steps(before, after, path)]
    whole = [{"op": "replace", "path": path, "value": after}]
    yield from min((steps, whole), key=lambda each: len(compact(each)))


def _steps(before: list[Any], after: list[Any], path: str) -> Iterator[dict[str, Any]]:
    texts = [compact(each) for each in before], [compact(each) for each in after]
    shift = 0
    for way, a, b, c, d in SequenceMatcher(None, *texts, autojunk=False).get_opcodes():
        if way == "equal":
            continue
        paired = min(b - a, d - c)
        for n in range(paired):
            yield from json_patch(before[a + n], after[c + n], f"{path}/{a + n + shift}")
        for _ in range(a + paired, b):
            yield {"op": "remove", "path": f"{path}/{a + paired + shift}"}
        for n in range(c + paired, d):
            place = a + shift + n - c
            yield {"op": "add", "path": f"{path}/{place}", "value": after[n]}
        shift += (d - c) - (b - a)


def patched(value: Any, operations: list[dict[str, Any]]) -> Any:  # noqa: ANN401 - JSON
    """Return what operations make of a value: the test of those above."""
    value = json.loads(json.dumps(value))
    for each in operations:
        if not each["path"]:
            value = each["value"]
            continue
        *way, last = each["path"].split("/")[1:]
        inner = value
        for step in way:
            inner = inner[int(step) if isinstance(inner, list) else step]
        key = int(last) if isinstance(inner, list) else last
        if each["op"] == "remove":
            del inner[key]
        elif each["op"] == "add" and isinstance(inner, list):
            inner.insert(key, each["value"])
        else:
            inner[key] = each["value"]
    return value


@dataclass
class Format:
    """The bytes of one format on one page."""

    messages: int = 0
    size: int = 0
    deflated: int = 0
    _window: Any = field(default_factory=lambda: zlib.compressobj(wbits=-15))

    def send(self, text: str, *, counts: bool) -> None:
        written = text.encode()
        packed = self._window.compress(written) + self._window.flush(zlib.Z_SYNC_FLUSH)
        if counts:
            self.messages += 1
            self.size += len(written)
            self.deflated += len(packed)


@dataclass
class Page:
    """A page, and what it would be sent in each format."""

    phone: Phone = field(default_factory=Phone)
    before: dict[str, Any] = field(default_factory=dict)
    worked: float = 0.0
    """Seconds of a processor that the JSON Patches took."""
    formats: dict[str, Format] = field(
        default_factory=lambda: {name: Format() for name in ("ours", "merge patch", "JSON patch")}
    )

    @property
    def known(self) -> dict[str, Any]:
        return {"view": self.phone.view, "log": self.phone.log}

    def begin(self) -> None:
        """Take the first page, which is the same in each format: later ones refer to its words."""
        self.before = json.loads(json.dumps(self.known))
        for each in self.formats.values():
            each.send(compact(self.before), counts=False)

    def take(self, texts: list[str]) -> None:
        """Compare what has been sent with what the standards would have sent."""
        after = json.loads(json.dumps(self.known))
        states = [text for text in texts if '"kind":"state"' in text]
        if not states:
            return
        seq = self.phone.seq
        began = time.process_time()
        operations = [*json_patch(self.before, after)]
        self.worked += time.process_time() - began
        assert patched(self.before, operations) == after
        for text in states:
            self.formats["ours"].send(text, counts=True)
        merge = {"kind": "state", "seq": seq, "merge": merge_patch(self.before, after)}
        self.formats["merge patch"].send(compact(merge), counts=True)
        patch = {"kind": "state", "seq": seq, "patch": operations}
        self.formats["JSON patch"].send(compact(patch), counts=True)
        self.before = after


MOST = 2800
"""Bytes that an action may cost on a page, before they are deflated."""


@pytest.mark.parametrize("game", GAMES)
def test_bytes_of_an_action(game: str) -> None:
    scene, pages = Scene(game), [Page() for _ in VIEWERS]
    wired = [
        scene.connect(viewer, phone=page.phone) for viewer, page in zip(VIEWERS, pages, strict=True)
    ]
    for page in pages:
        page.begin()
    worked = 0.0
    for _ in scene.play(ACTIONS):
        for page, each in zip(pages, wired, strict=True):
            began = time.process_time()
            texts = [text for text in scene.pull(each) if isinstance(text, str)]
            worked += time.process_time() - began
            page.take(texts)
    messages = sum(page.formats["ours"].messages for page in pages)
    sums = {
        name: [
            sum(getattr(page.formats[name], what) for page in pages) / messages
            for what in ("size", "deflated")
        ]
        for name in pages[0].formats
    }
    listed = ", ".join(
        f"{name} {size:.0f} B ({packed:.0f} deflated)" for name, (size, packed) in sums.items()
    )
    patches = sum(page.worked for page in pages)
    print(
        f"\n{game}: {listed}; a message takes {1000 * worked / messages:.2f} ms, views included, "
        f"its JSON Patch alone {1000 * patches / messages:.2f} ms"
    )
    assert sums["ours"][0] <= MOST
    assert sums["merge patch"][0] > 1.1 * sums["ours"][0]
