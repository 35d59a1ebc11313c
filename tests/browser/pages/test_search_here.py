"""The search on the visitor's device: evaluations of studies, moves of levels, and the server that takes over."""

import base64
import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any
from zlib import crc32

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.conftest import running
from tests.browser.visitor import Visitor, meet_all_games
from tests.sampling import short_run

from charkoni.core.record import Record
from charkoni.core.registry import named
from charkoni.players.levels import LevelPlayer

LEVEL = 9
"""The lowest that searches in this game."""

DEEPER = "(least) => Number(document.querySelector('#evaluation').dataset.depth) > least"
SILENT = """
const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (order, ...rest) {
  if (order.type !== "ask") postMessage.call(this, order, ...rest);
};
"""
"""The search of a page never begins, as on a device that is too slow."""

KILLED = """
const { Worker: Real } = window;
window.workers = [];
window.Worker = class extends Real {
  constructor(...all) {
    super(...all);
    window.workers.push(this);
  }
};
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, modules: str) -> Iterator[str]:
    """A server with a computer and the module of a game."""
    with closing(running(tmp_path_factory.mktemp("search"), workers=1)) as servers:
        yield next(servers)


Opened = Callable[..., Any]


@pytest.fixture
def opened(browser: Browser, server: str) -> Opened:
    """Open a page in a context of its own; at its end there are no errors in its console."""

    @contextmanager
    def open_page(script: str = "", width: int = 1400) -> Iterator[Page]:
        context = browser.new_context(base_url=server, viewport={"width": width, "height": 800}, locale="en-US")
        meet_all_games(context, server)
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.add_init_script(script)
        try:
            yield page
        finally:
            context.close()  # else it searches on, beside the tests that follow
        assert errors == []

    return open_page


def sent_and_heard(page: Page) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the messages that a page sends to the server and receives, which are added as they come."""
    sent: list[dict[str, Any]] = []
    heard: list[dict[str, Any]] = []

    def listen(socket: Any) -> None:
        socket.on("framesent", lambda frame: sent.append(json.loads(frame)))
        socket.on("framereceived", lambda frame: heard.append(json.loads(frame)))

    page.on("websocket", listen)
    return sent, heard


def begin_on_the_device(page: Page, visitor: Visitor, sent: list[dict[str, Any]]) -> None:
    """Begin a game against the level, and wait until the page has offered to search for it."""
    visitor.start("mosty", "computer", level=str(LEVEL), seat="0")
    while not any(message["type"] == "thinks" for message in sent):
        page.wait_for_timeout(50)


def depth(page: Page) -> int:
    return int(page.locator("#evaluation").get_attribute("data-depth") or 0)


@pytest.mark.parametrize("width", short_run((360, 1400), (360,)))
def test_a_study_is_searched_at_once_and_until_it_is_stopped(opened: Opened, width: int) -> None:
    with opened(width=width) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if "/study.json" in request.url else None)
        page.goto("/study/mosty")
        lines = page.locator("#evaluation-lines li")
        expect(lines).to_have_count(3)
        expect(page.locator("#evaluation-bar svg")).to_have_attribute(
            "aria-label", re.compile(r"^Red \d+\s?%, Blue \d+\s?%$")
        )
        expect(page.locator("#evaluation-state")).to_contain_text("positions a second")
        page.wait_for_function(DEEPER, arg=depth(page))
        # The line of another position comes at once, and a move of a line leads there.
        lines.first.locator("button").first.hover()
        page.mouse.down()
        move, pressed = page.locator("#evaluation-lines button:active").inner_text(), depth(page)
        page.wait_for_function(DEEPER, arg=pressed)
        page.mouse.up()
        expect(page.locator("#study")).to_have_attribute("data-at", move)
        expect(lines).to_have_count(3)
        expect(lines.first.locator("button").first).not_to_have_text(move)
        assert "position=" in asked[-1] and all("part=proved" in each for each in asked), (
            "the server proves, and only that"
        )
        page.locator("#evaluation-switch").click()
        stopped = page.locator("#evaluation-state").inner_text()
        page.wait_for_timeout(700)
        assert page.locator("#evaluation-state").inner_text() == stopped
        page.reload()
        expect(page.locator("#evaluation-switch")).to_have_text("Go on")
        page.locator("#evaluation-switch").click()
        expect(lines).to_have_count(3)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
def test_a_worker_that_dies_is_replaced_and_a_page_that_is_not_seen_rests(opened: Opened) -> None:
    with opened(KILLED) as page:
        page.clock.install()
        page.goto("/study/mosty")
        expect(page.locator("#evaluation-lines li")).to_have_count(3)
        page.evaluate("window.workers[0].terminate()")
        page.clock.fast_forward(10_000)
        page.wait_for_function("window.workers.length === 2")
        expect(page.locator("#evaluation-state")).to_contain_text("positions a second")
        page.evaluate("""() => {
            Object.defineProperty(document, "hidden", { value: true, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""")
        page.clock.fast_forward(60_000)
        page.wait_for_timeout(300)
        assert page.evaluate("window.workers.length") == 2, "it is not taken for dead"


