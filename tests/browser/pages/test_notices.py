"""Notices in a browser: the button on the page of choices, and what the service worker shows."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.pages.test_accessibility import expect_no_fault
from tests.sampling import short_run
from tests.web.notices.test_push import Browser

from charkoni.core.translations import Words
from charkoni.web.notices import push
from charkoni.web.notices.kinds import Message

WIDTHS = {"ru": 360, "tr": 1400, "en": 360}

SUBSCRIBE = """({ answer }) => {
  PushManager.prototype.getSubscription = async () => window.made ?? null;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    window.key = applicationServerKey;
    return { toJSON: () => answer };
  };
}"""
"""A service of pushes: no headless browser has one."""


WATCH = """() => {
  self.shown = [];
  registration.showNotification = async (title, options) => self.shown.push({ title, ...options });
  clients.openWindow = async (url) => { self.opened = url; };
}"""
"""Keeps what the worker shows: without a desktop a browser drops it at once, and only a person may open a window."""

CLICK = """() => {
  const event = new ExtendableEvent("notificationclick");
  Object.defineProperty(event, "notification", { value: { data: self.shown[0].data, close() {} } });
  dispatchEvent(event);
}"""


PATIENCE = 100
"""Tenths of a second until a service worker must be known."""


def until(worker: Any, condition: str) -> None:
    """Wait in a worker for a condition."""
    worker.evaluate(f"async () => {{ while (!({condition})) await new Promise((go) => setTimeout(go, 20)); }}")


def deliver(page: Page, origin: str, data: str) -> tuple[Any, dict[str, Any]]:
    """Deliver what a service of pushes would, decrypted; return the service worker and the notice that it shows."""
    tools = page.context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    tools.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.ready")
    for _ in range(PATIENCE):  # the event comes by itself, after the answer
        if found and page.context.service_workers:
            break
        page.wait_for_timeout(100)
    (registration,) = {each["registrationId"] for each in found if not each["isDeleted"]}
    (worker,) = page.context.service_workers
    worker.evaluate(WATCH)
    tools.send("ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": registration, "data": data})
    until(worker, "self.shown.length === 1")
    (shown,) = worker.evaluate("self.shown")
    return worker, shown


def touch(worker: Any) -> str:
    """Touch the notice that a worker shows, and return the address that it opens."""
    worker.evaluate(CLICK)
    until(worker, "self.opened")
    return str(worker.evaluate("self.opened"))


@pytest.mark.parametrize("lang", short_run(list(WIDTHS), ["tr"]))
def test_a_device_shows_what_waits_and_opens_the_board(visit: Any, server: str, axe: Any, lang: str) -> None:
    words, width = Words(lang), WIDTHS[lang]
    home = server.replace("127.0.0.1", "localhost")
    visitor = visit(base_url=home, locale=lang, viewport={"width": width, "height": 800})
    page, context = visitor.page, visitor.page.context
    visitor.visit("/me/notices")
    button = page.get_by_role("button", name=words._("Show notices on this device"), exact=True)
    expect(button).to_be_visible()
    button.click()  # the browser asks nobody here, and refuses
    expect(page.locator("[data-push] [role=alert]")).not_to_be_empty()
    context.grant_permissions(["notifications"], origin=home)
    page.evaluate(SUBSCRIBE, {"answer": json.loads(Browser().subscription("https://push.example.org/x"))})
    button.click()
    expect(page.locator("[data-endpoint='https://push.example.org/x']")).to_be_visible()
    for theme in ("light", "dark"):
        expect_no_fault(visitor, axe, theme, "the choices of notices")

    message = Message(words._("It is your move against {who}", who="Ann"), "Mosty", "/rules/mosty", False)
    worker, shown = deliver(page, home, push.body_of(message).decode())
    assert (shown["title"], shown["body"], shown["tag"]) == (message.title, "Mosty", "/rules/mosty")
    assert touch(worker) == f"{home}/rules/mosty"
