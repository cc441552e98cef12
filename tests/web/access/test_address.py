"""The address by which browsers reach a box."""

from ipaddress import ip_address

import pytest

from companion.web.access import address
from companion.web.access.address import Origin, is_here_alone, reachable


@pytest.mark.parametrize(
    ("bind", "name", "expected"),
    [
        ("127.0.0.1", "", "127.0.0.1"),
        ("::1", "", "[::1]"),
        ("0.0.0.0", "table.local", "table.local"),  # noqa: S104 - an address that may be set
    ],
)
def test_a_box_is_reached_by_its_name_or_address(bind: str, name: str, expected: str) -> None:
    assert reachable(bind, name) == expected


def test_a_box_that_listens_everywhere_is_reached_by_one_of_its_addresses() -> None:
    host = reachable("0.0.0.0", "")  # noqa: S104 - as above
    assert host == "localhost" or not ip_address(host).is_unspecified


def test_a_box_whose_network_leads_nowhere_else_is_reached_by_its_interface(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As where the box itself is the access point."""
    usual = reachable("0.0.0.0", "")  # noqa: S104 - as above
    monkeypatch.setattr(address, "_route", lambda _probe: None)
    assert usual == "localhost" or not is_here_alone(reachable("0.0.0.0", ""))  # noqa: S104 - as above
    monkeypatch.setattr("socket.if_nameindex", lambda: [(1, "lo"), (2, "docker0"), (3, "none0")])
    assert reachable("0.0.0.0", "") == "localhost"  # noqa: S104 - as above


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "[::1]", "::1", "localhost"])
def test_addresses_that_lead_nowhere_else_are_known(host: str) -> None:
    assert is_here_alone(host)


@pytest.mark.parametrize("host", ["192.0.2.7", "[2001:db8::7]", "den.local", ""])
def test_others_can_be_reached(host: str) -> None:
    assert not is_here_alone(host)


def test_the_usual_port_is_left_out() -> None:
    assert Origin("table.local", 80).page() == "http://table.local/"
    assert Origin("table.local", 443, "https").page() == "https://table.local/"
    assert Origin("table.local", 80, "https").page() == "https://table.local:80/"
    assert Origin("table.local", 8080).page("/host") == "http://table.local:8080/host"


def test_the_link_in_the_qr_code_is_in_capitals() -> None:
    """QR codes have a denser mode for capitals and digits alone."""
    assert Origin("table.local", 8080).join_link("4821") == "HTTP://TABLE.LOCAL:8080/J/4821"


def test_a_service_without_netlink_still_opens_its_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> None:
        raise OSError(97, "Address family not supported by protocol")

    monkeypatch.setattr("socket.if_nameindex", refused)
    assert reachable("0.0.0.0", "") != ""  # noqa: S104 - nobody listens
