"""How many specialists of both kinds fit on so many maps, compared with trying it."""

from itertools import combinations_with_replacement

from companion.games.gilded_compass.final.crews import Crew, crews

ALONE_OR_PAIRS = ((1, 0), (0, 1), (1, 1))
WITH_A_THIRD = ((2, 1), (1, 2))
MOST = Crew(5, 5, 4, 2)


def tried() -> set[Crew]:
    """Return all crews that arise from giving each map each permitted staff (GC-END-PLACE)."""
    possible = set()
    for maps in range(MOST.maps + 1):
        for staff in combinations_with_replacement((*ALONE_OR_PAIRS, *WITH_A_THIRD), maps):
            thirds = sum(crew in WITH_A_THIRD for crew in staff)
            crew = Crew(sum(c for c, _ in staff), sum(e for _, e in staff), maps, thirds)
            if all(n <= most for n, most in zip(crew, MOST, strict=True)):
                possible.add(crew)
    return possible


def test_they_are_what_trying_finds() -> None:
    """GC-END-PLACE, GC-R23."""
    listed = list(crews(MOST))
    assert set(listed) == tried()
    assert len(listed) == len(set(listed))


def test_a_layout_has_all_of_them_the_fullest_maps_first() -> None:
    for crew in crews(MOST):
        layout = crew.layout()
        assert len(layout) == crew.maps
        assert tuple(map(sum, zip(*layout, strict=True))) == crew[:2] or not layout
        assert set(layout) <= {*ALONE_OR_PAIRS, *WITH_A_THIRD}
        assert [sum(crew) for crew in layout] == sorted(map(sum, layout), reverse=True)
        assert sum(crew in WITH_A_THIRD for crew in layout) == crew.thirds
        assert sum(min(crew) > 0 for crew in layout) == crew.pairs
