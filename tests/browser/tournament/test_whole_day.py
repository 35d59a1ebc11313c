"""The whole day of an event of 24 with a final, at the desk and on phones, with all that goes wrong in a hall."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import SERVER
from tests.browser.pages.test_pages import SMALL, overflows
from tests.browser.visitor import PATIENCE_MS
from tests.browser.webdriver import end
from tests.tournament.whole_day import LATE, LIST, RESULTS

from charkoni.core.translations import LOCALE, Words
from charkoni.tournament.formats.trf.reader import read
from charkoni.tournament.verify import rounds, verdict_lines

pytestmark = pytest.mark.long

DESK = {"width": 1280, "height": 800}
WHILE_AWAY = ("net::ERR_", "WebSocket", "409", "EventSource", "Failed to load resource", "Failed to fetch")
"""What a browser notes while the server is away, and when the desk asks whether an act is meant."""


class RestartableServer:
    """A server on one port that can be killed and started again on the same database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self.port = listener.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        reading, writing = os.pipe()
        listener = socket.create_server(("127.0.0.1", self.port))  # closed here, so that a killed server refuses
        handle = listener.fileno()
        words = (f"sqlite:///{self.folder / 'games.db'}", str(handle), str(writing), "0", str(LOCALE))
        with listener, (self.folder / "log.txt").open("a") as out, os.fdopen(reading, "rb") as ready:
            command = [sys.executable, "-c", SERVER, *words]
            environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
            self.process = subprocess.Popen(
                command, stdout=out, stderr=out, pass_fds=[handle, writing], env=environment
            )
            os.close(writing)
            listener.close()
            assert ready.read() == b"ready", (self.folder / "log.txt").read_text()

    def kill(self) -> None:
        assert self.process
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(20)

    def close(self) -> None:
        if self.process and self.process.poll() is None:
            end(self.process)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[RestartableServer]:
    server = RestartableServer(tmp_path)
    server.start()
    yield server
    server.close()


