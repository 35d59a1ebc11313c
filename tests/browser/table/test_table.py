"""Actions at a table: choices, reasons of refusals, takebacks, offers, resignation, earlier positions, reconnection."""

import re

import pytest
from playwright.sync_api import expect
from tests.browser.pages.test_pages import SMALL
from tests.browser.scripted_play import play_plies
from tests.browser.table.test_layout import PHONE, WATCH_BOX
from tests.browser.visitor import PATIENCE_MS, READY, Visitor, meet_all_games
from tests.sampling import short_run

from charkoni.web.engine.warm import playable


def test_two_clicks_lead_to_the_first_move(visit):
    visitor = visit()
    visitor.start_at_home("mangala")
    visitor.click("a4")
    visitor.settled(0)
    expect(visitor.page.locator("#log li")).to_have_count(1)


TWO_TAPS = """() => {
  const { send } = WebSocket.prototype;
  const sent = [];
  WebSocket.prototype.send = function (text) {
    sent.push(JSON.parse(text).type);
    send.call(this, text);
  };
  for (const zone of ['a1', 'a2']) {
    document.querySelector(`#board [data-zone="${zone}"]`).dispatchEvent(new MouseEvent('click', { bubbles: true }));
  }
  return sent;
}"""


def test_no_second_move_is_sent_while_one_is_on_its_way(visit):
    visitor = visit()
    visitor.start("mangala")
    assert visitor.page.evaluate(TWO_TAPS) == ["do"]
    visitor.settled(0)
    expect(visitor.page.locator("#log li")).to_have_count(1)
    expect(visitor.page.locator("#board .zone.legal").first).to_be_attached()


BOARD_AND_CHIPS = """() => {
  const box = (each) => { const { x, y, width, height } = each.getBoundingClientRect(); return [x, y, width, height]; };
  window.chips ??= [];
  const chips = [...document.querySelectorAll('#chips .chip')];
  const same = window.chips.length === chips.length && chips.every((chip, i) => chip === window.chips[i]);
  window.chips = chips;
  return { board: box(document.querySelector('#board svg')), chips: chips.map(box), same };
}"""


@pytest.mark.parametrize(
    "size", [pytest.param({"width": 1024, "height": 730}, marks=pytest.mark.long), SMALL], ids=["landscape", "portrait"]
)
def test_nothing_moves_under_the_pointer(visit, size):
    """Space for chips is reserved before they are shown, and a chip under the pointer stays the same element."""
    visitor = visit(viewport=size)
    thrown = {"chips": []}
    while len(thrown["chips"]) < 2:  # with three equal dice the first tap is the whole move
        visitor.start("chaupar")
        board = visitor.page.evaluate(BOARD_AND_CHIPS)["board"]
        visitor.page.locator("#throw").click()
        visitor.page.wait_for_selector("#chips .chip")
        thrown = visitor.page.evaluate(BOARD_AND_CHIPS)
        assert thrown["board"] == board
    bottom = thrown["board"][1] + thrown["board"][3]
    assert all(y >= bottom for _, y, _, _ in thrown["chips"])
    zone = visitor.options()["zones"][0]
    visitor.click(zone)
    visitor.expect_chosen(zone)
    chosen = visitor.page.evaluate(BOARD_AND_CHIPS)
    assert chosen["board"] == board
    visitor.page.locator("#chips .chip").first.hover()
    expect(visitor.page.locator(".layer-ghosts > *").first).to_be_attached()  # the preview has come
    assert visitor.page.evaluate(BOARD_AND_CHIPS) == chosen | {"same": True}


SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((entry) => entry.value)))
  .observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.parametrize("name", short_run(playable(), ("chaupar",)))
def test_a_page_has_its_shape_before_its_script_runs(visit, name):
    """On a telephone boards are upright from the first paint (gate: a layout shift of at most 0.02)."""
    visitor = visit(**PHONE)
    visitor.start(name)
    visitor.page.add_init_script(SHIFTS)
    visitor.page.reload()
    visitor.page.wait_for_selector("#table[data-ready]")
    assert visitor.page.locator("#board > svg").count() == 1
    assert sum(visitor.page.evaluate("window.shifts")) <= 0.02


def test_tapping_a_chosen_zone_clears_it(visit):
    visitor = visit()
    visitor.start("focus")
    visitor.click("d6")
    visitor.expect_chosen("d6")
    visitor.click("d6")
    visitor.expect_chosen()


def test_another_piece_can_be_chosen_at_once(visit):
    visitor = visit()
    visitor.start("focus")
    visitor.click("d6")
    visitor.click("b3")
    visitor.expect_chosen("b3")


