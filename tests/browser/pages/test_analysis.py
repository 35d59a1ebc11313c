"""Study and analysis in a browser: free moves, proofs shown and drawn, the analysis of a game."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import running
from tests.browser.visitor import meet_all_games

PATIENT_MS = 240_000


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """A narrow page of a server with a computer."""
    with closing(running(tmp_path, workers=1)) as servers:
        server = next(servers)
        context = browser.new_context(
            base_url=server, viewport={"width": 360, "height": 740}, locale="en-US", reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENT_MS)
        meet_all_games(context, server)
        errors: list[str] = []
        opened = context.new_page()
        opened.on("pageerror", lambda error: errors.append(str(error)))
        opened.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        yield opened
        context.close()
        assert errors == []


def is_within(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.long
def test_a_proof_is_shown_and_drawn_and_a_game_is_analysed(page: Page) -> None:
    page.goto("/study/mosty:size=2")
    expect(page.locator("#verdict")).to_contain_text("Proved", timeout=PATIENT_MS)
    page.locator(".values .chip").first.click()
    expect(page.locator("#study")).to_have_attribute("data-at", page.locator("#tree .ply").inner_text().split()[-1])
    expect(page.locator(".layer-overlays .overlay-0").first).to_be_attached()
    expect(page.locator(".layer-overlays .overlay-1").first).to_be_attached()
    page.locator("#overlays input").first.uncheck()
    expect(page.locator(".layer-overlays .overlay-0")).to_have_count(0)
    page.locator('[data-walk="first"]').click()
    expect(page.locator("#study")).to_have_attribute("data-at", "start")
    page.locator(".values .chip").last.click()  # a second way from the start is a variation
    expect(page.locator("#tree .others .ply")).to_have_count(1)
    assert is_within(page)

    page.goto("/analysis")
    page.locator("#record").fill('[Game "mosty:size=2"]\n\nc1 c3 a1 b2 a3\n')
    page.locator(".paste button").click()
    expect(page.locator("#progress-status")).to_have_text("The analysis is complete.", timeout=PATIENT_MS)
    page.locator('[data-ply="2"]').click()
    expect(page.locator("#analysis")).to_have_attribute("data-at", "2")
    page.locator(".line-of .chip").first.click()
    expect(page.locator("#analysis")).to_have_attribute("data-line", page.locator(".line-of .chip").first.inner_text())
    expect(page.locator(".moment").first).to_be_visible()
    assert is_within(page)
