"""The smallest hub: it keeps what boxes send in dictionaries, and acknowledges what it has kept."""

from dataclasses import dataclass, field
from typing import Any

from tests.fleet.broker import Broker, Sent

Key = tuple[str, int, int]


@dataclass
class Hub:
    """Follows a broker. While ``silent`` it is not there; what ``loses`` holds is lost once."""

    broker: Broker
    rows: dict[Key, dict[str, Any]] = field(default_factory=dict)
    results: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)
    cursors: dict[str, tuple[list[int], int]] = field(default_factory=dict)
    """By journal: the position that is stored, and the checksum there."""
    heads: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)
    silent: bool = False
    loses: set[int] = field(default_factory=set)
    twice: int = 0
    gaps: int = 0
    heard: int = 0

    def listen(self) -> None:
        """Take what is new."""
        while self.heard < len(self.broker.sent):
            sent = self.broker.sent[self.heard]
            self.heard += 1
            if not self.silent and self.heard not in self.loses:
                self.take(sent)

    def take(self, sent: Sent) -> None:
        base, _, name = sent.topic.partition("/table-7/")
        if name == "status" and sent.data["state"] == "online":
            self.ack(f"{base}/table-7", sent.data["journal"])
        elif name == "result" or name.startswith("log/"):
            self.store(f"{base}/table-7", sent.data)

    def store(self, base: str, data: dict[str, Any]) -> None:
        journal, play = data["journal"], data["play"]
        known, _ = self.cursors.get(journal, ([0, 0, 0], 0))
        if data["after"] > known:
            self.gaps += 1
            after = dict(zip(("play", "sequence", "result"), known, strict=True))
            want = {"journal": journal, **after, "result": bool(known[2])}
            self.broker.publish(f"{base}/want", want)
            return
        if "entries" in data:
            for entry in data["entries"]:
                key = (journal, play, entry["sequence"])
                self.twice += key in self.rows
                self.rows[key] = entry
            if "head" in data:
                self.heads[journal, play] = data["head"]
            end = [play, data["entries"][-1]["sequence"], 0]
        else:
            self.results[journal, play] = data
            end = [play, data["sequence"], 1]
        self.cursors[journal] = max(
            (known, self.cursors.get(journal, ([], 0))[1]), (end, data["crc"])
        )
        self.ack(base, journal)

    def ack(self, base: str, journal: str) -> None:
        (play, sequence, result), crc = self.cursors.get(journal, ([0, 0, 0], 0))
        payload = {
            "journal": journal,
            "play": play,
            "sequence": sequence,
            "result": bool(result),
            "crc": crc,
        }
        self.broker.publish(f"{base}/ack", payload, retain=True)
