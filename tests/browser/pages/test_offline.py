"""Without a connection: rules, lessons read before, the list of games; a move is sent once when it is back."""

from typing import Any

from playwright.sync_api import expect
from tests.browser.pages.test_accessibility import expect_no_fault


def test_without_a_connection_rules_lessons_and_the_list_of_games_are_there(visit: Any, server: str, axe: Any) -> None:
    visitor = visit(locale="en", viewport={"width": 360, "height": 740})
    page, context = visitor.page, visitor.page.context
    path = visitor.create("mangala", "friend")
    visitor.visit("/learn")
    page.evaluate(
        "async () => { await navigator.serviceWorker.register('/sw.js'); await navigator.serviceWorker.ready; }"
    )
    lesson = "/learn/mangala/1"
    for each in ("/mine", lesson, lesson):
        visitor.visit(each)
    page.wait_for_function("navigator.serviceWorker.controller")
    titles = {}
    for each in ("/mine", lesson, "/rules/chaupar"):
        visitor.visit(each)
        titles[each] = page.locator("h1").first.inner_text()
    visitor.visit("/offline")
    expect_no_fault(visitor, axe, "light", "the page without a connection")
    context.set_offline(True)
    for each, title in titles.items():
        page.goto(f"{server}{each}")
        expect(page.locator("h1").first).to_have_text(title)
        assert page.evaluate("document.styleSheets.length") > 0
    page.goto(f"{server}/rules/mosty")  # never opened
    expect(page.locator("h1").first).not_to_have_text("No connection")
    for each in ("/", path, "/learn/mosty/1"):
        page.goto(f"{server}{each}")
        expect(page.locator("h1").first).to_have_text("No connection")
    context.set_offline(False)
    page.goto(f"{server}{path}")
    expect(page.locator("#board")).to_be_visible()
    # Pictures that were never shown are not there.
    visitor.errors[:] = [error for error in visitor.errors if "ERR_FAILED" not in error or "/picture/" not in error]
