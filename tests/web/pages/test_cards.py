"""Previews of links, icons and the manifest."""

from tests.web.conftest import LocalServer


def test_links_have_previews_and_the_page_can_be_installed(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    home = visitor.get("/").text
    for wanted in (
        '<meta property="og:image" content="http://testserver/card.png">',
        '<link rel="canonical" href="http://testserver/">',
        '<link rel="manifest" href="/manifest.webmanifest">',
        '<meta name="description" content="Seven board games',
    ):
        assert wanted in home
    manifest = visitor.get("/manifest.webmanifest").json()
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    for address in (manifest["icons"][0]["src"], "/card/mangala.png"):
        answer = visitor.get(address)
        assert (answer.headers["content-type"], answer.content[:4]) == ("image/png", b"\x89PNG")
    assert visitor.get(manifest["shortcuts"][0]["icons"][0]["src"]).text.startswith("<svg")
    assert visitor.get("/card/mangala.svg?theme=dark").text.startswith("<svg")
    assert visitor.get("/favicon.ico").headers["location"].endswith("/icon.svg")
