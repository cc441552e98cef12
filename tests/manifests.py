"""Games as a setup shows them."""

from companion.engine import registry
from companion.engine.manifest import Manifest
from companion.engine.rules import AnyGame


def manifests(*games: AnyGame) -> dict[str, Manifest]:
    """Return what a setup shows of these games, by their names."""
    return {game.id: registry.manifest(game.id) for game in games}
