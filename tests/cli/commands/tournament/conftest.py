"""Tournament commands run in this process, with the pairing engine in it, too."""

import shutil
from pathlib import Path

import pytest
from tests.cli.conftest import Cli

from charkoni.tournament.director import Director
from charkoni.tournament.model.players import Person
from charkoni.tournament.pairing import dutch
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.protocol import Pairing


class InProcess:
    """The pairing engine without a worker process, for quick tests."""

    def pair(self, before: PairingInput) -> Pairing:
        return dutch.pair(before)

    def close(self) -> None:
        pass


@pytest.fixture
def run(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Cli:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("charkoni.cli.commands.tournament.event_files.PairingWorker", InProcess)

    def tournament(*words: object, **more: str) -> object:
        return cli("tournament", *words, **more)

    return tournament  # type: ignore[return-value]  # the same shape with a word in front


def ok(result: object) -> str:
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
    """The program in a folder with that event as the file `e`."""
    shutil.copy(event, tmp_path / "e")
    return run
