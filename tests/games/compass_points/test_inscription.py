import pytest

from companion.games.compass_points.inscription import Inscription, Kind, inscription


@pytest.mark.parametrize(
    ("token", "meaning"),
    [
        (".", Inscription()),
        ("dS+45", Inscription(Kind.POINTS, dark=True, letters="S", points=45)),
        ("l+30", Inscription(Kind.POINTS, points=30)),
        ("lSE-15", Inscription(Kind.POINTS, letters="SE", points=-15)),
        ("lxW", Inscription(Kind.CROSS, letters="W")),
        ("l>W3", Inscription(Kind.PUSH, way="W", steps=3)),
        ("l>NE2", Inscription(Kind.PUSH, way="NE", steps=2)),
    ],
)
def test_a_token_gives_the_inscription_of_a_square(token: str, meaning: Inscription) -> None:
    """CP-NOTE-3, CP-SQ-1: a blank square is a dot."""
    assert inscription(token) == meaning


@pytest.mark.parametrize("token", ["d>W3", "dxN"])
def test_a_dark_square_has_points_only(token: str) -> None:
    with pytest.raises(ValueError, match="CP-SQ-2"):
        inscription(token)


@pytest.mark.parametrize("token", ["lx", "lxNE", "dxNE"])
def test_a_cross_has_one_letter(token: str) -> None:
    with pytest.raises(ValueError, match="CP-R18"):
        inscription(token)


def test_two_letters_are_two_players() -> None:
    with pytest.raises(ValueError, match="CP-SCORE-2"):
        inscription("lSS+5")


@pytest.mark.parametrize("letters", ["", "SE"])
def test_a_dark_square_may_have_two_letters_or_none(letters: str) -> None:
    """CP-R17."""
    assert inscription(f"d{letters}+5").letters == letters


@pytest.mark.parametrize(
    "token", ["", "S+45", "dS45", "dQ+1", "l>W0", "l>EN2", "l>3", "dNES+5", "d+", "l+٣", "x"]
)
def test_anything_else_is_explained(token: str) -> None:
    with pytest.raises(ValueError, match="expected a token such as"):
        inscription(token)
