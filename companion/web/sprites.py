"""What lies on the table: what stays from position to position is written once."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.engine.picture import Kind, Picture, Sprite
from companion.table.voice import Voice
from companion.web.json_text import JsonList, to_json
from companion.web.picture import sprite as described


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """A sprite, and the kind of thing that it shows if that has a rule."""

    sprite: Sprite
    kind: Kind | None
    texts: dict[str, str] = field(default_factory=dict)
    """The sprite as JSON, by the languages in which it has been named so far."""

    def write(self, language: str, voice: Voice) -> str:
        """Return the sprite as JSON, named in the voice's language."""
        text = self.texts[language] = to_json(described(self.sprite, self.kind, voice))
        return text


class Sprites:
    """The sprites of a game's newest position; most of them are those of the one before."""

    def __init__(self) -> None:
        """Know none yet."""
        self._drawn: tuple[Drawn, ...] = ()

    def follow(self, lying: tuple[Sprite, ...], picture: Picture | None) -> tuple[Drawn, ...]:
        """Return the sprites of another position; those that the last one had stay the same."""
        before = self._drawn
        both = zip(before, lying, strict=False)
        stays = {i for i, (was, now) in enumerate(both) if was.sprite is now or was.sprite == now}
        gone = {was.sprite: was for i, was in enumerate(before) if i not in stays}
        self._drawn = tuple(
            before[i] if i in stays else gone.get(now) or _new(now, picture)
            for i, now in enumerate(lying)
        )
        return self._drawn


def _new(sprite: Sprite, picture: Picture | None) -> Drawn:
    return Drawn(sprite, None if picture is None else picture.kind_of(sprite.name, sprite.look))


def written(drawn: Iterable[Drawn], language: str, voice: Voice) -> JsonList:
    """Return sprites as JSON, named in the voice's language; each is written once."""
    return JsonList([each.texts.get(language) or each.write(language, voice) for each in drawn])
