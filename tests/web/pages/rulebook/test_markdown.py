"""Rule pages from Markdown."""

import re

import pytest

from charkoni.web.pages.rulebook.markdown import Prose, rule_page


@pytest.mark.parametrize("lang", ["en", "ru", "tr"])
def test_rule_pages_have_an_anchor_per_clause(lang: str) -> None:
    page = rule_page("mangala", lang)
    assert page is not None
    assert page.title
    assert 'id="M7"' in "".join(part.html for part in page.parts if isinstance(part, Prose))
    assert page.sections[0].title == ""
    assert len(page.sections) > 5
    assert rule_page("nothing", lang) is None


def test_a_clause_that_only_explains_the_numbers_is_anchored_where_it_is_told() -> None:
    page = rule_page("mangala", "en")
    assert page is not None
    assert not any(isinstance(part, Prose) and part.clauses for part in page.sections[0].parts)


def test_the_numbers_of_clauses_step_back_behind_the_sentences() -> None:
    page = rule_page("gana", "en")
    assert page
    html = "".join(part.html for part in page.parts if isinstance(part, Prose))
    assert '<span class="reference"> (G3 [source])</span>' in html
    sentences = re.sub(r'<span class="reference">.*?</span>', "", html, flags=re.DOTALL)
    assert "(G3 [source])" not in sentences
    assert "([reading])" not in sentences and "([reading])" in html
    assert " ." not in sentences and " ," not in sentences
