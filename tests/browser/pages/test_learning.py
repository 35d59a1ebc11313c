"""Lessons, puzzles and study: moves are checked, completed ones are ticked, variations are walked."""

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Request, Route, expect


def data_of(page: Page) -> dict[str, Any]:
    """Return the data in the page."""
    found: dict[str, Any] = json.loads(page.locator("#page").text_content() or "")
    return found


def tap(page: Page, zone: str) -> None:
    page.locator(f'#stage .zone.legal[data-zone="{zone}"]').dispatch_event("click", {"detail": 0})


def legal(page: Page) -> list[str]:
    page.wait_for_selector("#stage .zone.legal")
    found: list[str] = page.locator("#stage .zone.legal").evaluate_all("(all) => all.map((each) => each.dataset.zone)")
    return found


def parameter(request: Request, name: str) -> str:
    """Return a query parameter of a request, "" without it."""
    return parse_qs(urlsplit(request.url).query).get(name, [""])[0]


def explores(*moves: str) -> Any:
    """Return a predicate of the request for the position behind some moves."""
    return lambda request: "/explore.json" in request.url and parameter(request, "moves") == " ".join(moves)


def expect_mood(page: Page, mood: str) -> None:
    expect(page.locator("#coach")).to_have_attribute("data-mood", mood)


# --- lessons ----------------------------------------------------------------------------------------------------------


def test_a_lesson_is_done_when_every_step_was_right(visit):
    page = visit().page
    page.goto("/learn/mosty/1")
    steps, ticked = data_of(page)["steps"], page.locator("#lesson .done:visible")
    first = steps[0]
    assert len(steps) > 1
    tap(page, next(zone for zone in legal(page) if zone not in first["moves"]))
    expect_mood(page, "refused")
    expect(page.locator("#again")).to_be_focused()
    page.locator("#again").click()
    for number, step in enumerate(steps, 1):
        expect(page.locator("#lesson")).to_have_attribute("data-step", str(number))
        expect(page.locator("#ask")).to_have_text(step["ask"])
        expect(ticked).to_have_count(0)
        legal(page)
        move = step["moves"][0]
        with page.expect_request(explores(move, *step["replies"])):
            tap(page, move)
        expect_mood(page, "good")
        if number == 1:
            page.reload()  # it goes on at the next step
        elif number < len(steps):
            page.locator("#next").click()
    expect(page.locator("#onward")).to_be_focused()
    expect(ticked).to_have_count(1)
    page.goto("/learn")
    expect(page.locator(".done:visible")).to_have_count(1)
    expect(page.locator('[data-lesson="mosty/1"] .done')).to_be_visible()


def test_a_lesson_shows_what_is_asked_and_takes_it_for_played(visit):
    page = visit().page
    page.goto("/learn/mangala/1")
    page.wait_for_selector("#lesson[data-step='1']")
    page.locator("#show").click()
    expect_mood(page, "good")
    page.locator("#next, #onward").locator("visible=true").wait_for()


# --- puzzles ----------------------------------------------------------------------------------------------------------


def solution(page: Page) -> list[str]:
    found: list[str] = page.request.get(f"/puzzles/{data_of(page)['key']}.json?m=%3F").json()["line"]
    return found


def expect_solved(page: Page, *, is_ticked: bool) -> None:
    """Play the solution to its end and check whether the puzzle counts as solved."""
    line, key = solution(page), data_of(page)["key"]
    legal(page)
    with page.expect_request(explores(*line)):
        tap(page, line[0])
    expect_mood(page, "good")
    expect(page.locator("#onward")).to_be_focused()
    page.goto("/puzzles")
    sign = page.locator(f'[data-puzzle="{key}"] .done')
    expect(sign).to_be_visible() if is_ticked else expect(sign).to_be_hidden()


def test_a_puzzle_is_solved_by_the_right_move_alone(visit):
    page = visit().page
    page.goto("/puzzles/mosty/1")
    expect_solved(page, is_ticked=True)


def test_a_puzzle_that_was_missed_first_does_not_count(visit):
    page = visit().page
    page.goto("/puzzles/mosty/1")
    right = solution(page)[0]
    tap(page, next(zone for zone in legal(page) if zone != right))
    expect_mood(page, "refused")
    expect(page.locator("#puzzle")).to_have_attribute("data-verdict", "wrong")
    page.locator("#again").click()
    expect_mood(page, "calm")
    expect_solved(page, is_ticked=False)


@pytest.mark.long  # its twin is the test before it
def test_a_puzzle_with_a_hint_does_not_count(visit):
    page = visit().page
    page.goto("/puzzles/mosty/1")
    page.wait_for_selector("#puzzle[data-ready]")
    hints = page.locator("#hints li")
    for shown in range(1, hints.count() + 1):
        page.locator("#hint").click()
        expect(page.locator("#hints li:visible")).to_have_count(shown)
    expect(page.locator("#hint")).to_be_hidden()
    expect_solved(page, is_ticked=False)


@pytest.mark.long  # its twin: a puzzle that was missed first
def test_the_solution_is_shown_and_not_counted(visit):
    page = visit().page
    page.goto("/puzzles/mosty/1")
    key, line = data_of(page)["key"], solution(page)
    page.wait_for_selector("#puzzle[data-ready]")
    with page.expect_request(explores(*line)):
        page.locator("#show").click()
    page.goto("/puzzles")
    expect(page.locator(f'[data-puzzle="{key}"] .done')).to_be_hidden()


