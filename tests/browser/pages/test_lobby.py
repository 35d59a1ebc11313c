"""Tuesday night in the lobby: nobody is there, then somebody is; challenges between members."""

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.pages.test_accessibility import expect_no_fault
from tests.browser.table.test_days import type_move
from tests.browser.visitor import Visitor
from tests.sampling import one_per_value

from charkoni.core.translations import Words
from charkoni.games import opponents

FITS = "document.documentElement.scrollWidth <= innerWidth"


def search(visitor: Visitor, words: Words, game: str) -> None:
    """Look for anybody in the lobby."""
    visitor.visit(f"/lobby?game={game}")
    visitor.page.locator("select[name=clock]").select_option("3+2")
    visitor.page.get_by_role("button", name=words._("Play anyone now"), exact=True).click()
    visitor.ready()


def member(visitor: Visitor, name: str) -> None:
    """Make a visitor a member."""
    visitor.visit("/about")
    token = visitor.page.locator("meta[name=csrf]").get_attribute("content")
    answer = visitor.page.context.request.post("/me/passphrase", form={"csrf": str(token), "name": name})
    assert answer.ok, answer.text()


@pytest.mark.parametrize(("lang", "width"), one_per_value(["en", "tr", "ru"], ["360", "1400"], ["en", "tr"]))
def test_a_night_in_the_lobby(visit: Any, axe: Any, lang: str, width: str) -> None:
    words = Words(lang)
    screen = {"locale": lang, "viewport": {"width": int(width), "height": 740}}
    ann, bob = visit(**screen), visit(locale=lang)
    members = [f"{name} {lang} {width[0]}" for name in ("Ann", "Bob")]
    for visitor, name in zip((ann, bob), members, strict=True):
        member(visitor, name)

    # Nobody is there: the lobby has computers in the order of their strength, and a puzzle.
    ann.page.clock.install()
    ann.visit("/")
    ann.page.locator("main").get_by_role("link", name=words._("Lobby"), exact=True).click()
    ann.page.locator('nav a[href="/lobby?game=gana"]').click()
    levels = ann.page.locator(".computers li")
    expect(levels).to_have_count(10)
    strengths = [int(each) for each in levels.locator("button .faint").all_inner_texts()]
    assert strengths == sorted(strengths) and len(strengths) == 10
    for style, (name, _) in opponents.STYLE_NAMES.items():
        ones = levels.get_by_role("button", name=words._(name))
        expect(ones).to_have_count(10)
        ann.page.get_by_role("checkbox", name=words._("Rated")).check()
        expect(ones.first).to_be_visible(visible=style == opponents.STYLES[0])
        ann.page.get_by_role("checkbox", name=words._("Rated")).uncheck()
    for section in ann.page.locator("main .panel").all():
        expect(section).to_contain_text(words._("Play anyone now") if section.get_attribute("id") == "play" else "")
        assert len(section.inner_text().split()) > 2, "nothing is blank"
    assert ann.page.evaluate(FITS)
    for theme in ("light", "dark"):
        expect_no_fault(ann, axe, theme, "the lobby")

    # A search: after 20 seconds a computer of her strength is offered, who sits down at once.
    search(ann, words, "gana")
    box = ann.page.locator("#search")
    expect(box.locator(".looking")).to_be_visible()
    expect(box.locator("form")).to_be_hidden()
    ann.page.clock.fast_forward(20_000)
    computer = opponents.computer_name(words, opponents.USUAL_LEVEL)
    expect(box.get_by_role("button", name=computer, exact=True)).to_be_visible()
    expect(box.locator(".looking")).to_be_hidden()
    for theme in ("light", "dark"):
        expect_no_fault(ann, axe, theme, "a search")
    box.get_by_role("button", name=computer, exact=True).click()
    ann.ready()
    expect(ann.page.locator(".strips").filter(has_text=computer)).to_have_count(1)

    # Somebody comes while she waits: both boards are there at once.
    search(ann, words, "gana")
    table = ann.page.url
    search(bob, words, "gana")
    assert bob.page.url == table
    expect(ann.page.locator("#table")).not_to_have_attribute("data-turn", "waiting")
    expect(box).to_be_hidden()
    ann.page.clock.run_for(3000)
    expect(box).to_have_count(0)
    first, second = (ann, bob) if ann.page.locator("#table").get_attribute("data-turn") == "mine" else (bob, ann)
    type_move(first, "a1e")
    second.expect_v(1)

    # A challenge to a member by name, which he declines; another one, which he accepts.
    for answer in ("Decline", "Accept"):
        ann.visit("/lobby?game=mosty")
        ann.page.locator("input[name=to]").fill(members[1])
        ann.page.get_by_role("button", name=words._("Challenge"), exact=True).click()
        challenge = ann.page.get_by_role("button", name=words._("Challenge {name}", name=members[1]), exact=True)
        expect(challenge).to_be_visible()
        assert ann.page.evaluate(FITS)
        challenge.click()
        ann.ready()
        bob.visit("/lobby")
        bob.page.get_by_role("button", name=words._(answer), exact=True).click()
        if answer == "Decline":
            expect(ann.page.locator(".card .verdict")).to_have_text(words._("The challenge was declined."))
        else:
            bob.ready()
            assert bob.page.url == ann.page.url

    # A table for several opponents, in a range of ratings, at one link.
    ann.visit("/play?game=banglagor&public=1")
    ann.page.locator("summary").click()
    for field, value in (("low", "1400"), ("high", "1600")):
        ann.page.locator(f"input[name={field}]").fill(value)
    ann.page.locator("input[name=several]").check()
    ann.page.get_by_role("button", name=words._("Open a table"), exact=True).click()
    ann.ready()
    for _ in range(2):
        bob.visit("/lobby")
        line = bob.page.locator(".lines li").filter(has_text="1400")
        expect(line).to_contain_text(members[0])
        line.get_by_role("link").click()
        bob.page.locator("form.join button").first.dblclick()
        bob.ready()
    bob.visit("/mine?game=banglagor")
    expect(bob.page.locator(".board-card")).to_have_count(2)  # whoever touches twice has sat down once
    ann.visit("/lobby")
    ann.page.get_by_role("button", name=words._("Withdraw"), exact=True).click()
    expect(ann.page.get_by_role("button", name=words._("Withdraw"), exact=True)).to_have_count(0)
