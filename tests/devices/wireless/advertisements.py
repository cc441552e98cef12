"""Advertisements as a button sends them, by the specification of BTHome v2 (bthome.io)."""

from cryptography.hazmat.primitives.ciphers.aead import AESCCM

ADDRESS = "54:48:E6:8F:80:A5"
KEY = "231d39c1d7cc1ab1aee224cd096db932"
EXAMPLE = bytes.fromhex("41a47266c95f730011223378237214")
"""The specification's own example: 25.06 °C, 50.55 %, counter 0x33221100."""
PLAIN, ENCRYPTED = 0x44, 0x45
"""Information of a device that sends when something happens, version 2."""
PRESS, DOUBLE, LONG, NONE = 1, 2, 4, 0
_UUID = bytes.fromhex("d2fc")


def measured(packet: int | None = None, battery: int | None = None, *events: int) -> bytes:
    """Return measurements: packet id, battery in percent, and the events of each key."""
    first = b"" if packet is None else bytes([0x00, packet])
    second = b"" if battery is None else bytes([0x01, battery])
    return first + second + b"".join(bytes([0x3A, event]) for event in events)


def plain(measurements: bytes) -> bytes:
    return bytes([PLAIN]) + measurements


def encrypted(measurements: bytes, counter: int, key: str = KEY, address: str = ADDRESS) -> bytes:
    """Encrypt by AES-CCM; the nonce is address, UUID, information and counter."""
    number = counter.to_bytes(4, "little")
    nonce = bytes.fromhex(address.replace(":", "")) + _UUID + bytes([ENCRYPTED]) + number
    sealed = AESCCM(bytes.fromhex(key), tag_length=4).encrypt(nonce, measurements, None)
    return bytes([ENCRYPTED]) + sealed[:-4] + number + sealed[-4:]
