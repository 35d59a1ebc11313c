"""Analysis of games: reports, grades, threats, hints, puzzles; and the engine protocol for other programs.

>>> import charkoni
>>> from charkoni.analysis import analyse
>>> from charkoni.search import Limits
>>> record = charkoni.Record(charkoni.game("mosty", size=3))
>>> for move in ("a1", "c3", "e1"):
...     record.play(move)
>>> [(verdict.move, verdict.best, verdict.grade.value) for verdict in analyse(record, Limits(nodes=1000)).verdicts]
[('a1', 'c1', ''), ('c3', 'a3', ''), ('e1', 'a3', '??')]
"""

from typing import TYPE_CHECKING

from charkoni.core.lazy_names import lazy_names

if TYPE_CHECKING:
    from charkoni.analysis.grading import Grade, accuracy, grade
    from charkoni.analysis.hints import Hint, hint
    from charkoni.analysis.puzzle_search import puzzle
    from charkoni.analysis.puzzles import BadPuzzle, Puzzle, Theme, puzzle_set
    from charkoni.analysis.record_search import RecordSearcher
    from charkoni.analysis.report import Report, analyse, analyse_position, annotated
    from charkoni.analysis.threats import Threat, threat

__all__ = [
    "BadPuzzle",
    "Grade",
    "Hint",
    "Puzzle",
    "RecordSearcher",
    "Report",
    "Theme",
    "Threat",
    "accuracy",
    "analyse",
    "analyse_position",
    "annotated",
    "grade",
    "hint",
    "puzzle",
    "puzzle_set",
    "threat",
]

__getattr__ = lazy_names(
    __name__,
    {
        "grading": "Grade accuracy grade",
        "hints": "Hint hint",
        "puzzle_search": "puzzle",
        "puzzles": "BadPuzzle Puzzle Theme puzzle_set",
        "record_search": "RecordSearcher",
        "report": "Report analyse analyse_position annotated",
        "threats": "Threat threat",
    },
)
