"""Opening books and balanced starts: agreement with the tablebases, perfect play, damage, resumption."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pytest
from tests.solve.mangala.memory_tablebases import endgames

from charkoni import game, solve
from charkoni.core.constants import OVER
from charkoni.core.game import Position
from charkoni.players.perfect import with_proof
from charkoni.search import Limits, Searcher
from charkoni.solve.mangala import book
from charkoni.solve.mangala.book import PUBLISHED, BadBook, Book, write_book
from charkoni.solve.mangala.open_tablebases import OpenTablebases
from charkoni.solve.mangala.search import Prover
from charkoni.solve.mangala.solver import SOLVER, likeliest_first, moved_starts

pytestmark = pytest.mark.compiled_only

EACH_1 = "1,1,1,1,1,1:18/1,1,1,1,1,1:18 a"
EACH_2 = "2,2,2,2,2,2:12/2,2,2,2,2,2:12 a"


def prover(reading: str = "take") -> Prover:
    return Prover(endgames(8, reading), 1 << 22)


def prove_all(asked: Prover) -> Callable[[Sequence[Position]], Iterable[dict[str, int]]]:
    """Return what proves positions one after the other, when they are asked for."""
    return lambda positions: (asked.values(position) for position in positions)


def quiet(position: Position, leads: dict[str, int]) -> None:
    """Ignore the progress."""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the book of the start with one stone in each hole, five plies deep."""
    path = tmp_path_factory.mktemp("book") / "mangala-take.book"
    write_book(path, "take", prove_all(prover()), game("mangala").parse(EACH_1), 5, quiet)
    return path


def test_a_book_holds_the_values_of_the_table(written: Path) -> None:
    found, whole = Book(written, game("mangala")), endgames(12)
    lines = written.read_text().splitlines()[1:]
    assert len(found) == len(lines) > 20
    for line in lines:
        at = game("mangala").parse(line.split(" | ")[0])
        assert found.leads(at) == {move: whole.lead(at.play(move)) for move in at.moves}


def test_stores_and_letters_do_not_matter_to_a_board(written: Path) -> None:
    found = Book(written, game("mangala"))
    ahead = found.leads(game("mangala").parse("1,1,1,1,1,1:26/1,1,1,1,1,1:10 a"))
    as_b = found.leads(game("mangala").parse("1,1,1,1,1,1:10/1,1,1,1,1,1:26 b"))
    assert ahead and as_b
    even = found.leads(game("mangala").parse(EACH_1))
    assert even and {move: lead - 16 for move, lead in ahead.items()} == even
    assert {move: -lead for move, lead in as_b.items()} == ahead


@pytest.mark.parametrize("player", [0, 1])
def test_play_by_the_book_stays_in_it_after_every_reply(written: Path, player: int) -> None:
    found, layer = Book(written, game("mangala")), [game("mangala").parse(EACH_1)]
    for _ in range(5):
        after = []
        for at in layer:
            leads = found.leads(at)
            assert leads is not None, str(at)
            best = max(leads.values()) if player == 0 else min(leads.values())
            after += [at.play(move) for move, lead in leads.items() if at.turn != player or lead == best]
        layer = [at for at in after if at.turn != OVER]
    assert layer


