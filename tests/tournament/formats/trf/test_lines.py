"""Lines of report files: contents that are no text or no report."""

import pytest
from tests.tournament.formats.trf.reports import refused

from charkoni.tournament.formats.trf.lines import decoded
from charkoni.tournament.model.errors import BadFile


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "empty"), (b"  \n", "empty"), (b"\0\1\2", "zero byte at 1"), ("Имя".encode("cp1251"), "not UTF-8"),
        (b"x" * 20_000_001, "larger than 20 MB"),
    ],
)  # fmt: skip
def test_contents_that_are_no_text(content: bytes, problem: str) -> None:
    with pytest.raises(BadFile) as error:
        decoded(content)
    assert problem in str(error.value)


def test_no_player_line() -> None:
    assert "no line begins with 001" in str(refused("012 Only a name\n"))
