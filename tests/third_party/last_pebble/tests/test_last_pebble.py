from companion.engine.conformance import GameConformance
from companion.i18n.catalogue import Catalogue
from companion.table.narrowing import intent
from last_pebble import GAME


class TestLastPebble(GameConformance):
    game = GAME
    rules = ("LP-1", "LP-2")
    voice = Catalogue
    narrowing = intent
    perft = (3, 9, 27)
