"""Progress of long work on standard error."""

from typing import ClassVar

import pytest

from charkoni.cli import progress


def test_long_work_reports_its_progress_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    class Ticks:
        """An event that lets two waits pass."""

        waits: ClassVar[list[float]] = []

        def wait(self, seconds: float) -> bool:
            self.waits.append(seconds)
            return len(self.waits) > 2

    bar = progress.PlainProgress()
    bar._ended = Ticks()  # type: ignore[assignment]
    bar.add_task("checking", total=7, completed=3, already=3)
    bar.add_task("proving", total=None)
    bar._log()
    assert capsys.readouterr().err == "checking 3/7\nproving\n" * 2
    assert Ticks.waits == [progress.FIRST_S, progress.INTERVAL_S, progress.INTERVAL_S]


def test_the_pace_is_that_of_the_parts_done_now() -> None:
    clock = [0.0]
    bar = progress.PlainProgress(get_time=lambda: clock[0])
    bar.add_task("playing", total=100, completed=40, already=40)
    [task] = bar.tasks
    assert progress.pace(task) == ""
    clock[0], task.completed = 120.0, 60
    assert progress.pace(task) == "10/min, -0:04:00"
