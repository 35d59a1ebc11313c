"""Previews: the position after a move, the pieces of a stack, threats of the opponent."""

import pytest
from playwright.sync_api import expect
from tests.browser.visitor import Visitor
from tests.sampling import short_run

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def rest(visitor: Visitor, zone: str) -> None:
    """Let the mouse rest on a zone, after a small motion, so that an event is dispatched."""
    x, y = visitor.middle(zone)
    visitor.page.mouse.move(x + 3, y + 3)
    visitor.page.mouse.move(x, y)


# --- previews ---------------------------------------------------------------------------------------------------------

FIRST_MOVES = {
    "banglagor": ["hand-a-2", "c3"],
    "focus": ["d6", "e6"],
    "barbakan": ["o5"],
    "gana": ["c1", "c2"],
    "mosty": ["c3"],
    "mangala": ["a2"],
}
"""The taps of a move from the start; on the last one the mouse only rests.  (The other game begins with a throw.)"""


@pytest.mark.parametrize("game", short_run(tuple(FIRST_MOVES), ("gana",)))
def test_a_resting_mouse_shows_what_a_move_would_bring(visit, game):
    visitor = visit()
    visitor.start(game)
    *before, last = FIRST_MOVES[game]
    first_prompt = visitor.sentence()
    for zone in before:
        visitor.click(zone)
    if before:  # the next sentence asks for the rest of the move
        expect(visitor.page.locator("#coach")).not_to_contain_text(first_prompt)
    prompt = visitor.sentence()
    rest(visitor, last)
    expect(visitor.page.locator(".layer-ghosts .node").first).to_be_attached()
    expect(visitor.page.locator(".layer-ghosts .end")).to_be_attached()
    expect(visitor.page.locator("#coach")).not_to_have_text(prompt)
    visitor.page.mouse.move(1, 1)
    expect(visitor.page.locator(".layer-ghosts .node")).to_have_count(0)
    expect(visitor.page.locator("#coach")).to_contain_text(prompt)
    assert visitor.options()["v"] == 0


def test_a_piece_with_a_choice_of_values_shows_each_target(visit):
    """After a throw: a value chosen first, then the mouse rests on a piece."""
    visitor = visit()
    visitor.start("chaupar")
    for _ in range(40):
        options = visitor.options()
        if options["zones"]:
            break
        if options["throws"]:
            visitor.page.locator("#throw").click()
        else:
            visitor.chip(options["chips"][0], "click")
        visitor.settled(options["v"])
    assert options["zones"]
    rest(visitor, options["zones"][0])
    expect(visitor.page.locator("#tip, .layer-ghosts .end").first).to_be_attached()


def test_a_held_finger_shows_and_does_nothing_else(visit):
    visitor = visit(**PHONE)
    visitor.start("mangala")
    x, y = visitor.middle("a2")
    touch = visitor.page.context.new_cdp_session(visitor.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(visitor.page.locator(".layer-ghosts .end")).to_be_attached()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(visitor.page.locator(".layer-ghosts .end")).to_have_count(0)
    assert visitor.options()["v"] == 0 and not visitor.options()["chosen"]


def test_the_first_of_two_taps_shows_a_ghost(visit):
    visitor = visit(settings={"confirm": "true"}, **PHONE)
    visitor.start("mosty")
    visitor.touch("c3")
    expect(visitor.page.locator(".layer-ghosts .node").first).to_be_attached()
    expect(visitor.page.locator("#coach")).to_have_attribute("data-mood", "ready")
    assert visitor.options()["v"] == 0
    visitor.touch("c3")
    visitor.settled(0)
    expect(visitor.page.locator(".layer-ghosts .node")).to_have_count(0)


def test_the_path_of_a_move_is_drawn(visit):
    visitor = visit()
    visitor.start("focus")
    visitor.click("d6")
    rest(visitor, "e6")
    way = visitor.page.locator(".layer-ghosts .way")
    expect(way).to_be_attached()
    assert len(way.get_attribute("points").split(" ")) == 2


def test_directions_are_arrows_round_the_piece(visit):
    visitor = visit()
    visitor.start("gana")
    visitor.click("c2")
    x, y = visitor.middle("c2")
    for chip, (dx, dy) in {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}.items():
        box = visitor.page.locator(f'#chips .arrow[data-value="{chip}"]').bounding_box()
        away = (box["x"] + box["width"] / 2 - x, box["y"] + box["height"] / 2 - y)
        assert away == (pytest.approx(80 * dx, abs=40 * abs(dx) + 2), pytest.approx(80 * dy, abs=40 * abs(dy) + 2))
    rest_on = visitor.page.locator('#chips .arrow[data-value="n"]')
    rest_on.hover()
    expect(visitor.page.locator(".layer-ghosts .end")).to_be_attached()
    rest_on.click()
    visitor.settled(0)
    assert visitor.page.locator("#log button").first.inner_text() == "c2n"


def test_targets_tell_what_a_move_brings(visit):
    visitor = visit()
    visitor.start("focus")
    visitor.click("d6")
    expect(visitor.page.locator(".layer-over .sign-merge").first).to_be_attached()
    visitor = visit()
    visitor.start("mangala")
    expect(visitor.page.locator(".layer-over .sign-extra")).to_have_count(1)


# --- stacks -----------------------------------------------------------------------------------------------------------


def tower(visitor: Visitor) -> None:
    """Build a tower of two on e6."""
    visitor.start("focus")
    visitor.click("d6")
    visitor.click("e6")
    visitor.settled(0)


def test_a_resting_mouse_fans_a_tower_out(visit):
    visitor = visit()
    tower(visitor)
    rest(visitor, "e6")
    fan = visitor.page.locator("#tip .fan")
    expect(fan.locator("use")).to_have_count(2)
    assert fan.locator("text").all_inner_texts() == ["a", "a"] or fan.text_content() == "aa"
    assert fan.bounding_box()["width"] < 100
    visitor.page.mouse.move(1, 1)
    expect(visitor.page.locator("#tip")).to_have_count(0)


@pytest.mark.long  # its twin is the test before it
def test_a_key_fans_out_the_tower_in_focus(visit):
    visitor = visit()
    tower(visitor)
    visitor.page.locator('#board [data-zone="e6"]').focus()
    visitor.page.keyboard.press("v")
    expect(visitor.page.locator("#tip .fan use")).to_have_count(2)


@pytest.mark.long  # its twins: a resting mouse, and a held finger that shows a move
def test_a_held_finger_fans_a_tower_out(visit):
    visitor = visit(**PHONE)
    tower(visitor)
    x, y = visitor.middle("e6")
    touch = visitor.page.context.new_cdp_session(visitor.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(visitor.page.locator("#tip .fan use")).to_have_count(2)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(visitor.page.locator("#tip")).to_have_count(0)


# --- dangers ----------------------------------------------------------------------------------------------------------


def test_threats_are_shown_where_the_setting_is_on(visit):
    visitor = visit(settings={"danger": "true"})
    visitor.start("mangala")
    rest(visitor, "a1")
    visitor.expect_sentence("could take: a1, a2")
    expect(visitor.page.locator(".layer-ghosts .danger")).to_have_count(2)
    visitor = visit()
    visitor.start("mangala")
    rest(visitor, "a1")
    expect(visitor.page.locator(".layer-ghosts .end")).to_be_attached()
    assert "could take" not in visitor.sentence()
