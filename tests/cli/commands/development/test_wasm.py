"""`charkoni wasm`: what it says where it cannot build."""

from pathlib import Path

import pytest
from tests.cli.conftest import Cli


@pytest.mark.compiled_only
def test_without_a_linker_it_says_what_is_missing(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    code, out, err = cli("wasm", "build", "mosty", "--out", tmp_path)
    assert (code, out) == (2, "")
    assert "'wasm-ld'" in err and "lld" in err
    assert cli("wasm", "build", "nothing").code == 2
