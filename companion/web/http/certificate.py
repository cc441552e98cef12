"""Self-signed certificate of a box, created once.

Before trusting it, users have to compare its fingerprint with the panel's. OpenSSL's program
creates it: 1.5 MB that nearly every Debian has installed, run once; the wheel of `cryptography` has
12 MB.
"""

import hashlib
import logging
import re
import socket
import ssl
import subprocess
from collections.abc import Iterable
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from companion.engine.message import say
from companion.storage import bounded_file, durable

FILE: Final = "certificate.pem"
"""The name of the file with key and certificate in the state folder."""
_SHOWN: Final = 32
"""Digits of a fingerprint that the panel shows: 128 bits, which nobody can imitate."""
_FROM, _UNTIL = "20200101000000Z", "21200101000000Z"
"""The time for which it is valid, whatever the clock of the box believes when it makes it."""
_REMEDY: Final = "sudo apt install openssl"
_CONFIGURATION: Final = """
[req]
distinguished_name = name
prompt = no
[name]
CN = compass-companion
[ca]
default_ca = box
[box]
database = {folder}/index
new_certs_dir = {folder}
default_md = sha256
policy = anything
rand_serial = yes
[anything]
commonName = supplied
[extensions]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectAltName = {names}
"""
_NAME: Final = re.compile(r"[a-z0-9_.-]+", re.IGNORECASE | re.ASCII)
_LOG: Final = logging.getLogger(__name__)


class Certificate(msgspec.Struct, frozen=True):
    """TLS context of a server, and its fingerprint: SHA-256 in 64 hexadecimal digits."""

    context: ssl.SSLContext
    fingerprint: str

    @property
    def shown(self) -> str:
        """The beginning of the fingerprint in groups, for comparison by eye."""
        digits = self.fingerprint[:_SHOWN]
        return " ".join(digits[at : at + 4] for at in range(0, _SHOWN, 4))


class CertificateFile(msgspec.Struct, frozen=True):
    """Key and certificate in a state folder; ``name`` is the name that browsers use, or empty."""

    folder: Path
    name: str = ""

    def take(self) -> Certificate:
        """Return the certificate, created if missing. Raises ``OSError``.

        A corrupt one is renamed, with a message in the log, and replaced.
        """
        path = self.folder / FILE
        if not path.exists():
            return self._new(path)
        try:
            return _read(path)
        except (ssl.SSLError, ValueError):
            aside = path.with_suffix(".damaged.pem")
            path.replace(aside)
            _LOG.warning(
                "%s was damaged and is set aside as %s: the certificate is new, and browsers "
                "have to trust it again",
                path,
                aside.name,
            )
            return self._new(path)

    def _new(self, path: Path) -> Certificate:
        durable.write(path, _make(_names(self.name)), private=True)
        return _read(path)


def _read(path: Path) -> Certificate:
    """Read key and certificate. Raises ``ssl.SSLError`` or ``ValueError`` for corrupt ones."""
    bounded_file.check(path)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.minimum_version = ssl.TLSVersion.TLSv1_2  # Debian 12 leaves it to openssl.cnf
    context.load_cert_chain(path)
    pem = path.read_text(encoding="ascii")
    der = ssl.PEM_cert_to_DER_cert(pem[pem.index("-----BEGIN CERTIFICATE") :])
    return Certificate(context, hashlib.sha256(der).hexdigest().upper())


def _names(name: str) -> tuple[str, ...]:
    here = socket.gethostname().lower()
    names = dict.fromkeys((name, here, f"{here}.local", "localhost"))
    return tuple(each for each in names if _NAME.fullmatch(each))


def _make(names: tuple[str, ...]) -> str:
    """Return a new key and certificate as PEM. Raises ``OSError``."""
    with TemporaryDirectory(prefix="companion-") as temporary:
        folder = Path(temporary)
        key, request, made = folder / "key", folder / "request", folder / "made"
        settings = folder / "settings"
        text = _CONFIGURATION.format(names=_alternatives(names), folder=folder)
        settings.write_text(text, encoding="utf-8")
        (folder / "index").touch()
        curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256")
        _openssl(
            "req", "-new", *curve, "-nodes", "-config", settings, "-keyout", key, "-out", request
        )
        dates = ("-startdate", _FROM, "-enddate", _UNTIL)
        _openssl(
            *("ca", "-batch", "-selfsign", "-notext", *dates),
            *("-config", settings, "-extensions", "extensions"),
            *("-keyfile", key, "-in", request, "-out", made),
        )
        return key.read_text(encoding="ascii") + made.read_text(encoding="ascii")


def _alternatives(names: Iterable[str]) -> str:
    """Return names in the format of OpenSSL's x509v3_config(5)."""
    return ",".join(f"{'IP' if _is_address(name) else 'DNS'}:{name}" for name in names)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _openssl(*arguments: str | Path) -> None:
    command = ["openssl", *map(str, arguments)]
    try:
        subprocess.run(  # noqa: S603 - Debian's own program, and the names are checked
            command, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL
        )
    except FileNotFoundError:
        raise OSError(say("openssl is missing: {remedy}", remedy=_REMEDY)) from None
    except subprocess.CalledProcessError as error:
        last = error.stderr.strip().splitlines()[-1:]
        reason = last[0] if last else str(error)
        raise OSError(say("openssl could not make a certificate: {error}", error=reason)) from error
