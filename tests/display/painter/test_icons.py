from companion.display.painter.icons import icon


def test_rows_become_pixels() -> None:
    picture = icon(("#..", ".#."))
    assert picture.size == (3, 2)
    assert [bool(picture.getpixel((x, y))) for y in range(2) for x in range(3)] == [
        *(True, False, False),
        *(False, True, False),
    ]
