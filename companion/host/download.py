"""Downloads a file over HTTP, resuming after an interruption.

The file is only trusted after a check of its signature, so the address may be plain HTTP: a club's
own computer has no certificate.
"""

import json
import shutil
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPException, HTTPMessage, HTTPResponse
from pathlib import Path
from typing import IO, Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import (
    BaseHandler,
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    Request,
)

import msgspec

from companion.engine.message import Message, say
from companion.host.address import host_of, is_address
from companion.i18n.system_errors import system_cause
from companion.schema.reading import parse_json
from companion.schema.writable import one_line

PATIENCE: Final = 30.0
"""Seconds of silence after which a server counts as one that hangs."""
RESTS: Final = (2.0, 10.0, 30.0, 60.0)
"""Seconds between attempts that bring nothing; after the last of them there are no more."""
LARGEST: Final = 900 << 20
"""Bytes of an update: the two partitions that it fills are smaller together."""
SPARE: Final = 32 << 20
"""Bytes that stay free on the card, for games and their log."""
_CHUNK: Final = 1 << 18
"""The most bytes that are read, and then written, at once."""
_MEGA: Final = 1 << 20
_LONGEST: Final = 200
"""Characters of what tells one state of a file from another, and digits of its length."""
# Answers to a request for the rest of a file (RFC 9110, sections 15.3.7 and 15.5.17).
_PARTIAL: Final = 206
_RANGE_WRONG: Final = 416
_SERVERS_FAULT: Final = 500
"""The first status that may be another one in a minute."""


class DownloadError(Exception):
    """The file cannot be fetched; ``message`` gives the reason in a sentence."""

    def __init__(self, message: Message) -> None:
        """Store the message."""
        super().__init__(str(message))
        self.message = message


class _AgainError(Exception):
    """This attempt has failed for a reason that may be temporary."""


Open = Callable[[Request], HTTPResponse]
"""Sends a request; raises ``OSError`` or ``HTTPException``, also for a status of failure."""


