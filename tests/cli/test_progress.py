"""Progress of long work on standard error."""

import pytest

from charkoni.cli.progress import progress_log


def test_long_work_reports_its_progress(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    monkeypatch.setattr("charkoni.cli.progress.time.monotonic", lambda: now[0])
    log = progress_log(60)
    for now[0] in (1, 59, 61, 62, 119, 122):
        log(f"at {now[0]}")
    assert capsys.readouterr().err == "at 61\nat 122\n"
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    now[0] = 1000
    log("on a terminal")
    assert capsys.readouterr().err == ""
