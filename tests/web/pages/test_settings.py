"""Settings of a visitor."""

from tests.web.conftest import LocalServer


def test_settings_are_kept(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    visitor.new_game(name="Old")
    answer = visitor.post("/settings", lang="tr", theme="wood", name="New\u202e", back="/mine")
    assert answer.headers["location"] == "/mine"
    page = visitor.get("/mine").text
    assert '<html lang="tr"' in page
    assert 'data-theme="wood"' in page
    assert "New" in visitor.get("/settings").text
    for back in ("//evil.example", "https://evil.example", "/\\evil"):
        assert visitor.post("/settings", back=back).headers["location"] == "/"
