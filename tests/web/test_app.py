"""The application: health, metrics, limits of forms."""

from tests.web.conftest import LocalServer, Pair


def test_health_and_metrics(pair: Pair) -> None:
    assert pair.a.get("/health").json()["status"] == "well"
    pair.a.post(f"/g/{pair.g}/text", action="move", m="4", v="0")
    text = pair.a.get("/metrics").text
    assert 'charkoni_rows_total{kind="move"}' in text
    assert "charkoni_rooms " in text


def test_templates_are_compiled_before_pages_need_them(local_server: LocalServer) -> None:
    site = local_server.client.app.state.site  # type: ignore[attr-defined]
    site.prepare()
    compiled = {name for _, name in site._templates.cache}
    assert compiled >= {"pages/home.html", "pages/lobby.html", "people/me.html", "parts/gathering.html"}


def test_a_large_form_is_refused(local_server: LocalServer) -> None:
    assert local_server.client.post("/new", content=b"x" * 70_000).status_code == 413


def test_a_large_form_without_a_length_is_refused(local_server: LocalServer) -> None:
    pieces = (b"x" * 7_000 for _ in range(10))
    headers = {"content-type": "application/x-www-form-urlencoded"}
    assert local_server.client.post("/new", content=pieces, headers=headers).status_code == 413
    assert local_server.client.get("/about").status_code == 200
