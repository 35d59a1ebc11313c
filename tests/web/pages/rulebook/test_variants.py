"""Rule pages of variants, and drawings in the language of their page."""

import re
import shutil
from html import escape
from pathlib import Path

import pytest
from tests.web.conftest import LocalServer

import charkoni
from charkoni.core.registry import family
from charkoni.core.teaching import rule_pages
from charkoni.core.teaching.rule_pages import rule_page_file
from charkoni.core.teaching.summary import summary_of
from charkoni.core.translations import LANGUAGES, Words
from charkoni.games.diagram_labels import translated_diagram


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_variant_has_the_page_of_its_game_with_its_own_rules_in_one_minute(
    local_server: LocalServer, lang: str
) -> None:
    page = local_server.visitor().get(f"/rules/mangala:fortress?lang={lang}")
    assert page.status_code == 200
    for statement in summary_of(charkoni.game("mangala:fortress"), lang):
        assert f'<span class="statement">{escape(statement.text)}</span>'.replace("&#x27;", "&#39;") in page.text
    assert 'class="variant"' not in page.text and 'id="M23"' in page.text


def test_a_variant_is_redirected_to_its_name_as_it_is_written(local_server: LocalServer) -> None:
    found = local_server.visitor().get("/rules/gana:stalemate=any,shield?lang=tr")
    assert (found.status_code, found.headers["location"]) == (303, "/rules/gana:shield,stalemate=any?lang=tr")
    assert local_server.visitor().get("/rules/gana:bent").status_code == 404
    assert local_server.visitor().get("/rules/chess").status_code == 404


@pytest.mark.parametrize("address", ["/learn/gana", "/learn/mangala:fortress", "/puzzles/mangala"])
def test_a_redirect_keeps_the_language(local_server: LocalServer, address: str) -> None:
    found = local_server.visitor().get(f"{address}?lang=tr")
    assert (found.status_code, found.headers["location"]) == (303, f"{address}/1?lang=tr")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", charkoni.games())
def test_a_drawing_speaks_the_language_of_its_page(name: str, lang: str) -> None:
    path = rule_page_file(family(name), lang)
    assert path
    drawn = re.findall(r"^```[^\n]*\n(.*?)^```$", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    start = translated_diagram(Words(lang), charkoni.game(name).start())
    labels = set(re.findall(r"[^\W\d_]{3,}", start))
    others = set(re.findall(r"[^\W\d_]{3,}", translated_diagram(Words("en"), charkoni.game(name).start()))) - labels
    drawings = [drawing for drawing in drawn if re.search("[│┊·─]", drawing)]
    assert drawings and any(labels & set(re.findall(r"\w+", drawing)) for drawing in drawings)
    assert [word for drawing in drawings for word in others if re.search(rf"\b{word}\b", drawing)] == []


def test_a_page_in_a_language_of_events_is_served_where_there_is_one(
    local_server: LocalServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(rule_pages.rule_page_folder(family("mosty")), tmp_path, dirs_exist_ok=True)
    text = (tmp_path / "mosty.md").read_text("utf-8")
    (tmp_path / "mosty.kk.md").write_text(text.replace("# Mosty", "# Көпірлер", 1), "utf-8")
    monkeypatch.setattr(rule_pages, "_SOURCES", tmp_path)
    visitor = local_server.visitor()
    kazakh = visitor.get("/rules/mosty?lang=kk").text
    assert '<html lang="kk"' in kazakh and "Көпірлер" in kazakh and "Қазақша" in kazakh
    assert "Кыргызча" not in kazakh, "there is no page in Kyrgyz"
    other = visitor.get("/rules/gana?lang=kk").text
    assert '<html lang="ru"' in other and "Қазақша" not in other
