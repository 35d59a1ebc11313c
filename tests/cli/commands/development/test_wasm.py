"""`charkoni wasm`: what it says where it cannot build."""

from pathlib import Path

import pytest
from tests.cli.conftest import Cli

from charkoni.search.browser_modules import BrowserModule

COMMAND = "charkoni.cli.commands.development.wasm"


@pytest.mark.compiled_only
def test_without_a_linker_it_says_what_is_missing(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(f"{COMMAND}.find_module", lambda *_: None)
    monkeypatch.setattr("charkoni.search.module_build.find_module", lambda *_: None)
    code, out, err = cli("wasm", "build", "mosty", "--out", tmp_path)
    assert (code, out) == (2, "")
    assert "'wasm-ld'" in err and "lld" in err
    assert cli("wasm", "build", "nothing").code == 2


def test_a_module_that_is_there_is_copied(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    code = tmp_path / "mosty-ab.wasm"
    for path in (code, code.with_suffix(".json")):
        path.write_bytes(path.name.encode())
    monkeypatch.setattr(f"{COMMAND}.find_module", lambda *_: BrowserModule(code, {}))
    monkeypatch.setattr(f"{COMMAND}.HAS_COMPILER", True)
    out = tmp_path / "folder" / "deeper"
    assert cli("wasm", "build", "mosty", "--out", out).code == 0
    assert sorted(path.name for path in out.iterdir()) == ["mosty-ab.json", "mosty-ab.wasm"]
    assert all(path.read_text() == path.name for path in out.iterdir())
    assert cli("wasm", "build", "mosty") == (0, "", "")


def test_another_search_is_built_when_it_is_named(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []
    monkeypatch.setattr(f"{COMMAND}.find_module", lambda *_: None)
    monkeypatch.setattr(f"{COMMAND}.build_apart", lambda game, search, _: built.append(f"{game.name}-{search}"))
    monkeypatch.setattr(f"{COMMAND}.HAS_COMPILER", True)
    for words in (("mosty", "chaupar"), ("mosty", "--search", "mcts"), ("mosty", "--search", "puct"),
                  ("chaupar", "--search", "rollout"), ("chaupar", "--search", "best")):  # fmt: skip
        assert cli("wasm", "build", *words).code == 0
    assert built == ["mosty-ab", "chaupar-dice", "mosty-mcts", "mosty-puct", "chaupar-rollout", "chaupar-rollout"]
    assert "games with dice" in cli("wasm", "build", "mosty", "--search", "rollout").err
    assert cli("wasm", "build", "--search", "deep").code == 2
