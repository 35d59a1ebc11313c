"""Modules for WebAssembly answer in Chromium as the kernels do natively, bit for bit."""

import pytest
from playwright.sync_api import Browser
from tests.search.modules import are_equal, ask_in_page, built_module, questions

from charkoni import game, games
from charkoni.search import full_width


@pytest.mark.long
@pytest.mark.parametrize("name", games())
def test_searches_levels_and_random_games_are_those_of_the_kernels(name: str, browser: Browser) -> None:
    one = game(name)
    asked, expected, digest = questions(name, full_width(one))
    page = browser.new_page()
    assert are_equal(ask_in_page(page, built_module(one, full_width(one)), asked), expected, digest)
    page.close()
