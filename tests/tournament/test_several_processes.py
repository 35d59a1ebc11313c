"""Several processes on one file, and a process killed in the middle of a publish."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.tournament.conftest import Make

from charkoni.tournament.acts.reducer import fold
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import WrongPhase
from charkoni.tournament.store import Store

_PUBLISHER = """
import os, signal, sys
from pathlib import Path
from charkoni.tournament.director import Director
from charkoni.tournament.store import Store

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

when, path = sys.argv[1], Path(sys.argv[2])
with Director.open(path) as director:
    if when == "before":
        Store.append = die
    elif when == "written":
        append = Store.append
        def both(self, act, people):
            append(self, act, people)
            die()
        Store.append = both
    elif when == "copying":
        Store.copy_to = die
    director.publish()
    print("published", flush=True)
    die()
"""


_WRITER = """
import sys
from pathlib import Path
from charkoni.tournament.director import Director
from charkoni.tournament.model.event import Person

who, count = sys.argv[2], int(sys.argv[3])
with Director.open(Path(sys.argv[1]), who=who) as director:
    for number in range(count):
        act = director.enter(Person(f"{who} {number}"))
        print(act.number, flush=True)
"""


@pytest.mark.parametrize(
    ("when", "state"),
    [
        pytest.param("before", "draft", marks=pytest.mark.long),
        ("written", "draft"),
        ("copying", "published"),
        pytest.param("after", "published", marks=pytest.mark.long),
    ],
)
def test_a_process_killed_in_the_middle_of_a_publish(make: Make, tmp_path: Path, when: str, state: str) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    director = make(6)
    director.keep_copies_in(stick)
    director.draft()
    count, boards = len(director.log), director.state.rounds[0].boards
    director.close()
    done = subprocess.run(
        [sys.executable, "-c", _PUBLISHER, when, str(director.store.path)], capture_output=True, text=True
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert ("published" in done.stdout) == (when == "after")
    with Director.open(director.store.path) as again:
        assert again.state.rounds[0].state == state and again.state.rounds[0].boards == boards
        assert again.store.verify() == len(again.log) == count + (state == "published")
        if state == "draft":
            again.publish()  # go on as if nothing had happened
        assert again.state.rounds[0].state == "published"
        again.undo()
        assert again.state.rounds[0].state == "draft"
    with Store(stick / director.store.path.name) as copy:
        assert copy.verify() >= count - 1  # an older copy, but a whole one


def test_two_processes_write_into_one_file_at_once(make: Make) -> None:
    director = make(0, started=False)
    director.close()
    words = [sys.executable, "-c", _WRITER, str(director.store.path)]
    both = [subprocess.Popen([*words, who, "15"], stdout=subprocess.PIPE, text=True) for who in ("Anna", "Berta")]
    acknowledgements = [[int(line) for line in process.communicate()[0].split()] for process in both]
    assert all(process.returncode == 0 for process in both)
    assert sorted(acknowledgements[0] + acknowledgements[1]) == list(
        range(2, 32)
    )  # every act was acknowledged once, none is lost
    with Director.open(director.store.path) as again:
        assert again.store.verify() == 31 and len(again.state.entries) == 30
        assert fold(again.log, again.store.people()) == again.state
        assert {act.who for act in again.log[1:]} == {"Anna", "Berta"}


def test_two_processes_publish_one_draft_only_one_does(make: Make) -> None:
    director = make(6)
    director.draft()
    with Director.open(director.store.path, who="second") as other:
        director.publish()
        with pytest.raises(WrongPhase, match="round 1 is not a draft"):
            other.publish()
        assert other.state == director.state
