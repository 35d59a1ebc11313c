"""Rule pages: the rules in one minute move on a board, the arrow keys step through the clauses, paper shows all."""

import re

from playwright.sync_api import expect


def test_the_rules_in_one_minute_are_played_and_stopped(visit):
    page = visit(reduced_motion="no-preference").page
    page.goto("/rules/mangala")
    first = page.locator(".minute ol.statements > li").first
    expect(first).to_have_class(re.compile("now"))  # it begins by itself when one sees it
    expect(page.locator(".minute-board > svg .node").first).to_be_attached()
    button = page.locator(".minute [data-run]")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    last = page.locator(".minute ol.statements > li").last
    last.locator(".statement").click()
    expect(last).to_have_class(re.compile("now"))


def test_arrow_keys_lead_from_clause_to_clause(visit):
    page = visit().page
    page.goto("/rules/mangala")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("#M1$"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("#M3$"))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".at-clause #M2")).to_be_attached()
    expect(page.locator("[data-clauses] output")).to_have_text("M2")


def test_on_paper_everything_is_unfolded_and_nothing_is_a_button(visit):
    page = visit().page
    page.goto("/rules/gana")
    grammar = page.locator("details.reference pre").first
    expect(grammar).not_to_be_visible()
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(grammar).to_be_visible()
    expect(page.locator(".minute [data-run]")).not_to_be_visible()
    expect(page.locator(".contents")).not_to_be_visible()
    expect(page.locator(".variant .statement").first).to_be_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("details[open]").count() == 0
