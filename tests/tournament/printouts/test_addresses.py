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