def test_tablebases_and_the_perfect_player_know_the_book(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_tablebases = OpenTablebases(written.parent)
    start = game("mangala").parse("1,1,1,1,1,1:26/1,1,1,1,1,1:10 a")
    assert own_tablebases.lead(start) == 16
    monkeypatch.setattr(SOLVER, "tablebases", {"take": own_tablebases})
    values = solve.explore(start)
    assert {move: value.lead for move, value in values.items() if value} == own_tablebases.leads(start)
    assert solve.perfect_move(start) in solve.best_moves(start, values)


def test_writing_goes_on_after_half_a_line(written: Path, tmp_path: Path) -> None:
    path, told = tmp_path / "mangala-take.book", []
    text = written.read_bytes()
    path.write_bytes(text[: len(text) // 2])
    kept = len(Book(path, game("mangala")))
    asked = prover()
    monkey = asked.values
    asked.values = lambda position: told.append(position) or monkey(position)  # type: ignore[method-assign,func-returns-value]
    write_book(path, "take", prove_all(asked), game("mangala").parse(EACH_1), 5, quiet)
    assert sorted(path.read_bytes().splitlines()) == sorted(text.splitlines())
    assert len(told) == len(text.splitlines()) - 1 - kept


def damaged(line: str) -> str:
    return line.replace("=+0", "=+2", 1) if "=+0" in line else line.replace("=", "=1", 1)


@pytest.mark.parametrize("change", [damaged, lambda line: line[:-1] + "x", lambda line: "", lambda line: line[9:]])
def test_a_damaged_line_is_refused(written: Path, tmp_path: Path, change: object) -> None:
    lines = written.read_text().split("\n")
    lines[3] = change(lines[3])  # type: ignore[operator]
    path = tmp_path / "mangala-take.book"
    path.write_text("\n".join(lines))
    with pytest.raises(BadBook, match="line 4"):
        Book(path, game("mangala"))
    assert OpenTablebases(tmp_path).leads(game("mangala").parse(EACH_1)) is None


def test_a_book_of_the_other_reading_is_refused(written: Path, tmp_path: Path) -> None:
    other = book.book_path(tmp_path, "keep")
    write_book(other, "keep", prove_all(prover("keep")), game("mangala").parse(EACH_1), 1, quiet)
    leads = Book(other, game("mangala"), "keep").leads(game("mangala").parse(EACH_1))
    assert leads and max(leads.values()) == 2
    with pytest.raises(BadBook):
        Book(other, game("mangala"))
    with pytest.raises(BadBook):
        Book(written, game("mangala"), "keep")


def test_starts_with_stones_moved_are_all_different_boards() -> None:
    start = game("mangala").start()
    once, twice = list(moved_starts(start, 1)), list(moved_starts(start, 2))
    assert len({str(at) for at in once}) == len(once) == 12 * 11
    # Two stones leave one or two holes and come to one or two others.
    assert len({str(at) for at in twice}) == len(twice) == 12 * 11 + 2 * 12 * 55 + 66 * 45
    assert all(at.state[0].holes.sum() == 48 for at in twice)


def test_starts_that_are_likely_to_be_fair_come_first() -> None:
    starts = list(moved_starts(game("mangala").parse(EACH_1), 1))
    ordered, whole = likeliest_first(starts, 3000), endgames(12)
    assert {str(at) for at in ordered} == {str(at) for at in starts} and len(ordered) == len(starts)
    is_fair = [whole.lead(at) == 0 for at in ordered]
    half = len(starts) // 2
    assert sum(is_fair[:half]) > 2 * sum(is_fair[half:])


def test_the_published_book_is_complete_and_consistent(tmp_path: Path) -> None:
    found, start = Book(PUBLISHED, game("mangala")), game("mangala").start()
    assert len(found) > 50
    assert book.verify_book(found, endgames(8), lambda done, all_: None) > 40
    assert found.leads(start) == {"1": -8, "2": -8, "3": -8, "4": -2, "5": 0, "6": -2}
    own_tablebases = OpenTablebases(tmp_path)  # the folder has no book
    assert own_tablebases.lead(start) == 0 and own_tablebases.leads(start) == found.leads(start)


def test_values_along_a_game_do_not_use_the_book() -> None:
    start = game("mangala").start()
    assert solve.explore(start)["5"] == solve.probe(start) is not None
    assert set(solve.explore(start, by_books=False).values()) == {None} and solve.probe(start, by_books=False) is None
    found = with_proof(Searcher(start.game).search(start, Limits(nodes=500)), start)
    assert not found.exact and 0 < found.values[0] < 1
