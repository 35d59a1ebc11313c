"""A whole event in the browser: arbiters at the desk, players with phones, spectators."""

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect
from tests.browser.pages.test_pages import SMALL, faults, overflows
from tests.browser.visitor import Visitor

NAMES = ("Жүсіпбекова Айгүл", "İlkay Iğdır", "<b>Bold</b> Bob", "Иванов Иван", "Çağla Güneş", "O'Brien & Sons")


def names(count: int) -> list[str]:
    return [NAMES[i % 6] + (f" {i}" if i >= 6 else "") for i in range(count)]


MARK_LAST = """async () => {
  const form = [...document.querySelectorAll('#people .person form')].at(-1);
  const body = new URLSearchParams(new FormData(form, form.querySelector('button')));
  await fetch(form.action, { method: 'POST', body, headers: { accept: 'application/json' } });
}"""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Chief:
    """The chief arbiter's browser."""

    def __init__(self, visitor: Visitor, people: list[str], rounds: int) -> None:
        self.visitor, self.page, self.people, self.rounds = visitor, visitor.page, people, rounds
        visitor.visit("/events/new")
        self.page.get_by_label("Name of the event").fill("Кубок Иссык-Куля")
        self.page.get_by_label("Your name, as chief arbiter").fill("Dana")
        self.page.get_by_role("button", name="Begin").click()
        self.page.wait_for_url("**/desk")
        self.base = self.page.url.removesuffix("/desk")

    def enter_all(self) -> None:
        self.page.goto(self.base + "/desk/entries")
        lines = [f"{name};{2000 - place}" for place, name in enumerate(self.people)]
        self.page.locator("textarea[name=list]").fill("\n".join(["name;rating", *lines]))
        self.page.get_by_role("button", name="Look at it first").click()
        self.page.get_by_role("button", name="Enter all of them").click()
        expect(self.page.locator("#people .person")).to_have_count(len(self.people))
        self.press_while_the_list_changes()
        away = self.page.locator("#people .person.away")
        for count in (2, 1):
            expect(away).to_have_count(count)
            away.locator("button").first.click()
        expect(away).to_have_count(0)

    def press_while_the_list_changes(self) -> None:
        """Mark the first person as absent by a press during which a colleague marks the last one."""
        self.page.locator("#people .person button").first.hover()
        self.page.mouse.down()
        with self.page.expect_response(self.page.url) as fresh:
            self.page.evaluate(MARK_LAST)
        fresh.value.finished()
        self.page.evaluate(TWO_FRAMES)
        self.page.mouse.up()

    def close_list(self) -> None:
        self.page.goto(self.base + "/desk")
        self.page.get_by_label("Rounds").fill(str(self.rounds))
        self.page.get_by_role("button", name="Close the list and draw lots").click()

    def publish(self, number: int) -> None:
        self.page.get_by_role("button", name=f"Pair round {number}").click()
        self.page.get_by_role("button", name=f"Publish round {number}").click()
        self.page.get_by_role("button", name=f"Start the clock of round {number}").click()
        expect(self.page.get_by_role("heading", name=f"Round {number} is being played")).to_be_visible()

    def tables(self) -> list[int]:
        rows = self.page.locator(".desk-row:not(.is-bye)")
        return [int(row.get_attribute("data-row") or 0) for row in rows.all()]

    def missing(self) -> list[int]:
        rows = self.page.locator(".desk-row:is(.is-open, .is-reported, .is-disputed)")
        return [int(row.get_attribute("data-row") or 0) for row in rows.all()]

    def type_results(self, tables: list[int], results: str = "1=0") -> None:
        box = self.page.locator("#quick")
        for place, table in enumerate(tables):
            box.fill(f"{table} {results[place % len(results)]}")
            box.press("Enter")
            expect(self.page.locator(f'[data-row="{table}"]')).to_have_class(re.compile("is-done"))

    def close_round(self, number: int) -> None:
        self.page.get_by_role("button", name=f"Close round {number}").click()
        expect(self.page.get_by_role("heading", name=f"Round {number} is closed")).to_be_visible()

    def link_of(self, path: str, place: int = 0) -> str:
        """Return a link from a field of the desk."""
        page = self.page.context.new_page()
        page.goto(self.base + path)
        found = page.locator("input[data-select]").nth(place).input_value()
        page.close()
        return found


def reports(chief: Chief, visit: Callable[..., Visitor], table: int, first: str, second: str) -> None:
    """Let the two players of a table open their links, and each report a result."""
    page = chief.page.context.new_page()
    page.goto(chief.base + f"/round/{chief_round(chief)}/board/{table}")
    links = [link.get_attribute("href") or "" for link in page.locator(".versus a").all()]
    page.close()
    for link, word in zip(links, (first, second), strict=True):
        visitor = visit(viewport=SMALL)
        visitor.page.goto(chief.link_of("/desk/entry/" + link.rsplit("/", 1)[1]))
        visitor.page.get_by_role("button", name="That is me").click()
        visitor.page.get_by_role("button", name=word, exact=True).click()
        expect(visitor.page.locator("#mine")).to_contain_text(re.compile("reported|Result"))
        assert not overflows(visitor.page)


