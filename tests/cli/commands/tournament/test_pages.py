"""Pages of an event on the command line: published at once, and after rounds by themselves."""

from pathlib import Path

from tests.cli.commands.tournament.conftest import ok
from tests.cli.conftest import Cli


def test_pages_follow_the_rounds_until_it_is_said_otherwise(run: Cli) -> None:
    ok(run("new", "cup", "name=Cup", "rounds=3"))
    for name in ("Ada", "Boris", "Carl", "Dora", "Ece", "Fyodor", "Gül"):
        ok(run("enter", "cup", name))
    ok(run("close-list", "cup"))
    assert "+ index.html" in ok(run("pages", "cup", "site", "--dry-run")) and not Path("site").exists()
    assert "site: " in ok(run("pages", "cup", "site", "--always", "--language", "tr"))
    assert "new files" in ok(run("pair", "cup", "--publish")) and Path("site/round-1.html").exists()
    assert "changed" not in ok(run("results", "cup", "1", "1", "2", "=", "3", "0"))
    assert "new files" in ok(run("close", "cup")) and Path("site/standings.html").exists()
    assert 'lang="tr"' in Path("site/index.html").read_text(encoding="utf-8")
    Path("site/charkoni-pages.json").write_text("not ours")
    result = run("pair", "cup", "--publish")
    assert result.code == 0 and "the pages were not published: the file charkoni-pages.json" in result.err
    assert not Path("site/round-2.html").exists()
    Path("site/charkoni-pages.json").write_text('{"files": {}}')
    ok(run("pages", "cup", "site", "--once"))
    ok(run("undo", "cup"))
    assert "files" not in ok(run("publish", "cup"))
