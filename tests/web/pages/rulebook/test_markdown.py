"""Rule pages from Markdown."""

import pytest

from charkoni.web.pages.rulebook.markdown import rule_page


@pytest.mark.parametrize("lang", ["en", "ru", "tr"])
def test_rule_pages_have_an_anchor_per_clause(lang: str) -> None:
    page = rule_page("mangala", lang)
    assert page is not None
    assert page.title
    assert 'id="M7"' in "".join(part for part in page.parts if isinstance(part, str))
    assert page.headings
    assert rule_page("nothing", lang) is None
