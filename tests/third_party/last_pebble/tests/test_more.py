from companion.engine.conformance import GameConformance
from companion.i18n.catalogue import Catalogue
from companion.table.narrowing import intent
from last_pebble.more import GAME


class TestMore(GameConformance):
    game = GAME
    rules = ("LP-1", "LP-2", "LP-3")
    voice = Catalogue
    narrowing = intent
