"""A final scoring on phones: how many taps it takes, in the messages that phones send.

A tap is one message: a touch of one of the large buttons. Three people enter at the same time.
"""

import asyncio
from collections.abc import Sequence

import pytest

from companion.engine import registry
from companion.engine.game import Setup
from companion.table.state import with_console
from companion.table.table import Table, Timestamp, begin
from companion.web.views.viewer import Viewer
from tests.web.scene import Scene, Wired

NAMES = ("Ann", "Ben", "Cleo")
SECONDS = 2.0
"""How long it takes to look at a tile and to touch its button."""
A_MINUTE = 60 / SECONDS
"""How many taps one person makes in a minute."""

INNER = (
    ("EP without the compass: 40 to 49", "47", "Joy", "Structure", "4", "2", "Compass"),
    ("EP without the compass: 50 to 59", "58", "Joy", "Bravery", "1", "3"),
    ("EP without the compass: 30 to 39", "39", "Solitude", "Variety", "3", "3"),
)
"""What each of three players touches at the end of Inner Compass, by the ends of labels."""
GILDED = (
    (
        *(
            "Map Fire 3/2",
            "Map Dark 4/3",
            "Map Jungle 2/1",
            "Map Water 1/0",
            "Ancient maps: no more",
        ),
        *("Cartographer, Fire 2", "Excavator, Fire 3", "Cartographer, Dark 1", "Excavator, Dark 2"),
        *("Excavator, Jungle 1", "Specialists: no more", "0 to 9", "7"),
        *("A Secret Map", "Embrace the Guild", "Find the Maps", "Missions: no more"),
        *("Item for Cartographer, Fire", "Item for Excavator, Dark", "Magical items: no more"),
    ),
    (
        *("Map Fire 2/1", "Map Holy 4/3", "Map Holy 2/1", "Ancient maps: no more"),
        *("Cartographer, Holy 2", "Excavator, Holy 3", "Cartographer, Fire 1", "Excavator, Fire 2"),
        *("Specialists: no more", "0 to 9", "9", "Second Opinion", "Scour the Globe"),
        *("Missions: no more", "Item for Cartographer, Holy", "Magical items: no more"),
    ),
    (
        *("Map Desert 3/2", "Map Desert 4/3", "Map Water 4/3", "Map Water 2/1"),
        *("Map Jungle 4/3", "Ancient maps: no more", "Cartographer, Desert 3"),
        *("Excavator, Desert 3", "Cartographer, Water 2", "Excavator, Water 1"),
        *("Specialists: no more", "0 to 9", "5", "Recruit Specialists", "Missions: no more"),
        *("Item for Excavator, Desert", "Item for Cartographer, Water", "Magical items: no more"),
    ),
)
"""What each touches at the end of the other game, with guild and temple."""


def begun(game: str, **options: str) -> Scene:
    scene = Scene()
    setup = Setup(NAMES, "final", options)
    table = begin(registry.load(game), setup, (), Timestamp(0, 0.0), scene.draw).table
    scene.publish(with_console(table, language="en", languages=("en", "de")))
    return scene


async def touch(scene: Scene, phone: Wired, label: str) -> int:
    """Touch the button whose label is this, ends with it, or begins with it; return the taps."""
    scene.pull(phone)
    labels = [option["label"] for option in phone.phone.view["choices"]["options"]]
    fits = [text for text in labels if text == label or text.endswith((f": {label}", f" {label}"))]
    fits += [text for text in labels if text.startswith(f"{label}:")]
    assert fits, (label, labels)
    answer = await scene.say(phone, "choose", option=labels.index(fits[0]))
    assert answer["kind"] == "done", answer
    whole = not phone.phone.view.get("choices", {}).get("selected")
    return 1 if whole else 1 + await touch(scene, phone, label)


def entered(scene: Scene, first: Sequence[str], touched: Sequence[Sequence[str]]) -> list[int]:
    """Enter everything in turns on three phones; return the taps on each."""

    async def play() -> list[int]:
        phones = [scene.connect(Viewer(seat=seat)) for seat in range(len(NAMES))]
        taps = [0] * len(NAMES)
        for label in first:
            taps[0] += await touch(scene, phones[0], label)
        for step in range(max(map(len, touched))):
            for seat, labels in enumerate(touched):
                if step < len(labels):
                    taps[seat] += await touch(scene, phones[seat], labels[step])
        for seat, phone in enumerate(phones):
            taps[seat] += await touch(scene, phone, "All is right")
        return taps

    return asyncio.run(play())


def over(scene: Scene) -> Table:
    assert scene.table.is_over
    return scene.table


def test_inner_compass_takes_a_minute_on_one_phone_or_three() -> None:
    scene = begun("inner-compass")
    taps = entered(scene, ["We count the tiles ourselves"], INNER)
    assert taps == [9, 7, 7]
    assert sum(taps) <= A_MINUTE
    table = over(scene)
    assert table.game.returns(table.state) == (72, 69, 67)


@pytest.mark.slow
def test_gilded_compass_takes_a_minute_on_three_phones() -> None:
    scene = begun("gilded-compass", b_building="guild", c_building="temple")
    taps = entered(scene, [], GILDED)
    assert taps == [24, 18, 21]
    assert max(taps) <= A_MINUTE
    assert all(total > 0 for total in over(scene).game.returns(scene.table.state))


def test_the_total_is_seen_while_it_grows() -> None:
    scene = begun("inner-compass")
    spectator = scene.connect()

    async def play() -> list[str]:
        ann = scene.connect(Viewer(seat=0))
        seen = []
        for label in ("We count the tiles ourselves", *INNER[0][:5]):
            await touch(scene, ann, label)
            scene.pull(spectator)
            seen.append(spectator.phone.view["summary"][0]["right"])
        return seen

    assert asyncio.run(play()) == ["0 EP", "40 EP", "47 EP", "47 EP", "47 EP", "61 EP"]


def test_what_somebody_else_has_is_not_offered_any_more() -> None:
    scene = begun("gilded-compass")

    async def play() -> list[str]:
        ann, ben = (scene.connect(Viewer(seat=seat)) for seat in (0, 1))
        await touch(scene, ann, "Map Fire 3/2")
        scene.pull(ben)
        return [option["label"] for option in ben.phone.view["choices"]["options"]]

    labels = asyncio.run(play())
    assert "Map Fire 2/1" in labels
    assert "Map Fire 3/2" not in labels


@pytest.mark.slow
def test_a_host_asks_a_player_again_after_the_end() -> None:
    scene = begun("inner-compass")
    entered(scene, ["We count the tiles ourselves"], INNER)
    host = scene.connect(Viewer(host=True))

    async def play() -> str:
        await scene.say(host, "correcting", open=True)
        labels = [option["label"] for option in host.phone.view["corrections"]["options"]]
        await scene.say(host, "correct", option=labels.index("Ben"))
        ben = scene.connect(Viewer(seat=1))
        for label in ("Change: EP without the compass", "90 to 99", "90", "All is right"):
            await touch(scene, ben, label)
        return str(scene.table.game.returns(scene.table.state))

    assert asyncio.run(play()) == "(72, 101, 67)"
