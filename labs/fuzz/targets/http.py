"""What arrives at the port of the pages: a case holds several connections, one after the other.

Each ends with a line of ``SEPARATOR``. ``@code``, ``@host``, ``@key``, ``@cookie`` and ``@hosting``
(the cookie of a host) stand for the secrets of the box, which are others at each start.
"""

import asyncio
import gzip
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from companion.protocol.http.page_words import page_words
from labs.fuzz.attack import CORPUS
from labs.fuzz.mutation import spoiled_bytes
from labs.fuzz.targets.caller import AtOnce, Caller, box, silence

SEPARATOR: Final = b"\n--- and then\n"
LENGTH: Final = 40
"""Connections of a case."""
_SOUND: Final = b"GET /seat HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
_BOMB: Final = gzip.compress(bytes(20_000_000), mtime=0)
"""A body of 20 kB that takes a fifth of a second to inflate."""
_METHODS: Final = (b"GET ", b"HEAD ", b"POST ", b"PUT ", b"OPTIONS ", b"CONNECT ", b"BREW ")
_PATHS: Final = (
    *(b"/", b"//", b"/seat", b"/play?key=@key", b"/ws?view=seat", b"/j/@code", b"/words/en.json"),
    *(b"/api/join", b"/api/host", b"/api/leave", b"/static/", b"/static/icon.svg", b"/rules/en/x"),
    *(
        b"/computer",
        b"/computer/zone",
        b"/computer/state.json",
        b"/games",
        b"/games/1.txt",
        b"/L/1",
    ),
    *(b"../", b"%2e%2e/", b"%00", b"%ff", b"%c0%af", b"?", b"&", b"#", b"*", b"http://localhost/"),
)
_HEADERS: Final = (
    *(b"Host: 127.0.0.1", b"Host: evil.example", b"Host: [::1", b"Host: \xff", b"Host:"),
    *(b"Origin: http://127.0.0.1", b"Origin: null", b"Origin: http://evil.example"),
    *(
        b"Cookie: companion=@cookie",
        b"Cookie: companion=@hosting",
        b"Cookie: companion=\x80; =;;",
        b'Cookie: a="\\',
    ),
    *(b"Content-Length: 0", b"Content-Length: -1", b"Content-Length: +5", b"Content-Length: 5, 5"),
    *(b"Content-Length: 99999999999999999999", b"Trailer: x", b"Connection: close"),
    *(b"Transfer-Encoding: chunked", b"Transfer-Encoding: gzip, chunked"),
    *(b"Content-Encoding: gzip", b"Content-Encoding: deflate", b"Content-Encoding: br"),
    *(b"Range: bytes=0-0", b"Range: bytes=-1", b"Range: bytes=9-1", b"Range: x", b"If-Range: x"),
    *(b'If-None-Match: "x"', b"If-None-Match: *, W/", b"If-Modified-Since: 9"),
    *(b"Expect: 100-continue", b"Expect: 200-ok", b"Expect: \xff", b"X-Forwarded-Proto: https"),
    *(b"Connection: Upgrade\r\nUpgrade: websocket", b"Sec-WebSocket-Version: 8"),
    *(b"Accept-Language: de", b"Accept-Encoding: gzip, br", b"Accept: text/html"),
)
_BODIES: Final = (
    _BOMB,
    *(b'{"zone":"Asia/Tokyo"}', b'{"address":"http://x\\u0000"}', b'{"zone":["\\ud800"]}'),
    *(b'{"code":"@code","seat":0}', b'{"code":"@host"}', b'{"seat":true}', b"[", b"\xed\xa0\x80"),
    *(b"0\r\n\r\n", b"ffffffffffffffff\r\n", b"5;a=b\r\n{}   \r\n", b"-1\r\n"),
    *(
        b"\x81\x80\0\0\0\0",
        b"\x88\x80\0\0\0\0",
        b"\x82\xff",
        b"\x89\xfe\xff\xff",
        b"\xc1\x81\0\0\0",
    ),
)
_TOKENS: Final = (
    *(*_METHODS, *_PATHS, *_HEADERS, *_BODIES),
    *(b" HTTP/1.0", b" HTTP/1.1", b" HTTP/2.0", b" HTTP/9", b"\r\n", b"\n", b"\r", b"\0"),
    *(b"; charset=utf-16", b"; charset=klingon", b"; charset=idna", b"; charset=hex"),
)


class HttpTarget:
    """The port on which a box serves its pages."""

    name = "http"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seeds = [file.read_bytes() for file in sorted((CORPUS / "http" / "seeds").glob("*"))]
        self._codes = frozenset(
            key.removeprefix("web.error.")
            for key in page_words("en").all
            if key.startswith("web.error")
        )

    def seeds(self) -> Sequence[bytes]:
        """Return one sound case, in which everything is asked for that there is."""
        return [SEPARATOR.join(self._seeds)]

    def spoil(self, seed: bytes, source: Random) -> bytes:
        """Return connections of which most have something wrong in them."""
        sound = seed.split(SEPARATOR)
        return SEPARATOR.join(spoiled(source.choice(sound), source, _TOKENS) for _ in range(LENGTH))

    def feed(self, case: bytes) -> Counter[str]:
        """Say all that to a box that has just been started."""
        with TemporaryDirectory(dir=self._folder) as folder, silence():
            return asyncio.run(self._served(Path(folder), case.split(SEPARATOR)))

    async def _served(self, folder: Path, connections: Sequence[bytes]) -> Counter[str]:
        asyncio.get_running_loop().set_default_executor(AtOnce())
        async with box(folder) as server:
            caller = Caller(server, self._codes)
            for said in connections:
                await caller.call(said)
            await caller.call(_SOUND)
            assert server.guests is not None
            assert len(server.guests) == 0
        return caller.outcomes


def spoiled(connection: bytes, source: Random, tokens: Sequence[bytes]) -> bytes:
    """Return what is said on a connection, mostly with something wrong in it."""
    while source.random() < 0.6:
        if source.random() < 0.1:
            return spoiled_bytes(connection, source, tokens)
        head, ends, body = connection.partition(b"\r\n\r\n")
        if source.random() < 0.2:
            body = spoiled_bytes(body, source, tokens)
        else:
            head = b"\r\n".join(_spoiled_lines(head.split(b"\r\n"), source, tokens))
        connection = head + ends + body
    return connection


def _spoiled_lines(lines: list[bytes], source: Random, tokens: Sequence[bytes]) -> list[bytes]:
    """Return the lines of a request's head with something wrong in one of them."""
    at = source.randrange(len(lines))
    way = source.randrange(6)
    if way == 0:
        lines.insert(at + 1, source.choice(_HEADERS))
    elif way == 1:
        del lines[at]
    elif way == 2:
        lines.append(lines[at])
    elif way == 3:
        lines[at] = spoiled_bytes(lines[at], source, tokens)
    else:
        sign = b":" if at else b" "
        name, between, value = lines[at].partition(sign)
        lines[at] = name + between + spoiled_bytes(value, source, tokens)
    return lines
