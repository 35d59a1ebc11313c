"""A classroom for everybody: its pages without accessibility faults, and a teacher who has only a keyboard."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.pages.test_classroom import SLOW_MS, contexts, lesson, tap
from tests.browser.pages.test_pages import faults, overflows

from charkoni.analysis.puzzles import puzzle_set

__all__ = ["contexts", "lesson"]

MOST_STOPS = 90
"""How often Tab is pressed at most: all stops of the teacher's page with its panels closed."""


FOCUSED = """() => {
  const at = document.activeElement;
  return at === document.body ? '' : at.innerText || at.value;
}"""


def expect_good(page: Page, axe: str, what: str) -> None:
    """Check a page by axe in two themes, and that it fits the width of the screen."""
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        assert faults(page, axe) == [], (what, theme)
    assert not overflows(page), what


def focus(page: Page, target: Locator) -> None:
    """Press Tab until an element has the focus."""
    expect(target).to_be_visible(timeout=SLOW_MS)
    for _ in range(MOST_STOPS):
        if target.evaluate("each => each === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {target}")


def press(page: Page, target: Locator, key: str = "Enter") -> None:
    focus(page, target)
    page.keyboard.press(key)


def focused(page: Page) -> str:
    """Return the text, or the value, of the element that has the focus; "" for none."""
    return str(page.evaluate(FOCUSED))


@pytest.mark.long
def test_a_lesson_given_by_keyboard_on_pages_without_faults(
    lesson: str, contexts: Callable[..., Page], axe: str
) -> None:
    teacher = contexts("en", 1400)

    def button(name: str) -> Locator:
        return teacher.get_by_role("button", name=name, exact=True)

    def panel(title: str) -> Locator:
        return teacher.locator("summary", has_text=re.compile(f"^{title}$"))

    teacher.goto(f"{lesson}/class")
    expect_good(teacher, axe, "the entry of the teacher")
    press(teacher, button("Open a classroom"))
    expect(teacher.locator("#room")).to_be_visible()
    hall = teacher.context.new_page()
    hall.goto(f"{teacher.url}/screen")
    expect_good(hall, axe, "the way in")
    word = hall.locator("h1 span").inner_text()
    ann, ben = contexts("en", 360), contexts("tr", 360)
    for name, phone in (("Ann", ann), ("Ben Featherstonehaugh", ben)):
        phone.goto(f"{lesson}/r/{word}")
        expect_good(phone, axe, "the entry of a pupil")
        phone.locator("[name=name]").fill(name)
        phone.keyboard.press("Enter")
    expect(teacher.locator(".asking label")).to_have_count(2, timeout=SLOW_MS)
    expect_good(teacher, axe, "pupils who ask")
    # Who asks meanwhile does not take the focus away from what the teacher is about to press.
    focus(teacher, teacher.get_by_role("link", name="Hall screen"))
    late = contexts("ru", 360)
    late.goto(f"{lesson}/r/{word}")
    late.locator("[name=name]").fill("Вера")
    late.keyboard.press("Enter")
    expect(teacher.locator(".asking label")).to_have_count(3, timeout=SLOW_MS)
    assert focused(teacher) == "Hall screen"
    press(teacher, button("Let in"))
    for phone in (ann, ben, late):
        expect(phone.locator("[data-why=free]")).to_be_visible(timeout=SLOW_MS)
    expect_good(ann, axe, "a pupil who waits")
    assert focused(teacher) == "Play each other", "the button is gone: the focus is on what comes next"

    # Names, with levels; one pupil is ticked and taken out.
    press(teacher, panel("Room and pupils"))
    focus(teacher, teacher.locator("[name=names]"))
    teacher.keyboard.type("Dan 7")
    press(teacher, button("Add"))
    dan = teacher.locator("label.pupil", has_text="Dan")
    expect(dan).to_be_visible()
    assert focused(teacher) == "Room and pupils", "a panel that has closed leaves the focus at its title"
    press(teacher, dan.locator("input"), "Space")
    press(teacher, panel("Room and pupils"))
    expect_good(teacher, axe, "the panel of the room")
    press(teacher, button("Take out who is ticked"))
    expect(dan).to_have_count(0)

    # A position of another game, set up on the study page; its games, and the question about it.
    position = str(puzzle_set("gana")[0].position)
    teacher.goto(f"{lesson}/study/gana?position={position}")
    press(teacher, button("Give to the class"))
    expect(teacher.get_by_text("Games begin from this position.")).to_be_visible(timeout=SLOW_MS)
    expect_good(teacher, axe, "a position")
    press(teacher, panel("Play each other"))
    press(teacher, teacher.locator("button[value=pair]"))
    expect(teacher.locator(".mini-board svg")).to_have_count(2, timeout=SLOW_MS)
    expect_good(teacher, axe, "boards")
    press(teacher, teacher.locator(".set-up button", has_text="Ask all"))
    ann.wait_for_url(re.compile("/class/question"), timeout=SLOW_MS)
    expect(ann.locator("#puzzle[data-ready]")).to_be_visible(timeout=SLOW_MS)
    expect_good(ann, axe, "the question of a pupil")
    tap(ann, "e3")
    ann.locator("#stage .chip, #stage .zone.legal").first.click(force=True)
    expect(hall.locator(".hall-count")).to_have_text("Answers: 1 of 3", timeout=SLOW_MS)
    expect_good(hall, axe, "answers")
    press(teacher, button("Show the answer"))
    expect(hall.locator(".screen")).to_have_attribute("data-mode", "answer", timeout=SLOW_MS)
    expect_good(hall, axe, "the right answer")
    press(teacher, button("End the question"))
    ann.wait_for_url(re.compile("/g/"), timeout=SLOW_MS)
    press(teacher, button("Standings on the screen"))
    expect(hall.locator(".hall-standings")).to_be_visible(timeout=SLOW_MS)
    expect_good(hall, axe, "standings")
    press(teacher, button("Stop all"))
    expect(ann.locator("[data-why=stopped]")).to_be_visible(timeout=SLOW_MS)
    expect_good(ann, axe, "a pupil who looks at the teacher")
    press(teacher, button("Go on, all"))
    ann.wait_for_url(re.compile("/g/"), timeout=SLOW_MS)
    expect(teacher.locator("[name=lesson] option").first).to_have_attribute("value", "gana/1")
    press(teacher, panel("Room and pupils"))
    focus(teacher, teacher.locator("[name=game]"))
    teacher.keyboard.type("Mosty")
    press(teacher, teacher.locator("button[value=game]"))
    expect(teacher.locator("[name=lesson] option").first).to_have_attribute("value", "mosty/1", timeout=SLOW_MS)
    press(teacher, panel("End the lesson"))
    press(teacher, button("Remove everything"))
    expect(button("Open a classroom")).to_be_visible(timeout=SLOW_MS)
    teacher.goto(f"{lesson}/study/gana")
    expect(button("Give to the class")).to_be_hidden()
