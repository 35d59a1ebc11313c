"""Events: their files, and several programs that work on them."""

import asyncio
import contextlib
import errno
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import LocalServer
from tests.web.tournaments.people import SIX, Arbiter, begin

from charkoni.tournament.acts.event import ChangeSettings
from charkoni.tournament.director import Director
from charkoni.web.tournaments import events, permissions
from charkoni.web.tournaments.events import Events


def test_the_command_line_may_work_on_the_same_file(six: Arbiter) -> None:
    with Director.open(six.event.path, who="terminal") as director:
        director.draft()
        director.publish()
    six.local_server.run(six.event.run, lambda director: director.refresh())
    page = six.get("/round/1").text
    assert not re.search(r"\b1:0\b", page) and "Ada" in page
    assert "terminal" in six.get("/log").text


def test_values_of_another_process_are_seen_and_kept(six: Arbiter) -> None:
    all_events: Any = six.local_server.client.app.state.tournaments.events  # type: ignore[attr-defined]
    other = Events(six.event.path.parent)
    run, shown = six.local_server.run, six.event.page_version

    async def seat(events: Events, guest: str, entry: int) -> None:
        event = await events.get(six.id)
        assert event is not None
        await permissions.seat(event, guest, entry)

    run(seat, all_events, "guest one", 1)
    run(seat, other, "guest two", 2)
    run(seat, all_events, "guest three", 3)  # before it has looked at the file
    players = {"guest one": [1], "guest two": [2], "guest three": [3]}
    assert players.items() <= six.event.mapping("players").items() and six.event.page_version > shown
    run(seat, other, "guest four", 4)
    assert "guest four" not in six.event.mapping("players")
    run(all_events._look, six.event, 1)
    assert six.event.mapping("players")["guest four"] == [4]
    run(other.close)


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


@pytest.mark.parametrize("letters", [1, 250, 5_000])
def test_an_address_that_no_file_can_have_is_unknown(local_server: LocalServer, letters: int) -> None:
    """250 letters and the ending are no name of a file, 5,000 no path: that was a fault of the program."""
    for path in (f"/t/{'a' * letters}", f"/t/{'a' * letters}/desk", f"/g/{'a' * letters}", f"/i/{'a' * letters}"):
        assert local_server.visitor().get(path).status_code == 404, path


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


def test_files_are_closed_after_disuse_and_open_again_by_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "MOST_FILES", 3)

    async def run() -> None:
        all_events = Events(tmp_path)
        made = [await all_events.create(write_event) for _ in range(6)]
        assert sum(not event.director.store.is_released for event in made) == 3
        assert made[0].director.store.is_released
        await made[0].set_value("note", "written again")
        assert not made[0].director.store.is_released
        await all_events._release_unused(0, time.monotonic())
        assert all(event.director.store.is_released for event in made)
        assert open_files(tmp_path) == []
        with Director.open(made[1].path, who="terminal") as director:
            director.do(ChangeSettings(settings={"name": "New name"}))
        await all_events._look(made[1], 1)
        assert made[1].state.settings.name == "New name"
        await made[1].release()
        version = made[1].state.version
        await all_events._look(made[1], 1)
        assert made[1].director.store.is_released, "a file that nobody has changed was opened"
        made[1].asked -= 2 * events.FORGET_S
        await all_events._look(made[1], 1)
        assert made[1].id not in all_events.open_ids()
        again = await all_events.get(made[1].id)
        assert again is not None and again is not made[1] and again.state.version == version
        await all_events.close()

    asyncio.run(run())


def test_pages_that_wait_for_a_change_are_answered_when_the_server_ends(tmp_path: Path) -> None:
    async def run() -> None:
        all_events = Events(tmp_path)
        event = await all_events.create(write_event)
        version = event.page_version
        waiting = asyncio.create_task(event.changed(version, 60))
        await asyncio.sleep(0)
        all_events.answer_waiting()
        async with asyncio.timeout(5):
            assert await waiting == version
        await all_events.close()

    asyncio.run(run())


def write_event(path: Path) -> None:
    """Write the file of a new event."""
    Director.create(path, {"name": "Event"}, who="Ada").close()


def open_files(folder: Path) -> list[str]:
    """Return the files of a folder that this process has open."""
    opened = []
    for descriptor in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # the descriptor of the listing itself
            opened.append(os.readlink(descriptor))
    return [path for path in opened if path.startswith(str(folder))]


def test_an_event_that_cannot_be_made_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.EMFILE, "too many open files")

    monkeypatch.setattr(events, "_opened", fail)
    with pytest.raises(OSError, match="too many"):
        asyncio.run(Events(tmp_path).create(write_event))
    assert list(tmp_path.iterdir()) == []
