"""Sprites that stay from position to position are the same objects; the others are forgotten."""

import json

import pytest

from companion.web.views.sprites import Sprites, sprites_json
from tests.web.scene import GAMES, Scene, speech


@pytest.mark.parametrize("game", GAMES)
def test_what_stays_is_known_and_what_has_gone_is_forgotten(game: str) -> None:
    scene, sprites = Scene(game), Sprites()
    known: set[int] = set()
    stayed = 0
    for _ in scene.play(30):
        lying, picture = scene.table.game.sprites(scene.table.state), scene.table.game.picture
        drawn = sprites.follow(lying, picture)
        assert tuple(each.sprite for each in drawn) == lying
        assert sprites._drawn == drawn  # noqa: SLF001 - nothing else is kept
        stayed += sum(id(each) in known for each in drawn)
        known = {id(each) for each in drawn}
        for each in drawn:
            assert picture is not None
            assert each.kind == picture.kind_of(each.sprite.name, each.sprite.look)
    assert stayed > len(known)


def test_a_sprite_is_written_once_in_each_language() -> None:
    table = Scene().table
    drawn = Sprites().follow(table.game.sprites(table.state), table.game.picture)
    named = next(each for each in drawn if each.sprite.name is not None)
    texts = [sprites_json([named], code, speech(code, table).voice) for code in ("en", "de", "en")]
    assert texts[0].objects[0] is texts[2].objects[0]
    assert json.loads(str(texts[0]))[0]["name"] != json.loads(str(texts[1]))[0]["name"]
