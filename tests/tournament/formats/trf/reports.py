"""A small report file, and changes of it."""

import pytest

from charkoni.tournament.formats.trf import reader
from charkoni.tournament.model.errors import BadFile

HEAD = "012 Test\n142 3\n152 W\n"


#        1         2         3         4         5         6         7         8         9
# 23456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789
ROWS = """\
001    1      One                               2000                             1.0    1     2 w 1
001    2      Two                               1900                             0.0    4     1 b 0
001    3      Three                             1800                             0.5    2     4 w =
001    4      Four                              1700                             0.5    3     3 b =
"""


def refused(text: str, **options: bool) -> BadFile:
    """Return the error with which the reader refuses a file."""
    with pytest.raises(BadFile) as error:
        reader.read(text, **options)
    return error.value


def changed(line: int, column: int, new: str) -> str:
    """Return the report with new text from a column of a line of ROWS on; both count from 1."""
    lines = ROWS.splitlines()
    old = lines[line - 1]
    lines[line - 1] = old[: column - 1] + new + old[column - 1 + len(new) :]
    return HEAD + "\n".join(lines) + "\n"