class Hall:
    """The people of the day: two arbiters at desks and three phones; every page is looked at for overflow."""

    def __init__(self, browser: Browser, server: RestartableServer) -> None:
        self.server = server
        self.errors: list[str] = []
        self.contexts = []
        pages = []
        for size in (DESK, DESK, SMALL, SMALL, SMALL):
            context = browser.new_context(
                base_url=server.address,
                viewport=size,
                locale="en-US",
                reduced_motion="reduce",  # type: ignore[arg-type]
            )
            context.set_default_timeout(PATIENCE_MS)
            self.contexts.append(context)
            page = context.new_page()
            page.on("pageerror", lambda error: self.errors.append(str(error)))
            page.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)
            pages.append(page)
        self.chief, self.arbiter, *self.phones = pages
        self.base = ""

    def look(self, page: Page, name: str) -> None:
        """Take a picture of a page where the environment names a folder for pictures."""
        if folder := os.environ.get("SCREENSHOTS"):
            page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)

    def seen(self, page: Page, name: str) -> None:
        page.wait_for_load_state()  # a form that was sent may have left a page without content yet
        assert not overflows(page), name
        self.look(page, name)

    def desk(self, page: Page, path: str = "") -> None:
        page.goto(f"{self.base}/desk{path}")

    # --- the day before ------------------------------------------------------------------------------------------

    def create(self) -> None:
        page = self.chief
        page.goto("/events/new")
        page.get_by_label("Name of the event").fill("Кубок Великой Степи")
        page.get_by_label("Venue").fill("Чолпон-Ата")
        page.get_by_label("Your name, as chief arbiter").fill("Айнура Ибраимова")
        page.get_by_label("Seed from dice in the hall").fill("4-2-6-1-1-3")
        self.seen(page, "01-new")
        page.get_by_role("button", name="Begin", exact=True).click()
        page.wait_for_url("**/desk")
        self.base = page.url.removesuffix("/desk")
        self.desk(page, "/settings")
        page.get_by_label("Half-point byes a person may ask for").fill("1")
        page.get_by_label("Prizes: all; by category").fill("300,200,100; U18:50; Женщины:50")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator("#message")).to_have_text("Saved.")
        self.desk(page, "/settings")
        for row, (name, sex, from_, to) in enumerate(
            (("Женщины", "f", "", ""), ("U18", "", "2008", ""), ("Ветераны", "", "", "1972")), 1
        ):
            page.locator(f"[name=name-{row}]").fill(name)
            page.locator(f"[name=sex-{row}]").select_option(sex)
            page.locator(f"[name=from-{row}]").fill(from_)
            page.locator(f"[name=to-{row}]").fill(to)
        page.get_by_role("button", name="Save the categories").click()
        self.seen(page, "02-settings")

    def enter_list(self) -> None:
        page = self.chief
        self.desk(page, "/entries")
        page.locator("textarea[name=list]").fill(LIST)
        page.get_by_role("button", name="Look at it first").click()
        expect(page.locator("table.grid tbody tr")).to_have_count(24)
        self.seen(page, "03-preview")
        page.get_by_role("button", name="Enter all of them").click()
        expect(page.locator("#people .person")).to_have_count(24)
        self.seen(page, "04-entries")

    def appoint_arbiter(self) -> None:
        self.desk(self.chief, "/staff")
        self.arbiter.goto(self.chief.locator("input[data-select]").nth(1).input_value())
        self.arbiter.get_by_label("Your name").fill("Арман")
        self.arbiter.get_by_role("button", name="I will").click()
        self.arbiter.wait_for_url("**/desk")

    # --- the morning ---------------------------------------------------------------------------------------------

    def check_in(self) -> None:
        page = self.arbiter
        self.desk(page, "/entries")
        page.get_by_role("button", name="All absent: start the check-in").click()
        expect(page.locator("#people .away")).to_have_count(24)
        page.get_by_role("button", name="All are here").click()
        expect(page.locator("#people .away")).to_have_count(0)
        row = page.locator("#people .person", has_text="Ли Вэй")
        row.locator("button").click()
        expect(page.locator("#people .away")).to_have_count(1)
        self.seen(page, "05-checkin")

    def close_list(self) -> None:
        page = self.chief
        self.desk(page)
        self.seen(page, "06-desk-before")
        page.get_by_label("Rounds").fill("7")
        page.get_by_role("button", name="Close the list and draw lots").click()
        expect(page.get_by_role("button", name="Pair round 1")).to_be_visible()

    def hand_out_codes(self) -> None:
        """The three phones become those of the first three entries by the codes of their cards."""
        for entry, phone in enumerate(self.phones, 1):
            self.desk(self.chief, f"/entry/{entry}")
            code = self.chief.get_by_text("Personal code").inner_text().rsplit(" ", 1)[1]
            phone.goto(self.base)
            phone.goto(self.base + "/me")
            phone.get_by_label("Personal code from your card").fill(code.lower() if entry == 2 else code)
            phone.get_by_role("button", name="Open my page").click()
            phone.get_by_role("button", name="That is me").click()
            phone.wait_for_url("**/me")
            self.seen(phone, f"07-phone-{entry}")
        self.seen(self.chief, "07-entry")

    # --- rounds --------------------------------------------------------------------------------------------------

    def pair(self, number: int) -> None:
        self.desk(self.chief)
        self.chief.get_by_role("button", name=f"Pair round {number}").click()
        expect(self.chief.get_by_role("button", name=f"Publish round {number}")).to_be_visible()
        self.seen(self.chief, f"1{number}-a-draft")

    def publish(self, number: int) -> None:
        self.chief.get_by_role("button", name=f"Publish round {number}").click()
        self.chief.get_by_role("button", name=f"Start the clock of round {number}").click()
        expect(self.chief.get_by_role("heading", name=f"Round {number} is being played")).to_be_visible()
        self.seen(self.chief, f"1{number}-b-published")

    def result(self, page: Page, table: int, result: str) -> None:
        box = page.locator("#quick")
        box.fill(f"{table} {result}")
        box.press("Enter")
        expect(page.locator(f'[data-row="{table}"]')).to_have_class(re.compile("is-done|is-adjourned"))

    def missing(self) -> list[int]:
        rows = self.chief.locator(".desk-row:is(.is-open, .is-reported, .is-disputed)")
        return sorted(int(row.get_attribute("data-row") or 0) for row in rows.all())

    def rest(self, number: int) -> None:
        """All results that are missing, on one line, as RESULTS says."""
        self.desk(self.chief)
        box = self.chief.locator("#quick")
        texts = RESULTS[number - 1]
        box.fill(" ".join(f"{table} {texts[table % len(texts)]}" for table in self.missing()))
        box.press("Enter")
        expect(self.chief.locator("#bar .count")).to_contain_text("All results are in.")
        self.seen(self.chief, f"1{number}-c-results")

    def close(self, number: int) -> None:
        self.chief.get_by_role("button", name=f"Close round {number}").click()
        expect(self.chief.get_by_role("heading", name=f"Round {number} is closed")).to_be_visible()

    def open_table(self, page: Page, name: str) -> int:
        """The table of the running round at which somebody sits, opened at the desk."""
        self.desk(page)
        row = page.locator(".desk-row", has_text=name)
        number = int(row.get_attribute("data-row") or 0)
        row.locator("a.desk-number").click()
        page.wait_for_url(f"**/board/{number}")
        return number

    def round_one(self) -> None:
        self.pair(1)
        expect(self.chief.locator(".absentees")).to_contain_text("Ли Вэй")
        self.publish(1)
        first = self.phones[0]
        first.goto(self.base + "/me")
        self.seen(first, "11-phone")
        table = int(first.locator(".table-number").inner_text())
        opponent = first.locator(".versus").inner_text()
        first.get_by_role("button", name="I won", exact=True).click()
        expect(first.locator("#mine")).to_contain_text("reported")
        self.seen(first, "11-phone-reported")
        expect(self.chief.locator(f'[data-row="{table}"]')).to_have_class(re.compile("is-reported"))
        assert opponent
        self.result(self.arbiter_at_desk(), 5, "+")  # a no-show
        self.rest(1)
        self.close(1)

    def arbiter_at_desk(self) -> Page:
        self.desk(self.arbiter)
        return self.arbiter

    def late_entry(self) -> None:
        self.desk(self.arbiter, "/entries")
        page = self.arbiter
        form = page.locator("form", has=page.get_by_role("heading", name="Late entry"))
        form.get_by_label("Name", exact=True).fill(LATE)
        form.get_by_label("Rating").fill("1350")
        form.get_by_label("Club").fill("Ош")
        form.get_by_label("Year of birth").fill("2009")
        form.get_by_label("Sex").select_option("m")
        form.get_by_role("button", name="Enter this person").click()
        expect(page.locator("#people .person")).to_have_count(25)
        self.seen(page, "12-late-entry")

    def round_two(self) -> None:
        self.desk(self.chief)
        waiting = self.chief.locator(".absentees li", has_text="Ли Вэй")
        waiting.get_by_role("button").click()
        expect(self.chief.locator(".absentees li", has_text="Ли Вэй")).to_have_count(0)
        self.pair(2)
        self.publish(2)
        self.arbiter_at_desk()
        self.result(self.arbiter, 1, "30:18")
        expect(self.phones[0].locator(".my-board")).to_contain_text("Round 2")
        self.server.kill()
        box = self.chief.locator("#quick")
        box.fill("2 26:22")
        box.press("Enter")
        expect(self.chief.locator("#message")).to_contain_text("The server does not answer")
        self.seen(self.chief, "12-server-away")
        self.phones[0].locator("summary", has_text="Call an arbiter").click()
        self.seen(self.phones[0], "12-phone-away")
        self.server.start()
        expect(box).to_have_value("2 26:22")
        box.press("Enter")
        expect(self.chief.locator('[data-row="2"]')).to_have_class(re.compile("is-done"))
        expect(self.arbiter.locator('[data-row="2"]')).to_have_class(re.compile("is-done"))
        expect(self.arbiter.locator('[data-row="1"]')).to_have_class(re.compile("is-done"))
        self.seen(self.arbiter, "12-server-back")
        self.rest(2)
        self.close(2)

    def round_three(self) -> None:
        self.pair(3)
        self.publish(3)
        self.result(self.chief, 3, "--")
        phone = self.phones[2]
        phone.goto(self.base + "/me")
        phone.locator("summary", has_text="Protest").click()
        phone.get_by_label("Clause of the rules, if you know it").fill("M8")
        phone.get_by_label("What it is about").fill("Соперник взял камни из моей лунки")
        phone.get_by_role("button", name="Record the protest").click()
        expect(phone.locator("#mine")).to_contain_text("not decided yet")
        self.seen(phone, "13-phone-protest")
        expect(self.arbiter_at_desk().locator(".protest")).to_contain_text("Соперник взял камни")
        self.rest(3)
        asked: list[str] = []
        self.chief.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
        with self.chief.expect_event("dialog"):
            self.chief.get_by_role("button", name="Close round 3").click()
        self.seen(self.chief, "13-close-with-protest")
        assert asked and "open protests" in asked[0], asked
        self.arbiter.get_by_label("Decision").fill("Камни возвращены, партия продолжена")
        self.arbiter.get_by_role("button", name="upheld").click()
        expect(self.arbiter.locator(".protest")).to_have_count(0)
        expect(phone.locator("#mine")).to_contain_text("Камни возвращены")
        self.desk(self.chief)
        self.close(3)

    def round_four(self) -> None:
        self.pair(4)
        self.publish(4)
        self.rest(4)
        self.close(4)
        page = self.arbiter
        page.goto(f"{self.base}/desk/round/2/board/1")
        self.seen(page, "14-correction")
        form = page.locator("form", has=page.get_by_role("heading", name="Result"))
        form.get_by_label("Reason for the correction").fill("бланк прочитан неверно")
        asked: list[str] = []
        page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
        form.get_by_role("button", name="0 : 1").click()
        expect(page.locator("#history")).to_contain_text("бланк прочитан неверно")
        self.seen(page, "14-corrected")
        assert asked and "1:0" in asked[0], asked

    def round_five(self) -> None:
        self.pair(5)
        self.chief.get_by_role("link", name="Change by hand").click()
        page = self.chief
        seats = page.locator(".seats li")
        expect(seats.first).to_be_visible()
        self.seen(page, "15-by-hand")
        last = seats.count() - 2
        seats.nth(last).locator("button").nth(1).click()
        seats.nth(last - 1).locator("button").nth(1).click()
        expect(page.locator("[data-verdict]")).to_contain_text("The engine would have")
        page.get_by_label("Reason").fill("двое из одной семьи")
        self.seen(page, "15-by-hand-changed")
        page.once("dialog", lambda dialog: dialog.accept())
        page.get_by_role("button", name="Use these tables").click()
        page.wait_for_url("**/desk")
        self.publish(5)
        self.rest(5)
        self.close(5)

    def round_six(self) -> None:
        phone = self.phones[1]
        phone.goto(self.base + "/me")
        phone.get_by_role("button", name="I will be away: do not pair me").click()
        expect(phone.locator("#mine")).to_contain_text("marked as absent")
        self.seen(phone, "16-phone-away")
        self.pair(6)
        expect(self.chief.locator(".absentees")).to_contain_text("Çağlayan")
        self.publish(6)
        self.rest(6)
        self.close(6)
        phone.get_by_role("button", name="I am here").click()
        expect(phone.get_by_role("button", name="I will be away: do not pair me")).to_be_visible()

    def round_seven(self) -> None:
        self.pair(7)
        self.publish(7)
        for name, path in (("round", "/round/7"), ("standings", "/standings"), ("cross", "/cross")):
            self.phones[1].goto(self.base + path)
            self.seen(self.phones[1], f"17-public-{name}")
        self.phones[1].goto(self.base + "/screen")
        self.rest(7)
        self.close(7)

    # --- the end -------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        self.chief.get_by_role("button", name="Finish the event").click()
        expect(self.chief.locator("#bar")).to_contain_text("A final of the best")
        self.seen(self.chief, "18-finished")
        for path in ("", "/standings", "/cross", "/entry/1", "/why?round=3&table=1", "/log"):
            for page in (self.arbiter, self.phones[0]):
                page.goto(self.base + path)
                size = "360" if page is self.phones[0] else "1280"
                self.seen(page, f"18-public-{re.sub('[^a-z0-9]+', '-', path)}-{size}")
        self.desk(self.chief, "/papers")
        self.seen(self.chief, "18-papers")

    def final(self) -> str:
        """Play the final of four in the fortress game; the address of its public pages."""
        page = self.chief
        self.desk(page)
        page.locator("button[name=top][value='4']").click()
        page.wait_for_url(lambda address: address.endswith("/desk") and not address.startswith(self.base + "/"))
        base = page.url.removesuffix("/desk")
        page.goto(base + "/desk/settings")
        page.locator("select[name=game]").select_option("mangala:fortress")
        page.get_by_role("button", name="Save", exact=True).click()
        page.goto(base + "/desk")
        self.seen(page, "19-final")
        for number in (1, 2):
            page.get_by_role("button", name=f"Pair round {number}").click()
            page.get_by_role("button", name=f"Publish round {number}").click()
            page.get_by_role("button", name=f"Start the clock of round {number}").click()
            self.seen(page, f"19-final-{number}")
            box = page.locator("#quick")
            for table in (1, 2)[: 3 - number]:
                box.fill(f"{table} 30:18")
                box.press("Enter")
                expect(page.locator(f'[data-row="{table}"]')).to_have_class(re.compile("is-done"))
            page.get_by_role("button", name=f"Close round {number}").click()
            expect(page.get_by_role("heading", name=f"Round {number} is closed")).to_be_visible()
        page.get_by_role("button", name="Finish the event").click()
        expect(page.locator("#bar")).to_contain_text("Prize list")
        page.goto(base + "/standings")
        self.seen(page, "19-final-standings")
        return base


