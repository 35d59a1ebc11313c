"""Parsing and checks of typed results: `1`, `0`, `=`, `+`, `-`, two final counts, the score of a match."""

import re
from collections.abc import Sequence
from dataclasses import replace

from charkoni.core.catalog import FinalCount
from charkoni.core.errors import N_
from charkoni.core.registry import named
from charkoni.games.match_format import FORMATS, MatchEnding
from charkoni.tournament.model.errors import BadResult, refusal
from charkoni.tournament.model.rounds import Board, Result
from charkoni.tournament.model.settings import Settings

PAIRS = frozenset(["10", "01", "==", "+-", "-+", "--", "00", "=0", "0=", "WL", "LW", "DD"])
"""The pairs of marks that both sides of a board may have."""

BOARD_POINTS = {"1": 2, "+": 2, "=": 1}
"""The half points of a team for the marks of its boards; others bring none."""

_FLIP = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "W": "L", "L": "W", "D": "D"}
_NUMBER = r"(\d{1,3}(?:[.,]5|½)?|½)"


def parse_result(settings: Settings, text: str, *, needs_winner: bool) -> Result:
    """Return the result that a text means, as the first side of the board sees it; raise BadResult.

    Texts: a mark of the first side (1 0 = + - ½), marks of both (1:0, ½:½, +:-, --), `adj` or `*` for an adjourned
    game, two final counts (30:18), or the points of a match (1.5:0.5) if a round has several games or a winner is
    needed; of teams the mark of each board in turn (1=01).  needs_winner: the match continues until it is won.
    """
    word = text.strip().lower().replace("−", "-")  # as results are shown
    boards = FORMATS[settings.games].boards
    if boards and word != "--" and len(word) == boards and not set(word) - set("10=+-"):
        return of_boards([mark + _FLIP[mark] for mark in word])
    word = word.replace("½", "=") if word in ("½", "½:½", "½-½", "½:0", "0:½") else word
    word = "=" if word in ("1/2", "0.5", "0,5") else word
    if word in ("1", "0", "=", "+", "-"):
        return Result(word, _FLIP[word])
    if word in ("adj", "*"):
        return Result("=", "=", adjourned=True)
    pair = word.replace("1/2", "=").replace("0.5", "=").replace("0,5", "=")
    marks = re.fullmatch(r"([10=+-])\s*[:/]\s*([10=+-])|(-)(-)|(=)-?(=)|(1)-(0)|(0)-(1)", pair)
    if marks and (settings.games == "1" or not set(marks[0]) & set("10=") or marks[0] == "=="):
        return Result(*filter(None, marks.groups()))
    counts = re.fullmatch(rf"{_NUMBER}\s*[:\-–]\s*{_NUMBER}", word)
    if counts:
        first, second = _halves(counts[1]), _halves(counts[2])
        count = final_count(settings)
        is_total = count is not None and first + second == 2 * count.total
        letter = _letter(first, second)
        if settings.games != "1" or (needs_winner and not is_total):
            return Result(letter, _FLIP[letter], games=(first, second))
        if first % 2 or second % 2:
            raise refusal(BadResult, text, "unread", games="")
        return Result(letter, _FLIP[letter], stones=(first // 2, second // 2))
    games = "" if settings.games == "1" else N_(", or the score of the match (1.5:0.5)")
    raise refusal(BadResult, text, "unread", games=games)


def of_boards(boards: Sequence[str]) -> Result:
    """Return the result of a match of teams.  boards: the marks of both sides on each board."""
    first, second = (sum(BOARD_POINTS.get(marks[side], 0) for marks in boards) for side in (0, 1))
    is_played = any(marks[0] in "10=" for marks in boards)
    letter = _letter(first, second)
    if not is_played:
        letter = "-" if not first else "+" if not second else letter
    other = "-" if not (is_played or second) else _FLIP[letter]
    return Result(letter, other, games=(first, second), boards=tuple(boards))


def _letter(first: int, second: int) -> str:
    """Return the mark of the first side of a game or match by the counts of both sides."""
    return "=" if first == second else "1" if first > second else "0"


def _halves(text: str) -> int:
    whole = text.replace("½", ".5").replace(",", ".")
    head, _, rest = whole.partition(".")
    return 2 * int(head or 0) + (rest == "5")


def checked_result(settings: Settings, board: Board, result: Result, *, needs_winner: bool) -> Result:
    """Return a result, checked against its board and the settings; raise BadResult for an impossible one."""
    if board.is_bye:
        raise refusal(BadResult, result.text, "result-of-bye", table=board.number)
    if result.adjourned:
        return replace(result, first="=", second="=", stones=None, games=None)
    if result.first + result.second not in PAIRS:
        raise refusal(BadResult, result.text, N_("these results of the two sides exclude each other"))
    if boards := FORMATS[settings.games].boards:
        return _checked_boards(result, boards)
    if needs_winner and result.first + result.second in ("==", "--", "00", "=0", "0=", "DD"):
        raise refusal(BadResult, result.text, "winner")
    if result.stones is not None:
        _check_stones(settings, result)
    if result.games is not None:
        _check_games(settings, result, needs_winner)
    return result


def final_count(settings: Settings) -> FinalCount | None:
    """Return the count of the sides at the end of a game of the tournament, or None."""
    return named(settings.game).family.catalog.final_count


def has_final_count(settings: Settings) -> bool:
    """Return whether the result of a table follows from the final counts of both sides."""
    return settings.games == "1" and final_count(settings) is not None


def _check_stones(settings: Settings, result: Result) -> None:
    assert result.stones is not None
    a, b = result.stones
    count = final_count(settings)
    if count is None:
        raise refusal(BadResult, f"{a}:{b}", N_("{game} has no stores to be counted"), game=settings.game)
    if a + b != count.total or min(a, b) < 0:
        raise refusal(BadResult, f"{a}:{b}", count.wrong_total, a=a, b=b, sum=a + b)
    letter = _letter(a, b)
    if result.first not in (letter, {"1": "W", "0": "L", "=": "D"}[letter]):
        counted = Result(letter, _FLIP[letter]).text
        raise refusal(BadResult, f"{a}:{b}", "stores-against", a=a, b=b, says=counted, result=result.text)


def _check_games(settings: Settings, result: Result, needs_winner: bool) -> None:
    assert result.games is not None
    a, b = result.games
    text = f"{a / 2:g}:{b / 2:g}"
    match = FORMATS[settings.games]
    is_stopped = bool(match.sets and result.reason and a + b) and not (a + b) % 2 and match.goes_on(a, b, (a + b) // 2)
    if not match.may_end(a, b, needs_winner=needs_winner) and not is_stopped:
        if match.sets:
            raise refusal(BadResult, text, "set-points", sets=match.sets, target=match.target)
        # Of two or three games, the last may be left out.
        counts = (match.games - 1, match.games) if match.ending is MatchEnding.DECIDER else (match.games,)
        raise refusal(BadResult, text, "game-points", games=settings.games, total=" / ".join(map(str, counts)))
    if result.first != _letter(a, b):
        raise refusal(BadResult, text, "games-against", a=a / 2, b=b / 2, result=result.text)


def _checked_boards(result: Result, boards: int) -> Result:
    """Return the result of a match of teams; raise BadResult unless it has a mark for each board, or is a forfeit."""
    if result.boards:
        played = of_boards(result.boards)
        is_right = (played.first, played.second, played.games) == (result.first, result.second, result.games)
        is_right = is_right and len(result.boards) == boards and set(result.boards) <= PAIRS
    else:
        is_right = result.games is None and result.first in "+-"
    if not is_right:
        raise refusal(BadResult, result.shown, "board-marks", boards=boards, example=("1=01" * boards)[:boards])
    return result


def is_unusual(result: Result) -> bool:
    """Return whether the points are those of no game: 0-0 or ½-0, decided by an arbiter."""
    return not result.adjourned and result.first + result.second in ("00", "=0", "0=")
