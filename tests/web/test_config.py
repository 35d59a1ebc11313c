"""Settings: options, then the environment, then a file, then defaults."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from charkoni.cli.main import app
from charkoni.web.allowances import Budget
from charkoni.web.config import NAMES, OPTIONS, BadSetting, Settings, database_url, shown_address, value_of


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


def test_options_are_stronger_than_the_environment_and_that_than_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "charkoni.toml"
    file.write_text(
        """
        database = "postgresql://charkoni:word@localhost/games"
        port = 8001
        workers = 3
        pace = 1
        origins = ["https://a.example", "https://b.example"]
        [budgets]
        new.guest = "5+10"
        [ages]
        finished = 365
        """,
        encoding="utf-8",
    )
    monkeypatch.setenv("CHARKONI_SETTINGS", str(file))
    monkeypatch.setenv("CHARKONI_WORKERS", "2")
    monkeypatch.setenv("CHARKONI_PORT", "8002")
    settings = Settings.from_environment(port=8003, origins=None)
    assert (settings.port, settings.workers, settings.pace) == (8003, 2, 1.0)
    assert settings.origins == ("https://a.example", "https://b.example")
    assert settings.budgets["new"].guest == Budget(5, 10) and settings.ages["finished"] == 365
    assert {name: found.source for name, found in settings.chosen.items()} == {
        "port": "--port",
        "workers": "CHARKONI_WORKERS",
        **dict.fromkeys(("database", "pace", "origins", "budgets", "ages"), str(file)),
    }
    assert value_of("database", settings.chosen["database"]) == "postgresql://charkoni:***@localhost/games"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("databse = 'x'", "'databse' in '{file}': there is no setting with this name; did you mean database?"),
        ("colour = 1", "all of them: database, host"),
        ("workers = -1", "'-1' in '{file}': workers is a whole number from 0 to 256"),
        ("workers = 1.5", "workers is a whole number"),
        ("pace = true", "a setting is a text, a number"),
        ("origins = [[1979-05-27]]", "a setting is a text, a number"),
        ("proxies = 'nginx'", "'nginx' in '{file}'"),
        ("ages = {{ finished = 'never' }}", "ages are named as in"),
        ("database = 'mysql://user:word@host/name'", "'mysql://user:***@host/name'"),
        ("database = ", "is not TOML"),
        ("\0", "is not TOML"),
    ],
)
def test_a_file_that_cannot_be_used_is_one_line(tmp_path: Path, content: str, problem: str) -> None:
    file = tmp_path / "charkoni.toml"
    file.write_text(content.format())
    with pytest.raises(BadSetting) as refused:
        Settings.from_environment(str(file))
    assert problem.format(file=file) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_address_is_shown_without_password_and_whatever_its_bytes() -> None:
    assert shown_address("postgresql://user:word@host/name") == "postgresql://user:***@host/name"
    assert "udcff" in shown_address("sqlite:///\udcff.db")


def test_the_options_of_the_command_are_those_of_the_settings() -> None:
    command = typer.main.get_command(app).get_command(None, "serve")  # type: ignore[attr-defined,arg-type]
    command = command.load() if hasattr(command, "load") else command
    assert set(OPTIONS) <= set(NAMES)
    assert set(OPTIONS.values()) <= {name for each in command.params for name in each.opts}


def test_settings_of_the_first_version_are_read_and_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "charkoni.toml"
    file.write_text("post_rate = 1\nmessage_rate = 5\n[budgets]\ngame.guest = '1+2'")
    settings = Settings.from_environment(str(file))
    assert (settings.budget_factor, settings.budgets["new"].guest) == (0.5, Budget(1, 2))
    assert [reason.message() for reason in settings.renamed] == [
        "The setting post_rate is called budget_factor now.",
        "The setting message_rate has no effect any more: the budgets of messages are enough.",
        "The budgets of game are called new now.",
    ]
    monkeypatch.setenv("CHARKONI_POST_RATE", "6")
    assert Settings.from_environment(str(file)).chosen["budget_factor"] == ("3", "CHARKONI_POST_RATE")
    monkeypatch.setenv("CHARKONI_BUDGET_FACTOR", "7")
    monkeypatch.delenv("CHARKONI_POST_RATE")
    assert Settings.from_environment(str(file)).budget_factor == 7


@pytest.mark.parametrize("origin", ["https://b.example/games", "https://b.example/games/", "http://b:80/a/b"])
def test_a_path_before_the_pages_is_refused_with_the_reason(origin: str) -> None:
    with pytest.raises(BadSetting, match="use a separate host name") as refused:
        Settings.from_environment(database="games.db", origins=("https://a.example", origin))
    assert origin in str(refused.value)


@pytest.mark.parametrize(
    "chosen",
    [
        {"host": ""},
        {"host": " "},
        {"origins": ("charkoni.example",)},
        {"origins": ("http://a:99999",)},
        {"proxies": ("*",)},
        {"proxies": ("10.0.0.1/8",)},
        {"people": "everybody"},
        {"database": ""},
        {"database": "mysql://user@host/name"},
        {"database": "://"},
        {"database": "sqlite://"},
        {"database": "postgresql://[::1"},
        {"database": "postgresql://user@host/\udcff"},
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


def test_a_file_of_settings_without_an_end_is_refused() -> None:
    with pytest.raises(BadSetting, match="larger than 1 MB"):
        Settings.from_environment("/dev/zero")


def test_a_setting_left_in_a_shell_does_not_reach_the_checks(tmp_path):
    left = {"CHARKONI_PORT": "1", "CHARKONI_XYZ": "1", "CHARKONI_CACHE": str(tmp_path)}
    program = "import os; import tests.conftest; print(*(name for name in os.environ if name.startswith('CHARKONI_')))"
    command = [sys.executable, "-c", program]
    environment, root = os.environ | left, Path(__file__).parents[2]
    done = subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout == "CHARKONI_CACHE\n"
