"""What followed from an action: events, each with the id of its rule."""

from dataclasses import dataclass

from companion.engine.game import Event


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """A round began; the number of rounds is given, too."""

    round: int
    rounds: int


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A player's turn began with a number of own dice; ``extra`` if by Timeless Gift."""

    player: int
    count: int
    extra: bool


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """What a player's dice show, ``-`` for none."""

    player: int
    dice: str
    black: str
    dummy: str


@dataclass(frozen=True, slots=True)
class KnowledgeSpent(Event):
    """A player gives a knowledge tile back."""

    player: int


@dataclass(frozen=True, slots=True)
class AbilityUsed(Event):
    """A player gives an ability tile back."""

    player: int
    ability: str


@dataclass(frozen=True, slots=True)
class DieTurned(Event):
    """A player turns a die."""

    player: int
    die: str
    value: int


@dataclass(frozen=True, slots=True)
class DicePlaced(Event):
    """A player put own dice into a building, where they now have the given rank."""

    player: int
    building: str
    dice: str
    rank: int


@dataclass(frozen=True, slots=True)
class DummyPlaced(Event):
    """A player put dummy dice into a building."""

    player: int
    building: str
    dice: str
    rank: int


@dataclass(frozen=True, slots=True)
class DiePushed(Event):
    """A die was pushed out of a building into the Library; ``owner`` may be the dummy."""

    owner: int
    building: str


@dataclass(frozen=True, slots=True)
class TreasuresDrawn(Event):
    """A player drew treasures."""

    player: int
    tiles: int


@dataclass(frozen=True, slots=True)
class LastLap(Event):
    """A player has placed their last own die."""

    player: int


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """All turns of the round are over; the buildings resolve."""

    round: int


@dataclass(frozen=True, slots=True)
class DiceUnplaced(Event):
    """Dice that a player did not place went to the Library."""

    player: int
    count: int


@dataclass(frozen=True, slots=True)
class DiceUnrewarded(Event):
    """Dice that earned nothing went to the Library."""

    owner: int
    building: str
    count: int


@dataclass(frozen=True, slots=True)
class MapTaken(Event):
    """A player takes a map."""

    player: int
    tile: str


@dataclass(frozen=True, slots=True)
class SpecialistTaken(Event):
    """A player takes a specialist."""

    player: int
    tile: str


@dataclass(frozen=True, slots=True)
class AbilityTaken(Event):
    """A player takes an ability."""

    player: int
    tile: str


@dataclass(frozen=True, slots=True)
class ArtifactKept(Event):
    """A player keeps an artifact."""

    player: int
    tile: str


@dataclass(frozen=True, slots=True)
class TreasureKept(Event):
    """A player lays a treasure open."""

    player: int
    tile: str


@dataclass(frozen=True, slots=True)
class SecretTaken(Event):
    """A player takes a number of tiles of a kind that only their owner sees."""

    player: int
    kind: str
    tiles: int


@dataclass(frozen=True, slots=True)
class KnowledgeGained(Event):
    """A player takes knowledge tiles."""

    player: int
    tiles: int


@dataclass(frozen=True, slots=True)
class TileRemoved(Event):
    """The dummy takes an open tile out of the game."""

    tile: str


@dataclass(frozen=True, slots=True)
class TilesRemoved(Event):
    """The dummy takes unseen tiles of a kind out of the game."""

    kind: str
    tiles: int


@dataclass(frozen=True, slots=True)
class ItemRevealed(Event):
    """Nobody claimed a Temple tile: it is turned over and set aside."""

    tile: str


@dataclass(frozen=True, slots=True)
class LeftOver(Event):
    """Laid-out tiles of a kind that nobody took are set aside."""

    kind: str
    tiles: int


@dataclass(frozen=True, slots=True)
class Told(Event):
    """A player has entered a tile that was secret."""

    player: int
    tile: str


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The last round is over."""


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """The table set something by hand."""
