"""Screenshots of pages for the documents; docs/pictures/make.py writes them."""

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.browser.conftest import CHROMIUM, FLAGS, HEADLESS_SHELL, running
from tests.browser.screenshots import SIZES, opened
from tests.browser.scripted_play import play_plies
from tests.browser.tournament.test_desk import Chief
from tests.browser.visitor import PATIENCE_MS, Visitor

PEOPLE = [
    *("Abdyldaev Nurlan", "Çağlayan İbrahim", "Petrova Anna", "Касымбекова Айгуль", "Yılmaz Mehmet"),
    *("Сыдыков Эрмек", "Öztürk Ayşe", "Жумабаев Ержан", "Li Wei", "Ivanov Pavel"),
]
PHONES = ("gana", "mangala", "focus")
COLOURS = 256
TRANSLATED = ("en", "ru", "tr")
"""Languages of the documents for players and organisers."""

Pictures = dict[str, Image.Image]
"""Screenshots of the same page by language."""


def write_pages(folder: Path) -> Iterator[Path]:
    """Write the screenshots into a folder; yield the path of each."""
    program = next(each for each in (HEADLESS_SHELL, CHROMIUM) if Path(each).exists())
    expect.set_options(timeout=PATIENCE_MS)
    with TemporaryDirectory() as data, contextmanager(running)(Path(data), 0) as server, sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=program, args=FLAGS, timeout=4 * PATIENCE_MS)
        pages: dict[str, Callable[[Browser, str], Pictures]] = {
            "home": home,
            "table": table,
            "phones": phones,
            "lesson": lesson,
            "desk": desk,
        }
        for name, photograph in pages.items():
            for language, picture in photograph(browser, server).items():
                path = folder / f"page-{name}{'' if language == 'en' else f'-{language}'}.png"
                picture.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(path, optimize=True)
                yield path
        browser.close()


def taken(page: Page) -> Image.Image:
    """Return a screenshot."""
    page.wait_for_function("() => [...document.images].every((image) => image.complete)")  # a function: CSP
    page.evaluate("document.fonts.ready")
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def taken_in_languages(visitor: Visitor, is_table: bool = False) -> Pictures:
    """Return screenshots of a page in each of the languages of the documents."""
    pictures = {}
    for language in TRANSLATED:
        visitor.page.context.add_cookies([{"name": "charkoni_lang", "value": language, "url": visitor.page.url}])
        visitor.page.reload()
        if is_table:
            visitor.ready()
        pictures[language] = taken(visitor.page)
    return pictures


@contextmanager
def visiting(browser: Browser, server: str, **options: Any) -> Iterator[Visitor]:
    """A visitor in a context of its own, by default with a wide screen; no console may contain an error."""
    with opened(browser, server, "en", **(SIZES["1400"] | options)) as context:
        visitor = Visitor(context.new_page())
        yield visitor
        assert visitor.errors == [], visitor.errors


def home(browser: Browser, server: str) -> Pictures:
    with visiting(browser, server) as visitor:
        visitor.visit("/")
        return {"en": taken(visitor.page)}


def table(browser: Browser, server: str) -> Pictures:
    with visiting(browser, server) as visitor:
        visitor.start("barbakan")
        play_plies(visitor.page, 30)
        return {"en": taken(visitor.page)}


def phones(browser: Browser, server: str) -> Pictures:
    """Return tables on phones, beside each other."""
    tables = []
    for game in PHONES:
        with visiting(browser, server, **SIZES["360"]) as visitor:
            visitor.start(game)
            play_plies(visitor.page, 12)
            tables.append(taken_in_languages(visitor, is_table=True))
    return {language: beside([each[language] for each in tables]) for language in TRANSLATED}


def beside(pictures: list[Image.Image]) -> Image.Image:
    """Return pictures of one size beside each other."""
    gap = 20
    whole = Image.new("RGB", (sum(each.width + gap for each in pictures) - gap, pictures[0].height), "white")
    for place, picture in enumerate(pictures):
        whole.paste(picture, (place * (picture.width + gap), 0))
    return whole


def lesson(browser: Browser, server: str) -> Pictures:
    with visiting(browser, server) as visitor:
        visitor.visit("/learn/gana/1")
        visitor.page.locator("#lesson[data-step]").wait_for()
        return {"en": taken(visitor.page)}


def desk(browser: Browser, server: str) -> Pictures:
    """Return the arbiter's desk in the middle of the second round."""
    with visiting(browser, server) as visitor:
        chief = Chief(visitor, PEOPLE, 5)
        chief.enter_all()
        chief.close_list()
        chief.publish(1)
        chief.type_results(chief.missing(), "10=1")
        chief.close_round(1)
        chief.publish(2)
        chief.type_results(chief.missing()[:2], "10")
        return taken_in_languages(visitor)
