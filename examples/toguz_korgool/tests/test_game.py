"""Toguz Korgool in the conformance kit, on its rule page, and played to the end."""

import io

import charkoni
import numpy as np
import pytest
from babel.messages.pofile import read_po
from charkoni.check import check_game
from charkoni.core.game import variants_of
from charkoni.core.record import Record
from charkoni.core.teaching.courses import course_of
from charkoni.core.translations import LOCALE, Words
from charkoni.envs import BatchEnv
from charkoni.players import player

from charkoni_toguz import FAMILY

NAMES = {"ru": "Тогуз коргоол", "ky": "Тогуз коргоол", "kk": "Тоғызқұмалақ", "tr": "Toguz Korgool"}


@pytest.mark.parametrize("game", variants_of(FAMILY), ids=lambda game: game.name)
def test_the_game_conforms(game):
    report = check_game(game, games=1, skip=["modes"])
    assert report.ok, str(report)


def test_two_computers_play_to_the_end():
    record = Record(charkoni.game("toguz"))
    players = [player("level=2"), player("random")]
    while not record.outcome:
        record.play(players[record.turn].choose(record))
    s = record.position.state[0]
    assert int(s.kazan.sum() + s.holes.sum()) == 162 and max(s.kazan) >= 81


def test_observations_hold_all_stones_of_a_kazan():
    whole, real = (BatchEnv("toguz", 1, dtype=dtype) for dtype in (None, np.float32))
    for env in (whole, real):
        env.set_position(0, "1,0,0,0,0,0,0,0,140:20/1,0,0,0,0,0,0,0,0:0 a -/-")
    assert whole.observations.dtype == np.int16 and whole.observations.max() == 140
    assert (whole.observations == real.observations).all()


def test_without_bounds_the_kit_finds_what_int8_cannot_hold(monkeypatch):
    monkeypatch.delattr(FAMILY.encoding, "bounds")
    report = check_game(charkoni.game("toguz"), games=1, only=["observations"])
    assert any("the bounds are -128 to 127" in str(finding) for finding in report.findings)


@pytest.mark.parametrize("lang", NAMES)
def test_the_game_is_called_by_its_name(lang):
    assert Words(lang)._(FAMILY.catalog.title) == NAMES[lang]


@pytest.mark.parametrize("lang", ["ru", "tr"])
def test_every_text_is_translated(lang):
    own, common = (
        {message.id for message in read_po(io.BytesIO(file.read_bytes())) if message.id and message.string}
        for file in (FAMILY.locale / lang / "LC_MESSAGES" / "toguz.po", LOCALE / lang / "LC_MESSAGES" / "charkoni.po")
    )
    course = course_of(FAMILY)
    texts = {text for lesson in course.lessons for step in lesson.steps for text in (step.ask, step.praise, step.hint)}
    catalog = FAMILY.catalog
    texts |= {catalog.title, catalog.about, catalog.typing, *catalog.flags.values(), *catalog.outcome_reasons.values()}
    assert texts - own - common == set()


def test_all_examples_of_the_page_are_shown_as_boards():
    from charkoni.check.examples import Example, examples
    from charkoni.web.pages.rulebook.examples import ShownExample, shown_sections
    from charkoni.web.pages.rulebook.markdown import rule_page

    for lang in ("en", "ru", "tr", "kk", "ky"):
        page = rule_page("toguz", lang)
        assert page.lang == lang
        parts = [part for section in shown_sections(page, lang) for part in section.parts if not isinstance(part, str)]
        shown = [each for part in parts for each in part if isinstance(each, ShownExample)]
        written = {(each.position, each.move) for each in examples(page.text) if isinstance(each, Example)}
        assert written <= {(each.position, each.move) for each in shown}