def test_a_tap_beside_the_board_and_escape_clear_the_choice(visit):
    visitor = visit()
    visitor.start("focus")
    visitor.click("d6")
    visitor.page.keyboard.press("Escape")
    visitor.expect_chosen()


def test_a_piece_can_be_dragged(visit):
    visitor = visit()
    visitor.start("focus")
    visitor.page.mouse.move(*visitor.middle("d6"))
    visitor.page.mouse.down()
    visitor.page.mouse.move(*visitor.middle("e6"), steps=5)
    visitor.page.mouse.up()
    visitor.settled(0)
    expect(visitor.page.locator("#log button").first).to_have_text("d6-e6:1")


def test_sliding_corrects_the_target(visit):
    visitor = visit()
    visitor.start("mangala")
    visitor.page.mouse.move(*visitor.middle("b2"))
    visitor.page.mouse.down()
    visitor.page.mouse.move(*visitor.middle("a1"), steps=5)
    visitor.page.mouse.up()
    visitor.settled(0)
    expect(visitor.page.locator("#log button").first).to_have_text("1")


def test_a_second_tap_sends_the_move_when_wanted(visit):
    visitor = visit(settings={"confirm": "true"})
    visitor.start("mangala")
    visitor.click("a2")
    expect(visitor.page.locator("#coach")).to_have_attribute("data-mood", "ready")
    visitor.expect_v(0)
    visitor.click("a2")
    visitor.settled(0)


SHAKEN = """() => new MutationObserver((_, observer) => {
  if (!document.querySelector(".layer-over .refused")) return;
  document.body.dataset.shaken = "yes";
  observer.disconnect();
}).observe(document.querySelector(".layer-over"), { childList: true })"""
"""Keeps that a zone was shaken, which is over in half a second."""


def test_a_refused_tap_shakes_its_zone_and_is_explained_with_its_rule(visit):
    visitor = visit()
    visitor.start("mangala")
    visitor.page.evaluate(SHAKEN)
    visitor.click("b3")
    expect(visitor.page.locator("body[data-shaken]")).to_be_attached()
    expect(visitor.page.locator("#coach")).to_have_attribute("data-mood", "refused")
    expect(visitor.page.locator("#coach a")).to_have_attribute("href", re.compile(r"^/rules/mangala#M\d+$"))


def test_a_typed_move_is_played_and_a_wrong_one_explained(visit):
    visitor = visit()
    visitor.start("mangala")
    visitor.page.keyboard.press("/")
    visitor.page.locator("#type-move").fill("9")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("#type-error")).not_to_be_empty()
    visitor.page.locator("#type-move").fill("3")
    visitor.page.keyboard.press("Enter")
    visitor.settled(0)


def test_keys_list_the_moves_and_repeat_the_last_sentence(visit):
    visitor = visit()
    visitor.start("mangala")
    visitor.page.keyboard.press("m")
    expect(visitor.page.locator("#moves-list button")).to_have_count(6)
    visitor.page.locator("#moves-list button").nth(1).click()
    visitor.settled(0)
    visitor.page.keyboard.press("l")
    visitor.expect_sentence("sows hole 2")
    visitor.page.keyboard.press("?")
    expect(visitor.page.locator("#help")).to_be_visible()


def test_a_move_can_be_taken_back(visit):
    visitor = visit()
    visitor.start("mangala")
    visitor.click("a1")
    visitor.settled(0)
    visitor.page.locator('[data-act="undo"]').click()
    visitor.settled(1)
    expect(visitor.page.locator("#log li")).to_have_count(0)


def test_earlier_positions_can_be_viewed_and_other_moves_tried(visit):
    visitor = visit()
    visitor.start("mangala")
    for v, zone in enumerate(("a1", "b2", "a3")):
        visitor.click(zone)
        visitor.settled(v)
    page = visitor.page
    page.locator('.walk [data-act="prev"]').click()
    expect(page.locator("#back")).to_be_visible()
    page.wait_for_selector('#board .zone.legal[data-zone=a3][aria-label*="5 stones"]')  # the position before
    visitor.click("a4")
    expect(page.locator("#log .line")).to_contain_text("1: 4")
    page.locator('#back [data-act="live"]').click()
    expect(page.locator("#back")).to_be_hidden()
    visitor.expect_v(3)


IN_SIGHT = """(ply) => {
  const marked = document.querySelector('#log [aria-current]');
  const [box, list] = [marked.getBoundingClientRect(), document.querySelector('.log-box').getBoundingClientRect()];
  return marked.dataset.value === ply && box.top >= list.top && box.bottom <= list.bottom;
}"""


