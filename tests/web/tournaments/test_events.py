"""Events: their files, and several programs that work on them."""

import subprocess
import sys
from collections.abc import Callable

from tests.web.conftest import LocalServer
from tests.web.tournaments.people import SIX, Arbiter, begin


def test_the_command_line_may_work_on_the_same_file(six: Arbiter) -> None:
    from charkoni.tournament.director import Director

    with Director.open(six.event.path, who="terminal") as director:
        director.draft()
        director.publish()
    six.local_server.run(six.event.run, lambda director: director.refresh())
    assert "1:0" not in six.get("/round/1").text and "Ada" in six.get("/round/1").text
    assert "terminal" in six.get("/log").text


KILLED = """
import os, signal, sys
from pathlib import Path
from charkoni.tournament.director import Director
from charkoni.tournament.store import Store
append = Store.append
def killed(self, act, people):
    append(self, act, people)
    os.kill(os.getpid(), signal.SIGKILL)
Store.append = killed
Director.open(Path(sys.argv[1])).publish()
"""


def test_a_process_killed_in_the_middle_of_a_publish_loses_nothing(opened: Callable[..., LocalServer]) -> None:
    local_server = opened()
    arbiter = begin(local_server, *SIX)
    arbiter.done("close-list", rounds="3")
    arbiter.draft()
    before, file = arbiter.state, arbiter.event.path
    killed = subprocess.run([sys.executable, "-c", KILLED, str(file)], check=False)
    assert killed.returncode == -9
    arbiter = arbiter.at(opened())
    assert arbiter.state == before and arbiter.state.rounds[0].state == "draft"
    assert arbiter.event.director.store.verify() == before.version
    arbiter.done("publish")
    assert arbiter.state.rounds[0].boards == before.rounds[0].boards


def test_an_event_is_there_after_a_restart(opened: Callable[..., LocalServer]) -> None:
    arbiter = begin(opened(), *SIX)
    arbiter.done("close-list", rounds="3")
    arbiter.publish_next()
    arbiter.done("result", round=1, board=1, result="1")
    again = arbiter.at(opened())
    assert again.state.rounds[0].boards == arbiter.state.rounds[0].boards
    again.done("result", round=1, board=2, result="0")
    arbiter.local_server.run(arbiter.event.run, lambda director: director.refresh())
    assert arbiter.state.rounds[0].boards == again.state.rounds[0].boards
