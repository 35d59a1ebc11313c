"""The language of the interface."""

import pytest
from tests.cli.conftest import Cli


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"CHARKONI_LANG": "tr", "LANG": "ru_RU.UTF-8"}, "tr"),
        ({"LC_ALL": "ru_RU.UTF-8", "LANG": "tr_TR.UTF-8"}, "ru"),
        ({"LANG": "tr_TR"}, "tr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_of_the_environment(environment: dict[str, str], language: str) -> None:
    from charkoni.cli.language import usual_language

    assert usual_language(environment) == language


def test_an_unknown_language_in_the_environment_is_reported(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHARKONI_LANG", "xx")
    assert cli("games") == (2, "", "charkoni: 'xx': there is no such language; there are ru, en, tr\n")
