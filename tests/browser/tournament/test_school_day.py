"""A school event of ten pupils in sets of five in the browser: desk, slips, a phone, hall, tables, booklet, report."""

import contextlib
import re

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.tournament.test_whole_day import Hall, RestartableServer, own_server
from tests.tournament.printed import PUPILS

from charkoni.tournament.formats.trf.reader import read
from charkoni.tournament.verify import rounds

__all__ = ["own_server"]  # a fixture
pytestmark = pytest.mark.long

ADDRESS = "http://192.168.1.20:8000"
SCORES = ("3:1", "2,5:2,5", "0:3", "3.5:0.5", "1½:3½")
LIST = "\n".join(
    ["Ad;Doğum;Kulüp", *(f"{name} Öğrenci;{2012 + n % 3};{n % 2 + 4}. sınıf" for n, name in enumerate(PUPILS))]
)


class School(Hall):
    """A teacher at the desk, and a pupil's phone."""

    def create(self) -> None:
        page = self.chief
        page.goto("/events/new")
        page.get_by_label("Name of the event").fill("Okul Turnuvası")
        page.get_by_label("Games of a round").select_option(label="five sets")
        page.get_by_label("Venue").fill("Ankara")
        page.get_by_label("Your name, as chief arbiter").fill("Şule Hanım")
        page.get_by_label("Seed from dice in the hall").fill("1-2-3-4")
        self.seen(page, "s1-new")
        page.get_by_role("button", name="Begin", exact=True).click()
        page.wait_for_url("**/desk")
        self.base = page.url.removesuffix("/desk")
        self.desk(page, "/settings")
        expect(page.locator("main")).to_contain_text("150 minutes")
        page.get_by_label("Minutes for each player").fill("6")
        page.get_by_label("Minutes of a round in all").fill("60")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator("#message")).to_have_text("Saved.")
        self.desk(page, "/settings")
        expect(page.locator("main")).not_to_contain_text("A round may last")
        self.seen(page, "s2-settings")
        self.desk(page, "/entries")
        page.locator("textarea[name=list]").fill(LIST)
        page.get_by_role("button", name="Look at it first").click()
        expect(page.locator("table.grid tbody tr")).to_have_count(10)
        page.get_by_role("button", name="Enter all of them").click()
        expect(page.locator("#people .person")).to_have_count(10)
        self.desk(page)
        page.get_by_label("Rounds").fill("4")
        page.get_by_role("button", name="Close the list and draw lots").click()
        expect(page.get_by_role("button", name="Pair round 1")).to_be_visible()

    def slips(self) -> None:
        """Print the slips; a pupil opens the code of the own one and reports the score of the match."""
        page, phone = self.chief, self.phones[0]
        self.desk(page, "/papers")
        page.get_by_label("Address in codes").fill(ADDRESS)
        page.get_by_role("button", name="Print this address").click()
        self.seen(page, "s3-papers")
        for language in ("tr", "kk"):
            page.goto(f"{self.base}/desk/print/slips?round=1&lang={language}")
            expect(page.locator(".slip")).to_have_count(5)
            self.look(page, f"s3-slips-{language}")
        text = page.context.request.get(f"{self.base}/desk/print/slips.txt?round=1&lang=tr").text()
        code = re.search(rf"{ADDRESS}(/t/\S+?/round/1/board/1\?player=\d+&key=\S+)", text)
        assert code, text
        phone.goto(code[1])
        self.seen(phone, "s3-phone")
        fields = phone.locator("input[name=first-stones], input[name=second-stones]")
        fields.nth(0).fill("3")
        fields.nth(1).fill("1")
        phone.get_by_role("button", name="Report the score of the match").first.click()
        expect(phone.locator("#table")).to_contain_text("reported")
        self.seen(phone, "s3-phone-reported")
        self.desk(page)
        expect(page.locator('[data-row="1"]')).to_have_class(re.compile("is-reported"))

    def round_of_sets(self, number: int) -> None:
        self.pair(number)
        self.publish(number)
        if number == 1:
            self.slips()
            page = self.phones[1]
            page.goto(self.base + "/screen")
            self.seen(page, "s4-hall-360")
            self.arbiter.goto(self.base + "/screen")
            self.seen(self.arbiter, "s4-hall")
            box = self.chief.locator("#quick")
            box.fill("2 2:1")
            box.press("Enter")
            expect(self.chief.locator("main")).to_contain_text("over with 3 points of a side")
            self.seen(self.chief, "s4-refused")
        self.desk(self.chief)
        box = self.chief.locator("#quick")
        box.fill("  ".join(f"{table} {SCORES[(table + number) % 5]}" for table in range(1, 6)))
        box.press("Enter")
        expect(self.chief.locator("#bar .count")).to_contain_text("All results are in.")
        self.seen(self.chief, f"s5-results-{number}")
        self.close(number)

    def tables(self) -> None:
        for path in ("", "/round/4", "/standings", "/cross", "/entry/1", "/regulations", "/entry/2/why/GP", "/log"):
            for page, size in ((self.arbiter, "1280"), (self.phones[0], "360")):
                page.goto(self.base + path)
                self.seen(page, f"s6{path.replace('/', '-')}-{size}")
        for language in ("kk", "ky"):
            for path in ("", "/screen", "/why?round=2&table=1", "/log", "/cross", "/entry/1"):
                for page, size in ((self.arbiter, "1280"), (self.phones[0], "360")):
                    page.goto(f"{self.base}{path}{'&' if '?' in path else '?'}lang={language}")
                    expect(page.locator("html")).to_have_attribute("lang", language)
                    self.seen(page, f"s8-{language}{re.sub('[^a-z0-9]+', '-', path)}-{size}")
        self.arbiter.goto(self.base + "/cross")
        expect(self.arbiter.locator("main")).to_contain_text("3½:½")
        self.arbiter.goto(self.base + "/regulations")
        expect(self.arbiter.locator("main")).to_contain_text("at most 5 sets")
        for sheet in ("regulations", "standings", "cross", "diplomas"):
            self.chief.goto(f"{self.base}/desk/print/{sheet}")
        self.arbiter.goto(f"{self.base}/print/regulations?lang=tr")
        self.look(self.arbiter, "s7-booklet")


def test_a_school_event_of_ten_pupils_in_sets_of_five(browser: Browser, own_server: RestartableServer) -> None:
    school = School(browser, own_server)
    with contextlib.ExitStack() as stack:
        for context in school.contexts:
            stack.callback(context.close)
        school.create()
        for number in range(1, 5):
            school.round_of_sets(number)
        school.chief.get_by_role("button", name="Finish the event").click()
        expect(school.chief.locator("#bar")).to_contain_text("A final of the best")
        school.tables()
        report = school.chief.context.request.get(f"{school.base}/file/trf26").text()
        assert [error for error in school.errors if "409" not in error] == []  # the score that is refused
    state = read(report).tournament
    assert state.settings.games == "sets-of-5" and len(state.entries) == 10
    verdicts = list(rounds(state))
    assert len(verdicts) == 4 and all(verdict.is_plain for verdict in verdicts)
    halves = [board.result.games for board in state.rounds[0].boards if board.result]
    assert sorted(sum(games) for games in halves if games) == [6, 8, 8, 10, 10]
