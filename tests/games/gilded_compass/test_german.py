"""The German names are those of the German rulebook, with one word for one thing.

The table holds the rulebook's terms, each with the messages that must use it. Where the rulebook
has several words for a thing, the table has the most frequent one.
"""

from gettext import GNUTranslations

import pytest

from companion.games.gilded_compass import GAME
from companion.games.gilded_compass.actions import ChooseMap
from companion.games.gilded_compass.holdings import COLOURS
from companion.games.gilded_compass.names import tile_name
from companion.games.gilded_compass.tiles import ABILITIES
from companion.i18n.catalogue import Catalogue, Rulebook
from companion.i18n.languages import compiled
from tests.games.gilded_compass.tables import NAMES

TERMS = {
    "Archiv": "building.archives zone.archives",
    "Universität": "building.university zone.university",
    "Bibliothek": "building.library zone.library",
    "Auktionshaus": "building.auction_house option.b_building.auction_house",
    "Schatzjägergilde": "building.guild option.b_building.guild",
    "Geheimer Tempel": "building.temple option.c_building.temple",
    "Illuminati": "building.illuminati option.c_building.illuminati prompt.lay.abilities",
    "Gesunkene Galeone": "building.galleon option.c_building.galleon",
    "Schatzturm": "building.tower option.c_building.tower",
    "C-Gebäude": "zone.c lobby.option.c_building",
    "Ein zeitloses Geschenk": "ability.timeless_gift prompt.gift",
    "Siegeswille": "ability.will_to_win",
    "Kleine Hilfe": "ability.small_help",
    "Überzeugungskraft": "ability.persuasion action.persuade verb.persuade",
    "Sonderfähigkeit": "prompt.choose.illuminati score.abilities",
    "Doppelkarte": "mission.dual_map mission.dual_map.colours place.dual_map",
    "Geheimkarte": "mission.secret_map place.secret_map",
    "Kenntnisse gewinnen": "mission.broaden_your_expertise",
    "Zusammenkunft der Kartenzeichner": "mission.congregate_cartographers",
    "Nach Dublonen tauchen": "mission.dive_for_doubloons",
    "Der Gilde beitreten": "mission.embrace_the_guild",
    "Zusammenkunft der Ausgräber": "mission.gather_the_excavators",
    "Karten finden": "mission.find_the_maps",
    "Korrekte Schatzjäger anheuern": "mission.hire_the_right_hunters",
    "Dem Illuminati beitreten": "mission.join_the_illuminati",
    "Beute aus dem Turm": "mission.loot_the_tower",
    "Tempel ausrauben": "mission.raid_the_temple",
    "Spezialisten rekrutieren": "mission.recruit_specialists",
    "Rund um die Welt": "mission.scour_the_globe",
    "Zweite Möglichkeit": "mission.second_opinion",
    "Spezialisten vereinigen": "mission.unite_the_specialists",
    "Kartenzeichner": "kind.cartographer specialist.cartographer",
    "Ausgräber": "kind.excavator specialist.excavator",
    "Feuer": "colour.fire",
    "Wasser": "colour.water",
    "Dschungel": "colour.jungle",
    "Wüste": "colour.desert",
    "Heilig": "colour.holy",
    "Dunkelheit": "colour.dark",
    "nicht zugeordnet": "score.unassigned",
    "antike Karte": "place.map prompt.choose.archives line.player.tiles",
    "private Sammlung": "do.collections prompt.deal prompt.tell.collection",
    "meistgesucht": "tile.collection action.deal_collection action.tell_collection",
    "magische Gegenstände": "kind.items",
    "Wissensplättchen": "do.knowledge do.start event.knowledge_gained score.knowledge rank.library",
    "versunkene": "kind.treasures score.treasures event.treasures_drawn prompt.choose.galleon",
    "Pokal": "kind.trophies private.trophy prompt.tell.trophies score.trophies verb.draw_trophy",
    "Pokale": "category.trophies",
    "Bronzeplättchen": "kind.bronze prompt.draw.bronze tile.bronze",
    "Silberplättchen": "kind.silver prompt.draw.silver tile.silver",
    "Goldplättchen": "kind.gold prompt.draw.gold tile.gold",
    "Summe": "refusal.not-higher refusal.one-or-total",
    "Würfelanzahl": "refusal.equal-group",
    "noch einmal": "action.spend_knowledge prompt.lift reminder.knowledge verb.spend_knowledge",
    "würfel": "action.roll_all action.roll_lifted refusal.placed-already event.rolled",
    "platzier": "event.dice_placed event.last_lap prompt.place refusal.no-dice verb.place",
    "nicht eingesetzt": "do.unplaced event.dice_unplaced",
    "Erweitere": "refusal.inside-the-straight",
    "ausgewertet": "event.round_ended refusal.not-now-resolve",
    "verdeckt": "do.remove_unseen event.tiles_removed do.secret",
    "zur Seite": "do.left_over event.left_over",
    "Spieler": "prompt.start",
    "Gegner": "refusal.nothing-to-copy",
    "Dummyspieler": "player.dummy option.variant.dummy event.dummy_placed do.remove",
    "zusätzlicher Zug": "prompt.gift",
    "Pompeii": "site.fire",
    "Atlantis": "site.water",
    "Dschungelruine": "site.jungle",
    "Grab der Pharaonen": "site.desert",
    "Turm der Götter": "site.holy",
    "dunkler Tempel": "site.dark",
    "zurückgeben": "action.spend_knowledge",
    "Missionsplättchen": "kind.missions prompt.choose.guild verb.draw_mission",
    "Geheimmission": "private.mission prompt.tell.missions verb.tell_mission entry.missions",
    "magischer Gegenstand": "tile.item private.item verb.tell_item",
    "# ": "rank.archives rank.auction_house rank.guild rank.illuminati rank.galleon",
    "zusätzlichen Zug": "action.take_turn event.turn_began.extra refusal.not-now-gift",
}

