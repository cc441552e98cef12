"""A hundred thousand messages that nobody should send: nothing crashes, nothing sound is lost."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

from companion.protocol.journal import JournalPosition
from tests.hub.scene import BoxJournal, Scene, scene

MESSAGES = 100_000
KNOWN = {
    *("topic", "too-long", "no-json", "no-object", "version", "entries", "order", "head"),
    *("fields", "kind", "checksum", "journal-of-another", "too-many"),
}
"""The reasons under which a message may be refused."""
ODD: tuple[Any, ...] = (
    *(None, True, -1, 0, 2**53, 2**64, 1e308, -0.5, "", "x" * 300, "\0", "\ud800", [], {}),
    *([[]], {"v": 1}, [1, 2, 3], "j1", 1),
)


def mutated(message: dict[str, Any], source: random.Random) -> bytes:
    """Return a message in which something is wrong, or sometimes nothing."""
    way = source.randrange(6)
    if way == 0:
        written = bytearray(json.dumps(message).encode())
        for _ in range(source.randrange(1, 5)):
            written[source.randrange(len(written))] = source.randrange(256)
        return bytes(written)
    if way == 1:
        return json.dumps(message).encode()[: source.randrange(400)]
    spoiled = json.loads(json.dumps(message))
    place = spoiled
    if way == 2 and "entries" in spoiled:
        place = source.choice(spoiled["entries"])
    key = source.choice([*place])
    if way == 3:
        del place[key]
    elif way == 4:
        source.shuffle(spoiled.get("entries", []))
    else:
        place[key] = source.choice(ODD)
    return json.dumps(spoiled).encode()


async def attack(there: Scene) -> None:
    box_journal, victim = BoxJournal(), BoxJournal("j2", "b2")
    await there.hear("log/1", victim.log(1, 9), box="b2")
    messages = [
        ("log/1", box_journal.log(1, 6)),
        ("log/1", box_journal.log(3, 8)),
        ("result", box_journal.result(6)),
        ("log/2", box_journal.log(1, 3, 2, JournalPosition(1, 6, result=True))),
        ("status", box_journal.status()),
        ("state", {"v": 1, "phase": "playing", "players": ["A"], "points": [1]}),
    ]
    source = random.Random(1)
    for number in range(MESSAGES):
        name, message = source.choice(messages)
        topic = f"companion/v1/club/b1/{name}"
        if source.random() < 0.02:
            topic = topic[: source.randrange(len(topic))] + source.choice(["", "/", "#", "\0"])
        there.worker.hear(topic, mutated(message, source))
        if number % 100 == 0:
            await there.worker.settled()
    await there.worker.settled()
    samples = [
        (sample.labels["reason"], sample.value)
        for metric in there.counts.registry.collect()
        for sample in metric.samples
        if sample.name == "companion_refused_total"
    ]
    counted = dict(samples)
    print(f"\n{sum(counted.values()):.0f} of {MESSAGES} messages refused: {counted}")
    assert counted.keys() <= KNOWN
    assert sum(counted.values()) > MESSAGES / 2
    # What others have told is as it was, and the box itself goes on as if nothing had been.
    assert [row[0] for row in await there.store.log("j2", 1)] == [*range(1, 10)]
    _, ack = await there.hear("log/1", victim.log(10, 12), box="b2")
    assert ack["sequence"] == 12
    stored = await there.store.log("j1", 1)
    assert [row[0] for row in stored] == [*range(1, len(stored) + 1)]
    assert [json.loads(row[3]) for row in stored] == [
        entry.payload for entry in box_journal.entries(len(stored))
    ]


def test_a_hundred_thousand_bad_messages(tmp_path: Path) -> None:
    async def whole() -> None:
        async with scene(tmp_path) as there:
            await attack(there)

    asyncio.run(whole())
