"""Events: the consequences of an action, each with the id of its rule."""

from companion.engine.records import Event, SeatEvent


class RoundBegan(Event):
    """A round began; the number of rounds is given, too."""

    round: int
    rounds: int


class TurnBegan(SeatEvent):
    """A player's turn began with a number of own dice; ``extra`` if by Timeless Gift."""

    count: int
    extra: bool


class Rolled(SeatEvent):
    """Values of a player's dice, ``-`` for none."""

    dice: str
    black: str
    dummy: str


class KnowledgeSpent(SeatEvent):
    """A player gives a knowledge tile back."""


class AbilityUsed(SeatEvent):
    """A player gives an ability tile back."""

    ability: str


class DieTurned(SeatEvent):
    """A player turns a die."""

    die: str
    value: int


class DicePlaced(SeatEvent):
    """A player put own dice into a building, where they now have the given rank."""

    building: str
    dice: str
    rank: int


class DummyPlaced(SeatEvent):
    """A player put dummy dice into a building."""

    building: str
    dice: str
    rank: int


class DiePushed(Event):
    """A die was pushed out of a building into the Library; ``owner`` may be the dummy."""

    owner: int
    building: str


class TreasuresDrawn(SeatEvent):
    """A player drew treasures."""

    tiles: int


class LastLap(SeatEvent):
    """A player has placed their last own die."""


class RoundEnded(Event):
    """All turns of the round are over; the buildings resolve."""

    round: int


class DiceUnplaced(SeatEvent):
    """Dice that a player did not place went to the Library."""

    count: int


class DiceUnrewarded(Event):
    """Dice that earned nothing went to the Library."""

    owner: int
    building: str
    count: int


class MapTaken(SeatEvent):
    """A player takes a map."""

    tile: str


class SpecialistTaken(SeatEvent):
    """A player takes a specialist."""

    tile: str


class AbilityTaken(SeatEvent):
    """A player takes an ability."""

    tile: str


class ArtifactKept(SeatEvent):
    """A player keeps an artifact."""

    tile: str


class TreasureKept(SeatEvent):
    """A player lays a treasure face up."""

    tile: str


class SecretTaken(SeatEvent):
    """A player takes a number of tiles of a kind that only their owner sees."""

    kind: str
    tiles: int


class KnowledgeGained(SeatEvent):
    """A player takes knowledge tiles."""

    tiles: int


class TileRemoved(Event):
    """The dummy takes an open tile out of the game."""

    tile: str


class TilesRemoved(Event):
    """The dummy takes unseen tiles of a kind out of the game."""

    kind: str
    tiles: int


class ItemRevealed(Event):
    """No player claimed a Temple tile: it is turned over and set aside."""

    tile: str


class LeftOver(Event):
    """Laid-out tiles of a kind that no player took are set aside."""

    kind: str
    tiles: int


class Told(SeatEvent):
    """A player has entered a tile that was secret."""

    tile: str


class GameOver(Event):
    """The last round is over."""


class Corrected(Event):
    """The table set something by hand."""
