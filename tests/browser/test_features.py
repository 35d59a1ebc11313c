"""What makes a table pleasant: previews, stacks, arrows, dangers, sharing, and every setting by its use."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.scripted_play import ALL, play_plies
from tests.browser.visitor import PATIENCE_MS, Visitor
from tests.sampling import few

from charkoni.web.engine.warm import playable

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SHOWN = "[...document.querySelectorAll('.layer-nodes .node')].map((each) => each.outerHTML).join('')"
RECORD_SOUNDS = """
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
"""


def rest(visitor: Visitor, zone: str) -> None:
    """Let the mouse rest on a zone; a little move first, so that there is one."""
    x, y = visitor.middle(zone)
    visitor.page.mouse.move(x + 3, y + 3)
    visitor.page.mouse.move(x, y)


def plies(page: Page) -> int:
    return page.locator("#log li:not(.line)").count()


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


@pytest.mark.parametrize("game", few(tuple(FIRST_MOVES), ("barbakan", "gana", "mangala")))
def test_a_resting_mouse_shows_what_a_move_would_bring(visit, game):
    visitor = visit()
    visitor.start(game)
    *before, last = FIRST_MOVES[game]
    asked = visitor.say()
    for zone in before:
        visitor.click(zone)
    if before:  # the server says what is to be chosen next
        expect(visitor.page.locator("#coach")).not_to_contain_text(asked)
    prompt = visitor.say()
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


def test_the_way_of_a_walk_is_drawn(visit):
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


def test_a_key_fans_out_the_tower_in_focus(visit):
    visitor = visit()
    tower(visitor)
    visitor.page.locator('#board [data-zone="e6"]').focus()
    visitor.page.keyboard.press("v")
    expect(visitor.page.locator("#tip .fan use")).to_have_count(2)


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


def test_who_wants_it_is_warned_of_what_the_opponent_could_take(visit):
    visitor = visit(settings={"danger": "true"})
    visitor.start("mangala")
    rest(visitor, "a1")
    visitor.expect_say("could take: a1, a2")
    expect(visitor.page.locator(".layer-ghosts .danger")).to_have_count(2)
    visitor = visit()
    visitor.start("mangala")
    rest(visitor, "a1")
    expect(visitor.page.locator(".layer-ghosts .end")).to_be_attached()
    assert "could take" not in visitor.say()


# --- sharing ----------------------------------------------------------------------------------------------------------


def played(visitor: Visitor) -> None:
    visitor.start("mangala")
    for v, zone in enumerate(("a1", "b2", "a3")):
        visitor.click(zone)
        visitor.settled(v)


def shared(visitor: Visitor) -> dict[str, str]:
    """Open the dialog and return what can be copied, by label."""
    visitor.page.locator('.dock [data-act="menu"]').click()
    visitor.page.locator('#menu [data-act="share"]').click()
    expect(visitor.page.locator("#share-parts")).to_be_visible()
    rows = visitor.page.locator("#share .row")
    return {each.locator("label").inner_text().strip(): each.locator("input").input_value() for each in rows.all()}


def test_everything_can_be_taken_away(visit):
    visitor = visit()
    played(visitor)
    visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    found = shared(visitor)
    assert found["Link"] == visitor.page.url
    assert found["Position as text"].count("/") == 1
    visitor.page.locator("#share .row button").nth(1).click()
    expect(visitor.page.locator("#share")).to_be_hidden()
    assert visitor.page.evaluate("navigator.clipboard.readText()") == found["Position as text"]


def test_a_link_to_a_ply_opens_that_ply(visit):
    visitor = visit()
    played(visitor)
    visitor.page.locator('#log [data-value="1"]').click()
    expect(visitor.page.locator("#back")).to_be_visible()
    link = shared(visitor)["Link"]
    assert link.endswith("?ply=1")
    other = visit()
    other.page.goto(link, wait_until="domcontentloaded")
    expect(other.page.locator("#back")).to_be_visible()
    expect(other.page.locator('#log [data-value="1"]')).to_have_attribute("aria-current", "step")


def test_a_board_stands_alone_in_a_frame(visit):
    visitor = visit()
    played(visitor)
    address = visitor.page.url
    visitor.page.goto(f"{address}/embed", wait_until="domcontentloaded")
    expect(visitor.page.locator(".embed-board svg")).to_be_visible()
    assert visitor.page.locator("nav, form").count() == 0
    assert visitor.page.locator(".embed-board").get_attribute("href") == address


def test_a_printed_table_holds_the_board_and_the_moves(visit):
    visitor = visit()
    played(visitor)
    visitor.page.emulate_media(media="print")
    for part in ("#board svg", "#log", "#near"):
        expect(visitor.page.locator(part).first).to_be_visible()
    for part in (".top", ".dock", ".walk"):
        expect(visitor.page.locator(part).first).to_be_hidden()


# --- looking back -----------------------------------------------------------------------------------------------------


def test_the_last_move_can_be_repeated_after_a_reload(visit):
    visitor = visit(settings={"motion": '"slow"'}, reduced_motion="no-preference")
    visitor.start("mangala")
    visitor.click("a4")
    visitor.settled(0)
    visitor.page.reload(wait_until="domcontentloaded")
    visitor.ready()
    after = visitor.page.evaluate(SHOWN)
    visitor.page.locator('.walk [data-act="repeat"]').click()
    visitor.page.wait_for_function("(after) => " + SHOWN + " !== after", arg=after)
    visitor.page.wait_for_function("(after) => " + SHOWN + " === after", arg=after)


def test_several_tries_stand_where_they_leave_the_game(visit):
    visitor = visit()
    played(visitor)
    page = visitor.page
    for ply, zone in (("1", "b3"), ("2", "a5"), ("1", "b5")):
        page.locator(f'#log [data-act="ply"][data-value="{ply}"]').click()
        page.wait_for_selector(f'#board .zone.legal[data-zone="{zone}"]')
        visitor.click(zone)
        expect(page.locator("#log .line [aria-current]")).to_contain_text(f"{ply}: {zone[1]}")
    texts = [re.sub(r"\s+", " ", text) for text in page.locator("#log li").all_inner_texts()]
    assert [text for text in texts if ":" in text] == ["1: 3", "1: 5", "2: 5"]
    assert texts.index("2: 5") == 4


# --- settings by their use --------------------------------------------------------------------------------------------


def test_quick_moves_play_what_is_left(visit):
    visitor = visit(settings={"quick": "true"})
    visitor.start("focus")
    zones = visitor.options()["zones"]
    assert "d6" in zones
    visitor = visit(settings={"quick": "true"})
    visitor.start("mangala")
    visitor.click("a1")
    visitor.settled(0)


def test_face_to_face_turns_the_far_strip(visit):
    visitor = visit(settings={"flip": '"facing"'}, **PHONE)
    visitor.start("mangala")
    expect(visitor.page.locator("#far")).to_have_css("rotate", "180deg")
    near, far = visitor.page.locator("#near").bounding_box(), visitor.page.locator("#far").bounding_box()
    assert far["y"] < near["y"]


def test_dots_and_numbers_can_be_hidden(visit):
    visitor = visit(settings={"dots": "false", "numbers": "false"})
    visitor.start("mangala")
    expect(visitor.page.locator(".layer-over .may").first).to_be_hidden()
    expect(visitor.page.locator(".node.count").first).to_be_hidden()


def test_settings_are_kept_and_work_at_once(visit):
    visitor = visit()
    visitor.start("mangala")
    visitor.page.locator('.dock [data-act="menu"]').click()
    visitor.page.locator('#menu [data-act="settings"]').click()
    box = visitor.page.locator('#settings input[name="numbers"]')
    expect(box).to_be_checked()
    box.uncheck()
    expect(visitor.page.locator(".node.count").first).to_be_hidden()
    assert visitor.page.evaluate("JSON.parse(localStorage.getItem('settings')).numbers") is False


def test_moves_sound_after_a_gesture_and_not_without_volume(visit):
    for volume, sounds in (("0.5", True), ("0", False)):
        visitor = visit(settings={"volume": volume})
        visitor.page.add_init_script(RECORD_SOUNDS)
        visitor.start("mangala")
        visitor.page.keyboard.press("c")  # a gesture: sounds are fetched now
        visitor.page.wait_for_function("performance.getEntriesByName(location.origin) || true")
        visitor.page.wait_for_function(
            "() => performance.getEntriesByType('resource').some((each) => each.name.endsWith('sound.js'))"
        )
        for v, zone in enumerate(("a1", "b1")):
            visitor.click(zone)
            visitor.settled(v)
        if sounds:
            visitor.page.wait_for_function("() => window.tones > 0")
        else:
            assert visitor.page.evaluate("window.tones") == 0


def test_the_tab_tells_whose_turn_it_is(visit):
    one, two = visit(), visit()
    one.start("mosty", "friend")
    link = one.page.locator(".invite input").input_value()
    two.page.goto(link)
    two.page.locator("form.join button").first.click()
    two.ready()
    one.page.wait_for_selector("#board .zone.legal, #table[data-turn=open]")
    mover, other = (one, two) if one.options()["zones"] else (two, one)
    expect(mover.page).to_have_title(re.compile("^●"))
    expect(other.page).to_have_title(re.compile("^[^●]"))
    icon = "document.querySelector('link[rel=icon]').href.endsWith('icon-turn.svg')"
    assert mover.page.evaluate(icon) and not other.page.evaluate(icon)
    mover.click(mover.options()["zones"][7])
    expect(other.page).to_have_title(re.compile("^●"))
    expect(mover.page).to_have_title(re.compile("^[^●]"))


def test_the_turn_has_the_colour_of_its_side(visit):
    visitor = visit()
    visitor.start("mangala")
    edge = "getComputedStyle(document.querySelector('.strip.turn')).borderLeftColor"
    red = visitor.page.evaluate(edge)
    expect(visitor.page.locator(".strip.turn")).to_have_attribute("data-colour", "red")
    visitor.click("a1")
    expect(visitor.page.locator(".strip.turn")).to_have_attribute("data-colour", "green")
    assert visitor.page.evaluate(edge) != red


def test_the_score_is_a_bar_with_its_goal(visit):
    visitor = visit()
    visitor.start("mangala")
    assert visitor.page.locator(".strip .bar").count() == 2
    visitor.click("a4")
    visitor.settled(0)
    bar = visitor.page.locator("#near .bar")
    assert float(bar.evaluate("(each) => each.style.getPropertyValue('--part')")) == pytest.approx(1 / 48)
    assert float(bar.evaluate("(each) => each.style.getPropertyValue('--goal')")) == 0.5


@pytest.mark.parametrize("game", few(playable(), ("banglagor", "barbakan", "chaupar")))
def test_a_telephone_shows_board_and_both_players_at_once(visit, game):
    visitor = visit(**PHONE)
    visitor.start(game)
    page = visitor.page
    bottom = page.locator(".dock").bounding_box()["y"]
    assert page.locator("#far").bounding_box()["y"] >= 0
    near = page.locator("#near").bounding_box()
    assert near["y"] + near["height"] <= bottom + 1
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("locale", few(("en-US", "ru-RU", "tr-TR"), ("ru-RU",)))
def test_four_players_and_the_dice_fit_on_a_small_telephone(visit, locale):
    """The dice are thrown where the choices will lie, so that nobody is pushed under the buttons."""
    visitor = visit(**PHONE | {"viewport": {"width": 360, "height": 640}}, locale=locale)
    visitor.start("chaupar")
    page = visitor.page
    bottom = page.locator(".dock").bounding_box()["y"]
    near, throw, coach = (page.locator(each).bounding_box() for each in ("#near", "#throw", "#coach"))
    board = page.locator("#board svg").bounding_box()
    assert board["y"] + board["height"] <= throw["y"]
    assert throw["y"] + throw["height"] <= coach["y"]
    assert near["y"] + near["height"] <= bottom
    assert page.locator(".strip").count() == 4
    for counter in page.locator(".strip .counters > *").all():
        assert counter.bounding_box()["height"] < 25  # one line
    page.locator("#throw").click()
    visitor.expect_v(1)


def test_a_finished_game_fits_on_a_telephone(visit):
    """The result says how it ended, in the place of the last sentence; that is back when one looks at earlier moves."""
    visitor = visit(**PHONE)
    visitor.start("mosty")
    page = visitor.page
    play_plies(page, ALL)
    expect(page.locator(".result .verdict")).to_be_visible()
    page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
    again, new = (page.locator(f".result {each}").bounding_box() for each in ("button", "a.button"))
    assert again["y"] == new["y"]
    coach = page.locator("#coach")
    assert coach.bounding_box()["height"] <= 1
    page.locator('.dock [data-act="list"]').click()
    page.locator('.walk [data-act="prev"]').click()
    page.wait_for_function("() => document.getElementById('coach').offsetHeight > 40")


def test_a_full_panel_neither_stretches_the_page_nor_covers_a_player(visit):
    """A long game that is over: numbers, result and a long list beside the tallest board."""
    visitor = visit()
    visitor.start("banglagor")
    page = visitor.page
    play_plies(page, ALL)
    expect(page.locator(".result .verdict")).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 640})
    page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
    side, near = page.locator("#side").bounding_box(), page.locator("#near").bounding_box()
    assert side["y"] + side["height"] <= near["y"] + 1
    board = page.locator("#board svg").bounding_box()
    assert board["y"] + board["height"] <= 640


# --- the computer -----------------------------------------------------------------------------------------------------


def first_plies(page: Page) -> list[tuple[float, int]]:
    """Play a move against the computer; return when how many plies stood in the list, in ms."""
    page.set_default_timeout(PATIENCE_MS)
    page.add_init_script('localStorage.setItem(\'settings\', \'{"motion":"slow","volume":0}\')')
    page.goto("/", wait_until="domcontentloaded")
    page.locator('form:has(input[value="mangala"]) button[value="computer"]').click()
    page.wait_for_selector('[data-zone="a1"].legal')
    expect(page.locator("#far .colour, #near .colour").filter(has_text="is thinking")).to_have_count(0)
    page.evaluate("""() => {
      window.marks = [];
      new MutationObserver(() => window.marks.push([performance.now(), document.querySelectorAll('#log li').length]))
        .observe(document.querySelector('#log'), { childList: true });
    }""")
    page.locator('[data-zone="a1"].legal').click()
    page.wait_for_function("() => window.marks.some(([, count]) => count === 2)", timeout=4 * PATIENCE_MS)
    return page.evaluate("window.marks")


@pytest.mark.long
def test_the_computer_waits_until_the_own_move_has_been_seen(browser, server_with_computer):
    wires: list[object] = []
    marks: list[tuple[float, int]] = []
    for _ in range(5):  # who has been cut off (on a busy machine, say) is shown both moves at once
        wires.clear()
        page = browser.new_page(base_url=server_with_computer)
        page.on("websocket", lambda wire: wires.append(wire))
        marks = first_plies(page)
        page.close()
        if len(wires) == 1:
            break
    assert len(wires) == 1
    first = next(at for at, count in marks if count == 1)
    second = next(at for at, count in marks if count == 2)
    assert second - first >= 600 + 1.9 * 440, "four stones, slowly, then the pause"
