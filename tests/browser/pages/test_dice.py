"""The pages about dice: the verdict on a finished game, and the verifier with files that were saved."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.scripted_play import play_plies, resign

PLIES = 12


@pytest.fixture
def page(visit) -> Page:
    """A table of Chaupar whose game is over, with throws."""
    visitor = visit()
    visitor.start("chaupar")
    play_plies(visitor.page, PLIES)
    resign(visitor.page)
    return visitor.page


def test_the_end_of_a_game_says_that_the_browser_has_checked_the_dice(page: Page) -> None:
    expect(page.locator("#ending")).to_contain_text("your browser has checked them")


def test_a_game_is_checked_on_its_page_and_again_from_files(page: Page, tmp_path: Path) -> None:
    game = page.url.rpartition("/")[2]
    page.goto(f"/g/{game}/dice")
    expect(page.locator("#verdict-text")).to_contain_text("follow from the key and the seeds")
    files = {name: saved(page, name, tmp_path) for name in ("receipt", "dice")}
    proof = json.loads(files["dice"].read_text())
    receipt = json.loads(files["receipt"].read_text())
    assert [ply["m"] for ply in proof["plies"] if "number" in ply] == receipt["throws"]
    page.goto("/dice")

    def verdict(document: Any, kept: Path | str) -> str:
        forged = tmp_path / "document.json"
        forged.write_text(json.dumps(document))
        page.reload()
        page.locator("input[name=document]").set_input_files(forged)
        if isinstance(kept, Path):
            page.locator("input[name=receipt]").set_input_files(kept)
        else:
            page.locator("input[name=commitment]").fill(kept)
        page.locator("#check button").click()
        expect(page.locator("#check #verdict-text")).not_to_be_empty()
        return page.locator("#check #verdict-text").inner_text()

    assert "Your own seed is among them" in verdict(proof, files["receipt"])
    assert "You have no seed in this game" in verdict(proof, receipt["commitment"].upper())
    assert "proves nothing" in verdict(proof, "")
    assert "the key is not the one" in verdict(proof, "0" * 64)
    first = next(ply for ply in proof["plies"] if "number" in ply)
    first["m"] = "[666]" if first["m"] != "[666]" else "[111]"
    assert "throw 1 does not follow" in verdict(proof, files["receipt"])
    for document in ({}, [1], "text", None, {"version": 3}):
        assert verdict(document, files["receipt"]) == "These files cannot be read."


def saved(page: Page, name: str, folder: Path) -> Path:
    """Return the path of a file that the page offers."""
    with page.expect_download() as download:
        page.locator(f'a[download^="{name}-"]').click()
    path = folder / f"{name}.json"
    download.value.save_as(path)
    return path
