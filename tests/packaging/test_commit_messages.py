"""The check of commit messages finds what a message lacks."""

from pathlib import Path

import pytest
from tests.packaging.commit_messages import faults, main

GOOD = "pairing: Baku's upper group keeps its last player\n\nC.04.5.1 counts it once; 11 with the late entry, not 12.\n"


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ("", "the message is empty"),
        (GOOD.replace("pairing: ", ""), "the subject is 'area: what changes'"),
        (GOOD.replace("player\n", "player.\n", 1), "without a full stop"),
        (GOOD.replace("player", "player " + "x" * 30), "at most 72"),
        (GOOD.replace("\n\n", "\n"), "an empty line"),
        (GOOD.split("\n")[0], "the body says why"),
        (GOOD.split("\n")[0] + "\n\nFingerprint: unchanged\n", "the body says why"),
    ],
)
def test_a_message_that_lacks_something_is_refused(message: str, fault: str) -> None:
    assert fault in "\n".join(faults(message))


@pytest.mark.parametrize(
    "message", [GOOD, GOOD + "# a comment of git\n", "Merge branch 'x'\n", GOOD + "\nFingerprint: unchanged\n"]
)
def test_a_whole_message_passes(message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert list(faults(message)) == []
    file = tmp_path / "COMMIT_EDITMSG"
    file.write_text(message, encoding="utf-8")
    assert main([str(file)]) == 0 and capsys.readouterr().out == ""


def test_what_follows_the_scissors_is_no_part_of_the_message() -> None:
    assert (
        list(faults(GOOD + "# ------------------------ >8 ------------------------\ndiff --git a b\n" + "x" * 90)) == []
    )
