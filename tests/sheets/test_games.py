"""What a sheet is called as a game."""

from companion.sheets.games import title_of


def test_a_title_is_said_in_a_language_or_in_the_first() -> None:
    assert title_of({"en": "Bridge", "de": "Brücke"}, "de") == "Brücke"
    assert title_of({"en": "Bridge", "de": "Brücke"}, "fr") == "Bridge"
    assert title_of("Bridge", "fr") == "Bridge"
