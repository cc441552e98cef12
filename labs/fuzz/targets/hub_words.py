"""What is said to a hub: its pages and forms, what boxes tell it, and what spoils these."""

from collections.abc import Sequence
from typing import Any, Final

from tests.hub.club.operator_client import WORD
from tests.hub.scene import STATE, BoxJournal

PAGES: Final = (
    *(
        "/",
        "/login?next=/office",
        "/games?game=essence&player=Ann&since=2026-01-01&until=2026-12-31",
    ),
    *("/games?at=1&site=club&box=b1&lang=de", "/games.csv", "/games/j1/1", "/games/j1/1.jsonl"),
    *("/players?site=club&season=2026&event=1&game=compass-jewels", "/tournaments", "/boxes"),
    *("/tournaments/1", "/table/club/b1", "/table/club/b1/view.json", "/boxes/club/b1", "/metrics"),
    *("/words/de.json", "/hub/hub.css", "/static/icon.svg", "/updates/newest"),
    *("/updates/compass-companion-0.9.0.raucb", "/logs?level=info&words=x", "/audit?at=0"),
    *("/office", "/accounts", "/groups", "/enrolment", "/removals", "/players?name=a&at=1"),
)
FORMS: Final[Sequence[tuple[str, str, dict[str, str]]]] = (
    ("", "/login", {"name": "Ann", "password": WORD, "next": "/office"}),
    ("", "/login", {"name": "Ann", "password": "wrong"}),
    ("", "/first", {"code": "12345678", "name": "Eve", "password": WORD}),
    ("director", "/logout", {}),
    ("admin", "/office/password", {"old": "wrong", "password": WORD}),
    ("admin", "/accounts", {"do": "add", "name": "Dan", "password": WORD, "role": "operator"}),
    ("admin", "/accounts", {"do": "role", "name": "Cleo", "role": "director"}),
    ("admin", "/accounts", {"do": "password", "name": "Dan", "password": WORD}),
    ("admin", "/accounts", {"do": "remove", "name": "Dan"}),
    ("operator", "/groups", {"do": "add", "group": "hall"}),
    (
        "operator",
        "/groups",
        {"do": "want", "group": "hall", "language": "de", "sound": "off", "version": "1.0"},
    ),
    ("operator", "/groups", {"do": "remove", "group": "attic"}),
    ("operator", "/boxes", {"site": "club", "box": "b1", "group": "hall"}),
    (
        "operator",
        "/enrolment",
        {"code": "@code", "site": "club", "box": "t7", "title": "Table 7", "room": "hall"},
    ),
    ("operator", "/enrolment", {"do": "remove", "box": "t7"}),
    ("operator", "/removals", {"do": "remove", "kind": "result", "subject": "j1/2"}),
    ("operator", "/removals", {"do": "remove", "kind": "player", "subject": "Ben"}),
    ("operator", "/removals", {"do": "put_back", "kind": "result", "subject": "j1/2"}),
    (
        "director",
        "/tournaments",
        {
            "name": "May",
            "game": "compass-jewels",
            "kind": "swiss",
            "size": "4",
            "smallest": "3",
            "rounds": "3",
            "groups": "1",
        },
    ),
    ("director", "/tournaments/1", {"do": "enter", "names": "Fay\nGus\nHal"}),
    ("director", "/tournaments/1", {"do": "pair"}),
    ("director", "/tournaments/1", {"do": "unpair"}),
    (
        "director",
        "/tournaments/1",
        {"do": "decide", "round": "1", "table": "1", "place-0": "1", "place-1": "2"},
    ),
    ("director", "/tournaments/1", {"do": "leave", "entrant": "2"}),
    ("director", "/tournaments/1", {"do": "rooms", "room-club/b1": "on"}),
    ("director", "/tournaments/1", {"do": "end"}),
)
WORDS: Final = (
    *("1", "0", "-1", "99999999999999999999", "9" * 5000, "\u0663", "\u00b2", "\0", "'", "--", "%"),
    *("add", "remove", "want", "role", "password", "pair", "unpair", "decide", "enter", "swiss"),
    *("Ann", "club", "b1", "hall", "../", "//evil.example", "/\\evil", "\r\nX: y", "<b>", "&lt;"),
    *("groups", "league", "place-2", "place-x", "room-club/b1", "do", "name", "\u202e", "ß", "İ"),
)
TOKENS: Final = (
    *(page.encode() for page in PAGES),
    *(b"GET ", b"HEAD ", b"POST ", b"PUT ", b"OPTIONS ", b"CONNECT ", b"BREW ", b" HTTP/1.0"),
    *(b"/games/j1/" + b"9" * 30, b"/games/x/" + b"9" * 5000, b"/games?at=999999999", b"?at=-1"),
    *(b"/games?since=0001-01-01", b"/games?player=%00", b"/games?player=%ed%a0%80", b"/games?at=x"),
    *(b"/updates/compass-companion-" + b"9" * 300 + b".raucb", b"/updates/..%2fx", b"/hub/../x"),
    *(b"/hub/%00", b"/table/%00/b1", b"/static/../x", b"/tournaments/99999999", b"?lang=de"),
    *(
        b"?event=99999999&site=%ff",
        b"?next=//evil",
        b"?next=%0d%0aX:y",
        b"/groups?%f0%28",
        b"#",
        b"?",
    ),
    *(
        b"Host: 127.0.0.1",
        b"Host: \xff",
        b"Host: [",
        b"Host: a:b:c",
        b"Origin: null",
        b"Origin: \xff",
    ),
    *(
        b"Origin: http://127.0.0.1",
        b"Cookie: login=@admin",
        b"Cookie: login=\xff",
        b"Cookie: lang=x",
    ),
    *(b"Cookie: login=" + b"x" * 3000, b"X-Forwarded-For: \xff", b"X-Forwarded-For: 1.2.3.4, x\0"),
    *(
        b"X-Forwarded-For: " + b"x" * 3000,
        b"X-Forwarded-Proto: https",
        b"Accept-Language: \xff\xff",
    ),
    *(b"Content-Length: -1", b"Content-Length: 99999999", b"Transfer-Encoding: chunked"),
    *(
        b"Content-Encoding: gzip",
        b"Content-Encoding: deflate",
        b"Expect: 100-continue",
        b"Expect: x",
    ),
    *(b"Range: bytes=0-0", b"Range: bytes=5-", b"Range: bytes=9-1", b"Range: x", b"If-Range: x"),
    *(b"Content-Type: text/plain", b"Content-Type: multipart/form-data", b"Content-Type: \xff"),
    *(
        b"Content-Type: multipart/form-data; boundary=x",
        b"--x\r\n",
        b"--x--\r\n",
        b"Accept: text/html",
    ),
    b'Content-Disposition: form-data; name="do"; filename="x"\r\n\r\n',
    *(b"; charset=utf-16", b"; charset=klingon", b"; charset=utf-7", b"; charset=hex"),
    *(
        b"; charset=unicode_escape",
        b"; charset=raw_unicode_escape",
        b"; charset=idna",
        b"\0",
        b"\r\n",
    ),
    *(b"%00", b"%ff", b"%ed%a0%80", b"\xff", b"\\ud800", b"&" * 2000, b"=", b"a=" + b"x" * 20_000),
    *(b'{"v": 1, "secret": "@secret"}', b'{"secret": "\\ud800"}', b'{"secret": 1}', b"[" * 5000),
)
TELLS: Final[dict[str, dict[str, Any]]] = {
    "status": BoxJournal().status(),
    "state": STATE,
    "health": {
        "v": 1,
        "disk_free_mb": 900,
        "temperature": 50,
        "unsaved": "",
        "devices": {"board": {"state": "ok", "detail": ""}, "panel": {"state": "lost"}},
        "bad_frames": {"board": 3},
    },
    "cfg/reported": {
        "v": 1,
        "of": "x",
        "settings": {"language": "de", "sound": "on"},
        "refused": {"version": "in-game"},
    },
    "view": {"v": 1, "language": "en", "title": "Compass", "players": []},
    "picture": {"v": 1, "picture": {"size": [128, 64]}},
}
"""What a box tells of itself."""
OF_BOXES: Final = ("/", "/boxes", "/boxes/club/b1", "/table/club/b1", "/groups", "/tournaments/1")
"""The pages that show it."""
