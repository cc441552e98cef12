"""Fields of a play in BG Stats: of a link, and of a ``.bgsplay`` file.

``docs/schemas/exports.json`` is generated from these types. The app requires every boolean.
"""

from typing import Annotated, TypeAlias, TypedDict

from msgspec import Meta

LocalTime: TypeAlias = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$")]
"""Date and time in UTC."""
Count: TypeAlias = Annotated[int, Meta(ge=0)]
Number: TypeAlias = Annotated[int, Meta(ge=1)]


class Team(TypedDict, total=False):
    """The team of a seat, named by its members; seats of games without teams have none."""

    team: str


class BoardGameGeek(TypedDict, total=False):
    """The BoardGameGeek id of a game; for most games it has not been looked up."""

    bggId: Number


class LinkedGame(BoardGameGeek):
    """The game of a play in a link."""

    name: str
    sourceGameId: str
    highestWins: bool
    noPoints: bool
    usesTeams: bool


class LinkedPlayer(Team):
    """A seat of a play in a link."""

    name: str
    sourcePlayerId: str
    startPlayer: bool
    winner: bool
    score: int
    rank: Count
    role: str


class LinkedPlay(TypedDict):
    """The object in a link that creates a play."""

    sourceName: str
    sourcePlayId: str
    playDate: LocalTime
    durationMin: Number
    location: str
    board: str
    comments: str
    game: LinkedGame
    players: list[LinkedPlayer]


class Named(TypedDict):
    """An object that plays refer to by its number."""

    id: Number
    uuid: str
    name: str
    modificationDate: LocalTime


class Player(Named):
    """A player in a file."""

    isAnonymous: bool
    bggUsername: str


class FiledGame(Named, BoardGameGeek):
    """A game in a file."""

    cooperative: bool
    highestWins: bool
    noPoints: bool
    usesTeams: bool


class Score(Team):
    """A seat of a play in a file; the score is text there."""

    playerRefId: Number
    score: str
    winner: bool
    newPlayer: bool
    startPlayer: bool
    rank: Count
    seatOrder: Number
    role: str


class FiledPlace(TypedDict, total=False):
    """The location of a play in a file, if known."""

    locationRefId: Number


class FiledPlay(FiledPlace):
    """A play in a file."""

    uuid: str
    modificationDate: LocalTime
    entryDate: LocalTime
    playDate: LocalTime
    durationMin: Number
    ignored: bool
    manualWinner: bool
    rounds: Count
    rating: Count
    scoringSetting: Count
    usesTeams: bool
    gameRefId: Number
    board: str
    comments: str
    playerScores: list[Score]
    expansionPlays: list[str]


class User(TypedDict):
    """The player who exports the file: 0 for none."""

    meRefId: Count


class File(TypedDict):
    """The contents of a ``.bgsplay`` file."""

    about: str
    players: list[Player]
    locations: list[Named]
    games: list[FiledGame]
    plays: list[FiledPlay]
    userInfo: User
