"""Whole games through the page: at random and by good play, and of people at one table, with a rematch."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect
from tests.browser.pages.test_pages import SMALL
from tests.browser.scripted_taps import GoodPlay, Way, play_at_once
from tests.browser.visitor import PATIENCE_MS, Visitor

import charkoni
from charkoni.web.engine.warm import playable

GAMES = 10
"""Painting takes most of the time, so that they are played on small pages."""
TABLES = (*playable(), "barbakan:players=3", "barbakan:players=4")
"""Games and variants that people play at one table."""


@pytest.mark.long  # its twin is test_random_games
@pytest.mark.parametrize("game", playable())
def test_ten_random_games_end_without_an_error(visit, game):
    visitors = [visit(viewport=SMALL) for _ in range(GAMES)]
    for visitor in visitors:
        visitor.start(game)
    play_to_the_end(visitors)


@pytest.mark.long
@pytest.mark.parametrize("game", playable())
def test_ten_games_of_good_play_end_without_an_error(visit, game):
    visitors = [visit(viewport=SMALL) for _ in range(GAMES)]
    for seed, visitor in enumerate(visitors):
        visitor.page.expose_function("choose", GoodPlay(game, seed).choose)
        visitor.start(game)
    play_to_the_end(visitors, "asked")


@pytest.mark.long  # its twin is test_two_people_meet_by_an_invitation_and_agree_on_a_draw
@pytest.mark.parametrize("game", TABLES)
def test_people_at_one_table_play_a_game_and_its_rematch(visit, game):
    """One person at each seat, who come by the link; all are moved to the new table when all have agreed."""
    people = [visit() for _ in range(charkoni.game(game).players)]
    host, *guests = people
    host.start(game, "friend", partner="open")
    link = host.page.locator(".invite input").input_value()
    for guest in guests:
        guest.page.goto(link)
        guest.page.locator("form.join button").last.click()  # one free seat; a whole side of partners stands before it
        guest.ready()
    play_to_the_end(people)
    before = host.page.url
    host.page.locator('#ending [data-act="rematch"]').click()
    for guest in guests:
        guest.page.locator('#ending [data-act="yes"]').click()
    for each in people:
        each.page.wait_for_url(lambda url: "/g/" in url and url != before)
        each.ready()
    assert len({each.page.url for each in people}) == 1
    play_to_the_end(people)


def play_to_the_end(visitors: Sequence[Visitor], way: Way = "random") -> None:
    """Let every visitor play his seats, all at the same time, until the games are over."""
    play_at_once([each.page for each in visitors], range(len(visitors)), way, 10 * PATIENCE_MS)
    for each in visitors:
        expect(each.page.locator("#ending-title")).to_be_visible()
