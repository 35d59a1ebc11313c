"""Print-outs of two events as PDF and pictures, for the eye: make print-outs

All print-outs of an event of 14 with everything that can happen, and those of a school event in sets of five, in five
languages; a contact sheet for each language.  Folder and languages can be chosen: python -m tests.tournament.printed -h
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from PIL import Image
from tests.tournament.whole_day import CATEGORIES, LIST, PRIZES

from charkoni.core.translations import EVENT_LANGUAGES, Words
from charkoni.tournament.acts.entries import CheckIn, RequestBye
from charkoni.tournament.acts.protests import DecideProtest, FileProtest
from charkoni.tournament.director import Director
from charkoni.tournament.formats.csv_files import read_entries
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Person
from charkoni.tournament.model.settings import parse_settings
from charkoni.tournament.printouts.document import Badge, Sheet
from charkoni.tournament.printouts.pdf import pdf
from charkoni.tournament.printouts.registry import SHEETS, PrintOptions, sheet

ADDRESS = "http://192.168.1.20:8000/t/k4mq2r7d"
OF_SCHOOL = ("pairings", "slips", "standings", "cross", "cards", "regulations", "diplomas")
"""The print-outs in which an event of sets differs from others."""

PERSONAL_CODE = "12-K4MQ2R"
PUPILS = ["Çağlayan", "İbrahim", "Işıl", "Ömer", "Şule", "Ayşegül", "Gökhan", "Ünal", "Zeynep", "Ğülşen"]
SCALE = 1.5
THUMB = 380


def cup(folder: Path) -> Tournament:
    """Return an event of 14 in its third round, with categories, prizes, absences, a correction and a protest."""
    texts = {
        "name": "Кубок Великой Степи", "place": "Чолпон-Ата", "arbiter": "Айнура Ибраимова", "game": "mangala:fortress",
        "start": "2026-11-21", "end": "2026-11-22", "half_byes": "1", "seed": "4-2-6-1-1-3", "prizes": PRIZES,
        "categories": CATEGORIES, "times": "2026-11-21 10:00,2026-11-21 10:40,2026-11-21 11:20", "zone": "+06:00",
    }  # fmt: skip
    with Director.create(folder / "cup", parse_settings(texts), who="Айнура") as director:
        lines = LIST.splitlines()
        people = read_entries("\n".join([lines[0], *lines[6:20]]))
        director.enter_all([(row.person, row.fields) for row in people])
        director.close_list(5)
        for number in (1, 2, 3):
            if number == 2:
                director.do(CheckIn(entry=9, here=False))
            if number == 3:
                director.do(RequestBye(entry=4, round=3, code="H"))
            director.draft()
            director.publish()
            if number == 3:
                director.result(2, "30:18")
                break
            for place, board in enumerate(director.state.rounds[-1].boards):
                if not board.is_bye:
                    director.result(board.number, ("30:18", "=", "0", "1", "+", "20:28")[place % 6])
            if number == 1:
                who, text = director.state.rounds[0].boards[0].first, "Соперник взял камни из моей лунки"
                director.do(FileProtest(round=1, board=1, entry=who, at=director.time, clause="M8", text=text))
                director.do(DecideProtest(protest=1, at=director.time, outcome="upheld", decision="Камни возвращены"))
            director.close_round()
        director.confirmations = 2
        director.result(2, "1", round_=1, reason="бланк прочитан неверно")
        return director.reported()


def school(folder: Path) -> Tournament:
    """Return an event of ten pupils in sets of five, with two rounds closed and a third one published."""
    texts = {"name": "Okul Turnuvası", "sets": "5", "clock": "6", "round_minutes": "60", "seed": "dice-10",
             "place": "Ankara", "start": "2026-11-21"}  # fmt: skip
    with Director.create(folder / "school", parse_settings(texts), who="Öğretmen") as director:
        for place, name in enumerate(PUPILS):
            director.enter(Person(f"{name} Öğrenci", birth=str(2012 + place % 3)), club=f"{place % 2 + 4}. sınıf")
        director.close_list(4)
        for _ in range(2):
            director.draft()
            director.publish()
            for place, board in enumerate(director.state.rounds[-1].boards):
                director.result(board.number, ("3:1", "2.5:2.5", "0:3", "3.5:0.5", "1.5:3.5")[place])
            director.close_round()
        director.draft()
        director.publish()
        return director.reported()


def _with_codes(printed: Sheet) -> Sheet:
    """Return badges with personal codes, as a server adds them."""
    parts = (
        replace(part, link=f"{part.link}/0123456789abcdef", code=PERSONAL_CODE) if isinstance(part, Badge) else part
        for part in printed.parts
    )
    return replace(printed, parts=tuple(parts))


def pages(content: bytes) -> Iterator[Image.Image]:
    """Yield the pages of a PDF as pictures."""
    document = pypdfium2.PdfDocument(content)
    for page in document:
        yield page.render(scale=SCALE).to_pil()


def print_outs(language: str) -> Iterator[tuple[str, bytes]]:
    """Yield all print-outs in a language as PDF, by their names."""
    with TemporaryDirectory() as folder:
        events = {"cup": (cup(Path(folder)), tuple(SHEETS)), "school": (school(Path(folder)), OF_SCHOOL)}
    for event, (state, names) in events.items():
        for name in names:
            words = Words(language)
            yield f"{event}-{name}", pdf(_with_codes(sheet(words, state, name, PrintOptions(0, ADDRESS))))


def main() -> None:
    """Write them into a folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=Path("build/print-outs"))
    parser.add_argument("--languages", nargs="*", default=list(EVENT_LANGUAGES))
    chosen = parser.parse_args()
    for language in chosen.languages:
        folder = chosen.to / language
        folder.mkdir(parents=True, exist_ok=True)
        thumbs = []
        for name, content in print_outs(language):
            (folder / f"{name}.pdf").write_bytes(content)
            for number, picture in enumerate(pages(content), 1):
                picture.save(folder / f"{name}-{number}.png")
                if number <= 2:
                    thumbs.append(picture.resize((THUMB, round(picture.height * THUMB / picture.width))))
        _contact_sheet(thumbs).save(chosen.to / f"{language}.png")
        print(chosen.to / f"{language}.png")


def _contact_sheet(thumbs: list[Image.Image], columns: int = 6) -> Image.Image:
    height = max(thumb.height for thumb in thumbs)
    rows = -(-len(thumbs) // columns)
    found = Image.new("RGB", (columns * (THUMB + 8), rows * (height + 8)), "grey")
    for place, thumb in enumerate(thumbs):
        found.paste(thumb, ((place % columns) * (THUMB + 8), (place // columns) * (height + 8)))
    return found


if __name__ == "__main__":
    main()