def test_a_whole_day(browser: Browser, own_server: RestartableServer) -> None:
    hall = Hall(browser, own_server)
    with contextlib.ExitStack() as stack:
        for context in hall.contexts:
            stack.callback(context.close)
        for act in (hall.create, hall.enter_list, hall.appoint_arbiter, hall.check_in, hall.close_list):
            act()
        hall.hand_out_codes()
        hall.round_one()
        hall.late_entry()
        for play in (hall.round_two, hall.round_three, hall.round_four, hall.round_five, hall.round_six):
            play()
        hall.round_seven()
        hall.finish()
        final = hall.final()
        web = hall.chief.context.request
        day, end_ = (read(web.get(f"{base}/file/trf26").text()).tournament for base in (hall.base, final))
        assert [error for error in hall.errors if not any(each in error for each in WHILE_AWAY)] == []
    verdicts = list(rounds(day))
    assert len(verdicts) == 7 and all(verdict.is_explained for verdict in verdicts)
    # The correction came after round 4; round 5 was paired by hand.
    assert [verdict.round for verdict in verdicts if not verdict.is_plain] == [3, 4, 5]
    words = Words("en")
    told = "\n".join(line for verdict in verdicts for line in verdict_lines(words, day, verdict))
    assert "table 1 of round 2 corrected after round 4" in told and "бланк прочитан неверно" in told, told
    assert [(protest.clause, protest.outcome) for protest in day.protests] == [("M8", "upheld")]
    assert end_.settings.game == "mangala:fortress" and [len(round_.boards) for round_ in end_.rounds] == [2, 1]
