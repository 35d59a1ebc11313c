"""Settings: what was chosen, then the environment, then defaults."""

from pathlib import Path

import pytest

from charkoni.web.config import Settings, database_url


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("games.db", "sqlite:///games.db"),
        ("/srv/games.db", "sqlite:////srv/games.db"),
        ("sqlite:///games.db", "sqlite:///games.db"),
        ("sqlite://", "sqlite://"),
        ("postgresql://user@host/name", "postgresql://user@host/name"),
    ],
)
def test_a_database_is_named_by_address_or_path(text: str, url: str) -> None:
    assert database_url(text) == url
    assert Settings.from_environment(database=text).database == url


def test_the_environment_may_name_a_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CHARKONI_DATABASE", str(tmp_path / "games.db"))
    settings = Settings.from_environment()
    assert settings.database == f"sqlite:///{tmp_path / 'games.db'}"
    assert settings.events_folder == tmp_path / "events"
