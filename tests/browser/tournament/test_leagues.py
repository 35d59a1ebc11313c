"""A ladder of four in the browser: they become members, enter on one page, and one challenges another."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.pages.test_accessibility import expect_no_fault
from tests.browser.pages.test_pages import SMALL
from tests.browser.visitor import Visitor

from charkoni.core.translations import Words

WIDE = {"width": 1400, "height": 900}
NAMES = ("Ada Lovelace", "Boris", "Çağla Nur", "Дмитрий Александрович Константинопольский")


def entered(visit: Callable[..., Visitor], place: int, lang: str) -> Visitor:
    """Return a visitor who has become a member and entered the ladder, on a phone or a large screen."""
    visitor = visit(viewport=SMALL if place % 2 else WIDE, locale=lang)
    page = visitor.page
    page.goto("/me")
    page.locator('form[action="/me/passphrase"] input[name=name]').fill(NAMES[place])
    page.locator('form[action="/me/passphrase"] button:not([data-create])').click()
    expect(page).to_have_url(re.compile("/me/passphrase"))
    page.goto("/leagues")
    if place:
        page.locator("section.league button[value=enter]").click()
    else:
        for name, value in (("game", "gana"), ("kind", "ladder"), ("pace", "days")):
            page.locator(f"select[name={name}]").select_option(value)
        page.locator("form.sheet button").click()
    expect(page.locator("section.league button[value=leave]")).to_be_visible()
    return visitor


@pytest.mark.parametrize("lang", ["tr"])
def test_four_members_begin_a_ladder(visit: Any, axe: Any, lang: str) -> None:
    words = Words(lang)
    people = [entered(visit, place, lang) for place in range(len(NAMES))]
    last = people[-1].page
    expect(last.locator(".league .faint").first).to_contain_text(words._("Rated"))
    expect(last.locator("section.league tbody tr")).to_have_count(len(NAMES))
    challenges = last.locator("button[value=challenge]")
    expect(challenges).to_have_count(3)
    for visitor, theme in ((people[-1], "light"), (people[0], "dark")):
        visitor.page.reload()
        expect_no_fault(visitor, axe, theme, "leagues")
        assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    challenges.nth(1).click()
    expect(challenges).to_have_count(0)
    expect(last.locator("tr.own")).to_contain_text(NAMES[1])
    people[2].page.reload()
    expect(people[2].page.locator("button[value=challenge]")).to_have_count(1)
    people[0].page.locator("button[value=leave]").click()
    expect(people[0].page.locator("section.league tbody tr")).to_have_count(len(NAMES) - 1)