# --- study ------------------------------------------------------------------------------------------------------------


def fulfil_evaluation(route: Route) -> None:
    """Fulfil a request with an evaluation of a small board: the first of three moves is best; two overlays."""
    moves = [("c1", 1.0, True), ("c3", 0.0, False), ("b2", 0.0, False)]
    rows = [
        {
            "move": move,
            "worth": "проигрывает (-8)",
            "kind": "",
            "share": share,
            "best": best,
            "proved": True,
            "line": [],
        }
        for move, share, best in moves
    ]
    overlays = [
        {"label": label, "zones": zones, "strokes": []} for label, zones in (("A", ["a1"]), ("B", ["a3", "b2"]))
    ]
    answer = {"position": "", "verdict": "Proved", "proved": True, "moves": rows, "overlays": overlays, "counts": []}
    route.fulfill(json=answer)


def studying(page: Page) -> Page:
    page.route("**/study.json*", fulfil_evaluation)
    page.goto("/study/mosty:size=2")
    expect_at(page)
    return page


@pytest.fixture
def study(visit):
    """The study of a small board."""
    return studying(visit().page)


def test_an_evaluation_fits_a_small_telephone(visit):
    page = studying(visit(viewport={"width": 360, "height": 740}, locale="ru-RU").page)
    assert page.locator(".values tr").count() == 3
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert (
        page.evaluate(
            "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.values'))"
        )
        == 0
    )


def expect_at(page: Page, *moves: str) -> None:
    expect(page.locator("#study")).to_have_attribute("data-at", " ".join(moves) or "start")


def go(page: Page, way: str) -> None:
    page.locator(f'[data-walk="{way}"]').click()


def plies(page: Page, inside: str = "") -> list[str]:
    """Return the moves of the tree, in order, without their numbers."""
    return [text.split()[-1] for text in page.locator(f"#tree {inside} .ply").all_inner_texts()]


def test_variations_of_a_study_are_walked_and_kept(study):
    go(study, "best")
    expect_at(study, "c1")
    tap(study, "a1")
    expect_at(study, "c1", "a1")
    go(study, "prev")
    expect_at(study, "c1")
    go(study, "next")
    expect_at(study, "c1", "a1")
    go(study, "first")
    expect_at(study)
    study.locator(".values .chip", has_text="c3").click()
    expect_at(study, "c3")
    assert plies(study, ".others") == ["c3"]
    go(study, "prev")
    expect_at(study)
    study.locator(".values .chip", has_text="c3").click()
    expect_at(study, "c3")
    assert sorted(plies(study)) == ["a1", "c1", "c3"]
    expect(study.locator("#tree [aria-current]")).to_contain_text("c3")
    study.locator("#tree .ply", has_text="a1").click()
    expect_at(study, "c1", "a1")
    study.reload()
    expect_at(study, "c1", "a1")
    assert plies(study) == ["c1", "c3", "a1"]
    assert plies(study, ".others") == ["c3"]


def test_a_record_becomes_a_tree_with_its_variations_marks_and_comments(visit):
    page = visit().page
    page.route("**/study.json*", fulfil_evaluation)
    page.goto("/study")
    page.locator("#record").fill('[Game "mosty:size=2"]\n\nc1!? (a1 {too far} c3 (a3) b2) {near the shore} b2')
    page.get_by_role("button", name="Study", exact=True).click()
    expect_at(page)
    assert plies(page) == ["c1!?", "a1", "c3", "a3", "b2", "b2"]
    assert page.locator("#tree .note").all_inner_texts() == ["near the shore", "too far"]
    page.locator("#tree .ply", has_text="a3").click()
    expect_at(page, "a1", "a3")
    for _ in range(2):  # what was kept is kept again
        page.reload()
        expect_at(page, "a1", "a3")
        assert plies(page) == ["c1!?", "a1", "c3", "a3", "b2", "b2"]
        assert page.locator("#tree .note").all_inner_texts() == ["near the shore", "too far"]
    page.goto("/study/mosty:size=2")
    expect_at(page)
    assert plies(page) == [], "another study begins anew"
    page.go_back()
    expect_at(page, "a1", "a3")
    assert plies(page) == ["c1!?", "a1", "c3", "a3", "b2", "b2"]


def test_an_illegal_move_is_removed_from_the_tree(study):
    def refuse(route: Route) -> None:
        route.fulfill(body="null") if parameter(route.request, "moves") else route.continue_()

    study.route("**/explore.json*", refuse)
    study.locator(".values .chip", has_text="b2").click()
    expect(study.locator("#tree .ply")).to_have_count(0)
    expect_at(study)


def test_a_proof_is_drawn_and_hidden_by_its_checkbox(study):
    boxes = study.locator("#overlays input")
    expect(study.locator(".overlay-0")).to_have_count(1)
    expect(study.locator(".overlay-1")).to_have_count(2)
    boxes.nth(1).uncheck()
    expect(study.locator(".overlay-1")).to_have_count(0)
    expect(study.locator(".overlay-0")).to_have_count(1)
    go(study, "best")
    expect_at(study, "c1")
    expect(study.locator(".overlay-1")).to_have_count(0)


def test_a_study_turns_its_board(study):
    seen = study.evaluate("document.querySelector('#stage [data-zone=c1]').dataset.at")
    with study.expect_request(lambda request: parameter(request, "seat") == "1"):
        go(study, "flip")
    study.wait_for_function("(at) => document.querySelector('#stage [data-zone=c1]').dataset.at !== at", arg=seen)