def chief_round(chief: Chief) -> int:
    heading = chief.page.locator(".round-bar h1").inner_text()
    return int(re.findall(r"\d+", heading)[0])


PAGES = (
    *("", "/round/1", "/standings", "/cross", "/entry/1", "/entry/1/why/BH-C1", "/why?round=2&table=1", "/log"),
    *("/desk", "/desk/entries", "/desk/settings", "/desk/papers", "/desk/entry/1"),
)
KINDS_OF_PAGES = ("/round/1", "/desk/entries")


def play_event(visit: Callable[..., Visitor], axe: str, count: int, rounds: int, paths: Sequence[str]) -> Page:
    chief = Chief(visit(), names(count), rounds)
    chief.enter_all()
    chief.close_list()
    colleague, guest = visit(), visit(viewport=SMALL)
    colleague.page.goto(chief.link_of("/desk/staff", 1))
    colleague.page.get_by_label("Your name").fill("Arman")
    colleague.page.get_by_role("button", name="I will").click()
    for number in range(1, rounds + 1):
        chief.publish(number)
        if number == 1:
            reports(chief, visit, 1, "I won", "I lost")
            expect(chief.page.locator('[data-row="1"]')).to_have_class(re.compile("is-done"))
            reports(chief, visit, 2, "I won", "I won")
            expect(chief.page.locator('[data-row="2"]')).to_have_class(re.compile("is-disputed"))
            guest.page.goto(chief.base + "/round/1")
        table = chief.missing()[-1]
        button = colleague.page.locator(f'[data-row="{table}"] button[value="="]')
        button.click()
        expect(chief.page.locator(f'[data-row="{table}"]')).to_have_class(re.compile("is-done"))
        chief.type_results(chief.missing())
        chief.close_round(number)
    expect(guest.page.locator("#phase")).not_to_contain_text("is being played")
    chief.page.get_by_role("button", name="Finish the event").click()
    expect(guest.page.locator("#phase")).to_contain_text("Finished")
    guest.page.goto(chief.base + "/standings")
    assert not overflows(guest.page)
    chief.visitor.errors[:] = [error for error in chief.visitor.errors if "409" not in error]
    found = {}
    for path in paths:
        chief.page.goto(chief.base + path)
        found[path] = faults(chief.page, axe)
    assert [(path, each) for path, each in found.items() if each] == []
    chief.page.goto(chief.base + "/standings")
    return chief.page


def points(page: Page) -> list[float]:
    return [float(cell) for cell in page.locator(".ranks tbody td:nth-child(5)").all_inner_texts()]


@pytest.mark.parametrize("rounds", [1, pytest.param(2, marks=pytest.mark.long)])
def test_an_event_of_six(visit, axe, rounds):
    page = play_event(visit, axe, 6, rounds, KINDS_OF_PAGES)
    found = points(page)
    assert len(found) == 6 and sum(found) == 3 * rounds
    assert found == sorted(found, reverse=True)
    expect(page.locator(".ranks")).to_contain_text("<b>Bold</b> Bob")


OBSERVE_FOCUS = """async () => {
  document.body.innerHTML = '<div data-away="/t/x/me/away" data-game="g1"></div>';
  Object.assign(window, { sent: [], at: 1e6, has: true });
  navigator.sendBeacon = (to, body) => sent.push([to, body.get("game"), body.get("seconds"), body.get("csrf") !== ""]);
  Date.now = () => at;
  document.hasFocus = () => has;
  await import(new URL("table/focus_loss.js", document.querySelector("link[rel=stylesheet]").href).href);
}"""
LOSE_FOCUS = """([ms, end]) => {
  has = false;
  dispatchEvent(new Event("blur"));
  at += ms / 2;
  document.dispatchEvent(new Event("visibilitychange"));
  at += ms / 2;
  has = true;
  dispatchEvent(new Event(end));
  return sent.splice(0);
}"""


def test_focus_losses_are_reported_when_they_end(visit):
    visitor = visit()
    visitor.page.goto("/about")
    visitor.page.evaluate(OBSERVE_FOCUS)
    assert visitor.page.evaluate(LOSE_FOCUS, [4900, "focus"]) == []
    assert visitor.page.evaluate(LOSE_FOCUS, [7000, "focus"]) == [["/t/x/me/away", "g1", "7", True]]
    assert visitor.page.evaluate(LOSE_FOCUS, [20_000, "pagehide"]) == [["/t/x/me/away", "g1", "20", True]]
    assert visitor.page.evaluate(LOSE_FOCUS, [5000, "focus"]) == [["/t/x/me/away", "g1", "5", True]]


@pytest.mark.long
def test_an_event_of_35_over_7_rounds(visit, axe):
    page = play_event(visit, axe, 35, 7, PAGES)
    found = points(page)
    assert len(found) == 35 and sum(found) == 7 * 18  # 17 games and a bye in each round
