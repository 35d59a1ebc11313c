"""Rule pages: where they are, and in which languages."""

from dataclasses import replace

import pytest

import charkoni
from charkoni.core.registry import family
from charkoni.core.teaching.rule_pages import rule_page_file, rule_page_folder


@pytest.mark.parametrize("name", charkoni.games())
def test_a_game_has_its_page_in_all_languages(name):
    named = [rule_page_file(family(name), lang).name for lang in ("en", "ru", "tr", "fi", "kk")]
    assert named == [f"{name}.md", f"{name}.ru.md", f"{name}.tr.md", f"{name}.md", f"{name}.ru.md"]


def test_another_package_has_its_pages_in_its_own_folder(tmp_path, monkeypatch):
    package = tmp_path / "elsewhere"
    (package / "pages").mkdir(parents=True)
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    other = replace(family("mangala"), name="other", package="elsewhere")
    assert rule_page_folder(other) == package / "pages"
    assert rule_page_file(other, "en") is None
    (package / "pages" / "other.md").touch()
    assert rule_page_file(other, "ru") == package / "pages" / "other.md"
