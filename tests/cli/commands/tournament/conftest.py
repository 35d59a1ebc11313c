"""Fixtures of the tests of `charkoni tournament`: the program in a folder, with and without an event of four."""

import shutil
from pathlib import Path

import pytest
from tests.cli.conftest import Cli

from charkoni.tournament.director import Director
from charkoni.tournament.model.players import Person
from charkoni.tournament.pairing import dutch
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.protocol import Pairing


class LocalEngine:
    """The pairing engine without a process of its own, for quick tests."""

    def pair(self, before: PairingInput) -> Pairing:
        return dutch.pair(before)

    def close(self) -> None:
        pass


@pytest.fixture
def run(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Cli:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("charkoni.cli.commands.tournament.event_files.Engine", LocalEngine)

    def tournament(*words: object, **more: str) -> object:
        return cli("tournament", *words, **more)

    return tournament  # type: ignore[return-value]  # the same type, with one more word in front


def ok(result: object) -> str:
    """Return the output of a command that must succeed."""
    code, out, err = result  # type: ignore[misc]  # a named tuple
    assert (code, err) == (0, ""), err
    return str(out)


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an event of four with a published round; its last act has the number 8."""
    path = tmp_path_factory.mktemp("event") / "e"
    with Director.create(path, {"name": "Open", "seed": "s", "rounds": 3}) as director:
        for number in range(4):
            director.enter(Person(f"Name {number + 1}"), rating=2000 - number, club="Club")
        director.close_list()
        director.draft()
        director.publish()
    return path


@pytest.fixture
def begun(run: Cli, event: Path, tmp_path: Path) -> Cli:
    """The program in a folder with the file of that event, named `e`."""
    shutil.copy(event, tmp_path / "e")
    return run