OTHER = (
    "Überredung",
    "Urwald",
    "Trophäe",
    "Kartograf",
    "Illuminaten",
    "Verborgener",
    "ungelegt",
    "beiseite",
    "ungesehen",
    "Fachleute",
    "Augenzahl",
    "begehrteste",
    "Metall",
    "Rang ",
    "ausgeben",
    "reihum",
    "Schachtel nennt",
)
"""Words that the rulebook does not use for its things."""

COLUMNS = 21


def catalogue(name: str) -> GNUTranslations:
    path = compiled("companion.games.gilded_compass", name, "de")
    with path.open("rb") as stream:
        return GNUTranslations(stream)


GERMAN = catalogue("table")
RULES = Rulebook("de", GAME)


@pytest.mark.parametrize("term", TERMS)
def test_the_rulebooks_term_is_used(term: str) -> None:
    for message in TERMS[term].split():
        wording = GERMAN.ngettext(message, message, 2)
        wording = GERMAN.gettext(message) if wording == message else wording
        assert term.casefold() in wording.casefold(), message


@pytest.mark.parametrize("other", OTHER)
@pytest.mark.parametrize("name", ["table", "messages", "rules"])
def test_no_other_word_is_used(other: str, name: str) -> None:
    words = dict(getattr(catalogue(name), "_catalog"))  # noqa: B009 - gettext has no public list
    assert [wording for wording in words.values() if other.lower() in wording.lower()] == []


@pytest.mark.parametrize("colour", COLOURS)
def test_a_map_is_called_by_its_place_and_by_the_kind_of_its_artifacts(colour: str) -> None:
    kind, site = GERMAN.gettext(f"colour.{colour}"), GERMAN.gettext(f"site.{colour}")
    assert site.endswith(f" ({kind})")
    voice = Catalogue("de", GAME, NAMES)
    ancient, dual = tile_name(f"{colour}-3-2"), tile_name(f"dual_map-{colour}-{colour}")
    chosen = GAME.action_name(ChooseMap(colour, 3, 2))
    assert [voice.long(name) for name in (ancient, dual, chosen)] == [
        f"antike Karte {site} 3/2",
        f"Doppelkarte, {site} und {site}",
        f"Antike Karte {site} 3/2",
    ]
    assert kind[:7] in voice.short(ancient)
    assert len(voice.short(ancient)) <= COLUMNS
    assert voice.long(tile_name(f"cartographer-{colour}-2")) == f"Kartenzeichner, {kind} 2"


@pytest.mark.parametrize("ability", ABILITIES)
def test_a_german_ability_has_no_english_name_beside_it(ability: str) -> None:
    """The rulebook has them in German only; the English names are ours."""
    german = GERMAN.gettext(f"ability.{ability}")
    rule = next(rule for rule in RULES.ids if RULES.words(rule).startswith(f"{german}: "))
    assert rule.startswith("GC-ABIL-")


@pytest.mark.parametrize("term", [term for term in TERMS if term[0].isupper()])
def test_the_names_have_short_forms_that_fit_a_line(term: str) -> None:
    names = ("building.", "ability.", "mission.", "kind.", "colour.")
    for message in TERMS[term].split():
        if message.startswith(names) and "colours" not in message:
            short = GERMAN.pgettext("short", message)
            shown = GERMAN.gettext(message) if short == message else short
            assert len(shown) <= COLUMNS, shown


def test_the_names_on_english_pieces_stand_beside_the_german_ones_once() -> None:
    """Tiles of an English edition are found by the words of their rule.

    Our English names of abilities are on no tile, so they stand beside no German one.
    """
    words = RULES
    rules = [rule for rule in words.ids if rule.startswith(("GC-MISSION-", "GC-ABIL-"))]
    both = [rule for rule in rules if " (" in words.words(rule).partition(":")[0]]
    missions = {rule for rule in rules if rule.startswith("GC-MISSION-")}
    assert set(both) == missions - {"GC-MISSION-COUNT"}
    assert words.words("GC-MISSION-BROADEN").startswith(
        "Kenntnisse gewinnen (Broaden Your Expertise): "
    )