def test_the_list_of_moves_follows_the_game(visit):
    """Its end is visible while the game goes on; an earlier position scrolls its ply into view."""
    visitor = visit(viewport={"width": 1024, "height": 600})
    visitor.start("gana")
    for plies in (90, 1):
        play_plies(visitor.page, plies)
    expect(visitor.page.locator("#log li")).to_have_count(91)
    assert visitor.page.evaluate(
        "document.querySelector('#log').clientHeight > document.querySelector('.log-box').clientHeight"
    )
    visitor.page.wait_for_function(IN_SIGHT, arg="91")
    visitor.page.locator('#log [data-value="2"]').dispatch_event("click")
    visitor.page.wait_for_function(IN_SIGHT, arg="2")
    visitor.page.locator('.walk [data-act="live"]').click()
    visitor.page.wait_for_function(IN_SIGHT, arg="91")


def test_the_seat_is_kept_on_reload_and_in_a_second_tab(visit):
    visitor = visit()
    visitor.start("mangala")
    visitor.click("a1")
    visitor.settled(0)
    visitor.page.reload(wait_until="domcontentloaded")
    visitor.ready()
    assert visitor.options()["zones"], "still the seat of who may move"
    second = visitor.page.context.new_page()
    second.goto(visitor.page.url)
    second.wait_for_function(READY)
    visitor.click("b1")
    expect(second.locator("#log li")).to_have_count(2)


def test_a_lost_connection_is_shown_and_restored(visit):
    visitor = visit()
    visitor.start("mangala")
    visitor.page.evaluate("window.dispatchEvent(new Event('online'))")  # makes a new socket
    visitor.click("a1")
    visitor.settled(0)
    visitor.page.context.set_offline(True)
    visitor.page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(visitor.page.locator("#banner")).to_be_visible()
    visitor.page.context.set_offline(False)
    expect(visitor.page.locator("#banner")).to_be_hidden()
    visitor.errors[:] = [error for error in visitor.errors if "net::ERR_" not in error]  # those of the lost connection


