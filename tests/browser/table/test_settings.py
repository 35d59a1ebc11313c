"""The settings of a device, each by its effect on the table."""

from playwright.sync_api import expect

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
RECORD_SOUNDS = """
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
"""
MARKS = "() => [...new Set([...document.querySelectorAll('.layer-marks .may .light')].map((each) => each.tagName))]"
"""The shapes that mark what may be chosen: rings round the feet of pieces, in the flat set the shapes of zones."""
CHOOSE_FLAT = """() => {
  localStorage.setItem('settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('settings')), pieces: 'flat' }));
  dispatchEvent(new Event('settings'));
}"""


def test_quick_moves_play_what_is_left(visit):
    visitor = visit(settings={"quick": "true"})
    visitor.start("focus")
    zones = visitor.options()["zones"]
    assert "d6" in zones
    assert visitor.page.evaluate(MARKS) == ["ellipse"]
    visitor.page.evaluate(CHOOSE_FLAT)
    assert visitor.page.evaluate(MARKS) == ["rect"]
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
    expect(visitor.page.locator(".layer-marks .may").first).to_be_hidden()
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
