"""A client as docs/web.md describes it: takes whole views, changes and lines of the log."""

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
        """Take a message."""
        if isinstance(message, bytes):
            self.frames.append(message)
            return
        said = json.loads(message)
        if said["kind"] == "hello":
            self.role = said["role"]
        elif said["kind"] == "state":
            self._state(said)
        else:
            self.answers.append(said)

    def _state(self, said: dict[str, Any]) -> None:
        assert said["reset"] or (self.seq is not None and said["seq"] >= self.seq)
        self.seq = said["seq"]
        if said["reset"]:
            self.view, self.log = {}, []
        self.view |= said["view"]
        self.view = {key: value for key, value in self.view.items() if value is not None}
        for line in said["log"]:
            if "to" in line:
                self.log = [_marked(each, line) for each in self.log]
            self.log.append(line)

    @property
    def answer(self) -> dict[str, Any]:
        """The last answer."""
        return self.answers[-1]


def _marked(line: dict[str, Any], undo: dict[str, Any]) -> dict[str, Any]:
    return {**line, "undone": True} if line["n"] > undo["to"] else line
