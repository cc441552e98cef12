"""A card's file becomes settings that are right, and a sentence for each mistake in it."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.engine import registry
from companion.host.card import (
    FILE,
    Card,
    ComputerSettings,
    Network,
    read_card,
)
from companion.settings.nodes import parse_document
from companion.settings.reading import read

USUAL = (Path(__file__).parents[2] / "debian" / "companion.yaml").read_text(encoding="utf-8")
ZONES = {"Europe/Berlin", "Etc/UTC"}
WHOLE = """\
# Written at a kitchen table.
language: de
computer:
  name: lounge
  country: DE
  time_zone: Europe/Berlin
  wifi:
    - name: Our café
      password: correct horse
    - name: Open
players: [Ann, Ben, Cem]
"""


def card(content: str) -> Card:
    """Return what is read from a card."""
    return read_card(content, USUAL, registry.load, ZONES.__contains__)


def said(content: str) -> list[str]:
    """Return the mistakes of a card."""
    return [str(problem) for problem in card(content).problems]


def test_a_card_says_what_the_computer_is_told() -> None:
    """Networks come in the order of preference; one without a password is open."""
    assert card(WHOLE).computer == ComputerSettings(
        "lounge", "DE", "Europe/Berlin", (Network("Our café", "correct horse"), Network("Open"))
    )
    assert said(WHOLE) == []


def test_all_other_keys_are_the_settings_of_the_box() -> None:
    """What the card does not say is as usual: the board, the pages."""
    settings = read(parse_document(card(WHOLE).settings, FILE, []), registry.load)
    assert settings.players == ("Ann", "Ben", "Cem")
    assert settings.language == "de"
    assert settings.gpio == "default"
    assert settings.web is not None
    assert settings.web.port == 8080


def test_a_mistake_is_named_with_the_line_of_the_card() -> None:
    """Although what is about the computer is taken out above it."""
    wrong = WHOLE.replace("players: [Ann, Ben, Cem]", "game: ches")
    assert len(said(wrong)) == 1
    assert said(wrong)[0].startswith("companion.yaml:11: game: there is no game 'ches'")


def test_settings_with_a_mistake_count_in_nothing_but_their_language() -> None:
    """The box plays on as usual, says so in its language, and is still in the network."""
    read_wrong = card(WHOLE.replace("[Ann, Ben, Cem]", "[Ann, Ann]"))
    settings = read(parse_document(read_wrong.settings, FILE, []), registry.load)
    assert settings.language == read_wrong.language == "de"
    assert settings.players == ("Spieler 1", "Spieler 2")
    assert len(read_wrong.computer.wifi) == 2


def test_yaml_that_is_none_leaves_the_usual_box() -> None:
    """A tab, an open bracket: one sentence, and everything is as without a card."""
    broken = card("players: [Ann\nlanguage: de\n")
    assert broken.settings.strip().endswith("port: 8080")
    assert len(broken.problems) == 1
    assert broken.problems[0].line > 0


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("name: My Box", "computer.name: found 'My Box', expected a name of small letters"),
        (
            "country: Germany",
            "computer.country: found 'Germany', expected a country code of two capital",
        ),
        ("time_zone: Berlin", "computer.time_zone: found 'Berlin', expected a time zone"),
        ("wifi: home", "computer.wifi: found a text, expected a list"),
        ("wifi: [{password: 12345678}]", "computer.wifi[0]: lacks the key 'name'"),
        (f"wifi: [{{name: {'ü' * 17}}}]", "computer.wifi[0].name: found"),
        ("wlan: home", "computer.wlan: is unknown; there are: name"),
    ],
)
def test_each_mistake_about_the_computer_is_a_sentence(line: str, message: str) -> None:
    """It says where it is, what was found and what is expected."""
    assert said(f"computer:\n  {line}\n")[0].startswith(f"companion.yaml:2: {message}")


def test_a_password_is_never_repeated() -> None:
    """Sentences are on a panel that everybody sees, and in logs."""
    short = card("computer:\n  wifi: [{name: Home, password: s3cret}]\n")
    assert short.computer.wifi == ()
    assert short.problems
    assert not any("s3cret" in str(problem) for problem in short.problems)
    assert "correct horse" not in repr(card(WHOLE).computer)
    for wifi in ("Home s3cret", "[Home s3cret]", "[{name: Home, s3cret: 1}, Home s3cret]"):
        problems = card(f"computer:\n  wifi: {wifi}\n").problems
        assert problems
        assert not any("Home s3cret" in str(problem) for problem in problems)


@pytest.mark.slow
@given(
    st.one_of(
        st.text(max_size=60),
        st.lists(
            st.sampled_from(
                ["computer:", "  name: a", "  wifi:", "  - name: x", "{", "language: de", "a: b"]
            )
        ).map("\n".join),
    )
)
@example("computer: {}\ncomputer: {}\n")
@example("{language: de, computer: {name: a}}")
@example("- 1\n")
@example("\0")
def test_whatever_a_card_says_the_box_has_settings(content: str) -> None:
    """They are right by themselves, and keep the board of the box."""
    settings = read(parse_document(card(content).settings, FILE, []), registry.load)
    assert settings.gpio == "default" or "gpio" in content or "profile" in content
