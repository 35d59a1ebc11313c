"""People: a guest keeps his games, and finds them again by each way to sign in; the server's owner acts on reports."""

import os
import subprocess
import sys
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.pages.test_accessibility import expect_no_fault
from tests.browser.scripted_play import resign
from tests.browser.visitor import Visitor
from tests.sampling import short_run

from charkoni.core.translations import Words

WIDTHS = {"ru": 360, "tr": 1400, "en": 360}
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Device:
    """A browser with an authenticator, at an address that has passkeys."""

    def __init__(self, visitor: Visitor, words: Words) -> None:
        self.visitor, self.page, self.words = visitor, visitor.page, words
        self._tools = self.page.context.new_cdp_session(self.page)
        self._tools.send("WebAuthn.enable")
        added = self._tools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        self.authenticator = {"authenticatorId": added["authenticatorId"]}

    def passkeys(self) -> list[Any]:
        found: list[Any] = self._tools.send("WebAuthn.getCredentials", self.authenticator)["credentials"]
        return found

    def receive(self, passkey: Any) -> None:
        """Get a passkey of another device, as accounts of phones share them."""
        self._tools.send("WebAuthn.addCredential", self.authenticator | {"credential": passkey})

    def press(self, text: str, **fields: str) -> None:
        """Press a button of a language's page."""
        self.page.get_by_role("button", name=self.words._(text, **fields), exact=True).first.click()

    def expect_title(self, text: str) -> None:
        expect(self.page.locator("h1")).to_have_text(text)


def win(visitor: Visitor, other: Visitor) -> str:
    """Let a visitor win a game against another, who resigns; return its address."""
    path = visitor.create("mangala", "friend")
    visitor.visit(path)
    visitor.ready()
    other.visit(visitor.page.locator(".invite input").input_value())
    other.page.locator(".join .good").click()
    other.ready()
    visitor.click("a1")  # before the first moves a game is only called off
    other.expect_v(1)
    other.page.locator("#board .zone.legal").first.wait_for()
    other.click("b1")
    visitor.expect_v(2)
    resign(other.page)
    return path


@pytest.mark.parametrize("lang", short_run(list(WIDTHS), ["tr"]))
def test_a_guest_keeps_his_games_and_finds_them_on_other_devices(visit, server, axe, lang):
    words, name, width = Words(lang), f"Ada {lang}", WIDTHS[lang]
    home = server.replace("127.0.0.1", "localhost")

    def device() -> Device:
        height = 740 if width < 500 else 900
        return Device(visit(base_url=home, locale=lang, viewport={"width": width, "height": height}), words)

    # A guest wins, and becomes a member.
    first, friend = device(), visit(base_url=home)
    game = win(first.visitor, friend)
    first.page.locator("#ending-keep a").click()
    first.page.evaluate("localStorage.setItem('lessons', '[\"mangala-1\"]')")
    first.page.evaluate("localStorage.setItem('puzzles', '[\"mangala/1\", \"gana/2\"]')")
    expect_no_fault(first.visitor, axe, "light", "a guest's page")
    first.page.locator("input[name=name]").fill(name)
    first.press("Use a passkey: fingerprint, face or PIN")
    first.expect_title(name)
    expect_no_fault(first.visitor, axe, "dark", "a member's page")
    first.page.wait_for_function("localStorage.getItem('kept')")

    # By the same passkey, with a game of before that comes along.
    second = device()
    before = second.visitor.create("gana")
    second.receive(first.passkeys()[0])
    second.visitor.visit("/sign-in")
    expect_no_fault(second.visitor, axe, "light", "sign-in")
    second.press("Use a passkey: fingerprint, face or PIN")
    second.press("Yes, take them along")
    for path in (game, before):
        expect(second.page.locator(f'a[href="{path}"]').first).to_be_visible()
    second.page.wait_for_function("localStorage.getItem('lessons')?.includes('mangala-1')")
    second.visitor.visit("/mine/ratings")
    expect(second.page.locator("[data-count=puzzle] b")).to_have_text("2")

    # By a passphrase, however it is typed.
    first.press("New passphrase")
    phrase = first.page.locator(".words").inner_text()
    expect_no_fault(first.visitor, axe, "light", "a passphrase")
    third = device()
    third.visitor.visit("/sign-in")
    third.page.locator("input[name=name]").fill(name.lower())
    third.page.locator("input[name=passphrase]").fill(phrase.upper().replace(" ", "  "))
    third.page.locator("input[name=passphrase]").press("Enter")
    expect(third.page.locator(f'a[href="{game}"]').first).to_be_visible()

    # By the code that the first device shows.
    first.press("Sign in on another device")
    expect(first.page.locator(".code-picture")).to_be_visible()
    expect_no_fault(first.visitor, axe, "dark", "a code")
    fourth = device()
    fourth.visitor.visit(first.page.url)
    fourth.press("Sign in")
    shown = fourth.page.locator(".number")
    expect(first.page.locator(".number")).to_have_text(shown.inner_text())
    expect_no_fault(first.visitor, axe, "light", "a device asks")
    first.press("Allow")
    expect(fourth.page.locator(f'a[href="{game}"]').first).to_be_visible()

    # All of them are signed out at once.
    first.visitor.visit("/me")
    expect(first.page.locator('form[action="/me/sessions"] button[name=id]')).to_have_count(4)
    first.press("Sign out everywhere")
    for each in (second, third, fourth):
        each.visitor.visit("/me")
        each.expect_title(words._("Keep your games"))
    for each in (first, second):
        assert each.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut off"