@pytest.mark.long
def test_where_a_policy_forbids_webassembly_the_server_values_the_moves(browser: Browser, server: str) -> None:
    def forbid(route: Route) -> None:
        answer = route.fetch()
        policy = answer.headers.get("content-security-policy", "").replace(" 'wasm-unsafe-eval'", "")
        route.fulfill(response=answer, headers=answer.headers | {"content-security-policy": policy})

    with closing(browser.new_context(base_url=server, locale="en-US")) as context:
        page = context.new_page()
        page.route("**/*", forbid)
        page.goto("/study/mosty:size=2")
        expect(page.locator("#evaluation-state")).to_have_text("This browser cannot search: the server does.")
        expect(page.locator("#values tr").first).to_be_visible()


def test_a_finished_game_is_analysed_here(opened: Opened) -> None:
    with opened(width=360) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(f"{request.method} {request.url.rsplit('/', 1)[1]}"))
        page.goto("/analysis")
        page.locator("#record").fill('[Game "mosty:size=3"]\n\nc1 c3 a1 b2 a3\n')
        page.locator(".paste button").click()
        expect(page.locator("#progress-status")).to_have_text("The analysis is complete.")
        expect(page.locator("#report .edge")).to_be_attached()
        expect(page.locator(".moment").first).to_be_visible()
        page.locator('[data-ply="2"]').click()
        expect(page.locator("#analysis")).to_have_attribute("data-at", "2")
        expect(page.locator("#evaluation-lines li")).to_have_count(3)
        key = page.url.rsplit("/", 1)[1]
        assert f"GET {key}.json?part=0" in asked and f"POST {key}.json" in asked
        assert f"POST {key}" not in asked and f"GET {key}.json" not in asked, "the server has searched nothing"
        page.reload()
        expect(page.locator("#progress-status")).to_have_text("The analysis is complete.")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_level_is_the_same_player_on_the_device(opened: Opened) -> None:
    with opened() as page:
        visitor = Visitor(page)
        sent, heard = sent_and_heard(page)
        begin_on_the_device(page, visitor, sent)
        game = page.url.rsplit("/", 1)[1].partition("?")[0]
        record = Record(named("mosty"))
        player = LevelPlayer(LEVEL, crc32(game.encode()))
        for turn in range(3):
            move = record.position.moves[(7 * turn + 20) % len(record.position.moves)]
            visitor.click(move)
            record.play(move)
            expect(page.locator("#log button")).to_have_count(2 * turn + 2)
            thoughts = [message["m"] for message in sent if message["type"] == "thought"]
            assert len(thoughts) == turn + 1 and thoughts[-1] == player.find(record).move
            record.play(thoughts[-1])
            visitor.settled(2 * turn + 1)
        plies = [message["m"] for message in heard if message["type"] == "ply"]
        assert tuple(plies) == record.moves
        assert all(base64.b64decode(message["request"]) for message in heard if message["type"] == "think")


def test_the_server_takes_over_from_a_device_that_is_too_slow(opened: Opened) -> None:
    with opened(SILENT) as page:
        visitor = Visitor(page)
        begin_on_the_device(page, visitor, sent_and_heard(page)[0])
        visitor.click("e5")
        expect(page.locator("#notices")).to_contain_text("This device did not answer in time")
        expect(page.locator("#log button")).to_have_count(2)
        visitor.settled(1)
        visitor.click(visitor.options()["zones"][0])
        expect(page.locator("#log button")).to_have_count(4)


@pytest.mark.long
def test_other_pages_and_low_levels_load_no_search(opened: Opened) -> None:
    with opened() as page:
        loaded: list[str] = []
        page.on("request", lambda request: loaded.append(request.url))
        visitor = Visitor(page)
        for path in ("/", "/rules/mosty", "/study"):
            page.goto(path, wait_until="networkidle")
        visitor.start("mosty", "computer", level="3", seat="0")
        page.wait_for_timeout(1500)
        assert [url for url in loaded if "/engine/" in url] == []
        assert len(loaded) > 10


@pytest.mark.long
def test_the_search_can_be_used_by_everybody(opened: Opened, axe: str) -> None:
    for scheme in ("light", "dark"):
        with opened(width=360) as page:
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.goto("/study/mosty")
            expect(page.locator("#evaluation-lines li")).to_have_count(3)
            page.locator("#evaluation-switch").click()
            page.evaluate(axe)
            found = page.evaluate(
                "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] })"
            )
            assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found["violations"]] == []
