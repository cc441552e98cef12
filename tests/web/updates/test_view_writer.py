"""Views as JSON, part by part: what stays is neither asked for nor written again."""

import json
from itertools import cycle, pairwise

import pytest
from msgspec.structs import replace

from companion.table.command import Command
from companion.table.state import CommandInput, GameProgress
from companion.web.updates.delta import Parts
from companion.web.updates.view_writer import ViewWriter
from companion.web.views.json_text import to_json
from companion.web.views.projection import common, private_part
from companion.web.views.render_cache import RenderCache
from companion.web.views.viewer import Surroundings
from tests.web.scene import GAMES, Scene, speech, viewers


def read(parts: Parts) -> dict[str, object]:
    return {key: json.loads(str(part)) for key, part in parts.items()}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_parts_are_what_the_projection_says(game: str) -> None:
    scene, around = Scene(game), Surroundings(claimed=frozenset({0}))
    known = RenderCache()
    for _, language in zip(scene.play(24), cycle(("en", "de")), strict=False):
        table, speech_parts = scene.table, speech(language, scene.table)
        writer = ViewWriter(table, known)
        shared = writer.common(table, speech_parts, around)
        assert read(shared) == json.loads(to_json(common(table, speech_parts, around)))
        for viewer in viewers(table):
            mine = writer.own(table, viewer, speech_parts, around, writer.offer(viewer))
            assert read(mine) == json.loads(
                to_json(private_part(table, viewer, speech_parts, around))
            )


def test_a_position_stays_while_people_pause_and_goes_with_the_next_action() -> None:
    scene = Scene()
    writer = ViewWriter(scene.table, RenderCache())
    scene.act(CommandInput(Command.PAUSE))
    assert writer.can_go_on(scene.table)
    assert not writer.can_go_on(replace(scene.table, progress=GameProgress.LAYING_OUT))
    next(scene.play())
    assert not writer.can_go_on(scene.table)


def test_what_nobody_sees_anything_new_of_is_not_told_again() -> None:
    scene, known = Scene("gilded-compass"), RenderCache()
    speech_parts, written = speech("en", scene.table), []
    for _ in scene.play(12):
        writer = ViewWriter(scene.table, known)
        written.append(writer.common(scene.table, speech_parts, Surroundings())["scores"])
    again = sum(one is other for one, other in pairwise(written))
    assert again > len(written) / 2


def test_what_stays_is_written_once() -> None:
    scene = Scene()
    writer = ViewWriter(scene.table, RenderCache())
    speech_parts = speech("en", scene.table)
    one = writer.common(scene.table, speech_parts, Surroundings())
    other = writer.common(scene.table, speech_parts, Surroundings())
    assert one["sprites"] is other["sprites"]
