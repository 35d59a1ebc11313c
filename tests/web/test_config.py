"""Settings: what was chosen, then the environment, then defaults."""

from pathlib import Path

import pytest

from charkoni.web.config import BadSetting, Settings, database_url


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("games.db", "sqlite:///games.db"),
        ("/srv/games.db", "sqlite:////srv/games.db"),
        ("sqlite:///games.db", "sqlite:///games.db"),
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


@pytest.mark.parametrize(
    "chosen",
    [
        {"host": ""},
        {"host": " "},
        {"origins": ("charkoni.example",)},
        {"origins": ("https://a.example", "https://b.example/path")},
        {"origins": ("http://a:99999",)},
        {"proxies": ("*",)},
        {"proxies": ("10.0.0.1/8",)},
        {"people": "everybody"},
        {"database": "mysql://user@host/name"},
        {"database": "://"},
        {"database": "sqlite://"},
        {"database": "postgresql://[::1"},
    ],
    ids=str,
)
def test_settings_that_cannot_be_used_are_refused(chosen: dict[str, object]) -> None:
    with pytest.raises(BadSetting):
        Settings.from_environment(**{"database": "games.db", **chosen})


@pytest.mark.parametrize("text", ["-1", "x", "nan", "inf"])
def test_numbers_of_the_environment_are_checked(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("CHARKONI_POST_RATE", text)
    with pytest.raises(BadSetting, match="CHARKONI_POST_RATE"):
        Settings.from_environment(database="games.db")
