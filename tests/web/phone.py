"""A client as docs/web.md describes it, which follows views, changes and lines of the log."""

import json
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Phone:
    """What one client knows."""

    view: dict[str, Any] = field(default_factory=dict)
    log: list[dict[str, Any]] = field(default_factory=list)
    seq: int | None = None
    role: dict[str, Any] = field(default_factory=dict)
    answers: list[dict[str, Any]] = field(default_factory=list)
    frames: list[bytes] = field(default_factory=list)

    def take(self, message: str | bytes) -> None:
        """Apply a message to what this client knows."""
        if isinstance(message, bytes):
            self.frames.append(message)
            return
        content = json.loads(message)
        if content["kind"] == "hello":
            self.role = content["role"]
        elif content["kind"] == "state":
            self._update(content)
        else:
            self.answers.append(content)

    def _update(self, state: dict[str, Any]) -> None:
        assert state["reset"] or (self.seq is not None and state["seq"] >= self.seq)
        self.seq = state["seq"]
        if state["reset"]:
            self.view, self.log = {}, []
        for key, steps in state.get("lists", {}).items():
            self.view[key] = made(self.view[key], steps)
        self.view |= state["view"]
        self.view = {key: value for key, value in self.view.items() if value is not None}
        for line in state["log"]:
            self.log = [_marked(earlier, line) for earlier in self.log]
            self.log.append(line)

    @property
    def answer(self) -> dict[str, Any]:
        """The last answer."""
        return self.answers[-1]


def made(before: list[Any], steps: list[Any]) -> list[Any]:
    """Return a list made of new objects, and of runs of those before."""
    runs = (before[step[0] : sum(step)] if isinstance(step, list) else [step] for step in steps)
    return [each for run in runs for each in run]


def _marked(line: dict[str, Any], later: dict[str, Any]) -> dict[str, Any]:
    n = line["n"]
    if n in later.get("back", ()):
        return {**line, "undone": False}
    gone = n in later.get("gone", ()) or n > later.get("to", n)
    return {**line, "undone": True} if gone else line
