"""Sprites: pieces on the table, with unchanged ones reused between positions."""

from collections.abc import Iterable

import msgspec

from companion.engine.picture import Picture, PieceKind, Sprite
from companion.table.voice import Voice
from companion.web.views.json_text import JsonList, to_json
from companion.web.views.picture import sprite_view as described


class KindedSprite(msgspec.Struct, frozen=True, eq=False):
    """A sprite, and the kind of piece that it shows, if that kind has a rule of its own."""

    sprite: Sprite
    kind: PieceKind | None
    texts: dict[str, str] = msgspec.field(default_factory=dict)
    """The sprite as JSON, by the languages in which it has been named so far."""

    def write(self, language: str, voice: Voice) -> str:
        """Return the sprite as JSON, named in the voice's language."""
        text = self.texts[language] = to_json(described(self.sprite, self.kind, voice))
        return text


class Sprites:
    """The sprites of a game's newest position; most are reused from the previous one."""

    def __init__(self) -> None:
        """Start empty."""
        self._drawn: tuple[KindedSprite, ...] = ()

    def follow(
        self, lying: tuple[Sprite, ...], picture: Picture | None
    ) -> tuple[KindedSprite, ...]:
        """Return the sprites of another position; unchanged ones are reused."""
        before = {id(each.sprite): each for each in self._drawn}  # nearly all are the same objects
        there = set(map(id, lying))
        gone = {each.sprite: each for key, each in before.items() if key not in there}
        self._drawn = tuple(
            before.get(id(now)) or gone.get(now) or _new(now, picture) for now in lying
        )
        return self._drawn


def _new(sprite: Sprite, picture: Picture | None) -> KindedSprite:
    return KindedSprite(
        sprite, None if picture is None else picture.kind_of(sprite.name, sprite.look)
    )


def sprites_json(drawn: Iterable[KindedSprite], language: str, voice: Voice) -> JsonList:
    """Return sprites as JSON, named in the voice's language; each is written once."""
    each = [one.texts.get(language) or one.write(language, voice) for one in drawn]
    return JsonList(tuple(each))
