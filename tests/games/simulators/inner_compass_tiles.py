"""What the quality tiles of Inner Compass are worth, from section 5.1 of its rules."""

from collections.abc import Callable, Iterator, Sequence

Space = tuple[int, int]
"""Row and column, counted from 0 in the north-west corner."""
Spaces = frozenset[Space]

COLOURED = (0, 2, 5, 9, 14, 20)
NEAR = {"solidarity": "K", "empathy": "B", "candor": "R", "generosity": "Y", "friendship": "W"}
ON = {"bravery": "K", "sensitivity": "B", "passion": "R", "joy": "Y", "marriage": "W"}


def neighbours(space: Space, size: int) -> Iterator[Space]:
    """The spaces that share an edge with `space`; the board does not wrap (IC-MOVE-3)."""
    row, column = space
    for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
        if 0 <= row + down < size and 0 <= column + right < size:
            yield row + down, column + right


def joined(start: Space, among: Spaces, size: int) -> Spaces:
    """The spaces `among` which `start` is joined to by shared edges, itself included."""
    found, todo = {start}, [start]
    while todo:
        for space in neighbours(todo.pop(), size):
            if space in among and space not in found:
                found.add(space)
                todo.append(space)
    return frozenset(found)


def clusters(cubes: Spaces, size: int) -> int:
    """IC-Q-INDIVIDUALITY-1: how many connected clusters the cubes form."""
    return len({joined(cube, cubes, size) for cube in cubes})


def most_disjoint(shapes: Sequence[Spaces]) -> int:
    """The largest number of `shapes` of which no two have a space in common."""
    if not shapes:
        return 0
    first, rest = shapes[0], shapes[1:]
    if all(not first & shape for shape in rest):
        return 1 + most_disjoint(rest)
    taken = 1 + most_disjoint([shape for shape in rest if not first & shape])
    return max(taken, most_disjoint(rest))


def squares(cubes: Spaces) -> list[Spaces]:
    """IC-Q-EQUILIBRIUM-2: every 2 x 2 square full of cubes."""
    shapes = (
        frozenset({(row, column), (row + 1, column), (row, column + 1), (row + 1, column + 1)})
        for row, column in sorted(cubes)
    )
    return [shape for shape in shapes if shape <= cubes]


def lines(cubes: Spaces) -> list[Spaces]:
    """IC-Q-STRUCTURE-2: every straight line of exactly three cubes."""
    shapes = (
        frozenset((row + down * step, column + right * step) for step in range(3))
        for row, column in sorted(cubes)
        for down, right in ((0, 1), (1, 0))
    )
    return [shape for shape in shapes if shape <= cubes]


def count(tile: str, board: Sequence[str], own: Spaces, others: Spaces) -> int:
    """How often `tile` counts for a player with cubes on `own`, beside `others`."""
    size = len(board)

    def colour(space: Space) -> str:
        return board[space[0]][space[1]]

    if tile in ON:
        return sum(colour(cube) == ON[tile] for cube in own)
    if tile in NEAR:  # IC-Q-NEAR-1
        near = NEAR[tile]
        return sum(
            colour(cube) != near and any(colour(other) == near for other in neighbours(cube, size))
            for cube in own
        )
    quadrants = [(row * 2 // size, column * 2 // size) for row, column in own]
    corners = {(row, column) for row in (0, size - 1) for column in (0, size - 1)}
    counts: dict[str, Callable[[], int]] = {
        "solitude": lambda: len(own & corners),
        "variety": lambda: sum(quadrants.count(quadrant) >= 2 for quadrant in set(quadrants)),
        "individuality": lambda: clusters(own, size),
        "community": lambda: len(own & others),
        "equilibrium": lambda: most_disjoint(squares(own)),
        "structure": lambda: most_disjoint(lines(own)),
    }
    return counts[tile]()


def points(tile: str, number: int) -> int:
    """The EP of a tile that counts `number` times (IC-R31: 0 for 0)."""
    if tile in NEAR or tile == "individuality":
        return 2 * number
    tables = {
        "solitude": (0, 4, 10, 18, 28),
        "variety": (0, 2, 5, 10, 16),
        "community": (0, 1, 4, 9, 14, 20),
        "equilibrium": (0, 6, 16),
        "structure": (0, 4, 8, 18),
    }
    table = tables.get(tile, COLOURED)
    return table[min(number, len(table) - 1)]
