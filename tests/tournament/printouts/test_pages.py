"""The pages of all print-outs as they are printed: nothing is cut, printed over other text, or left in English."""

import re
from itertools import combinations

import pytest
from tests.tournament.printed import OF_SCHOOL, PERSONAL_CODE, cup, print_outs, school

from charkoni.core.translations import EVENT_LANGUAGES
from charkoni.tournament.model.event import Tournament

pytestmark = pytest.mark.long

pypdfium2 = pytest.importorskip("pypdfium2", reason="reads the pages of print-outs")

EDGE = 18.0
"""The margin that printers need, in points."""

SIGNS = frozenset(["BH", "C1", "SB", "DE", "WIN", "GP", "GD", "UTC", "U18", "TRF", "SHA", "SEED"])


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    """The Latin words of the data of both events."""
    folder = tmp_path_factory.mktemp("events")
    return frozenset(word for state in (cup(folder), school(folder)) for word in _latin(_data(state)))


def _data(state: Tournament) -> str:
    people = " ".join(f"{state.name(entry.id)} {entry.club} {entry.country}" for entry in state.entries)
    return f"{people} {state.settings.name} {state.settings.place} {state.settings.seed}"


def _latin(text: str) -> set[str]:
    found = re.findall(r"[A-Za-zÇĞİÖŞÜçğıöşü]{2,}\d*", text)
    return {word for word in found if not re.fullmatch(r"[a-f]+\d*", word)}  # no part of a digest


@pytest.mark.parametrize("language", EVENT_LANGUAGES)
def test_pages_are_whole_and_translated(language: str, names: frozenset[str]) -> None:
    seen = set()
    for name, content in print_outs(language):
        seen.add(name)
        whole = ""
        for number, page in enumerate(pypdfium2.PdfDocument(content), 1):
            place, text = f"{name}, page {number}", page.get_textpage()
            width, height = page.get_size()
            boxes = [text.get_rect(index) for index in range(text.count_rects())]
            for left, bottom, right, top in boxes:
                assert left >= EDGE and bottom >= EDGE and right <= width - EDGE and top <= height - EDGE, place
            for one, other in combinations(boxes, 2):
                assert _shared(one, other) < 0.3, f"{place}: {text.get_text_bounded(*one)!r}"
            whole += text.get_text_range() + "\n"
        if language in ("ru", "kk", "ky"):
            shown = re.sub(
                r"https?://\S+(\s+\S*[/?=]\S*)?", " ", whole.partition("printf")[0].replace(PERSONAL_CODE, "")
            )  # the booklet ends with commands
            assert _latin(shown) - names <= SIGNS, name
    assert {f"school-{name}" for name in OF_SCHOOL} < seen and len(seen) > len(OF_SCHOOL) + 15


def _shared(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """Return the share of the smaller of two boxes that lies in the other one."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    smaller = min((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return wide * high / smaller if wide > 0 and high > 0 and smaller > 0 else 0.0
