"""Static pages of an event: every link leads to a file, and a folder that holds something stays as it is."""

import re
from pathlib import Path

import pytest
from tests.tournament.conftest import Make, make, play_round

from charkoni.tournament import publication
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import EngineFailed, WrongPhase
from charkoni.tournament.model.players import Person
from charkoni.tournament.pairing.dutch import pair
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.protocol import Pairing
from charkoni.web.tournaments import static_pages

__all__ = ["make"]  # a fixture


@pytest.fixture
def event(make: Make) -> Director:
    director = make(5, rounds=3, name="Bozkır & Kupası", tiebreaks=["BH/C1"])
    play_round(director, "1")
    director.enter(Person("Geç Gelen", contact="+7 700 1"), rating=1, categories=["U18"])
    director.draft()
    director.publish()
    director.result(1, "0", round_=1, reason="slip read again")
    return director


def links(folder: Path) -> list[tuple[Path, str]]:
    return [
        (page, name)
        for page in folder.rglob("*.html")
        for name in re.findall(r'(?:href|src)="([^"]*)"', page.read_text(encoding="utf-8"))
    ]


def test_every_link_leads_to_a_file_of_the_folder(event: Director, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    count = static_pages.write(event.reported(), folder, ["en", "tr"], pair, {(1, 1): "<svg>board</svg>"})
    assert count == sum(1 for path in folder.rglob("*") if path.is_file())
    found = links(folder)
    assert len(found) > 200
    for page, name in found:
        path, _, place = name.partition("#")
        target = page if not path else page.parent / path
        assert target.is_file(), f"{page.name}: {name}"
        assert not place or f'id="{place}"' in target.read_text(encoding="utf-8"), f"{page.name}: {name}"
    texts = {path.name: path.read_text(encoding="utf-8") for path in (folder / "en").glob("*.html")}
    assert not any("+7 700" in text or "dice-4-2-6" in text or "http" in text for text in texts.values())
    assert "after round 1 of 3" in texts["standings.html"] and "round 2 is being played" in texts["standings.html"]
    assert "Geç Gelen" in texts["entries-category-1.html"] and "Player 01" not in texts["entries-category-1.html"]
    sealed = f"Acts in the log: {len(event.log)}; digest of the last: {event.store.last_hash()[:12]}"
    assert sealed in texts["standings.html"] and f"As of act {len(event.log)}" in texts["standings.html"]
    assert "standings-2.html" not in texts  # round 2 is open
    assert '<abbr class="corrected"' in texts["round-1.html"] and "*</td>" in texts["cross.html"]
    assert "(slip read again)" in texts["check.html"]
    turkish = (folder / "tr" / "standings.html").read_text(encoding="utf-8")
    assert "<b>1.0</b>" in texts["standings.html"] and "<b>1,0</b>" in turkish and "1.0" not in turkish
    assert 'lang="tr"' in (folder / "tr" / "check.html").read_text(encoding="utf-8")
    assert (folder / "en" / "files" / "event.trf").read_bytes().endswith(b"\r\n")


def test_what_changes_is_what_a_result_touches(event: Director, tmp_path: Path) -> None:
    plan = publication.Plan(str(tmp_path / "site"))
    first = static_pages.publish(event.reported(), plan, pair)
    assert len(first.new) > 20 and not first.changed
    assert static_pages.publish(event.reported(), plan, pair) == ((), (), ())
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "site").rglob("*") if path.is_file()}
    event.result(1, "1", round_=2)
    rehearsed = static_pages.publish(event.reported(), plan, pair, is_rehearsal=True)
    assert {path: path.stat().st_mtime_ns for path in before} == before
    changes = static_pages.publish(event.reported(), plan, pair)
    assert changes == rehearsed and {"index.html", "round-2.html"} <= set(changes.changed)
    assert not {"look/style.css", "files/entries.csv"} & set(changes.changed)
    written = {
        path.relative_to(tmp_path / "site").as_posix() for path, at in before.items() if path.stat().st_mtime_ns != at
    }
    assert written == {*changes.changed, publication.MANIFEST}


def test_a_failure_leaves_what_was_published(event: Director, tmp_path: Path) -> None:
    plan = publication.Plan(str(tmp_path / "site"))

    def broken(_: PairingInput) -> Pairing:
        raise EngineFailed("no engine")

    with pytest.raises(EngineFailed):
        static_pages.publish(event.reported(), plan, broken)
    assert not (tmp_path / "site").exists()


def test_an_open_list_has_no_pages_yet(make: Make, tmp_path: Path) -> None:
    with pytest.raises(WrongPhase, match="close the list"):
        static_pages.write(make(3, started=False).reported(), tmp_path / "site", ["en"], pair)