@pytest.mark.parametrize("lang", short_run(list(WIDTHS), ["ru"]))
def test_the_owner_of_the_server_sees_reports_and_acts_on_them(visit, server, server_folder, axe, lang):
    words, width, bad = Words(lang), WIDTHS[lang], f"Ben {lang}"
    size = {"width": width, "height": 740 if width < 500 else 900}
    ann, ben, owner = (Device(visit(locale=lang, viewport=size), words) for _ in range(3))
    game = win(ann.visitor, ben.visitor)
    ben.visitor.visit("/me")
    ben.page.locator("input[name=name]").fill(bad)
    ben.press("Use a passphrase of seven words")
    ben.expect_title(bad)

    # From the menu of the table.
    ann.page.goto(game)
    ann.visitor.ready()
    ann.page.locator("[data-act=menu]").click()
    ann.page.get_by_role("link", name=words._("Block or report")).click()
    ann.press("Block {name}", name=bad)
    ann.page.get_by_label(words._("Offensive or false name")).check()
    ann.press("Report")
    expect(ann.page.locator("p[role=status]")).to_contain_text(words._("Offensive or false name"))
    expect_no_fault(ann.visitor, axe, "light", "a report")

    # By the address that the command line prints.
    command = [
        sys.executable,
        "-m",
        "charkoni",
        "admin",
        "people",
        "--page",
        "--database",
        str(server_folder / "games.db"),
    ]
    address = subprocess.run(command, env=os.environ | {"CHARKONI_ORIGINS": server}, capture_output=True, check=True)
    owner.visitor.visit(address.stdout.decode().strip())
    owner.press("Go on")
    expect_no_fault(owner.visitor, axe, "dark", "reports")
    owner.page.get_by_role("link", name=bad).click()
    expect(owner.page.locator(f'main a[href="{game}"]')).to_be_visible()
    expect_no_fault(owner.visitor, axe, "light", "a person")
    owner.press("Mute: no phrases at tables")
    owner.page.get_by_placeholder(words._("Another name")).fill(f"Bob {lang}")
    owner.press("Rename")
    expect(owner.page.locator("h2").first).to_contain_text(f"Bob {lang}")
    owner.press("Close the reports")
    with owner.page.expect_download() as download:
        owner.page.get_by_role("link", name=words._("Everything as a file")).click()
    assert download.value.suggested_filename == "charkoni.zip"
    ann.page.goto(game)
    expect(ann.page.locator("main")).to_contain_text(f"Bob {lang}")

    # Removed, then forgotten.
    owner.page.locator("summary").first.click()
    owner.press("Remove {name}", name=f"Bob {lang}")
    expect(owner.page.locator("summary").first).to_be_visible()
    ben.visitor.visit("/me")
    ben.expect_title(words._("Keep your games"))
    owner.page.locator("summary").last.click()
    expect_no_fault(owner.visitor, axe, "dark", "a deletion")
    with owner.page.expect_download() as download:
        owner.page.locator("button[value=delete]").click()
    assert download.value.suggested_filename == "charkoni.zip"
    owner.page.reload()
    expect(owner.page.locator(".empty")).to_have_text(words._("There is no such person."))
    ann.page.goto(f"{game}/text")
    expect(ann.page.locator("main")).to_contain_text(words._("Former member"))
    for each in (ann, owner):
        assert each.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut off"
