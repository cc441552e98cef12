"""The human acts that the box waits for: what must move so that the table matches."""

from companion.engine.game import Action, Event, Step
from companion.engine.text import Text, text
from companion.games.gilded_compass.actions import LayAbility, LayItem, LayMap, LaySpecialist
from companion.games.gilded_compass.events import (
    DiceUnplaced,
    DiceUnrewarded,
    DiePushed,
    KnowledgeGained,
    LeftOver,
    SecretTaken,
    TileRemoved,
    TilesRemoved,
    TreasuresDrawn,
)
from companion.games.gilded_compass.names import action_name, facts
from companion.games.gilded_compass.state import State

_KEYS = {
    DiePushed: "do.push",
    DiceUnplaced: "do.unplaced",
    DiceUnrewarded: "do.unrewarded",
    KnowledgeGained: "do.knowledge",
    LeftOver: "do.left_over",
    SecretTaken: "do.secret",
    TileRemoved: "do.remove",
    TilesRemoved: "do.remove_unseen",
    TreasuresDrawn: "do.treasures",
}


def instructions(_before: State, action: Action, step: Step[State]) -> tuple[Text, ...]:
    """Return what to do at the table after an action, in order."""
    found = (_instruction(event) for event in step.events)
    told = tuple(each for each in found if each is not None)
    if isinstance(action, LayMap | LaySpecialist | LayItem | LayAbility):
        return (text("do.lay", what=action_name(action)), *told)
    return told


def _instruction(event: Event) -> Text | None:
    key = _KEYS.get(type(event))
    return None if key is None else text(key, **facts(event))
