"""The command that installs an extra, in each kind of installation."""

import json
import re
from importlib.metadata import PathDistribution, version
from pathlib import Path

import pytest

from charkoni.core.files.installation import install_command, origin

ROOT = Path(__file__).resolve().parents[3]
WHEEL = f"pip install 'charkoni-{version('charkoni')}-py3-none-any.whl[web]'"
REPOSITORY = {"url": "https://example.org/charkoni", "vcs_info": {"vcs": "git", "commit_id": "0123456789ab"}}


@pytest.mark.parametrize(
    ("recorded", "command"),
    [
        (None, WHEEL),
        ({"url": "file:///charkoni.whl", "archive_info": {}}, WHEEL),
        ({"url": "file:///checkout", "dir_info": {}}, WHEEL),
        (REPOSITORY, WHEEL),
        ({"url": "file:///checkout", "dir_info": {"editable": True}}, "pip install -e '.[web]'"),
    ],
)
def test_an_extra_is_installed_from_the_wheel_or_in_the_checkout(
    recorded: dict[str, object] | None, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = json.dumps(recorded) if recorded else None
    real = PathDistribution.read_text
    monkeypatch.setattr(
        PathDistribution, "read_text", lambda self, name: written if name == "direct_url.json" else real(self, name)
    )
    assert install_command("web") == command
    assert origin("vcs_info") == (recorded or {}).get("vcs_info", {})


def test_one_module_says_how_to_install_an_extra() -> None:
    """The package index does not have the name: `pip install charkoni` would install nothing, or something else."""
    sources = [path for kind in ("py", "html", "po") for path in (ROOT / "src").rglob(f"*.{kind}")]
    telling = re.compile(r"pip install '|charkoni\[\w")
    assert [path.stem for path in sources if telling.search(path.read_text("utf-8"))] == ["installation"]
