"""Sharing of a table: links to a ply, texts for the clipboard, a board in a frame, a printed page."""

from playwright.sync_api import expect
from tests.browser.visitor import Visitor


def shared(visitor: Visitor) -> dict[str, str]:
    """Open the dialog and return the texts that can be copied, by label."""
    visitor.page.locator('.dock [data-act="menu"]').click()
    visitor.page.locator('#menu [data-act="share"]').click()
    expect(visitor.page.locator("#share-parts")).to_be_visible()
    rows = visitor.page.locator("#share .row")
    return {each.locator("label").inner_text().strip(): each.locator("input").input_value() for each in rows.all()}


def test_links_and_texts_can_be_copied(visit):
    visitor = visit()
    visitor.start_with_plies()
    visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    texts = shared(visitor)
    assert texts["Link"] == visitor.page.url
    assert texts["Position as text"].count("/") == 1
    visitor.page.locator("#share .row button").nth(1).click()
    expect(visitor.page.locator("#share")).to_be_hidden()
    assert visitor.page.evaluate("navigator.clipboard.readText()") == texts["Position as text"]


def test_a_link_to_a_ply_opens_that_ply(visit):
    visitor = visit()
    visitor.start_with_plies()
    visitor.page.locator('#log [data-value="1"]').click()
    expect(visitor.page.locator("#back")).to_be_visible()
    link = shared(visitor)["Link"]
    assert link.endswith("?ply=1")
    other = visit()
    other.page.goto(link, wait_until="domcontentloaded")
    expect(other.page.locator("#back")).to_be_visible()
    expect(other.page.locator('#log [data-value="1"]')).to_have_attribute("aria-current", "step")


def test_a_board_can_be_embedded_in_a_frame(visit):
    visitor = visit()
    visitor.start_with_plies()
    address = visitor.page.url
    visitor.page.goto(f"{address}/embed", wait_until="domcontentloaded")
    expect(visitor.page.locator(".embed-board svg")).to_be_visible()
    assert visitor.page.locator("nav, form").count() == 0
    assert visitor.page.locator(".embed-board").get_attribute("href") == address


def test_a_printed_table_holds_the_board_and_the_moves(visit):
    visitor = visit()
    visitor.start_with_plies()
    visitor.page.emulate_media(media="print")
    for part in ("#board svg", "#log", "#near"):
        expect(visitor.page.locator(part).first).to_be_visible()
    for part in (".top", ".dock", ".walk"):
        expect(visitor.page.locator(part).first).to_be_hidden()
