from companion.engine.conformance import GameConformance
from companion.i18n.catalogue import Catalogue
from companion.table import intent
from situation_track import GAME


class TestSituationTrack(GameConformance):
    game = GAME
    rules = ("ST-1", "ST-2", "ST-3", "ST-4", "ST-5")
    voice = Catalogue
    narrowing = intent
    perft = (4, 16, 64)
