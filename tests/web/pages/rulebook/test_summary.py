"""The rules in one minute on the rule page."""

import pytest
from tests.web.conftest import LocalServer

from charkoni.web.pages.rulebook.pages import shown_summary


@pytest.mark.parametrize("lang", ["en", "ru", "tr"])
def test_a_variant_is_told_by_what_differs(lang: str) -> None:
    found = shown_summary("gana", lang)
    assert [len(statements) for _, statements in found.variants] == [1, 1, 1, 1]
    told = {each.text for each in found.statements}
    assert not told & {each.text for _, statements in found.variants for each in statements}


def test_variants_of_other_sizes_are_not_told() -> None:
    assert [name for name, _ in shown_summary("mosty", "en").variants] == ["two bridges a turn"]


def test_the_page_begins_with_the_rules_in_one_minute(local_server: LocalServer) -> None:
    page = local_server.visitor().get("/rules/focus").text
    found = shown_summary("focus", "en")
    assert page.count('<span class="statement">') == len(found.statements) + sum(
        len(each) for _, each in found.variants
    )
    assert page.index('id="minute"') < page.index('<article class="prose"')
    assert 'data-move="d4-f4:2"' in page
