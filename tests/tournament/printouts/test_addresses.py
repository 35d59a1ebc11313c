"""Addresses that are printed: a phone must be able to open them."""

import pytest

from charkoni.tournament.model.errors import BadSetting
from charkoni.tournament.printouts import addresses
from charkoni.tournament.printouts.addresses import checked_address, is_local, lan_address


@pytest.mark.parametrize(
    "text", ["http://192.168.1.20:8000/t/cup/", "https://chess.example.org/t/x", "http://[fd00::1]:8000"]
)
def test_addresses_that_phones_can_open(text: str) -> None:
    assert checked_address(text) == text.rstrip("/")


@pytest.mark.parametrize(
    "text",
    [
        "http://127.0.0.1:8000/t/x",
        "http://localhost:8000",
        "http://0.0.0.0:8000",
        "http://[::1]/",
        "http://169.254.1.1/",
    ],
)
def test_addresses_of_this_computer_alone_are_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.1.20")
    with pytest.raises(BadSetting, match=r"no phone can open it\. Print the address .*: http://192\.168\.1\.20"):
        checked_address(text)


@pytest.mark.parametrize("text", ["192.168.1.20:8000", "ftp://x.org", "http://", "http://a b", "http://x:port/"])
def test_texts_that_are_no_addresses(text: str) -> None:
    with pytest.raises(BadSetting, match="begins with http"):
        checked_address(text)


def test_the_own_address_is_no_local_one() -> None:
    assert lan_address() == "" or not is_local(lan_address())


def test_virtual_networks_come_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """A VPN may be the way to others, and a container's bridge an interface: no telephone is there."""
    known = [("lo", "127.0.0.1"), ("docker0", "172.17.0.1"), ("tun0", "10.8.0.2"), ("wlp3s0", "192.168.1.20")]
    monkeypatch.setattr(addresses, "_interfaces", lambda: iter(known))
    monkeypatch.setattr(addresses, "_own_addresses", lambda: iter(["10.8.0.2", *(host for _, host in known)]))
    assert addresses.lan_addresses() == ["192.168.1.20", "10.8.0.2", "172.17.0.1"]