def test_two_people_meet_by_an_invitation_and_agree_on_a_draw(visit):
    """On telephones, where the invitation, long sentences and the offer find their place without moving the board."""
    one, two = visit(**PHONE), visit(**PHONE)
    one.start("mosty", "friend")
    one.page.evaluate(WATCH_BOX)
    expect(one.page.locator(".invite button")).to_be_in_viewport(ratio=1)
    link = one.page.locator(".invite input").input_value()
    two.page.goto(link)
    two.page.locator("form.join button").first.click()
    two.ready()
    # One of them is to move, the other one sees whose turn it is.
    for each in (one, two):
        expect(each.page.locator("#table")).to_have_attribute("data-turn", re.compile("mine|open"))
    expect(one.page.locator(".invite")).to_have_count(0)
    is_first = one.page.locator("#table").get_attribute("data-turn") == "mine"
    mover, other = (one, two) if is_first else (two, one)
    for v in range(2):
        zones = mover.options()["zones"]
        expect(other.page.locator("#board .zone.legal")).to_have_count(0)  # the trie goes only to who decides
        mover.click(zones[len(zones) // 2])
        mover.settled(v)
        other.settled(v)
        mover, other = other, mover
    other.page.locator('.dock [data-act="draw"]').click()
    other.page.locator("#confirm-yes").click()
    expect(mover.page.locator('.notices [data-act="yes"]')).to_be_in_viewport(ratio=1)
    for each in (one, two):
        assert each.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert len(one.page.evaluate("[...window.boxes]")) == 1
    mover.page.locator('.notices [data-act="yes"]').click()
    for each in (one, two):
        expect(each.page.locator("#ending-title")).to_have_text("A draw")
    before = one.page.url
    other.page.locator('#ending [data-act="rematch"]').click()
    mover.page.locator('#ending [data-act="yes"]').click()
    for each in (one, two):  # both are moved to the new table
        each.page.wait_for_url(lambda url: "/g/" in url and url != before)
        each.ready()


def test_a_premove_is_played_in_the_own_turn(visit):
    one, two = visit(), visit()
    one.start("mosty", "friend")
    two.page.goto(one.page.locator(".invite input").input_value())
    two.page.locator("form.join button").first.click()
    two.ready()
    one.page.wait_for_selector("#board .zone.legal, #table[data-turn=open]")
    mover, other = (one, two) if one.options()["zones"] else (two, one)
    zones = mover.options()["zones"]
    other.click(zones[3])
    expect(other.page.locator(".layer-ghosts .premove").first).to_be_attached()
    other.page.keyboard.press("Escape")
    expect(other.page.locator(".layer-ghosts .premove")).to_have_count(0)
    other.click(zones[3])
    other.click(zones[0])  # another choice: the last one counts
    other.expect_sentence("Saved for your turn")
    mover.click(zones[-1])
    for each in (mover, other):
        each.expect_v(2)
    assert other.page.locator("#log button").last.inner_text() == zones[0]


@pytest.mark.long  # its twin is the test after the next one
def test_a_game_alone_has_resign_in_its_menu_only(visit):
    visitor = visit()
    visitor.start_with_plies()
    for act in ("draw", "resign", "list"):  # the list of moves is always in sight here
        expect(visitor.page.locator(f'.dock [data-act="{act}"]')).to_be_hidden()
    assert visitor.page.locator('#menu a[href^="/analysis"]').count() == 0  # a game that goes on is not analysed


@pytest.mark.long  # names are in the page of the server, too
def test_people_side_by_side_have_names(visit):
    visitor = visit()
    visitor.start("mangala", name0="Ada", name1="Ben")
    expect(visitor.page.locator("#near .name")).to_have_text("Ada")
    expect(visitor.page.locator("#far .name")).to_have_text("Ben")
    expect(visitor.page.locator("#near .colour")).to_have_text("Red")


def test_resigning_asks_first(visit):
    visitor = visit()
    visitor.start("mangala")
    for v, zone in enumerate(("a1", "b1")):
        visitor.click(zone)
        visitor.settled(v)
    visitor.page.locator('.dock [data-act="menu"]').click()
    visitor.page.locator('#menu [data-act="resign"]').click()
    expect(visitor.page.locator("#confirm")).to_be_visible()
    visitor.page.locator("#confirm-yes").click()
    expect(visitor.page.locator("#ending-title")).to_be_visible()
    expect(visitor.page.locator("#board .zone.legal, .layer-marks .may")).to_have_count(0)


def test_the_board_turns_to_who_moves_behind_a_curtain(visit):
    visitor = visit(settings={"flip": '"turn"', "curtain": "true"})
    visitor.start("mangala")
    visitor.click("a1")
    expect(visitor.page.locator("#curtain")).to_be_visible()
    visitor.page.locator("#curtain button").click()
    expect(visitor.page.locator("#near .strip")).to_have_attribute("data-seat", "1")


def test_clocks_are_shown_and_run(visit):
    visitor = visit()
    visitor.start_at_home("mangala", clock="3+2")
    expect(visitor.page.locator("#clock-0")).to_have_text("3:00")
    for v, zone in enumerate(("a1", "b1")):
        visitor.click(zone)
        visitor.settled(v)
    clock = visitor.page.locator(".strip.turn .clock")
    expect(clock).to_have_text(re.compile(r"\d:\d\d"))
    expect(clock).not_to_have_text(clock.inner_text())


@pytest.mark.parametrize("lang", short_run(("ru", "tr"), ("tr",)))
def test_the_table_is_translated(visit, lang):
    visitor = visit(locale=lang)
    visitor.start("mangala")
    assert visitor.page.locator("html").get_attribute("lang") == lang
    expect(visitor.page.locator("#coach")).not_to_be_empty()
    expect(visitor.page.locator("#coach")).not_to_contain_text("Choose a hole to sow from.")


def test_motion_ends_in_the_same_position(visit):
    visitor = visit(settings={"motion": '"slow"'}, reduced_motion="no-preference")
    visitor.start("mangala")
    visitor.click("a4")
    visitor.page.wait_for_function("() => document.getAnimations().some((each) => each.playState === 'running')")
    visitor.page.keyboard.press("Escape")
    assert visitor.page.evaluate("document.getAnimations().every((each) => !each.effect.target.matches('.fx'))")
    visitor.settled(0)
    shown = "[...document.querySelectorAll('.layer-nodes .node')].map((each) => each.outerHTML).join('')"
    after_motion = visitor.page.evaluate(shown)
    visitor.page.reload(wait_until="domcontentloaded")
    visitor.ready()
    assert visitor.page.evaluate(shown) == after_motion


@pytest.mark.long
def test_the_computer_answers(browser, server_with_computer):
    page = browser.new_page(base_url=server_with_computer)
    meet_all_games(page.context, server_with_computer)
    Visitor(page).start_at_home("mangala", "computer")
    page.locator('[data-zone="a1"].legal').click()
    page.wait_for_function("() => document.querySelectorAll('#log li').length >= 2", timeout=4 * PATIENCE_MS)
    page.close()