class _Redirections(HTTPRedirectHandler):
    """Follows redirects to web addresses only."""

    def http_error_302(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage
    ) -> HTTPResponse | None:
        """Follow a redirect, or raise ``HTTPError``; its body is not read, as it may never end."""
        fp.close()
        try:
            return super().http_error_302(req, fp, code, msg, headers)
        except ValueError:  # the target of the redirect is not a valid URL
            raise HTTPError(req.full_url, code, msg, headers, fp) from None

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302

    def redirect_request(  # noqa: PLR0917 - as inherited
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        """Return the next request; the library would also follow redirects to FTP."""
        if not is_address(newurl):
            raise HTTPError(req.full_url, code, msg, headers, fp)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def opener(*lines: BaseHandler) -> OpenerDirector:
    """Return an opener that sends requests over ``lines``, without the library's other handlers."""
    director = OpenerDirector()
    for handler in (*lines, _Redirections(), HTTPErrorProcessor(), HTTPDefaultErrorHandler()):
        director.add_handler(handler)
    return director


def send(request: Request) -> HTTPResponse:
    """Send a request by HTTP or HTTPS."""
    answer: HTTPResponse = opener(HTTPHandler(), HTTPSHandler()).open(request, timeout=PATIENCE)
    return answer


class Download(msgspec.Struct, frozen=True):
    """Fetches ``address`` into ``folder``, resuming a partial download.

    ``named`` is called with the last part of the final address, and may raise ``DownloadError``;
    ``progress`` with the bytes received and the total; ``rest`` waits.
    """

    address: str
    folder: Path
    named: Callable[[str], None]
    progress: Callable[[int, int], None]
    rest: Callable[[float], None]
    open: Open = send
    free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free

    @property
    def part(self) -> Path:
        """The partial file."""
        return self.folder / "part"

    @property
    def _origin(self) -> Path:
        """Contains the address, and the version of the file there (RFC 9110, section 13.1.5)."""
        return self.folder / "part.of"

    def take(self) -> Path:
        """Fetch the whole file and return its path. Raises ``DownloadError``."""
        rests = list(RESTS)
        while True:
            before = self._size()
            try:
                self._attempt()
            except _AgainError as error:
                if self._size() > before:
                    rests = list(RESTS)
                if not rests:
                    raise DownloadError(
                        say(
                            "{host} does not send the update ({cause}): try again later",
                            host=host_of(self.address),
                            cause=error,
                        )
                    ) from None
                self.rest(rests.pop(0))
            else:
                return self.part

    def clear(self) -> None:
        """Delete the partial download."""
        self.part.unlink(missing_ok=True)
        self._origin.unlink(missing_ok=True)

    def _attempt(self) -> None:
        got, tag = self._arrived()
        headers = {"Accept-Encoding": "identity"}
        if got:
            headers |= {"Range": f"bytes={got}-", "If-Range": tag}
        try:
            # The scheme was checked when the address was given.
            with closing(self.open(Request(self.address, headers=headers))) as answer:  # noqa: S310
                self._take(answer, self._begins(answer, got))
        except HTTPError as error:
            self._refused(error)
        except URLError as error:
            raise _AgainError(_why(error.reason)) from None
        except (HTTPException, OSError) as error:
            raise _AgainError(_why(error)) from None

    def _refused(self, error: HTTPError) -> None:
        """Raise an error that describes a status."""
        error.close()
        if error.code == _RANGE_WRONG:
            self.clear()
        if error.code >= _SERVERS_FAULT or error.code == _RANGE_WRONG:
            raise _AgainError(error.code)
        raise DownloadError(
            say(
                "{host} has no such update (HTTP {status}): look at the address",
                host=host_of(self.address),
                status=error.code,
            )
        )

    def _arrived(self) -> tuple[int, str]:
        """Return the bytes of the same file received so far, and its version."""
        try:
            origin, tag = parse_json(self._origin.read_text(encoding="utf-8"))
        except (OSError, ValueError, TypeError):
            origin = tag = ""
        if origin != self.address or not tag:
            self.clear()
        return self._size(), str(tag)

    def _begins(self, answer: HTTPResponse, got: int) -> int:
        """Return the offset in the partial file at which an answer continues."""
        if answer.status != _PARTIAL:
            return 0
        if not (answer.headers.get("Content-Range") or "").startswith(f"bytes {got}-"):
            self.clear()
            raise _AgainError(answer.status)
        return got

    def _size(self) -> int:
        return self.part.stat().st_size if self.part.exists() else 0

    def _take(self, answer: HTTPResponse, got: int) -> None:
        """Write the data that a server sends, after the first ``got`` bytes."""
        self.named(urlsplit(answer.url).path.rpartition("/")[2])
        whole = got + self._length(answer)
        self._check_space(whole, whole - self._size())
        source_state = json.dumps([self.address, _state(answer)])
        self._write(lambda _: self._origin.write_text(source_state, encoding="utf-8"), b"", 0)
        self.progress(got, whole)
        with self.part.open("ab" if got else "wb") as file:
            while chunk := answer.read1(min(_CHUNK, whole - got)):  # what has come is kept
                self._write(file.write, chunk, whole - got)
                got += len(chunk)
                self.progress(got, whole)
            self._write(lambda _: file.flush(), b"", 0)
        if got < whole:
            raise _AgainError(say("it ends after {got} MB", got=got // _MEGA))

    def _length(self, answer: HTTPResponse) -> int:
        """Return the number of bytes sent; with chunked encoding it is unknown."""
        length = answer.headers.get("Content-Length") or ""
        in_chunks = "Transfer-Encoding" in answer.headers
        if in_chunks or not length.isdecimal() or len(length) > _LONGEST:
            raise DownloadError(
                say("{host} does not send the size of the update", host=host_of(self.address))
            )
        return int(length)

    def _check_space(self, whole: int, more: int) -> None:
        if whole > LARGEST:
            raise DownloadError(
                say("{host} sends something that is not an update", host=host_of(self.address))
            )
        free = self.free(self.folder)
        if more + SPARE > free:
            self.clear()
            raise DownloadError(_no_space(more + SPARE, free))

    def _write(self, write: Callable[[bytes], object], chunk: bytes, more: int) -> None:
        """Write a chunk; if the disk is full, delete the download, so that games can be saved."""
        try:
            write(chunk)
        except OSError:
            self.clear()
            raise DownloadError(_no_space(more + SPARE, 0)) from None


def _state(answer: HTTPResponse) -> str:
    """Return a validator of a file's version, empty without a strong one."""
    tag = answer.headers.get("ETag") or ""
    state = tag if tag and not tag.startswith("W/") else answer.headers.get("Last-Modified") or ""
    return state if state.isascii() and state.isprintable() and len(state) <= _LONGEST else ""


def _no_space(needed: int, free: int) -> Message:
    return say(
        "the update does not fit: it needs {needed} MB, and {free} MB are free on the card",
        needed=-(-needed // _MEGA),
        free=free // _MEGA,
    )


def _why(reason: object) -> str:
    if isinstance(reason, OSError) and reason.errno is not None:
        return system_cause(reason)
    return one_line(str(reason) or type(reason).__name__, 80)
