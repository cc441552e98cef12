"""The page that repeats draws: its program agrees with ours, and sees what does not fit."""

import hashlib
import json
import re
import subprocess
from html import unescape
from importlib.resources import files
from random import Random
from typing import Any

import pytest

from companion.engine import registry
from companion.engine.draws.picks import pick, seed_of
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import LANGUAGES
from companion.records import draw_page
from companion.records.draws import check_draws
from tests.committed_games import committed_game, record_of
from tools.programs import NODE

RECORD = record_of(committed_game("inner-compass", "full", steps=60))
GAME = registry.load("inner-compass")


def page(language: str = "en") -> str:
    voice = Catalogue(language, GAME, RECORD.setup.players)
    return draw_page.draw_page(GAME, check_draws(GAME, RECORD), voice, language)


def draws_in(html: str) -> list[dict[str, Any]]:
    """Return the draws that a page hands to its program."""
    return [json.loads(unescape(found)) for found in re.findall(r'data-draw="([^"]*)"', html)]


def run(expression: str, given: object) -> Any:  # noqa: ANN401 - JSON
    """Return the value of an expression of ``given`` in the page's program."""
    node = NODE.find()
    if node is None:
        pytest.fail("There is no node: run .venv/bin/python -m tools.programs")
    program = files(draw_page).joinpath("repeat.js").read_text(encoding="utf-8")
    script = f"{program}\nconst given = {json.dumps(given)};\n"
    script += f"console.log(JSON.stringify({expression}));"
    command = [str(node), "--input-type=module", "--eval", script]
    finished = subprocess.run(command, capture_output=True, text=True, check=True, timeout=50)
    return json.loads(finished.stdout)


def test_its_hash_is_sha_256() -> None:
    source = Random(1)
    messages = [source.randbytes(size) for size in (*range(130), 1000)]
    found = run(
        "given.map((message) => toHex(sha256(Uint8Array.from(message))))",
        [[*message] for message in messages],
    )
    assert found == [hashlib.sha256(message).hexdigest() for message in messages]


def test_its_picks_are_those_of_the_box() -> None:
    """Also with totals for which every second digest is skipped."""
    totals = [2, 3, 6, 69, 720, 2**255 + 1]
    seed = seed_of(bytes(32), (1234, 2**53 - 1))
    expression = (
        "given.totals.map((total, at) =>"
        " String(pick(Uint8Array.from(given.seed), at, BigInt(total))))"
    )
    found = run(expression, {"seed": [*seed], "totals": [str(total) for total in totals]})
    assert found == [str(pick(seed, at, total)) for at, total in enumerate(totals)]


def test_it_repeats_every_draw_of_a_game() -> None:
    draws = draws_in(page())
    assert len(draws) == len(check_draws(GAME, RECORD)) > 1
    repeated = run("given.map(repeat)", draws)
    assert repeated == [
        {"committed": True, "seeded": True, "picks": draw["picks"]} for draw in draws
    ]


@pytest.mark.slow
@pytest.mark.parametrize("field", ["secret", "commitment"])
def test_it_sees_a_digit_that_was_changed(field: str) -> None:
    (draw, *_) = draws_in(page())
    for at in (0, 63):
        digits = draw[field]
        other = f"{digits[:at]}{'1' if digits[at] == '0' else '0'}{digits[at + 1 :]}"
        (found,) = run("given.map(repeat)", [{**draw, field: other}])
        assert found["committed"] is False


def test_it_sees_a_time_that_was_changed() -> None:
    (draw, *_) = draws_in(page())
    (found,) = run("given.map(repeat)", [{**draw, "times": [draw["times"][0] + 1]}])
    assert found["committed"] is True
    assert found["seeded"] is False
    assert found["picks"] != draw["picks"]


def test_a_draw_of_an_earlier_version_is_repeated_without_its_seed() -> None:
    (draw, *_) = draws_in(page())
    (found,) = run("given.map(repeat)", [{**draw, "seed": None}])
    assert found == {"committed": True, "seeded": True, "picks": draw["picks"]}


def test_it_is_one_file_that_needs_no_network() -> None:
    html = page()
    assert not re.search(r"https?://|src=|href=|@import|fetch\(", html)
    assert html.count("<section data-draw=") == len(draws_in(html))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_in_the_language_of_its_reader(language: str) -> None:
    html = page(language)
    assert f'<html lang="{language}">' in html
    assert "draws." not in html.replace("docs/draws.md", "")


def test_names_cannot_break_out() -> None:
    players = ("<script>", '"Ben"', "Cleo")
    voice = Catalogue("en", GAME, players)
    html = draw_page.draw_page(GAME, check_draws(GAME, RECORD), voice, "en")
    assert "<script>" not in html.replace('<script type="module">', "")
    assert html.count("<script") == 1


def test_a_game_without_draws_says_so() -> None:
    voice = Catalogue("en", GAME, RECORD.setup.players)
    assert "has drawn nothing" in draw_page.draw_page(GAME, (), voice, "en")
