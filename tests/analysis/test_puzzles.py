"""Puzzles: positions in which exactly one move is right."""

from dataclasses import replace
from typing import Any

import pytest
from tests.analysis.scripted_searcher import SMALL, Scripted, finds_two

import charkoni
from charkoni.analysis.puzzle_search import puzzle, puzzles
from charkoni.analysis.puzzles import BadPuzzle, Theme, clearest, read
from charkoni.core.game import Position
from charkoni.core.record import Record
from charkoni.search import Limits, SearchResult


def start() -> Record:
    return Record(charkoni.game("mangala"))


WINNING = finds_two("1", 0.95, 0.5)


@pytest.mark.parametrize(
    ("shallow", "deep", "theme"),
    [
        (finds_two("1", 0.95, 0.5), finds_two("1", 0.97, 0.4), Theme.WIN),
        (finds_two("1", 0.5, 0.1), finds_two("1", 0.5, 0.15), Theme.SAVE),
        (finds_two("1", 0.95, 0.88), finds_two("1", 0.95, 0.1), None),  # no gap in a shallow search
        (finds_two("1", 0.8, 0.58), finds_two("1", 0.95, 0.5), Theme.WIN),  # the gap shows in a deeper search
        (finds_two("1", 0.6, 0.48), finds_two("1", 0.6, 0.4, 2), Theme.BEST),
        (finds_two("1", 0.6, 0.48), finds_two("1", 0.6, 0.4, 1), None),  # the second search is not deeper
        (finds_two("1", 0.35, 0.1), finds_two("1", 0.35, 0.15, 2), None),
        (finds_two("1", 0.95, 0.5), finds_two("1", 0.95, 0.85), None),  # another move is as good in the deeper search
        (finds_two("1", 0.95, 0.5), finds_two("2", 0.95, 0.5), None),  # the deeper search prefers another move
        (finds_two("1", 0.35, 0.0), finds_two("1", 0.35, 0.0), None),  # lost with any move
    ],
)
def test_a_puzzle_has_one_right_move_verified_deeper(
    shallow: SearchResult, deep: SearchResult, theme: Theme | None
) -> None:
    searcher = Scripted(shallow, deep)
    found = puzzle(start(), searcher, SMALL)
    assert (found.theme if found else None) == theme
    if len(searcher.asked) == 2:
        assert searcher.asked[1][1].nodes == 8 * 200


@pytest.mark.parametrize(
    ("shallow", "deep", "theme"),
    [
        (finds_two("1", 0.55, 0.4), finds_two("1", 0.52, 0.41, 2), Theme.MEAN),
        (finds_two("1", 0.2, 0.05), finds_two("1", 0.2, 0.05, 2), Theme.MEAN),  # a losing side has a best move, too
        (finds_two("1", 0.55, 0.4), finds_two("1", 0.52, 0.41, 1), None),  # the second search is not deeper
        (finds_two("1", 0.55, 0.4), finds_two("1", 0.52, 0.43, 2), None),
        (finds_two("1", 0.55, 0.49), finds_two("1", 0.55, 0.3, 2), None),
        (
            finds_two("1", 0.95, 0.5),
            finds_two("1", 0.97, 0.4, 2),
            Theme.MEAN,
        ),  # 0.97 is no certain win
    ],
)
def test_with_dice_one_move_is_clearly_best(shallow: SearchResult, deep: SearchResult, theme: Theme | None) -> None:
    record = Record(charkoni.game("chaupar"))
    record.play(record.position.moves[0])
    found = puzzle(record, Scripted(shallow, deep), SMALL)
    assert (found.theme if found else None) == theme


def test_puzzles_of_dice_speak_of_the_mean() -> None:
    assert "on average" in Theme.MEAN.task and "on average" not in Theme.WIN.task + Theme.BEST.task
    assert "average" in Theme.MEAN.stake and "average" in Theme.MEAN.missed
    assert "average" not in Theme.BEST.stake + Theme.BEST.missed + Theme.SAVE.missed
    assert "{kept}" in Theme.MEAN.stake and "{lost}" in Theme.SAVE.stake


def test_the_clearest_puzzles_come_first_and_from_several_games() -> None:
    first = puzzle(start(), Scripted(finds_two("1", 0.95, 0.5), finds_two("1", 0.95, 0.5)), SMALL)
    assert first is not None
    gaps = {"one 1": 0.5, "one 2": 0.4, "one 3": 0.45, "two 7": 0.31, "two 8": 0.9}
    found = [
        replace(first, second=first.value - gap, source=source, position=first.position.play(move))
        for move, (source, gap) in zip("12345", gaps.items(), strict=True)
    ]
    found.append(replace(found[-1], source="three 8"))
    assert [one.source for one in clearest(found, 9)] == ["three 8", "one 1", "one 3", "two 7"]
    assert [one.source for one in clearest(found, 2)] == ["three 8", "one 1"]


def test_a_puzzle_is_found_in_a_game_and_reads_back() -> None:
    record = Record(charkoni.game("mosty:size=3"))
    for _ in range(6):
        record.play(record.position.moves[0])
    found = [one for one in puzzles(record, Limits(nodes=300), "game") if one]
    for one in found:
        assert read(one.json()) == one
        assert one.value - one.second >= 0.3
    one = puzzle(start(), Scripted(WINNING), SMALL)
    assert one and read(one.json()) == one
    assert (one.move, one.theme) == ("1", Theme.WIN)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"charkoni-puzzle": 2}, "its kind is missing"),
        ({"game": "mangla"}, "no such game"),
        ({"position": "x"}, "'x': a position is"),
        ({"line": []}, "missing or wrong"),
        ({"line": ["9"]}, "'9'"),
        ({"theme": "lose"}, "'lose' is not a valid Theme"),
        ({"value": None}, "missing or wrong"),
    ],
)
def test_a_text_that_is_no_puzzle(change: dict[str, Any], message: str) -> None:
    one = puzzle(start(), Scripted(WINNING), SMALL)
    assert one
    with pytest.raises(BadPuzzle, match=message):
        read(one.json() | change)


def test_both_searches_get_the_position_without_its_history() -> None:
    record = start()
    record.play("1")
    searcher = Scripted(WINNING)
    assert puzzle(record, searcher, SMALL)
    assert [type(what) for what, _ in searcher.asked] == [Position, Position]


def test_the_second_search_goes_two_plies_deeper() -> None:
    searcher = Scripted(WINNING)
    assert puzzle(start(), searcher, Limits(depth=4))
    assert [limits.depth for _, limits in searcher.asked] == [4, 6]


def test_a_puzzle_is_exact_when_both_values_are() -> None:
    best, second = WINNING.ranking
    for proved in ((best, second), (replace(best, exact=True), second), (best, replace(second, exact=True))):
        found = puzzle(start(), Scripted(replace(WINNING, ranking=proved)), SMALL)
        assert found and not found.exact
    both = (replace(best, exact=True), replace(second, exact=True))
    found = puzzle(start(), Scripted(replace(WINNING, ranking=both)), SMALL)
    assert found and found.exact


def test_two_moves_are_too_few_for_a_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charkoni.analysis.puzzle_search.RecordSearcher", lambda: Scripted(WINNING))
    game = charkoni.game("mangala")
    for holes, count in (("0,0,0,0,2,1:20", 0), ("0,0,0,1,2,1:19", 1)):
        record = Record(game, game.parse(f"{holes}/4,4,4,4,4,5:0 a"))
        record.play("5")
        assert len(list(puzzles(record, SMALL))) == count
